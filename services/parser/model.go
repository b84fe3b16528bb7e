package parser

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt     = llm.ParseTemplate(promptText)
	patching   = llmform.Of(&mindv1.Patching{}, mindv1.Comments)
	correcting = llmform.Of(&mindv1.Correcting{}, mindv1.Comments)
)

// model is the mind that asks a language model, where the rules have left something
// open. Day, time, tags and the target of a correction are the rules'; the model puts
// their data right, which is held against the text. Neither the user's page nor other
// notes are shown to it: nothing of them may become data of this one.
type model struct {
	client *llm.Client
	rules  rules
}

func (m model) parse(ctx context.Context, in *input) (*pb.ParseResponse, *commonv1.Provenance, error) {
	r, ex := m.rules.read(in)
	ask := m.note
	if in.req.GetCorrection() {
		ask = m.correction
	}
	from, err := ask(ctx, in, ex, r)
	if err != nil {
		return nil, from, err
	}
	return answer(in, r, from), from, nil
}

// A view is what the prompt shows.
type view struct {
	Text, Day, Note string
	Names           []string
	Readings        []shown
	Lacking         []shown // fields that could hold what the rules left unread
	Fields          []shown // values of an entry that is corrected
}

type shown struct{ Label, Text string }

// note has a model put the draft of a note right. A note in which the rules left
// nothing open costs no call.
func (m model) note(ctx context.Context, in *input, ex *extract.Extractor, r *reading) (*commonv1.Provenance, error) {
	d := newDraft(in, ex, r)
	all := d.doubts()
	if len(all) == 0 {
		return mind.ByRules(), nil
	}
	p, n := m.client.Pack(patching, min(len(all), mostDoubts), func(n int) llm.Prompt { return promptFor(d, all[:n]) })
	p.Allowance = llm.AllowanceOf(in.req.GetContext())
	var got mindv1.Patching
	var e *editor
	from, err := llm.Fill(ctx, m.client, p, patching, &got, func() []llmform.Problem {
		e = newEditor(d)
		return e.hold(got.GetEdits())
	})
	if err != nil {
		return from, err
	}
	e.settle(r)
	if n < len(all) {
		r.notes = append(r.notes, fmt.Sprintf("A model was shown %d of the %d sentences with something left open.", n, len(all)))
	}
	return from, nil
}

// promptFor is what the model is told of some doubts of a note.
func promptFor(d *draft, doubts []doubt) llm.Prompt {
	text := d.around(doubts)
	v := view{Text: text, Day: notes.DayOf(d.r.at).String(), Readings: d.shown(text), Lacking: lacking(doubts)}
	for _, n := range d.ex.Names(text) {
		if is := fmt.Sprintf("%s: %s", text[n.Start:n.End], n.Name); text[n.Start:n.End] != n.Name && !slices.Contains(v.Names, is) {
			v.Names = append(v.Names, is)
		}
	}
	p := prompt.Prompt(v)
	p.MaxTokens = min(512+128*len(doubts), mostWritten)
	return p
}

const (
	// mostDoubts is how many sentences of a note a model is asked about at most.
	mostDoubts = 24
	// mostWritten is how much it may write at most, in tokens.
	mostWritten = 3072
)
