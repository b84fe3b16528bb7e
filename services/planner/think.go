package planner

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

//go:embed think.tmpl
var thinkText string

var (
	thinkPrompt = llm.ParseTemplate(thinkText)
	thinking    = form.Of(&mindv1.Thinking{}, mindv1.Comments).Holding("args")
)

const (
	thinkTokens = 3000 // that a step may have
)

// Think says what comes next of something that is found out with tools.
func (s *Service) Think(ctx context.Context, req *pb.ThinkRequest) (*pb.ThinkResponse, error) {
	if s.mind == mind.Rules || s.mind == "" {
		return nil, fault.New(codes.FailedPrecondition, fault.ModelUnavailable,
			"reasoning with tools takes a model, and none is configured for the planner; ask the question without it")
	}
	tools, err := reasonwire.Catalogue(req.GetTools(), req.GetGiven()...)
	if err != nil {
		return nil, fault.Invalid("tools", "%v", err)
	}
	res, spent, err := s.model.think(ctx, req, tools)
	if err == nil || ctx.Err() != nil {
		return res, err
	}
	return nil, mind.Unanswered(err, spent, "no model named a next step: %v", err)
}

func (m model) think(ctx context.Context, req *pb.ThinkRequest, tools *reason.Catalogue) (*pb.ThinkResponse, *commonv1.Provenance, error) {
	done := reasonwire.Pad(req.GetEntries())
	var got mindv1.Thinking
	var step reason.Step
	p := m.thinkPrompt(req, tools, done)
	p.MaxTokens, p.Allowance, p.Mends = thinkTokens, llm.AllowanceOf(req.GetContext()), reason.MaxMends
	from, err := llm.Fill(ctx, m.client, p, thinking, &got, func() (out []form.Problem) {
		step = tools.Mend(stepOf(&got, req.GetStyle()), done, req.GetLast())
		for _, wrong := range tools.Check(step, done, req.GetLast()) {
			out = append(out, form.Problem{Path: wrong.Path, Text: wrong.Text})
		}
		return out
	})
	if err != nil {
		return nil, from, err
	}
	if !step.Respond {
		step.Answer = ""
	}
	return &pb.ThinkResponse{Step: reasonwire.FromStep(step), Provenance: from}, from, nil
}

func stepOf(t *mindv1.Thinking, style reasonv1.Style) reason.Step {
	s := reason.Step{
		Thought: strings.TrimSpace(t.GetThought()), Tool: strings.TrimSpace(t.GetTool()), Respond: t.GetRespond(),
		Answer: strings.TrimSpace(t.GetAnswer()), Style: reasonwire.Style(style),
	}
	if args := strings.TrimSpace(t.GetArgs()); args != "" {
		s.Args = json.RawMessage(args)
	}
	return s
}

// thinkPrompt is what a model is told.
func (m model) thinkPrompt(req *pb.ThinkRequest, tools *reason.Catalogue, done *reason.Pad) llm.Prompt {
	v := struct {
		Question, Today, Zone, Style    string
		Session                         string
		Tools, Entries, Hints, Problems []string
		Before                          int
		Last                            bool
	}{
		Question: req.GetQuestion(), Today: llm.Today(req.GetContext()), Zone: req.GetContext().GetTimeZone(), Hints: done.Hints(), Last: req.GetLast(),
	}
	v.Session = strings.Join(req.GetSession(), "\n")
	v.Style = string(reasonwire.Style(req.GetStyle()))
	for _, wrong := range req.GetProblems() {
		v.Problems = append(v.Problems, reason.Problem{Path: wrong.GetPath(), Text: wrong.GetText()}.String())
	}
	if !req.GetLast() {
		v.Tools = callable("tool", tools, done)
	}
	base := thinkPrompt.Prompt(v)
	base.MaxTokens = thinkTokens
	v.Entries, v.Before = m.returned(done, m.client.Room(base, thinking))
	return thinkPrompt.Prompt(v)
}

// callable are tools that may be called now, as a model is told of them.
func callable(kind string, tools *reason.Catalogue, done *reason.Pad) (out []string) {
	for _, t := range tools.Tools() {
		text := fmt.Sprintf("%s\narguments: %s", t.Text, t.Signature())
		if left := tools.Missing(t, done); len(left) > 0 {
			text += "\nneeds first: " + strings.Join(left, ", ")
		}
		if len(t.Makes) > 0 {
			text += "\nmakes: " + strings.Join(t.Makes, ", ")
		}
		out = append(out, llm.Data(kind, t.Name, text))
	}
	return out
}

// returned is what calls have returned, as a model is told in so many tokens, and how many
// calls before those are left out. Of all but the last few it is told in short. Where there is
// no room the oldest are told without their data, and then left out.
func (m model) returned(done *reason.Pad, room int) (told []string, before int) {
	recent, before := done.Recent()
	returned := func(e reason.Entry, mode reason.Mode, limit int) string {
		return llm.Data("returned", e.Step.Tool, string(e.Step.Args)+"\n"+e.Result.Format(mode, limit))
	}
	for i, e := range recent {
		told = append(told, returned(e, reason.Whole, reason.Shown(len(recent)-1-i)))
	}
	for i, e := range recent[:max(0, len(recent)-1)] { // the last one is what comes next stands on
		if m.count(told) <= room {
			break
		}
		told[i] = returned(e, reason.Brief, reason.ShownOlder)
	}
	for len(told) > 0 && m.count(told) > room {
		told, before = told[1:], before+1
	}
	return told, before
}
