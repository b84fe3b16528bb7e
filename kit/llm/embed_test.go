package llm_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/openai"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const twoVectors = `{"model":"m-1","data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}],"usage":{"prompt_tokens":100,"total_tokens":100}}`

// embedding returns the way to the model of a server, which costs 2 dollars a million tokens.
func embedding(t *testing.T, change func(*config.LLM), plays ...llmtest.Play) (*llm.Embedding, *llmtest.Server) {
	t.Helper()
	s := llmtest.Serve(t, plays...)
	p, err := openai.New(config.Cloud{Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	c := config.LLM{
		Timeout: time.Minute, Breaker: config.Breaker{Failures: 2, Pause: time.Minute},
		Embeddings: config.Embeddings{Provider: "openai", Model: "m", QueryPrefix: "q: ", PassagePrefix: "p: ", Timeout: 10 * time.Second},
	}
	if change != nil {
		change(&c)
	}
	d, err := llm.New(llm.Deps{
		Config: c, Embedder: p, Prices: llm.Prices{"openai": {"m": {Input: 2}}},
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d.Embedding(), s
}

func TestVectorsCountWhatTheyCost(t *testing.T) {
	t.Parallel()
	e, s := embedding(t, nil, llmtest.Play{Pieces: []string{twoVectors}})
	a := llm.AllowanceOf(&commonv1.CallContext{ModelBudget: &commonv1.ModelBudget{MicroUsd: proto.Int64(250), MicroUsdLimit: "llm.budget.run_micro_usd"}})
	got, used, err := e.Question(t.Context(), a, []string{"one", "two"})
	if err != nil || len(got) != 2 || got[1][1] != 1 {
		t.Fatalf("got %v, error %v", got, err)
	}
	if used.GetCalls() != 1 || used.GetInputTokens() != 100 || used.GetCostMicroUsd() != 200 {
		t.Errorf("usage is %v", used)
	}
	if _, body := s.Last(t); !strings.Contains(string(body), `["q: one","q: two"]`) {
		t.Errorf("a question was sent as %s", body)
	}
	if _, used, err := e.Passages(t.Context(), a, []string{"one", "two"}); !errors.Is(err, llm.ErrBudget) || used != nil || s.Calls() != 1 {
		t.Errorf("beyond its budget it was asked %d times, error %v", s.Calls(), err)
	}
	if _, _, err := e.Passages(t.Context(), nil, []string{"one", "two"}); err != nil {
		t.Fatal(err)
	}
	if _, body := s.Last(t); !strings.Contains(string(body), `["p: one","p: two"]`) {
		t.Errorf("a passage was sent as %s", body)
	}
}

func TestAQuestionWaitsNoLongerThanItsTimeForAVectorAndThenNotAtAll(t *testing.T) {
	t.Parallel()
	e, s := embedding(t, func(c *config.LLM) { c.Embeddings.Timeout = 50 * time.Millisecond }, llmtest.Play{Silent: true})
	_, used, err := e.Question(t.Context(), nil, []string{"one"})
	if f, ok := errors.AsType[*llm.Error](err); !ok || f.Cause != llm.TimedOut || used.GetCalls() != 1 {
		t.Errorf("usage %v, error %v", used, err)
	}
	if _, used, err = e.Question(t.Context(), nil, []string{"one"}); err == nil || used != nil || s.Calls() != 1 || !strings.Contains(err.Error(), "openai m failed a moment ago") {
		t.Errorf("after a silence it was asked %d times, error %v", s.Calls(), err)
	}
}

func TestNoVectorsAreMadeWhereNoneAreConfigured(t *testing.T) {
	t.Parallel()
	d, err := llm.New(llm.Deps{Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter("")})
	if err != nil {
		t.Fatal(err)
	}
	if e := d.Embedding(); e != nil {
		t.Errorf("there is %s", e.Name())
	}
}

func TestVectorsThatWereRecordedAreReplayed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{twoVectors}})
	p, err := openai.New(config.Cloud{Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	asked := llm.EmbedRequest{Model: "m", Texts: []string{"a", "b"}}
	if _, err := llm.RecordEmbedder(p, dir).Embed(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	again := llm.ReplayEmbedder("openai", dir)
	if got, err := again.Embed(t.Context(), asked); err != nil || got.Vectors[1][1] != 1 || got.Usage.InputTokens != 100 || s.Calls() != 1 {
		t.Errorf("replayed %v after %d calls, error %v", got, s.Calls(), err)
	}
	asked.Texts = []string{"a", "c"}
	_, err = again.Embed(t.Context(), asked)
	if f, ok := errors.AsType[*llm.Error](err); !ok || f.Cause != llm.Missing {
		t.Errorf("of other texts the error is %v", err)
	}
}
