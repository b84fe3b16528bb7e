package evaluator

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// general is what to say of a dimension where a model says nothing of use.
var general = map[pb.Dimension]issue{
	pb.Dimension_DIMENSION_ACCURACY:     {what: "the answer claims more than the notes tell", todo: "Keep to what the notes and the computed facts say."},
	pb.Dimension_DIMENSION_RELEVANCE:    {what: "the answer does not answer what was asked", todo: "Answer the question first, or say that the notes don't."},
	pb.Dimension_DIMENSION_SAFETY:       {what: "the answer may break a rule", todo: "Leave out advice that the rules don't allow."},
	pb.Dimension_DIMENSION_COMPLETENESS: {what: "the answer leaves out what it has to say", todo: "Address every part of the question, and say what is not known."},
}

// judgements are a model's, by dimension.
func judgements(got *mindv1.Evaluating) map[pb.Dimension]*mindv1.Judgement {
	return map[pb.Dimension]*mindv1.Judgement{
		pb.Dimension_DIMENSION_ACCURACY:     got.GetAccuracy(),
		pb.Dimension_DIMENSION_RELEVANCE:    got.GetRelevance(),
		pb.Dimension_DIMENSION_SAFETY:       got.GetSafety(),
		pb.Dimension_DIMENSION_COMPLETENESS: got.GetCompleteness(),
	}
}

// faults are what the schema can't say of an answer: a failure without a reason,
// words that don't stand in the answer, and numbers, days and quotations from
// nowhere.
func faults(got *mindv1.Evaluating, m *matter) []form.Problem {
	var out []form.Problem
	say := func(path, text string) {
		if text != "" {
			out = append(out, form.Problem{Path: path, Text: text})
		}
	}
	for dimension, j := range judgements(got) {
		issues := told(j.GetIssues())
		if fails(j) && len(issues) == 0 {
			say(name(dimension)+".issues", "is empty, and the verdict is FAIL")
		}
		for i, text := range issues {
			say(fmt.Sprintf("%s.issues[%d]", name(dimension), i), m.baseless(text))
		}
	}
	for i, s := range got.GetSuggestions() {
		path := fmt.Sprintf("suggestions[%d]", i)
		if !m.says(s.GetClaim()) {
			say(path+".claim", "does not stand in the answer word for word")
		}
		say(path+".issue", m.baseless(s.GetIssue()))
		say(path+".remedy", m.baseless(s.GetRemedy()))
	}
	slices.SortStableFunc(out, func(a, b form.Problem) int { return strings.Compare(a.Path, b.Path) })
	return out
}

func fails(j *mindv1.Judgement) bool { return j.GetVerdict() == commonv1.Verdict_VERDICT_FAIL }

var nothing = regexp.MustCompile(`(?i)^\W*(?:none|nothing|no|n/?a|no issues?(?: found)?)?\W*$`)

// told are the issues that say something: models write "None." for nothing.
func told(issues []string) []string {
	return slices.DeleteFunc(slices.Clone(issues), nothing.MatchString)
}

// says reports whether words stand in the answer. No words are about the whole.
func (m *matter) says(words string) bool {
	return strings.Contains(strings.Join(strings.Fields(m.req.GetAnswer()), " "), strings.Join(strings.Fields(words), " "))
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

// labels are what a prompt calls notes, facts and gaps.
var labels = regexp.MustCompile(`\[?\b[nfg]\d+\b\]?`)

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
		for _, f := range m.req.GetAnalysis().GetFacts() {
			if f.GetId() == bare {
				return llm.Fact(f)
			}
		}
		for i, g := range missing(m.req) {
			if gapLabel(i) == bare {
				return strings.TrimSuffix(llm.Gap(g), ".")
			}
		}
		return l
	})
}

// with returns the verdicts of code with what a model found besides. Nothing that
// code found goes away.
func with(got *mindv1.Evaluating, m *matter, byCode []verdict) []verdict {
	all, left := judgements(got), m.usable(got.GetSuggestions())
	out := make([]verdict, len(byCode))
	for i, v := range byCode {
		j := all[v.dimension]
		v.issues = slices.Clone(v.issues)
		found := told(j.GetIssues())
		for _, text := range found {
			one := general[v.dimension]
			if m.baseless(text) == "" {
				one.what = m.plainly(text)
			}
			if at := slices.IndexFunc(left, func(s issue) bool { return same(s.what, one.what) }); at >= 0 {
				one.claim, one.todo = left[at].claim, left[at].todo
				left = slices.Delete(left, at, at+1)
			}
			v.add(one)
		}
		if fails(j) && len(found) == 0 {
			v.add(general[v.dimension])
		}
		if why := j.GetReasoning(); strings.TrimSpace(why) != "" && m.baseless(why) == "" {
			v.reasoning += " " + m.plainly(why)
		}
		out[i] = v
	}
	// What is left belongs to the first thing that is wrong.
	if at := slices.IndexFunc(out, func(v verdict) bool { return len(v.issues) > 0 }); at >= 0 {
		for _, s := range left {
			out[at].add(s)
		}
	}
	return out
}

// add keeps an issue that is not there yet.
func (v *verdict) add(i issue) {
	if !slices.ContainsFunc(v.issues, func(o issue) bool { return o.what == i.what }) {
		v.issues = append(v.issues, i)
	}
}

// usable returns the suggestions that are about words of the answer and name
// nothing from nowhere.
func (m *matter) usable(suggestions []*mindv1.Suggestion) []issue {
	var out []issue
	for _, s := range suggestions {
		if !m.says(s.GetClaim()) || m.baseless(s.GetIssue()) != "" {
			continue
		}
		i := issue{what: m.plainly(s.GetIssue()), todo: m.plainly(s.GetRemedy()), claim: s.GetClaim()}
		if strings.TrimSpace(i.todo) == "" || m.baseless(s.GetRemedy()) != "" {
			i.todo = "Put it right, or leave it out."
		}
		out = append(out, i)
	}
	return out
}

// same reports whether two sentences are one, but for how they end.
func same(a, b string) bool {
	return strings.EqualFold(strings.TrimRight(a, " ."), strings.TrimRight(b, " ."))
}
