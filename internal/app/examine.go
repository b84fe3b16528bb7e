package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
)

// Thinking is how an agent would answer now.
type Thinking struct {
	Agent  string
	Mind   mind.Kind
	Tier   string
	Routes []Asked // in the order in which they are asked; none for rules
}

// Asked is a model that an agent asks.
type Asked struct {
	Provider, Model string
	Err             error // why it would not answer; nil if it would
	Window          int   // tokens that the model can hold; 0 if that is not known
	Want            int   // tokens that it is asked to hold once that is known
	Priced          bool  // its price is known
	Listed          bool  // and it is the built-in list price
}

// examineTime bounds how long a provider is waited for.
const examineTime = 5 * time.Second

// Examine tells for each agent what would answer it. It asks the providers what
// they have, and no model anything. A provider's failure is part of the result.
func Examine(ctx context.Context, c *config.Config) ([]Thinking, error) {
	prices, err := Prices(c)
	if err != nil {
		return nil, err
	}
	list, _, err := llm.ListPrices()
	if err != nil {
		return nil, err
	}
	x := &examiner{config: c, prices: prices, list: list, seen: map[string]*sighting{}}
	var all []Thinking
	for _, agent := range config.Agents() {
		asks, _ := c.LLM.Agents.Of(agent)
		t := Thinking{Agent: agent, Mind: c.MindOf(agent)}
		if t.Mind != mind.Rules {
			t.Tier = asks.Tier
			for _, provider := range c.LLM.Routes(agent) {
				t.Routes = append(t.Routes, x.ask(ctx, provider, c.LLM.ModelFor(asks.Tier, provider)))
			}
		}
		all = append(all, t)
	}
	x.wait.Wait()
	for i := range all {
		for j := range all[i].Routes {
			r := &all[i].Routes[j]
			s := x.seen[r.Provider+" "+r.Model]
			r.Err, r.Window = s.err, s.model.Window
			r.Want = llm.WindowOf(r.Provider, c.LLM.Window, r.Window)
		}
	}
	return all, nil
}

// An examiner looks at each model once, at several at the same time.
type examiner struct {
	config *config.Config
	prices llm.Prices
	list   llm.Prices // those that are built in
	seen   map[string]*sighting
	wait   sync.WaitGroup
}

type sighting struct {
	model llm.Model
	err   error
}

func (x *examiner) ask(ctx context.Context, provider, model string) Asked {
	key := provider + " " + model
	if x.seen[key] == nil {
		s := &sighting{}
		x.seen[key] = s
		x.wait.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, examineTime)
			defer cancel()
			p, err := Provider(x.config, provider)
			if err != nil {
				s.err = err
				return
			}
			if s.model, s.err = p.Model(ctx, model); s.err == nil && s.model.Window > 0 && s.model.Window < x.config.LLM.Window {
				s.err = errSmall
			}
		})
	}
	price, priced := x.prices.Find(provider, model)
	list, listed := x.list.Find(provider, model)
	return Asked{Provider: provider, Model: model, Priced: priced, Listed: listed && price == list && provider != "ollama"}
}

// errSmall says that a model can't hold what it will be asked to hold.
var errSmall = errors.New("its context window is smaller than llm.window")
