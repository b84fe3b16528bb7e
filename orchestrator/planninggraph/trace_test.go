package planninggraph_test

import (
	"slices"
	"strings"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/services/planner"
)

// The report of a run tells each step, and in each pause the one thing that is to be done.
func TestAReportTellsEachStepAndWhatIsToBeDone(t *testing.T) {
	t.Parallel()
	read := strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)
	unsure := strings.Replace(scanning, `"sure":0.9`, `"sure":0.2`, 1)
	says := llmtest.Says("ollama", read, unsure, scanning)
	service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", nil, says)})
	if err != nil {
		t.Fatal(err)
	}
	p := planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, person: roadmaps.Person{}}, byMilestone(slides))
	p.waits(planninggraph.SeekApproval)
	var steps []string
	for _, s := range p.report().GetTrace() {
		steps = append(steps, s.GetState()+" "+s.GetOutcome()+" "+s.GetTool())
		if s.GetDuration() == nil || s.GetStartTime() == nil {
			t.Errorf("%s took %v from %v", s.GetState(), s.GetDuration(), s.GetStartTime())
		}
		if asks := s.GetState() == "COLLECT_CONTEXT" || s.GetState() == "DRAFT_OUTLINE"; (s.GetCostMicroUsd() > 0) != asks {
			t.Errorf("%s has cost %d", s.GetState(), s.GetCostMicroUsd())
		}
		if found := s.GetOutcome() == "repairable"; (len(s.GetViolations()) > 0) != found {
			t.Errorf("%s %s has found %v", s.GetState(), s.GetOutcome(), s.GetViolations())
		}
	}
	want := []string{
		"COLLECT_CONTEXT sufficient context_elicitor", "DRAFT_OUTLINE drafted node_generator", "VALIDATE_OUTLINE repairable grammar_validator",
		"DRAFT_OUTLINE drafted node_generator", "VALIDATE_OUTLINE sought grammar_validator",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("the steps are %q", steps)
	}
	if last := p.report().GetTrace()[4]; last.GetConfidence() != p.report().GetConfidence() || last.GetConfidence() < .7 {
		t.Errorf("its confidence is %v", last.GetConfidence())
	}
	if got := p.report().GetResponse(); got != `Is this what Digitise the family slides takes? Reply "approve" (Yes, find the days for it), or say what should be different.` {
		t.Errorf("it says %q", got)
	}

	p.amend("reject", &planningv1.Amendment{Words: "Wednesday mornings are taken, too"})
	trace := p.report().GetTrace()
	i := slices.IndexFunc(trace, func(s *planningv1.StageTrace) bool { return s.GetState() == "SEEK_APPROVAL" })
	if i < 0 || trace[i].GetTool() != "approval_handler" || trace[i].GetDuration() != nil || len(trace[i].GetAdaptations()) != 1 {
		t.Errorf("the answer is told as %v", trace[max(i, 0)])
	}
	p.Choose("give_up")
	if p.ends(); p.report().GetResponse() != "Nothing was kept of Digitise the family slides. To plan it after all, give the goal again." {
		t.Errorf("it says %q", p.report().GetResponse())
	}
}

// Near the limit of a turn a cheaper model is asked, before the person is.
func TestACheaperModelIsAskedNearTheLimitOfATurn(t *testing.T) {
	t.Parallel()
	read := strings.Replace(knowsAll, `"words":"about 400"`, `"words":"Digitise"`, 1)
	prices := llm.Prices{"ollama": {"big": {Input: 10, Output: 100}, "small": {Input: .1, Output: 1}}}
	for _, test := range []struct {
		turn  int64
		model string
	}{{300_000, "small"}, {30_000_000, "big"}} {
		says := llmtest.Says("ollama", read, scanning)
		client := llmtest.PricedClient(t, "planner", prices, func(c *config.LLM) {
			c.Tiers.High.Ollama, c.Tiers.Medium.Ollama, c.Tiers.Low.Ollama = "big", "big", "small"
		}, says)
		service, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: client})
		if err != nil {
			t.Fatal(err)
		}
		p := planningOf(t, &agent{service: service, seeds: map[uint64]bool{}, costs: planninggraph.Costs{Turn: test.turn}}, single(slides))
		p.waits(planninggraph.SeekApproval)
		for _, r := range says.Seen() {
			if r.Model != test.model {
				t.Errorf("a turn of %d asks %s", test.turn, r.Model)
			}
		}
	}
}
