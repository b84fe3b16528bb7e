package synthesizer

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
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

// model is the mind that has a language model write, once. Each claim of it is held
// against the notes that it cites: what they don't have the model is told once, and a
// sentence that still has it is taken out.
type model struct{ client *llm.Client }

func (m model) write(ctx context.Context, req *pb.SynthesizeRequest, zone *time.Location, draft drafts) (*written, *commonv1.Provenance, error) {
	t := &transcript{writer: newWriter(req, zone)}
	gathered, err := m.gather(ctx, t)
	if err != nil {
		return nil, gathered, err
	}
	p := m.promptFor(t)
	shown := &placeless{drafts: draft}
	p.Stream, p.OnText, p.Restart = "answer", shown.say, shown.void
	p.Mends = 1
	p.Allowance = llm.AllowanceOf(req.GetContext())
	var got mindv1.Writing
	from, err := llm.Fill(ctx, m.client, p, writing, &got, func() []form.Problem { return t.faults(&got) })
	from = mind.Together(from, gathered)
	if err != nil {
		return nil, from, err
	}
	answer, ok := t.answer(&got)
	if !ok {
		return nil, from, fmt.Errorf("%w: nothing of what it wrote has evidence", llm.ErrNoAnswer)
	}
	return &written{answer, from}, from, nil
}

// labelled is a text with the label by which the model speaks of it.
type labelled struct{ Label, Text string }

// How many turns of the conversation a model is shown, and how many bytes of each.
const turnsShown, longestTurn = 4, 600

// promptFor is what the model is told of a request: the notes under their labels, best
// first. Those that the window can't hold are left out, the lowest ranked first, and it
// is told how many.
func (m model) promptFor(t *transcript) llm.Prompt {
	req := t.req
	v := struct {
		Question, Asked, Today                              string
		Detailed, Outage                                    bool
		Spans, NoTimes, Before, Said, Notes, Against, Wrong []string
		Background                                          []string
		Facts                                               []labelled
		Seen, Found                                         int
		Previous                                            string
	}{
		Question: excerpt.Of(req.GetForm().GetText(), excerpt.Question), Asked: excerpt.Of(req.GetAsked(), excerpt.Question), Today: llm.Today(req.GetContext()),
		Detailed: t.detailed, Outage: req.GetSearch() != nil && !req.GetSearch().GetComplete(),
		Spans: llm.Spans(req.GetForm().GetRanges()), Said: llm.Said(req.GetClarifications()), Against: t.against(),
	}
	for _, u := range req.GetUnresolvedTimes() {
		v.NoTimes = append(v.NoTimes, clean(u.GetReason()))
	}
	turns := req.GetSession()
	for _, turn := range turns[max(0, len(turns)-turnsShown):] {
		v.Before = append(v.Before, excerpt.Of(turn, longestTurn))
	}
	for _, f := range t.known() {
		v.Facts = append(v.Facts, labelled{f.GetId(), llm.Fact(f)})
	}
	for _, f := range req.GetFeedback() {
		claim := ""
		if f.GetAffectedClaim() != "" {
			claim = "“" + t.labelled(f.GetAffectedClaim()) + "” "
		}
		v.Wrong = append(v.Wrong, claim+f.GetIssue())
	}
	if len(v.Wrong) > 0 {
		v.Previous = t.labelled(req.GetPrevious())
	}
	v.Background = m.client.FitBackground(m.client.Room(prompt.Prompt(v), writing), req.GetBackground())
	shown := t.shown()
	blocks := slices.Concat(t.blocks(shown), t.beyond(shown))
	v.Notes = blocks[:m.client.Fit(m.client.Room(prompt.Prompt(v), writing), blocks)]
	v.Seen, v.Found = t.seen(min(len(v.Notes), len(shown)))
	return prompt.Prompt(v)
}
