package telemetry_test

import (
	"testing"

	"go.opentelemetry.io/otel/attribute"
	// The last version that has the conventions for generative AI.
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/semconv/v1.41.0/genaiconv"

	"github.com/weft-mesh/weft/kit/telemetry"
)

func TestNamesAreThoseOfTheConventionsForGenerativeAI(t *testing.T) {
	t.Parallel()
	for ours, theirs := range map[attribute.Key]attribute.Key{
		telemetry.ConversationID:     semconv.GenAIConversationIDKey,
		telemetry.GenAIOperation:     semconv.GenAIOperationNameKey,
		telemetry.GenAIProvider:      semconv.GenAIProviderNameKey,
		telemetry.GenAIRequestModel:  semconv.GenAIRequestModelKey,
		telemetry.GenAIMaxTokens:     semconv.GenAIRequestMaxTokensKey,
		telemetry.GenAIStream:        semconv.GenAIRequestStreamKey,
		telemetry.GenAIOutputType:    semconv.GenAIOutputTypeKey,
		telemetry.GenAIResponseModel: semconv.GenAIResponseModelKey,
		telemetry.GenAIFinishReasons: semconv.GenAIResponseFinishReasonsKey,
		telemetry.GenAIInputTokens:   semconv.GenAIUsageInputTokensKey,
		telemetry.GenAIOutputTokens:  semconv.GenAIUsageOutputTokensKey,
		telemetry.GenAITokenType:     semconv.GenAITokenTypeKey,
		telemetry.GenAIAgentName:     semconv.GenAIAgentNameKey,
		telemetry.GenAISystem:        semconv.GenAISystemInstructionsKey,
		telemetry.GenAIInput:         semconv.GenAIInputMessagesKey,
		telemetry.GenAIOutput:        semconv.GenAIOutputMessagesKey,
		telemetry.ErrorType:          semconv.ErrorTypeKey,
		telemetry.ServerAddress:      semconv.ServerAddressKey,
		telemetry.ServerPort:         semconv.ServerPortKey,
	} {
		if ours != theirs {
			t.Errorf("%s is %s there", ours, theirs)
		}
	}
	if telemetry.SpanChat != semconv.GenAIOperationNameChat.Value.AsString() || telemetry.SpanEmbeddings != semconv.GenAIOperationNameEmbeddings.Value.AsString() || telemetry.SpanAgent != semconv.GenAIOperationNameInvokeAgent.Value.AsString() {
		t.Error("a span does not begin with its operation")
	}
	if telemetry.MetricModelTokens != (genaiconv.ClientTokenUsage{}).Name() || telemetry.MetricModelDuration != (genaiconv.ClientOperationDuration{}).Name() {
		t.Error("a metric has another name there")
	}
}
