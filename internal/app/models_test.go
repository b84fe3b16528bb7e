package app

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
)

func TestALimitOnMoneyNeedsThePricesOfAllModelsThatAreAsked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*config.LLM)
		lacks  string // the model without a price, "" if all have one
	}{
		"the usual models have list prices": {func(*config.LLM) {}, ""},
		"another has none":                  {func(l *config.LLM) { l.Tiers.High.Anthropic = "claude-next" }, "anthropic claude-next, which the evaluator uses"},
		"nor has one of a market":           {func(l *config.LLM) { l.FallbackProvider, l.Tiers.Low.OpenRouter = "openrouter", "a/b" }, "openrouter a/b, which the router uses"},
		"none is needed without a limit":    {func(l *config.LLM) { l.Tiers.High.Anthropic, l.Budget.DayMicroUSD = "claude-next", -1 }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := config.Default()
			conf.LLM.DefaultProvider, conf.LLM.Budget.DayMicroUSD = "anthropic", 1000
			c.change(&conf.LLM)
			prices, err := Prices(conf)
			if err != nil {
				t.Fatal(err)
			}
			m := &mesh{Options: Options{Config: conf}, roles: []string{"router", "evaluator"}}
			err = m.priced(prices)
			if c.lacks == "" && err != nil || c.lacks != "" && (!errors.Is(err, fault.ConfigInvalid) || !strings.Contains(err.Error(), c.lacks)) {
				t.Errorf("error is %v", err)
			}
		})
	}
}

func TestEachAgentThatUsesAModelCanBeTried(t *testing.T) {
	t.Parallel()
	for _, agent := range config.Thinkers() {
		if trials[agent] == nil {
			t.Errorf("there is no question to try the %s with", agent)
		}
	}
}
