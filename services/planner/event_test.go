package planner_test

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// dates makes req the request for the plan after one that looks for an event,
// which is found on these days.
func dates(t *testing.T, query string, days ...string) (*pb.PlanRequest, *pb.PlanResponse) {
	t.Helper()
	req := ask(t, query)
	res := plan(t, req)
	if !res.GetPlanAgain() || res.GetNextAction() != retrieve || len(res.GetInstructions()) == 0 {
		t.Fatalf("the event is not looked for first: %v", res)
	}
	if got := ranges(res); got != "" {
		t.Errorf("a range before the event is dated: %s", got)
	}
	req = proto.CloneOf(req)
	after(req, res, func(*commonv1.RetrievalInstruction) int32 { return int32(len(days)) })
	req.GetRetrievalHistory()[0].Days = days
	return req, plan(t, req)
}

func TestATimeThatCountsFromAnEventIsLookedUpInTwoSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, day, want string }{
		{"what did I do the weekend before the release", "2026-06-19", `2026-06-13..2026-06-14 "the weekend before the release"`},
		{"how was my mood the week after the race?", "2026-06-07", `2026-06-08..2026-06-14 "the week after the race"`},
		{"what did I eat the day before my exam?", "2026-07-01", `2026-06-30..2026-06-30 "the day before my exam"`},
		{"how has my knee been since my surgery", "2026-06-09", `2026-06-09..2026-07-15 "since my surgery"`},
		{"what did we cook on my birthday", "2026-05-02", `2026-05-02..2026-05-02 "my birthday"`},
	} {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			_, res := dates(t, c.query, c.day, "2026-01-02")
			if res.GetPlanAgain() || res.GetNextAction() != retrieve {
				t.Errorf("planned again: %t, then %v", res.GetPlanAgain(), res.GetNextAction())
			}
			if got := ranges(res); got != c.want {
				t.Errorf("ranges = %s\nwant     %s", got, c.want)
			}
			if len(res.GetUnresolvedTimes()) > 0 || len(res.GetNotices()) != 1 {
				t.Errorf("unresolved %v, notices %q", res.GetUnresolvedTimes(), res.GetNotices())
			}
		})
	}
}

func TestAnEventThatNoNoteDatesIsTold(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"what did I eat on my birthday?":           "I can't tell which days “my birthday” means: the notes do not say here when that was.",
		"how did I sleep the week before the race": "I can't tell which days “the week before the race” means: no note says when that was.",
	} {
		_, res := dates(t, query)
		if res.GetPlanAgain() || len(res.GetUnresolvedTimes()) != 1 || !slices.Contains(res.GetNotices(), want) {
			t.Errorf("%s: again %t, unresolved %v, notices %q", query, res.GetPlanAgain(), res.GetUnresolvedTimes(), res.GetNotices())
		}
	}
}

func TestWhatIsUsuallyDoneBesideAnEventIsNoTime(t *testing.T) {
	t.Parallel()
	if res := plan(t, ask(t, "what do I usually eat the day before my race?")); res.GetPlanAgain() {
		t.Errorf("one race is looked for: %v", res.GetInstructions())
	}
}
