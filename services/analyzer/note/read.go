package note

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A reader reads what entries measure and name.
type reader struct {
	schemas map[string]*commonv1.DomainSchema
	domains []string                   // in the order of the request
	missing map[string]*extract.Reader // by what an entry's data lacks
	memory  *extract.Memory
	forms   func(string) []string // other words for one
}

func newReader(schemas []*commonv1.DomainSchema, memory *extract.Memory, forms func(string) []string) *reader {
	r := &reader{memory: memory, forms: forms, schemas: map[string]*commonv1.DomainSchema{}, missing: map[string]*extract.Reader{}}
	for _, s := range schemas {
		if r.schemas[s.GetDomain()] == nil {
			r.domains = append(r.domains, s.GetDomain())
		}
		r.schemas[s.GetDomain()] = s
	}
	return r
}

// read fills in the numbers and terms of notes: from the parsed data, and from
// the text for the loaded domains that the data does not have. Reading text is
// what takes time, so it is spread over the processors.
func (r *reader) read(ns []*Note) {
	for _, n := range ns {
		r.extractor(n.Entry)
	}
	var wg sync.WaitGroup
	workers := max(1, min(runtime.GOMAXPROCS(0), len(ns)/64))
	for w := range workers {
		wg.Go(func() {
			stems := stemmer{}
			for i := w; i < len(ns); i += workers {
				r.readNote(ns[i], stems)
			}
		})
	}
	wg.Wait()
}

func (r *reader) readNote(n *Note, stems stemmer) {
	// What patterns found in a text without a number is no sign that the note is
	// about the domain: "felt heavy" fits several.
	n.terms = map[string]bool{}
	for _, tag := range n.Entry.GetTags() {
		n.terms[stems.key(tag)] = true
	}
	for domain, v := range n.Entry.GetDomainData().GetFields() {
		n.terms[stems.key(domain)] = true
		collectTerms(v, stems, n.terms)
	}
	if n.Mends == nil { // what a correction gives is in the note that it corrects
		n.Numbers = derive(r.numbersOf(n), stems)
	}
}

// numbersOf returns the numbers of a note as later notes correct them: those of
// its parsed data, and those of its text for the loaded domains that the data
// lacks.
func (r *reader) numbersOf(n *Note) []extract.Number {
	var parsed []*commonv1.DomainSchema
	data := &structpb.Struct{}
	for _, name := range r.domains {
		v, ok := n.Entry.GetDomainData().GetFields()[name]
		if !ok {
			continue
		}
		if data.Fields == nil {
			data.Fields = map[string]*structpb.Value{}
		}
		data.Fields[name] = v
		parsed = append(parsed, r.schemas[name])
	}
	found := r.missing[r.lacks(n.Entry)].Numbers(n.text())
	if len(parsed) > 0 {
		found = slices.Concat(extract.Numbers(data, parsed), found)
	}
	if len(n.mended) > 0 {
		found = slices.Clone(found)
		for i := range found {
			found[i].Value = n.mend(found[i].Value)
		}
	}
	return found
}

// lacks names the loaded domains that an entry's data does not have.
func (r *reader) lacks(e *commonv1.Entry) string {
	var out []string
	for _, d := range r.domains {
		if _, ok := e.GetDomainData().GetFields()[d]; !ok {
			out = append(out, d)
		}
	}
	return strings.Join(out, " ")
}

// extractor prepares reading text for the domains that an entry lacks.
func (r *reader) extractor(e *commonv1.Entry) {
	key := r.lacks(e)
	if _, ok := r.missing[key]; ok {
		return
	}
	var schemas []*commonv1.DomainSchema
	for d := range strings.FieldsSeq(key) {
		schemas = append(schemas, r.schemas[d])
	}
	r.missing[key] = r.memory.Reader(schemas)
}

// collectTerms adds the strings of parsed data, the canonical names among them.
func collectTerms(v *structpb.Value, stems stemmer, into map[string]bool) {
	switch v := v.GetKind().(type) {
	case *structpb.Value_StringValue:
		if len(v.StringValue) <= 64 {
			into[stems.key(v.StringValue)] = true
		}
	case *structpb.Value_ListValue:
		for _, item := range v.ListValue.GetValues() {
			collectTerms(item, stems, into)
		}
	case *structpb.Value_StructValue:
		for _, f := range v.StructValue.GetFields() {
			collectTerms(f, stems, into)
		}
	}
}

// A stemmer remembers the keys of terms: few terms make up most data.
type stemmer map[string]string

func (s stemmer) key(term string) string {
	k, ok := s[term]
	if !ok {
		k = ask.Key(term)
		s[term] = k
	}
	return k
}
