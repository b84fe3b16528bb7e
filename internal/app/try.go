package app

import (
	"context"
	"fmt"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
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
	ask, ok := trials[agent]
	if !ok {
		return t, fmt.Errorf("the %s thinks by rules in this build", agent)
	}
	start := time.Now()
	t.From, t.Said, t.Err = ask(ctx, client)
	t.Took = time.Since(start)
	return t, nil
}

// trials are the questions, by agent.
var trials = map[string]func(context.Context, *llm.Client) (*commonv1.Provenance, string, error){
	"router": tryRouter,
}

func tryRouter(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	set, err := domains.Builtin()
	if err != nil {
		return nil, "", err
	}
	s, err := router.New(router.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Route(ctx, &routerv1.RouteRequest{
		Context: &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "local", User: "me"},
		Text:    "Slept 6 h, bench press 3x5 at 80 kg. How does that compare with last week?",
		Domains: set.Infos(),
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), fmt.Sprintf("%s, domains %v", res.GetInputType(), res.GetDomains()), nil
}
