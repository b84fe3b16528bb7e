// Package reasonwire turns the types of reasoning into the messages that agents and the
// orchestrator send each other, and back.
package reasonwire

import (
	"encoding/json"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/kit/reason"
)

// Catalogue reads tools. given is what is there from the beginning.
func Catalogue(list []*reasonv1.Tool, given ...string) (*reason.Catalogue, error) {
	var tools []reason.Tool
	for _, t := range list {
		tools = append(tools, reason.Tool{Name: t.GetName(), Text: t.GetText(), Input: json.RawMessage(t.GetInput()), Needs: t.GetNeeds(), Makes: t.GetMakes()})
	}
	return reason.NewCatalogue(tools, given...)
}

// FromCatalogue writes tools.
func FromCatalogue(c *reason.Catalogue) []*reasonv1.Tool {
	var out []*reasonv1.Tool
	for _, t := range c.Tools() {
		out = append(out, &reasonv1.Tool{Name: t.Name, Text: t.Text, Input: string(t.Input), Needs: t.Needs, Makes: t.Makes})
	}
	return out
}

var styles = map[reason.Style]reasonv1.Style{
	reason.Default: reasonv1.Style_STYLE_DEFAULT,
	reason.Summary: reasonv1.Style_STYLE_SUMMARY,
	reason.Strict:  reasonv1.Style_STYLE_STRICT,
}

// Step reads a step.
func Step(m *reasonv1.Step) reason.Step {
	s := reason.Step{Thought: m.GetThought(), Tool: m.GetTool(), Respond: m.GetRespond(), Answer: m.GetAnswer(), Mended: m.GetMended()}
	if m.GetArgs() != "" {
		s.Args = json.RawMessage(m.GetArgs())
	}
	s.Style = Style(m.GetStyle())
	return s
}

// Style reads how an answer is written; one that nobody chose is the default.
func Style(m reasonv1.Style) reason.Style {
	for style, is := range styles {
		if is == m {
			return style
		}
	}
	return reason.Default
}

// FromStep writes a step.
func FromStep(s reason.Step) *reasonv1.Step {
	return &reasonv1.Step{Thought: s.Thought, Tool: s.Tool, Args: string(s.Args), Respond: s.Respond, Style: styles[s.Style], Answer: s.Answer, Mended: s.Mended}
}

// Result reads what a tool returned.
func Result(m *reasonv1.Result) reason.Result {
	r := reason.Result{OK: m.GetOk(), Confidence: m.GetConfidence(), Explanations: m.GetExplanations()}
	if m.GetData() != "" {
		r.Data = json.RawMessage(m.GetData())
	}
	if e := m.GetError(); e != nil {
		r.Error = &reason.Failure{Code: e.GetCode(), Message: e.GetMessage()}
	}
	return r
}

// FromResult writes what a tool returned.
func FromResult(r reason.Result) *reasonv1.Result {
	out := &reasonv1.Result{Ok: r.OK, Confidence: r.Confidence, Explanations: r.Explanations, Data: string(r.Data)}
	if r.Error != nil {
		out.Error = &reasonv1.Failure{Code: r.Error.Code, Message: r.Error.Message}
	}
	return out
}

// Pad reads the calls that were made.
func Pad(list []*reasonv1.Entry) *reason.Pad {
	var p *reason.Pad
	for _, e := range list {
		p = p.With(Step(e.GetStep()), Result(e.GetResult()))
	}
	return p
}

// FromProblems writes what is wrong with a step.
func FromProblems(list []reason.Problem) []*reasonv1.Problem {
	var out []*reasonv1.Problem
	for _, p := range list {
		out = append(out, &reasonv1.Problem{Path: p.Path, Text: p.Text})
	}
	return out
}
