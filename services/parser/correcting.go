package parser

import (
	"context"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/kit/llm"
	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// correction has a model find what a correction changes, where the rules have
// found its target but no value of it that changes.
func (m model) correction(ctx context.Context, in *input, ex *extract.Extractor, r *reading) (*commonv1.Provenance, error) {
	entry := target(in, r)
	fields := extract.Fields(entry.GetDomainData(), in.req.GetDomainContext().GetSchemas())
	if entry == nil || len(fields) == 0 || len(r.correction.GetChanges()) > 0 {
		return mind.ByRules(), nil
	}
	p := promptForCorrection(in, entry, fields, entry.GetText())
	if m.client.Room(p, correcting) < 0 { // its values are what matters
		p = promptForCorrection(in, entry, fields, "")
	}
	p.Allowance = llm.AllowanceOf(in.req.GetContext())
	var got mindv1.Correcting
	var found []*pb.FieldChange
	from, err := llm.Fill(ctx, m.client, p, correcting, &got, func() (problems []llmform.Problem) {
		found, problems = changed(in, ex, fields, &got)
		return problems
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

// promptForCorrection is what the model is told of a correction. note is the text of
// the entry, or nothing.
func promptForCorrection(in *input, entry *commonv1.Entry, fields []extract.Field, note string) llm.Prompt {
	v := view{Text: beginning(in), Day: entry.GetDate(), Note: note}
	for i, f := range fields {
		value := f.Text
		if f.Numeric {
			value = fmt.Sprintf("%g %s", f.Value, f.Unit)
		}
		v.Fields = append(v.Fields, shown{labelled(i), fmt.Sprintf("%s, %s: %s", f.Subject, f.Measure, value)})
	}
	p := prompt.Prompt(v)
	p.MaxTokens = 512
	return p
}

// changed are the changes of an answer that can stand: a value that is there
// becomes one of its kind that the correction holds.
func changed(in *input, ex *extract.Extractor, fields []extract.Field, got *mindv1.Correcting) ([]*pb.FieldChange, []llmform.Problem) {
	var out []*pb.FieldChange
	var problems []llmform.Problem
	said := terms(beginning(in), ex)
	for i, c := range got.GetChanges() {
		at := slices.IndexFunc(fields, func(f extract.Field) bool { return labelled(slices.Index(fields, f)) == c.GetField() })
		path := fmt.Sprintf("changes[%d]", i)
		if at < 0 {
			problems = append(problems, llmform.Problem{Path: path + ".field", Text: c.GetField() + " is no label"})
			continue
		}
		t := spokenTerm(c.GetRight(), said, ex)
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
