package llm

import (
	"fmt"
	"sync"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fair"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Door leads the agents of one process to their models. It is safe for
// concurrent use.
type Door struct {
	config config.LLM
	prices Prices
	lines  map[string]*line
	watch  *watch

	embedder Embedder // nil for none
}

// A line is a provider with what was learned of it.
type line struct {
	Provider
	breaker *breaker
	meters  meters
	sights  sights
}

// Deps is what a door is built from.
type Deps struct {
	Config    config.LLM
	Prices    Prices
	Providers []Provider
	Embedder  Embedder // of llm.embeddings; nil for none
	Tracer    trace.Tracer
	Meter     metric.Meter
	// Content is how many bytes of each prompt and reply go into spans, redacted. 0:
	// none.
	Content int
}

// New returns a door to the providers.
func New(deps Deps) (*Door, error) {
	c := deps.Config
	d := &Door{config: c, prices: deps.Prices, lines: map[string]*line{}, embedder: deps.Embedder}
	var err error
	if d.watch, err = newWatch(deps.Tracer, deps.Meter, deps.Content); err != nil {
		return nil, err
	}
	for _, p := range deps.Providers {
		d.lines[p.Name()] = &line{
			Provider: p,
			breaker:  &breaker{failures: c.Breaker.Failures, pause: c.Breaker.Pause},
		}
	}
	return d, nil
}

// A Route is a model that an agent may ask.
type Route struct {
	Provider string
	Model    string
	Tier     commonv1.Tier
}

func (r Route) String() string { return r.Provider + " " + r.Model }

// A Client is one agent's way to its models. It is safe for concurrent use.
type Client struct {
	door   *Door
	agent  string
	most   time.Duration // that one call may take
	effort string        // that its models are told to put into it; "" for nothing told
	routes []Route       // in the order in which they are asked

	mu      sync.Mutex
	windows map[Route]*fair.Window
}

// For returns the client of an agent. Its first route is the provider that the
// agent is configured for, the second the fallback. It is an error if a route
// has no model configured for the agent's tier.
func (d *Door) For(agent string) (*Client, error) {
	how, ok := d.config.Agents.Of(agent)
	if !ok {
		return nil, fmt.Errorf("no agent %q asks a model", agent)
	}
	c := &Client{door: d, agent: agent, most: d.config.TimeoutFor(how.Tier), effort: d.config.EffortFor(how.Tier), windows: map[Route]*fair.Window{}}
	for _, name := range d.config.Routes(agent) {
		if _, ok := d.lines[name]; !ok {
			return nil, fmt.Errorf("%s: the provider %s is not built in", agent, name)
		}
		model := d.config.ModelFor(how.Tier, name)
		if model == "" {
			return nil, fmt.Errorf("%s: llm.tiers.%s.%s names no model", agent, how.Tier, name)
		}
		c.routes = append(c.routes, Route{name, model, tiers[how.Tier]})
	}
	if len(c.routes) == 0 {
		return nil, fmt.Errorf("the %s has no provider of models; set llm.default_provider or llm.agents.%s.provider", agent, agent)
	}
	return c, nil
}

// tiers are the tiers by their names in the configuration.
var tiers = map[string]commonv1.Tier{
	"low":    commonv1.Tier_TIER_LOW,
	"medium": commonv1.Tier_TIER_MEDIUM,
	"high":   commonv1.Tier_TIER_HIGH,
}

// cheaper are the models of a route's provider for lower tiers that cost less than the route's,
// the most capable first. They are asked where there is no money left for that.
func (d *Door) cheaper(r Route) []Route {
	var out []Route
	least := r
	for _, name := range []string{"medium", "low"} {
		next := Route{r.Provider, d.config.ModelFor(name, r.Provider), tiers[name]}
		price, known := d.prices.Find(next.Provider, next.Model)
		if next.Tier < least.Tier && next.Model != "" && known && price.below(d.prices.Of(least.Provider, least.Model)) {
			out, least = append(out, next), next
		}
	}
	return out
}
