package planner

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// again writes a later plan of a run: it loads what a gap needs, looks for what was
// not looked for, asks what no note can hold, or ends the search.
func (q *question) again(res *pb.PlanResponse) {
	for _, g := range q.req.GetGaps() {
		res.GapsStatus = append(res.GapsStatus, q.status(g))
	}
	if more := q.domainsForGaps(); len(more) > 0 {
		res.ExpandDomains = more
		res.NextAction = pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN
		res.Reasoning = "What is missing needs the knowledge of " + listed(more) + "."
		return
	}
	w := newWriter(q.req.GetRetrievalHistory())
	var why []string
	for _, step := range []struct {
		write  func(*writer)
		reason string
	}{
		{q.resume, "the question was not looked up with all that is loaded now"},
		{q.sayAgain, "the user said what the question refers to"},
		{q.fillGaps, "some of what is missing was not searched for yet"},
		{q.feedback, "the last answer lacks something"},
		{q.widen, "the days that were asked for hold nothing, so others are looked at"},
	} {
		before := len(w.out)
		if step.write(w); len(w.out) > before {
			why = append(why, step.reason)
		}
	}
	if len(w.out) > 0 {
		res.Instructions = q.written(w)
		res.NextAction = pb.NextAction_NEXT_ACTION_RETRIEVE
		reason := strings.Join(why, "; ")
		res.Reasoning = strings.ToUpper(reason[:1]) + reason[1:] + "."
		return
	}
	if open := q.onlyTheUserKnows(); len(open) > 0 {
		res.ClarifyGaps = open
		res.NextAction = pb.NextAction_NEXT_ACTION_CLARIFY
		res.Reasoning = "The notes were searched; only the user can tell what is missing."
		return
	}
	res.NextAction = pb.NextAction_NEXT_ACTION_SYNTHESIZE
	res.Reasoning = "Everything that could be looked up has been; the answer rests on what was found."
}

// resume looks the question up again: domains that came since declare other values
// of it. What was looked up is left out.
func (q *question) resume(w *writer) { q.open(w) }

// sayAgain looks the question up with the words that the user added to it when asked
// what it refers to, or by whoever wrote an answer. How it is now stands in no note.
func (q *question) sayAgain(w *writer) {
	for _, c := range q.req.GetClarifications() {
		at := slices.IndexFunc(q.req.GetGaps(), func(g *commonv1.Gap) bool { return g.GetId() == c.GetGapId() })
		if c.GetAnswer() == "" || at >= 0 && q.req.GetGaps()[at].GetReason() != commonv1.GapReason_GAP_REASON_AMBIGUOUS {
			continue
		}
		text := q.sought() + " " + c.GetAnswer()
		w.question(text, q.words.General(text), q.prefer(), q.form, "The question, with what the user said.")
	}
}

// status tells how the search for a gap stands. One without words of its own has
// been searched for with the question.
func (q *question) status(g *commonv1.Gap) *pb.GapStatus {
	s := &pb.GapStatus{GapId: g.GetId(), Searched: g.GetSearched(), Found: g.GetFound()}
	for _, a := range q.req.GetRetrievalHistory() {
		if a.GetInstruction().GetGapId() == g.GetId() || !searchable(g) {
			s.Searched = true
			s.Found = s.Found || searchable(g) && a.GetEntriesFound() > 0
		}
	}
	return s
}

// searchable reports whether another search than the question's may fill a gap: a
// model misses circumstances, or another domain calls them otherwise. All else has
// been ranked by the question's own words.
func searchable(g *commonv1.Gap) bool {
	switch g.GetReason() {
	case commonv1.GapReason_GAP_REASON_CIRCUMSTANCES, commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN:
		return len(g.GetWords()) > 0
	}
	return false
}

// domainsForGaps returns the domains that gaps name, as far as they can be loaded.
func (q *question) domainsForGaps() []string {
	var out []string
	for _, g := range q.req.GetGaps() {
		name := g.GetDomain()
		if g.GetReason() != commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN || g.GetSearched() || slices.Contains(out, name) {
			continue
		}
		if slices.ContainsFunc(q.req.GetDomainContext().GetAvailable(), func(d *commonv1.DomainInfo) bool { return d.GetName() == name }) {
			out = append(out, name)
		}
	}
	return out
}

// fillGaps looks for what is missing and notes may hold: first in its own days, and
// where that found nothing in all notes, unless the user named the days.
func (q *question) fillGaps(w *writer) {
	for _, g := range q.req.GetGaps() {
		s := q.status(g)
		if !searchable(g) || s.GetFound() {
			continue
		}
		r := q.daysOf(g)
		if s.GetSearched() {
			if r.IsZero() || q.explicit() || g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL {
				continue
			}
			r = notes.Range{}
		}
		from := len(w.out)
		purpose := "Notes on " + listed(g.GetWords()) + "."
		if len(g.GetWords()) == 1 {
			w.topic(g.GetWords()[0], r, purpose)
		} else {
			w.keywords(g.GetWords(), r, purpose)
		}
		for _, in := range w.out[from:] {
			in.GapId = g.GetId()
		}
	}
}

// daysOf returns where to look for a gap: its own days, else those of the question.
func (q *question) daysOf(g *commonv1.Gap) notes.Range {
	if own := gapDays(g); !own.IsZero() {
		return own
	}
	return hull(daysIn(q.form))
}

func gapDays(g *commonv1.Gap) notes.Range {
	return hull(daysIn(&commonv1.QueryForm{Ranges: g.GetRanges()}))
}

// userOnly reports whether no note can fill a gap.
func userOnly(g *commonv1.Gap) bool {
	return g.GetReason() == commonv1.GapReason_GAP_REASON_PRESENT_STATE || g.GetReason() == commonv1.GapReason_GAP_REASON_AMBIGUOUS
}

// onlyTheUserKnows returns the critical gaps that are worth a question: those that no
// note can fill, once notes were searched. What was asked before is not asked again.
func (q *question) onlyTheUserKnows() []*commonv1.Gap {
	var out []*commonv1.Gap
	for _, g := range q.req.GetGaps() {
		asked := slices.ContainsFunc(q.req.GetClarifications(), func(c *commonv1.Clarification) bool { return c.GetGapId() == g.GetId() })
		if s := q.status(g); !asked && userOnly(g) && g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && s.GetSearched() && !s.GetFound() {
			out = append(out, g)
		}
	}
	return out
}

// feedback turns what the last answer lacks into another search: for what is said of it,
// on the days that they name.
func (q *question) feedback(w *writer) {
	for _, f := range q.req.GetFeedback() {
		said := strings.TrimSpace(f.GetAffectedClaim() + " " + f.GetSuggestion())
		if said == "" {
			continue
		}
		var prefer []notes.Range
		for _, s := range timespan.Scan(said, q.ref) {
			prefer = append(prefer, s.Range)
		}
		w.question(said, q.words.General(said), prefer, q.form, "What the last answer lacks.")
	}
}

// rungsAtOnce is how many steps of the ladder one plan takes. A run replans only a
// few times; with one step each it would never come to the end.
const rungsAtOnce = 3

// widen looks around the days that everything was wanted of, if they hold nothing:
// each time in a wider range, in the end in all notes. Around dates that the user
// named, and days to come, only notes that may speak of them are looked at.
func (q *question) widen(w *writer) {
	ranges := daysIn(q.form)
	if !q.wantsDays() {
		return
	}
	for _, a := range q.req.GetRetrievalHistory() {
		if a.GetEntriesFound() > 0 {
			return
		}
	}
	name, before := q.form.GetRanges()[0].GetLabel(), len(w.out)
	if q.explicit() || q.ahead(ranges[0]) {
		if !ranges[0].End.IsZero() {
			w.read(q.around(ranges[0], spokenOf), fmt.Sprintf("Notes that may speak of %s, which holds none.", name))
			var planned []notes.Range
			if !ranges[0].End.Before(q.today) {
				planned = ranges[:1]
			}
			w.keywords(writtenDays(ranges[0], name, q.today), notes.Range{}, fmt.Sprintf("Notes that name %s.", name), planned...)
		}
		return
	}
	for _, r := range q.ladder(ranges[0]) {
		if len(w.out)-before == rungsAtOnce {
			return
		}
		w.read(r, fmt.Sprintf("Around %s, which holds nothing.", name))
	}
	if len(w.out)-before < rungsAtOnce {
		w.question(q.sought(), q.words.General(q.sought()), ranges, q.form, fmt.Sprintf("All notes, since those around %s hold nothing.", name))
	}
}

// writtenDays are the ways in which a note of any day may write the days of a range: each day of
// a week or less, a month, and of what is longer the words of the question: "summer".
func writtenDays(r notes.Range, words string, today notes.Day) []string {
	first := r.Start.In(time.UTC)
	var out []string
	switch {
	case r.Days() <= longestWritten:
		layouts := []string{"2 January", "January 2", "2 Jan", "Jan 2", time.DateOnly, "2.1.", "02.01.2006", "2.1.2006"}
		for d := r.Start; !r.End.Before(d); d = d.AddDays(1) {
			for _, layout := range layouts {
				out = append(out, d.In(time.UTC).Format(layout))
			}
		}
	case r.Start.Date == 1 && r.End == notes.NewDay(r.Start.Year, r.Start.Month+1, 0):
		out = append(out, first.Format("January 2006"), first.Format("Jan 2006"), first.Format("2006-01"))
		if r.Start.After(today) {
			out = append(out, first.Format("January"))
		}
	default:
		out = append(out, words)
	}
	return out
}

// monthsAndSeries are the words in which a note may write days of a range without naming one of
// them: their months, "9-11 March", and their weekdays, "every Wednesday". It has none for a
// range of more than a season.
func monthsAndSeries(r notes.Range) []string {
	var out []string
	if r.Days() > longestWritten && r.Days() <= 31 || r.Days() > longestSeason { // a month is looked for by its name already
		return nil
	}
	for d := r.Start; !r.End.Before(d); d = d.AddDays(1) {
		of := d.In(time.UTC)
		names := []string{of.Format("January"), of.Format("Jan")}
		if r.Days() <= longestWritten {
			names = append(names, "every "+of.Format("Monday"), of.Format("Monday")+"s")
		}
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// longestSeason is how many days a range may have whose months are looked for.
const longestSeason = 100

// longestWritten is of how many days each is looked for: they are keywords of one instruction.
const longestWritten = 7

// ladder returns the ranges to look in when one holds nothing, each wider than the
// one before: its own length around it, then 7, 14, 30 and 90 days.
func (q *question) ladder(r notes.Range) []notes.Range {
	if r.Start.IsZero() || r.End.IsZero() {
		return nil
	}
	var out []notes.Range
	margin := 0
	for _, n := range []int{r.Days(), 7, 14, 30, 90} {
		if n <= margin {
			continue
		}
		margin = n
		out = append(out, q.around(r, n))
	}
	return out
}

// spokenOf is how many days before and after others notes mostly speak of them.
const spokenOf = 14

// around returns a range with so many days before and after it, of what has been
// until today.
func (q *question) around(r notes.Range, days int) notes.Range {
	wider := notes.Range{Start: r.Start.AddDays(-days), End: r.End.AddDays(days)}
	if wider.End.After(q.today) && !r.End.After(q.today) {
		wider.End = q.today
	}
	return wider
}

// ahead reports whether a range has not begun.
func (q *question) ahead(r notes.Range) bool { return r.Start.After(q.today) }
