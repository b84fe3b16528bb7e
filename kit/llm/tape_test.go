package llm_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func TestWhatWasRecordedIsReplayedToTheLetter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	live := llmtest.Client(t, "router", nil, llm.Record(llmtest.Says("ollama", bad, good, odd), dir))
	ask := func(c *llm.Client) (out []proto.Message) {
		for _, text := range []string{"How?", "How?", "Why?"} {
			got, from, err := fill(t.Context(), c, llm.Prompt{System: "You route.", User: text})
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, got, from)
		}
		return out
	}
	first := ask(live)
	for range 2 { // a recording can be played as often as one likes
		again := ask(llmtest.Client(t, "router", nil, llm.Replay("ollama", dir)))
		for i := range first {
			if !proto.Equal(first[i], again[i]) {
				t.Errorf("was %v\nis %v", first[i], again[i])
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", f, info.Mode())
		}
	}
}

// bounded is a provider whose schemas have bounds.
type bounded struct{ *llmtest.Scripted }

func (bounded) Dialect() form.Dialect { return form.Dialect{Bounds: 2000} }

func TestARecordingHasTheDialectOfItsProvider(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, llm.Record(bounded{llmtest.Says("ollama", good)}, dir)), llm.Prompt{User: "How?"}); err != nil {
		t.Fatal(err)
	}
	if got := llm.Replay("ollama", dir).Dialect().Bounds; got != 2000 {
		t.Errorf("its bounds are %d", got)
	}
}

func TestARecordingHasTheWindowThatItsModelWasAskedToHold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	small := func(c *config.LLM) { c.Window = 5000 }
	if _, _, err := fill(t.Context(), llmtest.Client(t, "router", small, llm.Record(llmtest.Says("ollama", good), dir)), llm.Prompt{User: "How?"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"qwen2.5:7b": 5000, "another": 0} {
		if m, err := llm.Replay("ollama", dir).Model(t.Context(), name); err != nil || m.Window != want {
			t.Errorf("%s is %+v, error %v", name, m, err)
		}
	}
}

func TestFailuresAreRecordedToo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	never := func(c *config.LLM) { c.Retry = 0 }
	dead := llmtest.Fails("ollama", llm.Error{Provider: "ollama", Cause: llm.Denied, Err: errors.New("no such key")})
	_, _, first := fill(t.Context(), llmtest.Client(t, "router", never, llm.Record(dead, dir)), llm.Prompt{User: "How?"})
	_, _, again := fill(t.Context(), llmtest.Client(t, "router", never, llm.Replay("ollama", dir)), llm.Prompt{User: "How?"})
	if first == nil || again == nil || !strings.Contains(again.Error(), "no such key") {
		t.Errorf("was %v, is %v", first, again)
	}
}

func TestWhatWasNeverAskedHasNoAnswer(t *testing.T) {
	t.Parallel()
	_, _, err := fill(t.Context(), llmtest.Client(t, "router", nil, llm.Replay("ollama", t.TempDir())), llm.Prompt{User: "How?"})
	if !errors.Is(err, llm.ErrNoAnswer) || !strings.Contains(err.Error(), "no answer to this call") {
		t.Errorf("error is %v", err)
	}
}
