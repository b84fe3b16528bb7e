package query

import (
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// longest is how many words a term of a domain may have to be found.
const longest = 5

// A role is what values can have of a term.
type role uint8

const (
	noField role = iota // it is a name that no field holds: what else covers a distance than runs
	general             // a word of the domain that names nothing: "eat"
	beside              // the text of a field: "long run"
	subject             // what values are about: "run", "bench press"
)

// A reading is what a term means to one domain.
type reading struct {
	domain string
	name   string // canonical
	kind   string // of names that it is listed in; empty for what is in no list
	role   role
	other  bool // a narrower word, perhaps, or a wider one: "espresso" for coffee
}

// everything is the kind of a domain's own name, which all of its values are about,
// unless some are about just that: a night is sleep, and a nap is not.
const everything = "*"

// A Lexicon knows the terms and the fields of one set of domains. It is never
// changed once it is prepared, and safe for concurrent use.
type Lexicon struct {
	fields   []extract.Declaration
	terms    map[string][]reading // by the stems of a term
	measures map[string][]int     // fields by the stems of what names their measure
	forms    map[[2]string][]string
	everyday map[string]map[string]bool // domain to terms that are no sign of it
	offered  map[string][]string        // by the stems of a term, the domains that could be loaded for it
	covers   map[string][]string        // by the stems of a general word, what notes name in its place
}

// NewLexicon prepares a set of domains.
func NewLexicon(dc *commonv1.DomainContext) *Lexicon {
	l := &Lexicon{
		terms: map[string][]reading{}, measures: map[string][]int{}, forms: map[[2]string][]string{},
		everyday: map[string]map[string]bool{}, offered: map[string][]string{}, covers: map[string][]string{},
	}
	for _, s := range dc.GetSchemas() {
		l.everyday[s.GetDomain()] = map[string]bool{}
		for _, w := range s.GetEveryday() {
			l.everyday[s.GetDomain()][stems(w)] = true
		}
		from := len(l.fields)
		l.fields = append(l.fields, extract.Declared(s)...)
		l.addSubjects(s.GetDomain(), l.fields[from:])
		l.addNames(s, l.fields[from:])
		l.addVocabulary(s)
		l.addMeasures(s, from)
		l.addCovers(s)
	}
	for _, d := range dc.GetAvailable() {
		for _, term := range append([]string{d.GetName()}, d.GetTerms()...) {
			if key := stems(term); key != "" && !slices.Contains(l.offered[key], d.GetName()) {
				l.offered[key] = append(l.offered[key], d.GetName())
			}
		}
	}
	return l
}

// addSubjects takes over what fields are always about, and the domain itself.
func (l *Lexicon) addSubjects(domain string, fields []extract.Declaration) {
	for _, f := range fields {
		if f.Numeric {
			l.add(f.Subject, reading{domain: domain, name: f.Subject, role: subject})
		}
	}
	l.add(domain, reading{domain: domain, name: domain, kind: everything, role: subject})
}

func (l *Lexicon) addNames(s *commonv1.DomainSchema, fields []extract.Declaration) {
	for _, list := range s.GetNames() {
		r := noField
		for _, f := range fields {
			if slices.Contains(f.Names, list.GetKind()) {
				r = subject
			} else if slices.Contains(f.Beside, list.GetKind()) {
				r = max(r, beside)
			}
		}
		for _, n := range list.GetNames() {
			for _, term := range append([]string{n.GetName()}, n.GetAliases()...) {
				l.add(term, reading{domain: s.GetDomain(), name: n.GetName(), kind: list.GetKind(), role: r})
			}
		}
	}
}

// addVocabulary takes over terms for what the names have, and such as only belong
// to the domain.
func (l *Lexicon) addVocabulary(s *commonv1.DomainSchema) {
	vocabulary := s.GetVocabulary()
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		name := vocabulary[term]
		r := reading{domain: s.GetDomain(), name: name, role: general}
		for _, known := range l.terms[stems(name)] {
			if known.domain == s.GetDomain() {
				r = known
			}
		}
		if r.role == general {
			l.add(name, r)
		}
		l.add(term, r)
	}
}

// add keeps the reading of a term that says most: what values are about, rather
// than a word beside them.
func (l *Lexicon) add(term string, r reading) {
	key := stems(term)
	if key == "" || l.everyday[r.domain][key] && key != stems(r.name) {
		return
	}
	r.other = !same(term, r.name)
	if id := [2]string{r.domain, r.name}; term != r.name && !slices.Contains(l.forms[id], term) {
		l.forms[id] = append(l.forms[id], term)
	}
	for i, have := range l.terms[key] {
		if have.domain != r.domain {
			continue
		}
		if r.role > have.role || r.role == have.role && have.other && !r.other {
			l.terms[key][i] = r
		}
		return
	}
	l.terms[key] = append(l.terms[key], r)
}

// same reports whether a term is the name itself: some of its words, whatever their
// endings, or their letters in short ("ohp" for overhead press). Other words that
// lead to a name may mean less than it, "bike" than transport, so nothing is
// computed of what they ask for.
func same(term, name string) bool {
	words := strings.Fields(stems(name))
	if !slices.ContainsFunc(strings.Fields(stems(term)), func(w string) bool { return !slices.Contains(words, w) }) {
		return true
	}
	if len(term) > mostShort || len(term) < 2 || strings.Contains(term, " ") || term[0] != name[0] {
		return false
	}
	rest := name
	for _, letter := range term {
		_, after, found := strings.Cut(rest, string(letter))
		if !found {
			return false
		}
		rest = after
	}
	return true
}

const mostShort = 4 // letters of an abbreviation

// addMeasures takes over what names a measure: its name, its field's, and the
// vocabulary's words for those.
func (l *Lexicon) addMeasures(s *commonv1.DomainSchema, from int) {
	of := map[string][]int{}
	add := func(into map[string][]int, name string, field int) {
		if key := stems(name); key != "" && !slices.Contains(into[key], field) {
			into[key] = append(into[key], field)
		}
	}
	for i, f := range l.fields[from:] {
		if f.Numeric {
			add(of, f.Measure, from+i)
			add(of, strings.ReplaceAll(f.Key, "_", " "), from+i)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(of)) {
		for _, field := range of[key] {
			add(l.measures, key, field)
		}
	}
	for term, name := range s.GetVocabulary() {
		for _, field := range of[stems(name)] {
			add(l.measures, term, field)
		}
	}
	for _, key := range slices.Collect(maps.Keys(l.measures)) {
		slices.Sort(l.measures[key])
	}
}

// term returns what the longest term that begins the tokens means, and its length.
func (l *Lexicon) term(tokens []search.Token) (readings []reading, fields []int, n int) {
	keys := make([]string, 0, longest)
	for i := range min(longest, len(tokens)) {
		key := tokens[i].Stem
		if i > 0 {
			key = keys[i-1] + " " + key
		}
		keys = append(keys, key)
	}
	for i := len(keys) - 1; i >= 0; i-- {
		if r, f := l.terms[keys[i]], l.measures[keys[i]]; len(r)+len(f) > 0 {
			return r, f, i + 1
		}
	}
	return nil, nil, 0
}

// subject returns a reading as a subject of a form. What no field holds, or only
// under a name that may mean something else, is the word that it is.
func (l *Lexicon) subject(words string, r reading) *commonv1.Subject {
	if r.other || r.role != subject && r.role != beside {
		return &commonv1.Subject{Name: clipped(words), Words: clipped(words)}
	}
	s := &commonv1.Subject{Name: r.name, Words: clipped(words), Domain: r.domain, Forms: l.forms[[2]string{r.domain, r.name}]}
	s.Forms = s.Forms[:min(len(s.Forms), mostForms)]
	return s
}

const mostForms = 200 // of a subject, as the contract bounds them

// Offers returns the domains that could be loaded and have terms of a form that no
// loaded domain knows, in the order of their names.
func (l *Lexicon) Offers(form *commonv1.QueryForm) []string {
	words := form.GetUncovered()
	for _, s := range form.GetSubjects() {
		if s.GetDomain() == "" {
			words = append(words[:len(words):len(words)], s.GetName())
		}
	}
	found := map[string]bool{}
	for _, w := range words {
		tokens := search.Tokens(w)
		for i, t := range tokens {
			known := slices.ContainsFunc(l.terms[t.Stem], func(r reading) bool { return r.role > noField })
			if known || len(grammarOnce().phrases[t.Folded]) > 0 {
				continue
			}
			for n := min(longest, len(tokens)-i); n > 0; n-- {
				for _, domain := range l.offered[stemsOf(tokens[i:i+n])] {
					found[domain] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Measured returns the domains that declare numbers.
func (l *Lexicon) Measured() []string {
	var out []string
	for _, f := range l.fields {
		if f.Numeric && !slices.Contains(out, f.Domain) {
			out = append(out, f.Domain)
		}
	}
	return out
}

var kinds = map[extract.Kind]commonv1.MeasureKind{
	extract.Reading: commonv1.MeasureKind_MEASURE_KIND_READING,
	extract.Amount:  commonv1.MeasureKind_MEASURE_KIND_AMOUNT,
	extract.Rating:  commonv1.MeasureKind_MEASURE_KIND_RATING,
}

func stems(text string) string { return stemsOf(search.Tokens(text)) }

func stemsOf(tokens []search.Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Stem)
	}
	return b.String()
}

// byDomain returns the reading of one domain, if it means the name itself.
func byDomain(readings []reading, domain string) (reading, bool) {
	i := slices.IndexFunc(readings, func(r reading) bool { return r.domain == domain && (!r.other || r.role == general) })
	if i < 0 {
		return reading{}, false
	}
	return readings[i], true
}

// best returns the reading that says most, the first of several; one that may mean
// something else says least.
func best(readings []reading) reading {
	most := reading{other: true}
	for _, r := range readings {
		if !r.other && (most.other || r.role > most.role) {
			most = r
		}
	}
	return most
}
