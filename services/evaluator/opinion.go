package evaluator

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// references are what an answer cites notes by, in brackets.
var references = regexp.MustCompile(`\[[^\[\]\n]+\]`)

// inGeneral is said of a sentence where a model gives a reason that names what is nowhere.
const inGeneral = "is not borne out by the notes"

// faults are what the schema can't say: a sentence that there is not, and numbers, days
// and quotations from nowhere.
func (m *matter) faults(got *mindv1.Checking, sentences int) []form.Problem {
	var out []form.Problem
	for i, f := range got.GetFaults() {
		path := fmt.Sprintf("faults[%d]", i)
		if int(f.GetSentence()) > sentences {
			out = append(out, form.Problem{Path: path + ".sentence", Text: fmt.Sprintf("there are %d sentences", sentences)})
		}
		if text := m.baseless(f.GetIssue()); text != "" {
			out = append(out, form.Problem{Path: path + ".issue", Text: text})
		}
	}
	return out
}

// with returns the verdicts of code with what a model found besides: of a sentence that
// it is not accurate, of the whole that it is no answer. Nothing that code found goes
// away.
func (m *matter) with(got *mindv1.Checking, sentences []string, byCode []verdict) []verdict {
	out := slices.Clone(byCode)
	for _, f := range got.GetFaults() {
		n := int(f.GetSentence())
		if n > len(sentences) {
			continue
		}
		one := issue{what: inGeneral}
		if m.baseless(f.GetIssue()) == "" {
			one.what = m.plainly(f.GetIssue())
		}
		of := pb.Dimension_DIMENSION_RELEVANCE
		if n > 0 {
			of, one.claim = pb.Dimension_DIMENSION_ACCURACY, sentences[n-1]
		}
		i := slices.IndexFunc(out, func(v verdict) bool { return v.dimension == of })
		out[i].add(one)
	}
	return out
}

// add keeps an issue that is not there yet.
func (v *verdict) add(i issue) {
	if !slices.Contains(v.issues, i) {
		v.issues = append(slices.Clip(v.issues), i)
	}
}

// baseless returns what a model's words have that neither the evidence nor the
// answer has: a number, a day or a quotation. Empty if there is nothing.
func (m *matter) baseless(words string) string {
	ev := m.evidence()
	ev.Clarifications = append(slices.Clone(ev.Clarifications), &commonv1.Clarification{Answer: m.req.GetAnswer()})
	for _, p := range grounding.Check(m.plainly(words), nil, ev) {
		if p.Kind == grounding.Number || p.Kind == grounding.Date || p.Kind == grounding.Quote {
			return "names what is neither in the evidence nor in the answer: " + p.Text
		}
	}
	if l := labels.FindString(m.plainly(words)); l != "" {
		return "names " + l + ", which is not on the list"
	}
	return ""
}

// labels are what a prompt calls notes.
var labels = regexp.MustCompile(`\[?\bn\d+\b\]?`)

// plainly returns words with what labels stand for in their place: whoever reads
// them has not seen the labels.
func (m *matter) plainly(words string) string {
	return labels.ReplaceAllStringFunc(words, func(l string) string {
		bare := strings.Trim(l, "[]")
		for _, n := range m.req.GetEvidence() {
			if n.GetLabel() == bare {
				return "the note of " + notes.When(n.GetEntry().GetDate(), n.GetEntry().GetHeadings())
			}
		}
		return l
	})
}
