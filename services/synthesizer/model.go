package synthesizer

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes/excerpt"
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
// against the evidence: it is told of every number, date, name, quote and label
// that nothing supports, and a sentence that still has one is taken out.
type model struct{ client *llm.Client }

func (m model) write(ctx context.Context, req *pb.SynthesizeRequest, zone *time.Location, draft drafts) (*written, *commonv1.Provenance, error) {
	t := &transcript{writer: newWriter(req, zone)}
	p := m.promptFor(t)
	shown := &placeless{drafts: draft}
	p.Stream, p.OnText, p.Restart = "answer", shown.say, shown.void
	p.Allowance = llm.AllowanceOf(req.GetContext())
	var got mindv1.Writing
	from, err := llm.Fill(ctx, m.client, p, writing, &got, func() []form.Problem { return t.faults(&got) })
	if err != nil {
		return nil, from, err
	}
	answer, ok := t.answer(&got)
	if !ok {
		return nil, from, fmt.Errorf("%w: nothing of what it wrote has evidence", llm.ErrNoAnswer)
	}
	return &written{answer, from}, from, nil
}

// mostTerms is how many words of the field the model is told to prefer.
const mostTerms = 40

// labelled is a text with the label by which the model speaks of it.
type labelled struct{ Label, Text string }

// promptFor is what the model is told of a request: the notes under their labels
// and in the order of time. Those that the window can't hold are left out, the
// lowest ranked first, and it is told so.
func (m model) promptFor(t *transcript) llm.Prompt {
	req := t.req
	v := struct {
		Question, Today, Elsewhere         string
		Detailed                           bool
		Terms, Spans                       []string
		Parts, Facts, Findings             []labelled
		Said, Missing, Below, Wrong, Notes []string
		LeftOut                            int
	}{
		Question: excerpt.Of(req.GetForm().GetText(), excerpt.Question),
		Today:    llm.Today(req.GetContext()), Detailed: t.detailed,
		Terms: terms(req), Spans: llm.Spans(req.GetForm().GetRanges()), Findings: t.findings(), Said: llm.Said(req.GetClarifications()),
	}
	for _, s := range req.GetSubQueries() {
		v.Parts = append(v.Parts, labelled{fmt.Sprint(s.GetId()), s.GetQuestion()})
	}
	if req.GetSearch().GetOtherDays() {
		v.Elsewhere = t.calendar.spans(req.GetForm().GetRanges())
	}
	for _, f := range req.GetAnalysis().GetFacts() {
		v.Facts = append(v.Facts, labelled{f.GetId(), llm.Fact(f)})
	}
	v.Missing, v.Below = t.unsaid()
	for _, f := range req.GetFeedback() {
		v.Wrong = append(v.Wrong, strings.TrimSpace(f.GetAffectedClaim()+" "+f.GetIssue()+" "+f.GetSuggestion()))
	}
	blocks := make([]string, len(t.all))
	for i, n := range t.all {
		blocks[i] = llm.Note(req.GetContext(), n)
	}
	kept := slices.Clone(t.all[:m.client.Fit(m.client.Room(prompt.Prompt(v), writing), blocks)])
	slices.SortStableFunc(kept, inTime)
	for _, n := range kept {
		v.Notes = append(v.Notes, llm.Note(req.GetContext(), n))
	}
	v.LeftOut = len(blocks) - len(kept)
	return prompt.Prompt(v)
}

// inTime orders notes by their time, those without one at the end.
func inTime(a, b *commonv1.EvidenceNote) int {
	if x, y := a.GetEntry().GetDate(), b.GetEntry().GetDate(); (x == "") != (y == "") {
		return strings.Compare(y, x)
	}
	return strings.Compare(a.GetEntry().GetId(), b.GetEntry().GetId())
}

// terms are the canonical words for what is asked about.
func terms(req *pb.SynthesizeRequest) []string {
	var out []string
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) && len(out) < mostTerms {
			out = append(out, s)
		}
	}
	for _, f := range append([]*commonv1.QueryForm{req.GetForm()}, req.GetForm().GetSides()...) {
		for _, s := range f.GetSubjects() {
			add(s.GetName())
		}
		add(f.GetMeasure().GetName())
	}
	return out
}
