package note

import (
	"math"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// A mending is a value that a later note corrects.
type mending struct{ from, to float64 }

// mendable is how many days back a correction reaches.
const mendable = 7

// nameable is how many days back one reaches that names the value that was wrong, and
// shares a word with the note that has it.
const nameable = 60

var (
	// replaced stands right before a value that was wrong.
	replaced = regexp.MustCompile(`(?i)\b(?:not|instead of|rather than|wasn['’]?t|isn['’]?t|weren['’]?t|aren['’]?t|no longer|never|from)\s+(?:just |only |a |the |my )?[€$£]?$`)
	// denied stands before a value that a note says was wrong, whoever marked it as a correction.
	denied = regexp.MustCompile(`(?i)\b(?:not|instead of|rather than|wasn['’]?t)\s+[€$£]?$`)
	// owning begins a note that says that another is wrong.
	owning = regexp.MustCompile(`(?i)^\W*(?:oops|whoops|correction|corrected|my mistake|typo|sorry,? (?:the|it|i|that)|edit)\b`)
	// becomes stands between a value that was wrong and the right one.
	becomes = regexp.MustCompile(`(?i)^[^.;\n]{0,12}(?:->|→|\bshould (?:have been|be|read|say)\b|\b(?:was|is|were) (?:actually|really)\b|\bto\b|\bmeant\b)[^.;\n]{0,12}$`)
)

// mend returns the value that later notes say is meant where this one says v.
func (n *Note) mend(v float64) float64 {
	for _, m := range n.mended {
		if math.Abs(m.from-v) < 1e-9 {
			v = m.to
		}
	}
	return v
}

// mendAll finds for each correction the note that it corrects. The numbers of
// that note become the right ones, and the correction is no event of its own. A
// correction that can't be placed stays a note like any other: what it says is
// still what the user says.
func mendAll(ns []*Note) {
	for i, n := range ns {
		from, to, known := correctedIn(n.Entry.GetText())
		if !n.Entry.GetCorrection() && !(known && denied.MatchString(leading(n.Entry.GetText(), from.Start))) && !owning.MatchString(n.Entry.GetText()) {
			continue
		}
		reach := mendable
		if known {
			reach = nameable
		}
		if target := mendedBy(ns[:i], n, from, to, known, reach); target != nil {
			n.Mends = target
			target.Mendings = append(target.Mendings, n)
		}
	}
}

// correctedIn reads what a correction replaces, by what; known is false where it
// only gives the right value.
func correctedIn(text string) (from, to *Amount, known bool) {
	all := slices.DeleteFunc(AmountsIn(text), func(a Amount) bool { return a.Unit == "" && months.MatchString(text[max(0, a.Start-12):a.Start]) })
	old := slices.IndexFunc(all, func(a Amount) bool { return replaced.MatchString(text[max(0, a.Start-24):a.Start]) })
	for i := 0; old < 0 && i+1 < len(all); i++ {
		if becomes.MatchString(text[all[i].End:all[i+1].Start]) {
			old = i
		}
	}
	switch {
	case len(all) == 0:
		return nil, nil, false
	case old >= 0 && len(all) > 1:
		next := old - 1
		if next < 0 || old+1 < len(all) && becomes.MatchString(text[all[old].End:all[old+1].Start]) {
			next = old + 1
		}
		return &all[old], &all[next], true
	case old < 0 && len(all) == 1:
		return nil, &all[0], false
	}
	return nil, nil, false
}

// mendedBy returns the earlier note that a correction is of, and notes in it
// what it mends: the latest that has the wrong value, those that share a word
// with the correction first.
func mendedBy(earlier []*Note, c *Note, from, to *Amount, known bool, reach int) *Note {
	if to == nil {
		return nil
	}
	about := search.Meaning(c.Entry.GetText())
	var best *Note
	var wrong float64
	most := -1
	for _, n := range slices.Backward(earlier) {
		if c.Day.Sub(n.Day) > reach {
			break
		}
		if n.Entry.GetCorrection() && n.Mends != nil {
			continue
		}
		v, ok := n.wrong(from, to, known)
		if !ok {
			continue
		}
		shared := 0
		for _, t := range n.Tokens {
			if about[t.Stem] && (t.Folded[0] > '9' || t.Folded[0] < '0') {
				shared++
			}
		}
		if (!known || c.Day.Sub(n.Day) > mendable) && shared == 0 {
			continue
		}
		if shared > most {
			best, wrong, most = n, v, shared
		}
	}
	if best != nil {
		best.mended = append(best.mended, mending{wrong, to.Value})
		best.scanned, best.lists = false, nil
	}
	return best
}

// wrong returns the value of the note that a correction replaces: the one it
// names, or the only one of its kind.
func (n *Note) wrong(from, to *Amount, known bool) (float64, bool) {
	var alike []float64
	for _, a := range n.Amounts() {
		switch {
		case known && math.Abs(a.Value-from.Value) < 1e-9:
			return a.Value, true
		case !known && quantity.Dimension(a.Unit) == quantity.Dimension(to.Unit) && a.Unit == to.Unit && (to.Unit != "" || to.Priced && a.Priced):
			alike = append(alike, a.Value)
		}
	}
	if len(alike) == 1 && alike[0] != to.Value {
		return alike[0], true
	}
	return 0, false
}

// WithMendings adds to the ids of entries those of what corrects them.
func WithMendings(ns []*Note) map[string][]string {
	out := map[string][]string{}
	for _, n := range ns {
		for _, m := range n.Mendings {
			out[n.Entry.GetId()] = append(out[n.Entry.GetId()], m.Entry.GetId())
		}
	}
	return out
}
