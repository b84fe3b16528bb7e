package plangraph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
)

// readers are one that finds something, and one that breaks.
func (r *run) readers() []reasongraph.Tool {
	reader := func(name string, do func() reason.Result) reasongraph.Tool {
		return reasongraph.Tool{
			Tool: reason.Tool{Name: name, Text: "Does " + name + ".", Input: json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}},"additionalProperties":false}`)},
			Call: func(_ context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
				if c.GetUser() != "ann" || c.GetTenant() != "acme" || c.GetRunId() != "r" {
					r.t.Errorf("%s is called for %v", name, c)
				}
				r.calls = append(r.calls, name+" "+string(args))
				return do()
			},
		}
	}
	return []reasongraph.Tool{
		reader("search", func() reason.Result {
			return reason.Result{OK: true, Confidence: 1, Explanations: []string{"One note."}, Data: json.RawMessage(`{"text":"mail a@acme.example","path":"/home/ann/notes/House.md"}`)}
		}),
		reader("broken", func() reason.Result { panic("nil map") }),
	}
}

func looks(tool, args string) *plannerv1.DraftResponse {
	return &plannerv1.DraftResponse{Look: &reasonv1.Step{Tool: tool, Args: args}}
}

// path is the way that the run went.
func (r *run) path() (out []string) {
	for _, e := range r.events {
		if s := e.GetStepCompleted(); s != nil {
			out = append(out, s.GetState()+" "+s.GetOutcome())
		}
	}
	return out
}

func TestAModelLooksSomethingUpBeforeItDrafts(t *testing.T) {
	t.Parallel()
	r := wish(t, looks("search", `{"q":"Acme"}`), aDraft("one"), aDraft("two"))
	if p := r.proposed(); p.GetVersion() != 1 || p.GetContent().GetSteps()[0].GetDescription() != "one" {
		t.Errorf("%v is proposed", p)
	}
	if want := []string{"DRAFT looks", "LOOK looked", "DRAFT drafted", "CHECK valid"}; !slices.Equal(r.path(), want) || !slices.Equal(r.calls, []string{`search {"q":"Acme"}`}) {
		t.Errorf("it went %q and called %q", r.path(), r.calls)
	}
	first, second := r.planner.asked[0], r.planner.asked[1]
	if len(first.GetReaders()) != 2 || first.GetReaders()[0].GetName() != "search" || first.GetLast() || len(first.GetLooked()) != 0 || len(second.GetLooked()) != 1 {
		t.Fatalf("the planner was asked %v, then %v", first, second)
	}
	if data := second.GetLooked()[0].GetResult().GetData(); !strings.Contains(data, "a@acme.example") || strings.Contains(data, "House") {
		t.Errorf("it was told %s", data)
	}
	// What was looked up is known to the next draft, too.
	r.choose(plangraph.Propose, "ann", "reject", "shorter")
	if r.proposed(); len(r.planner.asked[2].GetLooked()) != 1 {
		t.Errorf("the planner was asked %v", r.planner.asked[2])
	}
}

func TestWhatCantBeLookedUpIsToldToTheModel(t *testing.T) {
	t.Parallel()
	const found = `{"q":"a"}`
	r := wish(t, looks("broken", ""), looks("serch", ""), looks("search", `{"other":1}`), looks("search", `no JSON`), looks("search", found), looks("search", `{ "q": "a" }`), aDraft("one"))
	r.proposed()
	want := []string{"broken: ", "not_called: tool: there is no tool \"serch\"; did you mean search?", "not_called: args: ", "not_called: args: they are no JSON", "", "not_called: tool: the same call"}
	for i, e := range r.planner.asked[len(want)].GetLooked() {
		f := e.GetResult().GetError()
		if told := f.GetCode() + ": " + f.GetMessage(); e.GetResult().GetOk() != (want[i] == "") || !strings.HasPrefix(told, want[i]) {
			t.Errorf("look %d came to %v", i+1, e)
		}
	}
	if !slices.Equal(r.calls, []string{"broken {}", "search " + found}) {
		t.Errorf("called were %q", r.calls)
	}
}

func TestADraftTakesSoManyCallsOfAModel(t *testing.T) {
	t.Parallel()
	r := wish(t)
	r.planner.says = func(*plannerv1.DraftRequest) *plannerv1.DraftResponse {
		return looks("search", fmt.Sprintf(`{"q":"%d"}`, len(r.planner.asked)))
	}
	for drafts := 1; drafts <= 2; drafts++ {
		r.waits(plangraph.Revise)
		if n := 10 * drafts; len(r.planner.asked) != n || len(r.calls) != n-drafts || !r.planner.asked[n-1].GetLast() || r.planner.asked[n-2].GetLast() {
			t.Fatalf("%d calls of a model and %d of readers", len(r.planner.asked), len(r.calls))
		}
		r.choose(plangraph.Revise, "ann", "draft")
	}
}

func TestALookLeavesWhatThePlanTakes(t *testing.T) {
	t.Parallel()
	r := wish(t, looks("search", `{"q":"a"}`), looks("search", `{"q":"b"}`), aDraft("one"), aDraft("two"))
	r.planner.tokens = 5000 // of 20,000
	r.proposed()
	r.choose(plangraph.Propose, "ann", "reject", "shorter")
	r.proposed()
	for i, want := range []struct {
		tokens int64
		last   bool
	}{{20_000, false}, {15_000, false}, {10_000, true}, {20_000, false}} {
		if got := r.planner.asked[i]; got.GetContext().GetModelBudget().GetTokens() != want.tokens || got.GetLast() != want.last {
			t.Errorf("call %d may take %v, and last is %v", i+1, got.GetContext().GetModelBudget(), got.GetLast())
		}
	}
}

// A worker that dies at any moment goes on where it was: neither the model nor a reader is asked
// again for what is in the log.
func TestADeathRepeatsNoCallOfADraftThatIsKept(t *testing.T) {
	t.Parallel()
	says := func(req *plannerv1.DraftRequest) *plannerv1.DraftResponse {
		if n := len(req.GetLooked()); n < 3 {
			return looks("search", fmt.Sprintf(`{"q":"%d"}`, n))
		}
		return aDraft("one")
	}
	whole := wish(t)
	whole.planner.says = says
	whole.proposed()
	for cut := 1; cut < len(whole.events); cut++ {
		r := newRun(t, &planv1.Proposal{Wish: "Send the invoice,\nplease"})
		r.planner.says, r.events = says, slices.Clone(whole.events[:cut])
		drafts, looked := 4, 3
		for _, step := range r.path() {
			switch {
			case strings.HasPrefix(step, "DRAFT"):
				drafts--
			case strings.HasPrefix(step, "LOOK"):
				looked--
			}
		}
		if p := r.proposed(); p.GetContent().GetSteps()[0].GetDescription() != "one" || len(r.planner.asked) != drafts || len(r.calls) != looked {
			t.Errorf("after %d events a model is called %d times, not %d, and readers %d times, not %d", cut, len(r.planner.asked), drafts, len(r.calls), looked)
		}
	}
}
