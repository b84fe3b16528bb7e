package search

import (
	"cmp"
	"maps"
	"slices"
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
// stands where, some 300 bytes for a note of 50 words among 100,000.
//
// Searches may run at the same time as each other, but not as Add or Remove.
type Index struct {
	terms map[string]*postings
	docs  []docInfo
	days  []int32          // every day that has or had documents, since 1970
	dayAt map[int32]uint32 // where in days a day stands
	live  int
	words uint64            // tokens in live documents, for their average length
	stems map[string]string // folded word to stem, because stemming is slow

	found []occurrence // scratch space of Add
	where []uint32     // likewise
}

// An occurrence is a stem and where it stands.
type occurrence struct {
	stem string
	at   uint32
}

type docInfo struct {
	day      uint32 // index into days
	length   uint32 // tokens of text, tags and names
	textSize uint32 // positions from here on are tags and names
	live     bool
}

// The positions of two fields, and of two tags or names, are this far apart, so
// that no phrase matches across them.
const gap = 8

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{terms: make(map[string]*postings), dayAt: make(map[int32]uint32), stems: make(map[string]string)}
}

// Len returns how many documents are in the index.
func (x *Index) Len() int { return x.live }

// Add puts a document into the index and returns its number. Numbers are never
// used again.
func (x *Index) Add(doc Doc) int {
	number := uint32(len(x.docs))
	info := docInfo{day: x.day(doc.Day), live: true}

	x.found = x.found[:0]
	at := x.place(doc.Text, 0)
	info.textSize = at
	for _, field := range [2][]string{doc.Tags, doc.Names} {
		for _, s := range field {
			at = x.place(s, at+gap)
		}
	}
	info.length = uint32(len(x.found))
	slices.SortFunc(x.found, func(a, b occurrence) int {
		return cmp.Or(strings.Compare(a.stem, b.stem), cmp.Compare(a.at, b.at))
	})
	for rest := x.found; len(rest) > 0; {
		stem := rest[0].stem
		x.where = x.where[:0]
		for len(rest) > 0 && rest[0].stem == stem {
			x.where = append(x.where, rest[0].at)
			rest = rest[1:]
		}
		p := x.terms[stem]
		if p == nil {
			p = &postings{}
			x.terms[strings.Clone(stem)] = p
		}
		p.append(number, x.where)
	}
	x.docs = append(x.docs, info)
	x.live++
	x.words += uint64(info.length)
	return int(number)
}

// place notes where the stems of s stand, counting from at, and returns where
// they end.
func (x *Index) place(s string, at uint32) uint32 {
	for _, t := range tokenize(s, x.stem) {
		x.found = append(x.found, occurrence{t.Stem, at})
		at++
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

// day returns where a day stands among the days.
func (x *Index) day(d notes.Day) uint32 {
	number := dayNumber(d)
	at, known := x.dayAt[number]
	if !known {
		at = uint32(len(x.days))
		x.days = append(x.days, number)
		x.dayAt[number] = at
	}
	return at
}

func dayNumber(d notes.Day) int32 { return int32(d.Sub(notes.Day{Year: 1970, Month: 1, Date: 1})) }
