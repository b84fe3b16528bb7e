package parser

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	llmform "github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/quantity"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// An editor does to a draft what a model says, as far as the text bears it out. What
// it finds wrong with an edit leaves that edit out.
type editor struct {
	*draft
	data    map[string]any
	added   []*addition
	removed []removal
	done    []string // sentences for the person
	left    []string
	gone    []string // paths of what was taken out, the last item of a list first
}

// A removal is a path whose value goes, by some words.
type removal struct {
	path  string
	words stretch
	edit  int
}

// An addition is an object that a model adds to a list.
type addition struct {
	field extract.Declaration // one of its fields
	words stretch
	data  map[string]any
	open  bool // it has a number that the rules left unread
}

func newEditor(d *draft) *editor { return &editor{draft: d, data: d.r.data.AsMap()} }

// hold does the edits and tells what can't stand.
func (e *editor) hold(edits []*mindv1.Edit) []llmform.Problem {
	var out []llmform.Problem
	say := func(i int, why string) {
		out = append(out, llmform.Problem{Path: fmt.Sprintf("edits[%d]", i), Text: why})
		e.left = append(e.left, fmt.Sprintf("%s %s: it %s.", edits[i].GetOp(), edits[i].GetField(), why))
	}
	of := map[*addition]int{}
	for i, edit := range edits {
		before := len(e.added)
		if why := e.do(i, edit); why != "" {
			say(i, why)
		}
		if len(e.added) > before {
			of[e.added[before]] = i
		}
	}
	for _, a := range e.added {
		if why := e.append(a); why != "" {
			say(of[a], why)
		}
	}
	e.takeOut(say)
	return out
}

// do does one edit, or tells why not.
func (e *editor) do(i int, edit *mindv1.Edit) string {
	places := e.places(edit.GetExactWords())
	if len(places) == 0 {
		return "has words that do not stand in the note, in one sentence"
	}
	why := ""
	for _, words := range places { // any of them may bear it out
		switch edit.GetOp() {
		case "add":
			why = e.add(edit, words)
		case "change":
			why = e.change(edit, words)
		case "remove":
			why = e.remove(i, edit, words)
		}
		if why == "" {
			break
		}
	}
	return why
}

// add fills in a field that the draft lacks: of a new object or of one that it has.
func (e *editor) add(edit *mindv1.Edit, words stretch) string {
	if l, path, ok := e.labelled(edit.GetField()); ok {
		f, known := e.declared(extract.General(path))
		if !known {
			return "names no field"
		}
		if !e.sameSentence(l, words) {
			return "has words of another sentence than the reading"
		}
		return e.set(path, f, edit.GetValue(), words, false)
	}
	f, known := e.declared(strings.TrimSpace(edit.GetField()))
	if !known {
		return "names no label and no field of the list"
	}
	v, open, why := e.value(f, edit.GetValue(), words, true)
	if why != "" {
		return why
	}
	if !strings.HasSuffix(f.Parent(), "[]") {
		if !open {
			return "adds no number that was left unread"
		}
		return e.put(f.Path, v, true)
	}
	at := slices.IndexFunc(e.added, func(a *addition) bool {
		return a.field.Parent() == f.Parent() && a.words.meets(words.start, words.end) && a.data[f.Key] == nil
	})
	if at < 0 {
		at, e.added = len(e.added), append(e.added, &addition{field: f, words: words, data: map[string]any{}})
	}
	a := e.added[at]
	a.data[f.Key], a.open = v, a.open || open
	return ""
}

// append puts an object that was added into its list.
func (e *editor) append(a *addition) string {
	if !a.open {
		return "adds no number that was left unread"
	}
	list := strings.TrimSuffix(a.field.Parent(), "[]")
	keys := strings.Split(strings.TrimPrefix(list, a.field.Domain+"."), ".")
	if !e.ex.Keeps(a.field.Domain, a.data, append(keys, "[]")...) {
		return "gives too little for the schema"
	}
	have, _ := at(e.data, list).([]any)
	if why := e.put(list, append(slices.Clone(have), a.data), false); why != "" {
		return why
	}
	e.say("added to "+list, a.words)
	return ""
}

// change puts another value in the place of one that the draft has.
func (e *editor) change(edit *mindv1.Edit, words stretch) string {
	l, path, ok := e.labelled(edit.GetField())
	f, known := e.declared(extract.General(path))
	if !ok || !known || at(e.data, path) == nil {
		return "names no value of the draft"
	}
	if !e.sameSentence(l, words) {
		return "has words of another sentence than the reading"
	}
	return e.set(path, f, edit.GetValue(), words, true)
}

// set writes a value of an object that the draft has.
func (e *editor) set(path string, f extract.Declaration, value string, words stretch, over bool) string {
	if !over && at(e.data, path) != nil {
		return "adds what the draft has"
	}
	v, _, why := e.value(f, value, words, !over)
	if why != "" {
		return why
	}
	if why = e.put(path, v, !over); why == "" {
		e.say("set "+path, words)
	}
	return why
}

// remove takes out what the rules took for the writer's and the words give to somebody
// else: they hold the number, name a person, and not the writer.
func (e *editor) remove(i int, edit *mindv1.Edit, words stretch) string {
	l, path, ok := e.labelled(edit.GetField())
	if !ok {
		return "names no label of the draft"
	}
	with := func(own bool) bool {
		return slices.ContainsFunc(e.people, func(p assertion.Person) bool {
			return words.meets(p.Start, p.End) && p.Own == own && (own || e.another(p))
		})
	}
	if with(true) || !with(false) {
		return "has words that do not say who else it was"
	}
	said := numeralsOf(e.text[words.start:words.end])
	of := func(f extract.Field) bool { return path == l.path || f.Path == path }
	if !slices.ContainsFunc(l.fields, func(f extract.Field) bool { return of(f) && said.have(f) && e.alone(f) }) {
		return "has words without its number"
	}
	if l.list() != "" && !slices.ContainsFunc(l.fields, func(f extract.Field) bool { return f.Numeric && !of(f) }) {
		e.removed = append(e.removed, removal{l.path, words, i}) // nothing that counts is left of it
		return ""
	}
	for _, f := range l.fields {
		if of(f) {
			e.removed = append(e.removed, removal{f.Path, words, i})
		}
	}
	return ""
}

// alone reports whether no other object of the list has the same value, unless it is
// the same in all.
func (e *editor) alone(f extract.Field) bool {
	for _, l := range e.readings {
		for _, o := range l.fields {
			if o.Path != f.Path && o.Object != f.Object && extract.General(o.Path) == extract.General(f.Path) && same(o.Value, f.Value) && fmt.Sprint(at(e.data, o.Object)) != fmt.Sprint(at(e.data, f.Object)) {
				return false
			}
		}
	}
	return true
}

// places are where words stand in the text, each within one sentence.
func (e *editor) places(words string) []stretch {
	var out []stretch
	for _, s := range e.sentences {
		for _, found := range locate(e.text[s.start:s.end], words) {
			out = append(out, stretch{s.start + found.start, s.start + found.end})
		}
	}
	return out
}

// sameSentence reports whether an object was read from the sentence of the words: one
// of its numbers or names stands there.
func (e *editor) sameSentence(l object, words stretch) bool {
	for _, s := range e.sentences {
		if !s.meets(words.start, words.end) {
			continue
		}
		text := e.text[s.start:s.end]
		said := numeralsOf(text)
		return slices.ContainsFunc(l.fields, func(f extract.Field) bool {
			if f.Numeric {
				return said.have(f)
			}
			return len(locate(text, f.Text)) > 0 || slices.ContainsFunc(e.names, func(n extract.Named) bool {
				return n.Domain == f.Domain && n.Name == f.Text && s.meets(n.Start, n.End)
			})
		})
	}
	return false
}

// labelled returns the object that a label names, and the path of what it names of it.
func (e *editor) labelled(field string) (object, string, bool) {
	label, key, value := strings.Cut(strings.TrimSpace(field), ".")
	for _, l := range e.readings {
		if l.label == label && value {
			return l, l.path + "." + key, true
		}
		if l.label == label {
			return l, l.path, true
		}
	}
	return object{}, "", false
}

// declared returns the field with a path. A list may be named without its brackets.
func (e *editor) declared(path string) (extract.Declaration, bool) {
	at := slices.IndexFunc(e.fields, func(f extract.Declaration) bool {
		return f.Path == path || strings.ReplaceAll(f.Path, "[]", "") == path
	})
	if at < 0 {
		return extract.Declaration{}, false
	}
	return e.fields[at], true
}

// put writes a value to a path if the domain's data keeps its schema with it.
func (e *editor) put(path string, v any, new bool) string {
	if new && at(e.data, path) != nil {
		return "adds what the draft has"
	}
	domain, _, _ := strings.Cut(path, ".")
	before := cloned(e.data[domain])
	if !write(e.data, path, v) || !e.ex.Keeps(domain, e.data[domain]) {
		if e.data[domain] = before; before == nil {
			delete(e.data, domain)
		}
		return "does not keep the schema"
	}
	return ""
}

// takeOut removes what is to go, last items first, as long as the rest keeps its schema.
func (e *editor) takeOut(say func(int, string)) {
	stable.Sort(e.removed, func(a, b removal) int { return comparePaths(b.path, a.path) })
	for _, r := range e.removed {
		if slices.Contains(e.gone, r.path) {
			continue
		}
		domain, _, _ := strings.Cut(r.path, ".")
		before := cloned(e.data[domain])
		cut(e.data, r.path)
		if e.data[domain] != nil && !e.ex.Keeps(domain, e.data[domain]) {
			e.data[domain] = before
			say(r.edit, "leaves too little for the schema")
			continue
		}
		e.gone = append(e.gone, r.path)
		e.say("took out "+r.path, r.words)
	}
}

// say tells the person what was done, and by which words.
func (e *editor) say(what string, words stretch) {
	e.done = append(e.done, fmt.Sprintf("A model %s: “%s”.", what, e.text[words.start:words.end]))
}

// settle puts what came of the edits into a reading.
func (e *editor) settle(r *reading) {
	if data, err := structpb.NewStruct(e.data); err == nil && len(e.done) > 0 {
		r.data, r.confidence = data, 0.8
		r.uncertain = shifted(r.uncertain, e.gone)
		r.notes = append(r.notes, e.done...)
	}
	for _, why := range e.left {
		r.notes = append(r.notes, "Left out of what the model found: "+why)
		r.confidence = min(r.confidence, 0.6)
	}
}

// value reads the value of a field from words: a number that stands there as the
// writer's own and that the draft does not have, if it must be new, or a name or words
// of them. It tells whether the rules had left that number unread.
func (e *editor) value(f extract.Declaration, value string, words stretch, new bool) (v any, open bool, why string) {
	if !f.Numeric {
		if name, ok := e.named(f.Domain, value, words); ok {
			return name, false, ""
		}
		return nil, false, "has a value that its words do not hold"
	}
	want := numerals(quantity.Scan(value))
	if len(want) == 0 {
		want = bare(value)
	}
	for _, q := range e.quantities {
		if !words.meets(q.Start, q.End) || e.denied(q) || !slices.ContainsFunc(want, func(x quantity.Quantity) bool { return equal(x, q) }) {
			continue
		}
		open = slices.ContainsFunc(e.open, func(u observation.Unplaced) bool { return u.Start == q.Start })
		if new && !open && e.placed(q) {
			continue
		}
		if v, ok := fitted(f, q); ok {
			return v, open, ""
		}
	}
	return nil, false, "has a value that its words do not hold for this field"
}

// placed reports whether the draft holds a number.
func (e *editor) placed(q quantity.Quantity) bool {
	return slices.ContainsFunc(e.readings, func(l object) bool { return slices.ContainsFunc(l.fields, numerals{q}.have) })
}

// denied reports whether a number is no event of the writer's.
func (e *editor) denied(q quantity.Quantity) bool {
	return slices.ContainsFunc(e.unreal, func(s assertion.Span) bool { return q.Start < s.End && s.Start < q.End })
}

func cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for k := range out {
			out[k] = cloned(out[k])
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i := range out {
			out[i] = cloned(out[i])
		}
		return out
	}
	return v
}
