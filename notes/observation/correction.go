package observation

import (
	"regexp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
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
	if e.GetCorrected() && inPlaceOf(q, e, taken) {
		return true // the correcting note may be of another span
	}
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

// openCorrection returns the words of a correcting note that its target does not show: a number,
// or that something which has rows did not happen.
func (r *Reader) openCorrection(c *commonv1.Entry, all []*commonv1.Entry, w *wanted, quantities []quantity.Quantity, tokens []search.Token) (span, bool) {
	quantities = undated(c, quantities)
	if q, open := r.uncorrected(c, all, w, quantities); open {
		return spanOf(q), true
	}
	if len(quantities) > 0 && !announces.MatchString(c.GetText()) || !w.named(tokens) || !w.shownBefore(c, all) {
		return span{}, false
	}
	for _, s := range assertion.Scan(c.GetText()) {
		if words := (span{s.Start, s.End}); s.Kind == assertion.Negated && !slices.ContainsFunc(quantities, func(q quantity.Quantity) bool { return spanOf(q).meets(s) }) {
			return words, true
		}
	}
	return span{}, false
}

// announces begins a note that corrects.
var announces = regexp.MustCompile(`(?i)^\W*correction\b`)

// shownBefore reports whether a row of the selection is of a note that a correction may mean.
func (w *wanted) shownBefore(c *commonv1.Entry, all []*commonv1.Entry) bool {
	day, err := notes.ParseDay(c.GetDate())
	from := day.AddDays(-correctedDays).String()
	return err == nil && slices.ContainsFunc(all, func(e *commonv1.Entry) bool {
		return e.GetId() != c.GetId() && e.GetDate() >= from && e.GetDate() <= c.GetDate() && len(w.rows[e.GetId()]) > 0
	})
}

// CorrectedWithin is how many days after a span corrections of it are looked for.
const CorrectedWithin = correctedDays

// OpenLater returns which notes that were written after a span may correct something of it and
// have changed nothing: those that name a day of it, and corrections that name no day and deny a
// value of it. Each has the day that it may mean. Rows are those of the span's entries.
func (r *Reader) OpenLater(later, entries []*commonv1.Entry, within notes.Range, sel *commonv1.Selection, rows []*commonv1.Observation) []*commonv1.UnreadNote {
	about := map[string]string{} // the day that each means, by its entry
	for _, c := range later {
		if day := correctedDay(c, within, rows); corrects(c) && day != "" {
			about[c.GetId()] = day
			entries = append(slices.Clip(entries), c)
		}
	}
	if len(about) == 0 {
		return nil
	}
	out := slices.DeleteFunc(r.Unread(entries, sel, rows), func(u *commonv1.UnreadNote) bool {
		return u.GetReason() != commonv1.UnreadReason_UNREAD_REASON_CORRECTION || about[u.GetEntryId()] == ""
	})
	for _, u := range out {
		u.Date = about[u.GetEntryId()]
	}
	return out
}

// correctedDay returns the day of a span of which a correcting note of a later day may mean a
// value, "" if of none.
func correctedDay(c *commonv1.Entry, within notes.Range, rows []*commonv1.Observation) string {
	day, err := notes.ParseDay(c.GetDate())
	if err != nil {
		return ""
	}
	dated := false
	for _, s := range spansOf(c) {
		if s.Range.Days() == 1 && s.Range.Start != day {
			if dated = true; within.Contains(s.Range.Start) {
				return s.Range.Start.String()
			}
		}
	}
	if dated || !c.GetCorrection() {
		return ""
	}
	denied := assertion.Scan(c.GetText())
	for _, q := range undated(c, quantity.Scan(c.GetText())) {
		at := slices.IndexFunc(rows, func(row *commonv1.Observation) bool {
			return near(row.GetValue(), row.GetUnit(), figure{q.Value, q.Unit})
		})
		if at >= 0 && slices.ContainsFunc(denied, func(s assertion.Span) bool { return s.Kind == assertion.Negated && spanOf(q).meets(s) }) {
			return rows[at].GetDate()
		}
	}
	return ""
}

// spansOf returns the times that a note names, seen from its day.
func spansOf(c *commonv1.Entry) []timespan.Span {
	day, err := notes.ParseDay(c.GetDate())
	if err != nil {
		return nil
	}
	return timespan.Scan(c.GetText(), timespan.Ref{Now: day.In(time.UTC), WeekStart: time.Monday})
}

// undated leaves out the numbers of dates: the 9 of "on May 9" is no value.
func undated(c *commonv1.Entry, quantities []quantity.Quantity) []quantity.Quantity {
	spans := spansOf(c)
	return slices.DeleteFunc(slices.Clone(quantities), func(q quantity.Quantity) bool {
		return slices.ContainsFunc(spans, func(s timespan.Span) bool {
			return s.Range.Days() == 1 && s.Offset <= q.Start && q.End <= s.Offset+len(s.Text)
		})
	})
}
