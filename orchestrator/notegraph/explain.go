package notegraph

import (
	"context"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/background"
)

// Explain takes an input through ROUTE, BUILD_CONTEXT, PLAN and PARSE without a
// run: nothing is kept.
func Explain(ctx context.Context, d Deps, c Config, in *notegraphv1.Input) (*orchestratorv1.RunReport, error) {
	t := &steps{h: handlers{d, c}, s: State{Input: in, Warnings: in.GetNotices()}}
	if outcome, err := t.take(ctx, Route, t.h.route); err != nil {
		return nil, err
	} else if outcome == Talked || outcome == Acts {
		out := Explanation(t.s)
		out.Usage = together(t.used.List())
		return out, nil
	}
	if _, err := t.take(ctx, BuildContext, t.h.buildContext); err != nil {
		return nil, err
	}
	if t.s.asks() {
		if err := t.explainPlan(ctx); err != nil {
			return nil, err
		}
	}
	var entry *commonv1.Entry
	if t.s.Route.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY {
		at, err := noteTime(in.GetContext(), t.s.note(), t.s.correction())
		if err != nil {
			return nil, err
		}
		if _, err := t.take(ctx, Parse, t.h.parse); err != nil {
			return nil, err
		}
		entry = t.preview(at)
	}
	out := Explanation(t.s)
	out.Entry, out.Usage = entry, together(t.used.List())
	if t.s.asks() {
		for _, told := range t.h.questionBackground(ctx, t.s, "synthesizer") {
			out.Background = append(out.Background, background.SizeOf(told))
		}
	}
	return out, nil
}

// explainPlan plans, and loads the domains that the plan asks for, as a run
// would.
func (t *steps) explainPlan(ctx context.Context) error {
	for range t.h.c.LoopMax + 1 {
		outcome, err := t.take(ctx, Plan, t.h.plan)
		if err != nil || outcome != ToExpand {
			return err
		}
		if outcome, err = t.take(ctx, ExpandDomain, t.h.expandDomain); err != nil || outcome == NothingToAdd {
			return err
		}
	}
	return nil
}

// preview is the entry that STORE would leave. Its id is that of the first entry of
// its second.
func (t *steps) preview(at time.Time) *commonv1.Entry {
	return &commonv1.Entry{
		Id:          notes.NewID(at, 1).String(),
		Date:        notes.DayOf(at).String(),
		Time:        stamp(at.Truncate(time.Second)),
		Text:        t.s.note(),
		DomainData:  t.s.Parsed.GetParse().GetDomainData(),
		Tags:        t.s.Parsed.GetParse().GetTags(),
		ContentHash: notes.Hash(t.s.note()),
		Correction:  t.s.correction(),
	}
}
