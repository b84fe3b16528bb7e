package openai_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/openai"
)

// reversed has the vectors in the opposite order of their texts: their index counts.
func reversed(v ...[]float32) string {
	var data []string
	for i := len(v) - 1; i >= 0; i-- {
		numbers, _ := json.Marshal(v[i])
		data = append(data, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":%s}`, i, numbers))
	}
	return `{"object":"list","model":"tiny-0001","data":[` + strings.Join(data, ",") + `],"usage":{"prompt_tokens":9,"total_tokens":9}}`
}

var vectors = llmtest.EmbedProtocol{
	Reply: reversed,
	Error: plain.Error,
	New: func(t *testing.T, base string) llm.Embedder {
		t.Helper()
		p, err := openai.New(config.Cloud{Key: "sk-test", Base: base + "/v1"})
		if err != nil {
			t.Fatal(err)
		}
		return p
	},
}

func TestVectorsOfOpenAI(t *testing.T) {
	t.Parallel()
	llmtest.RunEmbedder(t, vectors)
}

func TestVectorsAreAskedForWithTheKeyAsNumbers(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{reversed([]float32{1})}})
	if _, err := vectors.New(t, s.URL).Embed(t.Context(), llm.EmbedRequest{Model: "tiny", Texts: []string{"a"}}); err != nil {
		t.Fatal(err)
	}
	r, body := s.Last(t)
	if r.URL.Path != "/v1/embeddings" || r.Header.Get("Authorization") != "Bearer sk-test" || !strings.Contains(string(body), `"encoding_format":"float"`) {
		t.Errorf("%s was asked with %q: %s", r.URL.Path, r.Header.Get("Authorization"), body)
	}
}

func TestTwoVectorsOfOneTextAreAFailure(t *testing.T) {
	t.Parallel()
	twice := `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]}`
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{twice}})
	if got, err := vectors.New(t, s.URL).Embed(t.Context(), llm.EmbedRequest{Model: "tiny", Texts: []string{"a", "b"}}); err == nil {
		t.Errorf("it was taken for %v", got)
	}
}
