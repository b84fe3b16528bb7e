package evaluator

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes/excerpt"
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
	pieces := m.pieces()
	p, _ := mo.client.Pack(evaluating, len(pieces), func(n int) llm.Prompt { return promptFor(m, byCode, pieces, n) })
	p.Allowance = llm.AllowanceOf(m.req.GetContext())
	var got mindv1.Evaluating
	from, err := llm.Fill(ctx, mo.client, p, evaluating, &got, func() []form.Problem { return faults(&got, m) })
	if err != nil {
		return nil, from, err
	}
	return respond(with(&got, m, byCode), from), from, nil
}

// A piece is a note or a fact as a prompt has it, which may have to do without.
type piece struct {
	text string
	fact bool
}

// longest is how many bytes of one note a prompt has at most.
const longest = 2000

// pieces returns the evidence: the notes that the answer cites, what was
// computed, and the other notes, best first.
func (m *matter) pieces() []piece {
	var cited, facts, rest []piece
	for _, n := range m.req.GetEvidence() {
		p := piece{text: llm.Note(m.req.GetContext(), shortened(n))}
		if m.cited[n.GetEntry().GetId()] {
			cited = append(cited, p)
		} else {
			rest = append(rest, p)
		}
	}
	for _, f := range m.req.GetAnalysis().GetFacts() {
		facts = append(facts, piece{f.GetId() + ": " + llm.Fact(f), true})
	}
	return slices.Concat(cited, facts, rest)
}

// promptFor is what the model is told: the first n pieces of the evidence, and
// all else always.
func promptFor(m *matter, byCode []verdict, pieces []piece, n int) llm.Prompt {
	req := m.req
	v := struct {
		Partial                                                         bool
		LeftNotes, LeftFacts                                            int
		Question, Answer, Today                                         string
		Rules, Parts, Said, Facts, Notes, Findings, Gaps, Before, Found []string
		Attempt                                                         int32
	}{
		Partial: req.GetPartial(), Question: req.GetForm().GetText(), Answer: req.GetAnswer(),
		Today: llm.Today(req.GetContext()), Attempt: req.GetAttempt(), Said: llm.Said(req.GetClarifications()),
	}
	for _, r := range req.GetRules() {
		v.Rules = append(v.Rules, strings.Join(strings.Fields(r.GetRule()), " "))
	}
	for _, q := range req.GetSubQueries() {
		v.Parts = append(v.Parts, fmt.Sprintf("%d. %s", q.GetId(), q.GetQuestion()))
	}
	for i, p := range pieces {
		switch {
		case i < n && p.fact:
			v.Facts = append(v.Facts, p.text)
		case i < n:
			v.Notes = append(v.Notes, p.text)
		case p.fact:
			v.LeftFacts++
		default:
			v.LeftNotes++
		}
	}
	for _, f := range req.GetAnalysis().GetFindings() {
		v.Findings = append(v.Findings, m.finding(f))
	}
	for i, g := range missing(req) {
		v.Gaps = append(v.Gaps, gapLabel(i)+": "+llm.Gap(g))
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

// finding is one as a prompt has it: its kind, a model's statement, and the labels
// of what it stands on.
func (m *matter) finding(f *commonv1.Finding) string {
	words := []string{strings.ToLower(strings.TrimPrefix(f.GetKind().String(), "FINDING_KIND_")) + ":"}
	if f.GetClaim() != "" {
		words = append(words, f.GetClaim())
	}
	for _, id := range f.GetFactIds() {
		words = append(words, "["+id+"]")
	}
	for _, n := range m.req.GetEvidence() {
		if slices.Contains(standsOn(f), n.GetEntry().GetId()) {
			words = append(words, "["+n.GetLabel()+"]")
		}
	}
	return strings.Join(words, " ")
}

// missing are the gaps that a model is told of.
func missing(req *pb.EvaluateRequest) []*commonv1.Gap {
	if req.GetPartial() {
		return req.GetOpenGaps()
	}
	return req.GetAnalysis().GetGaps()
}

func gapLabel(i int) string { return fmt.Sprintf("g%d", i+1) }

func shortened(n *commonv1.EvidenceNote) *commonv1.EvidenceNote {
	if head := excerpt.Head(n.GetEntry().GetText(), longest); head != n.GetEntry().GetText() {
		n = proto.CloneOf(n)
		n.Entry.Text = head + " … (shortened)"
	}
	return n
}

// name is what a prompt and a form call a dimension.
func name(d pb.Dimension) string {
	return strings.ToLower(strings.TrimPrefix(d.String(), "DIMENSION_"))
}
