package planninggraph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/services/planner"
)

func under(wish string, p *planningv1.Policy) *planningv1.Goal {
	return &planningv1.Goal{Wish: wish, Schedules: 5, Seed: 1, Policy: p}
}

func TestAutonomyAddsApprovalsAndTakesNoneAway(t *testing.T) {
	t.Parallel()
	all := []planningv1.Stage{planningv1.Stage_STAGE_OUTLINE, planningv1.Stage_STAGE_ROADMAP, planningv1.Stage_STAGE_SCHEDULE}
	for _, autonomy := range []planningv1.Policy_Autonomy{0, planningv1.Policy_AUTONOMY_HIGH, planningv1.Policy_AUTONOMY_MEDIUM, planningv1.Policy_AUTONOMY_LOW} {
		for _, cadence := range []planningv1.Policy_Cadence{0, planningv1.Policy_CADENCE_SINGLE, planningv1.Policy_CADENCE_MILESTONE, planningv1.Policy_CADENCE_STRICT} {
			want := all[2:]
			if cadence > planningv1.Policy_CADENCE_SINGLE || autonomy == planningv1.Policy_AUTONOMY_LOW {
				want = all
			}
			p := newPlanning(t, under(race, &planningv1.Policy{
				Autonomy: autonomy, Cadence: cadence, ProbingDepth: proto.Int32(0), Talkativeness: proto.Float64(0), Style: planningv1.Policy_STYLE_CONCISE,
			}))
			var got []planningv1.Stage
			for range want {
				_, asked := p.waits(planninggraph.SeekApproval)
				got = append(got, asked.GetStage())
				if timeline, err := store.Timeline(t.Context(), p.person); err != nil || timeline.GetRevision() != 0 {
					t.Errorf("before it is approved there is %v, %v", timeline, err)
				}
				p.Choose("approve")
			}
			if p.kept(); !slices.Equal(got, want) {
				t.Errorf("with autonomy %v and cadence %v it asks for %v", autonomy, cadence, got)
			}
		}
	}
}

// assumed fails unless each question that has a usual answer is told as an assumption.
func assumed(t *testing.T, d *planningv1.Draft) {
	t.Helper()
	usual := 0
	for _, q := range d.GetUnderstood().GetQuestions() {
		if q.GetDefault() == "" {
			continue
		}
		usual++
		if !slices.ContainsFunc(d.GetOutline().GetAssumptions(), func(a *planningv1.Assumption) bool { return a.GetParam() == q.GetId() && !a.GetQuiet() }) {
			t.Errorf("%s is neither asked nor told: %v", q.GetId(), d.GetOutline().GetAssumptions())
		}
	}
	if usual == 0 {
		t.Errorf("there is nothing to ask: %v", d.GetUnderstood().GetQuestions())
	}
}

func TestWhatIsNotAskedIsToldAsAssumed(t *testing.T) {
	t.Parallel()
	for _, policy := range []*planningv1.Policy{{Autonomy: planningv1.Policy_AUTONOMY_HIGH}, {ProbingDepth: proto.Int32(0)}} {
		p := newPlanning(t, under(race, policy))
		_, asked := p.waits(planninggraph.SeekApproval)
		assumed(t, asked.GetDraft())
	}
}

func TestHighAutonomyStillAsksWhatHasNoUsualAnswer(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, under("sort the cellar by the end of May, 4 hours a week", &planningv1.Policy{Autonomy: planningv1.Policy_AUTONOMY_HIGH}))
	_, asked := p.waits(planninggraph.Clarification)
	if q := asked.GetQuestions(); len(q) != 1 || q[0].GetId() != "steps" {
		t.Errorf("it asks %v", q)
	}
}

func TestWaysOutAreAsManyAsTheStyleTakes(t *testing.T) {
	t.Parallel()
	for style, most := range map[planningv1.Policy_Style]int{0: 3, planningv1.Policy_STYLE_CONCISE: 2, planningv1.Policy_STYLE_STANDARD: 3, planningv1.Policy_STYLE_COACH: 3} {
		p := newPlanning(t, under(job, &planningv1.Policy{ProbingDepth: proto.Int32(0), Style: style}))
		p.agent.schedule = func(d *planningv1.ScheduleDraft) {
			for i := len(d.GetWays()); i > 0 && i < 5; i++ {
				d.Ways = append(d.Ways, &planningv1.Way{Id: fmt.Sprint("way-", i+1), Text: "a later end", Terms: &planningv1.Terms{By: "2027-06-30"}})
			}
		}
		pause, _ := p.waits(planninggraph.Escalation)
		var ids []string
		for _, o := range pause.GetOptions() {
			ids = append(ids, o.GetId())
		}
		if len(ids) != most+1 || !strings.HasPrefix(ids[0], "way-") || ids[most-1] != "way-5" || ids[most] != "give_up" {
			t.Errorf("in style %v it offers %v", style, ids)
		}
	}
}

// However little a person wants to hear, what is not kept is told.
func TestWhatIsNotKeptIsToldInEachStyle(t *testing.T) {
	t.Parallel()
	for style := range planningv1.Policy_Style_name {
		p := newPlanning(t, under("half marathon by 25 April, evenings unless it rains. Never when my sister visits, only if I am well", &planningv1.Policy{
			ProbingDepth: proto.Int32(0), Talkativeness: proto.Float64(0), Style: planningv1.Policy_Style(style),
		}))
		pause, asked := p.waits(planninggraph.SeekApproval)
		unread := asked.GetDraft().GetUnderstood().GetUnread()
		for _, text := range unread {
			if !strings.Contains(pause.GetExplanation(), text) {
				t.Errorf("in style %d it is not told that %q is not kept: %q", style, text, pause.GetExplanation())
			}
		}
		lines := strings.Count(pause.GetExplanation(), "\n") + 1
		if concise := planningv1.Policy_Style(style) == planningv1.Policy_STYLE_CONCISE; len(unread) < 2 || concise != (lines == 1) {
			t.Errorf("in style %d there are %d lines of %q", style, lines, unread)
		}
		for _, a := range asked.GetDraft().GetOutline().GetAssumptions() {
			if a.GetQuiet() == (a.GetKind() == planningv1.Assumption_KIND_WARNING) {
				t.Errorf("at talkativeness 0 %v", a)
			}
		}
	}
}

func TestPausesAreWordedInTheTone(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		policy *planningv1.Policy
		want   string
	}{
		{&planningv1.Policy{}, "Keep this schedule for Half marathon?"},
		{&planningv1.Policy{Tone: planningv1.Policy_TONE_FRIENDLY}, "I've found the hours: Half marathon. Shall we keep them?"},
		{&planningv1.Policy{Tone: planningv1.Policy_TONE_CLINICAL, Style: planningv1.Policy_STYLE_CONCISE}, "Approval of the schedule: Half marathon."},
		{
			&planningv1.Policy{Tone: planningv1.Policy_TONE_CLINICAL, Style: planningv1.Policy_STYLE_CONVERSATIONAL},
			"Approval of the schedule: Half marathon. Next, it goes onto your timeline, where you can change it at any time.",
		},
		{
			&planningv1.Policy{Style: planningv1.Policy_STYLE_COACH},
			"Keep this schedule for Half marathon? Look at the first week first: that is the one that has to work. " +
				"Next, it goes onto your timeline, where you can change it at any time.",
		},
	} {
		test.policy.ProbingDepth = proto.Int32(0)
		p := newPlanning(t, under(race, test.policy))
		if pause, _ := p.waits(planninggraph.SeekApproval); pause.GetText() != test.want {
			t.Errorf("with %v it says %q", test.policy, pause.GetText())
		}
	}
}

// again is a further goal of a person; the zero person is a new one.
func again(t *testing.T, person roadmaps.Person, g *planningv1.Goal) *planning {
	t.Helper()
	service, err := planner.New(planner.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	return planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, person: person}, g)
}

func TestWhatIsRememberedHoldsForFurtherGoalsUnlessTheySayOtherwise(t *testing.T) {
	t.Parallel()
	friendly := &planningv1.Policy{ProbingDepth: proto.Int32(0), Tone: planningv1.Policy_TONE_FRIENDLY, Autonomy: planningv1.Policy_AUTONOMY_LOW, Remember: true}
	first := newPlanning(t, under(race, friendly))
	for range 2 {
		first.waits(planninggraph.SeekApproval)
		first.Choose("approve")
	}
	first.waits(planninggraph.SeekApproval)
	early := again(t, first.person, under(job, nil))
	early.waits(planninggraph.Clarification) // the first isn't kept yet
	first.Choose("approve")
	first.kept()

	const italian = "Learn Italian in six months, half an hour every morning"
	for _, test := range []struct {
		own   *planningv1.Policy
		stage planningv1.Stage
		text  string
	}{
		{nil, planningv1.Stage_STAGE_OUTLINE, "This is what I think it takes: Learn Italian. Does it look right to you?"},
		{&planningv1.Policy{Tone: planningv1.Policy_TONE_CLINICAL}, planningv1.Stage_STAGE_OUTLINE, "Approval of the outline: Learn Italian."},
		{&planningv1.Policy{Autonomy: planningv1.Policy_AUTONOMY_MEDIUM}, planningv1.Stage_STAGE_SCHEDULE, "I've found the hours: Learn Italian. Shall we keep them?"},
	} {
		p := again(t, first.person, under(italian, test.own))
		if pause, asked := p.waits(planninggraph.SeekApproval); pause.GetText() != test.text || asked.GetStage() != test.stage {
			t.Errorf("with %v it says %q of %v", test.own, pause.GetText(), asked.GetStage())
		}
	}
	stranger := again(t, roadmaps.Person{}, under(race, nil))
	stranger.waits(planninggraph.Clarification)
}

const cellar = "sort the cellar by the end of May, 4 hours a week"

// asks returns the ids of what is asked first of a goal.
func (p *planning) asks() (ids []string) {
	p.T.Helper()
	_, asked := p.waits(planninggraph.Clarification)
	for _, q := range asked.GetQuestions() {
		ids = append(ids, q.GetId())
	}
	return ids
}

// steps answers what is asked of the cellar, and by a style if there is one.
func (p *planning) steps(style string) {
	p.T.Helper()
	terms := &planningv1.Terms{Steps: []*planningv1.Step{{Title: "Throw out", Minutes: 480}, {Title: "Shelves", Minutes: 360}}}
	if style != "" {
		terms.Answers = map[string]string{"style": style}
	}
	p.amend("", &planningv1.Amendment{Terms: terms})
}

func TestSomebodyWithoutAStyleIsAskedForOneOnceAndLast(t *testing.T) {
	t.Parallel()
	for answer, next := range map[string]bool{"conversational": true, "concise": false, "": false} {
		p := newPlanning(t, under(cellar, nil))
		if got := fmt.Sprint(p.asks()); got != "[steps style]" {
			t.Fatalf("it asks %s", got)
		}
		if err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: &planningv1.Amendment{Terms: &planningv1.Terms{Answers: map[string]string{"style": "purple"}}}}); err == nil {
			t.Error("a style that there is not is taken")
		}
		p.steps(answer)
		pause, _ := p.waits(planninggraph.SeekApproval)
		if strings.Contains(pause.GetText(), "Next") != next {
			t.Errorf("after the answer %q it says %q", answer, pause.GetText())
		}
		p.Choose("approve")
		p.kept()

		p = again(t, p.person, under(cellar, nil))
		if got := fmt.Sprint(p.asks()); got != "[steps]" {
			t.Errorf("after the answer %q it asks %s for the next goal", answer, got)
		}
		p.steps("")
		if pause, _ := p.waits(planninggraph.SeekApproval); strings.Contains(pause.GetText(), "Next") != next {
			t.Errorf("after the answer %q it says %q for the next goal", answer, pause.GetText())
		}
	}
}

func TestTheQuestionForAStyleTakesNoPlaceOfAnotherAndStopsNobody(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		policy *planningv1.Policy
		want   string
	}{
		{&planningv1.Policy{ProbingDepth: proto.Int32(1)}, "[steps]"},
		{&planningv1.Policy{ProbingDepth: proto.Int32(2)}, "[steps style]"},
		{&planningv1.Policy{Style: planningv1.Policy_STYLE_STANDARD}, "[steps]"},
		{&planningv1.Policy{Autonomy: planningv1.Policy_AUTONOMY_HIGH}, "[steps]"},
	} {
		if got := fmt.Sprint(newPlanning(t, under(cellar, test.policy)).asks()); got != test.want {
			t.Errorf("with %v it asks %s", test.policy, got)
		}
	}
	g := under(cellar, nil) // of which there is nothing else to ask
	g.Terms = &planningv1.Terms{Steps: []*planningv1.Step{{Title: "Throw out", Minutes: 480}}}
	newPlanning(t, g).waits(planninggraph.SeekApproval)
}

// "Be brief today" holds for the goal that it is said of.
func TestHowOneIsAskedCanBeSaidInBetween(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	p.waits(planninggraph.SeekApproval)
	p.amend("reject", &planningv1.Amendment{Policy: &planningv1.Policy{Tone: planningv1.Policy_TONE_CLINICAL}})
	if pause, _ := p.waits(planninggraph.SeekApproval); pause.GetText() != "Approval of the schedule: Half marathon." {
		t.Errorf("it says %q", pause.GetText())
	}
	p.Choose("approve")
	p.kept()
	if timeline, err := store.Timeline(t.Context(), p.person); err != nil || timeline.GetPolicy() != nil {
		t.Errorf("it is remembered: %v, %v", timeline.GetPolicy(), err)
	}
}
