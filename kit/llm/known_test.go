package llm_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAWindowIsTheModelsOwnUnlessConfigurationOrMemorySaysLess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		provider                string
		configured, known, want int
	}{
		{"anthropic", 0, 0, 128_000},
		{"anthropic", 0, 1_000_000, 1_000_000},
		{"openai", 0, 32_768, 32_768},
		{"ollama", 0, 0, 8192},
		{"ollama", 0, 131_072, 16_384},
		{"ollama", 0, 4096, 4096},
		{"ollama", 65_536, 131_072, 65_536},
		{"ollama", 65_536, 0, 65_536},
		{"anthropic", 65_536, 32_768, 32_768},
	} {
		if got := llm.WindowOf(c.provider, c.configured, c.known); got != c.want {
			t.Errorf("%s, %d configured, %d known: %d", c.provider, c.configured, c.known, got)
		}
	}
}

func TestAWindowThatBecomesKnownIsUsed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		told := make(chan struct{})
		p := llmtest.Says("ollama", good)
		asked := 0
		p.Knows = func(ctx context.Context, name string) (llm.Model, error) {
			asked++
			select {
			case <-told:
				return llm.Model{Name: name, Window: 12_000, Output: 1000}, nil
			case <-ctx.Done():
				return llm.Model{}, ctx.Err()
			}
		}
		c := llmtest.Client(t, "router", nil, p)
		ask := func() llm.Request {
			t.Helper()
			if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); err != nil {
				t.Fatal(err)
			}
			return p.Seen()[p.Calls()-1]
		}
		c.Learn(t.Context())
		if r := ask(); r.Window != 8192 || r.MaxTokens != 2048 { // nobody waits for it
			t.Errorf("asked %+v", r)
		}
		before := c.Room(llm.Prompt{}, routing)
		close(told)
		synctest.Wait()
		if r := ask(); r.Window != 12_000 || r.MaxTokens != 1000 {
			t.Errorf("asked %+v", r)
		}
		if more := c.Room(llm.Prompt{}, routing) - before; more != 12_000-8192 {
			t.Errorf("there is room for %d tokens more", more)
		}
		if asked != 1 {
			t.Errorf("it was asked for the model %d times", asked)
		}
	})
}

func TestAModelThatCouldNotBeLearntOfIsAskedForLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := llmtest.Says("ollama", good)
		asked := 0
		p.Knows = func(ctx context.Context, _ string) (llm.Model, error) {
			if asked++; asked > 1 {
				return llm.Model{Window: 4096}, nil
			}
			<-ctx.Done() // it is silent
			return llm.Model{}, errors.New("no answer")
		}
		c := llmtest.Client(t, "router", nil, p)
		start := time.Now()
		for range 3 {
			c.Learn(t.Context())
			synctest.Wait()
		}
		time.Sleep(59 * time.Second)
		c.Learn(t.Context())
		synctest.Wait()
		if asked != 1 || time.Since(start) != 59*time.Second {
			t.Errorf("it was asked %d times in %s", asked, time.Since(start))
		}
		time.Sleep(time.Second)
		for range 2 {
			c.Learn(t.Context())
			synctest.Wait()
		}
		if _, _, err := fill(t.Context(), c, llm.Prompt{User: "How?"}); err != nil || asked != 2 || p.Seen()[0].Window != 4096 {
			t.Errorf("asked %d times, window %d, error %v", asked, p.Seen()[0].Window, err)
		}
	})
}

func TestWhatAModelThinksHasRoomBesideItsAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*config.LLM)
		tokens int
	}{
		"a model of this machine doesn't think": {func(*config.LLM) {}, 2048},
		"unless it is let":                      {func(l *config.LLM) { l.Providers.Ollama.Think = true; l.Window = 32_768 }, 2048 + 4096},
		"a quarter of a small window at most":   {func(l *config.LLM) { l.Providers.Ollama.Think = true; l.Window = 8192 }, 2048 + 2048},
		"a model of a cloud thinks":             {func(l *config.LLM) { l.DefaultProvider, l.Tiers.Low.Effort = "anthropic", "low" }, 2048 + 4096},
		"as long as is configured":              {func(l *config.LLM) { l.DefaultProvider, l.ThinkingTokens = "anthropic", 0 }, 2048},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l config.LLM
			p := llmtest.Says("ollama", good)
			client := llmtest.Client(t, "router", func(d *config.LLM) {
				c.change(d)
				l, p.Called = *d, d.DefaultProvider
			}, p)
			if _, _, err := fill(t.Context(), client, llm.Prompt{User: "How?"}); err != nil {
				t.Fatal(err)
			}
			if r := p.Seen()[0]; r.MaxTokens != c.tokens || r.Effort != l.Tiers.Low.Effort {
				t.Errorf("may write %d tokens with effort %q", r.MaxTokens, r.Effort)
			}
		})
	}
}

func TestABudgetCoversWhatAModelMayThink(t *testing.T) {
	t.Parallel()
	for thinking, enough := range map[int]bool{0: true, 4096: false} {
		p := llmtest.Says("ollama", good)
		c := llmtest.Client(t, "router", func(l *config.LLM) {
			l.Providers.Ollama.Think, l.ThinkingTokens, l.Window = true, thinking, 32_768
		}, p)
		_, _, err := fill(t.Context(), c, llm.Prompt{User: "How?", Allowance: allowance(&commonv1.ModelBudget{Tokens: proto.Int64(5000)})})
		if enough != (err == nil) || enough == errors.Is(err, llm.ErrBudget) {
			t.Errorf("with %d tokens to think in: %v", thinking, err)
		}
	}
}

func TestAnAnswerThatWasAllThoughtIsAskedAgainWithMoreRoom(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", "", good)
	play := p.Play
	p.Play = func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
		reply, err := play(n, ctx, r, onText)
		if n == 1 {
			reply.Stop = llm.StopLength
		}
		return reply, err
	}
	_, from, err := fill(t.Context(), llmtest.Client(t, "router", nil, p), llm.Prompt{User: "How?"})
	if err != nil || from.GetDegraded() {
		t.Fatalf("provenance %v, error %v", from, err)
	}
	first, second := p.Seen()[0], p.Seen()[1]
	if second.MaxTokens != 2*first.MaxTokens || len(second.Turns) != 1 || second.Again != 1 {
		t.Errorf("asked %+v, then %+v", first, second)
	}
}
