package synthesizer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// A statement is one thing that the notes support.
type statement struct {
	words      string
	facts      []*commonv1.Fact
	entries    []*commonv1.Entry // in the order of time
	quotes     []string          // words of notes that it gave
	confidence commonv1.Confidence
	part       int32 // sub-query, 0 for the whole
}

// material is what an answer may be made of, in a form that composing needs.
type material struct {
	entries    []*commonv1.Entry // in the order of time
	byID       map[string]*commonv1.Entry
	statements []statement
	forms      [][]search.Token // of the subjects, with all that vocabulary equates
	focus      notes.Range
	label      string
	query      string
	asked      map[string]float64 // words of the question, by how much they say
	detailed   bool
	known      map[string]bool // stems of the words of the field
	domains    map[*regexp.Regexp]string
	names      map[string]calling // what the question calls its subjects
	shown      map[string]bool    // spans that the text has spelled out
}

func gather(req *pb.SynthesizeRequest) *material {
	m := &material{query: req.GetScope().GetQuery(), byID: map[string]*commonv1.Entry{}, shown: map[string]bool{}}
	for _, e := range req.GetEntries() {
		if m.byID[e.GetId()] == nil {
			m.byID[e.GetId()] = e
			m.entries = append(m.entries, e)
		}
	}
	slices.SortStableFunc(m.entries, inTime)
	m.names = callings(req.GetScope().GetQuery(), req.GetScope().GetSubjects(), req.GetDomainContext().GetVocabulary(), m.entries)
	m.detailed = req.GetStyle() == commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED
	m.known = known(req.GetDomainContext())
	m.domains = nouns(req.GetScope().GetSubjects(), req.GetDomainContext())
	proper(m.names, req.GetScope().GetSubjects(), m.entries)
	m.asked = asked(req.GetScope().GetQuery(), m.entries)
	for _, s := range req.GetScope().GetSubjects() {
		if len(req.GetScope().GetSubjects()) > 1 && yesNo.MatchString(req.GetScope().GetQuery()) && verbal(req, s) {
			continue // calls are no answer to "did I call my mum"
		}
		for _, f := range search.Forms(req.GetDomainContext().GetVocabulary(), s) {
			m.forms = append(m.forms, search.Tokens(f))
		}
	}
	for _, r := range req.GetScope().GetRanges() {
		if r.GetRole() == commonv1.RangeRole_RANGE_ROLE_FOCUS || r.GetRole() == commonv1.RangeRole_RANGE_ROLE_UNSPECIFIED {
			if span, err := notes.ParseRange(r.GetStart(), r.GetEnd()); err == nil {
				m.focus, m.label = span, r.GetLabel()
			}
			break
		}
	}
	m.statements = m.state(req)
	return m
}

// known returns the stems of the words that the domains have.
func known(dc *commonv1.DomainContext) map[string]bool {
	out := map[string]bool{}
	for a, b := range dc.GetVocabulary() {
		for _, t := range append(search.Tokens(a), search.Tokens(b)...) {
			out[t.Stem] = true
		}
	}
	return out
}

func inTime(a, b *commonv1.Entry) int {
	if a.GetDate() != b.GetDate() {
		return strings.Compare(a.GetDate(), b.GetDate())
	}
	return strings.Compare(a.GetId(), b.GetId())
}

// state makes statements of the findings, and where there is room or want of
// more, of the facts and patterns that none of them tells. What feedback objects to, and what a domain forbids, is left out.
func (m *material) state(req *pb.SynthesizeRequest) []statement {
	facts := map[string]*commonv1.Fact{}
	for _, f := range req.GetAnalysis().GetFacts() {
		facts[f.GetId()] = f
	}
	barred := bar(req)
	detailed := req.GetStyle() == commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED
	var out []statement
	add := func(s statement, ids []string) {
		claim := strings.TrimSpace(s.words)
		s.words, s.quotes = split(claim)
		s.entries = m.pick(ids)
		if s.nothing() {
			s.entries = nil
		}
		if claim == "" || barred(claim) || s.words == "" && len(s.entries) == 0 || slices.ContainsFunc(out, s.repeats) {
			return
		}
		if s.words = m.recast(s, detailed); slices.ContainsFunc(out, s.repeats) {
			return
		}
		out = append(out, s)
	}
	for _, f := range req.GetAnalysis().GetFindings() {
		s := statement{words: f.GetClaim(), confidence: f.GetConfidence(), part: f.GetSubQueryId()}
		ids := f.GetEntryIds()
		for _, id := range f.GetFactIds() {
			if fact := facts[id]; fact != nil {
				s.facts = append(s.facts, fact)
				ids = append(slices.Clip(ids), fact.GetEntryIds()...)
			}
		}
		add(s, ids)
	}
	if len(out) == 0 || detailed {
		for _, f := range req.GetAnalysis().GetFacts() {
			if slices.ContainsFunc(out, func(s statement) bool { return slices.Contains(s.facts, f) }) {
				continue
			}
			add(statement{words: phrase(f), facts: []*commonv1.Fact{f}, confidence: commonv1.Confidence_CONFIDENCE_MEDIUM}, f.GetEntryIds())
		}
	}
	seeks := req.GetScope().GetType() == commonv1.QueryType_QUERY_TYPE_INSIGHT || req.GetScope().GetType() == commonv1.QueryType_QUERY_TYPE_COMPARISON
	if len(out) < 2 && seeks || detailed {
		for _, p := range req.GetAnalysis().GetPatterns() {
			add(statement{words: p, facts: named(p, req.GetAnalysis().GetFacts()), confidence: commonv1.Confidence_CONFIDENCE_MEDIUM}, nil)
		}
	}
	return out
}

// named returns the fact whose text a pattern is, if it is one's.
func named(pattern string, facts []*commonv1.Fact) []*commonv1.Fact {
	for _, f := range facts {
		if f.GetText() == pattern {
			return []*commonv1.Fact{f}
		}
	}
	return nil
}

// nothing reports whether a statement says that there was none: then no note
// shows it.
func (s statement) nothing() bool {
	return len(s.facts) > 0 && s.facts[0].GetKind() == "count" && s.facts[0].GetValue() == 0
}

func (m *material) pick(ids []string) []*commonv1.Entry {
	var out []*commonv1.Entry
	for _, id := range ids {
		if e := m.byID[id]; e != nil && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, inTime)
	return out
}

// repeats reports whether two statements say the same: on the same facts, or in
// nearly the same words and numbers.
func (s statement) repeats(t statement) bool {
	if len(s.facts) > 0 && len(s.facts) == len(t.facts) {
		same := true
		for i := range s.facts {
			same = same && s.facts[i] == t.facts[i]
		}
		if same {
			return true
		}
	}
	if s.words == t.words && s.words != "" {
		return true
	}
	if len(s.facts) > 0 && len(t.facts) > 0 && !slices.ContainsFunc(s.facts, func(f *commonv1.Fact) bool { return slices.Contains(t.facts, f) }) {
		return false // like words on other facts: stress here, illness there
	}
	if s.words == "" || t.words == "" {
		return s.words == t.words && slices.Equal(s.entries, t.entries)
	}
	return overlap(s.words, t.words) >= 0.8
}

// overlap is the share of the words and numbers of the shorter text that the
// other has as well.
func overlap(a, b string) float64 {
	x, y := search.Meaning(a), search.Meaning(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	n := 0
	for s := range x {
		if y[s] {
			n++
		} else if s[0] >= '0' && s[0] <= '9' {
			return 0 // another number is another statement
		}
	}
	if len(x) == 0 {
		return 0
	}
	return float64(n) / float64(len(x))
}

// bar returns what tells the statements that may not be made again: those that
// an evaluation objected to, and those that a rule of a domain forbids.
func bar(req *pb.SynthesizeRequest) func(string) bool {
	var forbidden []*regexp.Regexp
	for _, r := range req.GetDomainContext().GetEvaluationRules() {
		for _, f := range r.GetForbids() {
			// A rule that is no expression is reported by the evaluator.
			if re, err := regexp.Compile(f); err == nil {
				forbidden = append(forbidden, re)
			}
		}
	}
	var objected []string
	for _, f := range req.GetFeedback() {
		if claim := plainWords(f.GetAffectedClaim()); claim != "" {
			objected = append(objected, claim)
		}
	}
	return func(words string) bool {
		for _, re := range forbidden {
			if re.MatchString(words) {
				return true
			}
		}
		plain := plainWords(words)
		for _, o := range objected {
			if strings.Contains(plain, o) || strings.Contains(o, plain) {
				return true
			}
		}
		return false
	}
}

// plainWords is a text without its markup, citations and case.
func plainWords(s string) string {
	var b strings.Builder
	for _, t := range search.Tokens(brackets.ReplaceAllString(s, " ")) {
		b.WriteString(t.Folded)
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

var brackets = regexp.MustCompile(`\[[^\]]*\]`)
