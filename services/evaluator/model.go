package evaluator

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt     = llm.ParseTemplate(promptText)
	evaluating = form.Of(&mindv1.Evaluating{}, mindv1.Comments)
)

// model is the mind that asks a language model, after code. It can find more
// wrong than code did, and never less.
type model struct{ client *llm.Client }

// mostWritten is how many tokens a judgement may have.
const mostWritten = 1536

func (mo model) evaluate(ctx context.Context, m *matter, byCode []verdict) (*pb.EvaluateResponse, *commonv1.Provenance, error) {
	items := m.items()
	p, _ := mo.client.Pack(evaluating, len(items), func(n int) llm.Prompt { return promptFor(m, byCode, items[:n]) })
	p.Allowance = llm.AllowanceOf(m.req.GetContext())
	var got mindv1.Evaluating
	from, err := llm.Fill(ctx, mo.client, p, evaluating, &got, func() []form.Problem { return faults(&got, m, byCode) })
	if err != nil {
		return nil, from, err
	}
	return respond(m.req, with(&got, m, byCode), from), from, nil
}

// An item is a piece of evidence that a prompt may have to do without.
type item struct {
	fact, entry int // index of it in the request, -1 if it is the other
}

// items returns the evidence, what bears most on the answer first: the notes that
// it cites, the facts and notes of findings, then the other facts and notes.
func (m *matter) items() []item {
	var out []item
	add := func(i item) {
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	facts, entries := m.req.GetAnalysis().GetFacts(), m.req.GetEntries()
	for i, e := range entries {
		if slices.Contains(m.cited, e) {
			add(item{-1, i})
		}
	}
	for _, f := range m.req.GetAnalysis().GetFindings() {
		for i, fact := range facts {
			if slices.Contains(f.GetFactIds(), fact.GetId()) {
				add(item{i, -1})
			}
		}
	}
	for _, f := range m.req.GetAnalysis().GetFindings() {
		for i, e := range entries {
			if slices.Contains(f.GetEntryIds(), e.GetId()) {
				add(item{-1, i})
			}
		}
	}
	for i := range facts {
		add(item{i, -1})
	}
	for i := range entries {
		add(item{-1, i})
	}
	return out
}

// A note is an entry as a prompt has it.
type note struct{ Label, Text string }

// longest is how many characters of one note a prompt has at most.
const longest = 2000

// promptFor is what the model is told: all but the evidence always, and of that
// the given items.
func promptFor(m *matter, byCode []verdict, items []item) llm.Prompt {
	req, analysis := m.req, m.req.GetAnalysis()
	v := struct {
		Rules                                       []string
		Partial                                     bool
		LeftNotes, LeftFacts                        int
		Question, Answer, Today                     string
		Parts, Asked, Facts, Findings, Gaps, Before []string
		Found                                       []string
		Notes                                       []note
		Attempt                                     int32
	}{
		Partial: req.GetPartial(), Question: req.GetScope().GetQuery(), Answer: req.GetAnswer(),
		Today: llm.Today(req.GetContext()), Attempt: req.GetAttempt(),
		LeftNotes: len(req.GetEntries()), LeftFacts: len(analysis.GetFacts()),
	}
	for _, r := range req.GetRules() {
		v.Rules = append(v.Rules, strings.Join(strings.Fields(r.GetRule()), " "))
	}
	for _, q := range req.GetSubQueries() {
		v.Parts = append(v.Parts, fmt.Sprintf("%d. %s", q.GetId(), q.GetQuestion()))
	}
	for _, c := range req.GetClarifications() {
		if !c.GetDeclined() {
			v.Asked = append(v.Asked, llm.Lines([]string{"Asked: " + c.GetQuestion(), "Said: " + c.GetAnswer()}))
		}
	}
	for i, f := range analysis.GetFacts() {
		if slices.Contains(items, item{i, -1}) {
			v.Facts = append(v.Facts, fmt.Sprintf("f%d: %s", i+1, f.GetText()))
			v.LeftFacts--
		}
	}
	for i, e := range req.GetEntries() {
		if slices.Contains(items, item{-1, i}) {
			v.Notes = append(v.Notes, note{fmt.Sprintf("e%d, %s", i+1, notes.Label(e.GetDate(), e.GetHeadings())), shortened(e.GetText())})
			v.LeftNotes--
		}
	}
	for _, f := range analysis.GetFindings() {
		v.Findings = append(v.Findings, f.GetClaim())
	}
	for i, g := range gaps(req) {
		v.Gaps = append(v.Gaps, fmt.Sprintf("g%d: %s", i+1, g.GetDescription()))
	}
	for _, f := range req.GetPreviousFeedback() {
		v.Before = append(v.Before, f.GetIssue())
	}
	for _, verdict := range byCode {
		for _, i := range verdict.issues {
			v.Found = append(v.Found, name(verdict.dimension)+": "+i.what)
		}
	}
	p := prompt.Prompt(v)
	p.MaxTokens = mostWritten
	return p
}

// gaps are those that the answer has to tell of.
func gaps(req *pb.EvaluateRequest) []*commonv1.Gap {
	if req.GetPartial() {
		return req.GetOpenGaps()
	}
	return req.GetAnalysis().GetGaps()
}

func shortened(text string) string {
	n := 0
	for at := range text {
		if n++; n > longest {
			return text[:at] + " … (shortened)"
		}
	}
	return text
}

// name is what a prompt and a form call a dimension.
func name(d pb.Dimension) string {
	return strings.ToLower(strings.TrimPrefix(d.String(), "DIMENSION_"))
}
