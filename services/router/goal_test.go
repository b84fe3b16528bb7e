package router_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

func planning(r *pb.RouteRequest) { r.PlansGoals = true }

func TestAWishThatSaysNothingElseIsAGoalWhereWishesArePlanned(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Get me ready for a half marathon by 17 October, four evenings a week",
		"I’d like to run the Leeds 10k on 5 July",
		"I want to write my thesis by the end of June. I have three mornings a week.",
		"Weft, please help me find a new job by July, an hour every evening",
		"could you plan our wedding by 12 September, two evenings a week?",
		"Help me write a novel by the end of November, an hour a day", // of which there is no template
	} {
		res := routed(t, router.Deps{}, text, planning)
		if res.GetInputType() != commonv1.InputType_INPUT_TYPE_GOAL || res.GetLogPortion() != "" || res.GetQueryPortion() != "" || res.GetReasoning() == "" {
			t.Errorf("%q is %v", text, res)
		}
		for name, change := range map[string]func(*pb.RouteRequest){
			"where nothing is planned": nil,
			"as a note":                func(r *pb.RouteRequest) { planning(r); r.Intent = commonv1.InputType_INPUT_TYPE_LOG },
			"as a question":            func(r *pb.RouteRequest) { planning(r); r.Intent = commonv1.InputType_INPUT_TYPE_QUERY },
		} {
			if res := routed(t, router.Deps{}, text, change); res.GetInputType() == commonv1.InputType_INPUT_TYPE_GOAL {
				t.Errorf("%s %q is a goal", name, text)
			}
		}
	}
}

// One thing of what makes a goal is missing in each, or one is there that a goal has not.
func TestWhatIsNotSurelyAWishToBePlannedIsNoGoal(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"half marathon by 17 October, four evenings a week",
		"I want to run a half marathon",
		"I want to write a novel by the end of November, an hour a day",
		"Help me write a novel by the end of November",
		"Help me write a novel, an hour a day",
		"Help me move house by 30 June",
		"I want to run a half marathon by next Friday",
		"I want to run a half marathon by 2 January 2020",
		"I want to run a half marathon by 17 October, but my knee hurts",
		"I want to run a half marathon by 17 October. Slept badly.",
		"I want to run a half marathon by 17 October?",
		"I want to run a half marathon by 17 October. Will I?",
		"- I want to run a half marathon by 17 October",
		"I want to run a half marathon\nby 17 October",
		"I want to run a \"half marathon\" by 17 October",
		"I want to run a half marathon by 17 October, " + strings.Repeat("and the next, ", 60),
		"Help me " + strings.Repeat("write ", 9) + "by the end of November, an hour a day",
	} {
		if res := routed(t, router.Deps{}, text, planning); res.GetInputType() == commonv1.InputType_INPUT_TYPE_GOAL {
			t.Errorf("%q is a goal", text)
		}
	}
}
