package planner

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/reason"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

// look is the reader that a model calls before it writes the plan, if it does.
func (d *draft) look() reason.Step {
	s := reason.Step{Tool: strings.TrimSpace(d.got.GetLook())}
	if args := strings.TrimSpace(d.got.GetLookArgs()); args != "" {
		s.Args = json.RawMessage(args)
	}
	if s.Tool != "" {
		s = d.readers.Mend(s, d.done, d.last)
	}
	return s
}

// lookFaults are why a reader can't be called now.
func (d *draft) lookFaults(s reason.Step) (out []form.Problem) {
	for _, wrong := range d.readers.Check(s, d.done, d.last) {
		path := "look"
		if wrong.Path == "args" {
			path = "look_args"
		}
		out = append(out, form.Problem{Path: path, Text: wrong.Text})
	}
	return out
}

// lookedUp are the texts and numbers in what readers have returned, and the notes among it. What
// they say of the call itself is a model's and counts for nothing.
func lookedUp(list []*reasonv1.Entry) (texts []string, notes []*commonv1.EvidenceNote) {
	for _, e := range list {
		d := json.NewDecoder(strings.NewReader(e.GetResult().GetData()))
		d.UseNumber()
		var v any
		if d.Decode(&v) == nil {
			texts, notes = below(v, texts, notes)
		}
	}
	return texts, notes
}

func below(v any, texts []string, notes []*commonv1.EvidenceNote) ([]string, []*commonv1.EvidenceNote) {
	switch v := v.(type) {
	case string:
		return append(texts, v), notes
	case json.Number:
		return append(texts, v.String()), notes
	case []any:
		for _, of := range v {
			texts, notes = below(of, texts, notes)
		}
	case map[string]any:
		if n := lookedUpNote(v); n != nil {
			notes = append(notes, n)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			texts, notes = below(v[name], texts, notes)
		}
	}
	return texts, notes
}

// lookedUpNote is the note that was read, or that a task or a fact is from; nil if it is none.
func lookedUpNote(v map[string]any) *commonv1.EvidenceNote {
	of := func(name string) string { text, _ := v[name].(string); return text }
	id, text := cmp.Or(of("id"), of("note"), of("from")), cmp.Or(of("text"), of("value"))
	if id == "" || text == "" {
		return nil
	}
	return &commonv1.EvidenceNote{Entry: &commonv1.Entry{Id: id, Date: of("day"), Text: text}}
}
