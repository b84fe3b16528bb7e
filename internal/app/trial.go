package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Trial is one real question that an agent's model was asked.
type Trial struct {
	Agent string
	Took  time.Duration
	From  *commonv1.Provenance // of the answer; nil if there was none
	Said  string               // the answer in a few words
	Err   error
}

// Try asks the model of an agent one real question, as a run would, but without
// rules to fall back on.
func Try(ctx context.Context, c *config.Config, agent string) (Trial, error) {
	t := Trial{Agent: agent}
	ask, ok := trials[agent]
	if !ok {
		return t, fmt.Errorf("no agent %q uses a model; these do: %s", agent, strings.Join(config.Thinkers(), ", "))
	}
	var providers []llm.Provider
	for _, name := range c.LLM.Routes(agent) {
		p, err := Provider(c, name)
		if err != nil {
			return t, err
		}
		providers = append(providers, p)
	}
	prices, err := Prices(c)
	if err != nil {
		return t, err
	}
	door, err := llm.New(llm.Deps{
		Config: c.LLM, Prices: prices, Providers: providers,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		return t, err
	}
	client, err := door.For(agent)
	if err != nil {
		return t, err
	}
	start := time.Now()
	t.From, t.Said, t.Err = ask(ctx, client)
	t.Took = time.Since(start)
	return t, nil
}

// trials are the questions, by agent.
var trials = map[string]func(context.Context, *llm.Client) (*commonv1.Provenance, string, error){
	"router":      tryRouter,
	"planner":     tryPlanner,
	"synthesizer": trySynthesizer,
	"evaluator":   tryEvaluator,
	"parser":      tryParser,
	"observer":    tryObserver,
}

func trialContext() *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Depth: commonv1.Depth_DEPTH_DEEP, Tenant: "local", User: "me"}
}
