package planner

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	independent = commonv1.DependencyType_DEPENDENCY_TYPE_INDEPENDENT
	dependent   = commonv1.DependencyType_DEPENDENCY_TYPE_DEPENDENT
	coupled     = commonv1.DependencyType_DEPENDENCY_TYPE_COUPLED
)

const longestPart = 65536 // bytes, as the contract bounds it

// A clause is one part of a question, with what it is about.
type clause struct {
	text     string
	kind     commonv1.QueryType
	subjects []string
	spans    []timespan.Span
}

// decompose takes the question apart and says how its parts depend on each
// other. A question that is whole is one part, and coupled.
func (q *question) decompose() ([]*commonv1.SubQuery, commonv1.DependencyType) {
	text := q.req.GetQuery()
	if trimmed := strings.TrimSpace(text); trimmed != "" {
		text = trimmed
	}
	clauses := q.clauses(text)
	if len(clauses) > mostParts {
		q.leave("The question has %d parts, more than %d, so it was read as one.", len(clauses), mostParts)
		clauses = []clause{{text: text, kind: q.kind}}
	}
	if len(clauses) == 1 {
		if sides := q.sides(text); len(sides) > 1 {
			return numbered(sides), independent
		}
		return numbered(clauses), coupled
	}
	how, needs := depend(clauses)
	if how != coupled {
		clauses = lendTime(clauses)
	}
	parts := numbered(clauses)
	for i, p := range parts {
		if needs[i] {
			p.DependsOn = []int32{int32(i)}
		}
	}
	return parts, how
}

func numbered(clauses []clause) []*commonv1.SubQuery {
	var out []*commonv1.SubQuery
	for i, c := range clauses {
		text := c.text
		if len(text) > longestPart {
			text = strings.ToValidUTF8(text[:longestPart], "")
		}
		out = append(out, &commonv1.SubQuery{Id: int32(i + 1), Question: text, Type: c.kind})
	}
	return out
}

// boundary is where a further question may begin.
var boundary = regexp.MustCompile(`(?i)[?!.;]+\s+(?:and |but |also |so )*|,?\s+(?:and also|and then|and|but|also|plus|then)\s+|,\s+|\n+`)

// begins are the words by which a question or a request begins.
var begins = regexp.MustCompile(`(?i)^(?:also |then |so )*(?:why|how (?:to|do|does|did|can|could|should|is|are|was|were|much|many|often|long|far|has|have|am)|hows|how's|what(?:'s|s)?(?: \w+)*? (?:did|do|does|should|can|could|is|are|was|were|will|would|has|have|happened|helps|caused|made)\b|what's|whats|what to|when|where|which|who|(?:did|do|does|is|are|was|were|am|have|has|should|can|could|will|would) (?:i|my|it|there|that|this|the|we|they|you)\b|show|list|compare|summari[sz]e|analy[sz]e|explain|tell me|give me|suggest|recommend|find)\b`)

// fragment is a further question that lives on the words of the one before.
var fragment = regexp.MustCompile(`(?i)^(?:how (?:much|many|long|far|often|heavy|fast)\b[^?]{0,30}|at what \w+|for how long|(?:on )?which \w+|when|where|why|with whom|who with)\s*\??$`)

// clauses cuts a text where a further question begins.
func (q *question) clauses(text string) []clause {
	cuts := []int{0}
	ends := []int{}
	for _, m := range boundary.FindAllStringIndex(text, -1) {
		if m[0] <= cuts[len(cuts)-1] || m[1] >= len(text) {
			continue
		}
		left, rest := text[cuts[len(cuts)-1]:m[0]], text[m[1]:]
		if !begins.MatchString(rest) || !begins.MatchString(strings.TrimSpace(left)) && !closesQuestion(text, m[0]) {
			continue
		}
		ends, cuts = append(ends, m[0]), append(cuts, m[1])
	}
	ends = append(ends, len(text))
	var out []clause
	for i, start := range cuts {
		part := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text[start:ends[i]]), ","))
		if part != "" {
			out = append(out, q.clause(part))
		}
	}
	if len(out) == 0 {
		out = []clause{q.clause(text)}
	}
	if len(out) == 1 {
		out[0].text, out[0].kind = text, q.kind
	}
	return out
}

// closesQuestion reports whether a question mark stands at the offset.
func closesQuestion(text string, at int) bool { return strings.HasPrefix(text[at:], "?") }

func (q *question) clause(text string) clause {
	spans := timespan.Scan(text, q.ref)
	return clause{
		text: text, kind: typeOf(text), spans: spans,
		subjects: q.words.subjects(timespan.Strip(text, spans)),
	}
}

// refers are words that point at what another part is about.
var refers = regexp.MustCompile(`(?i)\b(it|that|this|them|those|these|so)\b`)

// measured are stems of what is told of a subject and not a subject itself.
var measured = stemSet(`pace distance duration weight load protein calories carbs fat average quality reps sets volume
	time speed cost price total hours length heart rate score rating session volume speed lap laps`)

// depend says how clauses hang together, and which of them need the one before.
func depend(clauses []clause) (commonv1.DependencyType, []bool) {
	needs := make([]bool, len(clauses))
	how := coupled
	for i := 1; i < len(clauses); i++ {
		before, c := clauses[i-1], clauses[i]
		switch {
		case follows(before, c):
			needs[i] = true
		case same(before, c):
			continue
		default:
			if how == coupled {
				how = independent
			}
		}
	}
	if slices.Contains(needs, true) {
		how = dependent
	}
	return how, needs
}

// follows reports whether a clause needs the answer to the one before: advice
// after a question, and reasons for what the other tells.
func follows(before, c clause) bool {
	own := len(c.subjects) > 0 && !shares(before, c)
	pointing := refers.MatchString(c.text)
	switch c.kind {
	case commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
		return pointing || !own || before.kind == commonv1.QueryType_QUERY_TYPE_INSIGHT
	case commonv1.QueryType_QUERY_TYPE_INSIGHT:
		return pointing || len(c.subjects) == 0
	}
	return false
}

// same reports whether two clauses are really one question: one lives on the
// words of the other, or both ask for facts of one subject.
func same(before, c clause) bool {
	if fragment.MatchString(c.text) || len(c.subjects) == 0 || shares(before, c) {
		return true
	}
	if refers.MatchString(c.text) {
		return true
	}
	return len(c.spans) == 0 && slices.ContainsFunc(c.subjects, func(s string) bool { return within(s, measured) })
}

func shares(a, b clause) bool {
	return slices.ContainsFunc(b.subjects, func(s string) bool { return slices.Contains(a.subjects, s) })
}

// lendTime gives a clause that asks for facts or reasons without a time the one
// that the first clause names, so that it can be planned by itself.
func lendTime(clauses []clause) []clause {
	if len(clauses[0].spans) != 1 {
		return clauses
	}
	text := clauses[0].spans[0].Text
	for i := range clauses {
		c := &clauses[i]
		if i == 0 || len(c.spans) > 0 || c.kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION || len(c.subjects) == 0 {
			continue
		}
		body := strings.TrimRight(c.text, "?!. ")
		c.text = body + " " + text + c.text[len(body):]
	}
	return clauses
}

var (
	comparing = regexp.MustCompile(`(?i)^(.*?\bcompare\s+)(.+?)(\s+(?:and|with|to|vs\.?|versus|against|or)\s+)(.+?)([?.!]*)$`)
	versus    = regexp.MustCompile(`(?i)^()(.+?)(\s+(?:vs\.?|versus)\s+)(.+?)([?.!]*)$`)
	verb      = regexp.MustCompile(`(?i)^(analy[sz]e|summari[sz]e|review|show(?: me)?|list|recap|describe|how (?:was|were|is|are|has|have)|tell me about|what about)\s+(my |the |our )?(.+?)([?.!]*)$`)
	listed    = regexp.MustCompile(`(?i)\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&)\s+`)
)

// sides takes a comparison of two things, or a request about several, apart
// into one question for each. A comparison of two times of one thing is whole.
func (q *question) sides(text string) []clause {
	m := comparing.FindStringSubmatch(text)
	if m == nil && q.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON {
		m = versus.FindStringSubmatch(text)
	}
	if m != nil {
		return q.pair(m[2], m[4])
	}
	m = verb.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	spans := timespan.Scan(m[3], q.ref)
	rest, when := m[3], ""
	if len(spans) == 1 {
		before, after := m[3][:spans[0].Offset], m[3][spans[0].Offset+len(spans[0].Text):]
		if strings.TrimSpace(after) == "" { // "sleep, workouts, and nutrition this month"
			rest, when = strings.TrimSpace(before), " "+spans[0].Text
		}
	}
	var out []clause
	for _, item := range listed.Split(rest, -1) {
		item = strings.TrimSpace(item)
		c := q.clause(m[1] + " " + m[2] + strings.TrimPrefix(item, "my ") + when)
		if len(c.subjects) == 0 || len(strings.Fields(item)) > 4 {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// pair makes a question of each side of a comparison.
func (q *question) pair(left, right string) []clause {
	a, b := q.clause(left), q.clause(right)
	hourly := func(c clause) bool { return len(c.spans) == 1 && c.spans[0].Range.IsZero() }
	byHours := hourly(a) && hourly(b)
	if !byHours && (len(a.subjects) == 0 || len(b.subjects) == 0 || slices.Equal(a.subjects, b.subjects)) {
		return nil // two times of one thing
	}
	if !byHours && len(a.spans) > 0 && len(b.spans) > 0 {
		return nil
	}
	if byHours && len(a.subjects) == 0 && len(b.subjects) > 0 { // "morning vs evening workouts"
		words := strings.TrimSpace(right[b.spans[0].Offset+len(b.spans[0].Text):])
		a = q.clause(left + " " + words)
	}
	if len(a.spans) == 0 && len(b.spans) == 1 && !byHours {
		a = q.clause(left + " " + b.spans[0].Text)
	}
	out := []clause{a, b}
	for i := range out {
		if out[i].kind == commonv1.QueryType_QUERY_TYPE_SIMPLE && !byHours && len(out[i].spans) == 0 {
			out[i].kind = commonv1.QueryType_QUERY_TYPE_COMPARISON // how it went over time
		}
	}
	return out
}

// within reports whether every word of a name is among the stems.
func within(name string, stems map[string]bool) bool {
	for _, t := range tokensOf(name) {
		if !stems[t.Stem] {
			return false
		}
	}
	return name != ""
}
