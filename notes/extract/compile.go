package extract

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An Extractor holds compiled schemas. It is safe for concurrent use.
type Extractor struct {
	domains []*domain
}

// A domain is a compiled DomainSchema.
type domain struct {
	name     string
	key      [sha256.Size]byte // of the schema; zero if no cache compiled it
	names    map[string]*nameIndex
	patterns []*pattern
	firsts   firsts
	schema   node
	declared []Declaration
	whole    *jsonschema.Resolved
	items    map[string]*jsonschema.Resolved // by the path of the array
	readings int                             // how many kinds of slots there are
	needs    needIndex
	literals map[string]bool // the words of its patterns
}

type pattern struct {
	name      string
	prog      *program
	templates []*template
	append    string
	join      bool
	dependent bool
	inherits  []string // the slots that an earlier match must have captured
	needs     [][]int  // the keys of which a match holds one each
}

// A nameIndex finds the names of a kind by the singular of their first word.
type nameIndex struct {
	first map[string][]alias
}

type alias struct {
	words    []string
	name     string
	everyday bool // means something else as often
}

// A PatternError says which pattern of which domain is wrong.
type PatternError struct {
	Domain, Pattern string
	Err             error
}

func (e *PatternError) Error() string {
	return fmt.Sprintf("domain %s: pattern %q: %v", e.Domain, e.Pattern, e.Err)
}

func (e *PatternError) Unwrap() error { return e.Err }

// Compile prepares schemas for extraction. An error is that of the first
// schema, pattern or template that is wrong; *PatternError names it.
func Compile(schemas []*commonv1.DomainSchema) (*Extractor, error) {
	ex := &Extractor{}
	for _, s := range schemas {
		d, err := compileDomain(s)
		if err != nil {
			return nil, err
		}
		ex.domains = append(ex.domains, d)
	}
	return ex, nil
}

func compileDomain(in *commonv1.DomainSchema) (*domain, error) {
	in, err := unpacked(in)
	if err != nil {
		return nil, err
	}
	d := &domain{
		name:     in.GetDomain(),
		names:    map[string]*nameIndex{},
		firsts:   firsts{word: map[string][]int{}, name: map[string][]int{}},
		schema:   newNode(in.GetJsonSchema().AsMap()),
		declared: Declared(in),
		items:    map[string]*jsonschema.Resolved{},
		needs:    needIndex{ids: map[string]int{}},
		literals: map[string]bool{},
	}
	everyday := map[string]bool{}
	for _, w := range in.GetEveryday() {
		everyday[strings.Join(wordsOf(w), " ")] = true
	}
	kinds := map[string]bool{}
	for _, list := range in.GetNames() {
		kinds[list.GetKind()] = true
		d.names[list.GetKind()] = indexNames(list, in.GetVocabulary(), everyday)
	}
	programs := make([]*program, len(in.GetPatterns()))
	known := map[string]bool{}
	for i, p := range in.GetPatterns() {
		if programs[i], err = parsePattern(p.GetMatch(), kinds); err != nil {
			return nil, &PatternError{d.name, p.GetName(), err}
		}
		for _, in := range programs[i].code {
			if in.op == opWord {
				d.literals[in.word] = true
			}
		}
		for _, s := range programs[i].slots {
			known[s.name] = true
			if err := s.checkNames(in.GetNames()); err != nil {
				return nil, &PatternError{d.name, p.GetName(), err}
			}
		}
	}
	d.number(programs)
	for i, p := range in.GetPatterns() {
		if name, ok := programs[i].unknown(known); ok {
			return nil, &PatternError{d.name, p.GetName(), fmt.Errorf("{<%s}: no pattern has that slot", name)}
		}
		c, err := d.compilePattern(p, programs[i], known)
		if err != nil {
			return nil, &PatternError{d.name, p.GetName(), err}
		}
		c.needs = d.needs.add(programs[i])
		d.patterns = append(d.patterns, c)
		d.firsts.add(i, programs[i].firsts(), d.names)
	}
	d.setRivals()
	if d.whole, err = resolve(d.schema.withoutItems(d.items)); err != nil {
		return nil, fmt.Errorf("domain %s: schema: %w", d.name, err)
	}
	return d, nil
}

// setRivals tells the programs which names no gap passes over: those of the kinds
// that they ask for, and where they store something those of kinds that only
// mentions ask for, which are of what the domain isn't about.
func (d *domain) setRivals() {
	stored := map[string]bool{}
	for _, p := range d.patterns {
		for _, kind := range p.prog.kinds {
			stored[kind] = stored[kind] || len(p.templates) > 0
		}
	}
	for _, p := range d.patterns {
		p.prog.rivals = slices.Clone(p.prog.kinds)
		for _, kind := range slices.Sorted(maps.Keys(stored)) {
			if !stored[kind] && len(p.templates) > 0 {
				p.prog.rivals = append(p.prog.rivals, kind)
			}
		}
	}
}

// unknown returns a slot that the program asks to have been told and that no
// pattern of its domain has.
func (pr *program) unknown(known map[string]bool) (name string, is bool) {
	for _, in := range pr.code {
		if in.op == opTold && !known[in.word] {
			return in.word, true
		}
	}
	return "", false
}

// checkNames finds a name that a slot asks for and its kind doesn't have.
func (s slot) checkNames(lists []*commonv1.NameList) error {
	for _, t := range s.types {
		for _, only := range t.only {
			for _, list := range lists {
				if list.GetKind() == t.name && !slices.ContainsFunc(list.GetNames(), func(n *commonv1.Name) bool { return n.GetName() == only }) {
					return fmt.Errorf("{%s}: %q is no name of the kind %q", s.name, only, t.name)
				}
			}
		}
	}
	return nil
}

func (d *domain) compilePattern(in *commonv1.ExtractionPattern, prog *program, known map[string]bool) (*pattern, error) {
	p := &pattern{name: in.GetName(), prog: prog, append: in.GetAppend(), join: in.GetJoin(), dependent: in.GetDependent()}
	own := map[string]bool{}
	for _, s := range prog.slots {
		own[s.name] = true
	}
	target := d.schema
	if p.append != "" {
		item, ok := d.schema.at(strings.Split(p.append, ".")).items()
		if !ok {
			return nil, fmt.Errorf("append: %q is no array of the schema", p.append)
		}
		target = item
		if d.items[p.append] == nil {
			r, err := resolve(item.standalone())
			if err != nil {
				return nil, fmt.Errorf("schema of %q: %w", p.append, err)
			}
			d.items[p.append] = r
		}
	} else if p.join || p.dependent {
		return nil, fmt.Errorf("join needs append: it completes an object of an array")
	}
	for _, path := range slices.Sorted(maps.Keys(in.GetSet())) {
		t, err := parseTemplate(path, in.GetSet()[path], own, known)
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", path, err)
		}
		if path != "." && !target.at(t.path).exists() {
			return nil, fmt.Errorf("set %s: the schema has no such field", path)
		}
		p.templates = append(p.templates, t)
		for _, part := range t.parts {
			if part.inherit && !part.optional && !own[part.slot] {
				p.inherits = append(p.inherits, part.slot)
			}
		}
	}
	return p, nil
}

// indexNames indexes names, their aliases, and what the vocabulary equates with
// them. Some of these words are everyday ones.
func indexNames(list *commonv1.NameList, vocabulary map[string]string, everyday map[string]bool) *nameIndex {
	n := &nameIndex{first: map[string][]alias{}}
	seen := map[string]bool{}
	add := func(text, name string) {
		w := wordsOf(text)
		key := strings.Join(w, " ")
		if len(w) == 0 || seen[key] {
			return
		}
		seen[key] = true
		first := singular(w[0])
		n.first[first] = append(n.first[first], alias{w, name, everyday[key]})
	}
	canonical := map[string]bool{}
	for _, name := range list.GetNames() {
		canonical[name.GetName()] = true
		if _, err := strconv.ParseFloat(name.GetName(), 64); err == nil {
			continue // "3" names "triple"; the digit is read by slots of numbers
		}
		add(name.GetName(), name.GetName())
	}
	for _, name := range list.GetNames() {
		for _, a := range name.GetAliases() {
			add(a, name.GetName())
		}
	}
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		if canonical[vocabulary[term]] {
			add(term, vocabulary[term])
		}
	}
	for _, as := range n.first {
		sort.SliceStable(as, func(i, j int) bool { return len(as[i].words) > len(as[j].words) })
	}
	return n
}

// firsts are the patterns by what their matches can begin with.
type firsts struct {
	any, number []int
	word        map[string][]int // by the word
	name        map[string][]int // by the singular of a name's first word
}

func (f *firsts) add(pattern int, keys map[string]bool, names map[string]*nameIndex) {
	for key := range keys {
		switch key[0] {
		case '*':
			f.any = append(f.any, pattern)
		case '#':
			f.number = append(f.number, pattern)
		case '=':
			f.word[key[1:]] = append(f.word[key[1:]], pattern)
		case '@':
			for stem := range names[key[1:]].first {
				f.name[stem] = append(f.name[stem], pattern)
			}
		}
	}
}

// firsts returns what a match of the program can begin with: "=word" for a
// word, "#" for a number, "@kind" for a name, "*" for anything.
func (pr *program) firsts() map[string]bool {
	out := map[string]bool{}
	seen := make([]bool, len(pr.code))
	var walk func(pc int)
	walk = func(pc int) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch in := &pr.code[pc]; in.op {
		case opWord:
			out["="+in.word] = true
		case opSlot:
			for _, t := range pr.slots[in.slot].types {
				t.firsts(out)
			}
		case opJump:
			walk(int(in.next))
		case opSplit:
			for _, way := range pr.split(in) {
				walk(int(way))
			}
		case opGap:
			out["*"] = true
		case opEnd:
		default:
			walk(pc + 1)
		}
	}
	walk(0)
	return out
}

func (t slotType) firsts(out map[string]bool) {
	switch t.kind {
	case slotName:
		out["@"+t.name] = true
	case slotWords:
		for _, w := range t.words {
			out["="+w[0]] = true
			out["="+singular(w[0])] = true
		}
	case slotText, slotPhrase, slotWord, slotContent, slotItems:
		out["*"] = true
	case slotClock, slotBedtime:
		for _, w := range []string{"#", "=noon", "=midday", "=midnight", "=half", "=quarter"} {
			out[w] = true
		}
	default:
		out["#"] = true
	}
}

// resolve prepares a schema for validation.
func resolve(raw map[string]any) (*jsonschema.Resolved, error) {
	if len(raw) == 0 {
		raw = map[string]any{"type": "object"}
	}
	text, err := json.Marshal(raw)
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}
