package analyzer

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/query"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An inquiry is a request as the rules read it, and what they have found.
type inquiry struct {
	req   *analyzerv1.AnalyzeRequest
	form  *commonv1.QueryForm
	terms []term
	notes []*note // best first
	// shown are the entries that a finding quotes already: each is shown once.
	shown    map[string]bool
	readDays int // how many notes were read for days that they name
	facts    []*commonv1.Fact
	findings []*commonv1.Finding
	gaps     []*commonv1.Gap
	notices  []string // for the user, a sentence each
}

// today is the user's day. Its zone has been checked.
func today(c *commonv1.CallContext) notes.Day { return notes.DayOf(nowOf(c)) }

// nowOf is the moment of the question in the user's zone.
func nowOf(c *commonv1.CallContext) time.Time {
	zone, _ := time.LoadLocation(c.GetTimeZone())
	return c.GetNow().AsTime().In(zone)
}

// analyze reads a request and finds what answers it.
func analyze(req *analyzerv1.AnalyzeRequest) *inquiry {
	q := newInquiry(req)
	q.readOwnField()
	q.said()
	q.ask()
	q.tell()
	q.searchGaps()
	return q
}

// analysis is what was found, with the verdict on it.
func (q *inquiry) analysis() *commonv1.Analysis {
	verdict, why := q.judge()
	return &commonv1.Analysis{Facts: q.facts, Findings: q.findings, Gaps: q.gaps, VerdictReasoning: why, Verdict: verdict}
}

func newInquiry(req *analyzerv1.AnalyzeRequest) *inquiry {
	q := &inquiry{req: req, form: req.GetForm(), terms: termsOf(req.GetForm()), shown: map[string]bool{}}
	at := map[string]*note{}
	for _, n := range req.GetEvidence() {
		q.notes = append(q.notes, newNote(n))
		at[n.GetEntry().GetId()] = q.notes[len(q.notes)-1]
	}
	q.notes = slices.DeleteFunc(q.notes, func(n *note) bool { // it stands beside what it corrects
		corrected := at[n.GetEntry().GetCorrects()]
		if corrected != nil {
			corrected.corrections = append(corrected.corrections, n)
		}
		return corrected != nil
	})
	earlier := map[string]bool{}
	for _, f := range req.GetEarlierFindings() {
		for _, id := range f.GetEntryIds() {
			earlier[id] = true
		}
	}
	stable.Sort(q.notes, func(a, b *note) int { return first(earlier[a.id()], earlier[b.id()]) })
	return q
}

// tell answers the form in the way that fits what it wants.
func (q *inquiry) tell() {
	switch wanted := q.form.GetWanted(); {
	case q.form.GetForeign():
		q.lookUp()
	case query.Newest(q.form):
		q.newest(q.notes)
	case q.unclear():
		q.quote(commonv1.FindingKind_FINDING_KIND_CLOSEST, q.answering(), few)
	case len(q.req.GetUnresolvedTimes()) == 0 && query.Admit(q.form) == query.Compute:
		q.compute()
	case wanted == commonv1.Wanted_WANTED_WHY:
		q.explain()
	case wanted == commonv1.Wanted_WANTED_ADVICE:
		q.advise()
	case wanted == commonv1.Wanted_WANTED_COMPARE && len(q.form.GetSides()) > 0:
		q.contrast()
	case wanted == commonv1.Wanted_WANTED_TREND:
		q.develop()
	case q.lists() && q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST:
		if !q.newest(q.naming()) {
			q.approach(few)
		}
	case q.lists(), q.daysAlone() && (wanted == commonv1.Wanted_WANTED_LOOKUP || wanted == commonv1.Wanted_WANTED_EXISTS):
		q.list()
	case q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_NEXT:
		if !q.comes() {
			q.approach(few)
		}
	case wanted == commonv1.Wanted_WANTED_TASKS:
		q.tasks()
	default:
		q.lookUp()
	}
}

// first orders what is true before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
