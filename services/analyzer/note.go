package analyzer

import (
	"cmp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/terse"
	"github.com/weft-mesh/weft/notes/told"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/money"
)

// A note is an entry as the rules read it.
type note struct {
	entry   *commonv1.Entry
	day     notes.Day
	hour    int // in the user's zone
	minute  int
	tokens  []search.Token
	kinds   []told.Kind // of each token, once they are known
	numbers []number
	people  told.Known      // whom the notes name
	terms   map[string]bool // stems of tags, domains and names in its data

	continues []terse.Reading // what it leaves out as a part of a series, the last first
	unplaced  []terse.Reading // numbers that fit several
	written   []amountIn      // amounts of the text, once they are scanned
	scanned   bool
	lists     []money.List // amounts of money of the text, once they are read
	sentences []int        // number of the sentence of each token, once it is known
	days      []dayIn      // the days that it gives, once they are read
	mended    []mending    // what later notes say of its values
	mendings  []*note      // those notes
	mends     *note        // the note that this one corrects
}

// readNotes returns the entries as notes, in order of time, each once. An entry
// whose day can't be read is left out: nothing could be said about when it was.
func readNotes(entries []*commonv1.Entry, loc *time.Location, r *reader, l *lexicon) []*note {
	out := make([]*note, 0, len(entries))
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		day, err := notes.ParseDay(e.GetDate())
		if err != nil || day.IsZero() || seen[e.GetId()] {
			continue
		}
		seen[e.GetId()] = true
		n := &note{entry: e, day: day, tokens: search.Tokens(e.GetText())}
		switch {
		case e.GetTime() != nil:
			at := e.GetTime().AsTime().In(loc)
			n.hour, n.minute = at.Hour(), at.Minute()
		default:
			if id, err := notes.ParseID(e.GetId()); err == nil {
				n.hour, n.minute = id.Local.Hour(), id.Local.Minute()
			}
		}
		out = append(out, n)
	}
	slices.SortStableFunc(out, func(a, b *note) int {
		return cmp.Or(a.day.Compare(b.day), cmp.Compare(a.entry.GetId(), b.entry.GetId()))
	})
	mendAll(out)
	people := namedIn(out, l)
	for _, n := range out {
		n.people = people
	}
	r.read(out)
	for _, n := range out {
		n.disown()
	}
	r.readSeries(out)
	return out
}

// find returns the first token of the first of the phrases that the note
// states as what was so, and whether it only says that it did not happen. A
// phrase within a rival, a longer name for something else, is none.
func (n *note) find(phrases, rivals []ask.Phrase) (at int, said, denied bool) {
	return n.search(phrases, rivals, real)
}

// counting reports whether a word of a kind tells of a subject.
type counting func(told.Kind) bool

func real(k told.Kind) bool  { return k == 0 }
func meant(k told.Kind) bool { return k != told.Denied }

// counts is what tells of the subject: what was so, or where nothing else does
// what was only meant, asked or somebody else's.
func (s *subject) counts() counting {
	switch {
	case s.loose && s.own:
		return func(k told.Kind) bool { return meant(k) && k != told.Others }
	case s.loose:
		return meant
	}
	return real
}

// search is find with the kinds of words that count as said.
func (n *note) search(phrases, rivals []ask.Phrase, counts counting) (at int, said, denied bool) {
	for i := range n.tokens {
		for _, p := range phrases {
			if !n.at(i, p) || n.rivalled(i, len(p), rivals) {
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

func (n *note) at(i int, p ask.Phrase) bool {
	if len(p) == 0 || i+len(p) > len(n.tokens) {
		return false
	}
	for k := range p {
		if n.tokens[i+k].Stem != p[k].Stem {
			return false
		}
	}
	return true
}

func (n *note) rivalled(i, length int, rivals []ask.Phrase) bool {
	for _, r := range rivals {
		for start := max(0, i+length-len(r)); start <= i; start++ {
			if n.at(start, r) {
				return true
			}
		}
	}
	return false
}

// has reports whether one of some phrases stands in the note.
func (n *note) has(phrases []ask.Phrase) bool {
	return slices.ContainsFunc(phrases, func(p ask.Phrase) bool { return search.Contains(n.tokens, p) })
}

// ids returns the ids of notes.
func ids(ns []*note) []string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = n.entry.GetId()
	}
	return out
}

// daysOf returns the days of notes, each once.
func daysOf(ns []*note) []notes.Day {
	out := make([]notes.Day, len(ns))
	for i, n := range ns {
		out[i] = n.day
	}
	return slices.Compact(out)
}

func filter(ns []*note, keep func(*note) bool) []*note {
	var out []*note
	for _, n := range ns {
		if keep(n) {
			out = append(out, n)
		}
	}
	return out
}
