package parser

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/task"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

//go:embed prompt.tmpl
var promptText string

var prompt = llm.ParseTemplate(promptText)

// model is the mind that asks a language model. Day, time, tags and the target of
// a correction are the rules'; the model reads data, which is held against the
// text. Neither the user's page nor other notes are shown to it: nothing of them
// may become data of this one.
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
	Text, Day, Draft, Note string
	Part, Of               int // of a note that is read in parts; 0 otherwise
	Names                  []string
	Fields                 []shownField
}

type shownField struct{ Label, Text string }

// mostWritten is how much a model may write at most, in tokens.
const mostWritten = 8192

// mostParts is in how many parts a note is read at most.
const mostParts = 32

// countings is how often a note is divided anew at most, because the model counts
// more tokens than was thought.
const countings = 3

// note has a model read a note's data, in as many parts as its window needs. If it
// has no answer on one, what it read before stands, and so does what the rules read
// of the rest.
func (m model) note(ctx context.Context, in *input, ex *extract.Extractor, r *reading) (*commonv1.Provenance, error) {
	form := llmform.OfData("Note", schemas(in.req.GetDomainContext().GetSchemas())...)
	allowance := llm.AllowanceOf(in.req.GetContext())
	var from *commonv1.Provenance
	var texts []string
	var read []*ground
	for range countings {
		texts, read = m.texts(in, ex, form), nil
		var failed error
		for i, text := range texts[:min(len(texts), mostParts)] {
			g, spent, err := m.part(ctx, in.of(text), ex, form, place{i + 1, len(texts)}, allowance)
			from = mind.Together(from, spent)
			if failed = err; err != nil {
				break
			}
			read = append(read, g)
		}
		if !errors.Is(failed, llm.ErrTooLong) {
			if len(read) == 0 {
				return from, failed
			}
			break
		}
	}
	if len(read) == 0 {
		return from, fmt.Errorf("%w: %w", llm.ErrNoAnswer, llm.ErrTooLong)
	}
	joined(in, ex, r, read).settle(r)
	if len(texts) > 1 {
		r.notes = append(r.notes, partsRead(len(read), len(texts)))
	}
	return from, nil
}

// partsRead tells that a note was read in parts.
func partsRead(read, of int) string {
	if read < of {
		return fmt.Sprintf("The note is longer than the model's window: it read the first %d of %d parts, and rules alone read the rest.", read, of)
	}
	return fmt.Sprintf("The note is longer than the model's window and was read in %d parts.", of)
}

// texts are the parts in which a note is read: one, if the window holds it together
// with what there may be to write about it, or if there is no way to divide it.
func (m model) texts(in *input, ex *extract.Extractor, form *llmform.Data) []string {
	fits := func(text string) bool {
		part := in.of(text)
		return m.client.Room(promptFor(part, ex, readNote(part, ex), place{mostParts, mostParts}), form) >= 0
	}
	if text := in.req.GetText(); fits(text) {
		return []string{text}
	}
	if parts := divide(in.req.GetText(), fits); parts != nil {
		return parts
	}
	return []string{in.req.GetText()}
}

// part has a model read one part of a note.
func (m model) part(ctx context.Context, in *input, ex *extract.Extractor, form *llmform.Data, at place, allowance *llm.Allowance) (*ground, *commonv1.Provenance, error) {
	r := readNote(in, ex)
	p := promptFor(in, ex, r, at)
	p.Allowance = allowance
	g := newGround(in, ex, r)
	from, err := m.client.Ask(ctx, p, form, func(written string) ([]llmform.Problem, bool) {
		got, problems, ok := form.Read(written)
		if !ok {
			return problems, false
		}
		return append(problems, g.hold(got)...), true
	})
	return g, from, err
}

// joined holds what stands of all parts against the whole note.
func joined(in *input, ex *extract.Extractor, r *reading, parts []*ground) *ground {
	if len(parts) == 1 && parts[0].in.req.GetText() == in.req.GetText() {
		return parts[0]
	}
	whole := newGround(in, ex, r)
	var data map[string]any
	for _, g := range parts {
		data = join(data, g.data)
	}
	whole.hold(data)
	for _, g := range parts {
		for _, p := range g.problems {
			path, _, _ := strings.Cut(p.Path, "[") // its number is one of the part
			whole.say(path, p.Text)
		}
	}
	return whole
}

// schemas are the domains that a note may have data of. Tasks are not asked for: code
// reads them.
func schemas(domains []*commonv1.DomainSchema) []llmform.Part {
	tasks, _ := task.NewReader(domains)
	var out []llmform.Part
	for _, s := range domains {
		schema := s.GetJsonSchema().AsMap()
		if s.GetDomain() == tasks.Domain {
			properties, _ := schema["properties"].(map[string]any)
			delete(properties, tasks.Field)
		}
		out = append(out, llmform.Part{
			Name: s.GetDomain(), Schema: schema,
			About: "What the note says of " + s.GetDomain() + "; null if it says nothing of it.",
		})
	}
	return out
}

// A place is which part of a note a text is, counted from 1.
type place struct{ part, of int }

// promptFor is what the model is told of a note, or of a part of it.
func promptFor(in *input, ex *extract.Extractor, r *reading, at place) llm.Prompt {
	text := in.req.GetText()
	draft, _ := json.Marshal(r.data.AsMap()) // an object of JSON values always marshals
	v := view{Text: text, Day: notes.DayOf(r.at).String(), Draft: string(draft)}
	if at.of > 1 {
		v.Part, v.Of = at.part, at.of
	}
	for _, n := range ex.Names(text) {
		if is := fmt.Sprintf("%s: %s", text[n.Start:n.End], n.Name); text[n.Start:n.End] != n.Name && !slices.Contains(v.Names, is) {
			v.Names = append(v.Names, is)
		}
	}
	p := prompt.Prompt(v)
	p.MaxTokens = min(1024+len(text), mostWritten)
	return p
}

// correction has a model find what a correction changes, where the rules have
// found its target but no value of it that changes.
func (m model) correction(ctx context.Context, in *input, ex *extract.Extractor, r *reading) (*commonv1.Provenance, error) {
	entry := target(in, r)
	fields := extract.Fields(entry.GetDomainData(), in.req.GetDomainContext().GetSchemas())
	if entry == nil || len(fields) == 0 || len(r.correction.GetChanges()) > 0 {
		return mind.ByRules(), nil
	}
	form := changing(len(fields))
	p := promptForCorrection(in, entry, fields, entry.GetText())
	if m.client.Room(p, form) < 0 { // its values are what matters
		p = promptForCorrection(in, entry, fields, "")
	}
	p.Allowance = llm.AllowanceOf(in.req.GetContext())
	var found []*pb.FieldChange
	from, err := m.client.Ask(ctx, p, form, func(written string) ([]llmform.Problem, bool) {
		got, problems, ok := form.Read(written)
		if !ok {
			return problems, false
		}
		var more []llmform.Problem
		found, more = changed(in, ex, fields, got)
		return append(problems, more...), true
	})
	if err != nil {
		return from, err
	}
	if len(found) > 0 {
		r.correction.Changes, r.confidence = found, 0.7
		for _, c := range found {
			r.uncertain = append(r.uncertain, c.GetPath()) // the rules saw no clear sign
		}
		r.notes = []string{summarize(entry, "as the correction says", nil, found)}
	}
	return from, nil
}

// target is the entry that the rules found, nil if there is none.
func target(in *input, r *reading) *commonv1.Entry {
	i := slices.IndexFunc(in.req.GetRecent(), func(e *commonv1.Entry) bool { return e.GetId() == r.correction.GetTargetEntryId() })
	if i < 0 {
		return nil
	}
	return in.req.GetRecent()[i]
}

func labelled(i int) string { return fmt.Sprintf("f%d", i+1) }

// changing is the form for what a correction changes of n values.
func changing(n int) *llmform.Data {
	labels := make([]any, n)
	for i := range labels {
		labels[i] = labelled(i)
	}
	return llmform.OfData("Correction", llmform.Part{
		Name: "changes", About: "Each value that the correction changes; null if it changes none.",
		Schema: map[string]any{"type": "array", "maxItems": 12, "items": map[string]any{
			"type": "object", "required": []any{"field", "right"},
			"properties": map[string]any{
				"field": map[string]any{"type": "string", "enum": labels, "description": "Label of the value."},
				"right": map[string]any{"type": "string", "minLength": 1, "maxLength": 200, "description": "What is right, as the correction has it, with its unit if it names one."},
			},
		}},
	})
}

// promptForCorrection is what the model is told of a correction. note is the text of
// the entry, or nothing.
func promptForCorrection(in *input, entry *commonv1.Entry, fields []extract.Field, note string) llm.Prompt {
	v := view{Text: beginning(in), Day: entry.GetDate(), Note: note}
	for i, f := range fields {
		value := f.Text
		if f.Numeric {
			value = fmt.Sprintf("%g %s", f.Value, f.Unit)
		}
		v.Fields = append(v.Fields, shownField{labelled(i), fmt.Sprintf("%s, %s: %s", f.Subject, f.Measure, value)})
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 512
	return p
}

// changed are the changes of an answer that can stand: a value that is there
// becomes one of its kind that the correction holds.
func changed(in *input, ex *extract.Extractor, fields []extract.Field, got map[string]any) ([]*pb.FieldChange, []llmform.Problem) {
	var out []*pb.FieldChange
	var problems []llmform.Problem
	said := terms(beginning(in), ex)
	list, _ := got["changes"].([]any)
	for i, x := range list {
		change, _ := x.(map[string]any)
		label, _ := change["field"].(string)
		right, _ := change["right"].(string)
		at := slices.IndexFunc(fields, func(f extract.Field) bool { return labelled(slices.Index(fields, f)) == label })
		path := fmt.Sprintf("changes[%d]", i)
		if at < 0 {
			problems = append(problems, llmform.Problem{Path: path + ".field", Text: label + " is no label"})
			continue
		}
		t := spokenTerm(right, said, ex)
		if t == nil || !t.couldBe(fields[at], ex) {
			problems = append(problems, llmform.Problem{Path: path + ".right", Text: "is no value of this kind that the correction holds"})
			continue
		}
		fields := changes(fields[at], t)
		if !slices.ContainsFunc(out, func(c *pb.FieldChange) bool { return c.GetPath() == fields[0].GetPath() }) {
			out = append(out, fields...)
		}
	}
	return out, problems
}

// spokenTerm returns the term of a correction that a model names, nil if it holds
// none such.
func spokenTerm(right string, said []term, ex *extract.Extractor) *term {
	for _, want := range terms(right, ex) {
		for i, t := range said {
			if t.form == want.form && t.text == want.text && same(t.number, want.number) && (want.unit == "" || t.unit == want.unit) && t.clock == want.clock {
				return &said[i]
			}
		}
	}
	return nil
}
