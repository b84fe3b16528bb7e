package ollama_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/ollama"
)

var vectors = llmtest.EmbedProtocol{
	Reply: func(v ...[]float32) string {
		text, _ := json.Marshal(v)
		return fmt.Sprintf(`{"model":"tiny","embeddings":%s,"total_duration":1,"prompt_eval_count":9}`, text)
	},
	Error: protocol.Error,
	New: func(t *testing.T, base string) llm.Embedder {
		t.Helper()
		p, err := ollama.New(config.Ollama{Base: base, KeepAlive: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return p
	},
}

func TestVectorsOfOllama(t *testing.T) {
	t.Parallel()
	llmtest.RunEmbedder(t, vectors)
}

func TestATextThatIsTooLongForTheModelIsCutByTheServer(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{vectors.Reply([]float32{1})}})
	if _, err := vectors.New(t, s.URL).Embed(t.Context(), llm.EmbedRequest{Model: "tiny", Texts: []string{"a"}}); err != nil {
		t.Fatal(err)
	}
	r, body := s.Last(t)
	if r.URL.Path != "/api/embed" || !strings.Contains(string(body), `"truncate":true`) || !strings.Contains(string(body), `"keep_alive":"1m0s"`) {
		t.Errorf("%s was asked %s", r.URL.Path, body)
	}
}
