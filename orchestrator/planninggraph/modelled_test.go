package planninggraph_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/services/planner"
)

const (
	slides = "Digitise the family slides by the end of March, not when the kids are home on Wednesday afternoons, and I can only scan in the mornings"

	asksHowMany = `{"asks":["How many slides are there?"],"constraints":[` + constraints + `],"template":"","title":"Digitise the family slides"}`
	knowsAll    = `{"asks":[],"constraints":[` + constraints + `,{"first":"","from":"","kind":"context","last":"","minutes":0,"per":"","stream":"","times":0,"until":"","weekdays":[],"weeks":0,"words":"about 400"}],` +
		`"template":"","title":"Digitise the family slides"}`
	constraints = `{"first":"","from":"","kind":"goal","last":"","minutes":0,"per":"","stream":"","times":0,"until":"","weekdays":[],"weeks":0,"words":"Digitise the family slides"},` +
		`{"first":"","from":"","kind":"by","last":"2027-03-31","minutes":0,"per":"","stream":"","times":0,"until":"","weekdays":[],"weeks":0,"words":"by the end of March"},` +
		`{"first":"","from":"12:00","kind":"closed","last":"","minutes":0,"per":"","stream":"","times":0,"until":"18:00","weekdays":["Wed"],"weeks":0,"words":"not when the kids are home on Wednesday afternoons"},` +
		`{"first":"","from":"06:00","kind":"open","last":"","minutes":0,"per":"","stream":"","times":0,"until":"12:00","weekdays":[],"weeks":0,"words":"I can only scan in the mornings"}`
	scanning = `{"parts":[` +
		`{"after":[],"deadline":"","every":"","id":"scan","not_before":"","stream":"","tasks":[{"after":[],"deadline":"","id":"boxes","minutes":120,"not_before":"","note":"","office":false,"pause":0,"shortest":30,"stream":"","title":"Sort the boxes","wait":0},` +
		`{"after":["boxes"],"deadline":"","id":"all","minutes":900,"not_before":"","note":"","office":false,"pause":0,"shortest":45,"stream":"","title":"Scan 400 slides","wait":0}],"times":0,"title":"Scan"},` +
		`{"after":["scan"],"deadline":"","every":"","id":"keep","not_before":"","stream":"","tasks":[{"after":[],"deadline":"","id":"copy","minutes":60,"not_before":"","note":"","office":false,"pause":0,"shortest":0,"stream":"","title":"Copy them to two disks","wait":0}],"times":0,"title":"Keep them"}],` +
		`"pattern":"milestone_project","rationale":"","sources":[],"subtype":"generic","sure":0.9}`
)

// A model reads the goal, asks, reads it anew with the answer, and takes it apart; code lays it on
// the hours that were extracted.
func TestAGoalThatAModelHasReadIsKept(t *testing.T) {
	t.Parallel()
	says := llmtest.Says("ollama", asksHowMany, knowsAll, scanning)
	p := planningWith(t, planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)}, &planningv1.Goal{Wish: slides, Schedules: 50, Seed: 1})
	pause, asked := p.waits(planninggraph.Clarification)
	if q := pause.GetQuestions(); len(q) != 2 || q[0].GetText() != "How many slides are there?" || q[1].GetId() != "style" || len(asked.GetDraft().GetUnderstood().GetUnread()) > 0 {
		t.Fatalf("it asks %v", pause)
	}
	if err := p.Say(graph.Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: "ask-1", Text: "about 400"}}}}); err != nil {
		t.Fatal(err)
	}
	_, asked = p.waits(planninggraph.SeekApproval)
	d := asked.GetDraft()
	if r := d.GetGoal().GetReplies(); len(r) != 1 || r[0].GetQuestion() != "How many slides are there?" || r[0].GetAnswer() != "about 400" || len(d.GetGoal().GetTerms().GetAnswers()) > 0 {
		t.Errorf("its replies are %v", d.GetGoal())
	}
	if !strings.Contains(says.Seen()[1].Turns[0].Text, "about 400") || says.Calls() != 3 {
		t.Errorf("%d calls, the second of %v", says.Calls(), says.Seen()[1].Turns)
	}
	for _, b := range d.GetSchedule().GetBlocks() {
		if from, to := b.GetStartTime().AsTime(), b.GetEndTime().AsTime(); to.After(from) && (from.Hour() < 5 || to.Hour() > 11) {
			t.Errorf("%s is at %s", b.GetNodeId(), from)
		}
	}
	if h := d.GetRoadmap().GetHours(); !slices.Equal(h, []string{"Mon, Tue, Wed, Thu, Fri, Sat, Sun 06:00–12:00"}) {
		t.Errorf("its hours are %q", h)
	}
	p.Choose("approve")
	if r := p.ends(); r.GetOutcome() != planningv1.PlanningResult_OUTCOME_KEPT {
		t.Errorf("it came to %v", r)
	}
	kept, _, err := store.Roadmap(t.Context(), p.person, p.report().GetResult().GetRoadmapId())
	if err != nil || len(kept.GetGoal().GetExtraction().GetConstraints()) != 5 {
		t.Errorf("it has kept %v, %v", kept, err)
	}
}

// What was said of sessions is held against what the planner says, too.
func TestAnOutlineOfAModelIsHeldAgainstWhatWasSaid(t *testing.T) {
	t.Parallel()
	says := llmtest.Says("ollama", strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1), scanning)
	p := planningWith(t, planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)}, single(slides))
	p.waits(planninggraph.SeekApproval)
	if got := p.report().GetDraft().GetOutline().GetConfidence(); got != .9 {
		t.Errorf("the confidence is %v", got)
	}

	says = llmtest.Says("ollama", strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1), scanning)
	p = planningWithSpoiled(t, says, func(d *planningv1.OutlineDraft) {
		for _, n := range d.GetOutline().GetNodes() {
			if n.GetId() == "copy" {
				n.NotBefore, n.Deadline = "2027-04-02", "2027-04-03"
			}
		}
	})
	_, asked := p.waits(planninggraph.Clarification)
	if v := asked.GetViolations(); len(v) == 0 {
		t.Errorf("it asks %v", asked)
	}
}

// What models may take is not held against the work of a turn.
func TestTheTimeOfModelsIsNoWork(t *testing.T) {
	t.Parallel()
	service, err := planner.New(planner.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	a := &agent{service: service, seeds: map[uint64]bool{}, patience: time.Minute}
	var p *planning
	a.before = func() {
		if p != nil {
			p.Now = p.Now.Add(20 * time.Second)
		}
	}
	p = planningOf(t, a, single(race))
	p.waits(planninggraph.SeekApproval)
}

func planningWithSpoiled(t *testing.T, says *llmtest.Scripted, spoil func(*planningv1.OutlineDraft)) *planning {
	t.Helper()
	service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)})
	if err != nil {
		t.Fatal(err)
	}
	return planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, outline: spoil}, single(slides))
}

// A kind of plan that there is not yet waits for a person, and is known once they have agreed.
func TestAProposedSubtypeWaitsForAPerson(t *testing.T) {
	t.Parallel()
	read := strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)
	proposes := strings.NewReplacer(`"rationale":""`, `"rationale":"Old things are saved in one go."`, `"subtype":"generic"`, `"subtype":"archive"`).Replace(scanning)
	begin := func(subtypes string, person roadmaps.Person) (*planning, *llmtest.Scripted) {
		says := llmtest.Says("ollama", read, proposes)
		service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)})
		if err != nil {
			t.Fatal(err)
		}
		return planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, subtypes: subtypes, person: person}, single(slides)), says
	}
	pattern := func(p *planning) *planningv1.PatternSpec {
		return p.report().GetDraft().GetOutline().GetOutline().GetPattern()
	}

	p, _ := begin("ask", roadmaps.Person{})
	pause, asked := p.waits(planninggraph.Clarification)
	if r := p.report(); asked.GetProposed().GetSubtype() != "proposed:archive" || !strings.Contains(pause.GetText(), "“archive”") ||
		pause.GetExplanation() != "Old things are saved in one go." || r.GetPlanningStatus() != "needs_clarification" || r.GetEscalateReason() != pause.GetText() {
		t.Fatalf("it asks %v, %v", pause, asked)
	}
	p.Choose("agree")
	p.waits(planninggraph.SeekApproval)
	if got := pattern(p); got.GetSubtype() != "archive" || got.GetIntroducedBy() != "user_feedback" || got.GetRfc() == "" || p.report().GetPlanningStatus() != "needs_approval" {
		t.Errorf("its pattern is %v", got)
	}
	p.Choose("approve")
	if p.ends().GetOutcome() != planningv1.PlanningResult_OUTCOME_KEPT || p.report().GetPlanningStatus() != "complete" {
		t.Errorf("it came to %v", p.report())
	}

	again, says := begin("ask", p.person)
	again.waits(planninggraph.SeekApproval)
	if got := pattern(again); got.GetSubtype() != "archive" || !strings.Contains(says.Seen()[1].Turns[0].Text, "relocation, renovation, archive") {
		t.Errorf("its pattern is %v, and the model was told %v", got, says.Seen()[1].Turns[0])
	}

	p, _ = begin("ask", roadmaps.Person{})
	p.waits(planninggraph.Clarification)
	p.Choose("refuse")
	p.waits(planninggraph.SeekApproval)
	if got := pattern(p); got.GetSubtype() != "" || got.GetRfc() != "" {
		t.Errorf("its pattern is %v", got)
	}
	for subtypes, want := range map[string]string{"listed": "", "free": "archive"} {
		p, _ = begin(subtypes, roadmaps.Person{})
		p.waits(planninggraph.SeekApproval)
		if got := pattern(p); got.GetSubtype() != want {
			t.Errorf("%s: its pattern is %v", subtypes, got)
		}
	}
}

// A new pattern waits for a person like a subtype, keeps the rules of the one that it was made from,
// and stands in the person's catalogue once they have agreed.
func TestAProposedPatternWaitsForAPerson(t *testing.T) {
	t.Parallel()
	proposes := strings.NewReplacer(`"rationale":""`, `"rationale":"It is never done, only kept up."`, `"sure":0.9`, `"sure":0.9,"unlisted_pattern":"stewardship"`).Replace(scanning)
	begin := func(knob, drafts string, person roadmaps.Person) (*planning, *llmtest.Scripted) {
		says := llmtest.Says("ollama", readWhole, drafts)
		service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)})
		if err != nil {
			t.Fatal(err)
		}
		return planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, subtypes: knob, person: person}, single(slides)), says
	}
	pattern := func(p *planning) *planningv1.PatternSpec {
		return p.report().GetDraft().GetOutline().GetOutline().GetPattern()
	}

	p, _ := begin("ask", proposes, roadmaps.Person{})
	pause, asked := p.waits(planninggraph.Clarification)
	if got := asked.GetProposed(); got.GetPattern() != "proposed:stewardship" || got.GetSourcePattern() != "milestone_project" || got.GetSubtype() != "generic" || asked.GetReason() != "proposed" ||
		!strings.Contains(pause.GetText(), "“stewardship”") || pause.GetExplanation() != "It is never done, only kept up.\nIt keeps the rules of a milestone project." || pause.GetOptions()[1].GetLabel() != "No, plan it as a milestone project" {
		t.Fatalf("it asks %v", pause)
	}
	p.Choose("agree")
	p.waits(planninggraph.SeekApproval)
	p.Choose("approve")
	doc := p.kept()
	if against := (draft.Kept{Document: doc}).Contradictions(); doc.Pattern != "stewardship" || doc.Source != "milestone_project" || len(against) > 0 {
		t.Errorf("its file has %s of %s, against which speaks %q", doc.Pattern, doc.Source, against)
	}
	timeline, err := store.Timeline(t.Context(), p.person)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := store.Roadmap(t.Context(), p.person, p.report().GetResult().GetRoadmapId())
	for _, got := range []*planningv1.PatternSpec{pattern(p), m.GetOutline().GetPattern(), timeline.GetRoadmaps()[0].GetPattern()} {
		if err != nil || got.GetPattern() != "stewardship" || got.GetSourcePattern() != "milestone_project" || got.GetIntroducedBy() != "user_feedback" || got.GetRfc() == "" {
			t.Errorf("its pattern is %v, %v", got, err)
		}
	}

	again, says := begin("ask", strings.Replace(proposes, "It is never done, only kept up.", "", 1), p.person)
	again.waits(planninggraph.SeekApproval)
	if got := pattern(again); got.GetPattern() != "stewardship" || got.GetRfc() != "It is never done, only kept up." ||
		!strings.Contains(says.Seen()[1].Turns[0].Text, "- stewardship, nearest to milestone_project: It is never done, only kept up.") {
		t.Errorf("its pattern is %v, and the model was told %s", got, says.Seen()[1].Turns[0].Text)
	}

	p, _ = begin("ask", proposes, roadmaps.Person{})
	p.waits(planninggraph.Clarification)
	p.Choose("refuse")
	p.waits(planninggraph.SeekApproval)
	if got := pattern(p); got.GetPattern() != "milestone_project" || got.GetSourcePattern() != "" || got.GetRfc() != "" {
		t.Errorf("its pattern is %v", got)
	}
	for knob, want := range map[string]string{"listed": "milestone_project", "free": "stewardship"} {
		p, _ = begin(knob, proposes, roadmaps.Person{})
		p.waits(planninggraph.SeekApproval)
		if got := pattern(p); got.GetPattern() != want {
			t.Errorf("%s: its pattern is %v", knob, got)
		}
	}
}

// An outline of a model that there is no time for is made anew before a person has to give way.
func TestAnOutlineOfAModelGivesWayBeforeThePersonDoes(t *testing.T) {
	t.Parallel()
	read := strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)
	long := strings.Replace(scanning, `"minutes":60,`, `"minutes":400,`, 1) // in one go, and a morning has 360 minutes
	says := llmtest.Says("ollama", read, long, scanning)
	p := planningWith(t, planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)}, single(slides))
	p.waits(planninggraph.SeekApproval)
	p.went("DRAFT_SCHEDULE misshapen", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE valid")
	if turns := says.Seen()[2].Turns; says.Calls() != 3 || !strings.Contains(turns[0].Text, "it can't be done: ") {
		t.Errorf("%d calls, the last of %s", says.Calls(), turns[0].Text)
	}

	says = llmtest.Says("ollama", read, long, long)
	p = planningWith(t, planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)}, single(slides))
	p.waits(planninggraph.Escalation)
	if says.Calls() != 3 {
		t.Errorf("%d calls", says.Calls())
	}
}

// What models cost in a turn is asked about, and what they cost in all ends with rules.
func TestModelsCostSoMuchATurnAndAGoal(t *testing.T) {
	t.Parallel()
	read := strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)
	begin := func(costs planninggraph.Costs) (*planning, *llmtest.Scripted) {
		says := llmtest.Says("ollama", read, scanning)
		service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)})
		if err != nil {
			t.Fatal(err)
		}
		return planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, costs: costs}, single(slides)), says
	}
	p, _ := begin(planninggraph.Costs{Turn: 1})
	pause, _ := p.waits(planninggraph.Clarification)
	p.went("COLLECT_CONTEXT sufficient", "DRAFT_OUTLINE capped")
	if !strings.Contains(pause.GetExplanation(), "Models have cost $0.00 since") {
		t.Errorf("it asks %v", pause.GetExplanation())
	}
	p.Choose("go_on")
	pause, _ = p.waits(planninggraph.Clarification)
	p.went("NEEDS_CLARIFICATION outline_continued", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE valid", "DRAFT_ROADMAP capped")
	if !strings.Contains(pause.GetExplanation(), "Models have cost") {
		t.Errorf("it asks %v", pause.GetExplanation())
	}

	p, says := begin(planninggraph.Costs{Goal: 1})
	p.waits(planninggraph.Clarification) // rules have no steps for it
	if says.Calls() > 1 {
		t.Errorf("%d calls", says.Calls())
	}

	today := func(_ context.Context, tenant string) (int64, int64, error) {
		if tenant != "acme" {
			t.Errorf("asks what models have cost %q", tenant)
		}
		return 0, 4_999_999, nil
	}
	p, says = begin(planninggraph.Costs{Day: 5_000_000, Today: today})
	p.waits(planninggraph.Clarification)
	if says.Calls() != 0 {
		t.Errorf("%d calls on a day that has cost enough", says.Calls())
	}
}

// What a model says of itself counts for half, and what code finds for the other half.
func TestAnOutlineThatIsNotSureIsDraftedOnceMoreOrAskedAbout(t *testing.T) {
	t.Parallel()
	read := strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)
	saying := func(sure string) string { return strings.Replace(scanning, `"sure":0.9`, `"sure":`+sure, 1) }
	for name, test := range map[string]struct {
		says  []string
		state graph.State
		calls int
		told  string
	}{
		"sure enough":           {[]string{saying("0.5")}, planninggraph.SeekApproval, 2, ""},
		"surer the next time":   {[]string{saying("0.3"), saying("0.8")}, planninggraph.SeekApproval, 3, ""},
		"no surer":              {[]string{saying("0.3"), saying("0.3")}, planninggraph.SeekApproval, 3, "this outline may not be a good one (confidence 0.65 of 1)"},
		"nothing speaks for it": {[]string{strings.Replace(saying("0"), `"minutes":900`, `"minutes":12000`, 1), saying("0")}, planninggraph.SeekApproval, 3, "(confidence 0.50 of 1)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			says := llmtest.Says("ollama", append([]string{read}, test.says...)...)
			p := planningWith(t, planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)}, single(slides))
			pause, asked := p.waits(test.state)
			if n := len(asked.GetDraft().GetOutline().GetAssumptions()); test.told != "" && (n == 0 || !strings.Contains(asked.GetDraft().GetOutline().GetAssumptions()[n-1].GetText(), test.told)) {
				t.Errorf("the draft tells %v", asked.GetDraft().GetOutline().GetAssumptions())
			}
			if says.Calls() != test.calls || !strings.Contains(pause.GetExplanation(), test.told) || test.told == "" && strings.Contains(pause.GetExplanation(), "may not be a good one") {
				t.Errorf("%d calls, confidence %.2f: %s", says.Calls(), p.report().GetConfidence(), pause.GetExplanation())
			}
		})
	}
}
