package ask

import (
	"regexp"
	"strings"
)

// A Period is a part of time by which values are grouped, or a rate is told.
type Period string

// The periods; "" is none.
const (
	Day     Period = "day"
	Week    Period = "week"
	Month   Period = "month"
	Year    Period = "year"
	Weekday Period = "weekday" // a day of the week
)

// Days is how many days a period has on average; 0 for a weekday.
func (p Period) Days() float64 {
	return map[Period]float64{Day: 1, Week: 7, Month: 30.4375, Year: 365.25}[p]
}

var (
	// whichPeriod asks in which month, week, year or on which day of the week
	// there was most of something.
	whichPeriod = regexp.MustCompile(`(?i)\b(?:which|what)\s+(month|week|year|weekday|day of the week|part of the week)\b`)
	// byPeriod asks for each month, week or day of the week.
	byPeriod = regexp.MustCompile(`(?i)\bby (month|week|year|weekday|day of the week)\b|\b(month|week|year) by (?:month|week|year)\b|\b(?:for|in) (?:each|every) (month|week|year|weekday)\b`)
	// per asks for a rate.
	per = regexp.MustCompile(`(?i)\b(?:per|a|each|every)\s+(day|week|month|year)\b|\b(weekly|monthly|daily)\b`)

	periods = map[string]Period{
		"day of the week": Weekday, "part of the week": Weekday, "weekly": Week, "monthly": Month, "daily": Day,
	}
)

// period reads the period that a pattern finds in the question, "" if none.
func (q *Query) period(pattern *regexp.Regexp) Period {
	m := pattern.FindStringSubmatch(q.Text)
	if m == nil {
		return ""
	}
	q.find(pattern)
	name := strings.ToLower(strings.Join(m[1:], ""))
	if p := periods[name]; p != "" {
		return p
	}
	return Period(name)
}

// readPeriods finds the groups of a question, and the rate.
func (q *Query) readPeriods() {
	q.Per = q.period(per)
	q.By = q.period(whichPeriod)
	if q.Which = q.By != ""; !q.Which {
		q.By = q.period(byPeriod)
	}
}
