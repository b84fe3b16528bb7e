package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/plans/check"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/source"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// A draft is what a model wrote of a wish.
type draft struct {
	req     *pb.DraftRequest
	readers *reason.Catalogue
	done    *reason.Pad // what they have returned
	last    bool        // no call of one is left
	got     mindv1.Drafting
}

// faults are what the schema can't say of a draft: what can't be looked up, or can't be carried
// out with the tools that there are.
func (d *draft) faults() []form.Problem {
	if look := d.look(); look.Tool != "" {
		return d.lookFaults(look)
	}
	if strings.TrimSpace(d.got.GetMissing()) != "" {
		return nil
	}
	var out []form.Problem
	ids := map[string]int{}
	for i, s := range d.got.GetSteps() {
		if _, twice := ids[s.GetId()]; twice {
			out = append(out, form.Problem{Path: fmt.Sprintf("steps[%d].id", i), Text: fmt.Sprintf("%q names an earlier step", s.GetId())})
		}
		ids[s.GetId()] = i
	}
	var servers []*commonv1.ToolServer
	for _, t := range d.req.GetTools() {
		servers = append(servers, &commonv1.ToolServer{Name: t.GetServer()})
	}
	checked, err := check.Plan(d.plan(), servers, d.req.GetTools())
	if err != nil {
		return append(out, form.Problem{Path: "steps", Text: err.Error()})
	}
	for _, p := range checked.GetProblems() {
		path := "steps"
		if i, ok := ids[p.GetStepId()]; ok && p.GetStepId() != "" {
			path = fmt.Sprintf("steps[%d]", i)
		}
		out = append(out, form.Problem{Path: path, Text: p.GetMessage()})
	}
	return out
}

// plan is what a model wrote, as a plan.
func (d *draft) plan() *planv1.Content {
	out := &planv1.Content{Objective: d.got.GetObjective(), Risks: d.got.GetRisks()}
	for _, s := range d.got.GetSteps() {
		step := &planv1.Step{
			Id: s.GetId(), Description: s.GetDescription(), Target: s.GetTarget(), Optional: s.GetOptional(),
			Arguments: strings.TrimSpace(s.GetArguments()),
		}
		step.Server, step.Operation, _ = strings.Cut(s.GetTool(), "/")
		if s.GetTool() == "" {
			// A target is a tool's. What a person does says it in its description.
			step.Target = ""
			if step.GetArguments() == "{}" {
				step.Arguments = ""
			}
		}
		out.Steps = append(out.Steps, step)
	}
	return planfile.Form(out)
}

// content is the plan, with the notes that it rests on, and what of its arguments stands
// nowhere: a model may have made that up, and a person is to look at it.
func (d *draft) content() *planv1.Content {
	out := d.plan()
	texts := append([]string{d.req.GetWish()}, d.req.GetFeedback()...)
	cited := map[string]bool{}
	var from []string
	cite := func(n *commonv1.EvidenceNote) {
		if id := n.GetEntry().GetId(); !cited[id] && (slices.Contains(d.got.GetSources(), id) || slices.Contains(d.got.GetSources(), n.GetLabel())) {
			cited[id], from = true, append(from, fromNote(n))
		}
	}
	for _, n := range d.req.GetNotes() {
		texts = append(texts, n.GetEntry().GetText())
		cite(n)
	}
	told, notes := lookedUp(d.req.GetLooked())
	texts = append(texts, told...)
	for _, n := range notes {
		cite(n)
	}
	if len(from) > 0 {
		out.Context = "From your notes:\n\n" + strings.Join(from, "\n")
	}
	for _, u := range source.Unknown(out.GetSteps(), texts) {
		if len(out.GetRisks()) < mostRisks {
			out.Risks = append(out.Risks, fmt.Sprintf("Step %s has %q, which is neither in your words nor in the notes found: check it.", u.Step, u.Value))
		}
	}
	return out
}

const (
	mostRisks    = 20  // that a plan may have
	longestQuote = 240 // bytes of a note, in a plan
)

func fromNote(n *commonv1.EvidenceNote) string {
	e := n.GetEntry()
	line := strings.Join(strings.Fields(excerpt.Passage(n).GetEntry().GetText()), " ")
	// What is left out is the only line break then.
	quote := strings.Replace(excerpt.Of(line, longestQuote), "\n", " … ", 1)
	return fmt.Sprintf("- %s: “%s”", strings.TrimSpace(e.GetDate()+" "+e.GetSource().GetPath()), quote)
}
