package llm_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

const (
	good = `{"first_day":"","language":"en","last_day":"","log_portion":"","query_portion":"How?","question":"How?","terms":["sleep"],"type":"QUERY","wanted":"LOOKUP"}`
	odd  = `{"first_day":"","last_day":"","log_portion":"","query_portion":"How?","question":"How?","terms":[7],"type":"QUERY","wanted":"SOMETHING"}`
	bad  = `I think it is a question.`
)

var routing = form.Of(&mindv1.Routing{}, mindv1.Comments)

func fill(ctx context.Context, c *llm.Client, p llm.Prompt) (*mindv1.Routing, *commonv1.Provenance, error) {
	var got mindv1.Routing
	from, err := llm.Fill(ctx, c, p, routing, &got, nil)
	return &got, from, err
}

func TestAGoodAnswerIsTakenAtOnce(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", good)
	got, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{System: "You route.", User: "How?"})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetType() != commonv1.InputType_INPUT_TYPE_QUERY {
		t.Errorf("filled in %v", got)
	}
	if from.GetDegraded() || from.GetAttempts() != 1 || from.GetProvider() != "ollama" || from.GetModel() != "m-1" ||
		from.GetMind() != commonv1.Mind_MIND_MODEL || from.GetTier() != commonv1.Tier_TIER_LOW ||
		from.GetInputTokens() != 100 || from.GetOutputTokens() != 10 || from.GetCostMicroUsd() != 200 {
		t.Errorf("provenance is %v", from)
	}
	if r := p.Seen()[0]; r.Model != "qwen2.5:7b" || r.Form != "Routing" || !strings.HasSuffix(string(r.Schema), `"additionalProperties":false}`) {
		t.Errorf("asked %+v", r)
	}
}

func TestAFaultyAnswerIsShownToTheModelAgain(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", odd, good)
	_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"})
	if err != nil || from.GetDegraded() || from.GetAttempts() != 2 {
		t.Fatalf("provenance %v, error %v", from, err)
	}
	turns := p.Seen()[1].Turns
	if len(turns) != 3 || turns[1] != (llm.Turn{Role: llm.Assistant, Text: odd}) ||
		!strings.Contains(turns[2].Text, "terms[0] is a number, not a string") || !strings.Contains(turns[2].Text, "wanted is") {
		t.Errorf("asked again with %q", turns)
	}
}

func TestWhatIsGoodOfAFaultyAnswerIsSavedAndSaidToBe(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", odd)
	got, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetQueryPortion() != "How?" || len(got.GetTerms()) != 0 {
		t.Errorf("saved %v", got)
	}
	if !from.GetDegraded() || !strings.Contains(from.GetDegradedReason(), "left out of the model's answer: terms[0] is a number") || from.GetAttempts() != 3 {
		t.Errorf("provenance is %v", from)
	}
}

func TestTheBestOfSeveralFaultyAnswersIsSaved(t *testing.T) {
	t.Parallel()
	better := strings.Replace(good, `"correction_target":"",`, "", 1)
	p := llmtest.Says("ollama", odd, better, bad)
	got, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"})
	if err != nil || len(got.GetTerms()) != 1 {
		t.Errorf("saved %v, error %v", got, err)
	}
}

func TestAnAnswerThatCanNotBeUsedGoesToTheFallback(t *testing.T) {
	t.Parallel()
	first, second := llmtest.Says("ollama", bad), llmtest.Says("anthropic", good)
	_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, second), llm.Prompt{User: "How?"})
	if err != nil {
		t.Fatal(err)
	}
	if first.Calls() != 3 || second.Calls() != 1 || from.GetProvider() != "anthropic" || !from.GetDegraded() || from.GetAttempts() != 4 {
		t.Errorf("provenance %v after %d and %d calls", from, first.Calls(), second.Calls())
	}
}

func TestWhatCheckFindsIsAFaultOfTheAnswer(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", good)
	var got mindv1.Routing
	from, err := llm.Fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"}, routing, &got, func() []form.Problem {
		return []form.Problem{{Path: "terms[0]", Text: "is no word"}}
	})
	if err != nil || !strings.Contains(p.Seen()[1].Turns[2].Text, "terms[0] is no word") || !from.GetDegraded() {
		t.Errorf("provenance %v, error %v", from, err)
	}
}

func TestEachFailureIsMetAsItDeserves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cause llm.Cause
		calls int // with three more tries allowed
	}{
		{llm.Unreachable, 3}, // the breaker opens at the third
		{llm.Broken, 3},
		{llm.Busy, 3},
		{llm.TimedOut, 1},
		{llm.Denied, 1},
		{llm.Missing, 1},
		{llm.Refused, 1},
	} {
		t.Run(string(c.cause), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				first := llmtest.Fails("ollama", llm.Error{Provider: "ollama", Cause: c.cause, Err: errors.New("so it is")})
				second := llmtest.Says("anthropic", good)
				_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, second), llm.Prompt{User: "How?"})
				if err != nil || first.Calls() != c.calls || from.GetProvider() != "anthropic" || !strings.Contains(from.GetDegradedReason(), "so it is") && c.calls == 1 {
					t.Errorf("%d calls, provenance %v, error %v", first.Calls(), from, err)
				}
			})
		})
	}
}

func TestAProviderThatAsksForTimeGetsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := llmtest.Says("ollama", good)
		play := p.Play
		p.Play = func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
			if n == 1 {
				return llm.Reply{}, &llm.Error{Provider: "ollama", Cause: llm.Busy, RetryAfter: 7 * time.Second, Err: errors.New("slow down")}
			}
			return play(n, ctx, r, onText)
		}
		start := time.Now()
		if _, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"}); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(start); waited != 7*time.Second {
			t.Errorf("waited %s", waited)
		}
	})
}

func TestAProviderThatAsksForMoreTimeThanACallMayTakeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := llmtest.Fails("ollama", llm.Error{Provider: "ollama", Cause: llm.Busy, RetryAfter: time.Minute, Err: errors.New("slow down")})
		start := time.Now()
		_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, llmtest.Says("anthropic", good)), llm.Prompt{User: "How?"})
		if err != nil || from.GetProvider() != "anthropic" || time.Since(start) != 0 || first.Calls() != 1 {
			t.Errorf("after %s and %d calls: provenance %v, error %v", time.Since(start), first.Calls(), from, err)
		}
	})
}

func TestATierHasItsOwnTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		set := func(l *config.LLM) { l.Tiers.High.Timeout = 25 * time.Second }
		for agent, want := range map[string]time.Duration{"router": 10 * time.Second, "evaluator": 25 * time.Second} {
			start := time.Now()
			if _, _, err := fill(t.Context(), llmtest.Client(t, agent, set, llmtest.Hangs("ollama")), llm.Prompt{User: "How?"}); err == nil || time.Since(start) != want {
				t.Errorf("the %s gave up after %s", agent, time.Since(start))
			}
		}
	})
}

func TestADeadProviderCostsOneTimeoutAndNoMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := llmtest.Client(t, "router", nil, llmtest.Hangs("ollama"))
		start := time.Now()
		for range 9 { // the steps of a run
			if _, from, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); !errors.Is(err, llm.ErrNoAnswer) || !from.GetDegraded() {
				t.Fatalf("provenance %v, error %v", from, err)
			}
		}
		if spent := time.Since(start); spent != 10*time.Second {
			t.Errorf("nine steps spent %s on a timeout of 10 s", spent)
		}
	})
}

func TestCallsThatTimeOutTogetherOpenTheBreakerOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := llmtest.Hangs("ollama")
		c := llmtest.Client(t, "router", nil, p)
		var all sync.WaitGroup
		for range 4 { // as many as are asked at once at first
			all.Go(func() { _, _, _ = fill(t.Context(), c, llm.Prompt{User: "How?"}) })
		}
		all.Wait()
		time.Sleep(31 * time.Second) // the first pause
		_, _, _ = fill(t.Context(), c, llm.Prompt{User: "How?"})
		if p.Calls() != 5 {
			t.Errorf("it was asked %d times", p.Calls())
		}
	})
}

func TestAProviderIsNotLeftAloneBecauseNobodyHadTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := llmtest.Hangs("ollama")
		c := llmtest.Client(t, "router", nil, p)
		for range 2 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, _, err := fill(ctx, c, llm.Prompt{User: "How?"}); err == nil || !strings.Contains(err.Error(), "no answer within") || !strings.Contains(err.Error(), "raise llm.timeout") {
				t.Errorf("error %v", err)
			}
			cancel()
		}
		if p.Calls() != 2 {
			t.Errorf("it was asked %d times", p.Calls())
		}
	})
}

func TestAnAnswerThatWasTooLongToShowAgainCountsAsFaultyAndNotThePrompt(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", strings.Repeat("so it is ", 1200))
	c := llmtest.Client(t, "router", func(l *config.LLM) { l.Window = 2048 }, p)
	_, _, err := fill(t.Context(), c, llm.Prompt{User: strings.Repeat("slept well ", 400)})
	if errors.Is(err, llm.ErrTooLong) || !strings.Contains(err.Error(), "its answers could not be used") || p.Calls() != 1 {
		t.Errorf("after %d calls: %v", p.Calls(), err)
	}
}

func TestWhatIsTooDearAtOneProviderIsAskedOfACheaperOne(t *testing.T) {
	t.Parallel()
	first, second := llmtest.Says("ollama", good), llmtest.Says("anthropic", good) // which costs nothing here
	b := allowance(&commonv1.ModelBudget{MicroUsd: proto.Int64(50), MicroUsdLimit: "llm.budget.run_micro_usd"})
	_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, second), llm.Prompt{User: "How?", Allowance: b})
	if err != nil || first.Calls() != 0 || from.GetProvider() != "anthropic" || !from.GetDegraded() || from.GetBudgetLimit() != "llm.budget.run_micro_usd" {
		t.Errorf("provenance %v, error %v", from, err)
	}
}

func TestWhatIsTooDearForATierIsAskedOfACheaperOneOfItsProvider(t *testing.T) {
	t.Parallel()
	prices := llm.Prices{"ollama": {"big": {Input: 10, Output: 100}, "small": {Input: 1, Output: 10}}}
	tiers := func(c *config.LLM) {
		c.Tiers.High.Ollama, c.Tiers.Medium.Ollama, c.Tiers.Low.Ollama = "big", "", "small"
	}
	for name, left := range map[string]*commonv1.ModelBudget{
		"what is left is enough for it": {MicroUsd: proto.Int64(40_000), MicroUsdLimit: "planning.goal_micro_usd"},
		"a person would be asked":       {SoftMicroUsd: proto.Int64(40_000), SoftMicroUsdLimit: "planning.turn_micro_usd"},
		"nor is there enough for that":  {SoftMicroUsd: proto.Int64(0), SoftMicroUsdLimit: "planning.turn_micro_usd"},
		"nothing stands against it":     {MicroUsd: proto.Int64(40_000_000), SoftMicroUsd: proto.Int64(40_000_000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := llmtest.Says("ollama", good)
			c := llmtest.PricedClient(t, "planner", prices, tiers, p)
			_, from, err := fill(t.Context(), c, llm.Prompt{User: "How?", MaxTokens: 1000, Allowance: allowance(left)})
			if err != nil {
				t.Fatal(err)
			}
			model, tier, limit := "small", commonv1.Tier_TIER_LOW, left.GetMicroUsdLimit()+left.GetSoftMicroUsdLimit()
			if limit == "" {
				model, tier = "big", commonv1.Tier_TIER_HIGH
			}
			if p.Calls() != 1 || p.Seen()[0].Model != model || from.GetTier() != tier || from.GetBudgetLimit() != limit || from.GetDegraded() != (limit != "") {
				t.Errorf("%d calls, of %s, told as %v", p.Calls(), p.Seen()[0].Model, from)
			}
		})
	}
	c := llmtest.PricedClient(t, "planner", prices, tiers, llmtest.Says("ollama", good))
	if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?", MaxTokens: 1000, Allowance: allowance(&commonv1.ModelBudget{MicroUsd: proto.Int64(10)})}); !errors.Is(err, llm.ErrBudget) {
		t.Errorf("a call that no tier can pay for: %v", err)
	}
}

// allowance is one of a budget.
func allowance(left *commonv1.ModelBudget) *llm.Allowance {
	return llm.AllowanceOf(&commonv1.CallContext{ModelBudget: left})
}

func TestAProviderThatKeptTheRunWaitingIsNotAskedAndTheNextOneIs(t *testing.T) {
	t.Parallel()
	first, second := llmtest.Says("ollama", good), llmtest.Says("anthropic", good)
	silent := llm.AllowanceOf(&commonv1.CallContext{SilentProviders: []string{"ollama"}})
	_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, second), llm.Prompt{User: "How?", Allowance: silent})
	if err != nil || first.Calls() != 0 || from.GetProvider() != "anthropic" || !strings.Contains(from.GetDegradedReason(), "ollama gave another agent of this run no answer in time") {
		t.Errorf("provenance %v, error %v", from, err)
	}
	if len(from.GetSilentProviders()) != 0 {
		t.Errorf("nobody was waited for, and it tells of %v", from.GetSilentProviders())
	}
}

func TestAnAnswerTellsWhomItWaitedForInVain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first, second := llmtest.Says("ollama", good), llmtest.Says("anthropic", good)
		first.Play = func(_ int, ctx context.Context, _ llm.Request, _ func(string)) (llm.Reply, error) {
			<-ctx.Done()
			return llm.Reply{}, ctx.Err()
		}
		_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, second), llm.Prompt{User: "How?"})
		if err != nil || !slices.Equal(from.GetSilentProviders(), []string{"ollama"}) {
			t.Errorf("provenance %v, error %v", from, err)
		}
	})
}

func TestAProviderThatIsWellAgainIsAskedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := llmtest.Says("ollama", good)
		play, dead := p.Play, true
		p.Play = func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
			if dead {
				<-ctx.Done()
				return llm.Reply{}, ctx.Err()
			}
			return play(n, ctx, r, onText)
		}
		c := llmtest.Client(t, "router", nil, p)
		if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); err == nil {
			t.Fatal("a dead provider answered")
		}
		dead = false
		if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); err == nil {
			t.Error("it is not left alone")
		}
		time.Sleep(31 * time.Second)
		for range 2 {
			if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestSomeTimeIsKeptBackForWhoComesAfter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
		defer cancel()
		start := time.Now()
		_, _, err := fill(ctx, llmtest.Client(t, "router", nil, llmtest.Hangs("ollama")), llm.Prompt{User: "How?"})
		if err == nil || ctx.Err() != nil || time.Since(start) != 3*time.Second {
			t.Errorf("gave up after %s of 4 s: %v", time.Since(start), err)
		}
	})
}

func TestACallerThatGoesAwayIsNotTheProvidersFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := llmtest.Says("ollama", good)
		play := p.Play
		p.Play = func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
			if n <= 5 {
				<-ctx.Done()
				return llm.Reply{}, ctx.Err()
			}
			return play(n, ctx, r, onText)
		}
		c := llmtest.Client(t, "router", nil, p)
		for range 5 {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			if _, _, err := fill(ctx, c, llm.Prompt{User: "How?"}); err == nil {
				t.Error("an answer for nobody")
			}
			cancel()
		}
		if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); err != nil {
			t.Errorf("the breaker opened: %v", err)
		}
	})
}

func TestAPromptThatTheWindowCanNotHoldIsNotSent(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", good)
	c := llmtest.Client(t, "router", func(l *config.LLM) { l.Window = 2048 }, p)
	_, _, err := fill(t.Context(), c, llm.Prompt{User: strings.Repeat("slept well ", 2000)})
	if !errors.Is(err, llm.ErrTooLong) || p.Calls() != 0 {
		t.Errorf("%d calls, error %v", p.Calls(), err)
	}
}

func TestRoomIsWhatIsLeftOfTheWindow(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", good)
	c := llmtest.Client(t, "router", func(l *config.LLM) { l.Window = 4096 }, p)
	_, _, err := fill(t.Context(), c, llm.Prompt{User: strings.Repeat("slept well ", 700), MaxTokens: 4000})
	if err != nil || p.Seen()[0].MaxTokens >= 4000 || p.Seen()[0].MaxTokens < 256 {
		t.Errorf("may write %d tokens, error %v", p.Seen()[0].MaxTokens, err)
	}
}

func TestABudgetOfNothingAsksNobody(t *testing.T) {
	t.Parallel()
	for limit, left := range map[string]*commonv1.ModelBudget{
		"llm.budget.run_tokens":    {Tokens: proto.Int64(0), TokensLimit: "llm.budget.run_tokens"},
		"llm.budget.day_micro_usd": {Tokens: proto.Int64(1 << 40), MicroUsd: proto.Int64(0), MicroUsdLimit: "llm.budget.day_micro_usd"},
	} {
		first, second := llmtest.Says("ollama", good), llmtest.Says("anthropic", good)
		_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, first, second), llm.Prompt{User: "How?", Allowance: allowance(left)})
		if from.GetTier() != commonv1.Tier_TIER_LOW {
			t.Errorf("nobody can tell that a model was to answer: %v", from)
		}
		if !errors.Is(err, llm.ErrBudget) || !strings.Contains(err.Error(), "used up ("+limit+")") || !errors.Is(err, llm.ErrNoAnswer) || first.Calls()+second.Calls() != 0 {
			t.Errorf("error %v after %d calls", err, first.Calls()+second.Calls())
		}
	}
}

func TestABudgetIsUsedUp(t *testing.T) {
	t.Parallel()
	b := allowance(&commonv1.ModelBudget{Tokens: proto.Int64(5000)})
	p := llmtest.Says("ollama", good)
	c := llmtest.Client(t, "router", nil, p)
	var err error
	n := 0
	for ; err == nil && n < 100; n++ {
		_, _, err = fill(t.Context(), c, llm.Prompt{User: "How?", Allowance: b})
	}
	if !errors.Is(err, llm.ErrBudget) || n < 2 {
		t.Errorf("after %d calls: %v", n, err)
	}
}

func TestWordsOfADraftAreHeardAndTakenBack(t *testing.T) {
	t.Parallel()
	const first, last = `{"question":"One \"two\"\n","type":"?"}`, good
	p := llmtest.Says("ollama", first, last)
	var heard strings.Builder
	_, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{
		User: "How?", Stream: "question",
		OnText:  func(text string) { heard.WriteString(text) },
		Restart: func() { heard.WriteString("|") },
	})
	if err != nil || heard.String() != "One \"two\"\n|How?" {
		t.Errorf("heard %q, error %v", heard.String(), err)
	}
}
