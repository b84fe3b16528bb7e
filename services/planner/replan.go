package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// again writes a later plan of a run: it loads what a gap needs, looks for what
// was not looked for, asks what no note can hold, or ends the search.
func (q *question) again(res *pb.PlanResponse) {
	for _, g := range q.req.GetGaps() {
		res.GapsStatus = append(res.GapsStatus, q.status(g))
	}
	if more := q.domainsForGaps(); len(more) > 0 {
		res.ExpandDomains = more
		res.NextAction = pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN
		res.Reasoning = "What is missing needs the knowledge of " + strings.Join(more, " and ") + "."
		return
	}
	w := newWriter(q.req.GetRetrievalHistory())
	var why []string
	for _, step := range []struct {
		write  func(*writer) bool
		reason string
	}{
		{q.resume, "the question was not looked up with all that is loaded now"},
		{q.fillGaps, "some of what is missing was not searched for yet"},
		{q.heed, "the evaluation asks for other evidence"},
		{q.widen, "the range that was asked for holds nothing, so it is widened"},
	} {
		if step.write(w) {
			why = append(why, step.reason)
		}
	}
	if len(w.out) > 0 {
		res.Instructions = q.written(w)
		res.NextAction = pb.NextAction_NEXT_ACTION_RETRIEVE
		res.Reasoning = upperFirst(strings.Join(why, "; ")) + "."
		return
	}
	if open := q.onlyTheUserKnows(res.GetGapsStatus()); len(open) > 0 {
		res.ClarifyGaps = open
		res.NextAction = pb.NextAction_NEXT_ACTION_CLARIFY
		res.Reasoning = "The notes were searched; only the user can tell what is missing."
		return
	}
	res.NextAction = pb.NextAction_NEXT_ACTION_SYNTHESIZE
	res.Reasoning = "Everything that could be looked up has been; the answer rests on what was found."
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// status tells how the search for a gap stands.
func (q *question) status(g *commonv1.Gap) *pb.GapStatus {
	s := &pb.GapStatus{GapId: g.GetId(), Searched: g.GetSearched(), Found: g.GetFound()}
	for _, a := range q.req.GetRetrievalHistory() {
		if a.GetInstruction().GetGapId() == g.GetId() {
			s.Searched = true
			s.Found = s.Found || a.GetEntriesFound() > 0
		}
	}
	if s.GetSearched() {
		return s
	}
	// The question itself may have had everything looked up that the gap needs.
	needed := newWriter(nil)
	q.searchGap(needed, g, q.daysOf(g), "")
	looked, found := needed.had(q.req.GetRetrievalHistory())
	if looked && (!userOnly(g) || len(g.GetSearchTerms()) > 0) {
		s.Searched, s.Found = true, s.Found || found
	}
	return s
}

// domainsForGaps returns the domains that gaps outside the loaded expertise
// suspect, as far as they can be loaded.
func (q *question) domainsForGaps() []string {
	var out []string
	for _, g := range q.req.GetGaps() {
		name := g.GetSuspectedDomain()
		if !g.GetOutsideCurrentExpertise() || g.GetSearched() || slices.Contains(out, name) {
			continue
		}
		for _, d := range q.req.GetDomainContext().GetAvailable() {
			if d.GetName() == name {
				out = append(out, name)
			}
		}
	}
	return out
}

// resume looks the question up again if nothing is known to be missing: domains
// that came since know other names for its subject.
func (q *question) resume(w *writer) bool {
	if len(q.req.GetGaps()) > 0 || len(q.req.GetFeedback()) > 0 {
		return false
	}
	q.open(w)
	return len(w.out) > 0
}

// fillGaps looks for what the analyzer misses and notes may hold.
func (q *question) fillGaps(w *writer) bool {
	before := len(w.out)
	for _, g := range q.req.GetGaps() {
		from := len(w.out)
		q.fill(w, g)
		for _, in := range w.out[from:] {
			in.GapId = g.GetId()
		}
	}
	return len(w.out) > before
}

// fill looks for one gap: first in its own days, and where that found nothing in
// all notes, unless the user named the days.
func (q *question) fill(w *writer, g *commonv1.Gap) {
	terms := g.GetSearchTerms()
	if userOnly(g) && len(terms) == 0 {
		return
	}
	s := q.status(g)
	if s.GetFound() {
		return
	}
	r := q.daysOf(g)
	purpose := strings.TrimSuffix(g.GetDescription(), ".") + "."
	if d := g.GetSuspectedDomain(); g.GetOutsideCurrentExpertise() && slices.Contains(q.req.GetDomainContext().GetLoaded(), d) {
		w.topic(d, r, purpose)
	}
	if !s.GetSearched() {
		q.searchGap(w, g, r, purpose)
		return
	}
	if !r.IsZero() && !q.explicit() && g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && len(terms) > 0 {
		w.keywords(terms, notes.Range{}, purpose)
	}
}

func (q *question) searchGap(w *writer, g *commonv1.Gap, r notes.Range, purpose string) {
	switch terms := g.GetSearchTerms(); {
	case len(terms) == 1:
		w.topic(terms[0], r, purpose)
	case len(terms) > 1:
		w.keywords(terms, r, purpose)
	case len(q.subjects) > 0:
		for _, s := range q.subjects[:min(len(q.subjects), mostTopics)] {
			w.topic(s, r, purpose)
		}
		if g.GetType() == commonv1.GapType_GAP_TYPE_TEMPORAL && !r.IsZero() && r.Days() <= longRange {
			w.read(r, purpose)
		}
	case !r.IsZero():
		w.read(r, purpose)
	}
}

// daysOf returns where to look for a gap: its own days, else those of the
// question.
func (q *question) daysOf(g *commonv1.Gap) notes.Range {
	if own, err := notes.ParseRange(g.GetDateRange().GetStart(), g.GetDateRange().GetEnd()); err == nil && !own.IsZero() {
		return own
	}
	return q.whole()
}

// userOnly reports whether no note can fill a gap.
func userOnly(g *commonv1.Gap) bool {
	return g.GetType() == commonv1.GapType_GAP_TYPE_SUBJECTIVE || g.GetType() == commonv1.GapType_GAP_TYPE_CLARIFICATION
}

// onlyTheUserKnows returns the critical gaps that are worth a question: those
// that no note can fill and those that were searched for in vain. What was asked
// before is not asked again.
func (q *question) onlyTheUserKnows(status []*pb.GapStatus) []*commonv1.Gap {
	var out []*commonv1.Gap
	for i, g := range q.req.GetGaps() {
		asked := slices.ContainsFunc(q.req.GetClarifications(), func(c *commonv1.Clarification) bool { return c.GetGapId() == g.GetId() })
		if asked || g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL || status[i].GetFound() {
			continue
		}
		if userOnly(g) || status[i].GetSearched() {
			out = append(out, g)
		}
	}
	return out
}

// heed turns the evaluator's feedback into another search: the days and subjects
// of the claims it is about, and the question's subjects by other means.
func (q *question) heed(w *writer) bool {
	if len(q.req.GetFeedback()) == 0 {
		return false
	}
	before := len(w.out)
	for _, f := range q.req.GetFeedback() {
		said := f.GetAffectedClaim() + " . " + f.GetSuggestion()
		spans := timespan.Scan(said, q.ref)
		days := q.whole()
		for _, s := range spans {
			if n := s.Range.Days(); n > 0 && n <= longRange {
				days = s.Range
				w.read(s.Range, "Evidence on what the evaluation objects to.")
			}
		}
		for _, name := range q.words.terms(timespan.Strip(said, spans)) {
			w.topic(name, days, "Evidence on what the evaluation objects to.")
		}
	}
	if len(q.subjects) > 0 {
		w.keywords(q.subjects, q.whole(), "The subject again, by its words.")
	}
	if len(w.out) == before {
		if words := q.circumstances(); len(words) > 0 && len(q.ranges) > 0 {
			w.keywords(words, q.whole(), "Circumstances that may explain it.")
		}
	}
	if len(w.out) == before {
		return q.further(w, q.subjects)
	}
	return true
}

// widen looks around the range that was asked for, if what was looked up in it
// gave nothing.
func (q *question) widen(w *writer) bool {
	if len(q.subjects) == 0 {
		if found, tried := q.found(""); found > 0 || !tried {
			return false
		}
		return q.further(w, nil)
	}
	var missing []string
	for _, s := range q.subjects {
		if found, tried := q.found(s); tried && found == 0 {
			missing = append(missing, s)
		}
	}
	if len(missing) == 0 {
		return false
	}
	return q.further(w, missing)
}

// found returns how many entries the run has found on a subject, or at all if
// the subject is empty, and whether it has looked. What lies only in the span to
// compare with does not count.
func (q *question) found(subject string) (n int32, tried bool) {
	focus := q.focus()
	for _, a := range q.req.GetRetrievalHistory() {
		in := a.GetInstruction()
		end, err := notes.ParseDay(in.GetDateRange().GetEnd())
		if err == nil && !end.IsZero() && len(focus) > 0 && end.Before(focus[0].r.Start) {
			continue
		}
		if subject != "" && !strings.EqualFold(in.GetTopic(), subject) && !slices.Contains(in.GetKeywords(), subject) {
			continue
		}
		tried = true
		n += a.GetEntriesFound()
	}
	return n, tried
}

// explicit reports whether the user named the dates that are asked about.
func (q *question) explicit() bool {
	return slices.ContainsFunc(q.focus(), func(s span) bool { return s.explicit })
}

// rungsAtOnce is how many steps of the ladder one plan takes. A run replans
// only a few times; with one step each it would never come to the end.
const rungsAtOnce = 3

// further writes the next steps of the ladder around what was asked for.
func (q *question) further(w *writer, subjects []string) bool {
	focus := q.focus()
	if len(focus) == 0 || q.explicit() || q.ahead(focus[0]) {
		return false
	}
	before, steps := len(w.out), 0
	for _, r := range q.ladder(focus[0].r) {
		from := len(w.out)
		purpose := "Around " + focus[0].label + ", which holds nothing."
		if r.IsZero() {
			purpose = fmt.Sprintf("All notes, since those around %s hold nothing.", focus[0].label)
		}
		for _, s := range subjects {
			w.topic(s, r, purpose)
		}
		q.covered(w, subjects, r, purpose)
		if len(subjects) == 0 {
			w.read(r, purpose)
		}
		if len(w.out) > from {
			if steps++; steps == rungsAtOnce {
				break
			}
		}
	}
	return len(w.out) > before
}

// ladder returns the ranges to look in when one holds nothing, each wider than
// the one before: its own span around it, then 7, 14, 30 and 90 days, then all.
func (q *question) ladder(r notes.Range) []notes.Range {
	if r.IsZero() {
		return nil
	}
	var out []notes.Range
	if !r.Start.IsZero() && !r.End.IsZero() {
		margin := 0
		for _, n := range []int{r.Days(), 7, 14, 30, 90} {
			if n <= margin {
				continue
			}
			margin = n
			wider := notes.Range{Start: r.Start.AddDays(-n), End: r.End.AddDays(n)}
			if wider.End.After(q.today) && !r.Start.After(q.today) {
				wider.End = maxDay(q.today, r.End)
			}
			out = append(out, wider)
		}
	}
	return append(out, notes.Range{})
}

func maxDay(a, b notes.Day) notes.Day {
	if a.Before(b) {
		return b
	}
	return a
}

// terms returns the canonical names of the terms in a text, and nothing that
// the vocabulary doesn't know.
func (l *lexicon) terms(text string) []string {
	var out []string
	tokens := tokensOf(text)
	for i := 0; i < len(tokens); {
		name, n := l.term(tokens[i:])
		if n == 0 {
			i++
			continue
		}
		if !slices.Contains(out, name) && len(out) < mostTopics {
			out = append(out, name)
		}
		i += n
	}
	return out
}
