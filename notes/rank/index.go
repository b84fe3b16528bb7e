package rank

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/search"
)

// A Note is one note as the index sees it.
type Note struct {
	ID string
	// At is the time that the note is about, on the clock of its day. The zero
	// Time is that of a note without a day: it is in no range of days.
	At   time.Time
	Text string
	// Labels are what the note may be found by besides its text: tags, and the
	// canonical names in the data that were read from it.
	Labels []string
	// Front says that the text is front matter: a few fields that say little of what
	// its page is about, however short they are.
	Front bool
}

// An Index finds and ranks notes. It is safe for concurrent use: many may read
// while nobody writes.
type Index struct {
	mu    sync.RWMutex
	byID  map[string]uint32
	docs  []doc
	from  []source // of docs, by the same numbers
	units []unit
	terms map[string]*postings       // by stem
	words map[string]*postings       // by folded word, because stemming is slow
	shape map[search.Shape]*postings // by the shape of a number in the text
	made  uint32                     // how many lists there ever were
	days  []day
	dayAt map[int32]uint32 // where in days a day stands, by its number since 1970
	size  sizes            // of what is live

	found []occurrence // scratch space of Put
	where []uint32     // likewise
	spare sync.Pool    // of scores
}

// sizes are sums over what is live. They are whole numbers, so that scores do not
// depend on the order in which notes came.
type sizes struct {
	docs, units, days uint64
	tokens            uint64 // of texts
	near              uint64 // of units with their neighbours, see unit.near
}

// A doc is a note in the index, as every term looks at it.
type doc struct {
	day        uint32 // index into days, noDay if it has none
	first, end uint32 // its units
	tokens     uint32 // of the text; positions from here on are of labels
	live       bool
	front      bool
}

// A source is the rest of a note, apart from doc so that a term that many notes have
// finds these close together in memory.
type source struct {
	id, text string
	labels   string // with labelEnd between them
	at       int64  // seconds since 1970 on the clock of its day
}

// A unit is a part of a note's text.
type unit struct {
	start, end uint32 // in the text
	doc        uint32
	from       uint32 // position of its first token
	tokens     uint32
	near       uint32  // tokens of it and of its neighbours, as these are weighed, in tenths
	prev, next uint32  // its neighbours, or none
	asks       bool    // it ends with a question mark, or is a heading
	has        Content // what a question may be after
}

// A day is one on which there are or were notes.
type day struct {
	number int32    // since 1970
	docs   []uint32 // the live ones in the order of time
	tokens uint64   // of their texts
}

const (
	none  = math.MaxUint32
	noDay = math.MaxUint32
)

// labelEnd separates labels. No text that is valid has it.
const labelEnd = "\x00"

// An occurrence is the list of a stem and where the stem stands.
type occurrence struct {
	list *postings
	at   uint32
}

// Positions of the text and of labels are this far apart, and those of two labels,
// so that no phrase matches across them.
const gap = 8

// New returns an empty index.
func New() *Index {
	return &Index{
		byID: make(map[string]uint32), dayAt: make(map[int32]uint32),
		terms: make(map[string]*postings), words: make(map[string]*postings), shape: make(map[search.Shape]*postings),
	}
}

// Put adds a note, or replaces the one of the same id.
func (x *Index) Put(n Note) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(n.ID)
	number := uint32(len(x.docs))
	src := source{id: n.ID, text: n.Text, labels: strings.Join(n.Labels, labelEnd), at: math.MinInt64}
	d := doc{day: noDay, first: uint32(len(x.units)), live: true, front: n.Front}
	if !n.At.IsZero() {
		at := time.Date(n.At.Year(), n.At.Month(), n.At.Day(), n.At.Hour(), n.At.Minute(), n.At.Second(), 0, time.UTC)
		src.at, d.day = at.Unix(), x.day(notes.DayOf(at))
	}
	about := dayfile.AboutLines(n.Text)
	for _, r := range Units(n.Text) {
		has := contentOf(n.Text[r.Start:r.End])
		if slices.Contains(about, r.Start) {
			has |= isLabel
		}
		x.units = append(x.units, unit{
			start: uint32(r.Start), end: uint32(r.End), doc: number,
			prev: uint32(len(x.units)) - 1, next: uint32(len(x.units)) + 1,
			asks: strings.HasSuffix(n.Text[r.Start:r.End], "?") || heading(n.Text[r.Start:r.End]),
			has:  has,
		})
	}
	d.end = uint32(len(x.units))
	x.units[d.first].prev, x.units[d.end-1].next = none, none
	x.place(&d, &src, number)
	for _, s := range search.Shapes(n.Text) {
		if x.shape[s] == nil {
			x.shape[s] = &postings{}
		}
		x.shape[s].append(number, nil)
	}
	x.docs, x.from = append(x.docs, d), append(x.from, src)
	x.byID[n.ID] = number
	x.size.docs++
	x.size.units += uint64(d.end - d.first)
	x.size.tokens += uint64(d.tokens)
	x.link(number)
}

// place notes where the stems of a note stand.
func (x *Index) place(d *doc, src *source, number uint32) {
	x.found = x.found[:0]
	names := dayNames()
	u := d.first
	for t := range search.Each(src.text) {
		for u+1 < d.end && t.Start >= int(x.units[u+1].start) {
			u++
			x.units[u].from = d.tokens
		}
		x.found = append(x.found, occurrence{x.list(t.Folded), d.tokens})
		if names[t.Folded] {
			x.units[u].has |= HasDay
		}
		x.units[u].tokens++
		d.tokens++
	}
	for u++; u < d.end; u++ {
		x.units[u].from = d.tokens
	}
	at := d.tokens
	for label := range strings.SplitSeq(src.labels, labelEnd) {
		at += gap
		for t := range search.Each(label) {
			x.found = append(x.found, occurrence{x.list(t.Folded), at})
			at++
		}
	}
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
}

// list returns the list of a folded token.
func (x *Index) list(folded string) *postings {
	if list := x.words[folded]; list != nil {
		return list
	}
	stem := search.Stem(folded)
	list := x.terms[stem]
	if list == nil {
		list = &postings{number: x.made}
		x.made++
		x.terms[strings.Clone(stem)] = list
	}
	x.words[strings.Clone(folded)] = list
	return list
}

// Remove takes the note of an id out of the index. An id that is not in it is
// ignored.
func (x *Index) Remove(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(id)
}

func (x *Index) remove(id string) {
	number, ok := x.byID[id]
	if !ok {
		return
	}
	delete(x.byID, id)
	d, src := &x.docs[number], &x.from[number]
	x.unlink(number)
	x.size.docs--
	x.size.units -= uint64(d.end - d.first)
	x.size.tokens -= uint64(d.tokens)
	seen := make(map[*postings]bool, d.tokens)
	for _, s := range [2]string{src.text, src.labels} {
		for t := range search.Each(s) {
			if list := x.words[t.Folded]; !seen[list] {
				seen[list] = true
				list.drop()
			}
		}
	}
	for _, s := range search.Shapes(src.text) {
		x.shape[s].drop()
	}
	d.day, *src = noDay, source{}
	if dead := len(x.docs) - int(x.size.docs); dead > int(x.size.docs) && dead >= 1024 {
		x.compact()
	}
}
