package synthesizer

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
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt  = llm.ParseTemplate(promptText)
	writing = form.Of(&mindv1.Writing{}, mindv1.Comments)
)

// model is the mind that has a language model write. What it writes is held
// against the evidence: it is told of every number, date, name, quote and citation
// that nothing supports, and a sentence that still has one is taken out.
type model struct{ client *llm.Client }

func (m model) write(ctx context.Context, req *pb.SynthesizeRequest, draft drafts) (*written, *commonv1.Provenance, error) {
	l := newLegend(req)
	p := m.promptFor(req, l)
	p.Stream, p.OnText, p.Restart = "answer", draft.say, draft.void
	p.Allowance = llm.AllowanceOf(req.GetContext())
	var got mindv1.Writing
	from, err := llm.Fill(ctx, m.client, p, writing, &got, func() []form.Problem { return l.faults(&got) })
	if err != nil {
		return nil, from, err
	}
	answer, ok := l.answer(&got)
	if !ok {
		return nil, from, fmt.Errorf("%w: nothing of what it wrote has evidence", llm.ErrNoAnswer)
	}
	return &written{answer, from}, from, nil
}

// labelled is a text with the label by which the model speaks of it.
type labelled struct{ Label, Text string }

// mostTerms is how many words of the field the model is told to prefer.
const mostTerms = 40

// promptFor is what the model is told of a request. Notes that the window can't
// hold are left out, those first that no finding stands on, and it is told how
// many.
func (m model) promptFor(req *pb.SynthesizeRequest, l *legend) llm.Prompt {
	v := struct {
		Question, Today        string
		Detailed, Partial      bool
		Terms, Spans           []string
		Parts, Facts, Findings []labelled
		Said                   []labelled
		Missing, Wrong, Notes  []string
		LeftOut                int
	}{
		Question: req.GetScope().GetQuery(),
		Today:    llm.Today(req.GetContext()),
		Detailed: req.GetStyle() == commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED,
		Partial:  req.GetPartial(),
		Terms:    terms(req.GetScope().GetSubjects(), req.GetDomainContext().GetVocabulary()),
		Spans:    llm.Spans(req.GetScope().GetRanges()),
		Facts:    l.facts,
		Findings: l.findings(req.GetAnalysis().GetFindings()),
	}
	for _, s := range req.GetSubQueries() {
		v.Parts = append(v.Parts, labelled{fmt.Sprint(s.GetId()), s.GetQuestion()})
	}
	for _, c := range req.GetClarifications() {
		if !c.GetDeclined() {
			v.Said = append(v.Said, labelled{"", c.GetQuestion() + " " + c.GetAnswer()})
		}
	}
	for _, g := range req.GetOpenGaps() {
		v.Missing = append(v.Missing, g.GetDescription())
	}
	for _, u := range req.GetUnresolvedTimes() {
		v.Missing = append(v.Missing, "“"+u.GetText()+"” names no time: "+u.GetReason())
	}
	for _, f := range req.GetFeedback() {
		v.Wrong = append(v.Wrong, strings.TrimSpace(f.GetAffectedClaim()+" "+f.GetIssue()+" "+f.GetSuggestion()))
	}
	bare := prompt.Prompt(v)
	room := m.client.Room(bare, writing)
	kept := l.foremost[:m.client.Fit(room, blocks(l.foremost))]
	v.LeftOut = len(l.foremost) - len(kept)
	slices.SortFunc(kept, func(a, b note) int { return inTime(a.entry, b.entry) })
	v.Notes = blocks(kept)
	return prompt.Prompt(v)
}

func blocks(list []note) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = llm.Data("note", n.label+" "+notes.Label(n.entry.GetDate(), n.entry.GetHeadings()), n.entry.GetText())
	}
	return out
}

// terms are the canonical words for what is asked about.
func terms(subjects []string, vocabulary map[string]string) []string {
	out := slices.Clone(subjects)
	for _, s := range subjects {
		if canonical := vocabulary[strings.ToLower(s)]; canonical != "" && !slices.Contains(out, canonical) {
			out = append(out, canonical)
		}
	}
	return out[:min(len(out), mostTerms)]
}
