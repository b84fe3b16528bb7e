package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
)

// Tiers are the tiers of models, the least capable first.
func Tiers() []string { return []string{"low", "medium", "high"} }

// A TierTrial is one small call of the model that some tiers have at a provider.
type TierTrial struct {
	Tiers []string
	Model string
	Took  time.Duration
	Usage llm.Usage
	Err   error
}

// TryTiers sends the model of each tier one small question, once where several tiers
// have the same.
func TryTiers(ctx context.Context, c *config.Config, provider string) ([]TierTrial, error) {
	p, err := Provider(c, provider)
	if err != nil {
		return nil, err
	}
	var all []TierTrial
	for _, tier := range Tiers() {
		model := c.LLM.ModelFor(tier, provider)
		if i := slices.IndexFunc(all, func(t TierTrial) bool { return t.Model == model }); i >= 0 {
			all[i].Tiers = append(all[i].Tiers, tier)
			continue
		}
		t := TierTrial{Tiers: []string{tier}, Model: model}
		began := time.Now()
		t.Usage, t.Err = trySmall(ctx, c, p, tier, model)
		t.Took = time.Since(began)
		all = append(all, t)
	}
	return all, nil
}

const (
	smallWindow = 2048
	smallAnswer = 200 // tokens
)

// trySmall has a model fill in the smallest form there is, as all that agents ask of a
// model are forms.
func trySmall(ctx context.Context, c *config.Config, p llm.Provider, tier, model string) (llm.Usage, error) {
	ctx, cancel := context.WithTimeout(ctx, c.LLM.TimeoutFor(tier))
	defer cancel()
	reply, err := p.Chat(ctx, llm.Request{
		Model:     model,
		System:    "Answer with a JSON object.",
		Turns:     []llm.Turn{{Role: llm.User, Text: "How many days has a week? Write the number into \"days\"."}},
		Form:      "trial",
		Schema:    json.RawMessage(`{"type":"object","properties":{"days":{"type":"integer"}},"required":["days"],"additionalProperties":false}`),
		Effort:    c.LLM.EffortFor(tier),
		MaxTokens: smallAnswer + c.LLM.ThinkingFor(p.Name()),
		Window:    smallWindow + c.LLM.ThinkingFor(p.Name()),
	}, nil)
	if err != nil {
		return llm.Usage{}, err
	}
	if reply.Stop != llm.StopEnd {
		return reply.Usage, fmt.Errorf("it stopped early (%s)", reply.Stop)
	}
	var form struct{ Days *int }
	if err := json.Unmarshal([]byte(reply.Text), &form); err != nil || form.Days == nil {
		return reply.Usage, errors.New("its answer doesn't keep the JSON schema that it was given; Weft needs a model or server that does")
	}
	return reply.Usage, nil
}

// Models lists the models of a provider; none where it can't tell.
func Models(ctx context.Context, c *config.Config, provider string) ([]llm.Model, error) {
	p, err := Provider(c, provider)
	if err != nil {
		return nil, err
	}
	lister, ok := p.(interface {
		Models(context.Context) ([]llm.Model, error)
	})
	if !ok || provider == "azure" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, examineTime)
	defer cancel()
	return lister.Models(ctx)
}

// A QuestionCost is what a typical question costs: one call.
type QuestionCost struct {
	Model                     string
	InputTokens, OutputTokens int64
	MicroUSD                  int64
	Priced                    bool
}

// CostOfQuestion tells what a question in plain English costs at a provider, thinking
// apart. The tokens are those of docs/models.md.
func CostOfQuestion(c *config.Config, provider string) (QuestionCost, error) {
	prices, err := Prices(c)
	if err != nil {
		return QuestionCost{}, err
	}
	asks, _ := c.LLM.Agents.Of("synthesizer")
	q := QuestionCost{Model: c.LLM.ModelFor(asks.Tier, provider), InputTokens: 3000, OutputTokens: 300}
	price, ok := prices.Find(provider, q.Model)
	q.Priced = ok
	q.MicroUSD = int64(float64(q.InputTokens)*price.Input + float64(q.OutputTokens)*price.Output)
	return q, nil
}
