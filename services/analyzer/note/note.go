package note

import (
	"cmp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/terse"
	"github.com/weft-mesh/weft/notes/told"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/money"
)

// A Note is an entry as the rules read it.
type Note struct {
	Entry   *commonv1.Entry
	Day     notes.Day
	Hour    int // in the user's zone
	minute  int
	Tokens  []search.Token
	kinds   []told.Kind // of each token, once they are known
	Numbers []Number
	people  told.Known      // whom the notes name
	terms   map[string]bool // stems of tags, domains and names in its data

	Continues []terse.Reading // what it leaves out as a part of a series, the last first
	Unplaced  []terse.Reading // numbers that fit several
	written   []Amount        // amounts of the text, once they are scanned
	scanned   bool
	lists     []money.List // amounts of money of the text, once they are read
	sentences []int        // number of the sentence of each token, once it is known
	days      []Date       // the days that it gives, once they are read
	mended    []mending    // what later notes say of its values
	Mendings  []*Note      // those notes
	Mends     *Note        // the note that this one corrects
}

// Read returns the entries as notes, in order of time, each once. An entry
// whose day can't be read is left out: nothing could be said about when it was.
func Read(entries []*commonv1.Entry, loc *time.Location, schemas []*commonv1.DomainSchema, memory *extract.Memory, l *Lexicon) []*Note {
	out := make([]*Note, 0, len(entries))
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		day, err := notes.ParseDay(e.GetDate())
		if err != nil || day.IsZero() || seen[e.GetId()] {
			continue
		}
		seen[e.GetId()] = true
		n := &Note{Entry: e, Day: day, Tokens: search.Tokens(e.GetText())}
		switch {
		case e.GetTime() != nil:
			at := e.GetTime().AsTime().In(loc)
			n.Hour, n.minute = at.Hour(), at.Minute()
		default:
			if id, err := notes.ParseID(e.GetId()); err == nil {
				n.Hour, n.minute = id.Local.Hour(), id.Local.Minute()
			}
		}
		out = append(out, n)
	}
	slices.SortStableFunc(out, func(a, b *Note) int {
		return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.Entry.GetId(), b.Entry.GetId()))
	})
	mendAll(out)
	people := namedIn(out, l)
	for _, n := range out {
		n.people = people
	}
	r := newReader(schemas, memory, l.Thesaurus.Forms)
	r.read(out)
	for _, n := range out {
		n.disown()
	}
	r.readSeries(out)
	return out
}

// Find returns the first token of the first of the phrases that the note
// states as what was so, and whether it only says that it did not happen. A
// phrase within a rival, a longer name for something else, is none.
func (n *Note) Find(phrases, rivals []ask.Phrase) (at int, said, denied bool) {
	return n.Search(phrases, rivals, real)
}

// counting reports whether a word of a kind tells of a subject.
type counting func(told.Kind) bool

func real(k told.Kind) bool { return k == 0 }

// Meant reports whether a word of a kind says anything but that something was not.
func Meant(k told.Kind) bool { return k != told.Denied }

// counts is what tells of the subject: what was so, or where nothing else does
// what was only meant, asked or somebody else's.
func (s *Subject) counts() counting {
	switch {
	case s.Loose && s.Own:
		return func(k told.Kind) bool { return Meant(k) && k != told.Others }
	case s.Loose:
		return Meant
	}
	return real
}

// Search is Find with the kinds of words that count as said.
func (n *Note) Search(phrases, rivals []ask.Phrase, counts counting) (at int, said, denied bool) {
	for i := range n.Tokens {
		for _, p := range phrases {
			if !n.At(i, p) || n.rivalled(i, len(p), rivals) {
				continue
			}
			switch k := n.kind(i); {
			case k == told.Denied:
				denied = true
				continue
			case !counts(k):
				continue
			}
			return i, true, false
		}
	}
	return -1, false, denied
}

// At reports whether a phrase stands at a token.
func (n *Note) At(i int, p ask.Phrase) bool {
	if len(p) == 0 || i+len(p) > len(n.Tokens) {
		return false
	}
	for k := range p {
		if n.Tokens[i+k].Stem != p[k].Stem {
			return false
		}
	}
	return true
}

func (n *Note) rivalled(i, length int, rivals []ask.Phrase) bool {
	for _, r := range rivals {
		for start := max(0, i+length-len(r)); start <= i; start++ {
			if n.At(start, r) {
				return true
			}
		}
	}
	return false
}

// Has reports whether one of some phrases stands in the note.
func (n *Note) Has(phrases []ask.Phrase) bool {
	return slices.ContainsFunc(phrases, func(p ask.Phrase) bool { return search.Contains(n.Tokens, p) })
}

// IDs returns the ids of notes.
func IDs(ns []*Note) []string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = n.Entry.GetId()
	}
	return out
}

// DaysOf returns the days of notes, each once.
func DaysOf(ns []*Note) []notes.Day {
	out := make([]notes.Day, len(ns))
	for i, n := range ns {
		out[i] = n.Day
	}
	return slices.Compact(out)
}

// Filter returns the notes that keep accepts.
func Filter(ns []*Note, keep func(*Note) bool) []*Note {
	var out []*Note
	for _, n := range ns {
		if keep(n) {
			out = append(out, n)
		}
	}
	return out
}

// SaysAt reports whether one of some phrases stands at a token.
func (n *Note) SaysAt(i int, phrases []ask.Phrase) bool {
	return slices.ContainsFunc(phrases, func(p ask.Phrase) bool { return n.At(i, p) })
}

// WritesAt reports whether one of some phrases stands at a token to the letter.
func (n *Note) WritesAt(at int, phrases []ask.Phrase) bool {
	return slices.ContainsFunc(phrases, func(ph ask.Phrase) bool { return n.At(at, ph) && n.Tokens[at].Folded == ph[0].Folded })
}

// IDSet returns the ids of notes as a set.
func IDSet(ns []*Note) map[string]bool {
	out := make(map[string]bool, len(ns))
	for _, n := range ns {
		out[n.Entry.GetId()] = true
	}
	return out
}
