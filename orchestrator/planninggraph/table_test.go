package planninggraph_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

// went fails unless the run has gone a way, among others before and after it.
func (p *planning) went(want ...string) {
	p.T.Helper()
	got := p.Path()
	for i := range got {
		if i+len(want) <= len(got) && slices.Equal(got[i:i+len(want)], want) {
			return
		}
	}
	p.T.Errorf("it did not go\n%s\nbut\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
}

// kept fails unless the roadmap is on the person's timeline, in a form that a file has.
func (p *planning) kept() roadmapfile.Document {
	p.T.Helper()
	res := p.ends()
	if res.GetOutcome() != planningv1.PlanningResult_OUTCOME_KEPT {
		p.T.Fatalf("it came to %v", res)
	}
	m, revision, err := store.Roadmap(p.T.Context(), p.person, res.GetRoadmapId())
	if err != nil || revision != res.GetTimelineRevision() {
		p.T.Fatalf("%v at %d, not %d", err, revision, res.GetTimelineRevision())
	}
	doc, err := wire.Document(m)
	if err != nil {
		p.T.Fatal(err)
	}
	text, err := roadmapfile.Render(doc)
	if err != nil {
		p.T.Fatal(err)
	}
	if _, problems := roadmapfile.Parse(text); len(problems) > 0 {
		p.T.Errorf("its file has %v", problems)
	}
	return doc
}

func (p *planning) aborted() {
	p.T.Helper()
	if res := p.ends(); res.GetOutcome() != planningv1.PlanningResult_OUTCOME_ABORTED || res.GetReason() == "" {
		p.T.Errorf("it came to %v", res)
	}
	timeline, err := store.Timeline(p.T.Context(), p.person)
	if err != nil || len(timeline.GetRoadmaps()) > 0 {
		p.T.Errorf("there is kept %v, %v", timeline, err)
	}
}

func TestAGoalIsAskedAboutDraftedApprovedAndKept(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, &planningv1.Goal{Wish: race, Schedules: 20, Seed: 1})
	pause, asked := p.waits(planninggraph.Clarification)
	if n := len(asked.GetQuestions()); n == 0 || n > planninggraph.ProbingDepth || len(pause.GetQuestions()) != n {
		t.Fatalf("it asks %v", pause)
	}
	q := asked.GetQuestions()[0]
	value := q.GetDefault()
	if len(q.GetChoices()) > 0 {
		value = q.GetChoices()[len(q.GetChoices())-1].GetValue()
	}
	for _, wrong := range []graph.Said{
		{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: q.GetId(), Text: "purple"}}}},
		{Reply: &runv1.Reply{}},
	} {
		if err := p.Say(wrong); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
	if err := p.Say(graph.Said{Reply: &runv1.Reply{Answers: []*runv1.ReplyText{{QuestionId: q.GetId(), Text: value}}}}); err != nil {
		t.Fatal(err)
	}
	pause, asked = p.waits(planninggraph.SeekApproval)
	if asked.GetStage() != planningv1.Stage_STAGE_SCHEDULE || len(asked.GetHash()) != 64 || pause.GetUsers()[0] != p.person.User {
		t.Errorf("it asks %v", asked)
	}
	if got := asked.GetDraft().GetGoal().GetTerms().GetAnswers()[q.GetId()]; got != value {
		t.Errorf("the answer is %q", got)
	}
	p.Choose("approve")
	doc := p.kept()
	if len(doc.Blocks) < 50 || doc.State != roadmapfile.Active || doc.Zone != "Europe/Berlin" || doc.Goal().Deadline.String() != "2027-04-25" {
		t.Errorf("it is kept as %v with %d blocks", doc.Goal(), len(doc.Blocks))
	}
	for _, b := range doc.Blocks {
		if b.From.Weekday() == time.Thursday {
			t.Errorf("%v is on a Thursday", b)
		}
	}
	p.went("COLLECT_CONTEXT missing", "NEEDS_CLARIFICATION answered", "COLLECT_CONTEXT sufficient", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE valid",
		"DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP valid", "DRAFT_SCHEDULE drafted", "VALIDATE_SCHEDULE valid", "SEEK_APPROVAL schedule_approved", "COMPLETE kept")
	if r := p.report(); r.GetApprovedBy() != p.person.User || len(doc.Log) == 0 {
		t.Errorf("it was approved by %q, with the log %v", r.GetApprovedBy(), doc.Log)
	}
}

func TestWhatCanNotBeIsAskedAbout(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single("half marathon by 3 March 2020"))
	pause, _ := p.waits(planninggraph.Clarification)
	if pause.GetExplanation() == "" || len(pause.GetOptions()) != 1 {
		t.Errorf("it asks %v", pause)
	}
	p.amend("", &planningv1.Amendment{Terms: &planningv1.Terms{By: "2027-04-25"}})
	p.waits(planninggraph.SeekApproval)
	p.went("COLLECT_CONTEXT contradictory", "NEEDS_CLARIFICATION answered", "COLLECT_CONTEXT sufficient")
}

func TestATermThatMakesNoSenseIsAskedAbout(t *testing.T) {
	t.Parallel()
	g := single(race)
	g.Terms = &planningv1.Terms{Answers: map[string]string{"colour": "red"}}
	p := newPlanning(t, g)
	pause, _ := p.waits(planninggraph.Clarification)
	if !strings.Contains(pause.GetExplanation(), "colour") || !strings.Contains(pause.GetExplanation(), "--answer colour=") {
		t.Errorf("it says %q", pause.GetExplanation())
	}
	if o := pause.GetOptions(); len(o) != 1 || o[0].GetId() != "give_up" {
		t.Errorf("it offers %v, and to go on can't help", o)
	}
	for field, terms := range map[string]*planningv1.Terms{
		"payload.terms.never[1]": {Never: []string{"Mondays", "Blursday"}},
		"payload.terms.when[0]":  {When: []string{"in the fullness of time"}},
		"payload.terms.by":       {By: "31.12.2027"},
		"payload.terms.template": {Template: "levitation"},
	} {
		err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: &planningv1.Amendment{Terms: terms}})
		if wrong, ok := errors.AsType[*graph.AnswerError](err); !ok || wrong.Field != field {
			t.Errorf("%v is taken: %v", terms, err)
		}
	}
	p.amend("", &planningv1.Amendment{Terms: &planningv1.Terms{Answers: map[string]string{"colour": ""}}})
	p.waits(planninggraph.SeekApproval)
	p.went("COLLECT_CONTEXT contradictory", "NEEDS_CLARIFICATION answered", "COLLECT_CONTEXT sufficient")
}

// A drafter that isn't sure asks, and goes on once a person says so.
func TestADrafterThatIsNotSureAsks(t *testing.T) {
	t.Parallel()
	g := single(race)
	p := newPlanning(t, g)
	p.agent.outline = func(d *planningv1.OutlineDraft) { d.Confidence = .3 }
	pause, _ := p.waits(planninggraph.Clarification)
	if !strings.Contains(pause.GetExplanation(), "this outline may not be right") {
		t.Errorf("it says %q", pause.GetExplanation())
	}
	p.went("DRAFT_OUTLINE undrafted")
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
}

// A person who names the steps has settled what the goal takes.
func TestAnOutlineOfAPersonsOwnStepsIsSure(t *testing.T) {
	t.Parallel()
	g := single("sort the cellar by the end of May, 4 hours a week")
	g.Terms = &planningv1.Terms{Steps: []*planningv1.Step{{Title: "Throw out", Minutes: 480}, {Title: "Shelves", Minutes: 360}}}
	p := newPlanning(t, g)
	p.waits(planninggraph.SeekApproval)
}

func TestAnOutlineThatBreaksTheGrammarIsDraftedAgain(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	drafts := 0
	p.agent.outline = func(d *planningv1.OutlineDraft) {
		if drafts++; drafts < 3 {
			d.Outline.Nodes[len(d.Outline.Nodes)-1].Title = ""
			d.Outline.Nodes[len(d.Outline.Nodes)-1].Estimate = -5
		}
	}
	p.waits(planninggraph.SeekApproval)
	p.went("VALIDATE_OUTLINE repairable", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE repairable", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE valid")
}

func TestAnOutlineThatStaysWrongIsForAPerson(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	broken := true
	p.agent.outline = func(d *planningv1.OutlineDraft) {
		if broken {
			d.Outline.Nodes = d.Outline.Nodes[:1]
		}
	}
	pause, asked := p.waits(planninggraph.Clarification)
	if len(asked.GetViolations()) == 0 || pause.GetExplanation() == "" {
		t.Errorf("it asks %v", pause)
	}
	p.went("VALIDATE_OUTLINE fatal")
	broken = false
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	p.went("NEEDS_CLARIFICATION outline_continued", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE valid")
}

func TestARoadmapWithOtherDaysIsDraftedAgain(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	wrong := 3
	p.agent.roadmap = func(d *planningv1.RoadmapDraft) {
		if wrong--; wrong >= 0 {
			d.Nodes[3].Latest = "2030-01-01"
		}
	}
	_, asked := p.waits(planninggraph.Clarification)
	if v := asked.GetViolations(); len(v) != 1 || v[0].GetCode() != "days_differ" {
		t.Errorf("it finds %v", v)
	}
	p.went("VALIDATE_ROADMAP repairable", "DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP repairable", "DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP fatal")
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	p.went("NEEDS_CLARIFICATION roadmap_continued", "DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP valid")
}

// A circle that the grammar doesn't see is found on the days, and is the outline's fault.
func TestACircleOnTheDaysIsTheOutlinesFault(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single("Finish my thesis before the end of May, 20 hours a week"))
	drafts := 0
	p.agent.outline = func(d *planningv1.OutlineDraft) {
		if drafts++; drafts > 1 {
			return
		}
		var tasks []*planningv1.Node
		for _, n := range d.GetOutline().GetNodes() {
			if n.GetLevel() == planningv1.Level_LEVEL_TASK && n.GetEstimate() > 0 {
				n.Depends, tasks = nil, append(tasks, n)
			}
		}
		a, b := tasks[0], tasks[1]
		a.Depends = []*planningv1.Dependency{{On: b.GetId(), Kind: "SS", Lag: 60}}
		b.Depends = []*planningv1.Dependency{{On: a.GetId(), Kind: "SS", Lag: 60}}
	}
	p.waits(planninggraph.SeekApproval)
	got := strings.Join(p.Path(), "\n")
	if !strings.Contains(got, "VALIDATE_ROADMAP misshapen\nDRAFT_OUTLINE drafted") && !strings.Contains(got, "VALIDATE_OUTLINE repairable\nDRAFT_OUTLINE drafted") {
		t.Errorf("it went\n%s", got)
	}
}

func TestAScheduleThatDoesNotHoldIsDraftedAgain(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	wrong := 3
	p.agent.schedule = func(d *planningv1.ScheduleDraft) {
		if wrong--; wrong >= 0 {
			d.Blocks[5].StartTime = timestamppb.New(d.Blocks[5].GetStartTime().AsTime().Add(-48 * time.Hour))
		}
	}
	_, asked := p.waits(planninggraph.Clarification)
	if len(asked.GetViolations()) == 0 || len(p.agent.seeds) != 3 {
		t.Errorf("it finds %v, with the seeds %v", asked.GetViolations(), p.agent.seeds)
	}
	p.went("VALIDATE_SCHEDULE repairable", "DRAFT_SCHEDULE drafted", "VALIDATE_SCHEDULE repairable", "DRAFT_SCHEDULE drafted", "VALIDATE_SCHEDULE fatal")
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	p.went("NEEDS_CLARIFICATION schedule_continued", "DRAFT_SCHEDULE drafted", "VALIDATE_SCHEDULE valid")
}

func TestWithoutTimeThereAreWaysOut(t *testing.T) {
	t.Parallel()
	outcomes := map[string]bool{}
	for _, wish := range []string{job, "Finish my thesis in 12 weeks, 20 hours a week"} {
		p := newPlanning(t, single(wish))
		pause, asked := p.waits(planninggraph.Escalation)
		ways := asked.GetDraft().GetSchedule().GetWays()
		if len(ways) == 0 || !strings.Contains(pause.GetExplanation(), "of work, and your hours") {
			t.Fatalf("%s asks %v", wish, pause)
		}
		for _, w := range ways {
			p := newPlanning(t, single(wish))
			p.waits(planninggraph.Escalation)
			p.Choose(w.GetId())
			p.waits(planninggraph.SeekApproval)
			if tried := p.report().GetOptionsTried(); len(tried) != len(ways)-1 {
				t.Errorf("the other ways are %v", tried)
			}
			outcome, next := "relaxed", "DRAFT_ROADMAP drafted"
			if w.GetTerms().GetBy() != "" || w.GetReduces() {
				outcome, next = "reduced", "DRAFT_OUTLINE drafted"
			}
			outcomes[outcome] = true
			p.went("NEEDS_SCHED_ESCALATION "+outcome, next)
			report := p.report()
			if what := report.GetAdaptations()[0].GetWhat(); what != w.GetText() {
				t.Errorf("%q was chosen, and the log has %q", w.GetText(), what)
			}
			chosen := 0 // what is told apart from the words, in the place of what they said
			for _, r := range report.GetDraft().GetUnderstood().GetReadings() {
				if r.GetWords() == "" {
					chosen++
				}
				if w.GetTerms().GetUnlimited() && strings.Contains(r.GetMeans(), "h a week") || w.GetTerms().GetBy() != "" && r.GetWords() != "" && strings.Contains(r.GetMeans(), "until") {
					t.Errorf("with %q it is still read that %s", w.GetText(), r.GetMeans())
				}
			}
			if want := w.GetTerms().GetUnlimited() || w.GetTerms().GetBy() != ""; (chosen > 0) != want {
				t.Errorf("with %q %d readings are chosen: %v", w.GetText(), chosen, report.GetDraft().GetUnderstood().GetReadings())
			}
			p.Choose("approve")
			p.kept()
		}
		p.amend("", &planningv1.Amendment{Words: "until the end of next year"})
		p.Walk()
		p.went("NEEDS_SCHED_ESCALATION reconsidered", "COLLECT_CONTEXT sufficient")
	}
	if !outcomes["relaxed"] || !outcomes["reduced"] {
		t.Errorf("of the ways out were taken %v", outcomes)
	}
}

func TestAProofThatDoesNotHoldIsNotToldAsOne(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(job))
	p.agent.schedule = func(d *planningv1.ScheduleDraft) { d.Certificate.Room += 100_000 }
	pause, asked := p.waits(planninggraph.Escalation)
	if asked.GetDraft().GetSchedule().GetVerdict() != planningv1.Verdict_VERDICT_NOT_FOUND || strings.Contains(pause.GetExplanation(), "proved:") {
		t.Errorf("it says %q", pause.GetExplanation())
	}
	p.Choose("give_up")
	p.aborted()
	p.went("NEEDS_SCHED_ESCALATION given_up", "ABORTED over")
}

func TestMilestonesAreApprovedOneByOneAndRejectedWhereTheyStand(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, byMilestone(race))
	_, asked := p.waits(planninggraph.SeekApproval)
	if asked.GetStage() != planningv1.Stage_STAGE_OUTLINE || asked.GetDraft().GetRoadmap() != nil {
		t.Fatalf("first it asks for %v", asked.GetStage())
	}
	p.Choose("reject")
	p.waits(planninggraph.SeekApproval)
	p.went("SEEK_APPROVAL outline_rejected", "DRAFT_OUTLINE drafted", "VALIDATE_OUTLINE sought")
	p.Choose("approve")
	if _, asked = p.waits(planninggraph.SeekApproval); asked.GetStage() != planningv1.Stage_STAGE_ROADMAP {
		t.Fatalf("then it asks for %v", asked.GetStage())
	}
	p.amend("reject", &planningv1.Amendment{Terms: &planningv1.Terms{Never: []string{"Sundays"}}})
	p.waits(planninggraph.SeekApproval)
	p.went("SEEK_APPROVAL outline_approved", "DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP sought", "SEEK_APPROVAL roadmap_rejected", "DRAFT_ROADMAP drafted")
	p.Choose("approve")
	p.waits(planninggraph.SeekApproval)
	p.amend("reject", &planningv1.Amendment{Terms: &planningv1.Terms{Never: []string{"Sundays", "Mondays"}}})
	// Other hours are shown before they are filled.
	_, asked = p.waits(planninggraph.SeekApproval)
	p.went("SEEK_APPROVAL roadmap_approved", "DRAFT_SCHEDULE drafted", "VALIDATE_SCHEDULE valid", "SEEK_APPROVAL roadmap_rejected", "DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP sought")
	if h := asked.GetDraft().GetRoadmap().GetHours(); len(h) != 1 || strings.Contains(h[0], "Mon") || strings.Contains(h[0], "Sun") {
		t.Errorf("without Sundays and Mondays its hours are %q", h)
	}
	p.Choose("approve")
	_, asked = p.waits(planninggraph.SeekApproval)
	for _, b := range asked.GetDraft().GetSchedule().GetBlocks() {
		if from := b.GetStartTime().AsTime(); from.Before(b.GetEndTime().AsTime()) && (from.Weekday() == time.Monday || from.Weekday() == time.Sunday) {
			t.Errorf("%v is on a %v", b.GetNodeId(), from.Weekday())
		}
	}
	if n := len(p.report().GetRejections()); n != 3 {
		t.Errorf("%d rejections", n)
	}
	if err := p.Say(graph.Said{Reply: &runv1.Reply{OptionId: "approve"}, Payload: &planningv1.Amendment{Words: "but not so fast"}}); err == nil {
		t.Error("an approval with a change is taken")
	}
	p.Choose("approve")
	p.kept()
}

func TestARejectionThatChangesTheGoalHasItReadAnew(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	p.waits(planninggraph.SeekApproval)
	p.amend("reject", &planningv1.Amendment{Terms: &planningv1.Terms{By: "2027-05-30"}})
	_, asked := p.waits(planninggraph.SeekApproval)
	p.went("SEEK_APPROVAL reconsidered", "COLLECT_CONTEXT sufficient", "DRAFT_OUTLINE drafted")
	if got := asked.GetDraft().GetOutline().GetOutline().GetNodes()[0].GetDeadline(); got != "2027-05-30" {
		t.Errorf("it ends on %s", got)
	}
	p.Choose("cancel")
	p.aborted()
	p.went("SEEK_APPROVAL cancelled")
}

// expire has the open pause wait too long.
func (p *planning) expire() {
	p.Now = p.Now.Add(2 * time.Hour)
	p.Walk()
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	p.waits(planninggraph.SeekApproval)
	p.expire()
	p.waits(planninggraph.Clarification)
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	p.went("NEEDS_CLARIFICATION schedule_continued", "DRAFT_SCHEDULE drafted")
	p.expire()
	p.waits(planninggraph.Clarification)
	p.expire()
	p.aborted()

	p = newPlanning(t, single(job))
	p.waits(planninggraph.Escalation)
	p.expire()
	p.waits(planninggraph.Clarification)
}

func TestAnApprovalHoldsForTheTimeAsItWas(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	_, asked := p.waits(planninggraph.SeekApproval)
	var first *planningv1.Block
	for _, b := range asked.GetDraft().GetSchedule().GetBlocks() {
		if b.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) {
			first = b
			break
		}
	}
	p.busy = []*planningv1.Commitment{{Title: "Dentist", StartTime: first.GetStartTime(), EndTime: first.GetEndTime(), Doubt: "work.ics:3: it takes the day"}}
	p.unread = []string{"work.ics:9: VAVAILABILITY is not read"}
	p.Choose("approve")
	pause, asked := p.waits(planninggraph.SeekApproval)
	if !strings.Contains(pause.GetExplanation(), "work.ics:3: it takes the day") || !strings.Contains(pause.GetExplanation(), "work.ics:9: VAVAILABILITY is not read") {
		t.Errorf("what could not be read of the calendar is not told: %q", pause.GetExplanation())
	}
	p.went("SEEK_APPROVAL schedule_approved", "COMPLETE outdated", "DRAFT_SCHEDULE drafted", "VALIDATE_SCHEDULE valid")
	// What takes none of its hours makes no difference.
	p.busy = append(p.busy, &planningv1.Commitment{
		Title: "Lunch", StartTime: timestamppb.New(first.GetStartTime().AsTime().Truncate(24 * time.Hour).Add(11 * time.Hour)),
		EndTime: timestamppb.New(first.GetStartTime().AsTime().Truncate(24 * time.Hour).Add(12 * time.Hour)),
	})
	p.Choose("approve")
	if rests := p.kept().Assumptions; len(rests) < 3 || !slices.Equal(rests[:2], []string{"work.ics:9: VAVAILABILITY is not read", "work.ics:3: it takes the day"}) {
		t.Errorf("what is kept rests on %q", rests)
	}
	for _, b := range p.kept().Blocks {
		if b.From.Before(first.GetEndTime().AsTime()) && first.GetStartTime().AsTime().Before(b.To) {
			t.Errorf("%v is at the dentist's", b)
		}
	}
	if asked.GetHash() == "" {
		t.Error("there is nothing to hold on to")
	}
}

func TestWithoutACalendarNothingIsKept(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	p.waits(planninggraph.SeekApproval)
	p.away = errors.New("calendar work: there is no such file or folder")
	p.Choose("approve")
	pause, _ := p.waits(planninggraph.Clarification)
	if !strings.Contains(pause.GetExplanation(), "calendar work") {
		t.Errorf("it says %q", pause.GetExplanation())
	}
	p.Choose("go_on")
	p.waits(planninggraph.Clarification)
	p.went("COMPLETE unkept", "NEEDS_CLARIFICATION schedule_continued", "DRAFT_SCHEDULE undrafted")
	p.away = nil
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	p.Choose("approve")
	p.kept()
}

// Two goals of a person, drafted side by side: the second to be approved is looked at again.
func TestTwoGoalsDoNotTakeTheSameEvening(t *testing.T) {
	t.Parallel()
	a, b := newPlanning(t, single(race)), newPlanning(t, single("Learn Italian in six months, an hour every evening"))
	b.person, b.By = a.person, a.By
	b.Events[0].GetStarted().RunId, b.Events[0].GetStarted().User = "second", a.person.User
	a.waits(planninggraph.SeekApproval)
	b.waits(planninggraph.SeekApproval)
	a.Choose("approve")
	one := a.kept()
	b.Choose("approve")
	b.waits(planninggraph.SeekApproval)
	b.went("COMPLETE outdated", "DRAFT_SCHEDULE drafted")
	b.Choose("approve")
	two := b.kept()
	for _, x := range one.Blocks {
		for _, y := range two.Blocks {
			if x.From.Before(y.To) && y.From.Before(x.To) {
				t.Fatalf("%v and %v", x, y)
			}
		}
	}
	timeline, err := store.Timeline(t.Context(), a.person)
	if err != nil || len(timeline.GetRoadmaps()) != 2 {
		t.Errorf("%v, %v", timeline, err)
	}
}

// A worker that dies after it has kept the roadmap has it kept once.
func TestWhatWasKeptIsKeptOnce(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	p.waits(planninggraph.SeekApproval)
	p.Choose("approve")
	before := slices.Clone(p.Events)
	p.kept()
	p.Events = before
	p.busy = []*planningv1.Commitment{{
		Title: "All is taken", StartTime: timestamppb.New(p.Now), EndTime: timestamppb.New(p.Now.AddDate(1, 0, 0)),
	}}
	p.kept()
	if timeline, err := store.Timeline(t.Context(), p.person); err != nil || len(timeline.GetRoadmaps()) != 1 {
		t.Errorf("%v, %v", timeline, err)
	}
}

func TestWhatWasReadOnAnotherDayIsReadAnew(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, byMilestone(race))
	p.waits(planninggraph.SeekApproval)
	p.Choose("approve")
	p.Now = p.Now.Add(24 * time.Hour)
	_, asked := p.waits(planninggraph.SeekApproval)
	p.went("SEEK_APPROVAL outline_approved", "DRAFT_ROADMAP stale", "COLLECT_CONTEXT sufficient", "DRAFT_OUTLINE drafted")
	if got := asked.GetDraft().GetUnderstood().GetTime().AsTime(); !got.Equal(p.Now) {
		t.Errorf("it was read at %v", got)
	}
}

func TestAfterTenTurnsItAsksBeforeItGoesOn(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	for range planninggraph.TurnsAtATime - 1 {
		p.waits(planninggraph.SeekApproval)
		p.Choose("reject")
	}
	p.waits(planninggraph.SeekApproval)
	p.Choose("reject")
	p.waits(planninggraph.Clarification)
	p.went("SEEK_APPROVAL schedule_rejected", "DRAFT_SCHEDULE capped")
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	if got := p.report().GetTurn(); got != planninggraph.TurnsAtATime+2 {
		t.Errorf("it is turn %d", got)
	}
}

func TestAfterItsShareOfWorkItAsksBeforeItGoesOn(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, single(race))
	slow := true
	p.agent.before = func() {
		if slow {
			p.Now = p.Now.Add(20 * time.Second)
		}
	}
	p.waits(planninggraph.Clarification)
	p.went("DRAFT_ROADMAP drafted", "VALIDATE_ROADMAP valid", "DRAFT_SCHEDULE capped")
	slow = false
	p.Choose("go_on")
	p.waits(planninggraph.SeekApproval)
	p.went("NEEDS_CLARIFICATION schedule_continued", "DRAFT_SCHEDULE drafted")
}

// The fold of a log is the same however often it is read.
func TestTheLogSaysWhereItStands(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, byMilestone(race))
	p.waits(planninggraph.SeekApproval)
	p.Choose("approve")
	p.waits(planninggraph.SeekApproval)
	if a, b := p.report(), p.report(); !proto.Equal(a, b) || a.GetAsked().GetStage() != planningv1.Stage_STAGE_ROADMAP || a.GetDraft().GetRoadmap().GetWork() == 0 {
		t.Errorf("%v\nand\n%v", a, b)
	}
}
