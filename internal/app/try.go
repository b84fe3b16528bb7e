package app

import (
	"context"
	"fmt"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/analyzer"
	"github.com/weft-mesh/weft/services/router"
	"github.com/weft-mesh/weft/services/synthesizer"
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
	"router":      tryRouter,
	"planner":     tryPlanner,
	"analyzer":    tryAnalyzer,
	"synthesizer": trySynthesizer,
	"evaluator":   tryEvaluator,
	"clarifier":   tryClarifier,
	"parser":      tryParser,
	"observer":    tryObserver,
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
		Context: trialContext(),
		Text:    "Slept 6 h, bench press 3x5 at 80 kg. How does that compare with last week?",
		Domains: set.Infos(),
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), fmt.Sprintf("%s, domains %v", res.GetInputType(), res.GetDomains()), nil
}

func trialContext() *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "local", User: "me"}
}

const trialID, trialText = "2026-02-17_07-10-00", "Slept 5 h, lay awake with the list of accounts."

func trialScope() *commonv1.QueryScope {
	return &commonv1.QueryScope{
		Query: "How did I sleep on 17 February 2026?", Type: commonv1.QueryType_QUERY_TYPE_SIMPLE, Subjects: []string{"sleep"},
		Ranges: []*commonv1.ScopeRange{{Start: trialID[:10], End: trialID[:10], Label: "17 February 2026"}},
	}
}

func tryAnalyzer(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := analyzer.New(analyzer.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Analyze(ctx, &analyzerv1.AnalyzeRequest{
		Context: trialContext(), Scope: trialScope(), DomainContext: &commonv1.DomainContext{},
		Entries: []*commonv1.Entry{{Id: trialID, Date: trialID[:10], Text: trialText}},
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), fmt.Sprintf("%d findings, %s", len(res.GetAnalysis().GetFindings()), res.GetAnalysis().GetVerdict()), nil
}

func trySynthesizer(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := synthesizer.New(synthesizer.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	out := &collected{ctx: ctx}
	err = s.Synthesize(&synthesizerv1.SynthesizeRequest{
		Context: trialContext(),
		Scope:   trialScope(),
		Analysis: &commonv1.Analysis{
			Facts:    []*commonv1.Fact{{Id: "f1", Kind: "average", Subject: "sleep", Measure: "duration", Value: 5, Unit: "h", SampleSize: 1, EntryIds: []string{trialID}, Text: "You slept 5 h on 2026-02-17."}},
			Findings: []*commonv1.Finding{{Claim: "You slept 5 h on 2026-02-17", FactIds: []string{"f1"}, EntryIds: []string{trialID}, Confidence: commonv1.Confidence_CONFIDENCE_HIGH}},
			Verdict:  commonv1.Verdict_VERDICT_SUFFICIENT,
		},
		Entries:       []*commonv1.Entry{{Id: trialID, Date: trialID[:10], Text: trialText}},
		DomainContext: &commonv1.DomainContext{},
	}, out)
	if err != nil {
		return nil, "", err
	}
	return out.last.GetProvenance(), fmt.Sprintf("%.80q", out.last.GetAnswer().GetText()), nil
}

// collected is a stream of which the last message counts.
type collected struct {
	grpc.ServerStream
	ctx  context.Context
	last *synthesizerv1.SynthesizeResponse
}

func (c *collected) Context() context.Context { return c.ctx }

func (c *collected) Send(r *synthesizerv1.SynthesizeResponse) error {
	c.last = r
	return nil
}
