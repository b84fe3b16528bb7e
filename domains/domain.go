package domains

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A domain is a loaded and checked module.
type domain struct {
	file     string
	base     bool
	info     *commonv1.DomainInfo
	schema   *commonv1.DomainSchema
	expert   string
	own      map[string]string // its vocabulary, without aliases
	rules    []*commonv1.EvaluationRule
	guidance string
	examples []Example
	bearings []*commonv1.Bearing
	source   *source
	reads    func() *extract.Extractor // by its patterns alone
	packed   *commonv1.DomainSchema
}

var domainName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,39}$`)

// build checks a parsed file and makes a domain of it.
func build(s *source, f *file) (*domain, error) {
	if !domainName.MatchString(f.Name) {
		return nil, s.errorf("$.name", "name: %q is no domain name (lower-case letters, digits, - and _, at most 40)", f.Name)
	}
	if strings.TrimSpace(f.Description) == "" {
		return nil, s.errorf("$.description", "description: a domain is chosen by it, so it must not be empty")
	}
	d := &domain{
		file: s.path, base: f.Base, source: s, examples: f.Examples,
		expert: strings.TrimSpace(f.Expertise), own: f.Vocabulary, guidance: strings.TrimSpace(f.ContextGuidance),
		schema: &commonv1.DomainSchema{Domain: f.Name, Vocabulary: map[string]string{}, Everyday: f.Everyday},
	}
	if err := d.addNames(s, f); err != nil {
		return nil, err
	}
	for term, canonical := range f.Vocabulary {
		if strings.TrimSpace(term) == "" || strings.TrimSpace(canonical) == "" {
			return nil, s.errorf("$.vocabulary", "vocabulary: a term or its canonical word is empty")
		}
		d.schema.Vocabulary[term] = canonical
	}
	if err := d.addCovers(s, f); err != nil {
		return nil, err
	}
	var err error
	if d.schema.JsonSchema, err = structpb.NewStruct(withDefinitions(f.Schema)); err != nil {
		return nil, s.errorf("$.schema", "schema: %v", err)
	}
	if path, problem := lint(d.schema.JsonSchema.AsMap(), "$.schema"); problem != "" {
		return nil, s.errorf(path, "schema: %s", problem)
	}
	// Without patterns only the schema can be wrong.
	if _, err := extract.Compile([]*commonv1.DomainSchema{{Domain: f.Name, JsonSchema: d.schema.JsonSchema}}); err != nil {
		return nil, s.errorf("$.schema", "schema: %v", rootCause(err))
	}
	if err := d.addPatterns(s, f); err != nil {
		return nil, err
	}
	if err := d.addRules(s, f); err != nil {
		return nil, err
	}
	if err := d.addBearings(s, f); err != nil {
		return nil, err
	}
	d.info = &commonv1.DomainInfo{Name: f.Name, Description: strings.TrimSpace(f.Description), Terms: terms(d.schema, f.Everyday)}
	return d, nil
}

// addNames fills the name lists, and the vocabulary with their aliases.
//
// Kinds and aliases that the file calls everyday words stay out of the
// vocabulary: "great" may say how a squat felt, but a note with "great" is not
// about squats, and a search for "strong" doesn't want it.
func (d *domain) addNames(s *source, f *file) error {
	everyday := f.Everyday
	for _, kind := range slices.Sorted(maps.Keys(f.Names)) {
		at := "$.names." + kind
		if !domainName.MatchString(kind) || strings.Contains(kind, "-") {
			return s.errorf(at, "names: %q cannot name a kind (lower-case letters, digits and _)", kind)
		}
		if extract.Reserved(kind) {
			return s.errorf(at, "names: %q is a slot type; call the kind something else", kind)
		}
		list := &commonv1.NameList{Kind: kind}
		owner := map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(f.Names[kind])) {
			aliases := f.Names[kind][name]
			for _, a := range append([]string{name}, aliases...) {
				key := strings.ToLower(strings.TrimSpace(a))
				if key == "" {
					return s.errorf(at+"."+name, "names: an alias of %q is empty", name)
				}
				if other, taken := owner[key]; taken && other != name {
					return s.errorf(at+"."+name, "names: %q stands for both %q and %q", a, other, name)
				}
				owner[key] = name
				if a != name && !slices.Contains(everyday, kind) && !slices.Contains(everyday, a) {
					d.schema.Vocabulary[a] = name
				}
			}
			list.Names = append(list.Names, &commonv1.Name{Name: name, Aliases: aliases})
		}
		d.schema.Names = append(d.schema.Names, list)
	}
	return nil
}

// mostCovered bounds what one word covers, as the contract does.
const mostCovered = 200

// addCovers fills what notes name in place of a general word: kinds of names
// stand for their names, all else for itself.
func (d *domain) addCovers(s *source, f *file) error {
	for _, word := range slices.Sorted(maps.Keys(f.Covers)) {
		covered := f.Covers[word]
		at := "$.covers." + word
		if strings.TrimSpace(word) == "" || len(covered) == 0 {
			return s.errorf(at, "covers: %q covers nothing", word)
		}
		words := &commonv1.Words{}
		for _, c := range covered {
			if strings.TrimSpace(c) == "" {
				return s.errorf(at, "covers: a word that %q covers is empty", word)
			}
			names := []string{c}
			if kind, ok := f.Names[c]; ok {
				names = slices.Sorted(maps.Keys(kind))
			}
			for _, n := range names {
				if !slices.Contains(words.Words, n) {
					words.Words = append(words.Words, n)
				}
			}
		}
		if len(words.Words) > mostCovered {
			return s.errorf(at, "covers: %q covers %d words; %d at most", word, len(words.Words), mostCovered)
		}
		if d.schema.Covers == nil {
			d.schema.Covers = map[string]*commonv1.Words{}
		}
		d.schema.Covers[word] = words
	}
	return nil
}

// addPatterns expands the file's patterns, one for each notation, and compiles
// them to find what is wrong.
func (d *domain) addPatterns(s *source, f *file) error {
	kinds := slices.Collect(maps.Keys(f.Names))
	fragments, err := newFragments(s, f.Fragments, kinds)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, p := range f.Patterns {
		at := fmt.Sprintf("$.patterns[%d]", i)
		if strings.TrimSpace(p.Name) == "" {
			return s.errorf(at, "a pattern needs a name")
		}
		if seen[p.Name] {
			return s.errorf(at+".name", "two patterns are named %q", p.Name)
		}
		seen[p.Name] = true
		if len(p.Match) == 0 {
			return s.errorf(at, "pattern %q has no match", p.Name)
		}
		if p.Mention && (len(p.Set) > 0 || p.Append != "") {
			return s.errorf(at, "pattern %q is a mention, so it neither sets nor appends", p.Name)
		}
		for k, m := range p.Match {
			place := at + ".match"
			if len(p.Match) > 1 {
				place = fmt.Sprintf("%s[%d]", place, k)
			}
			m, err := fragments.expand(m)
			if err != nil {
				return s.errorf(place, "pattern %q: %v", p.Name, err)
			}
			slots, err := extract.Slots(m, kinds)
			if err != nil {
				return s.errorf(place, "pattern %q: %v", p.Name, err)
			}
			d.schema.Patterns = append(d.schema.Patterns, &commonv1.ExtractionPattern{
				Name: p.Name, Match: m, Append: p.Append, Join: p.Join, Dependent: p.Dependent, Set: p.sets(slots),
			})
		}
		if len(p.Set) > 0 {
			if bad := p.unused(d.schema.Patterns[len(d.schema.Patterns)-len(p.Match):]); bad != "" {
				return s.errorf(at+".set", "pattern %q: set: no notation has all slots of %s", p.Name, bad)
			}
		}
	}
	if err := d.compile(s, f); err != nil {
		return err
	}
	if d.packed, err = extract.Pack(d.schema); err != nil {
		return s.errorf("$.patterns", "%v", err)
	}
	return nil
}

// compile makes what reads texts by the patterns. Those that ship are compiled by
// the tests: here they can wait until a text is read, which most commands and a
// server at rest never do.
func (d *domain) compile(s *source, f *file) error {
	compiled := sync.OnceValues(func() (*extract.Extractor, error) {
		return extract.Compile([]*commonv1.DomainSchema{d.schema})
	})
	d.reads = func() *extract.Extractor {
		ex, err := compiled()
		if err != nil {
			panic("domains: " + s.path + ": " + err.Error())
		}
		return ex
	}
	if s.shipped {
		return nil
	}
	_, err := compiled()
	if pe, ok := errors.AsType[*extract.PatternError](err); ok {
		for i, p := range f.Patterns {
			if p.Name == pe.Pattern {
				return s.errorf(fmt.Sprintf("$.patterns[%d].match", i), "pattern %q: %v", p.Name, pe.Err)
			}
		}
	}
	if err != nil {
		return s.errorf("$.patterns", "%v", err)
	}
	return nil
}

var ownSlot = regexp.MustCompile(`\{([a-z_][a-z0-9_]*)\}`)

// sets returns what a notation with these slots sets: every slot goes to the
// field of its name, but for those that begin with "_" or that the file's own
// templates use; and each of those templates whose slots the notation has.
func (p filePattern) sets(slots []string) map[string]string {
	if p.Mention {
		return nil
	}
	out, used := map[string]string{}, map[string]bool{}
	for path, template := range p.Set {
		whole := true
		for _, m := range ownSlot.FindAllStringSubmatch(template, -1) {
			used[m[1]] = true
			whole = whole && slices.Contains(slots, m[1])
		}
		if whole {
			out[path] = template
		}
	}
	for _, s := range slots {
		if _, taken := out[s]; !taken && !used[s] && !strings.HasPrefix(s, "_") {
			out[s] = "{" + s + "}"
		}
	}
	return out
}

// unused returns a path of set that no notation could fill.
func (p filePattern) unused(expanded []*commonv1.ExtractionPattern) string {
	for _, path := range slices.Sorted(maps.Keys(p.Set)) {
		if !slices.ContainsFunc(expanded, func(e *commonv1.ExtractionPattern) bool { return e.GetSet()[path] == p.Set[path] }) {
			return path
		}
	}
	return ""
}

func (d *domain) addRules(s *source, f *file) error {
	for i, r := range f.EvaluationRules {
		at := fmt.Sprintf("$.evaluation_rules[%d]", i)
		if strings.TrimSpace(r.Rule) == "" {
			return s.errorf(at, "an evaluation rule needs a rule")
		}
		for _, words := range r.Forbids {
			if _, err := regexp.Compile(words); err != nil {
				return s.errorf(at+".forbids", "forbids: %v", err)
			}
		}
		d.rules = append(d.rules, &commonv1.EvaluationRule{Domain: f.Name, Rule: strings.TrimSpace(r.Rule), Forbids: r.Forbids})
	}
	return nil
}

// withDefinitions adds the shapes that every schema may refer to.
func withDefinitions(schema map[string]any) map[string]any {
	out := maps.Clone(schema)
	if out == nil {
		out = map[string]any{"type": "object"}
	}
	defs, _ := out["$defs"].(map[string]any)
	defs = maps.Clone(defs)
	if defs == nil {
		defs = map[string]any{}
	}
	if _, own := defs["quantity"]; !own {
		defs["quantity"] = map[string]any{
			"type":                 "object",
			"required":             []any{"value"},
			"additionalProperties": false,
			"properties": map[string]any{
				"value":  map[string]any{"type": "number", "minimum": 0},
				"unit":   map[string]any{"type": "string"},
				"approx": map[string]any{"type": "boolean"},
			},
		}
	}
	out["$defs"] = defs
	return out
}

// terms are the words that speak for a domain, in a stable order, each once.
func terms(s *commonv1.DomainSchema, everyday []string) []string {
	all := map[string]bool{s.GetDomain(): true}
	for term, canonical := range s.GetVocabulary() {
		all[term], all[canonical] = true, true
	}
	for _, l := range s.GetNames() {
		if slices.Contains(everyday, l.GetKind()) {
			continue
		}
		for _, n := range l.GetNames() {
			all[n.GetName()] = true
		}
	}
	for _, w := range everyday {
		delete(all, w)
	}
	return slices.Sorted(maps.Keys(all))
}

func rootCause(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
