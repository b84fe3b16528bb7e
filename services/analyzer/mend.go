package analyzer

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
func (n *note) mend(v float64) float64 {
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
func mendAll(ns []*note) {
	for i, n := range ns {
		from, to, known := correctedIn(n.entry.GetText())
		if !n.entry.GetCorrection() && !(known && denied.MatchString(n.entry.GetText()[:from.start])) && !owning.MatchString(n.entry.GetText()) {
			continue
		}
		reach := mendable
		if known {
			reach = nameable
		}
		if target := mendedBy(ns[:i], n, from, to, known, reach); target != nil {
			n.mends = target
			target.mendings = append(target.mendings, n)
		}
	}
}

// correctedIn reads what a correction replaces, by what; known is false where it
// only gives the right value.
func correctedIn(text string) (from, to *amountIn, known bool) {
	all := slices.DeleteFunc(amountsOf(text), func(a amountIn) bool { return a.unit == "" && months.MatchString(text[max(0, a.start-12):a.start]) })
	old := slices.IndexFunc(all, func(a amountIn) bool { return replaced.MatchString(text[max(0, a.start-24):a.start]) })
	for i := 0; old < 0 && i+1 < len(all); i++ {
		if becomes.MatchString(text[all[i].end:all[i+1].start]) {
			old = i
		}
	}
	switch {
	case len(all) == 0:
		return nil, nil, false
	case old >= 0 && len(all) > 1:
		next := old - 1
		if next < 0 || old+1 < len(all) && becomes.MatchString(text[all[old].end:all[old+1].start]) {
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
func mendedBy(earlier []*note, c *note, from, to *amountIn, known bool, reach int) *note {
	if to == nil {
		return nil
	}
	about := search.Meaning(c.entry.GetText())
	var best *note
	var wrong float64
	most := -1
	for _, n := range slices.Backward(earlier) {
		if c.day.Sub(n.day) > reach {
			break
		}
		if n.entry.GetCorrection() && n.mends != nil {
			continue
		}
		v, ok := n.wrong(from, to, known)
		if !ok {
			continue
		}
		shared := 0
		for _, t := range n.tokens {
			if about[t.Stem] && (t.Folded[0] > '9' || t.Folded[0] < '0') {
				shared++
			}
		}
		if (!known || c.day.Sub(n.day) > mendable) && shared == 0 {
			continue
		}
		if shared > most {
			best, wrong, most = n, v, shared
		}
	}
	if best != nil {
		best.mended = append(best.mended, mending{wrong, to.value})
		best.scanned, best.lists = false, nil
	}
	return best
}

// wrong returns the value of the note that a correction replaces: the one it
// names, or the only one of its kind.
func (n *note) wrong(from, to *amountIn, known bool) (float64, bool) {
	var alike []float64
	for _, a := range n.amounts() {
		switch {
		case known && math.Abs(a.value-from.value) < 1e-9:
			return a.value, true
		case !known && quantity.Dimension(a.unit) == quantity.Dimension(to.unit) && a.unit == to.unit && (to.unit != "" || to.priced && a.priced):
			alike = append(alike, a.value)
		}
	}
	if len(alike) == 1 && alike[0] != to.value {
		return alike[0], true
	}
	return 0, false
}

// withMendings adds to the ids of entries those of what corrects them.
func withMendings(ns []*note) map[string][]string {
	out := map[string][]string{}
	for _, n := range ns {
		for _, m := range n.mendings {
			out[n.entry.GetId()] = append(out[n.entry.GetId()], m.entry.GetId())
		}
	}
	return out
}
