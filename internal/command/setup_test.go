package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

// A modelServer speaks OpenAI's protocol and Ollama's, as far as a setup needs them.
type modelServer struct {
	*httptest.Server
	mu     sync.Mutex
	keys   []string // the Authorization of each call
	models []string // that were asked
	reply  string
}

func serveModels(t *testing.T, reply string) *modelServer {
	t.Helper()
	s := &modelServer{reply: reply}
	mux := http.NewServeMux()
	list := func(w http.ResponseWriter, r *http.Request) {
		s.heard(r, "")
		_, _ = fmt.Fprint(w, `{"data":[{"id":"small"},{"id":"large"}],"models":[{"name":"small","model":"small"},{"name":"nomic-embed","model":"nomic-embed"}]}`)
	}
	mux.HandleFunc("GET /v1/models", list)
	mux.HandleFunc("GET /api/tags", list)
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		s.heard(r, modelOf(r))
		w.Header().Set("Content-Type", "text/event-stream")
		quoted, _ := json.Marshal(s.reply)
		_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":40,\"completion_tokens\":6,\"total_tokens\":46}}\n\ndata: [DONE]\n\n", quoted)
	})
	mux.HandleFunc("POST /api/chat", func(w http.ResponseWriter, r *http.Request) {
		model := modelOf(r)
		s.heard(r, model)
		quoted, _ := json.Marshal(s.reply)
		_, _ = fmt.Fprintf(w, "{\"model\":%q,\"message\":{\"role\":\"assistant\",\"content\":%s},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":40,\"eval_count\":6}\n", model, quoted)
	})
	mux.HandleFunc("POST /api/embed", func(w http.ResponseWriter, r *http.Request) {
		model := modelOf(r)
		s.heard(r, model)
		if !strings.Contains(model, "embed") {
			http.Error(w, `{"error":"this model makes no vectors"}`, http.StatusNotImplemented)
			return
		}
		_, _ = fmt.Fprintf(w, `{"model":%q,"embeddings":[[0.5,1,0]],"prompt_eval_count":6}`, model)
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func modelOf(r *http.Request) string {
	var body struct{ Model string }
	_ = json.NewDecoder(r.Body).Decode(&body)
	return body.Model
}

func (s *modelServer) heard(r *http.Request, model string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys, r.Header.Get("Authorization"))
	if model != "" {
		s.models = append(s.models, model)
	}
}

const goodReply = `{"days": 7}`

// A newcomer is a person without a configuration, or with one.
type newcomer struct {
	t   *testing.T
	dir string
	env []string
}

func newNewcomer(t *testing.T, file string, env ...string) newcomer {
	t.Helper()
	n := newcomer{t, t.TempDir(), env}
	if file != "" {
		if err := os.MkdirAll(filepath.Dir(n.file()), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(n.file(), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func (n newcomer) file() string { return filepath.Join(n.dir, ".config", "weft", "config.yaml") }

func (n newcomer) environ() []string {
	return append([]string{"HOME=" + n.dir, "USER=ann", "WEFT_TIME_ZONE=Europe/Berlin"}, n.env...)
}

func (n newcomer) weft(stdin string, args ...string) result {
	n.t.Helper()
	var out, errOut bytes.Buffer
	code := newProgram(&played{}, strings.NewReader(stdin), &out, &errOut, n.environ()).run(n.t.Context(), args)
	return result{code, out.String(), errOut.String()}
}

func (n newcomer) written() string {
	raw, _ := os.ReadFile(n.file())
	return string(raw)
}

func (n newcomer) config() *config.Config {
	n.t.Helper()
	c, err := config.Load(config.Source{Env: n.environ()})
	if err != nil {
		n.t.Fatal(err)
	}
	return c
}

func TestAServerWithOpenAIsProtocolIsConfiguredByFlags(t *testing.T) {
	t.Parallel()
	s := serveModels(t, goodReply)
	n := newNewcomer(t, "# mine\ntime_zone: Europe/Berlin # home\n")
	args := []string{"configure", "--provider", "openai-compatible", "--url", s.URL + "/v1"}
	got := n.weft("", args...)
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "--model with one of small, large")
	args = append(args, "--model", "small", "--model", "high=large")
	got = n.weft("", args...)
	got.mustExit(t, exitUsage)
	mustContain(t, got.out, "small (low, medium): works", "large (high): works", "+ llm:")
	mustContain(t, got.errOut, "add --yes")
	if n.written() != "# mine\ntime_zone: Europe/Berlin # home\n" {
		t.Errorf("it was written:\n%s", n.written())
	}
	got = n.weft("", append(args, "--yes")...)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "40 tokens read, 6 written", "Written.", "What it costs: a question is usually one call")
	mustContain(t, n.written(), "# mine\ntime_zone: Europe/Berlin # home\n")
	c := n.config()
	if c.LLM.DefaultProvider != "openai" || c.LLM.Tiers.Low.OpenAI != "small" || c.LLM.Tiers.High.OpenAI != "large" || c.LLM.Providers.OpenAI.Key != "" {
		t.Errorf("configured %+v", c.LLM)
	}
	if want := "small,large,small,large"; strings.Join(s.models, ",") != want {
		t.Errorf("asked %v, want %s", s.models, want)
	}
	for _, key := range s.keys {
		if key != "" {
			t.Errorf("sent %q", key)
		}
	}
	again := n.weft("", append(args, "--yes", "-o", "json")...)
	again.mustExit(t, exitDone)
	mustContain(t, again.out, `"written": false`, `"provider": "openai"`)
}

func TestAKeyIsKeptInAFileOfItsOwnerAndSentToNoOtherServer(t *testing.T) {
	t.Parallel()
	s, other := serveModels(t, goodReply), serveModels(t, goodReply)
	n := newNewcomer(t, "")
	got := n.weft("sk-secret\n", "configure", "--provider", "openai", "--url", s.URL+"/v1", "--key-file", "-", "--model", "small", "--yes")
	got.mustExit(t, exitDone)
	if all := got.out + got.errOut + n.written(); strings.Contains(all, "sk-secret") {
		t.Errorf("the key is shown:\n%s", all)
	}
	path := filepath.Join(filepath.Dir(n.file()), "openai.key")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	if key, err := config.Secret(n.config().LLM.Providers.OpenAI.Key); err != nil || key != "sk-secret" {
		t.Errorf("the key is %q, %v", key, err)
	}
	for _, key := range s.keys {
		if key != "Bearer sk-secret" {
			t.Errorf("sent %q", key)
		}
	}
	n.weft("", "configure", "--provider", "openai-compatible", "--url", other.URL+"/v1", "--model", "small", "--yes").mustExit(t, exitDone)
	for _, key := range other.keys {
		if key != "" {
			t.Errorf("the other server was sent %q", key)
		}
	}
	if key := n.config().LLM.Providers.OpenAI.Key; key != "" {
		t.Errorf("its key is %q", key)
	}
}

func TestARunningOllamaIsFound(t *testing.T) {
	t.Parallel()
	s := serveModels(t, goodReply)
	n := newNewcomer(t, "", "OLLAMA_HOST="+strings.TrimPrefix(s.URL, "http://"))
	got := n.weft("", "configure", "--yes")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "small (low, medium, high): works", "free")
	if c := n.config(); c.LLM.DefaultProvider != "ollama" || c.LLM.Tiers.Low.Ollama != "small" || c.LLM.Providers.Ollama.Base != s.URL {
		t.Errorf("configured %+v", c.LLM)
	}
	none := newNewcomer(t, "", "OLLAMA_HOST="+llmtest.Nobody)
	got = none.weft("", "configure", "--yes")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "There is no Ollama with a model at "+llmtest.Nobody, "--provider")
}

func TestAModelOfVectorsIsConfiguredAndTakenBack(t *testing.T) {
	t.Parallel()
	s := serveModels(t, goodReply)
	n := newNewcomer(t, "llm: {embeddings: {dimensions: 256}}\n", "OLLAMA_HOST="+strings.TrimPrefix(s.URL, "http://"))
	got := n.weft("", "configure", "--provider", "ollama", "--embeddings", "small", "--yes")
	got.mustExit(t, exitFailed)
	mustContain(t, got.errOut, "small made no vector", "nothing was written")
	for model, want := range map[string]config.Embeddings{
		"nomic-embed-text:v1.5": {Provider: "ollama", Model: "nomic-embed-text:v1.5", QueryPrefix: "search_query: ", PassagePrefix: "search_document: "},
		"all-embed":             {Provider: "ollama", Model: "all-embed"},
	} {
		got := n.weft("", "configure", "--provider", "ollama", "--embeddings", model, "--yes")
		got.mustExit(t, exitDone)
		mustContain(t, got.out, model+" (vectors): works; a vector of 3 numbers")
		want.Timeout = config.Default().LLM.Embeddings.Timeout
		if c := n.config(); c.LLM.Embeddings != want {
			t.Errorf("configured %+v, want %+v", c.LLM.Embeddings, want)
		}
	}
	n.weft("", "configure", "--provider", "ollama", "--embeddings", "none", "--yes").mustExit(t, exitDone)
	if c := n.config(); c.Embedder() != "" {
		t.Errorf("it is still %+v", c.LLM.Embeddings)
	}
	got = n.weft("", "configure", "--provider", "anthropic", "--key-env", "KEY", "--embeddings", "x", "--yes", "--no-test")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "not from anthropic")
}

func TestNothingIsConfiguredThatDoesNotWork(t *testing.T) {
	t.Parallel()
	s := serveModels(t, "a week has seven days")
	for name, test := range map[string]struct {
		args []string
		code int
		want string
	}{
		"a model that keeps no schema": {[]string{"--provider", "openai-compatible", "--url", s.URL + "/v1", "--model", "small"}, exitFailed, "1 of 1 models gave no usable answer"},
		"a server that is not there":   {[]string{"--provider", "openai-compatible", "--url", llmtest.Nobody, "--model", "small"}, exitFailed, "no usable answer"},
		"no key":                       {[]string{"--provider", "anthropic"}, exitUsage, "ANTHROPIC_API_KEY"},
		"a key in place of its name":   {[]string{"--provider", "anthropic", "--key-env", "sk-ant-1"}, exitUsage, "the name of a variable"},
		"a variable that is not set":   {[]string{"--provider", "anthropic", "--key-env", "NO_SUCH_KEY"}, exitUsage, "NO_SUCH_KEY is not set"},
		"no provider of that name":     {[]string{"--provider", "bard"}, exitUsage, "use one of ollama, anthropic"},
		"no URL":                       {[]string{"--provider", "openai-compatible", "--url", "localhost"}, exitUsage, "is not a URL"},
		"a tier that is none":          {[]string{"--provider", "ollama", "--model", "huge=x"}, exitUsage, "low=MODEL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNewcomer(t, "")
			got := n.weft("", append([]string{"configure", "--yes"}, test.args...)...)
			got.mustExit(t, test.code)
			mustContain(t, got.errOut, test.want)
			if n.written() != "" {
				t.Errorf("written:\n%s", n.written())
			}
		})
	}
	n := newNewcomer(t, "")
	n.weft("", "configure", "--provider", "anthropic", "--key-env", "NO_SUCH_KEY", "--no-test", "--yes").mustExit(t, exitDone)
	mustContain(t, n.written(), `api_key: "${NO_SUCH_KEY}"`)
	n.weft("", "configure", "--provider", "rules", "--yes").mustExit(t, exitDone)
	mustContain(t, n.written(), `default_provider: "rules"`)
}
