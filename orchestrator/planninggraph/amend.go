package planninggraph

import (
	"maps"
	"slices"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/wish"
)

// Amended is a goal with what a person said of it.
func Amended(g *planningv1.Goal, m *planningv1.Amendment) *planningv1.Goal {
	out := proto.CloneOf(g)
	if words := strings.TrimSpace(m.GetWords()); words != "" {
		out.Said = append(slices.Concat(out.GetSaid(), chosenInWords(out)), words)
	}
	out.Replies = append(out.Replies, m.GetReplies()...)
	if m.GetPolicy() != nil {
		out.Policy = roadmaps.Policy(out.GetPolicy(), m.GetPolicy())
	}
	more := m.GetTerms()
	if more == nil {
		return out
	}
	if out.Terms == nil {
		out.Terms = &planningv1.Terms{}
	}
	t := out.Terms
	if more.GetTemplate() != "" {
		t.Template = more.GetTemplate()
	}
	if more.GetBy() != "" {
		t.By = more.GetBy()
	}
	if len(more.GetWhen()) > 0 {
		t.When = more.GetWhen()
	}
	if len(more.GetNever()) > 0 {
		t.Never = more.GetNever()
	}
	t.Steps = amendedSteps(t.GetSteps(), more)
	if t.Answers == nil {
		t.Answers = map[string]string{}
	}
	maps.Copy(t.Answers, more.GetAnswers())
	maps.DeleteFunc(t.Answers, func(_, answer string) bool { return answer == "" }) // that was taken back
	t.Unlimited = t.GetUnlimited() || more.GetUnlimited()
	t.Later = append(t.Later, more.GetLater()...)
	t.Out = append(t.Out, more.GetOut()...)
	return out
}

// chosenInWords takes what was chosen of the time for a goal out of its terms, and returns it in words: what is
// said after it takes its place, or holds beside it.
func chosenInWords(g *planningv1.Goal) (out []string) {
	t := g.GetTerms()
	if t.GetUnlimited() {
		t.Unlimited, out = false, append(out, wish.NoLimits)
	}
	if g.GetExtraction() != nil { // a model's reading of the words gives way to the terms
		return out
	}
	if t.GetBy() != "" {
		t.By, out = "", append(out, "until "+t.GetBy())
	}
	if len(t.GetWhen()) == 1 {
		t.When, out = nil, append(out, "instead "+t.GetWhen()[0])
	}
	return out
}

// amendedSteps are the steps of a goal: one with the title of an earlier one takes its place, others
// are added, and an answer that names all of them takes the place of all.
func amendedSteps(steps []*planningv1.Step, more *planningv1.Terms) []*planningv1.Step {
	out := slices.Clone(steps)
	if more.GetAnswers()[draft.StepsParam] != "" {
		out = nil
	}
	before := len(out)
	for _, s := range more.GetSteps() {
		i := slices.IndexFunc(out[:before], func(o *planningv1.Step) bool { return draft.SameStep(o.GetTitle(), s.GetTitle()) })
		if i >= 0 {
			out[i] = s
		} else {
			out = append(out, s)
		}
	}
	return out
}

// reads says that an amendment changes what is read of a goal, not only where its work
// lies.
func reads(m *planningv1.Amendment) bool {
	t := m.GetTerms()
	return m.GetWords() != "" || len(m.GetReplies()) > 0 || t.GetTemplate() != "" || t.GetBy() != "" || len(t.GetAnswers()) > 0 || len(t.GetSteps()) > 0
}

// changesHours says that an amendment changes the hours of a goal, which are shown and held with it.
func changesHours(m *planningv1.Amendment) bool {
	t := m.GetTerms()
	return len(t.GetWhen())+len(t.GetNever()) > 0 || t.GetUnlimited()
}

// what tells an amendment in words, for the log.
func what(m *planningv1.Amendment) string {
	var out []string
	say := func(word string, values ...string) {
		if text := strings.Join(values, ", "); text != "" {
			out = append(out, word+text)
		}
	}
	t := m.GetTerms()
	say("", m.GetWords())
	for _, r := range m.GetReplies() {
		say("", r.GetQuestion()+" "+r.GetAnswer())
	}
	say("template ", t.GetTemplate())
	say("by ", t.GetBy())
	say("when ", t.GetWhen()...)
	say("never ", t.GetNever()...)
	for _, name := range slices.Sorted(maps.Keys(t.GetAnswers())) {
		say(name+" = ", t.GetAnswers()[name])
	}
	for _, s := range t.GetSteps() {
		say("step ", s.GetTitle())
	}
	if t.GetUnlimited() {
		say("", "without the limit of a day and a week")
	}
	for _, l := range t.GetLater() {
		say("later: ", l.GetNodeId())
	}
	say("without ", t.GetOut()...)
	return strings.Join(out, "; ")
}
