package command

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/problem"
)

// makeDraft makes a draft; what is wrong with the words is wrong usage. With
// draft.ErrNoSteps there is what was read.
func makeDraft(ctx context.Context, r draft.Request) (*draft.Draft, error) {
	d, err := draft.Make(ctx, r)
	if errors.Is(err, draft.ErrNoSteps) {
		return d, err
	}
	if errors.Is(err, draft.ErrContradiction) {
		return nil, usage("%s", strings.Join(d.Wish.Problems, "; "))
	}
	if bad, ok := errors.AsType[*draft.InputError](err); ok {
		return nil, usage("%v", bad)
	}
	return d, err
}

// goals schedules several goals as one.
func (p *program) goals(ctx context.Context, wishes []string, r goalRequest) error {
	if r.template != "" || r.by != "" || r.all || len(r.answers)+len(r.steps)+len(r.when)+len(r.never) > 0 {
		return usage("--template, --answer, --step, --by, --when, --never and --all work with a single goal: leave them out, or leave out --and")
	}
	var request draft.Request
	var drafts []*draft.Draft
	for i, words := range wishes {
		if i == 0 {
			var err error
			if request, err = p.goalRequest(ctx, words, r); err != nil {
				return err
			}
		}
		request.Wish = words
		d, err := makeDraft(ctx, request)
		if errors.Is(err, draft.ErrNoSteps) {
			return usage("%q: %v; plan it on its own", words, err)
		}
		if err != nil {
			return err
		}
		drafts = append(drafts, d)
	}
	s, err := draft.Together(ctx, request, drafts...)
	if err != nil {
		return err
	}
	holds := s.Result.Verdict == problem.Feasible
	if r.out != "" && holds {
		if err := p.writeCalendar(r.out, s.Drafts...); err != nil {
			return err
		}
		p.noticeWritten(r.out, s.Drafts...)
	}
	if p.flags.json() {
		return p.printGoals(s.Drafts)
	}
	return p.print(render.Goals(p.outStyle, s, !r.short))
}

// noticeWritten says where schedules are, and that not all is kept.
func (p *program) noticeWritten(file string, drafts ...*draft.Draft) {
	but := ""
	if slices.ContainsFunc(drafts, func(d *draft.Draft) bool { return !d.Keeps() }) {
		but = "; what is not used is not in it"
	}
	p.notice("the schedule is in %s%s", file, but)
}

// printGoals prints goals that are on one timeline as a list.
func (p *program) printGoals(drafts []*draft.Draft) error {
	results := make([]goalResult, len(drafts))
	for i, d := range drafts {
		results[i] = p.goalJSON(d, nil)
	}
	out, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	return p.print(ended(string(out)))
}
