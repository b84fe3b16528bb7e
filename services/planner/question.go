package planner

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// A question is what the planner reads out of a request.
type question struct {
	req     *pb.PlanRequest
	ref     timespan.Ref
	today   notes.Day
	words   *query.Lexicon
	reading timespan.Reading // its times, those of dated events among them
	form    *commonv1.QueryForm
	undated []event  // what other times count from, to be looked for first
	dated   []event  // the same, of those that notes have dated
	left    []string // what of it is left out, as the user is told
}

func read(req *pb.PlanRequest, now time.Time, words *query.Lexicon) *question {
	q := &question{
		req:   req,
		ref:   timespan.Ref{Now: now, WeekStart: timespan.WeekStart(req.GetContext().GetWeekStart())},
		today: notes.DayOf(now),
		words: words,
	}
	q.reading = timespan.Read(req.GetQuery(), q.ref)
	q.tie()
	q.reading.Spans = distinct(q.reading.Spans)
	q.leave("The question names %d spans of time; only the first %d were looked at.", len(q.reading.Spans), mostSpans)
	q.reading.Spans = q.reading.Spans[:min(len(q.reading.Spans), mostSpans)]
	q.form = query.Read(req.GetQuery(), q.reading, q.ref, words)
	q.understand()
	return q
}

// times are the spans of the question as they go over the wire.
func (q *question) times() []*commonv1.TimeRange {
	var out []*commonv1.TimeRange
	for _, s := range q.reading.Spans {
		out = append(out, s.Proto())
	}
	return out
}

func (q *question) unresolvedTimes() []*commonv1.UnresolvedTime {
	var out []*commonv1.UnresolvedTime
	for _, u := range q.reading.Unresolved[:min(len(q.reading.Unresolved), mostSpans)] {
		out = append(out, &commonv1.UnresolvedTime{Text: u.Text, Reason: u.Reason})
	}
	return out
}

// explicit reports whether the user named the dates that are asked about.
func (q *question) explicit() bool {
	return slices.ContainsFunc(q.reading.Spans, func(s timespan.Span) bool { return s.Explicit })
}

// daysIn returns the ranges of days that a form names, sides included; open ones say
// nothing of where to look.
func daysIn(form *commonv1.QueryForm) []notes.Range {
	var out []notes.Range
	for _, r := range rangesIn(form) {
		out = append(out, rangeOf(r.GetStart(), r.GetEnd()))
	}
	return out
}

// rangesIn returns the ranges of a form and of its sides, each once.
func rangesIn(form *commonv1.QueryForm) []*commonv1.ScopeRange {
	out := slices.Clone(form.GetRanges())
	for _, side := range form.GetSides() {
		for _, r := range rangesIn(side) {
			if !slices.ContainsFunc(out, func(have *commonv1.ScopeRange) bool { return proto.Equal(have, r) }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// hull returns the range from the first to the last day of all ranges, open where
// one of them is.
func hull(all []notes.Range) notes.Range {
	var out notes.Range
	for i, r := range all {
		if i == 0 {
			out = r
			continue
		}
		if r.Start.IsZero() || !out.Start.IsZero() && r.Start.Before(out.Start) {
			out.Start = r.Start
		}
		if r.End.IsZero() || !out.End.IsZero() && out.End.Before(r.End) {
			out.End = r.End
		}
	}
	return out
}

func rangeOf(start, end string) notes.Range {
	r, err := notes.ParseRange(start, end)
	if err != nil {
		return notes.Range{}
	}
	return r
}

// listed joins names as a sentence does.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return fmt.Sprintf("%s and %s", strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}
