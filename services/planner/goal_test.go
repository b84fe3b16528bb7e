package planner_test

import (
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/check"
	goals "github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wire"
)

func goalCall() *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.New(time.Date(2026, 11, 27, 11, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin"}
}

// stages has the planner draft all of a goal.
func stages(t *testing.T, g *planningv1.Goal, held []*planningv1.Commitment) (*planningv1.Understood, *planningv1.OutlineDraft, *planningv1.RoadmapDraft, *planningv1.ScheduleDraft) {
	t.Helper()
	ctx := t.Context()
	read, err := service.ReadGoal(ctx, &pb.ReadGoalRequest{Context: goalCall(), Goal: g})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := service.DraftOutline(ctx, &pb.DraftOutlineRequest{Context: goalCall(), Goal: g})
	if err != nil {
		t.Fatal(err)
	}
	o := tree.GetDraft().GetOutline()
	days, err := service.DraftRoadmap(ctx, &pb.DraftRoadmapRequest{Context: goalCall(), Goal: g, Outline: o, Commitments: held})
	if err != nil {
		t.Fatal(err)
	}
	hours, err := service.DraftSchedule(ctx, &pb.DraftScheduleRequest{Context: goalCall(), Goal: g, Outline: o, Commitments: held})
	if err != nil {
		t.Fatal(err)
	}
	return read.GetUnderstood(), tree.GetDraft(), days.GetDraft(), hours.GetDraft()
}

// What the stages say, taken from their messages alone, keeps the rules of planning.
func TestTheStagesOfAGoalHoldByTheirMessages(t *testing.T) {
	t.Parallel()
	party := &planningv1.Commitment{
		Title:     "Party",
		StartTime: timestamppb.New(time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC)), EndTime: timestamppb.New(time.Date(2026, 12, 1, 22, 0, 0, 0, time.UTC)),
	}
	for _, wish := range []string{
		"half marathon by 25 April, four evenings a week, not on Thursdays", "Finish my thesis before the end of May, 20 hours a week", "Meditate every day for ten minutes",
	} {
		t.Run(wish, func(t *testing.T) {
			t.Parallel()
			g := &planningv1.Goal{Wish: wish, Schedules: 50, Seed: 1}
			held := []*planningv1.Commitment{party}
			read, tree, days, hours := stages(t, g, held)
			if read.GetTemplate() == "" || read.GetConfidence() < .4 || len(read.GetReadings()) == 0 {
				t.Errorf("it was read as %v", read)
			}
			o, err := wire.Outline(tree.GetOutline())
			if err != nil {
				t.Fatal(err)
			}
			if v := outline.Check(o); len(v) > 0 {
				t.Errorf("the outline has %v", v)
			}
			set, err := pattern.Shipped()
			if err != nil {
				t.Fatal(err)
			}
			zone, err := time.LoadLocation(goalCall().GetTimeZone())
			if err != nil {
				t.Fatal(err)
			}
			r, err := wire.Request(g, goalCall().GetNow().AsTime().In(zone), held, set)
			if err != nil {
				t.Fatal(err)
			}
			r.Out = hours.GetOut()
			d, err := goals.Lay(r, o)
			if err != nil {
				t.Fatal(err)
			}
			s, err := wire.Schedule(hours, d.Frame)
			if err != nil {
				t.Fatal(err)
			}
			if hours.GetVerdict() != planningv1.Verdict_VERDICT_FEASIBLE || len(check.Schedule(d.Problem, s)) > 0 {
				t.Errorf("the schedule is %s, with %v", hours.GetVerdict(), check.Schedule(d.Problem, s))
			}
			if wish[0] == 'F' && len(hours.GetAssumptions()) < 2 {
				t.Errorf("it is not told what hours and pace it rests on: %v", hours.GetAssumptions())
			}
			if days.GetWork() <= 0 || days.GetWork() > days.GetRoom() && len(hours.GetOut()) == 0 || len(days.GetNodes()) < len(tree.GetOutline().GetNodes()) {
				t.Errorf("%d minutes of %d, with %d nodes", days.GetWork(), days.GetRoom(), len(days.GetNodes()))
			}
			taken := 0
			for _, o := range days.GetOptions() {
				if o.GetTaken() {
					taken++
				} else if o.GetReason() == "" {
					t.Errorf("it is not told why %q is not taken", o.GetText())
				}
			}
			if taken != 1 || len(days.GetOptions()) < 2 {
				t.Errorf("the ways to spread the work are %v", days.GetOptions())
			}
			for _, n := range days.GetNodes() {
				if n.GetEarliest() > n.GetLatest() {
					t.Errorf("%v is late before it begins", n)
				}
			}
		})
	}
}

func TestAGoalWithoutRoomIsProvedToHaveNoneAndToldWhatCouldGive(t *testing.T) {
	t.Parallel()
	g := &planningv1.Goal{Wish: "find a new job in the next three months, 3 hours a week", Schedules: 50, Seed: 1}
	_, tree, _, hours := stages(t, g, nil)
	if hours.GetVerdict() != planningv1.Verdict_VERDICT_IMPOSSIBLE || hours.GetExplanation() == "" || len(hours.GetWays()) == 0 {
		t.Fatalf("it is %v", hours)
	}
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	o, err := wire.Outline(tree.GetOutline())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range hours.GetWays() {
		r, err := wire.Request(&planningv1.Goal{Wish: g.GetWish(), Terms: w.GetTerms(), Schedules: 50, Seed: 1}, goalCall().GetNow().AsTime(), nil, set)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := goals.Make(t.Context(), r); err != nil || d.Result.Verdict != "feasible" {
			t.Errorf("%q does not help: %v", w.GetText(), err)
		}
	}
	r, err := wire.Request(g, goalCall().GetNow().AsTime(), nil, set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := goals.Lay(r, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Certificate(d.Problem, wire.Certificate(hours.GetCertificate())); err != nil {
		t.Errorf("the proof does not hold: %v", err)
	}
}

func TestWhatMakesNoSenseInAGoalIsRefused(t *testing.T) {
	t.Parallel()
	for _, g := range []*planningv1.Goal{
		{Wish: "half marathon by 25 April", Terms: &planningv1.Terms{Template: "nonsense"}},
		{Wish: "half marathon by 25 April", Terms: &planningv1.Terms{By: "25 April"}},
		{Wish: "half marathon by 25 April", Terms: &planningv1.Terms{By: "2020-01-01"}},
		{Wish: "half marathon by 25 April", Terms: &planningv1.Terms{When: []string{"sometimes"}}},
		{Wish: "half marathon by 25 April", Terms: &planningv1.Terms{Answers: map[string]string{"colour": "red"}}},
	} {
		if _, err := service.ReadGoal(t.Context(), &pb.ReadGoalRequest{Context: goalCall(), Goal: g}); status.Code(err) != codes.InvalidArgument {
			t.Errorf("%v: %v", g, err)
		}
	}
	res, err := service.ReadGoal(t.Context(), &pb.ReadGoalRequest{Context: goalCall(), Goal: &planningv1.Goal{Wish: "half marathon by 3 March 2020"}})
	if err != nil || len(res.GetUnderstood().GetContradictions()) == 0 {
		t.Errorf("a day that is past is %v, %v", res, err)
	}
}
