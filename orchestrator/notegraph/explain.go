package notegraph

import (
	"context"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Explain takes an input through ROUTE, BUILD_CONTEXT, PLAN and PARSE without a
// run: nothing is kept.
func Explain(ctx context.Context, d Deps, c Config, in *notegraphv1.Input) (*orchestratorv1.RunReport, error) {
	h := handlers{d, c}
	step := graph.Step{Attempt: 1}
	s := State{Input: in, Warnings: in.GetNotices()}
	var used usage.Tally
	ctx = usage.Listen(ctx, used.Add)
	take := func(state graph.State, run graph.Handler[State]) (graph.Outcome, error) {
		s.Usage, s.Turn = used.List(), used.List()
		res, err := h.metered(run)(ctx, s, step)
		if err != nil {
			return "", err
		}
		s = apply(s, graph.Change{State: state, Outcome: res.Outcome, Output: res.Output})
		return res.Outcome, nil
	}
	if _, err := take(Route, h.route); err != nil {
		return nil, err
	}
	if _, err := take(BuildContext, h.buildContext); err != nil {
		return nil, err
	}
	if s.asks() {
		if err := explainPlan(take, h); err != nil {
			return nil, err
		}
	}
	var entry *commonv1.Entry
	if s.Route.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY {
		s.Usage, s.Turn = used.List(), used.List()
		var err error
		if entry, err = h.preview(ctx, &s); err != nil {
			return nil, err
		}
	}
	out := Explanation(s)
	out.Entry, out.Usage = entry, together(used.List())
	return out, nil
}

// explainPlan plans, and loads the domains that the plan asks for, as a run
// would.
func explainPlan(take func(graph.State, graph.Handler[State]) (graph.Outcome, error), h handlers) error {
	for range h.c.LoopMax + 1 {
		outcome, err := take(Plan, h.plan)
		if err != nil {
			return err
		}
		if outcome != ToExpand {
			return nil
		}
		if outcome, err = take(ExpandDomain, h.expandDomain); err != nil || outcome == NothingToAdd {
			return err
		}
	}
	return nil
}

// preview parses a note as PARSE would and returns the entry that STORE would
// leave, without keeping either. Its id is that of the first entry of its
// second.
func (h handlers) preview(ctx context.Context, s *State) (*commonv1.Entry, error) {
	at, err := noteTime(s.Input.GetContext(), s.note(), s.correction())
	if err != nil {
		return nil, err
	}
	ctx, metered, err := h.meter(ctx, *s, nil)
	if err != nil {
		return nil, err
	}
	req, warnings, err := h.parseRequest(ctx, metered, "")
	if err != nil {
		return nil, err
	}
	res, err := h.Parser.Parse(ctx, req)
	if err != nil {
		return nil, err
	}
	*s = s.by("parser", res.GetProvenance()).warn(warnings...)
	s.Parsed = &notegraphv1.Parsed{Parse: res}
	return &commonv1.Entry{
		Id:          notes.NewID(at, 1).String(),
		Date:        notes.DayOf(at).String(),
		Time:        stamp(at.Truncate(time.Second)),
		Text:        s.note(),
		DomainData:  res.GetDomainData(),
		Tags:        res.GetTags(),
		ContentHash: notes.Hash(s.note()),
		Correction:  s.correction(),
	}, nil
}
