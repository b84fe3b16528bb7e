package llm_test

import (
	"context"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func TestListPricesHaveADayAndAreThoseOfTheUsualModels(t *testing.T) {
	t.Parallel()
	list, day, err := llm.ListPrices()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		t.Error(err)
	}
	c := config.Default().LLM
	for _, provider := range []string{"ollama", "anthropic", "openai"} {
		for _, tier := range []string{"low", "medium", "high"} {
			model := c.ModelFor(tier, provider)
			if _, ok := list.Find(provider, model); !ok {
				t.Errorf("there is no price of %s %s", provider, model)
			}
		}
	}
}

func TestAModelHasThePriceOfItsNameAlone(t *testing.T) {
	t.Parallel()
	all, err := llm.ReadPrices([]byte(`
anthropic: {claude-haiku-5-5: {input: 7, output: 8}}
openai: {"*": {input: 1, output: 2}, gpt-own: {input: 3, output: 4, above: {tokens: 10, input: 5, output: 6}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		provider, model string
		input           float64
		known           bool
	}{
		{"anthropic", "claude-haiku-5-5", 7, true},          // the file goes before the list
		{"anthropic", "claude-haiku-5-5-20261007", 7, true}, // of a day
		{"anthropic", "claude-sonnet-5-5", 2, true},         // the list
		{"anthropic", "claude-sonnet-5-5-large", 0, false},  // another model, which may cost more
		{"anthropic", "claude-sonnet-5-9", 0, false},
		{"openai", "gpt-6-luna", 1, true}, // the file's "*" stands for the list's too
		{"openai", "gpt-own-2026-01-01", 3, true},
		{"openrouter", "openai/gpt-6-luna", 0, false},
	} {
		if price, ok := all.Find(c.provider, c.model); ok != c.known || price.Input != c.input {
			t.Errorf("%s %s costs %+v, known: %v", c.provider, c.model, price, ok)
		}
	}
	for _, wrong := range []string{"openai: {a: {input: -1, output: 0}}", "openai: {a: {input: 1, output: 1, above: {tokens: 0, input: 1, output: 1}}}"} {
		if _, err := llm.ReadPrices([]byte(wrong)); err == nil {
			t.Errorf("%s is a price", wrong)
		}
	}
}

func TestACallCostsWhatItsLengthAndItsCacheCost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		used llm.Usage
		want int64
	}{
		"a short prompt":               {llm.Usage{InputTokens: 1000, OutputTokens: 100}, 1000 + 1000},
		"a prompt as long as it may":   {llm.Usage{InputTokens: 5000, OutputTokens: 100}, 5000 + 1000},
		"a longer one, all of it":      {llm.Usage{InputTokens: 5001, OutputTokens: 100}, 2*5001 + 1500},
		"one that went into the cache": {llm.Usage{InputTokens: 1000, OutputTokens: 100, CacheWrites: 800}, 1000 + 200 + 1000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prices := llm.Prices{"ollama": {"*": {Input: 1, Output: 10, Above: llm.Above{Tokens: 5000, Input: 2, Output: 15}}}}
			p := llmtest.Says("ollama", good)
			play := p.Play
			p.Play = func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
				reply, err := play(n, ctx, r, onText)
				reply.Usage = c.used
				return reply, err
			}
			_, from, err := fill(t.Context(), llmtest.PricedClient(t, "router", prices, nil, p), llm.Prompt{User: "How?"})
			if err != nil || from.GetCostMicroUsd() != c.want {
				t.Errorf("cost %d, error %v", from.GetCostMicroUsd(), err)
			}
		})
	}
}
