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
	terms map[string]*postings // by stem
	words map[string]*postings // by folded word, because stemming is slow
	shape map[Shape]*postings  // by the shape of a number in the text
	made  uint32               // how many lists there ever were
	docs  []docInfo
	days  []int32          // every day that has or had documents, since 1970
	dayAt map[int32]uint32 // where in days a day stands
	live  int
	size  uint64 // tokens in live documents, for their average length

	found []occurrence // scratch space of Add
	where []uint32     // likewise
}

// An occurrence is the list of a stem and where the stem stands.
type occurrence struct {
	list *postings
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
	return &Index{
		terms: make(map[string]*postings), words: make(map[string]*postings), shape: make(map[Shape]*postings),
		dayAt: make(map[int32]uint32),
	}
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
		return cmp.Or(cmp.Compare(a.list.number, b.list.number), cmp.Compare(a.at, b.at))
	})
	for rest := x.found; len(rest) > 0; {
		list := rest[0].list
		x.where = x.where[:0]
		for len(rest) > 0 && rest[0].list == list {
			x.where = append(x.where, rest[0].at)
			rest = rest[1:]
		}
		list.append(number, x.where)
	}
	for _, s := range Shapes(doc.Text) {
		if x.shape[s] == nil {
			x.shape[s] = &postings{}
		}
		x.shape[s].append(number, nil)
	}
	x.docs = append(x.docs, info)
	x.live++
	x.size += uint64(info.length)
	return int(number)
}

// place notes where the stems of s stand, counting from at, and returns where
// they end.
func (x *Index) place(s string, at uint32) uint32 {
	for t, k := range tokens(s) {
		x.found = append(x.found, occurrence{x.list(t.Folded, k), at})
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
	x.size -= uint64(d.length)
	if dead := len(x.docs) - x.live; dead&(dead-1) == 0 && dead > x.live && dead >= 1024 {
		x.compact()
	}
}

// compact drops what was removed from the posting lists.
func (x *Index) compact() {
	moved := make(map[*postings]*postings, len(x.terms))
	for stem, p := range x.terms {
		x.terms[stem] = x.kept(p)
		moved[p] = x.terms[stem]
	}
	for word, p := range x.words {
		x.words[word] = moved[p]
	}
	for s, p := range x.shape {
		x.shape[s] = x.kept(p)
	}
	maps.DeleteFunc(x.terms, func(_ string, p *postings) bool { return len(p.data) == 0 })
	maps.DeleteFunc(x.words, func(_ string, p *postings) bool { return len(p.data) == 0 })
	maps.DeleteFunc(x.shape, func(_ Shape, p *postings) bool { return len(p.data) == 0 })
}

// kept returns what of a list was not removed.
func (x *Index) kept(p *postings) *postings {
	kept := &postings{number: p.number}
	for c := p.cursor(); c.next(); {
		if x.docs[c.doc].live {
			kept.append(c.doc, c.positions)
		}
	}
	return kept
}

// list returns the list for the stem of a folded token.
func (x *Index) list(folded string, k kind) *postings {
	if list := x.words[folded]; list != nil {
		return list
	}
	stem := stemOf(folded, k)
	list := x.terms[stem]
	if list == nil {
		list = &postings{number: x.made}
		x.made++
		x.terms[strings.Clone(stem)] = list
	}
	x.words[strings.Clone(folded)] = list
	return list
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
