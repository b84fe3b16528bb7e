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
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt   = llm.ParseTemplate(promptText)
	checking = form.Of(&mindv1.Checking{}, mindv1.Comments)
)

// model is the mind that asks a language model, after code: whether each sentence of an
// answer follows from the notes that it cites. It can find more wrong than code did, and
// never less.
type model struct{ client *llm.Client }

func (mo model) evaluate(ctx context.Context, m *matter, byCode []verdict) (*pb.EvaluateResponse, *commonv1.Provenance, error) {
	sentences := sentencesplit.Sentences(m.req.GetAnswer(), sentencesplit.Composed)
	cited := m.citedNotes()
	background := mo.client.FitBackground(mo.client.Room(promptFor(m, sentences, cited, 0, nil), checking), m.req.GetBackground())
	p, _ := mo.client.Pack(checking, len(cited), func(n int) llm.Prompt { return promptFor(m, sentences, cited, n, background) })
	p.Allowance = llm.AllowanceOf(m.req.GetContext())
	var got mindv1.Checking
	from, err := llm.Fill(ctx, mo.client, p, checking, &got, func() []form.Problem { return m.faults(&got, len(sentences)) })
	if err != nil {
		return nil, from, err
	}
	return respond(m.with(&got, sentences, byCode), from), from, nil
}

// citedNotes are the notes that the answer cites, in its order, with the quotation as
// what answers best.
func (m *matter) citedNotes() []*commonv1.EvidenceNote {
	var out []*commonv1.EvidenceNote
	for _, c := range m.req.GetCitations() {
		at := slices.IndexFunc(m.req.GetEvidence(), func(n *commonv1.EvidenceNote) bool { return n.GetEntry().GetId() == c.GetId() })
		if at < 0 {
			continue
		}
		n := proto.CloneOf(m.req.GetEvidence()[at])
		if i := strings.Index(n.GetEntry().GetText(), c.GetQuote()); i >= 0 {
			n.Best = &commonv1.TextRange{Start: int32(i), End: int32(i + len(c.GetQuote()))}
		}
		out = append(out, n)
	}
	return out
}

// promptFor is what the model is told: the sentences by number, the first of the notes that
// they cite, and the background.
func promptFor(m *matter, sentences []string, notes []*commonv1.EvidenceNote, n int, background []string) llm.Prompt {
	req := m.req
	v := struct {
		Question, Today, Sentences string
		Rules, Said, Facts, Notes  []string
		Background                 []string
		Left                       int
	}{
		Background: background,
		Question:   req.GetForm().GetText(), Today: llm.Today(req.GetContext()), Said: llm.Said(req.GetClarifications()), Left: len(notes) - n,
	}
	for _, r := range req.GetRules() {
		v.Rules = append(v.Rules, strings.Join(strings.Fields(r.GetRule()), " "))
	}
	for _, f := range req.GetAnalysis().GetFacts() {
		if grounding.Tells(req.GetAnswer(), f) {
			v.Facts = append(v.Facts, llm.Fact(f))
		}
	}
	for _, note := range notes[:n] {
		v.Notes = append(v.Notes, llm.Note(req.GetContext(), excerpt.Passage(note)))
	}
	numbered := make([]string, len(sentences))
	for i, s := range sentences {
		numbered[i] = fmt.Sprintf("%d. %s", i+1, m.labelled(s))
	}
	v.Sentences = strings.Join(numbered, "\n")
	p := prompt.Prompt(v)
	p.MaxTokens = mostWritten
	return p
}

// mostWritten is how many tokens a judgement may have.
const mostWritten = 1024

// labelled puts labels in the place of the references of a sentence, by which the notes
// are shown.
func (m *matter) labelled(sentence string) string {
	var names []string
	for _, c := range m.req.GetCitations() {
		for _, n := range m.req.GetEvidence() {
			if n.GetEntry().GetId() == c.GetId() {
				names = append(names, c.GetId(), n.GetLabel(), c.GetDate(), n.GetLabel())
			}
		}
	}
	labels := strings.NewReplacer(names...)
	return references.ReplaceAllStringFunc(sentence, labels.Replace)
}
