package observation

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// correcting is how a note says that another one is wrong, where nobody has marked
// it as a correction.
var correcting = regexp.MustCompile(`(?i)^\W*(?:correction|actually)\b|\bnot \W?\d`)

// corrects reports whether a note says that another one is wrong, and it isn't known which:
// what has changed an entry is read.
func corrects(e *commonv1.Entry) bool {
	return e.GetCorrects() == "" && (e.GetCorrection() || correcting.MatchString(e.GetText()))
}

const (
	// A correction of something is looked for among the notes of so many days before.
	correctedDays = 31
	// What names nothing belongs to what was noted right before it.
	besideDays = 2
)

// corrected reports whether a number of an entry is one that a later note has put
// right: the entry's data has a number like it that its text has not, or the note has
// both of them.
func corrected(e *commonv1.Entry, all []*commonv1.Entry, q quantity.Quantity, taken []figure) bool {
	day, err := notes.ParseDay(e.GetDate())
	if err != nil {
		return false
	}
	last := day.AddDays(correctedDays).String()
	return slices.ContainsFunc(all, func(c *commonv1.Entry) bool {
		if !c.GetCorrection() || c.GetDate() < e.GetDate() || c.GetDate() > last {
			return false
		}
		if c.GetCorrects() == e.GetId() && inPlaceOf(q, e, taken) {
			return true
		}
		wrong, right := false, false
		for _, said := range quantity.Scan(c.GetText()) {
			wrong = wrong || near(said.Value, "", figure{q.Value, q.Unit})
			right = right || have(taken, said)
		}
		return wrong && right
	})
}

// inPlaceOf reports whether an entry's data has a number of the kind of one of its text that
// the text has not.
func inPlaceOf(q quantity.Quantity, e *commonv1.Entry, taken []figure) bool {
	said := quantity.Scan(e.GetText())
	return slices.ContainsFunc(taken, func(f figure) bool {
		return classOf(f.unit) == classOf(q.Unit) && !slices.ContainsFunc(said, func(s quantity.Quantity) bool { return have([]figure{f}, s) })
	})
}

// uncorrected returns a number of a correcting note that its target does not show. It
// is taken to be shown by a row near it that has what the note asserts and by none
// that has what the note denies.
func (r *Reader) uncorrected(c *commonv1.Entry, all []*commonv1.Entry, w *wanted, quantities []quantity.Quantity) (quantity.Quantity, bool) {
	day, err := notes.ParseDay(c.GetDate())
	if err != nil {
		return quantity.Quantity{}, false
	}
	var shown, beside []figure
	from, right := day.AddDays(-correctedDays).String(), day.AddDays(-besideDays).String()
	follows := false // a row of the selection stands right before it
	for _, e := range all {
		if e.GetId() == c.GetId() || e.GetCorrection() || e.GetDate() < from || e.GetDate() > c.GetDate() {
			continue
		}
		for _, row := range w.rows[e.GetId()] {
			shown = append(shown, figure{row.GetValue(), row.GetUnit()})
			follows = follows || e.GetDate() >= right
		}
		if e.GetDate() >= right {
			beside = append(beside, r.figures(e, w)...)
		}
	}
	denied := assertion.Scan(c.GetText())
	denied = slices.DeleteFunc(denied, func(s assertion.Span) bool { return s.Kind != assertion.Negated })
	var asserted []quantity.Quantity
	wrong := false // it says what was wrong, and none of the rows has it
	for _, q := range quantities {
		if !slices.ContainsFunc(denied, func(s assertion.Span) bool { return spanOf(q).meets(s) }) {
			asserted = append(asserted, q)
		} else if have(shown, q) {
			return q, true // the target still says so
		} else {
			wrong = true
		}
	}
	fits := func(q quantity.Quantity) bool { return q.Unit == "" || w.wants(q.Unit) }
	at := slices.IndexFunc(asserted, fits)
	if at < 0 || have(shown, asserted[at]) || have(beside, asserted[at]) {
		return quantity.Quantity{}, false
	}
	bears := w.named(search.Tokens(c.GetText())) || c.GetCorrection() && follows && !wrong
	return asserted[at], bears
}
