package evaluator

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

func completeness(m *matter) verdict {
	v := verdict{dimension: pb.Dimension_DIMENSION_COMPLETENESS, reasoning: "Every part of the question is addressed."}
	if len(m.req.GetSubQueries()) > 1 {
		for _, q := range m.req.GetSubQueries() {
			if !m.answers(q) {
				v.issues = append(v.issues, m.unaddressed(q))
			}
		}
	}
	v.issues = append(v.issues, m.partial()...)
	v.issues = append(v.issues, m.concealed()...)
	if len(v.issues) > 0 {
		v.reasoning = "The answer leaves out what it has to say."
	}
	return v
}

func (m *matter) unaddressed(q *commonv1.SubQuery) issue {
	i := issue{
		what: fmt.Sprintf("the answer does not address %q", q.GetQuestion()),
		todo: "Answer this part too, or say that the notes don't.",
	}
	if !slices.ContainsFunc(m.req.GetAnalysis().GetFindings(), func(f *commonv1.Finding) bool { return f.GetSubQueryId() == q.GetId() }) {
		i.context, i.todo = true, "Look for notes on this part; if there are none, say so."
	}
	return i
}

var recommends = regexp.MustCompile(`(?i)\b(?:should|could|try|next step|recommend\w*|suggest\w*|consider|worth)\b`)

// answers reports whether a part of the question is addressed: a finding on it
// is passed on, or something stands under it as a heading, or the answer's own
// words take up those of the part.
func (m *matter) answers(q *commonv1.SubQuery) bool {
	findings := false
	for _, f := range m.req.GetAnalysis().GetFindings() {
		if f.GetSubQueryId() == q.GetId() {
			findings = true
			if m.tells(f) {
				return true
			}
		}
	}
	under, rest := m.split(q.GetQuestion())
	if under != "" && (m.quotesFinding(q) || m.quotes(under)) {
		return true
	}
	if under != "" {
		// With findings at hand something has to be said of them.
		return !findings || denial.MatchString(under)
	}
	if findings {
		return false
	}
	if q.GetType() == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION && recommends.MatchString(rest) {
		return true
	}
	words, own := search.Meaning(q.GetQuestion()), search.Meaning(rest)
	n := 0
	for w := range words {
		if own[w] {
			n++
		}
	}
	return len(words) == 0 || 2*n >= len(words)
}

// quotesFinding reports whether an entry that a finding on a part stands on is
// cited.
func (m *matter) quotesFinding(q *commonv1.SubQuery) bool {
	return slices.ContainsFunc(m.req.GetAnalysis().GetFindings(), func(f *commonv1.Finding) bool {
		return f.GetSubQueryId() == q.GetId() && slices.ContainsFunc(m.req.GetCitations(), func(c *commonv1.Citation) bool {
			return slices.Contains(f.GetEntryIds(), c.GetId())
		})
	})
}

// quotes reports whether words of a cited note stand in a text.
func (m *matter) quotes(text string) bool {
	return slices.ContainsFunc(m.req.GetCitations(), func(c *commonv1.Citation) bool {
		return c.GetQuote() != "" && strings.Contains(text, c.GetQuote())
	})
}

// split returns what stands under the question as a heading, and the answer
// without the question's own words.
func (m *matter) split(question string) (under, rest string) {
	q := strings.Trim(strings.TrimSpace(question), "?.")
	if !utf8.ValidString(q) {
		return "", m.answer
	}
	at := regexp.MustCompile("(?i)" + regexp.QuoteMeta(q)).FindStringIndex(m.answer)
	if q == "" || at == nil {
		return "", m.answer
	}
	tail := m.answer[at[1]:]
	for line := range strings.SplitSeq(tail, "\n") {
		line = strings.TrimSpace(strings.Trim(line, "?*:# "))
		if line != "" {
			if m.isQuestion(line) {
				break
			}
			under += line + "\n"
		}
	}
	return under, m.answer[:at[0]] + tail
}

func (m *matter) isQuestion(line string) bool {
	return slices.ContainsFunc(m.req.GetSubQueries(), func(q *commonv1.SubQuery) bool {
		return strings.EqualFold(strings.Trim(q.GetQuestion(), "?*:# "), line)
	})
}

var saysPartial = regexp.MustCompile(`(?i)\b(?:what I can (?:tell|say|answer)|(?:would|will) (?:be )?need(?:ed)?|partial\w*|missing|unknown|incomplete)\b`)

// partial holds a partial answer to what it owes: to say that it is one, and
// what it does without.
func (m *matter) partial() []issue {
	if !m.req.GetPartial() {
		return nil
	}
	var out []issue
	if !saysPartial.MatchString(m.ownWords()) && !m.denies {
		out = append(out, issue{
			what: "the answer is partial and does not say so",
			todo: "Begin with what can be told from the notes, and end with what would be needed.",
		})
	}
	for _, g := range m.req.GetOpenGaps() {
		if !m.discloses(g) {
			out = append(out, issue{
				what: fmt.Sprintf("the answer does not say that this is missing: %s", g.GetDescription()),
				todo: "Name it under what would be needed.",
			})
		}
	}
	return out
}

// concealed finds critical gaps that an answer meant to be whole keeps quiet
// about.
func (m *matter) concealed() []issue {
	a := m.req.GetAnalysis()
	if m.req.GetPartial() || a.GetVerdict() != commonv1.Verdict_VERDICT_INSUFFICIENT {
		return nil
	}
	var out []issue
	for _, g := range a.GetGaps() {
		if g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL || g.GetFound() || m.filled(g) || m.discloses(g) {
			continue
		}
		out = append(out, issue{
			what:    fmt.Sprintf("the answer hides that this is missing: %s", g.GetDescription()),
			todo:    "Look for it; if there is nothing, say so.",
			context: !g.GetSearched(),
		})
	}
	return out
}

func (m *matter) filled(g *commonv1.Gap) bool {
	return slices.ContainsFunc(m.req.GetClarifications(), func(c *commonv1.Clarification) bool {
		return c.GetGapId() == g.GetId() && !c.GetDeclined() && c.GetAnswer() != ""
	})
}

var filler = map[string]bool{
	search.Stem("notes"): true, search.Stem("entries"): true, search.Stem("data"): true, search.Stem("missing"): true,
	search.Stem("enough"): true, search.Stem("found"): true, search.Stem("information"): true, search.Stem("tells"): true,
	search.Stem("question"): true, search.Stem("asks"): true, search.Stem("says"): true,
}

// aside is what a description adds to what is missing.
var aside = regexp.MustCompile(`, which .*$`)

// discloses reports whether the answer names a gap: at least half of the words
// that say what is missing.
func (m *matter) discloses(g *commonv1.Gap) bool {
	n, all := 0, 0
	for w := range search.Meaning(aside.ReplaceAllString(g.GetDescription(), "")) {
		if filler[w] {
			continue
		}
		all++
		if m.stems[w] {
			n++
		}
	}
	return 2*n >= all
}
