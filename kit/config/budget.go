package config

import "slices"

// ModelBudget is what models may cost. Below zero is without a limit; zero is
// rules only.
type ModelBudget struct {
	TurnTokens   int `yaml:"turn_tokens" min:"-1" doc:"Tokens that a turn may use: from an input or answer of the user to the run's end or its next question. -1: no limit. 0: rules only."`
	TurnMicroUSD int `yaml:"turn_micro_usd" min:"-1" doc:"What a turn may cost, in millionths of a US dollar. -1: no limit. 0: rules only."`
	RunTokens    int `yaml:"run_tokens" min:"-1" doc:"Tokens that one run may use, read and written. -1: no limit. 0: rules only."`
	RunMicroUSD  int `yaml:"run_micro_usd" min:"-1" doc:"What one run may cost, in millionths of a US dollar. -1: no limit. 0: rules only."`
	DayTokens    int `yaml:"day_tokens" min:"-1" doc:"Tokens that a tenant may use in a day of time_zone, for runs, explanations and imports. -1: no limit. 0: rules only."`
	DayMicroUSD  int `yaml:"day_micro_usd" min:"-1" doc:"What a tenant's day may cost, in millionths of a US dollar. -1: no limit. 0: rules only."`
}

// A limit is one of a budget, with its setting.
type limit struct {
	path string
	most int
}

// tokens and money return the limits from the shortest time to the longest.
func (b ModelBudget) tokens() []limit {
	return []limit{{"llm.budget.turn_tokens", b.TurnTokens}, {"llm.budget.run_tokens", b.RunTokens}, {"llm.budget.day_tokens", b.DayTokens}}
}

func (b ModelBudget) money() []limit {
	return []limit{{"llm.budget.turn_micro_usd", b.TurnMicroUSD}, {"llm.budget.run_micro_usd", b.RunMicroUSD}, {"llm.budget.day_micro_usd", b.DayMicroUSD}}
}

// Money returns the setting of the first limit on money that something must cost to
// reach, "" if there is none.
func (b ModelBudget) Money() string {
	for _, l := range b.money() {
		if l.most > 0 {
			return l.path
		}
	}
	return ""
}

// Nothing returns the setting of the first limit of nothing, "" if there is none.
func (b ModelBudget) Nothing() string {
	for _, l := range slices.Concat(b.tokens(), b.money()) {
		if l.most == 0 {
			return l.path
		}
	}
	return ""
}

// budgets refuses limits that can't be reached: whoever sets one counts on it.
func (k *checker) budgets() {
	c := k.config
	for _, limits := range [][]limit{c.LLM.Budget.tokens(), c.LLM.Budget.money()} {
		for i, short := range limits {
			for _, long := range limits[i+1:] {
				if long.most >= 0 && short.most > long.most {
					k.problem(short.path, "%d is never reached, because %s allows only %d; lower this limit or raise that one", short.most, long.path, long.most)
				}
			}
		}
	}
}
