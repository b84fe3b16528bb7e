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
	if res := d.byCode[d.kindOr(d.q.kind)]; res.GetPlanAgain() { // there is nothing to choose yet
		return res, res.GetProvenance(), nil
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
	byCode map[commonv1.QueryType]*pb.PlanResponse
	kinds  []commonv1.QueryType
}

// everyKind is what a question can ask for.
var everyKind = []commonv1.QueryType{
	commonv1.QueryType_QUERY_TYPE_SIMPLE, commonv1.QueryType_QUERY_TYPE_INSIGHT,
	commonv1.QueryType_QUERY_TYPE_RECOMMENDATION, commonv1.QueryType_QUERY_TYPE_COMPARISON,
}

// draw has the rules plan, for every kind that the question may turn out to have.
func (m model) draw(ctx context.Context, req *pb.PlanRequest, now time.Time) (*draft, error) {
	d := &draft{req: req, q: read(req, now, m.rules.lexicons.of(req.GetDomainContext())), byCode: map[commonv1.QueryType]*pb.PlanResponse{}}
	d.kinds = everyKind
	if known := req.GetQueryType(); known != commonv1.QueryType_QUERY_TYPE_UNSPECIFIED {
		d.kinds = []commonv1.QueryType{known}
	}
	for _, kind := range d.kinds {
		res, err := m.rules.plan(ctx, as(req, kind), now)
		if err != nil {
			return nil, err
		}
		d.byCode[kind] = res
	}
	d.spans = d.choice()
	return d, nil
}

// as returns a request whose kind of answer is known.
func as(req *pb.PlanRequest, kind commonv1.QueryType) *pb.PlanRequest {
	return &pb.PlanRequest{
		Context: req.GetContext(), Query: req.GetQuery(), QueryType: kind, DomainContext: req.GetDomainContext(),
		RetrievalHistory: req.GetRetrievalHistory(), Gaps: req.GetGaps(), Feedback: req.GetFeedback(),
		GlobalContext: req.GetGlobalContext(), Clarifications: req.GetClarifications(), SubQueries: req.GetSubQueries(),
	}
}

// choice are the spans that a model can choose from: those that code reads out
// of the question, those of gaps, where code itself would look, and the last
// days.
func (d *draft) choice() []span {
	var out []span
	add := func(s span) {
		if !s.r.IsZero() && len(out) < mostSpans && !slices.ContainsFunc(out, func(o span) bool { return o.r == s.r }) {
			out = append(out, s)
		}
	}
	for _, kind := range append([]commonv1.QueryType{d.q.kind}, d.kinds...) {
		for _, r := range d.byCode[kind].GetScope().GetRanges() {
			add(span{r: rangeOf(r.GetStart(), r.GetEnd()), label: r.GetLabel(), role: r.GetRole()})
		}
	}
	for i, g := range d.req.GetGaps() {
		add(span{r: rangeOf(g.GetDateRange().GetStart(), g.GetDateRange().GetEnd()), label: fmt.Sprintf("the days of g%d", i+1)})
	}
	for _, in := range d.byCode[d.kindOr(d.q.kind)].GetInstructions() {
		add(span{r: rangeOf(in.GetDateRange().GetStart(), in.GetDateRange().GetEnd())})
	}
	for _, n := range []int{7, usual, 3 * usual} {
		add(span{r: notes.Range{Start: d.q.today.AddDays(1 - n), End: d.q.today}, label: fmt.Sprintf("the last %d days", n)})
	}
	return out
}

func rangeOf(start, end string) notes.Range {
	r, err := notes.ParseRange(start, end)
	if err != nil {
		return notes.Range{}
	}
	return r
}

// kindOr returns the kind that is known, else the given one.
func (d *draft) kindOr(kind commonv1.QueryType) commonv1.QueryType {
	if slices.Contains(d.kinds, kind) {
		return kind
	}
	return d.kinds[0]
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
	code := d.byCode[d.kindOr(d.q.kind)]
	take := func(all int) int {
		k := min(n, all)
		n -= k
		return k
	}
	v := struct {
		Kind, Question, Today, Expertise, Context                           string
		Settled                                                             bool
		Loaded, Circumstances                                               []string
		Available                                                           []domain
		Parts, Subjects, Spans, Unresolved, Asked, Attempts, Gaps, Feedback []string
		LeftAttempts, LeftGaps                                              int
	}{
		Question: req.GetQuery(), Today: llm.Today(req.GetContext()), Settled: len(req.GetSubQueries()) > 0,
		Loaded: req.GetDomainContext().GetLoaded(), Circumstances: d.q.circumstances(), Subjects: code.GetScope().GetSubjects(),
	}
	if len(d.kinds) == 1 {
		v.Kind = short(d.kinds[0].String(), "QUERY_TYPE_")
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
	for _, u := range code.GetUnresolvedTimes() {
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
	out := fmt.Sprintf("g%d (%s, %s, %s): %s", i+1, short(g.GetType().String(), "GAP_TYPE_"), short(g.GetSeverity().String(), "SEVERITY_"), stands, g.GetDescription())
	if terms := g.GetSearchTerms(); len(terms) > 0 {
		out += " Words: " + strings.Join(terms, ", ") + "."
	}
	if g.GetOutsideCurrentExpertise() && g.GetSuspectedDomain() != "" {
		out += " Domain: " + g.GetSuspectedDomain() + "."
	}
	return out
}

func (s span) describe() string {
	out := days(s.r.Start.String(), s.r.End.String())
	if s.label != "" {
		out = s.label + ", " + out
	}
	switch s.role {
	case commonv1.RangeRole_RANGE_ROLE_FOCUS:
		out += ", asked about"
	case commonv1.RangeRole_RANGE_ROLE_BASELINE:
		out += ", to compare with"
	}
	return out
}

// describe tells what an instruction looks for.
func describe(in *commonv1.RetrievalInstruction) string {
	out := []string{}
	for _, words := range []string{in.GetTopic(), strings.Join(in.GetKeywords(), " or "), in.GetPattern()} {
		if words != "" {
			out = append(out, words)
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
