package planninggraph_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/services/planner"
)

var readWhole = strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)

// scanningBy is an outline of which its drafter is so sure.
func scanningBy(sure string) string {
	return strings.Replace(scanning, `"sure":0.9`, `"sure":`+sure, 1)
}

// ways are what a model answers that is asked for so many.
func ways(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`{"differs":"A shop scans box %d.","leans_on":["family slides"],"title":"Way %d"}`, i+1, i+1))
	}
	return `{"ideas":[` + strings.Join(out, ",") + `]}`
}

func brainstormed(t *testing.T, p *planningv1.Policy, says ...string) (*planning, *llmtest.Scripted) {
	t.Helper()
	script := llmtest.Says("ollama", append([]string{readWhole}, says...)...)
	p = proto.CloneOf(p)
	p.ProbingDepth = proto.Int32(0)
	return planningWith(t, planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, script)}, &planningv1.Goal{Wish: slides, Schedules: 50, Seed: 1, Policy: p}), script
}

func options(pause *runv1.Interrupted) (ids []string) {
	for _, o := range pause.GetOptions() {
		ids = append(ids, o.GetId())
	}
	return ids
}

func TestOtherWaysAreOfferedAsThePolicySays(t *testing.T) {
	t.Parallel()
	const (
		usual    = planningv1.Policy_BRAINSTORMING_UNSPECIFIED
		onDemand = planningv1.Policy_BRAINSTORMING_ON_DEMAND
		suggest  = planningv1.Policy_BRAINSTORMING_SUGGEST_WHEN_UNCERTAIN
		always   = planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER
	)
	unlikely := strings.NewReplacer(`"minutes":120`, `"minutes":12000`, `"minutes":900`, `"minutes":12000`, `"minutes":60`, `"minutes":12000`, `"shortest":30`, `"shortest":0`, `"shortest":45`, `"shortest":0`,
		`"times":0,"title":"Keep`, `"times":9,"title":"Keep`, `"every":"","id":"keep"`, `"every":"week","id":"keep"`, `"milestone_project"`, `"hybrid_project_cycle"`).Replace(scanningBy("0"))
	for name, test := range map[string]struct {
		outline string
		state   graph.State
		offered []planningv1.Policy_Brainstorming
	}{
		"sure":    {scanningBy("0.9"), planninggraph.SeekApproval, []planningv1.Policy_Brainstorming{always}},
		"between": {scanningBy("0.3"), planninggraph.SeekApproval, []planningv1.Policy_Brainstorming{usual, suggest, always}},
		"below":   {unlikely, planninggraph.Clarification, []planningv1.Policy_Brainstorming{always}},
	} {
		for _, is := range []planningv1.Policy_Brainstorming{usual, onDemand, suggest, always} {
			t.Run(fmt.Sprint(name, " ", is), func(t *testing.T) {
				t.Parallel()
				p, _ := brainstormed(t, &planningv1.Policy{Brainstorming: is}, test.outline)
				pause, _ := p.waits(test.state)
				if got := slices.Contains(options(pause), "ideas"); got != slices.Contains(test.offered, is) {
					t.Errorf("at confidence %.2f it offers %q", p.report().GetConfidence(), options(pause))
				}
			})
		}
	}
}

func TestOtherWaysAreOfferedOfTheOutlineOnce(t *testing.T) {
	t.Parallel()
	p, _ := brainstormed(t, &planningv1.Policy{Brainstorming: planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER, Cadence: planningv1.Policy_CADENCE_MILESTONE}, scanning)
	for _, offered := range []bool{true, false, false} { // outline, roadmap, schedule
		pause, asked := p.waits(planninggraph.SeekApproval)
		if got := slices.Contains(options(pause), "ideas"); got != offered {
			t.Errorf("for the %v it offers %q", asked.GetStage(), options(pause))
		}
		p.Choose("approve")
	}
	if p.ends().GetOutcome() != planningv1.PlanningResult_OUTCOME_KEPT {
		t.Errorf("it came to %v", p.report())
	}
}

func TestTheWayThatIsChosenIsWhatTheOutlineIsDraftedBy(t *testing.T) {
	t.Parallel()
	for style, count := range map[planningv1.Policy_Style]int{planningv1.Policy_STYLE_CONCISE: 2, planningv1.Policy_STYLE_STANDARD: 3} {
		p, says := brainstormed(t, &planningv1.Policy{Style: style}, scanningBy("0.3"), scanningBy("0.3"), ways(count), strings.Replace(scanning, "Scan 400 slides", "Bring them to the shop", 1))
		p.waits(planninggraph.SeekApproval)
		p.Choose("ideas")
		pause, asked := p.waits(planninggraph.Clarification)
		if got := options(pause); len(asked.GetIdeas()) != count || len(got) != count+2 || got[0] != "idea-1" || got[count] != "keep" ||
			!strings.Contains(pause.GetExplanation(), "1. Way 1: A shop scans box 1. (because you said “family slides”)") {
			t.Fatalf("in style %v it asks %v", style, pause)
		}
		if err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: &planningv1.Amendment{Idea: int32(count + 1)}}); err == nil {
			t.Errorf("way %d is taken", count+1)
		}
		p.Choose("idea-2")
		_, asked = p.waits(planninggraph.SeekApproval)
		p.went("SEEK_APPROVAL ideas_wanted", "BRAINSTORM ideas_found", "NEEDS_CLARIFICATION idea_chosen", "DRAFT_OUTLINE drafted")
		if d := asked.GetDraft(); d.GetGoal().GetIdea().GetTitle() != "Way 2" || !slices.ContainsFunc(d.GetOutline().GetOutline().GetNodes(), func(n *planningv1.Node) bool { return n.GetTitle() == "Bring them to the shop" }) {
			t.Errorf("it proposes %v", d)
		}
		if last := says.Seen()[4].Turns[0].Text; says.Calls() != 5 || !strings.Contains(last, "Way 2: A shop scans box 2.") {
			t.Errorf("%d calls, the last of %s", says.Calls(), last)
		}
		r := p.report()
		if log := r.GetAdaptations(); len(log) != 1 || log[0].GetCode() != "idea_chosen" || log[0].GetWho() != p.person.User ||
			log[0].GetWhat() != "another way: “Way 2”, A shop scans box 2." || log[0].GetWhy() != fmt.Sprintf("it was chosen from %d that a model thought of", count) {
			t.Errorf("its log is %v", log)
		}
		if tried := r.GetOptionsTried(); len(tried) != count-1 || tried[0].GetName() != "idea-1" {
			t.Errorf("it has tried %v", tried)
		}
		p.Choose("approve")
		if doc := p.kept(); !slices.ContainsFunc(doc.Log, func(e roadmapfile.Entry) bool { return e.Code == "idea_chosen" }) {
			t.Errorf("its file's log is %v", doc.Log)
		}
	}
}

func TestAnOutlineMayBeKeptOnceOtherWaysWereShown(t *testing.T) {
	t.Parallel()
	p, says := brainstormed(t, &planningv1.Policy{}, scanningBy("0.3"), scanningBy("0.3"), ways(3))
	p.waits(planninggraph.SeekApproval)
	p.Choose("ideas")
	p.waits(planninggraph.Clarification)
	p.Choose("keep")
	pause, asked := p.waits(planninggraph.SeekApproval)
	if slices.Contains(options(pause), "ideas") || says.Calls() != 4 || asked.GetDraft().GetGoal().GetIdea() != nil {
		t.Errorf("after %d calls it offers %q", says.Calls(), options(pause))
	}
}

func TestOtherWaysMayBeAskedForWhereNoneAreOffered(t *testing.T) {
	t.Parallel()
	p, _ := brainstormed(t, &planningv1.Policy{Brainstorming: planningv1.Policy_BRAINSTORMING_ON_DEMAND}, scanning, ways(3))
	p.waits(planninggraph.SeekApproval)
	for _, wrong := range []*planningv1.Amendment{{Ideas: true, Words: "only on Mondays"}, {Idea: 1}} {
		if err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: wrong}); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
	p.amend("", &planningv1.Amendment{Ideas: true})
	if _, asked := p.waits(planninggraph.Clarification); len(asked.GetIdeas()) != 3 {
		t.Errorf("it asks %v", asked)
	}

	p = newPlanning(t, under(race, &planningv1.Policy{Brainstorming: planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER, ProbingDepth: proto.Int32(0)}))
	if pause, _ := p.waits(planninggraph.SeekApproval); slices.Contains(options(pause), "ideas") {
		t.Error("without a model other ways are offered")
	}
	if err := p.Say(graph.Said{Reply: &runv1.Reply{}, Payload: &planningv1.Amendment{Ideas: true}}); err == nil {
		t.Error("without a model other ways can be asked for")
	}
}

func TestItGoesOnWithoutOtherWaysWhereAModelHasNone(t *testing.T) {
	t.Parallel()
	rubbish := strings.ReplaceAll(ways(3), "family slides", "what nobody has said")
	p, _ := brainstormed(t, &planningv1.Policy{}, scanningBy("0.3"), scanningBy("0.3"), rubbish)
	p.waits(planninggraph.SeekApproval)
	p.Choose("ideas")
	pause, asked := p.waits(planninggraph.Clarification)
	if got := options(pause); asked.GetReason() != "no_ideas" || !slices.Equal(got, []string{"keep", "give_up"}) || !strings.Contains(pause.GetExplanation(), "no model found other ways") {
		t.Errorf("it asks %v", pause)
	}
	p.Choose("keep")
	if pause, _ = p.waits(planninggraph.SeekApproval); slices.Contains(options(pause), "ideas") {
		t.Errorf("it offers %q", options(pause))
	}
	p.Choose("approve")
	p.kept()
}

func TestOtherWaysCostNoMoreThanAGoalMay(t *testing.T) {
	t.Parallel()
	says := llmtest.Says("ollama", readWhole, scanning, ways(3))
	service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)})
	if err != nil {
		t.Fatal(err)
	}
	var spent int64
	today := func(context.Context, string) (int64, int64, error) { return 0, spent, nil }
	p := planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, costs: planninggraph.Costs{Day: 5_000_000, Today: today}}, single(slides))
	p.waits(planninggraph.SeekApproval)
	spent = 5_000_000
	p.amend("", &planningv1.Amendment{Ideas: true})
	if _, asked := p.waits(planninggraph.Clarification); asked.GetReason() != "no_ideas" || says.Calls() != 2 {
		t.Errorf("after %d calls it asks %v", says.Calls(), asked.GetReason())
	}
}
