package note

import (
	"regexp"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A Date is a day that a note gives.
type Date struct {
	Day      notes.Day
	Token    int
	Weekly   bool // it is a day of the week
	Yearless bool // its year is not given
	Exact    bool // it is given in digits
}

// nearest returns the day of a year's date that is nearest to another day.
func nearest(date, to notes.Day) notes.Day {
	best := date
	for _, years := range []int{-1, 1} {
		d := notes.DayOf(date.In(time.UTC).AddDate(years, 0, 0))
		if max(d.Sub(to), to.Sub(d)) < max(best.Sub(to), to.Sub(best)) {
			best = d
		}
	}
	return best
}

// mostAway is how long something may last that begins on a day.
const mostAway = 28

// Dates returns the days that the note gives, where weeks begin on a day of the
// week. Of a date without its year the nearest to the note is meant; of what lasts,
// the first day.
func (n *Note) Dates(weekStart time.Weekday) []Date {
	if n.days != nil {
		return n.days
	}
	n.days = []Date{}
	read := timespan.Read(n.Entry.GetText(), timespan.Ref{Now: n.Day.In(time.UTC), WeekStart: weekStart})
	for _, s := range read.Spans {
		at, day := n.TokenAt(s.Offset), s.Range.Start
		if day.IsZero() && s.Explicit {
			day = s.Range.End // "till 20 August"
		}
		exact := s.Explicit && inDigits.MatchString(s.Text)
		if single := s.Range.Days() < 2 || exact && s.Range.Days() < mostAway; at < 0 || day.IsZero() || !single || numbering.MatchString(leading(n.Entry.GetText(), s.Offset)) {
			continue
		}
		yearless := s.Explicit && !hasYear.MatchString(s.Text)
		if yearless {
			day = nearest(day, n.Day)
		}
		n.days = append(n.days, Date{Day: day, Token: at, Weekly: !s.Explicit && weekdayIn.MatchString(s.Text), Yearless: yearless, Exact: exact})
	}
	return n.days
}

var (
	// numbering stands before the number of a thing: "migraine nr 2 of jan".
	numbering = regexp.MustCompile(`(?i)(?:\b(?:no|nr|number|wk|week|day|night|page|p)\.?|#) ?$`)
	// weekdayIn finds the name of a day of the week.
	weekdayIn = regexp.MustCompile(`(?i)^(?:on )?(?:mon|tue|wed|thu|fri|sat|sun)`)
	// inDigits is a date, as "3 May", "16/7" or "the 18th", and no week of a plan.
	inDigits = regexp.MustCompile(`(?i)\d\d?[./]\d|\d-\d\d-\d|\d(?:st|nd|rd|th)\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\W+\d|\d\W+(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`)
	// hasYear finds a year in a date.
	hasYear = regexp.MustCompile(`\b\d{4}\b|\d[./-]\d{1,2}[./-]\d`)
)
