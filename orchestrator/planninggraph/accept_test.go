package planninggraph_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
)

func answers(pairs ...string) *planningv1.Amendment {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return &planningv1.Amendment{Terms: &planningv1.Terms{Answers: m}}
}

// Whatever is wrong with an answer, it is refused by name with what fits, none of the others is
// taken, and the goal goes on waiting for all of them.
func TestAWrongAnswerIsRefusedByNameAndNothingIsTaken(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, &planningv1.Goal{Wish: "half marathon by 25 April, four evenings a week, not when it rains", Schedules: 50, Seed: 1})
	p.waits(planninggraph.Clarification)
	asked := len(p.Path())
	for name, tt := range map[string]struct {
		say  *planningv1.Amendment
		want []string
	}{
		"a choice that there is none of": {answers("level", "foo"), []string{`level is "foo"; it has to be one of new, regular, experienced`}},
		"an empty one":                   {answers("level", " "), []string{"level is", "new, regular, experienced"}},
		"a long one":                     {answers("level", strings.Repeat("ü", 500)), []string{"level is", "new, regular, experienced"}},
		"a number out of bounds":         {answers("days", "99"), []string{`days is "99"; it has to be a number from 2 to 6`}},
		"a word for a number":            {answers("days", "drei"), []string{"days is", "from 2 to 6"}},
		"an unknown question":            {answers("läufer", "ja"), []string{`no question "läufer"`, "distance, level, days"}},
		"an unknown question, empty":     {answers("colour", ""), []string{"colour is empty"}},
		"a style that there is none of":  {answers("style", "loud"), []string{"style is", "concise, conversational"}},
		"words that can't be read":       {answers("unread-1", "banana"), []string{`unread-1: "banana"`, "weekday evenings"}},
		"a clause that is left empty":    {answers("unread-1", ""), []string{"unread-1 is empty"}},
		"several, each by its name":      {answers("level", "foo", "days", "99", "colour", "red", "style", "concise"), []string{"level is", "days is", "colour"}},
		"a right one beside a wrong one": {answers("level", "new", "days", "99"), []string{"nothing was changed", "days is"}},
		"steps of a kind that has them":  {&planningv1.Amendment{Terms: &planningv1.Terms{Steps: []*planningv1.Step{{Title: "Run", Minutes: 60}}}}, []string{"has its own steps"}},
		"a part that it doesn't have":    {&planningv1.Amendment{Terms: &planningv1.Terms{Out: []string{"sauna"}}}, []string{`no part with the id "sauna"`}},
		"a day that no month has":        {&planningv1.Amendment{Words: "by 31 February"}, []string{"February has no day 31"}},
		"what nobody can do":             {&planningv1.Amendment{Words: "90 times a week"}, []string{"is not possible"}},
		"too few days":                   {&planningv1.Amendment{Terms: &planningv1.Terms{When: []string{"Saturdays"}}}, []string{"you asked for 4 days a week, but only 1 is left"}},
	} {
		err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: tt.say})
		if _, ok := errors.AsType[*graph.AnswerError](err); !ok {
			t.Errorf("%s is taken: %v", name, err)
			continue
		}
		for _, want := range append(tt.want, "the goal still waits") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q is not in %q", name, want, err)
			}
		}
	}
	// In the interview an answer names its question.
	if err := p.Say(graph.Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "style", Text: "concise"}, {QuestionId: "level", Text: "no"}}}}); err == nil || !strings.Contains(err.Error(), "level is") {
		t.Errorf("an interview with a wrong answer is taken: %v", err)
	}
	p.waits(planninggraph.Clarification)
	if len(p.Path()) != asked {
		t.Errorf("it went on: %q", p.Path())
	}
	p.amend("", answers("level", "New ", "style", "concise", "unread-1", "Aside"))
	_, is := p.waits(planninggraph.SeekApproval)
	if g := is.GetDraft().GetGoal(); len(is.GetDraft().GetUnderstood().GetUnread()) > 0 || g.GetTerms().GetAnswers()["days"] != "" || g.GetPolicy().GetStyle() != planningv1.Policy_STYLE_CONCISE {
		t.Errorf("it has taken %v", g)
	}
	p.amend("reject", answers("level", "regular")) // once more, after it is answered
	p.waits(planninggraph.SeekApproval)
	p.Choose("approve")
	p.kept()
}

// Steps that are named once more take the place of those with the same title; an answer that names
// all of them takes the place of all.
func TestAStepTakesThePlaceOfOneWithTheSameTitle(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, &planningv1.Goal{Wish: "build a treehouse by the end of May", Schedules: 50, Seed: 1})
	steps := func(list ...*planningv1.Step) *planningv1.Amendment {
		return &planningv1.Amendment{Terms: &planningv1.Terms{Steps: list}}
	}
	has := func(want ...string) {
		t.Helper()
		_, asked := p.waits(planninggraph.SeekApproval)
		var got []string
		for _, n := range asked.GetDraft().GetOutline().GetOutline().GetNodes() {
			if n.GetEstimate() > 0 {
				got = append(got, n.GetTitle())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("its steps are %q, not %q", got, want)
		}
	}
	p.waits(planninggraph.Clarification)
	if err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: answers("steps", "saw the boards: 6 h, build the floor")}); err == nil || !strings.Contains(err.Error(), "build the floor") {
		t.Errorf("a step without its time is taken: %v", err)
	}
	p.amend("", answers("steps", "saw the boards: 6 h, build the floor: 8 h and a roof, with tiles: 90 min"))
	has("saw the boards", "build the floor", "a roof, with tiles")
	p.amend("reject", steps(&planningv1.Step{Title: "Build the floor", Minutes: 60}, &planningv1.Step{Title: "A ladder", Minutes: 60}))
	has("saw the boards", "Build the floor", "a roof, with tiles", "A ladder")
	if err := p.Say(graph.Said{Reply: &runv1.Reply{OptionId: "reject"}, Payload: steps(&planningv1.Step{Title: "Paint", Minutes: 60}, &planningv1.Step{Title: "paint", Minutes: 90})}); err == nil || !strings.Contains(err.Error(), "two steps") {
		t.Errorf("two steps of one title are taken: %v", err)
	}
	p.amend("reject", answers("steps", "saw: 3 h; nail: 2 h"))
	has("saw", "nail")
}

// Who is asked for the steps may just say them: they are read as steps, and as nothing else of the goal.
func TestStepsInWordsAnswerTheQuestionForThem(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single("Finish my portfolio by 26 March, at most 6 hours a week"))
	p.waits(planninggraph.Clarification)
	p.amend("", &planningv1.Amendment{Words: "choose pieces: 3 h, write texts: 12 h, build the website: 10 h, publish: 2 h"})
	_, asked := p.waits(planninggraph.SeekApproval)
	nodes := asked.GetDraft().GetOutline().GetOutline().GetNodes()
	if nodes[0].GetTitle() != "Finish my portfolio" || nodes[0].GetDeadline() != "2027-03-26" || len(asked.GetDraft().GetUnderstood().GetUnread()) > 0 || len(nodes) != 6 {
		t.Errorf("it is %v, by %s, with %d nodes and %q not used", nodes[0].GetTitle(), nodes[0].GetDeadline(), len(nodes), asked.GetDraft().GetUnderstood().GetUnread())
	}
}
