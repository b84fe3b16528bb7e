package planner_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"github.com/weft-mesh/weft/services/planner"
)

const accordion = "Play three waltzes on the accordion at the reunion on 13 March, no more than 2 hours a day except at weekends, evenings until Christmas, then only Saturdays"

// extraction is what a capable model says of it.
const extraction = `{"asks":["Do you read music?"],"constraints":[
{"first":"","from":"","kind":"goal","last":"","minutes":0,"per":"","stream":"","times":0,"until":"","weekdays":[],"weeks":0,"words":"Play three waltzes on the accordion"},
{"first":"","from":"","kind":"event","last":"2027-03-13","minutes":0,"per":"","stream":"","times":0,"until":"","weekdays":[],"weeks":0,"words":"at the reunion on 13 March"},
{"first":"","from":"","kind":"most","last":"","minutes":120,"per":"day","stream":"","times":0,"until":"","weekdays":["Mon","Tue","Wed","Thu","Fri"],"weeks":0,"words":"no more than 2 hours a day except at weekends"},
{"first":"","from":"17:00","kind":"open","last":"2026-12-24","minutes":0,"per":"","stream":"","times":0,"until":"22:00","weekdays":[],"weeks":0,"words":"evenings until Christmas"},
{"first":"2026-12-25","from":"","kind":"open","last":"","minutes":0,"per":"","stream":"","times":0,"until":"","weekdays":["Sat"],"weeks":0,"words":"then only Saturdays"}],
"template":"","title":"Play three waltzes at the reunion"}`

const waltzes = `{"parts":[
{"after":[],"deadline":"","every":"","id":"learn","not_before":"","stream":"","tasks":[
 {"after":[],"deadline":"","id":"first","minutes":360,"not_before":"","note":"","office":false,"pause":0,"shortest":45,"stream":"","title":"Learn the first waltz by heart","wait":0},
 {"after":["first"],"deadline":"","id":"second","minutes":360,"not_before":"","note":"","office":false,"pause":0,"shortest":45,"stream":"","title":"Learn the second waltz","wait":0}],"times":0,"title":"Learn the waltzes"},
{"after":["learn"],"deadline":"","every":"","id":"show","not_before":"","stream":"","tasks":[
 {"after":[],"deadline":"","id":"rehearse","minutes":90,"not_before":"","note":"In front of somebody.","office":false,"pause":0,"shortest":0,"stream":"","title":"Play all of them through","wait":0},
 {"after":["rehearse"],"deadline":"","id":"ready","minutes":0,"not_before":"","note":"","office":false,"pause":0,"shortest":0,"stream":"","title":"They sit","wait":0}],"times":0,"title":"Be ready to play"}],
"pattern":"milestone_project","rationale":"Pieces are learned one by one up to a day.","sources":["n1"],"subtype":"performance","sure":0.8}`

func modelled(t *testing.T, answers ...string) (*planner.Service, *llmtest.Scripted) {
	t.Helper()
	p := llmtest.Says("ollama", answers...)
	s, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, p)})
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func extracted(t *testing.T, s *planner.Service, g *planningv1.Goal) *pb.ReadGoalResponse {
	t.Helper()
	res, err := s.ReadGoal(t.Context(), &pb.ReadGoalRequest{Context: goalCall(), Goal: g})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestTheWordsOfAGoalAreExtractedIntoConstraints(t *testing.T) {
	t.Parallel()
	s, p := modelled(t, extraction)
	res := extracted(t, s, &planningv1.Goal{Wish: accordion})
	got := res.GetUnderstood()
	if got.GetBy() != "2027-03-13" || len(got.GetUnread()) > 0 || len(got.GetReadings()) != 4 || got.GetTemplate() != "generic_project" || res.GetProvenance().GetDegraded() {
		t.Errorf("it is %v", res)
	}
	if q := got.GetQuestions(); len(q) == 0 || q[0].GetId() != "ask-1" || slices.ContainsFunc(q, func(q *planningv1.Question) bool { return q.GetId() == "steps" }) {
		t.Errorf("it asks %v", q)
	}
	llmtest.Golden(t, "extract", p)

	// What was extracted from the same words on the same day is not extracted again.
	again := extracted(t, s, &planningv1.Goal{Wish: accordion, Extraction: got.GetExtraction()})
	if p.Calls() != 1 || !proto.Equal(again.GetUnderstood(), got) {
		t.Errorf("%d calls, %v", p.Calls(), again)
	}
}

func TestWordsThatAModelLeavesOutAreToldToItAndThenToThePerson(t *testing.T) {
	t.Parallel()
	short := strings.Replace(extraction, "then only Saturdays", "only Saturdays", 1)
	short = strings.Replace(short, "evenings until Christmas", "evenings", 1)
	s, p := modelled(t, short, short, short)
	got := extracted(t, s, &planningv1.Goal{Wish: accordion}).GetUnderstood()
	if want := []string{"until christmas", "then"}; p.Calls() < 2 || !slices.Equal(got.GetUnread(), want[:1]) {
		t.Errorf("%d calls, not kept: %q", p.Calls(), got.GetUnread())
	}
	if last := p.Seen()[1].Turns; !strings.Contains(last[len(last)-1].Text, "until christmas") {
		t.Errorf("it is told %v", last)
	}
	if q := got.GetQuestions(); len(q) < 2 || q[1].GetId() != "unread-1" {
		t.Errorf("it asks %v", q)
	}
}

func TestWithoutAnAnswerOfAModelRulesReadAGoal(t *testing.T) {
	t.Parallel()
	s, _ := modelled(t, "no", "no", "no")
	old := &planningv1.Extraction{Title: "old", Source: "other"}
	res := extracted(t, s, &planningv1.Goal{Wish: "half marathon by 25 April, four evenings a week", Extraction: old})
	if u := res.GetUnderstood(); !res.GetProvenance().GetDegraded() || u.GetExtraction() != nil || u.GetTemplate() != "race_training" || u.GetBy() != "2027-04-25" {
		t.Errorf("it is %v", res)
	}
}

// takenApart has a model take the accordion apart.
func takenApart(t *testing.T, answers ...string) (*pb.DraftOutlineResponse, *llmtest.Scripted, *planningv1.Goal) {
	t.Helper()
	s, _ := modelled(t, extraction)
	g := &planningv1.Goal{Wish: accordion}
	g.Extraction = extracted(t, s, g).GetUnderstood().GetExtraction()
	s, p := modelled(t, answers...)
	res, err := s.DraftOutline(t.Context(), &pb.DraftOutlineRequest{Context: goalCall(), Goal: g})
	if err != nil {
		t.Fatal(err)
	}
	return res, p, g
}

func TestAModelTakesAGoalApartThatNoTemplateIsFor(t *testing.T) {
	t.Parallel()
	res, p, g := takenApart(t, waltzes)
	o := res.GetDraft().GetOutline()
	if res.GetProvenance().GetMind() != commonv1.Mind_MIND_MODEL || res.GetDraft().GetConfidence() != .8 || len(o.GetNodes()) != 7 || o.GetNodes()[0].GetDeadline() != "2027-03-13" {
		t.Fatalf("it is %v", res)
	}
	if spec := o.GetPattern(); spec.GetSubtype() != "proposed:performance" || spec.GetRfc() == "" || spec.GetSourcePattern() != "milestone_project" {
		t.Errorf("its pattern is %v", spec)
	}
	llmtest.Golden(t, "outline", p)

	// Its schedule keeps what was extracted.
	s, _ := modelled(t)
	laid, err := s.DraftSchedule(t.Context(), &pb.DraftScheduleRequest{Context: goalCall(), Goal: g, Outline: o})
	if err != nil || laid.GetDraft().GetVerdict() != planningv1.Verdict_VERDICT_FEASIBLE {
		t.Fatalf("%v, %v", laid, err)
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range laid.GetDraft().GetBlocks() {
		from, to := b.GetStartTime().AsTime().In(berlin), b.GetEndTime().AsTime().In(berlin)
		evening := from.Hour() >= 17 && to.Hour() <= 22 && from.Format("2006-01-02") <= "2026-12-24"
		if work := to.After(from); work && !evening && (from.Weekday() != 6 || from.Format("2006-01-02") < "2026-12-25") {
			t.Errorf("%s lies on %s to %s", b.GetNodeId(), from, to)
		}
	}
}

func TestAnOutlineThatBreaksRulesGoesBackToTheModel(t *testing.T) {
	t.Parallel()
	bad := strings.Replace(waltzes, `"after":["first"]`, `"after":["nowhere"]`, 1)
	res, p, _ := takenApart(t, bad, waltzes)
	if p.Calls() != 2 || len(res.GetDraft().GetOutline().GetNodes()) != 7 {
		t.Errorf("%d calls: %v", p.Calls(), res)
	}
	if turns := p.Seen()[1].Turns; !strings.Contains(turns[len(turns)-1].Text, "nowhere") {
		t.Errorf("it is told %v", turns)
	}
}

func TestAModelPutsWhatAPersonSaysIntoWhatIsUsual(t *testing.T) {
	t.Parallel()
	s, _ := modelled(t, strings.Replace(extraction, `"template":""`, `"template":"exam"`, 1))
	g := &planningv1.Goal{Wish: accordion}
	g.Extraction = extracted(t, s, g).GetUnderstood().GetExtraction()
	s, p := modelled(t, waltzes)
	res, err := s.DraftOutline(t.Context(), &pb.DraftOutlineRequest{Context: goalCall(), Goal: g})
	if err != nil || len(res.GetDraft().GetOutline().GetNodes()) != 7 {
		t.Fatalf("%v, %v", res, err)
	}
	if asked := p.Seen()[0].Turns[0].Text; !strings.Contains(asked, "<<<usual>>>") || !strings.Contains(asked, "past paper") {
		t.Errorf("it is asked %s", asked)
	}
}

func TestATemplateAndStepsOfAPersonNeedNoModel(t *testing.T) {
	t.Parallel()
	race := strings.Replace(extraction, `"template":""`, `"template":"race_training"`, 1)
	for name, g := range map[string]*planningv1.Goal{
		"template": {Wish: accordion}, "steps": {Wish: accordion, Terms: &planningv1.Terms{Steps: []*planningv1.Step{{Title: "Practise", Minutes: 600}}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			says := race
			if name == "steps" {
				says = extraction
			}
			s, p := modelled(t, says)
			g.Extraction = extracted(t, s, g).GetUnderstood().GetExtraction()
			res, err := s.DraftOutline(t.Context(), &pb.DraftOutlineRequest{Context: goalCall(), Goal: g})
			if err != nil || p.Calls() != 1 || len(res.GetDraft().GetOutline().GetNodes()) < 2 {
				t.Errorf("%d calls, %v, %v", p.Calls(), res, err)
			}
		})
	}
}

func TestATaskOfAModelThatNeedsLightIsSoInTheOutline(t *testing.T) {
	t.Parallel()
	res, _, _ := takenApart(t, strings.Replace(waltzes, `"id":"rehearse"`, `"daylight":true,"id":"rehearse"`, 1))
	var light []string
	for _, n := range res.GetDraft().GetOutline().GetNodes() {
		if n.GetDaylight() {
			light = append(light, n.GetId())
		}
	}
	if !slices.Equal(light, []string{"rehearse"}) {
		t.Errorf("light is needed by %q", light)
	}
}
