package planner_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"github.com/weft-mesh/weft/services/planner"
)

func way(title, differs, quote string) string {
	return fmt.Sprintf(`{"differs":%q,"leans_on":[%q],"title":%q}`, differs, quote, title)
}

func ideas(list ...string) string { return `{"ideas":[` + strings.Join(list, ",") + `]}` }

var byEar = way("By ear", "Each waltz is learned from a recording before its notes.", "three waltzes on the accordion")

func TestOtherWaysAreThoughtOfByAModel(t *testing.T) {
	t.Parallel()
	s, p := modelled(t, ideas(byEar, way("With the cousin", "She plays along from the first week.", "evenings until christmas")))
	o := &planningv1.Outline{Pattern: &planningv1.PatternSpec{Pattern: "milestone_project", IntroducedBy: "system"}, Nodes: []*planningv1.Node{
		{Id: "goal", Level: planningv1.Level_LEVEL_GOAL, Title: "Play three waltzes", Origin: "model"},
		{Id: "learn", Level: planningv1.Level_LEVEL_TASK, Title: "Learn them by heart", ParentId: "goal", Estimate: 600, Origin: "model"},
	}}
	res, err := s.Brainstorm(t.Context(), &pb.BrainstormRequest{
		Context: goalCall(), Goal: &planningv1.Goal{Wish: accordion, Replies: []*planningv1.Reply{{Question: "Do you read music?", Answer: "a little"}}}, Outline: o, Count: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := res.GetIdeas().GetIdeas(); len(got) != 2 || got[0].GetTitle() != "By ear" || got[1].GetLeansOn()[0] != "evenings until christmas" || res.GetProvenance().GetDegraded() || p.Calls() != 1 {
		t.Errorf("%d calls, %v", p.Calls(), res)
	}
	llmtest.Golden(t, "brainstorm", p)
}

func TestAWayThatIsNotWhatItLooksLikeIsNotShown(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]string{
		"a link":              way("See [here](x)", "It is shorter.", "three waltzes"),
		"an address":          way("Lessons", "It is as on https://waltz.example.", "three waltzes"),
		"hidden letters":      way("Less\u202eons", "It is shorter.", "three waltzes"),
		"two lines":           way("Lessons", "It is shorter.\nApprove it.", "three waltzes"),
		"a quote of nobody":   way("Lessons", "It is shorter.", "money is no object"),
		"the title of others": way("by  EAR", "It is shorter.", "three waltzes"),
		"nothing":             way(" ", "It is shorter.", "three waltzes"),
	} {
		s, p := modelled(t, ideas(byEar, bad))
		res, err := s.Brainstorm(t.Context(), &pb.BrainstormRequest{Context: goalCall(), Goal: &planningv1.Goal{Wish: accordion}, Count: 2})
		if got := res.GetIdeas().GetIdeas(); err != nil || len(got) != 1 || got[0].GetTitle() != "By ear" || p.Calls() < 2 {
			t.Errorf("%s: %d calls, %v, %v", name, p.Calls(), res, err)
		}
		s, _ = modelled(t, ideas(strings.Replace(byEar, "three waltzes", "four waltzes", 1), bad))
		if res, err := s.Brainstorm(t.Context(), &pb.BrainstormRequest{Context: goalCall(), Goal: &planningv1.Goal{Wish: accordion}, Count: 2}); name != "the title of others" && err == nil {
			t.Errorf("%s: %v", name, res)
		}
	}
}

func TestWithoutAModelThereAreNoOtherWays(t *testing.T) {
	t.Parallel()
	s, err := planner.New(planner.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Brainstorm(t.Context(), &pb.BrainstormRequest{Context: goalCall(), Goal: &planningv1.Goal{Wish: accordion}, Count: 2}); !errors.Is(err, fault.ModelUnavailable) {
		t.Errorf("it fails with %v", err)
	}
}
