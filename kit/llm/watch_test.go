package llm_test

import (
	"errors"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// traced returns a router's client whose spans are kept.
func traced(t *testing.T, content int, providers ...llm.Provider) (*llm.Client, *tracetest.SpanRecorder) {
	t.Helper()
	spans := tracetest.NewSpanRecorder()
	c := config.Default().LLM
	c.DefaultProvider, c.FallbackProvider = providers[0].Name(), "anthropic"
	c.Tiers.Low.Azure = "a-deployment"
	door, err := llm.New(llm.Deps{
		Config: c, Providers: append(providers, llmtest.Says("anthropic", good)), Content: content,
		Tracer: sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	client, err := door.For("router")
	if err != nil {
		t.Fatal(err)
	}
	return client, spans
}

func value(s sdktrace.ReadOnlySpan, key attribute.Key) attribute.Value {
	for _, kv := range s.Attributes() {
		if kv.Key == key {
			return kv.Value
		}
	}
	return attribute.Value{}
}

func TestSpansOfCallsKeepTheConventionsForGenerativeAI(t *testing.T) {
	t.Parallel()
	c, spans := traced(t, 0, llmtest.Fails("azure", llm.Error{Provider: "azure", Cause: llm.Denied, Err: errors.New("no such key")}))
	if _, _, err := fill(t.Context(), c, llm.Prompt{System: "You route.", User: "call 0171/1234567"}); err != nil {
		t.Fatal(err)
	}
	ended := spans.Ended()
	if len(ended) != 3 {
		t.Fatalf("%d spans", len(ended))
	}
	failed, answered, agent := ended[0], ended[1], ended[2]
	if failed.Name() != "chat a-deployment" || failed.SpanKind() != trace.SpanKindClient || value(failed, "gen_ai.provider.name").AsString() != "azure.ai.openai" ||
		value(failed, "error.type").AsString() != "denied" {
		t.Errorf("the call that failed: %s %v", failed.Name(), failed.Attributes())
	}
	for key, want := range map[attribute.Key]string{
		telemetry.GenAIOperation: "chat", telemetry.GenAIProvider: "anthropic", telemetry.GenAIRequestModel: "claude-haiku-5-5", telemetry.GenAIResponseModel: "m-1",
		telemetry.GenAIOutputType: "json", telemetry.GenAIAgentName: "router", telemetry.GenAIInputTokens: "100", telemetry.GenAIOutputTokens: "10",
		telemetry.GenAIFinishReasons: `["stop"]`, telemetry.GenAIMaxTokens: "6144",
	} {
		if got := value(answered, key); got.String() != want {
			t.Errorf("%s is %s, want %s", key, got.String(), want)
		}
	}
	if agent.Name() != "invoke_agent router" || answered.Parent().SpanID() != agent.SpanContext().SpanID() || value(agent, "gen_ai.operation.name").AsString() != "invoke_agent" ||
		value(agent, "weft.form").AsString() != "Routing" || !value(agent, "weft.degraded").AsBool() || value(agent, "gen_ai.usage.input_tokens").AsInt64() != 100 {
		t.Errorf("the agent: %s %v", agent.Name(), agent.Attributes())
	}
	for _, s := range ended {
		for _, kv := range s.Attributes() {
			if text := kv.Value.String(); strings.Contains(text, "You route") || strings.Contains(text, "0171") || strings.Contains(text, "How?") {
				t.Errorf("%s has content in %s", s.Name(), kv.Key)
			}
		}
	}
}

func TestContentThatIsCapturedIsRedactedAndBounded(t *testing.T) {
	t.Parallel()
	c, spans := traced(t, 40, llmtest.Says("ollama", good))
	if _, _, err := fill(t.Context(), c, llm.Prompt{System: "You route.", User: "call 0171/1234567 or ann@example.com, " + strings.Repeat("slept well ", 50)}); err != nil {
		t.Fatal(err)
	}
	chat := spans.Ended()[0]
	for key, want := range map[attribute.Key]string{
		telemetry.GenAISystem: `[{"type":"text","content":"You route."}]`,
		telemetry.GenAIInput:  `[{"role":"user","parts":[{"type":"text","content":"call [phone] or [e-mail], slept well sle…"}]}]`,
		telemetry.GenAIOutput: `[{"role":"assistant","parts":[{"type":"text","content":"{\"first_day\":\"\",\"language\":\"en\",\"last_da…"}],"finish_reason":"stop"}]`,
	} {
		if got := value(chat, key).AsString(); got != want {
			t.Errorf("%s is\n%s, want\n%s", key, got, want)
		}
	}
}
