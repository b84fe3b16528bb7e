package observer

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt    = llm.ParseTemplate(promptText)
	observing = llmform.Of(&mindv1.Observing{}, mindv1.Comments)
)

// model is the mind that asks a language model. What the rules learn it learns
// too; the model adds lines, and never sees to the page itself.
type model struct {
	client *llm.Client
	rules  rules
}

func (m model) observe(ctx context.Context, o *observation) (*pb.ObserveResponse, *commonv1.Provenance, error) {
	computed := m.rules.learn(o)
	if len(o.session()) == 0 && len(o.recent()) == 0 {
		r := propose(o, computed, nil, mind.ByRules())
		return r, r.GetProvenance(), nil // nothing to look at
	}
	var got mindv1.Observing
	p, _ := m.client.Pack(observing, len(o.recent()), func(n int) llm.Prompt { return promptFor(o, computed, n) })
	p.Allowance = llm.AllowanceOf(o.req.GetContext())
	from, err := llm.Fill(ctx, m.client, p, observing, &got, func() []llmform.Problem { return faults(&got, o) })
	if err != nil {
		return nil, from, err
	}
	return propose(o, computed, guesses(&got, o, computed), from), from, nil
}

// A piece is a text that a model is shown.
type piece struct{ Kind, Label, Text string }

var happened = map[pb.Trigger]string{
	pb.Trigger_TRIGGER_SIGNIFICANT_LOG: "the person kept a note.",
	pb.Trigger_TRIGGER_USER_CORRECTION: "the person corrected a note.",
	pb.Trigger_TRIGGER_POST_QUERY:      "the person asked a question, and it was answered.",
	pb.Trigger_TRIGGER_PERIODIC:        "some time has passed; look for what repeats.",
}

// session is what just happened.
func (o *observation) session() []piece {
	var out []piece
	add := func(kind, label, text string) {
		if text != "" {
			out = append(out, piece{kind, label, text})
		}
	}
	add("question", "", o.req.GetQuery())
	for _, f := range o.req.GetAnalysis().GetFacts() {
		add("computed", "", llm.Fact(f))
	}
	for _, f := range o.req.GetAnalysis().GetFindings() {
		add("finding", "", f.GetClaim())
	}
	add("answer", "", o.req.GetAnswer())
	add("correction", "", o.req.GetCorrection())
	add("note", o.req.GetEntry().GetDate(), o.req.GetEntry().GetText())
	return out
}

// mostRecent is how many of the latest notes a model is shown.
const mostRecent = 40

// recent are the latest notes beside the one that was just kept, newest first.
func (o *observation) recent() []piece {
	var out []piece
	for _, e := range o.req.GetRecent() {
		if e.GetId() != o.req.GetEntry().GetId() && !e.GetCorrection() && len(out) < mostRecent {
			out = append(out, piece{"note", e.GetDate(), e.GetText()})
		}
	}
	return out
}

// promptFor is what the model is told of an observation, with the latest n of
// the notes before.
func promptFor(o *observation, computed []lesson, n int) llm.Prompt {
	recent := o.recent()
	v := struct {
		Guidance, Happened string
		Session            []piece
		Kept               []string
		Recent             []piece
		LeftOut            int
		Page, Today        string
	}{
		Guidance: o.req.GetDomainContext().GetContextGuidance(), Happened: happened[o.req.GetTrigger()],
		Session: o.session(), Recent: recent[:n], LeftOut: len(recent) - n,
		Page: o.req.GetGlobalContext(), Today: llm.Today(o.req.GetContext()),
	}
	for _, l := range computed {
		v.Kept = append(v.Kept, l.Key)
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 1024
	return p
}

// faults are what the schema can't say of an answer: lines that nothing shown
// supports, and lines that are not the model's to write.
func faults(got *mindv1.Observing, o *observation) []llmform.Problem {
	var out []llmform.Problem
	s := newShown(o)
	for i, r := range got.GetRemember() {
		if why := s.unfit(r, o); why != "" {
			out = append(out, llmform.Problem{Path: fmt.Sprintf("remember[%d]", i), Text: why})
		}
	}
	return out
}

// guesses are the lines of an answer that can stand, each as sure as code can
// see that it is.
func guesses(got *mindv1.Observing, o *observation, computed []lesson) []lesson {
	var out []lesson
	s := newShown(o)
	for _, r := range got.GetRemember() {
		if s.unfit(r, o) != "" {
			continue
		}
		it := contextpage.Item{
			Category: r.GetCategory(), Key: slug(r.GetKey()), Value: shortened(r.GetValue()),
			Certainty: min(r.GetCertainty(), s.surest(r)), Source: o.source(),
		}
		if !slices.ContainsFunc(slices.Concat(computed, out), func(l lesson) bool { return slug(l.Key) == it.Key }) {
			out = append(out, lesson{it, "Noted: " + it.Key + ": " + it.Value + "."})
		}
	}
	return out
}

// shortened returns what of a value fits a line.
func shortened(value string) string {
	value = strings.TrimSpace(value)
	if head := excerpt.Head(value, 200); head != value {
		return head + " …"
	}
	return value
}

// source is what a line stands on.
func (o *observation) source() string {
	switch o.req.GetTrigger() {
	case pb.Trigger_TRIGGER_POST_QUERY:
		return "query " + o.today.String()
	case pb.Trigger_TRIGGER_USER_CORRECTION:
		return "correction " + o.today.String()
	case pb.Trigger_TRIGGER_SIGNIFICANT_LOG:
		return o.req.GetEntry().GetId()
	}
	return "notes up to " + o.today.String()
}
