package planner

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// usual is how many days back a question about the present looks.
const usual = 30

// A span is a range that a question asks for, and what for.
type span struct {
	r              notes.Range
	role           commonv1.RangeRole
	label          string
	grain          commonv1.Grain
	fromHour, till int
	weekdays       []commonv1.Weekday // the days of the range that are meant; none for all
	explicit       bool               // the user named its dates
	assumed        bool               // nobody named it
	tacit          bool               // looked up, but left out of the scope: it may come from elsewhere
}

func (s span) proto() *commonv1.ScopeRange {
	return &commonv1.ScopeRange{
		Start: s.r.Start.String(), End: s.r.End.String(), Role: s.role, Label: s.label,
		StartHour: int32(s.fromHour), EndHour: int32(s.till), Weekdays: s.weekdays,
	}
}

// place works out which spans the question asks for.
func (q *question) place() {
	spans := distinct(q.spans)
	for _, s := range spans[:min(len(spans), mostSpans)] {
		q.times = append(q.times, s.Proto())
	}
	q.ranges = q.named(spans)
	q.leave("The question names %d spans of time; only the first %d were looked at.", len(q.ranges), mostSpans)
	q.ranges = q.ranges[:min(len(q.ranges), mostSpans)]
	q.against()
	q.partsOnly()
	if len(q.ranges) == 0 && q.needsRecent() {
		q.assume()
	}
	if len(q.focus()) == 1 && len(q.ranges) == 1 && q.wantsBaseline() {
		if others, ok := otherDays(q.ranges[0]); ok {
			q.ranges = append(q.ranges, others)
		} else if before, ok := preceding(q.ranges[0]); ok {
			q.ranges = append(q.ranges, before)
		}
	}
	for i, s := range q.ranges { // notes end today
		if !s.r.Start.IsZero() && !s.r.Start.After(q.today) && s.r.End.After(q.today) {
			q.ranges[i].r.End = q.today
		}
	}
}

// named returns the spans that the question names, each with its part. Hours and
// weekdays apply to every day range; alone they apply to all notes.
func (q *question) named(spans []timespan.Span) []span {
	var days, parts []timespan.Span
	for _, s := range spans {
		switch {
		case s.Range.IsZero():
			parts = append(parts, s)
		case q.kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION && !s.Range.Start.IsZero() && !s.Range.Start.Before(q.today):
			// "What should I do today?" is answered from the days before.
		default:
			days = append(days, s)
		}
	}
	var out []span
	for _, d := range days {
		one := span{
			r: d.Range, label: named(d), grain: d.Grain, explicit: d.Explicit && !feast(d),
			fromHour: d.StartHour, till: d.EndHour, weekdays: d.Proto().GetWeekdays(),
		}
		switch before := q.req.GetQuery()[:d.Offset]; {
		case !feast(d):
		case leadsUp.MatchString(before):
			one.r = notes.Range{Start: d.Range.Start.AddDays(-leadDays), End: d.Range.End.AddDays(7)}
			one.label = "the weeks around " + one.label
		case !dayNamed.MatchString(before + d.Text): // "how did Christmas go" is not about one day alone
			one.r = notes.Range{Start: d.Range.Start.AddDays(-2), End: d.Range.End.AddDays(1)}
		}
		if len(parts) == 0 || d.Hourly() || len(d.Weekdays) > 0 {
			out = append(out, one)
			continue
		}
		for _, p := range parts {
			part := one
			part.fromHour, part.till, part.weekdays = p.StartHour, p.EndHour, p.Proto().GetWeekdays()
			part.label = label(p.Text) + ", " + one.label
			out = append(out, part)
		}
	}
	if len(days) == 0 {
		for _, p := range parts {
			out = append(out, span{
				label: label(p.Text), grain: p.Grain, fromHour: p.StartHour, till: p.EndHour, weekdays: p.Proto().GetWeekdays(),
			})
		}
	}
	for i := range out {
		out[i].role = commonv1.RangeRole_RANGE_ROLE_FOCUS
		if i > 0 && q.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON {
			out[i].role = commonv1.RangeRole_RANGE_ROLE_BASELINE
		}
	}
	if len(out) == 2 && len(spans) == 2 && comparedWith.MatchString(q.req.GetQuery()[:spans[1].Offset]) {
		out[1].role = commonv1.RangeRole_RANGE_ROLE_BASELINE
	}
	return out
}

// leadDays is how long before a feast people get ready for it.
const leadDays = 30

// leadsUp are the words before a feast that mean more than its day: what was
// bought for Christmas was bought before it.
var leadsUp = regexp.MustCompile(`(?i)\b(?:for|before|around|over|about|until)\s+(?:the\s+)?$`)

// dayNamed is how somebody asks for the very day.
var dayNamed = regexp.MustCompile(`(?i)(?:\bon (?:the )?[\w' ]+|\b(?:day|eve)\b.*)$`)

// feast reports whether a span is a day that is named and not dated: its words
// don't say whether what was done for it is meant.
func feast(s timespan.Span) bool {
	return s.Explicit && s.Grain == commonv1.Grain_GRAIN_DAY && !strings.ContainsAny(s.Text, "0123456789")
}

// comparedWith are the words before a span that something else is held against.
var comparedWith = regexp.MustCompile(`(?i)(?:\bthan|\bversus|\bvs\.?|\bagainst|\bcompar\w+(?: \w+){0,2} (?:to|with)|\bcompare[ds]? to)\s+(?:(?:in|on|during)\s+)?$`)

// against adds to a question that only names what it compares with ("how does
// that compare to last week?", "savings in summer vs now") the time since then as
// what it is about. Facts of then and now are each told for themselves.
func (q *question) against() {
	if len(q.ranges) != 1 || len(q.spans) != 1 || q.kind != commonv1.QueryType_QUERY_TYPE_COMPARISON && q.kind != commonv1.QueryType_QUERY_TYPE_SIMPLE {
		return
	}
	then := q.ranges[0]
	compared := q.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON && comparedWith.MatchString(q.req.GetQuery()[:q.spans[0].Offset])
	if then.r.End.IsZero() || !then.r.End.Before(q.today) || !compared && !nowadays.MatchString(q.req.GetQuery()) {
		return
	}
	now := then
	now.r = notes.Range{Start: then.r.End.AddDays(1), End: q.today}
	now.label = "since then"
	if now.r.Start == now.r.End {
		now.label = "today"
	}
	if now.tacit = q.kind == commonv1.QueryType_QUERY_TYPE_SIMPLE; !now.tacit {
		then.role = commonv1.RangeRole_RANGE_ROLE_BASELINE
	}
	q.ranges = []span{now, then}
}

// nowadays are the words for the time of the question.
var nowadays = regexp.MustCompile(`(?i)\b(?:now|nowadays|currently|these days|at the moment|at present)\b`)

// partsOnly gives a comparison of parts of days or weeks, or one side of it
// ("morning workouts"), its days: it needs all that was done then, which no
// search for words finds.
func (q *question) partsOnly() {
	if !q.wantsBaseline() {
		return
	}
	for i, s := range q.ranges {
		if s.r.IsZero() && (s.fromHour != s.till || len(s.weekdays) > 0) {
			q.ranges[i].r = notes.Range{Start: q.today.AddDays(1 - usual), End: q.today}
		}
	}
}

// label returns how to name a span in an answer.
func label(text string) string {
	words := strings.Fields(text)
	if len(words) > 1 && (words[0] == "in" || words[0] == "at" || words[0] == "on" || words[0] == "during") {
		words = words[1:]
	}
	for i, w := range words {
		if proper[strings.ToLower(w)] {
			words[i] = strings.ToUpper(w[:1]) + strings.ToLower(w[1:])
		}
	}
	return strings.Join(words, " ")
}

// named is the label of a span, with the words elsewhere that belong to it.
func named(s timespan.Span) string {
	if len(s.Apart) == 0 {
		return monthName(s, label(s.Text))
	}
	words := label(s.Text)
	for _, w := range s.Apart {
		words += ", " + label(w.Text)
	}
	return words
}

// monthName is the name of a month that was abbreviated or mistyped.
func monthName(s timespan.Span, label string) string {
	if s.Grain != commonv1.Grain_GRAIN_MONTH || strings.ContainsAny(label, " -/0123456789") || !s.Explicit {
		return label
	}
	return s.Range.Start.Month.String()
}

// proper are the words of spans that are written with a capital.
var proper = func() map[string]bool {
	m := map[string]bool{"christmas": true, "easter": true}
	for i := range 12 {
		month := strings.ToLower((time.January + time.Month(i)).String())
		m[month], m[month[:3]] = true, true
	}
	for i := range 7 {
		m[strings.ToLower(time.Weekday(i).String())] = true
	}
	return m
}()

// needsRecent reports whether a question without a time means recent notes.
// Facts and "when did I last" mean all of them, and so do questions of what goes
// with what, and of anything that ever was.
func (q *question) needsRecent() bool {
	text := plain(q.req.GetQuery())
	if len(q.subjects) > 1 && !because.MatchString(text) && together.MatchString(text) {
		return false
	}
	switch q.kind {
	case commonv1.QueryType_QUERY_TYPE_INSIGHT, commonv1.QueryType_QUERY_TYPE_RECOMMENDATION, commonv1.QueryType_QUERY_TYPE_COMPARISON:
		return true
	}
	if len(q.subjects) == 0 && q.measures() {
		return false
	}
	if len(q.subjects)+len(q.amounts) == 0 {
		return !throughout.MatchString(text) || len(q.contentWords()) == 0
	}
	return recent.MatchString(text) && !throughout.MatchString(text)
}

// assume adds the last days as the span asked about. A follow-up that names
// neither subject nor time ("what should I change?") leaves it out of its scope,
// so that it takes the one of the question before it.
func (q *question) assume() {
	r := notes.Range{Start: q.today.AddDays(1 - usual), End: q.today}
	q.ranges = []span{{
		r: r, role: commonv1.RangeRole_RANGE_ROLE_FOCUS, label: fmt.Sprintf("the last %d days", usual),
		grain: commonv1.Grain_GRAIN_SPAN, assumed: true,
		tacit: len(q.subjects) == 0 && len(q.spans) == 0 && q.kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION,
	}}
	q.times = append(q.times, &commonv1.TimeRange{
		Start: r.Start.String(), End: r.End.String(), Assumed: true, Grain: commonv1.Grain_GRAIN_SPAN,
	})
}

// wantsBaseline reports whether the question needs something to compare with.
func (q *question) wantsBaseline() bool {
	return q.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON || q.asksWhy()
}

// asksWhy reports whether the question needs what surrounds its subject: it seeks
// reasons or patterns, and not only an account.
func (q *question) asksWhy() bool {
	text := plain(q.req.GetQuery())
	return q.kind == commonv1.QueryType_QUERY_TYPE_INSIGHT && (len(q.subjects) == 0 || !accounts.MatchString(text) || seeks.MatchString(text))
}

var (
	accounts = regexp.MustCompile(`\b(?:analy[sz]e|summari[sz]e|summary|review|overview|recap)\b`)
	because  = regexp.MustCompile(`\b(?:why|whys|how come|reasons?)\b`)
	seeks    = regexp.MustCompile(`\b(?:why|caus\w+|reasons?|affect\w*|effects?|impact\w*|influenc\w*|correlat\w*|patterns?|relat\w+|connection|explain\w*)\b`)
)

func (q *question) focus() []span {
	var out []span
	for _, s := range q.ranges {
		if s.role == commonv1.RangeRole_RANGE_ROLE_FOCUS {
			out = append(out, s)
		}
	}
	return out
}

// otherDays returns what a span of certain weekdays is compared with: the other
// days of the same weeks.
func otherDays(s span) (span, bool) {
	if len(s.weekdays) == 0 {
		return span{}, false
	}
	other := s
	other.role, other.label, other.weekdays = commonv1.RangeRole_RANGE_ROLE_BASELINE, "the other days", nil
	for d := commonv1.Weekday_WEEKDAY_MONDAY; d <= commonv1.Weekday_WEEKDAY_SUNDAY; d++ {
		if !slices.Contains(s.weekdays, d) {
			other.weekdays = append(other.weekdays, d)
		}
	}
	return other, len(other.weekdays) > 0
}

// preceding returns the span to compare a span with: the calendar unit before
// it, as many days before it, or for a single day the week before.
func preceding(s span) (span, bool) {
	r := s.r
	if r.Start.IsZero() || r.End.IsZero() {
		return span{}, false
	}
	before := span{role: commonv1.RangeRole_RANGE_ROLE_BASELINE, grain: s.grain, explicit: s.explicit, assumed: s.assumed, tacit: s.tacit,
		fromHour: s.fromHour, till: s.till}
	months := func(n int, label string) {
		before.label = label
		before.r = notes.Range{Start: r.Start.AddMonths(-n), End: r.Start.AddDays(-1)}
	}
	switch n := r.Days(); {
	case s.grain == commonv1.Grain_GRAIN_MONTH:
		months(1, "the month before")
	case s.grain == commonv1.Grain_GRAIN_QUARTER:
		months(3, "the three months before")
	case s.grain == commonv1.Grain_GRAIN_YEAR:
		months(12, "the year before")
	case s.grain == commonv1.Grain_GRAIN_WEEK:
		before.label = "the week before"
		if n == 2 {
			before.label = "the weekend before"
		}
		before.r = notes.Range{Start: r.Start.AddDays(-7), End: r.End.AddDays(-7)}
	case n == 1:
		before.label = "the 7 days before"
		before.r = notes.Range{Start: r.Start.AddDays(-7), End: r.Start.AddDays(-1)}
	default:
		before.label = fmt.Sprintf("the %d days before", n)
		before.r = notes.Range{Start: r.Start.AddDays(-n), End: r.Start.AddDays(-1)}
	}
	return before, true
}
