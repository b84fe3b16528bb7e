package planner

import (
	"time"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// rules is the mind that needs no model.
type rules struct{ lexicons *lexicons }

func (m rules) plan(req *pb.PlanRequest, now time.Time) *pb.PlanResponse {
	q := read(req, now, m.lexicons.of(req.GetDomainContext()))
	res := &pb.PlanResponse{
		QueryType:       typeOf(q.form.GetWanted()),
		Form:            q.form,
		TimeRanges:      q.times(),
		SubQueries:      req.GetSubQueries(),
		Dependency:      coupled,
		UnresolvedTimes: q.unresolvedTimes(),
		Provenance:      mind.ByRules(),
	}
	parts, dependency := q.decompose()
	if len(res.SubQueries) == 0 {
		res.SubQueries = parts
	}
	if len(res.SubQueries) > 1 {
		res.Dependency = dependency
	}
	if first(req) {
		q.begin(res)
	} else {
		q.again(res)
	}
	res.Notices = q.notices()
	return res
}

// first reports whether nothing has been planned in the run so far.
func first(req *pb.PlanRequest) bool {
	return len(req.GetRetrievalHistory()) == 0 && len(req.GetGaps()) == 0 && len(req.GetFeedback()) == 0
}

// typeOf returns the kind of answer that a question wants, by what it asks for.
func typeOf(w commonv1.Wanted) commonv1.QueryType {
	switch w {
	case commonv1.Wanted_WANTED_WHY:
		return commonv1.QueryType_QUERY_TYPE_INSIGHT
	case commonv1.Wanted_WANTED_ADVICE:
		return commonv1.QueryType_QUERY_TYPE_RECOMMENDATION
	case commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_TREND:
		return commonv1.QueryType_QUERY_TYPE_COMPARISON
	}
	return commonv1.QueryType_QUERY_TYPE_SIMPLE
}

// begin writes the first plan of a run.
func (q *question) begin(res *pb.PlanResponse) {
	if len(q.req.GetSubQueries()) == 0 {
		if more := q.words.Offers(q.form); len(more) > 0 {
			res.ExpandDomains = more
			res.NextAction = pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN
			res.Reasoning = "The question is also about " + listed(more) + ", which is not loaded yet."
			return
		}
	}
	w := newWriter(q.req.GetRetrievalHistory())
	if res.PlanAgain = len(q.undated) > 0; res.PlanAgain {
		q.dateEvents(w)
	} else {
		q.open(w)
	}
	res.Instructions = q.written(w)
	res.NextAction = pb.NextAction_NEXT_ACTION_RETRIEVE
	res.Reasoning = q.explain()
}

// explain says in a sentence or two how the question was read.
func (q *question) explain() string {
	var out string
	switch why := query.Why(q.form); why {
	case query.Computed:
		out = "The question asks for what can be computed from declared values"
	default:
		out = "The question is answered by quoting notes"
	}
	var about []string
	for _, s := range q.form.GetSubjects() {
		about = append(about, s.GetName())
	}
	if len(about) > 0 {
		out += " on " + listed(about)
	}
	switch {
	case len(q.undated) > 0:
		return out + ". Notes must tell first when “" + q.undated[0].Event + "” was, from which “" + q.undated[0].Text + "” counts."
	case len(q.form.GetRanges()) == 0:
		return out + ". It names no time, so all notes count."
	}
	return out + "; it is about " + q.form.GetRanges()[0].GetLabel() + "."
}
