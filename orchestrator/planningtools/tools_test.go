package planningtools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/planningtools"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
)

var timelines roadmaps.Store

func TestMain(m *testing.M) {
	os.Exit(roadmapstest.OnBus(m, func(s roadmaps.Store) { timelines = s }))
}

// now is a Wednesday.
var now = time.Date(2027, 1, 13, 9, 0, 0, 0, time.UTC)

// tenant is one that a test has for itself, each time that it runs.
func tenant(t *testing.T) string { return filepath.Base(filepath.Dir(t.TempDir())) }

func call(t *testing.T) *commonv1.CallContext {
	return &commonv1.CallContext{Tenant: tenant(t), User: "ann", TimeZone: "Europe/Berlin", Now: timestamppb.New(now)}
}

// ask calls a tool, with arguments that its schema takes.
func ask(t *testing.T, d planningtools.Deps, name, args string) (r reason.Result, data map[string]any) {
	t.Helper()
	d.Timelines = timelines
	all := planningtools.All(d)
	i := slices.IndexFunc(all, func(tool reasongraph.Tool) bool { return tool.Name == name })
	catalogue, err := reason.NewCatalogue([]reason.Tool{all[i].Tool})
	if err != nil {
		t.Fatal(err)
	}
	if problems := catalogue.Check(reason.Step{Tool: name, Args: json.RawMessage(args)}, nil, false); len(problems) > 0 {
		t.Fatalf("%s refuses %s: %v", name, args, problems)
	}
	r = all[i].Call(t.Context(), call(t), json.RawMessage(args))
	if r.OK {
		if err := json.Unmarshal(r.Data, &data); err != nil {
			t.Fatal(err)
		}
		if len(r.Data) > 16<<10 {
			t.Errorf("%s tells %d bytes", name, len(r.Data))
		}
	}
	return r, data
}

// busy is a calendar that is full until a day.
func busy(until time.Time) planningtools.Deps {
	return planningtools.Deps{Calendars: func(_ context.Context, _ roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, []string, error) {
		var out []*planningv1.Commitment
		for day := from; day.Before(to) && day.Before(until); day = day.AddDate(0, 0, 1) {
			out = append(out, &planningv1.Commitment{Title: "Expedition", StartTime: timestamppb.New(day), EndTime: timestamppb.New(day.AddDate(0, 0, 1))})
		}
		return out, nil, nil
	}}
}

const half = `{"wish":"half marathon in the evenings","by":"2027-04-25"}`

const choir = `{"wish":"Sort the scores of the choir by the end of March","when":["weekday evenings"],"steps":[{"title":"Sort","minutes":600},{"title":"Write the list","minutes":300}]}`

// list is a list of the data, each by some of its fields.
func list(t *testing.T, data map[string]any, name string, fields ...string) []string {
	t.Helper()
	all, ok := data[name].([]any)
	if !ok {
		t.Fatalf("there are no %s in %v", name, data)
	}
	out := []string{}
	for _, one := range all {
		var text []string
		for _, f := range fields {
			text = append(text, fmt.Sprint(one.(map[string]any)[f]))
		}
		out = append(out, strings.Join(text, " "))
	}
	return out
}

func TestThereIsTimeForAGoalOrAProofThatThereIsNone(t *testing.T) {
	t.Parallel()
	r, data := ask(t, planningtools.Deps{}, "schedule_generator", half)
	if want := "There is time for “Half marathon”: 42 h 45 min of work in 45 blocks over 15 weeks, from 2027-01-14 to 2027-04-23."; !r.OK || r.Explanations[0] != want || data["verdict"] != "feasible" || r.Confidence < .8 {
		t.Errorf("with free evenings: %+v", r)
	}
	sum := 0.0
	for _, w := range data["weeks"].([]any) {
		sum += w.(map[string]any)["minutes"].(float64)
	}
	if sum != data["work_minutes"] || data["blocks_in_all"] != 45.0 || len(data["blocks"].([]any)) != 40 {
		t.Errorf("its weeks hold %v of %v minutes, in %v blocks", sum, data["work_minutes"], data["blocks_in_all"])
	}
	r, data = ask(t, busy(now.AddDate(1, 0, 0)), "schedule_generator", half)
	if !r.OK || data["verdict"] != "impossible" || !strings.HasPrefix(r.Explanations[0], "There is no time for all of “Half marathon”, which is proven: “") || len(data["blocks"].([]any)) != 0 {
		t.Errorf("with a full calendar: %+v", r)
	}
}

func TestAScheduleIsLaidAroundWhatRoadmapsHold(t *testing.T) {
	t.Parallel()
	held := roadmapstest.Roadmap("RM-1", 1)
	held.Blocks = nil
	for day := range 100 { // of the evenings all but the end
		at := time.Date(2027, 1, 14+day, 16, 0, 0, 0, time.UTC)
		held.Blocks = append(held.Blocks, &planningv1.Block{Id: strconv.Itoa(day), NodeId: "run", StartTime: timestamppb.New(at), EndTime: timestamppb.New(at.Add(3 * time.Hour))})
	}
	if _, err := timelines.Keep(t.Context(), roadmaps.Person{Tenant: tenant(t), User: "ann"}, 0, held); err != nil {
		t.Fatal(err)
	}
	_, data := ask(t, planningtools.Deps{}, "schedule_generator", choir)
	if data["verdict"] != "feasible" {
		t.Fatalf("there is no time: %v", data)
	}
	for _, from := range list(t, data, "blocks", "from") {
		if day, hour, _ := strings.Cut(from, " "); day < "2027-03-28" && hour < "20:00" { // until the clocks change
			t.Errorf("it takes %s, which a roadmap holds", from)
		}
	}
}

func TestAToolTellsWhyAGoalCannotBePlanned(t *testing.T) {
	t.Parallel()
	broken := planningtools.Deps{Calendars: func(context.Context, roadmaps.Person, time.Time, time.Time) ([]*planningv1.Commitment, []string, error) {
		return nil, nil, errors.New("away")
	}}
	for args, want := range map[string]string{
		`{"wish":"half marathon by 25 April, five times a week at weekends"}`: "contradiction",
		`{"wish":"half marathon","by":"2026-04-25"}`:                          "bad_goal",
		`{"wish":"half marathon","template":"marathon"}`:                      "bad_goal",
		`{"wish":"half marathon","when":["sometimes"]}`:                       "bad_goal",
		`{"wish":"half marathon","answers":{"days":"many"}}`:                  "bad_goal",
		`{"wish":"Sort the scores of the choir"}`:                             "no_steps",
	} {
		if r, _ := ask(t, planningtools.Deps{}, "schedule_generator", args); r.OK || r.Error.Code != want {
			t.Errorf("%s: %+v", args, r)
		}
	}
	if r, _ := ask(t, broken, "schedule_generator", half); r.OK || r.Error.Code != "read_failed" {
		t.Errorf("without the calendars: %+v", r)
	}
	if r, data := ask(t, planningtools.Deps{}, "schedule_generator", choir); !r.OK || data["work_minutes"] != 900.0 {
		t.Errorf("with steps: %+v", r)
	}
}

func TestSchemasRefuseWhatIsNoGoal(t *testing.T) {
	t.Parallel()
	var tools []reason.Tool
	for _, tool := range planningtools.All(planningtools.Deps{}) {
		tools = append(tools, tool.Tool)
	}
	catalogue, err := reason.NewCatalogue(tools)
	if err != nil {
		t.Fatal(err)
	}
	for args, on := range map[string]string{
		`{}`:                                   "schedule_generator",
		`{"wish":""}`:                          "pattern_selector",
		`{"goal":"x"}`:                         "node_generator",
		`{"wish":"x","by":"April"}`:            "roadmap_builder",
		`{"wish":"x","steps":[{"title":"x"}]}`: "dependency_resolver",
		`{"wish":"x","depth":21}`:              "context_elicitor",
		`{"pattern":"none","nodes":[]}`:        "grammar_validator",
		`{"wish":"x","style":"loud"}`:          "option_crafter",
		`{"style":"concise"}`:                  "summarizer",
		`{"wish":"x","variants":3}`:            "brainstormer",
		`{"weeks":13}`:                         "portfolio_probe",
		`{"cadence":"never"}`:                  "approval_handler",
		`{"style":"coach"}`:                    "preference_probe",
		`{"pattern":"recurring_cycle","nodes":[{"level":"x"}]}`: "grammar_validator",
	} {
		if problems := catalogue.Check(reason.Step{Tool: on, Args: json.RawMessage(args)}, nil, false); len(problems) == 0 {
			t.Errorf("%s takes %s", on, args)
		}
	}
}

func TestAPatternIsSelected(t *testing.T) {
	t.Parallel()
	r, data := ask(t, planningtools.Deps{}, "pattern_selector", half)
	if data["pattern"] != "progressive_accumulation_arc" || data["template"] != "race_training" || r.Confidence < .8 {
		t.Errorf("of a race: %+v", r)
	}
	if r, data := ask(t, planningtools.Deps{}, "pattern_selector", `{"wish":"Sort the scores of the choir"}`); data["template"] != "generic_project" || r.Confidence > .3 || data["question"] == "" {
		t.Errorf("of no kind that is known: %+v", r)
	}
}

func TestWhatIsGeneratedKeepsTheGrammar(t *testing.T) {
	t.Parallel()
	_, data := ask(t, planningtools.Deps{}, "node_generator", `{"wish":"Meditate every day for ten minutes, for four weeks"}`)
	nodes, err := json.Marshal(data["nodes"])
	if err != nil {
		t.Fatal(err)
	}
	check := func(nodes string) []string {
		t.Helper()
		_, found := ask(t, planningtools.Deps{}, "grammar_validator", fmt.Sprintf(`{"pattern":%q,"subtype":%q,"nodes":%s}`, data["pattern"], data["subtype"], nodes))
		codes := list(t, found, "violations", "code")
		if found["valid"] != (len(codes) == 0) {
			t.Errorf("valid is %v with %v", found["valid"], codes)
		}
		return codes
	}
	if codes := check(string(nodes)); len(codes) > 0 {
		t.Errorf("it breaks %v", codes)
	}
	if codes := check(`[{"id":"g","level":"goal","title":"Sit"},{"id":"t","level":"task","title":"Sit down","parent":"g","depends":[{"on":"t2"}]},{"id":"t2","level":"task","title":"Get up","parent":"g","depends":[{"on":"t"}]},{"id":"t3","level":"task","title":"Lie","parent":"nowhere"}]`); !slices.Contains(codes, "dependency_cycle") || !slices.Contains(codes, "unknown_parent") {
		t.Errorf("of a wrong one it tells %v", codes)
	}
}

func TestQuestionsKeepToTheirDepth(t *testing.T) {
	t.Parallel()
	for depth, want := range map[string]string{``: "level days", `,"depth":1`: "level", `,"depth":0`: ""} {
		r, data := ask(t, planningtools.Deps{}, "context_elicitor", strings.TrimSuffix(half, "}")+depth+"}")
		if got := strings.Join(list(t, data, "questions", "id"), " "); got != want || data["could_be_asked"] != 2.0 {
			t.Errorf("to the depth %q it asks %s: %+v", depth, got, r)
		}
	}
	if _, data := ask(t, planningtools.Deps{}, "context_elicitor", `{"wish":"half marathon by 25 April, five times a week at weekends"}`); len(data["contradictions"].([]any)) == 0 {
		t.Errorf("of a contradiction it tells %v", data)
	}
}

func TestDependenciesAreResolved(t *testing.T) {
	t.Parallel()
	r, data := ask(t, planningtools.Deps{}, "dependency_resolver", choir)
	if got := list(t, data, "dependencies", "node", "on", "kind"); !r.OK || !slices.Contains(got, "step-2 step-1 FS") {
		t.Errorf("it depends as %v", got)
	}
	days := list(t, data, "days", "id", "earliest")
	if !slices.Contains(days, "step-1 2027-01-14") || len(data["critical"].([]any)) > len(days) {
		t.Errorf("its days are %v", days)
	}
}

func TestARoadmapTellsWhichWaysWereTried(t *testing.T) {
	t.Parallel()
	r, data := ask(t, planningtools.Deps{}, "roadmap_builder", `{"wish":"Finish my thesis before the end of May, 20 hours a week"}`)
	if got := list(t, data, "options_tried", "name", "taken"); !slices.Equal(got, []string{"even true", "early <nil>"}) || list(t, data, "options_tried", "reason")[1] == "<nil>" {
		t.Errorf("it tried %v", data["options_tried"])
	}
	if !r.OK || data["work_minutes"].(float64) > data["room_minutes"].(float64) || len(data["parts"].([]any)) == 0 || data["end"] != "2027-05-31" {
		t.Errorf("it lays %+v", r)
	}
}

func TestAModelCanChooseAmongTheTools(t *testing.T) {
	t.Parallel()
	var list []reason.Tool
	var offered []string
	for _, tool := range planningtools.All(planningtools.Deps{}) {
		list = append(list, tool.Tool)
		if !tool.OnRequest {
			offered = append(offered, tool.Name)
		}
		if len(tool.Text) > 300 {
			t.Errorf("%s is told in %d bytes", tool.Name, len(tool.Text))
		}
	}
	if _, err := reason.NewCatalogue(list); err != nil {
		t.Error(err)
	}
	if got := strings.Join(offered, " "); got != "schedule_generator option_crafter portfolio_probe" {
		t.Errorf("each question is offered %s", got)
	}
}
