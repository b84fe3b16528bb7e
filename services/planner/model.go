package planner

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt   = llm.ParseTemplate(promptText)
	planning = form.Of(&mindv1.Planning{}, mindv1.Comments)
)

// model is the mind that asks a language model what to look up. Times, what was
// looked up, and when the user may be asked stay with code.
type model struct {
	client *llm.Client
	rules  rules
}

// mostWritten is how many tokens a plan may have.
const mostWritten = 1536

func (m model) plan(ctx context.Context, req *pb.PlanRequest, now time.Time) (*pb.PlanResponse, *commonv1.Provenance, error) {
	d, err := m.draw(ctx, req, now)
	if err != nil {
		return nil, nil, err
	}
	if d.byCode.GetPlanAgain() { // there is nothing to choose yet
		return d.byCode, d.byCode.GetProvenance(), nil
	}
	p, _ := m.client.Pack(planning, d.pieces(), d.promptFor)
	p.Allowance = llm.AllowanceOf(req.GetContext())
	var got mindv1.Planning
	from, err := llm.Fill(ctx, m.client, p, planning, &got, func() []form.Problem { _, problems := d.response(&got); return problems })
	if err != nil {
		return nil, from, err
	}
	res, _ := d.response(&got)
	res.Provenance = from
	return res, from, nil
}

// A draft is what code knows of a question before a model is asked, and after it
// what the model's plan is held against.
type draft struct {
	req    *pb.PlanRequest
	q      *question
	spans  []span // that a model can choose from; the first is number 1
	byCode *pb.PlanResponse
}

// A span is days to look in, with a name for them.
type span struct {
	days  notes.Range
	label string
	asked bool // the question names it
}

// draw has the rules plan.
func (m model) draw(ctx context.Context, req *pb.PlanRequest, now time.Time) (*draft, error) {
	res, err := m.rules.plan(ctx, req, now)
	if err != nil {
		return nil, err
	}
	d := &draft{req: req, q: read(req, now, m.rules.lexicons.of(req.GetDomainContext())), byCode: res}
	d.spans = d.choice()
	return d, nil
}

// choice are the spans that a model can choose from: those that code reads out of the
// question, those of gaps, where code itself would look, and the last days.
func (d *draft) choice() []span {
	var out []span
	add := func(s span) {
		if !s.days.IsZero() && len(out) < mostSpans && !slices.ContainsFunc(out, func(o span) bool { return o.days == s.days }) {
			out = append(out, s)
		}
	}
	for _, r := range d.q.form.GetRanges() {
		add(span{rangeOf(r.GetStart(), r.GetEnd()), r.GetLabel(), true})
	}
	for i, g := range d.req.GetGaps() {
		add(span{gapDays(g), fmt.Sprintf("the days of g%d", i+1), false})
	}
	for _, in := range d.byCode.GetInstructions() {
		add(span{days: rangeOf(in.GetDateRange().GetStart(), in.GetDateRange().GetEnd())})
	}
	if asked := hull(daysIn(d.q.form)); !asked.Start.IsZero() && !asked.End.IsZero() {
		add(span{notes.Range{Start: asked.Start.AddDays(-asked.Days()), End: asked.Start.AddDays(-1)}, "as long before that", false})
	}
	for _, n := range []int{7, 30, 90} {
		add(span{notes.Range{Start: d.q.today.AddDays(1 - n), End: d.q.today}, fmt.Sprintf("the last %d days", n), false})
	}
	return out
}

// pieces is how much there is that a prompt can do without, the weightiest
// first: gaps, objections, what was looked up from the latest on, what is known
// of the user, and the domains' knowledge.
func (d *draft) pieces() int {
	return len(d.req.GetGaps()) + len(d.req.GetFeedback()) + len(d.req.GetRetrievalHistory()) + 2
}

// promptFor is what the model is told, with the first n pieces.
func (d *draft) promptFor(n int) llm.Prompt {
	type domain struct{ Name, About string }
	req := d.req
	take := func(all int) int {
		k := min(n, all)
		n -= k
		return k
	}
	v := struct {
		Question, Today, Expertise, Context                       string
		Settled                                                   bool
		Loaded                                                    []string
		Available                                                 []domain
		Parts, Spans, Unresolved, Asked, Attempts, Gaps, Feedback []string
		Planned                                                   []string
		LeftAttempts, LeftGaps                                    int
	}{
		Question: req.GetQuery(), Today: llm.Today(req.GetContext()), Settled: len(req.GetSubQueries()) > 0,
		Loaded: req.GetDomainContext().GetLoaded(),
	}
	for _, in := range d.byCode.GetInstructions() {
		v.Planned = append(v.Planned, describe(in))
	}
	for _, a := range req.GetDomainContext().GetAvailable() {
		v.Available = append(v.Available, domain{a.GetName(), strings.Join(strings.Fields(a.GetDescription()), " ")})
	}
	for _, p := range req.GetSubQueries() {
		v.Parts = append(v.Parts, fmt.Sprintf("%d. %s", p.GetId(), p.GetQuestion()))
	}
	for i, s := range d.spans {
		v.Spans = append(v.Spans, fmt.Sprintf("%d: %s", i+1, s.describe()))
	}
	for _, u := range d.byCode.GetUnresolvedTimes() {
		v.Unresolved = append(v.Unresolved, u.GetText()+": "+u.GetReason())
	}
	for _, c := range req.GetClarifications() {
		said := c.GetAnswer()
		if c.GetDeclined() {
			said = "(did not want to say)"
		}
		v.Asked = append(v.Asked, c.GetQuestion()+" "+said)
	}
	for i, g := range req.GetGaps()[:take(len(req.GetGaps()))] {
		v.Gaps = append(v.Gaps, d.gap(i, g))
	}
	v.LeftGaps = len(req.GetGaps()) - len(v.Gaps)
	for _, f := range req.GetFeedback()[:take(len(req.GetFeedback()))] {
		v.Feedback = append(v.Feedback, f.GetIssue()+" "+f.GetSuggestion())
	}
	history := req.GetRetrievalHistory()
	v.LeftAttempts = len(history) - take(len(history))
	for _, a := range history[v.LeftAttempts:] {
		v.Attempts = append(v.Attempts, fmt.Sprintf("%s: %d notes", describe(a.GetInstruction()), a.GetEntriesFound()))
	}
	if take(1) == 1 {
		v.Context = req.GetGlobalContext()
	}
	if take(1) == 1 {
		v.Expertise = req.GetDomainContext().GetExpertise()
	}
	p := prompt.Prompt(v)
	p.MaxTokens = mostWritten
	return p
}

// gap describes a gap with its label and how the search for it stands.
func (d *draft) gap(i int, g *commonv1.Gap) string {
	s, stands := d.q.status(g), "not searched for"
	switch {
	case s.GetFound():
		stands = "searched for, something was found"
	case s.GetSearched():
		stands = "searched for in vain"
	}
	out := fmt.Sprintf("g%d (%s, %s, %s)", i+1, short(g.GetReason().String(), "GAP_REASON_"), short(g.GetSeverity().String(), "SEVERITY_"), stands)
	if g.GetDescription() != "" {
		out += ": " + g.GetDescription()
	}
	if words := g.GetWords(); len(words) > 0 {
		out += " Words: " + strings.Join(words, ", ") + "."
	}
	if g.GetDomain() != "" {
		out += " Domain: " + g.GetDomain() + "."
	}
	return out
}

func (s span) describe() string {
	out := days(s.days.Start.String(), s.days.End.String())
	if s.label != "" {
		out = s.label + ", " + out
	}
	if s.asked {
		out += ", asked about"
	}
	return out
}

// describe tells what an instruction looks for.
func describe(in *commonv1.RetrievalInstruction) string {
	var out []string
	switch in.GetStrategy() {
	case byQuestion:
		return "what bears best on “" + in.GetQuestion() + "”, of all time"
	case byTasks:
		return "the tasks that it asks for, of all time"
	case byObservations:
		out = append(out, "values of "+strings.Join(append([]string{in.GetSelection().GetDomain()}, in.GetSelection().GetMeasures()...), " "))
	default:
		for _, words := range []string{in.GetTopic(), strings.Join(in.GetKeywords(), " or "), in.GetPattern()} {
			if words != "" {
				out = append(out, words)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, "everything")
	}
	return strings.Join(append(out, days(in.GetDateRange().GetStart(), in.GetDateRange().GetEnd())), ", ")
}

func days(start, end string) string {
	switch {
	case start == "" && end == "":
		return "all time"
	case start == "":
		return "until " + end
	case end == "":
		return "from " + start
	case start == end:
		return start
	}
	return start + " to " + end
}

func short(name, prefix string) string { return strings.TrimPrefix(name, prefix) }
