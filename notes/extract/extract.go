package extract

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/assertion"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Result is what a text holds.
type Result struct {
	// Data has one object per domain that found something.
	Data *structpb.Struct
	// Tags are the text's hash tags, without the #, each once.
	Tags []string
	// Notes say what was assumed and what was left out, a sentence each.
	Notes []string
	// Uncertain are the paths in Data that are worth a look, with their domain:
	// "strength.sets[0].load".
	Uncertain []string
	// Confidence says how clear the text was, 0 to 1.
	Confidence float64
	// Steps is how much work it was: the instructions that the patterns took. It
	// grows with the length of the text.
	Steps int
}

// Extract reads a text by the schemas. It compiles them first; who reads many
// texts calls Compile once. A domain that doesn't compile is left out and named
// in the notes.
func Extract(text string, schemas []*commonv1.DomainSchema) Result {
	ex, errs := NewCache(0).Extractor(schemas)
	r := ex.Extract(text)
	r.Notes = append(Unused(errs), r.Notes...)
	return r
}

// Unused says in a sentence each which domains an Extractor does without.
func Unused(errs []error) []string {
	var out []string
	for _, err := range errs {
		out = append(out, fmt.Sprintf("Left out: %v.", err))
	}
	return out
}

// Extract reads a text. The same text gives the same result.
func (ex *Extractor) Extract(text string) Result {
	r := Result{Tags: tags(text)}
	s := scan(text)
	s.judge()
	data := map[string]any{}
	dropped := 0
	unreal := map[string]assertion.Kind{}
	found := make([][]match, len(ex.domains))
	for i, d := range ex.domains {
		m := newMachine(d, s)
		var denied []unrealMatch
		found[i], denied = m.find()
		r.Steps += m.work
		for _, m := range denied {
			if len(m.pattern.templates) > 0 {
				unreal[s.span(m.from, m.to)] = m.why
			}
		}
	}
	settleClaims(found)
	for _, matches := range found {
		s.dropThin(matches)
	}
	for i, d := range ex.domains {
		out := d.assemble(s, found[i])
		dropped += out.dropped
		r.Notes = append(r.Notes, out.notes...)
		r.Uncertain = append(r.Uncertain, out.uncertain...)
		if len(out.data) > 0 {
			data[d.name] = out.data
		}
	}
	for _, t := range slices.Sorted(maps.Keys(unreal)) {
		r.Notes = append(r.Notes, leftOut(t, unreal[t]))
	}
	r.Data, _ = structpb.NewStruct(data)
	r.Confidence = confidence(len(data), len(r.Uncertain), dropped)
	return r
}

// confidence is high for what patterns matched outright, lower for each value
// that needed an assumption or broke the schema.
func confidence(domains, uncertain, dropped int) float64 {
	if domains == 0 {
		return 0.3
	}
	c := 0.95 - 0.1*float64(min(uncertain, 4)) - 0.1*float64(min(dropped, 2))
	return max(0.3, round(c))
}

// assembled is the data of one domain.
type assembled struct {
	data      map[string]any
	notes     []string
	uncertain []string
	dropped   int
	doubts    []doubt
}

// A doubt is a path in a domain's data and why what stands there may be wrong.
type doubt struct{ path, reason string }

// assemble builds the data of a domain from its matches and checks it.
func (d *domain) assemble(s *scanned, matches []match) assembled {
	out := assembled{data: map[string]any{}}
	for _, o := range joined(d.objects(s, matches)) {
		if o.array == "" {
			out.merge(d, o)
		} else {
			out.append(d, o)
		}
	}
	if len(out.data) == 0 {
		return out
	}
	if err := d.whole.Validate(out.data); err != nil {
		out.notes = append(out.notes, fmt.Sprintf("What was found for %s was left out: it does not fit the schema.", d.name))
		out.data, out.dropped = nil, out.dropped+1
		return out
	}
	units := quantitiesOf(out.data)
	for _, x := range out.doubts {
		if x.reason == noUnit {
			x.reason = units.assume(x.path)
		}
		path := d.name + "." + x.path
		out.uncertain = append(out.uncertain, path)
		if x.reason != "" {
			out.notes = append(out.notes, path+": "+x.reason+".")
		}
	}
	return out
}

// merge adds the fields of an object to those of the entry.
func (out *assembled) merge(d *domain, o object) {
	for _, key := range slices.Sorted(maps.Keys(o.data)) {
		have, told := out.data[key]
		switch {
		case !told:
			out.data[key] = o.data[key]
		case !mergeInto(have, o.data[key]):
			out.notes = append(out.notes, fmt.Sprintf("The note gives %s.%s twice; the first one counts.", d.name, key))
			out.doubts = append(out.doubts, doubt{key, ""})
		}
	}
	out.doubt("", o.doubts)
}

// append adds an object to its list, with the further items that it has, as far as
// they keep the schema.
func (out *assembled) append(d *domain, o object) {
	item := any(o.data)
	if o.scalar != nil {
		item = o.scalar
	}
	if d.items[o.array].Validate(item) != nil {
		if !o.join {
			out.dropped++
			out.notes = append(out.notes, fmt.Sprintf("“%s” was left out: it doesn't fit the schema of %s.%s.", o.snippet, d.name, o.array))
		}
		return
	}
	list := listAt(out.data, o.array)
	if o.scalar != nil && slices.Contains(list, o.scalar) {
		return
	}
	out.doubt(fmt.Sprintf("%s[%d].", o.array, len(list)), o.doubts)
	list = append(list, item)
	for _, x := range o.more {
		if !slices.Contains(list, x) && d.items[o.array].Validate(x) == nil {
			list = append(list, x)
		}
	}
	put(out.data, strings.Split(o.array, "."), list)
}

// doubt keeps why values of an object may be wrong.
func (out *assembled) doubt(prefix string, reasons map[string]string) {
	for _, path := range slices.Sorted(maps.Keys(reasons)) {
		out.doubts = append(out.doubts, doubt{prefix + path, reasons[path]})
	}
}

// mergeInto adds the fields of one object to another; it is false where they
// contradict each other.
func mergeInto(have, more any) bool {
	h, ok1 := have.(map[string]any)
	m, ok2 := more.(map[string]any)
	if !ok1 || !ok2 {
		return fmt.Sprint(have) == fmt.Sprint(more)
	}
	same := true
	for k, v := range m {
		if old, ok := h[k]; ok {
			same = same && fmt.Sprint(old) == fmt.Sprint(v)
			continue
		}
		h[k] = v
	}
	return same
}

func listAt(data map[string]any, path string) []any {
	keys := strings.Split(path, ".")
	for _, k := range keys[:len(keys)-1] {
		data, _ = data[k].(map[string]any)
	}
	list, _ := data[keys[len(keys)-1]].([]any)
	return list
}

var tagPattern = regexp.MustCompile(`(?:^|[\s(,;])#([\pL_][\pL\d_/-]*)`)

// tags returns the hash tags of a text, in its order.
func tags(text string) []string {
	var out []string
	for _, m := range tagPattern.FindAllStringSubmatch(text, -1) {
		t := strings.TrimRight(m[1], "-/")
		if !slices.Contains(out, t) && t != "" {
			out = append(out, t)
		}
	}
	return out
}
