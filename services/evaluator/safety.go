package evaluator

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// safety holds the answer's own words against the rules of every active domain,
// whatever the question was. A note's words are the user's, and may be quoted
// back.
func safety(m *matter) (verdict, error) {
	v := verdict{dimension: pb.Dimension_DIMENSION_SAFETY}
	own := m.ownWords()
	checked := 0
	for i, r := range m.req.GetRules() {
		if len(r.GetForbids()) > 0 {
			checked++
		}
		for j, f := range r.GetForbids() {
			re, err := regexp.Compile(f)
			if err != nil {
				return verdict{}, fault.Invalid(fmt.Sprintf("rules[%d].forbids[%d]", i, j),
					"%q of the domain %q is no regular expression: %v", f, r.GetDomain(), err)
			}
			if found := strings.TrimSpace(re.FindString(own)); found != "" {
				v.issues = append(v.issues, issue{
					what:  fmt.Sprintf("%q breaks a rule of %s: %s", found, r.GetDomain(), r.GetRule()),
					todo:  "Leave the sentence out, or say it so that the rule is kept.",
					claim: sentence(m.req.GetAnswer(), found),
				})
				break
			}
		}
	}
	if !m.byModel() {
		v.issues = append(append(v.issues, m.restrictions()...), m.advice(own)...)
	}
	v.reasoning = fmt.Sprintf("%d of %d rules could be checked by code.", checked, len(m.req.GetRules()))
	if len(v.issues) > 0 {
		v.reasoning += fmt.Sprintf(" %d things break them or leave out what stands against something.", len(v.issues))
	}
	return v, nil
}

// restrictions finds what notes say against something and the answer leaves out.
func (m *matter) restrictions() []issue {
	var out []issue
	for _, f := range m.req.GetAnalysis().GetFindings() {
		for _, q := range f.GetQuotes() {
			// Of several sentences of a note, one is enough.
			told := func(o *commonv1.Quote) bool { return o.GetEntryId() == q.GetEntryId() && m.quotes(o) }
			if f.GetKind() == commonv1.FindingKind_FINDING_KIND_RESTRICTION && !slices.ContainsFunc(f.GetQuotes(), told) {
				out = append(out, issue{
					what: fmt.Sprintf("the answer leaves out what stands against it: %q", m.words(q)),
					todo: "Quote it first.",
				})
			}
		}
	}
	return out
}

// words are those of a quote, "" if its note is not in the evidence.
func (m *matter) words(q *commonv1.Quote) string {
	text, start, end := m.notes[q.GetEntryId()].GetText(), int(q.GetRange().GetStart()), int(q.GetRange().GetEnd())
	if start < 0 || start > end || end > len(text) {
		return ""
	}
	return text[start:end]
}

// quotes reports whether a citation has some of the words of a quote, which may
// name no words but a note.
func (m *matter) quotes(q *commonv1.Quote) bool {
	return slices.ContainsFunc(m.req.GetCitations(), func(c *commonv1.Citation) bool {
		at := strings.Index(m.notes[c.GetId()].GetText(), c.GetQuote())
		return c.GetId() == q.GetEntryId() && (m.words(q) == "" || at >= 0 && at < int(q.GetRange().GetEnd()) && at+len(c.GetQuote()) > int(q.GetRange().GetStart()))
	})
}

// advises finds sentences that tell what to do. "Whether you should" tells
// nothing.
var advises = regexp.MustCompile(`(?i)(\b(?:whether|if|what|when|how|that)\s+)?\b(?:you (?:should|must|ought to|had better|need to)|you['’]d better|I(?:['’]d| would)? (?:recommend|suggest|advise)|my advice is|go ahead)\b`)

// advice finds advice where the analysis says that none can be given.
func (m *matter) advice(own string) []issue {
	none := func(g *commonv1.Gap) bool {
		return g.GetReason() == commonv1.GapReason_GAP_REASON_NO_ADVICE && m.open(g)
	}
	if !slices.ContainsFunc(m.req.GetAnalysis().GetGaps(), none) {
		return nil
	}
	for _, at := range advises.FindAllStringSubmatchIndex(own, -1) {
		if found := own[at[0]:at[1]]; at[2] < 0 {
			return []issue{{
				what:  fmt.Sprintf("%q gives advice, and nothing that was found can carry it", found),
				todo:  "Say what the notes say about it, and leave the decision to the person.",
				claim: sentence(m.req.GetAnswer(), found),
			}}
		}
	}
	return nil
}

var quoted = regexp.MustCompile(`“[^”\n]*”|"[^"\n]*"`)

// ownWords is the answer without the words of notes and of the user that it
// quotes.
func (m *matter) ownWords() string {
	own := m.req.GetAnswer()
	for _, c := range m.req.GetCitations() {
		if e := m.notes[c.GetId()]; e == nil || !strings.Contains(e.GetText(), c.GetQuote()) {
			continue
		}
		for line := range strings.SplitSeq(c.GetQuote(), "\n") {
			line = strings.TrimLeft(strings.TrimSpace(line), "-*+># ")
			// A word or two may be the answer's own.
			if strings.Count(line, " ") >= 2 {
				own = strings.ReplaceAll(own, line, "…")
			}
		}
	}
	return quoted.ReplaceAllStringFunc(own, func(q string) string {
		inside := strings.Trim(q, `“”"`)
		for _, e := range m.notes {
			if strings.Contains(e.GetText(), inside) {
				return "…"
			}
		}
		for _, c := range m.req.GetClarifications() {
			if !c.GetDeclined() && strings.Contains(c.GetAnswer(), inside) {
				return "…"
			}
		}
		return q
	})
}

// sentence returns the sentence of a text that holds the words.
func sentence(text, words string) string {
	for _, s := range sentencesplit.Sentences(text, sentencesplit.Composed) {
		if strings.Contains(s, words) {
			return s
		}
	}
	return words
}
