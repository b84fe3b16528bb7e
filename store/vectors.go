package store

import (
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/meaning"
)

// A NearQuery asks for the entries that are nearest to a question.
type NearQuery struct {
	Space  string // what made the vector: only vectors of one space can be compared
	Vector meaning.Vector
	Range  notes.Range // days, both ends included; the zero Range is all, undated notes too
	Limit  int         // the most entries to return
}

// A NearResult is what was found by vectors.
type NearResult struct {
	Near    []meaning.Near // nearest first, at most Limit
	Without int            // entries in the range that have no vectors yet
}

// Vectors are those of one entry.
type Vectors struct {
	ID       string
	Hash     string // of the text that they were made of
	Passages []meaning.Passage
}
