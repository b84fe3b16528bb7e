package planningtools_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/planningtools"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
)

// crowded is a goal that there is no time for.
const crowded = `"wish":"Sort the scores of the choir by the end of January, at most 5 hours a week","when":["weekday evenings"],"steps":[{"title":"Sort","minutes":1200},{"title":"Write the list","minutes":300}]`

func TestWaysOutAreAsManyAsTheStyleTakes(t *testing.T) {
	t.Parallel()
	for style, most := range map[string]int{"concise": 2, "standard": 3} {
		r, data := ask(t, planningtools.Deps{}, "option_crafter", fmt.Sprintf(`{%s,"style":%q}`, crowded, style))
		texts := list(t, data, "options", "text")
		if !r.OK || len(texts) < 2 || len(texts) > most || !strings.HasPrefix(r.Explanations[0], "There is no time for all of ") {
			t.Errorf("in %s: %q, %+v", style, texts, r.Explanations)
		}
		by := list(t, data, "options", "by")
		_, then := ask(t, planningtools.Deps{}, "schedule_generator", fmt.Sprintf(`{%s,"by":%q}`, crowded, by[len(by)-1]))
		if then["verdict"] != "feasible" {
			t.Errorf("with the end on %s there is no time: %v", by[len(by)-1], then)
		}
	}
	if r, data := ask(t, planningtools.Deps{}, "option_crafter", half); !r.OK || len(data["options"].([]any)) != 0 || r.Explanations[1] != "Nothing has to give." {
		t.Errorf("where there is time: %+v", r)
	}
}

func TestVariantsDifferInSomethingReal(t *testing.T) {
	t.Parallel()
	_, data := ask(t, planningtools.Deps{}, "brainstormer", half)
	if got := list(t, data, "variants", "text", "has_room"); !slices.Equal(got, []string{"2 days a week in place of 3, until 2027-08-05 true", "weekends only, 2 days a week in place of 3 true"}) {
		t.Errorf("of a race: %q", got)
	}
	_, base := ask(t, planningtools.Deps{}, "schedule_generator", half)
	for _, v := range data["variants"].([]any) {
		if v := v.(map[string]any); v["work_minutes"] == base["work_minutes"] && v["goal"].(map[string]any)["when"] == nil {
			t.Errorf("%v is the same", v)
		}
	}
	r, data := ask(t, planningtools.Deps{}, "brainstormer", `{"wish":"half marathon by 25 April, on Saturdays and Sundays"}`)
	if got := list(t, data, "variants", "text"); !slices.Contains(got, "the evenings of the week in place of the weekend") {
		t.Errorf("of a weekend: %q, %+v", got, r)
	}
	r, data = ask(t, planningtools.Deps{}, "brainstormer", `{"wish":"Get ready for the Italian exam by the end of June","template":"exam"}`)
	if got := list(t, data, "variants", "text"); !r.OK || !slices.Contains(got, "planned as language in place of exam") {
		t.Errorf("of an exam in a language: %q", got)
	}
}

func TestAPlanIsToldInAsManyWordsAsTheStyleTakes(t *testing.T) {
	t.Parallel()
	text := func(style string) string {
		t.Helper()
		_, data := ask(t, planningtools.Deps{}, "summarizer", strings.TrimSuffix(half, "}")+`,"style":"`+style+`"}`)
		return data["text"].(string)
	}
	concise, standard := text("concise"), text("standard")
	if !strings.Contains(concise, "42 h 45 min of work") || strings.Contains(concise, "Its parts") || strings.Count(concise, "\n") > 1 {
		t.Errorf("concise: %s", concise)
	}
	if !strings.HasPrefix(standard, concise) || !strings.Contains(standard, "Its parts are Get ready to train (2027-01-14 to ") || !strings.Contains(standard, "Work is on Mon, ") || !strings.Contains(standard, "It is based on: How often do you run now? regular") {
		t.Errorf("standard: %s", standard)
	}
}

func TestApprovalsAreThoseOfTheCadence(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{}`: "schedule", `{"cadence":"single"}`: "schedule", `{"cadence":"milestone"}`: "outline roadmap schedule",
		`{"cadence":"strict"}`: "outline roadmap schedule", `{"cadence":"single","autonomy":"low"}`: "outline roadmap schedule",
	} {
		if r, data := ask(t, planningtools.Deps{}, "approval_handler", args); !r.OK || strings.Join(list(t, data, "approvals", "stage"), " ") != want {
			t.Errorf("%s: %+v", args, r)
		}
	}
}

func TestWhatIsRememberedIsNotAsked(t *testing.T) {
	t.Parallel()
	if _, data := ask(t, planningtools.Deps{}, "preference_probe", `{}`); len(list(t, data, "choices", "value")) != 4 || data["question"] == "" {
		t.Errorf("of a stranger it asks %v", data)
	}
	own := roadmapstest.Roadmap("RM-1", 1)
	own.Goal = &planningv1.Goal{Wish: own.GetWish(), Policy: &planningv1.Policy{Style: planningv1.Policy_STYLE_CONCISE, Cadence: planningv1.Policy_CADENCE_MILESTONE, ProbingDepth: proto.Int32(1), Remember: true}}
	if _, err := timelines.Keep(t.Context(), roadmaps.Person{Tenant: tenant(t), User: "ann"}, 0, own); err != nil {
		t.Fatal(err)
	}
	if _, data := ask(t, planningtools.Deps{}, "preference_probe", `{}`); data["style"] != "concise" || data["question"] != nil {
		t.Errorf("of whom it knows it asks %v", data)
	}
	if _, data := ask(t, planningtools.Deps{}, "approval_handler", `{}`); len(list(t, data, "approvals", "stage")) != 3 {
		t.Errorf("the cadence that is remembered asks for %v", data)
	}
	if _, data := ask(t, planningtools.Deps{}, "context_elicitor", half); len(list(t, data, "questions", "id")) != 1 {
		t.Errorf("to the depth that is remembered it asks %v", data)
	}
}

func TestThePortfolioTellsLoadConflictsAndShifts(t *testing.T) {
	t.Parallel()
	if r, data := ask(t, planningtools.Deps{}, "portfolio_probe", `{}`); !r.OK || len(data["utilization"].([]any)) != 0 || r.Explanations[0] != "0 roadmaps with work left; 0 conflicts; 0 suggested shifts." {
		t.Errorf("without roadmaps: %+v", r)
	}
	own := roadmapstest.Roadmap("RM-1", 1)
	at := time.Date(2027, 1, 19, 17, 0, 0, 0, time.UTC)
	own.Outline.Pattern = &planningv1.PatternSpec{Pattern: "milestone_project", Subtype: "generic", IntroducedBy: "system"}
	own.Outline.Nodes = append(own.Outline.Nodes, &planningv1.Node{Id: "race", Level: planningv1.Level_LEVEL_TASK, Title: "Race", ParentId: "goal", Milestone: true})
	for _, n := range own.GetOutline().GetNodes() {
		n.Origin = "template"
	}
	own.GoalTime = timestamppb.New(now.AddDate(0, 0, -2))
	own.Blocks = []*planningv1.Block{{Id: "1", NodeId: "run", StartTime: timestamppb.New(at), EndTime: timestamppb.New(at.Add(time.Hour))}}
	person := roadmaps.Person{Tenant: tenant(t), User: "ann"}
	kept, err := timelines.Keep(t.Context(), person, 0, own)
	if err != nil {
		t.Fatal(err)
	}
	r, data := ask(t, planningtools.Deps{}, "portfolio_probe", `{"weeks":2}`)
	if !r.OK {
		t.Fatal(r.Error)
	}
	if got := list(t, data, "utilization", "monday", "taken_minutes"); !slices.Equal(got, []string{"2027-01-11 0", "2027-01-18 60"}) || len(data["conflicts"].([]any)) != 0 {
		t.Errorf("of one run: %q, %+v, %+v", got, r, r.Error)
	}
	r, data = ask(t, busy(now.AddDate(0, 0, 10)), "portfolio_probe", `{}`)
	if got := list(t, data, "conflicts", "kind", "from"); !slices.Equal(got, []string{"taken 2027-01-19 18:00"}) {
		t.Errorf("with an expedition it conflicts as %q, %+v", got, r)
	}
	if got := list(t, data, "suggested_shifts", "title", "from"); !slices.Equal(got, []string{"Long run 2027-01-19 18:00"}) || list(t, data, "suggested_shifts", "to")[0] < "2027-01-23" {
		t.Errorf("with an expedition it suggests %v", data["suggested_shifts"])
	}
	doubtful := planningtools.Deps{Calendars: func(context.Context, roadmaps.Person, time.Time, time.Time) ([]*planningv1.Commitment, []string, error) {
		return []*planningv1.Commitment{{Title: "Odd", StartTime: timestamppb.New(now), EndTime: timestamppb.New(now.Add(time.Hour)), Doubt: "work.ics:3: it takes the day"}}, []string{"work.ics:9: not read"}, nil
	}}
	for name, args := range map[string]string{"portfolio_probe": `{}`, "schedule_generator": half, "option_crafter": half, "roadmap_builder": half} {
		r, _ := ask(t, doubtful, name, args)
		for _, want := range []string{"Some calendars can't be read: work.ics:9: not read.", "Some calendars can't be read: work.ics:3: it takes the day."} {
			if !slices.Contains(r.Explanations, want) {
				t.Errorf("%s does not tell %q: %q", name, want, r.Explanations)
			}
		}
	}
	if _, m, err := timelines.Roadmap(t.Context(), person, "RM-1"); err != nil || m != kept {
		t.Errorf("it has changed the roadmap: revision %d, %v", m, err)
	}
}
