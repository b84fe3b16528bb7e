package synthesizer

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/computed"
	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

//go:embed gather.tmpl
var gatherText string

var (
	gatherPrompt = llm.ParseTemplate(gatherText)
	gathering    = form.Of(&mindv1.Gathering{}, mindv1.Comments)
)

// How many parts are read at most, and how many of them side by side.
const mostParts, partsAtOnce = 8, 4

// A gathered is what a model has found of a question in notes that one prompt can't hold.
type gathered struct {
	notes int             // how many were read
	items []computed.Item // each thing that counts, as code reads it
	facts []*commonv1.Fact
}

// gather has a model read the notes that bear on a question in parts, where it takes
// more of them than one prompt shows, and works out what it has found in all. A part that
// the model has no answer on, or of which code can't read every item, counts as not read:
// a total without one of its parts is a wrong total. The answer then tells of how many
// notes it is.
// Without the answer to a part that came when models had too much to do there is none at all:
// another time there would be one.
func (m model) gather(ctx context.Context, t *transcript) (*commonv1.Provenance, error) {
	bearing := t.bearing()
	if !t.many() || len(bearing) <= manyNotes {
		return nil, nil
	}
	parts := m.parts(t, bearing)
	items, from := make([][]computed.Item, len(parts)), make([]*commonv1.Provenance, len(parts))
	read := make([]bool, len(parts))
	allowance := llm.AllowanceOf(t.req.GetContext())
	var busy error
	fair.Pause(ctx, func() { // for all parts at once
		var group errgroup.Group
		group.SetLimit(partsAtOnce)
		for i, part := range parts {
			group.Go(func() error {
				var got mindv1.Gathering
				p := t.gatherPrompt(part)
				p.Mends, p.Allowance = 1, allowance
				var faults []form.Problem
				var err error
				from[i], err = llm.Fill(ctx, m.client, p, gathering, &got, func() []form.Problem {
					items[i], faults = t.gatheredItems(&got)
					return faults
				})
				read[i] = err == nil && len(faults) == 0
				if errors.Is(err, fault.AgentBusy) {
					return err
				}
				return nil // no other failure of a part fails the others
			})
		}
		busy = group.Wait()
	})
	if busy != nil {
		return mind.Together(from...), busy
	}
	g := &gathered{}
	for i, part := range parts {
		if read[i] {
			g.notes += len(part)
			g.items = append(g.items, items[i]...)
		}
	}
	t.gathered = g
	g.facts = t.factsOf(g.items)
	return mind.Together(from...), nil
}

// parts divides notes into as many as one prompt has room for, and leaves out those for
// which there are too many parts.
func (m model) parts(t *transcript, all []*commonv1.EvidenceNote) [][]*commonv1.EvidenceNote {
	t.vocabulary = m.client.FitBackground(m.client.Room(t.gatherPrompt(nil), gathering), vocabularyOf(t.req.GetBackground()))
	room := m.client.Room(t.gatherPrompt(nil), gathering)
	var out [][]*commonv1.EvidenceNote
	for len(all) > 0 && len(out) < mostParts {
		n := min(manyNotes, len(all))
		n = m.client.Fit(room, t.blocks(all[:n]))
		if n == 0 {
			break
		}
		out, all = append(out, all[:n]), all[n:]
	}
	return out
}

// blocks are notes as prompts show them.
func (t *transcript) blocks(notes []*commonv1.EvidenceNote) []string {
	var out []string
	for _, n := range notes {
		out = append(out, llm.Note(t.req.GetContext(), excerpt.Passage(n)))
	}
	return out
}

// vocabularyOf returns what tells how things are called, which is all that a model needs to
// find them.
func vocabularyOf(all []*commonv1.BackgroundText) []*commonv1.BackgroundText {
	return slices.DeleteFunc(slices.Clone(all), func(t *commonv1.BackgroundText) bool {
		return t.GetKind() != commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY
	})
}

// gatherPrompt is what the model is told of a part of the notes.
func (t *transcript) gatherPrompt(part []*commonv1.EvidenceNote) llm.Prompt {
	v := struct {
		Question, Today          string
		Spans, Notes, Background []string
	}{
		Background: t.vocabulary,
		Question:   excerpt.Of(t.req.GetForm().GetText(), excerpt.Question), Today: llm.Today(t.req.GetContext()),
		Spans: llm.Spans(t.req.GetForm().GetRanges()),
	}
	v.Notes = t.blocks(part)
	p := gatherPrompt.Prompt(v)
	p.MaxTokens = 4096
	return p
}

// gatheredItems are the things that a model has found, as code reads them, and what is
// wrong with the others.
func (t *transcript) gatheredItems(got *mindv1.Gathering) (out []computed.Item, faults []form.Problem) {
	texts := t.texts()
	for i, it := range got.GetItems() {
		read, err := computed.Read(itemOf(it), texts)
		if err != nil {
			faults = append(faults, form.Problem{Path: fmt.Sprintf("items[%d]", i), Text: err.Error()})
			continue
		}
		if !slices.Contains(out, read) {
			out = append(out, read)
		}
	}
	return out, faults
}

// factsOf are how many things were gathered, and of those with a number what they come
// to, one unit apart from the other.
func (t *transcript) factsOf(items []computed.Item) []*commonv1.Fact {
	if len(items) == 0 {
		return nil
	}
	add := func(out []*commonv1.Fact, what string, r computed.Result) []*commonv1.Fact {
		f := t.fact(fmt.Sprintf("f%d", len(t.req.GetAnalysis().GetFacts())+len(out)+1), r)
		f.Subject = fmt.Sprintf("%s of what was gathered from %d notes", what, t.gathered.notes)
		if n := len(f.GetObservations()); n > mostValues {
			f.Observations = []*commonv1.Observation{f.GetObservations()[0], f.GetObservations()[n-1]}
		}
		return append(out, f)
	}
	out := add(nil, "count", computed.Result{Number: float64(len(items)), Items: items})
	units := map[string][]computed.Item{}
	var order []string
	for _, it := range items {
		if it.Number == 0 && it.Unit == "" {
			continue // a thing without a number
		}
		if units[it.Unit] == nil {
			order = append(order, it.Unit)
		}
		units[it.Unit] = append(units[it.Unit], it)
	}
	for _, unit := range order {
		for _, op := range []computed.Op{computed.Sum, computed.Mean, computed.Min, computed.Max} {
			if r, err := computed.Over(op, units[unit]); err == nil && len(units[unit]) > 1 {
				out = add(out, string(op), r)
			}
		}
	}
	return out
}

// beyond are the notes that a prompt has no room for and of which something was
// gathered, each with the words that count in the place of its text.
func (t *transcript) beyond(shown []*commonv1.EvidenceNote) []string {
	if t.gathered == nil {
		return nil
	}
	words := map[string][]string{}
	var order []string
	for _, it := range t.gathered.items {
		if slices.ContainsFunc(shown, func(n *commonv1.EvidenceNote) bool { return n.GetLabel() == it.Note }) {
			continue
		}
		if words[it.Note] == nil {
			order = append(order, it.Note)
		}
		words[it.Note] = append(words[it.Note], it.Words)
	}
	var out []string
	for _, label := range order {
		n := noteWith(t.byLabel[label], "… "+strings.Join(words[label], " … ")+" …")
		out = append(out, llm.Note(t.req.GetContext(), n))
	}
	return out
}

// seen tells how many of the notes that may bear on the question the model sees or has
// seen, where many of them answer it together.
func (t *transcript) seen(shown int) (seen, found int) {
	switch {
	case !t.many(): // what one note answers needs no other
		return shown, shown
	case t.gathered != nil:
		return t.gathered.notes, len(t.bearing())
	}
	return shown, max(shown, len(t.bearing()))
}

// noteWith is a note with another text.
func noteWith(n *commonv1.EvidenceNote, text string) *commonv1.EvidenceNote {
	e := n.GetEntry()
	return &commonv1.EvidenceNote{Label: n.GetLabel(), Weekday: n.GetWeekday(), Entry: &commonv1.Entry{Date: e.GetDate(), Time: e.GetTime(), Headings: e.GetHeadings(), Text: text}}
}
