package observer

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

//go:embed prompt.tmpl
var promptText string

var (
	prompt    = llm.ParseTemplate(promptText)
	observing = llmform.Of(&mindv1.Observing{}, mindv1.Comments)
)

// model is the mind that asks a language model, for a look over the notes of some
// time. What the rules learn it learns too; the model adds lines, and never sees to the
// page itself.
type model struct {
	client *llm.Client
	rules  rules
}

const (
	// mostCalls is in how many parts notes are looked over at most.
	mostCalls = 10
	// mostNotes is how many notes a part has at most.
	mostNotes = 60
)

// reflect has a model look over notes, the newest first, in as few parts as its window
// allows. If it has no answer on one, what it said of those before stands.
func (m model) reflect(ctx context.Context, o *observation) (*pb.ObserveResponse, *commonv1.Provenance, error) {
	computed := m.rules.learn(o)
	all := o.reflected()
	var guesses []lesson
	var from *commonv1.Provenance
	read := 0
	for rest, calls := all, 0; len(rest) > 0 && calls < mostCalls; calls++ {
		known := slices.Concat(computed, guesses)
		p, n := m.client.Pack(observing, min(len(rest), mostNotes), func(n int) llm.Prompt { return promptFor(o, known, rest[:n]) })
		if n == 0 { // it is longer than the window
			rest = rest[1:]
			continue
		}
		part := rest[:n]
		rest = rest[n:]
		var got mindv1.Observing
		p.Allowance = llm.AllowanceOf(o.req.GetContext())
		spent, err := llm.Fill(ctx, m.client, p, observing, &got, func() []llmform.Problem { return faults(&got, o, part) })
		from = mind.Together(from, spent)
		if err != nil {
			if read == 0 {
				return nil, from, err
			}
			break
		}
		read += n
		guesses = append(guesses, guessed(&got, o, part, known)...)
	}
	if from == nil {
		from = mind.ByRules() // there was nothing to look at
	}
	r := propose(o, computed, guesses, from)
	r.NotesRead, r.NotesLeftOut = int32(read), int32(len(all)-read)
	return r, from, nil
}

// reflected are the notes that are looked over, newest first.
func (o *observation) reflected() []*commonv1.Entry {
	var out []*commonv1.Entry
	for _, e := range o.req.GetRecent() {
		if !e.GetCorrection() && e.GetDate() >= o.req.GetSince() {
			out = append(out, e)
		}
	}
	return out
}

// promptFor is what the model is told of some notes.
func promptFor(o *observation, known []lesson, entries []*commonv1.Entry) llm.Prompt {
	v := struct {
		Guidance    string
		Kept        []string
		Notes       []*commonv1.Entry
		Page, Today string
	}{
		Guidance: o.req.GetDomainContext().GetContextGuidance(), Notes: entries,
		Page: o.req.GetGlobalContext(), Today: llm.Today(o.req.GetContext()),
	}
	for _, l := range known {
		v.Kept = append(v.Kept, l.Key)
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 1024
	return p
}

// faults are what the schema can't say of an answer: lines that nothing shown
// supports, and lines that are not the model's to write.
func faults(got *mindv1.Observing, o *observation, entries []*commonv1.Entry) []llmform.Problem {
	var out []llmform.Problem
	s := newShown(entries)
	for i, r := range got.GetRemember() {
		if why := s.unfit(r, o); why != "" {
			out = append(out, llmform.Problem{Path: fmt.Sprintf("remember[%d]", i), Text: why})
		}
	}
	return out
}

// guessed are the lines of an answer that can stand, each as sure as code can see that
// it is, and on the note that says most of it.
func guessed(got *mindv1.Observing, o *observation, entries []*commonv1.Entry, known []lesson) []lesson {
	var out []lesson
	s := newShown(entries)
	for _, r := range got.GetRemember() {
		if s.unfit(r, o) != "" {
			continue
		}
		it := contextpage.Item{
			Category: r.GetCategory(), Key: slug(r.GetKey()), Value: shortened(r.GetValue()),
			Certainty: min(r.GetCertainty(), s.surest(r)), Source: s.source(r),
		}
		if !slices.ContainsFunc(slices.Concat(known, out), func(l lesson) bool { return slug(l.Key) == it.Key }) && !o.says(it) {
			out = append(out, lesson{it, "Noted: " + it.Key + ": " + it.Value + "."})
		}
	}
	return out
}

// says reports whether the page has a line already: a model that sees the same notes
// again must not move it to another source.
func (o *observation) says(it contextpage.Item) bool {
	return slices.ContainsFunc(o.page.Items(), func(have contextpage.Item) bool {
		return slug(have.Key) == it.Key && strings.EqualFold(have.Value, it.Value)
	})
}

// shortened returns what of a value fits a line.
func shortened(value string) string {
	value = strings.TrimSpace(value)
	if head := excerpt.Head(value, 200); head != value {
		return head + " …"
	}
	return value
}
