package scenario

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/test/mesh"
)

// noise is an Ollama server whose model answers everything with noise: 100 tokens
// read and 10 written at each call.
func noise(t *testing.T) *llmtest.Server {
	t.Helper()
	return llmtest.Serve(t, llmtest.Play{Pieces: []string{
		`{"model":"m","message":{"role":"assistant","content":"zzz"},"done":true,"done_reason":"stop","prompt_eval_count":100,"eval_count":10}` + "\n",
	}})
}

// asking are the settings of a mesh that asks a model at a server.
func asking(s *llmtest.Server, more ...config.Override) []config.Override {
	return append([]config.Override{
		{Path: "llm.default_provider", Value: "ollama"},
		{Path: "llm.providers.ollama.api_base", Value: s.URL},
		{Path: "llm.window", Value: "32768"},
		{Path: "llm.depth", Value: "deep"},
	}, more...)
}

func TestARunTellsWhatEachAgentsModelHasCostAlsoInVain(t *testing.T) {
	t.Parallel()
	s := noise(t)
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "", asking(s)...)
	defer stop()
	counted := map[string]int64{}
	for text, routing := range map[string]int32{ // calls of the router; of what it is certain it asks nobody
		"Warum war ich letzte Woche müde, und was soll ich ändern?": 3,
		"Bench press day, stayed at 75 kg, felt light again":        0, // which no pattern reads
		"Should I train legs today?":                                0,
		"Correction: the run was 6 km, not 5":                       0,
	} {
		before := int64(s.Asked("/api/chat"))
		r, _ := m.Process(t, mesh.Input(text))
		u := r.GetUsage()
		for _, agent := range u.GetAgents() {
			counted[agent.GetAgent()] += agent.GetCalls()
			if agent.GetInputTokens() != 100*agent.GetCalls() || agent.GetOutputTokens() != 10*agent.GetCalls() {
				t.Errorf("%q: %v", text, agent)
			}
		}
		if calls := int64(s.Asked("/api/chat")) - before; u.GetTotal().GetCalls() != calls || u.GetTotal().GetInputTokens() != 100*calls {
			t.Errorf("%q: the server was asked %d times, the run tells of %v", text, calls, u)
		}
		if from := r.GetProvenance()["router"]; from.GetDegraded() != (routing > 0) || from.GetModelCalls() != routing {
			t.Errorf("%q: the router's answer is from %v", text, from)
		}
	}
	for _, agent := range config.Thinkers() {
		if (agent == "observer" || agent == "planner") != (counted[agent] == 0) { // whom no run of notes asks
			t.Errorf("the %s asked %d times", agent, counted[agent])
		}
	}
}

func TestTheDepthOfAnInputSaysWhoAsksAModel(t *testing.T) {
	t.Parallel()
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "", asking(noise(t), config.Override{Path: "llm.depth", Value: "quick"})...)
	defer stop()
	for depth, want := range map[commonv1.Depth][]string{
		commonv1.Depth_DEPTH_UNSPECIFIED: {"router", "synthesizer"},
		commonv1.Depth_DEPTH_OFF:         nil,
		commonv1.Depth_DEPTH_FOCUSED:     {"evaluator", "router", "synthesizer"},
		commonv1.Depth_DEPTH_DEEP:        {"evaluator", "router", "synthesizer"},
	} {
		in := mesh.Input("Warum war ich letzte Woche müde?")
		in.Depth = depth
		r, _ := m.Process(t, in)
		var asked []string
		for _, agent := range r.GetUsage().GetAgents() {
			if agent.GetCalls() > 0 {
				asked = append(asked, agent.GetAgent())
			}
		}
		slices.Sort(asked)
		if !slices.Equal(asked, want) {
			t.Errorf("at depth %v %v asked a model, want %v", depth, asked, want)
		}
	}
}

func TestABudgetOfADayHoldsOverRunsAndRestarts(t *testing.T) {
	t.Parallel()
	s := noise(t)
	vault := mesh.ExampleVault(t)
	settings := asking(s, config.Override{Path: "llm.budget.day_tokens", Value: "12000"})
	m, stop := mesh.Start(t, vault, "", settings...)
	for range 40 {
		r, _ := m.Process(t, mesh.Input("Wie habe ich letzte Woche geschlafen?"))
		if r.GetUsage().GetTotal().GetCalls() == 0 {
			break
		}
	}
	stop()
	calls := s.Asked("/api/chat")

	m, stop = mesh.Start(t, vault, "", settings...)
	defer stop()
	r, _ := m.Process(t, mesh.Input("Wie habe ich letzte Woche geschlafen?"))
	from := r.GetProvenance()["router"]
	if !from.GetDegraded() || from.GetBudgetLimit() != "llm.budget.day_tokens" || !strings.Contains(r.GetAnswer(), "used up (llm.budget.day_tokens)") {
		t.Errorf("the answer %q is from %v", r.GetAnswer(), from)
	}
	if s.Asked("/api/chat") != calls || calls > 200 || r.GetUsage().GetTotal().GetCalls() != 0 {
		t.Errorf("the server was asked %d times, then %d more", calls, s.Asked("/api/chat")-calls)
	}
	if _, err := m.API.ExplainInput(t.Context(), explain("Wie habe ich letzte Woche geschlafen?")); err != nil || s.Asked("/api/chat") != calls {
		t.Errorf("an explanation asked %d times, error %v", s.Asked("/api/chat")-calls, err)
	}
}

func TestADeadProviderCostsARunOneTimeout(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Silent: true})
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "", asking(s, config.Override{Path: "llm.timeout", Value: "1s"})...)
	defer stop()
	r, _ := m.Process(t, mesh.Input("Wie habe ich letzte Woche geschlafen? Bench press day, stayed at 80 kg"))
	if s.Asked("/api/chat") != 1 {
		t.Errorf("the server was asked %d times", s.Asked("/api/chat"))
	}
	if r.GetAnswer() == "" || r.GetUsage().GetTotal().GetCalls() != 1 {
		t.Errorf("the answer %q, usage %v", r.GetAnswer(), r.GetUsage())
	}
	for agent, from := range r.GetProvenance() {
		if slices.Contains(config.Thinkers(), agent) && agent != "observer" && agent != "planner" && !from.GetDegraded() {
			t.Errorf("the %s's answer is from %v", agent, from)
		}
	}
}

// A model that takes longer for each form than a step may take by itself, and for
// two than a run may, is let finish: nobody has to raise anything.
func TestASlowModelGetsTheTimeThatItsCallsMayTake(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Between: 1200 * time.Millisecond, Pieces: []string{
		`{"model":"m","message":{"role":"assistant","content":"zz"},"done":false}` + "\n",
		`{"model":"m","message":{"role":"assistant","content":"z"},"done":true,"done_reason":"stop","prompt_eval_count":100,"eval_count":10}` + "\n",
	}})
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "", asking(s,
		config.Override{Path: "llm.timeout", Value: "20s"}, config.Override{Path: "llm.parse_retry", Value: "0"},
		config.Override{Path: "runs.step_timeout", Value: "1s"}, config.Override{Path: "runs.wall_time", Value: "2s"})...)
	defer stop()
	r, _ := m.Process(t, mesh.Input("Wie habe ich letzte Woche geschlafen?"))
	for _, step := range r.GetTimings() {
		if step.GetAttempts() != 1 {
			t.Errorf("%s was tried %d times", step.GetState(), step.GetAttempts())
		}
	}
	if got := r.GetUsage().GetTotal().GetCalls(); r.GetFailure() != "" || got < 3 {
		t.Errorf("%d calls, failure %q", got, r.GetFailure())
	}
}

func explain(text string) *orchestratorv1.ExplainInputRequest {
	return &orchestratorv1.ExplainInputRequest{Input: mesh.Input(text)}
}
