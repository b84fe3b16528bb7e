package analyzer

import (
	"cmp"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ofDays reports whether a note is of the days that the question names: it was
// written for one of them, or it speaks of one, as a plan does.
func (q *inquiry) ofDays(n *note) bool {
	ranges := query.NamedDays(q.form)
	return within(n.day(), ranges) || q.speaks(n) != nil
}

// weekStart is the day on which the asker's weeks begin.
func (q *inquiry) weekStart() time.Weekday {
	return timespan.WeekStart(q.req.GetContext().GetWeekStart())
}

// mostRead is how many notes are read for the days that they name, the best ones.
const mostRead = 128

// speaks returns the words by which a note of another day names one that the
// question names, nil if it names none.
func (q *inquiry) speaks(n *note) *commonv1.TextRange {
	if n.names != nil {
		return n.names.words
	}
	n.names = &passage{note: n}
	ranges := query.NamedDays(q.form)
	if len(ranges) == 0 || n.day() != "" && within(n.day(), ranges) || q.readDays == mostRead {
		return nil
	}
	q.readDays++
	at := n.at()
	if n.day() == "" { // a page is read as it stands today
		at = today(q.req.GetContext()).In(time.UTC)
	}
	offset, ok := eventtime.Speaks(eventtime.Note{At: at, Text: n.text()}, q.weekStart(), today(q.req.GetContext()),
		func(d notes.Day) bool { return dayWithin(d, ranges) })
	if !ok {
		return nil
	}
	for _, s := range sentencesOf(n.text()) {
		if s.start <= offset && offset < s.end {
			n.names.words = trimmed(n.text(), s.start, s.end)
		}
	}
	return n.names.words
}

// daysAlone reports whether a question names days and nothing else.
func (q *inquiry) daysAlone() bool { return len(q.terms) == 0 && len(query.NamedDays(q.form)) > 0 }

// nearest orders notes by how far they are from the days that the question names.
func (q *inquiry) nearest(a, b *note) int { return cmp.Compare(q.distance(a), q.distance(b)) }

func (q *inquiry) distance(n *note) int {
	day, err := notes.ParseDay(n.day())
	if err != nil || day.IsZero() {
		return farAway
	}
	out := farAway
	for _, r := range query.NamedDays(q.form) {
		for _, end := range []string{r.GetStart(), r.GetEnd()} {
			if d, err := notes.ParseDay(end); err == nil && !d.IsZero() {
				out = min(out, max(day.Sub(d), d.Sub(day)))
			}
		}
	}
	return out
}

// farAway is further than notes are apart, in days.
const farAway = 1 << 20
