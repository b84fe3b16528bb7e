package search

import (
	"maps"
	"strings"

	"github.com/weft-mesh/weft/notes"
)

// A Doc is one note as the index sees it.
type Doc struct {
	Day   notes.Day
	Text  string
	Tags  []string
	Names []string // names from the parsed data, such as "bench press"
}

// An Index finds notes by words and phrases. It keeps no text: only which stem
// stands where, some 600 bytes for a note of 50 words.
//
// Searches may run at the same time as each other, but not as Add or Remove.
type Index struct {
	terms map[string]*postings
	docs  []docInfo
	live  int
	words uint64            // tokens in live documents, for their average length
	stems map[string]string // folded word to stem, because stemming is slow
}

type docInfo struct {
	day      int32  // days since day zero
	length   uint32 // tokens of text, tags and names
	textSize uint32 // positions from here on are tags and names
	live     bool
}

// The positions of two fields, and of two tags or names, are this far apart, so
// that no phrase matches across them.
const gap = 8

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{terms: make(map[string]*postings), stems: make(map[string]string)}
}

// Len returns how many documents are in the index.
func (x *Index) Len() int { return x.live }

// Add puts a document into the index and returns its number. Numbers are never
// used again.
func (x *Index) Add(doc Doc) int {
	number := uint32(len(x.docs))
	info := docInfo{day: dayNumber(doc.Day), live: true}

	positions := make(map[string][]uint32)
	at := x.place(positions, doc.Text, 0, &info)
	info.textSize = at
	for _, field := range [2][]string{doc.Tags, doc.Names} {
		for _, s := range field {
			at = x.place(positions, s, at+gap, &info)
		}
	}
	for stem, where := range positions {
		p := x.terms[stem]
		if p == nil {
			p = &postings{}
			x.terms[strings.Clone(stem)] = p
		}
		p.append(number, where)
	}
	x.docs = append(x.docs, info)
	x.live++
	x.words += uint64(info.length)
	return int(number)
}

// place notes where the stems of s stand, counting from at, and returns where
// they end.
func (x *Index) place(positions map[string][]uint32, s string, at uint32, info *docInfo) uint32 {
	for _, t := range tokenize(s, x.stem) {
		positions[t.Stem] = append(positions[t.Stem], at)
		at++
		info.length++
	}
	return at
}

// Remove takes a document out of the index. A number that is not in it is
// ignored.
func (x *Index) Remove(number int) {
	if number < 0 || number >= len(x.docs) || !x.docs[number].live {
		return
	}
	d := &x.docs[number]
	d.live = false
	x.live--
	x.words -= uint64(d.length)
	if dead := len(x.docs) - x.live; dead&(dead-1) == 0 && dead > x.live && dead >= 1024 {
		x.compact()
	}
}

// compact drops what was removed from the posting lists.
func (x *Index) compact() {
	for stem, p := range x.terms {
		kept := &postings{}
		for c := p.cursor(); c.next(); {
			if x.docs[c.doc].live {
				kept.append(c.doc, c.positions)
			}
		}
		x.terms[stem] = kept
	}
	maps.DeleteFunc(x.terms, func(_ string, p *postings) bool { return len(p.data) == 0 })
	clear(x.stems)
}

// stem is the stem of a folded word, remembered.
func (x *Index) stem(folded string) string {
	if s, ok := x.stems[folded]; ok {
		return s
	}
	s := strings.Clone(stemFolded(folded))
	x.stems[strings.Clone(folded)] = s
	return s
}

func dayNumber(d notes.Day) int32 { return int32(d.Sub(notes.Day{Year: 1970, Month: 1, Date: 1})) }
