package planner

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/sentencesplit"
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
	text  string
	spans []timespan.Span
	form  *commonv1.QueryForm
}

func (c clause) asks(w commonv1.Wanted) bool { return c.form.GetWanted() == w }

// computed reports whether a clause is answered by a number of its own.
func (c clause) computed() bool { return query.Admit(c.form) == query.Compute }

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
		clauses = []clause{{text: text}}
	}
	if len(clauses) == 1 {
		return numbered(clauses), coupled
	}
	clauses = q.complete(clauses)
	how, needs := depend(clauses)
	if how != coupled {
		clauses = q.lendTime(clauses)
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
		out = append(out, &commonv1.SubQuery{Id: int32(i + 1), Question: text})
	}
	return out
}

// boundary is where a further question may begin.
var boundary = regexp.MustCompile(`(?i)[?!.;]+\s+(?:and |but |also |so )*|,?\s+(?:and also|and then|and|but|also|plus|then)\s+|,\s+|\n+`)

// begins are the words by which a question or a request begins.
var begins = regexp.MustCompile(`(?i)^(?:also |then |so )*(?:why|how (?:to|do|does|did|can|could|should|is|are|was|were|much|many|often|long|far|has|have|am)|hows|how's|what(?:'s|s)?(?: \w+)*? (?:did|do|does|should|can|could|is|are|was|were|will|would|has|have|happened|helps|caused|made)\b|what's|whats|what to|when|where|which|who|(?:did|do|does|is|are|was|were|am|have|has|should|can|could|will|would) (?:i|my|it|there|that|this|the|we|they|you)\b|show|list|compare|summari[sz]e|analy[sz]e|explain|tell me|give me|suggest|recommend|find)\b`)

// fragment is a further question without a verb, which lives on the words of the one
// before: "and how far?"
var fragment = regexp.MustCompile(`(?i)^(?:(?:at|on|for|with) )?(?:how|what|which|when|where|why|whom?)(?: [^\s?]+){0,4}\s*\??$`)

// verb is what a question says of its subject: "did I eat on Tuesday".
var verb = regexp.MustCompile(`(?i)\b(?:did|do|does|is|are|was|were|has|have|had|can|could|should|will|would)\b.*`)

func (c clause) fragment() bool { return fragment.MatchString(c.text) && !verb.MatchString(c.text) }

// clauses cuts a text where a further question begins.
func (q *question) clauses(text string) []clause {
	cuts := []int{0}
	ends := []int{}
	sentences := sentencesplit.SplitText(text, sentencesplit.Jotted)
	for _, m := range boundary.FindAllStringIndex(text, -1) {
		if m[0] <= cuts[len(cuts)-1] || m[1] >= len(text) || strings.IndexByte("?!.;", text[m[0]]) >= 0 && !beginsSentence(sentences, m[0], m[1]) {
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
		out[0].text = text
	}
	return out
}

// beginsSentence reports whether a sentence begins behind one place and not behind another.
func beginsSentence(sentences []sentencesplit.Part, after, until int) bool {
	i, _ := slices.BinarySearchFunc(sentences, after+1, func(p sentencesplit.Part, at int) int { return p.Start - at })
	return i < len(sentences) && sentences[i].Start <= until
}

// closesQuestion reports whether a question mark stands at the offset.
func closesQuestion(text string, at int) bool { return strings.HasPrefix(text[at:], "?") }

func (q *question) clause(text string) clause {
	reading := timespan.Read(text, q.ref)
	return clause{text: text, spans: reading.Spans, form: query.Read(text, reading, q.ref, q.words)}
}

// complete gives a fragment the verb of the question before it, if that makes it a number
// to be computed: "What did I eat on Tuesday and how much protein?"
func (q *question) complete(clauses []clause) []clause {
	for i := 1; i < len(clauses); i++ {
		before := clauses[i-1]
		if len(clauses[i].spans) > 0 {
			before = before.timeless()
		}
		said := verb.FindString(before.text)
		if !clauses[i].fragment() || said == "" {
			continue
		}
		whole := q.clause(strings.TrimRight(clauses[i].text, "?!. ") + " " + strings.TrimRight(said, "?!. ") + "?")
		if whole.computed() {
			clauses[i] = whole
		}
	}
	return clauses
}

// refers are words that point at what another part is about.
var refers = regexp.MustCompile(`(?i)\b(it|that|this|them|those|these|so)\b`)

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

// follows reports whether a clause needs the answer to the one before: advice after
// a question, and reasons for what the other tells.
func follows(before, c clause) bool {
	own := len(c.form.GetSubjects()) > 0 && !shares(before, c)
	pointing := refers.MatchString(c.text)
	switch {
	case c.asks(commonv1.Wanted_WANTED_ADVICE):
		return pointing || !own || before.asks(commonv1.Wanted_WANTED_WHY)
	case c.asks(commonv1.Wanted_WANTED_WHY):
		return pointing || len(c.form.GetSubjects()) == 0
	}
	return false
}

// same reports whether two clauses are really one question: one lives on the words of
// the other, or both ask for facts of one subject that no number tells.
func same(before, c clause) bool {
	switch {
	case c.fragment(), len(c.form.GetSubjects()) == 0 && !c.computed():
		return true
	case shares(before, c):
		return !c.computed() || refers.MatchString(c.text)
	}
	return refers.MatchString(c.text)
}

func shares(a, b clause) bool {
	return slices.ContainsFunc(b.form.GetSubjects(), func(s *commonv1.Subject) bool {
		return slices.ContainsFunc(a.form.GetSubjects(), func(o *commonv1.Subject) bool { return o.GetName() == s.GetName() })
	})
}

// lendTime gives a clause that asks for facts or reasons without a time the one
// that the first clause names, so that it can be planned by itself. What is computed
// before the only time of all is of that time, too: "How far did I run and how much did I
// sleep in May?"
func (q *question) lendTime(clauses []clause) []clause {
	last := len(clauses) - 1
	timed := func(c clause) bool { return len(c.spans) > 0 }
	if len(clauses[0].spans) == 1 {
		for i := range clauses[1:] {
			c := &clauses[i+1]
			if !timed(*c) && !c.asks(commonv1.Wanted_WANTED_ADVICE) && !c.asks(commonv1.Wanted_WANTED_WHEN) && len(c.form.GetSubjects()) > 0 {
				*c = q.clause(c.withTime(clauses[0].timePhrase()))
			}
		}
	} else if len(clauses[last].spans) == 1 && !slices.ContainsFunc(clauses[:last], timed) {
		for i, c := range clauses[:last] {
			if c.computed() && !query.Ordered(c.form) {
				clauses[i] = q.clause(c.withTime(clauses[last].timePhrase()))
			}
		}
	}
	return clauses
}

// leading is the word that leads into a time.
var leading = regexp.MustCompile(`(?i)\b(?:in|on|during|over|for|from|at|within)\s+$`)

// timePhrase returns the time of a clause, with the word that leads into it.
func (c clause) timePhrase() string {
	span := c.spans[0]
	return leading.FindString(c.text[:span.Offset]) + span.Text
}

// withTime returns the text of a clause with a time at its end.
func (c clause) withTime(when string) string {
	body := strings.TrimRight(c.text, "?!. ")
	return body + " " + when + c.text[len(body):]
}

// timeless returns a clause without its time.
func (c clause) timeless() clause {
	if len(c.spans) == 1 {
		when, end := c.timePhrase(), c.spans[0].Offset+len(c.spans[0].Text)
		c.text = strings.TrimSpace(c.text[:end-len(when)]) + c.text[end:]
	}
	return c
}
