package evaluator

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/kit/fault"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// safety holds the answer's own words against the domains' rules. A note's
// words are the user's, and may be quoted back.
func safety(m *matter) (verdict, error) {
	v := verdict{dimension: pb.Dimension_DIMENSION_SAFETY}
	own := m.ownWords()
	checked, words := 0, 0
	for i, r := range m.req.GetRules() {
		if len(r.GetForbids()) == 0 {
			words++
			continue
		}
		checked++
		for j, f := range r.GetForbids() {
			re, err := regexp.Compile(f)
			if err != nil {
				return verdict{}, fault.Invalid(fmt.Sprintf("rules[%d].forbids[%d]", i, j),
					"%q of the domain %q is no regular expression: %v", f, r.GetDomain(), err)
			}
			if found := re.FindString(own); found != "" {
				v.issues = append(v.issues, issue{
					what:  fmt.Sprintf("%q breaks a rule of %s: %s", strings.TrimSpace(found), r.GetDomain(), r.GetRule()),
					todo:  "Leave the sentence out, or say it so that the rule is kept.",
					claim: m.sentence(strings.TrimSpace(found)),
				})
				break
			}
		}
	}
	v.reasoning = fmt.Sprintf("%d of %d rules could be checked by code.", checked, checked+words)
	if len(v.issues) > 0 {
		v.reasoning += fmt.Sprintf(" %d of them are broken.", len(v.issues))
	}
	return v, nil
}

var quoted = regexp.MustCompile(`“[^”\n]*”|"[^"\n]*"`)

// ownWords is the answer without the words of notes that it quotes.
func (m *matter) ownWords() string {
	own := m.answer
	for _, c := range m.req.GetCitations() {
		e := m.entries[c.GetId()]
		if e == nil || !strings.Contains(e.GetText(), c.GetQuote()) {
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
		for _, e := range m.entries {
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
