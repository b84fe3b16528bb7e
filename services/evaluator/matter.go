package evaluator

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// matter is what there is to judge, in a form that judging needs.
type matter struct {
	req     *pb.EvaluateRequest
	answer  string
	stems   map[string]bool // of the answer
	entries map[string]*commonv1.Entry
	cited   []*commonv1.Entry // by citation, or by day in the text
	denies  bool              // the answer says that the notes don't tell
	today   notes.Day
	scanned []quantity.Quantity // of the answer, on demand
	names   map[string][]string // by subject, all that it is called
}

var denial = regexp.MustCompile(`(?i)\b(?:none of (?:your|the)\b|no (?:notes?|entr(?:y|ies)|data|records?)\b|nothing (?:is |was )?(?:noted|recorded|logged|found)|(?:don|doesn|didn|can|couldn)['’]?t (?:say|tell|answer|mention|find|know|contain|show)|cannot (?:say|tell|answer)|not (?:in your notes|known|enough))`)

var day = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`)

func consider(req *pb.EvaluateRequest, today notes.Day) *matter {
	m := &matter{
		req: req, answer: req.GetAnswer(), today: today,
		stems:   search.Meaning(req.GetAnswer()),
		entries: map[string]*commonv1.Entry{},
		names:   map[string][]string{},
	}
	words := search.NewThesaurus(req.GetVocabulary())
	for _, s := range req.GetScope().GetSubjects() {
		m.names[s] = append([]string{s}, words.Forms(s)...)
	}
	named := map[string]bool{}
	for _, d := range day.FindAllString(m.answer, -1) {
		named[d] = true
	}
	for _, c := range req.GetCitations() {
		named[c.GetId()] = true
	}
	for _, e := range req.GetEntries() {
		m.entries[e.GetId()] = e
		if named[e.GetId()] || named[e.GetDate()] {
			m.cited = append(m.cited, e)
		}
	}
	m.denies = denial.MatchString(m.ownWords())
	return m
}

func (m *matter) evidence() grounding.Evidence {
	ev := grounding.Evidence{
		Today: m.today, Scope: m.req.GetScope(), SubQueries: m.req.GetSubQueries(), Entries: m.req.GetEntries(),
		Analysis: m.req.GetAnalysis(), Gaps: m.req.GetOpenGaps(), Clarifications: m.req.GetClarifications(),
	}
	for _, r := range m.req.GetRules() {
		ev.Terms = append(ev.Terms, r.GetDomain(), r.GetRule())
	}
	for _, names := range m.names {
		ev.Terms = append(ev.Terms, names...)
	}
	return ev
}

// share returns how much of a text's words the answer has, 1 if it has none
// that carry meaning.
func (m *matter) share(text string) float64 {
	words := search.Meaning(text)
	if len(words) == 0 {
		return 1
	}
	n := 0
	for w := range words {
		if m.stems[w] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

// tells reports whether the answer passes a finding on: in its words, or by the
// number of one of its facts beside the name of what it is of.
func (m *matter) tells(f *commonv1.Finding) bool {
	if m.share(f.GetClaim()) >= 0.6 {
		return true
	}
	return slices.ContainsFunc(m.req.GetAnalysis().GetFacts(), func(fact *commonv1.Fact) bool {
		return slices.Contains(f.GetFactIds(), fact.GetId()) && fact.GetKind() != "mention" && m.shows(fact) && m.speaks(fact.GetSubject())
	})
}

// shows reports whether the answer has the value of a fact, in any unit.
func (m *matter) shows(f *commonv1.Fact) bool {
	return slices.ContainsFunc(m.amounts(), func(q quantity.Quantity) bool {
		v, ok := quantity.Convert(f.GetValue(), f.GetUnit(), q.Unit)
		if !ok {
			v = f.GetValue()
		}
		return math.Abs(math.Abs(v)-math.Abs(q.Value)) <= 0.051
	})
}

// amounts are the quantities that the answer names.
func (m *matter) amounts() []quantity.Quantity {
	if m.scanned == nil {
		m.scanned = quantity.Scan(m.answer)
	}
	return m.scanned
}

// speaks reports whether the answer has at least half of the words of a name, or
// of another name for the same.
func (m *matter) speaks(name string) bool {
	return slices.ContainsFunc(append([]string{name}, m.names[name]...), func(n string) bool { return 2*m.share(n) >= 1 })
}

// entryNames reports whether an entry names a subject: in its words, its tags or its
// parsed data.
func entryNames(e *commonv1.Entry, subject []search.Token) bool {
	texts := append([]string{e.GetText()}, e.GetTags()...)
	texts = append(texts, search.Names(e.GetDomainData())...)
	return slices.ContainsFunc(texts, func(t string) bool { return search.Contains(search.Tokens(t), subject) })
}

// sentence returns the sentence of the answer that holds the words.
func (m *matter) sentence(words string) string {
	for _, s := range grounding.Sentences(m.answer) {
		if strings.Contains(s, words) {
			return s
		}
	}
	return words
}
