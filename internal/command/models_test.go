package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/roles"
)

// asking has every agent that can ask a model ask an Ollama server.
func asking(url string, args ...string) []string {
	return append(args, "--set", "llm.default_provider=ollama", "--set", "llm.providers.ollama.api_base="+url, "--set", "llm.tiers.low.ollama=tiny", "--set", "llm.tiers.medium.ollama=tiny", "--set", "llm.tiers.high.ollama=tiny", "--set", "llm.llm_retry=0")
}

const shown = `{"model_info":{"general.architecture":"llama","llama.context_length":32768}}`

func TestWithoutAProviderEveryAgentThinksByRules(t *testing.T) {
	t.Parallel()
	got := play(t, &played{}, "", "models", "ls")
	got.mustExit(t, exitDone)
	if lines := strings.Split(strings.TrimSpace(got.out), "\n"); len(lines) != roles.Count || strings.Count(got.out, "rules") != roles.Count {
		t.Errorf("listed\n%s", got.out)
	}
	got = play(t, &played{}, "", "models", "test")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "llm.default_provider")
}

func TestAModelThatIsThereIsListedWithItsWindow(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{shown}})
	got := play(t, &played{}, "", asking(s.URL, "models", "ls")...)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ollama tiny (low): available; context window 32768 tokens, uses 16384", "else rules")
	if strings.Contains(got.out, "Prices") {
		t.Errorf("models of this machine have list prices:\n%s", got.out)
	}
}

func TestAModelOfACloudIsListedWithTheDayOfItsPrice(t *testing.T) {
	t.Parallel()
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("sk-test"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{`{"id":"claude-haiku-5-5","max_input_tokens":1000000,"max_tokens":128000}`}})
	args := []string{"models", "ls", "--set", "llm.default_provider=anthropic", "--set", "llm.providers.anthropic.api_base=" + s.URL, "--set", "llm.providers.anthropic.api_key=file:" + key}
	got := play(t, &played{}, "", args...)
	got.mustExit(t, exitDone)
	_, day, err := llm.ListPrices()
	if err != nil {
		t.Fatal(err)
	}
	mustContain(t, got.out, "anthropic claude-haiku-5-5 (low): available; context window 1000000 tokens, uses 1000000", "Prices: list prices of "+day)
	own := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(own, []byte(`anthropic: {"*": {input: 3, output: 15}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := play(t, &played{}, "", append(args, "--set", "llm.prices="+own)...); strings.Contains(got.out, "Prices") {
		t.Errorf("with prices of one's own:\n%s", got.out)
	}
}

func TestTheDoctorSaysWhatToDoAboutAModelThatWouldNotAnswer(t *testing.T) {
	t.Parallel()
	missing := llmtest.Serve(t, llmtest.Play{Status: 404, Pieces: []string{`{"error":"model 'tiny' not found"}`}})
	small := llmtest.Serve(t, llmtest.Play{Pieces: []string{strings.Replace(shown, "32768", "4096", 1)}})
	for url, want := range map[string][]string{
		missing.URL:    {"model 'tiny' not found", "weft models pull tiny"},
		small.URL:      {"its context window is smaller than llm.window"},
		llmtest.Nobody: {"unreachable: " + strings.TrimPrefix(llmtest.Nobody, "http://") + ": connection refused", "ollama serve"},
	} {
		got := play(t, &played{}, "", asking(url, "doctor", "--vault", t.TempDir(), "--set", "llm.window=8192")...)
		got.mustExit(t, exitFailed)
		mustContain(t, got.out, want...)
		mustContain(t, got.errOut, "checks failed")
	}
}

func TestTheDoctorFindsAVaultThatIsNotThere(t *testing.T) {
	t.Parallel()
	got := play(t, &played{}, "", "doctor", "--vault", t.TempDir()+"/none", "-o", "json")
	got.mustExit(t, exitFailed)
	var told struct {
		Checks []checkup
		Agents []thinkingValue
	}
	if err := json.Unmarshal([]byte(got.out), &told); err != nil || failing(told.Checks) != 1 || len(told.Agents) != roles.Count {
		t.Errorf("told %+v, error %v", told, err)
	}
}

func TestAModelIsTriedWithARealQuestion(t *testing.T) {
	t.Parallel()
	const answer = `{\"first_day\":\"\",\"language\":\"de\",\"last_day\":\"\",\"log_portion\":\"Nur 6 h geschlafen, Bankdrücken 3x5 mit 80 kg.\",\"query_portion\":\"Wie war das letzte Woche?\",\"question\":\"Wie war das letzte Woche?\",\"terms\":[\"sleep\"],\"type\":\"BOTH\",\"wanted\":\"LOOKUP\"}`
	s := llmtest.Serve(t, llmtest.Play{Type: "application/x-ndjson", Pieces: []string{
		`{"model":"tiny","message":{"role":"assistant","content":"` + answer + `"},"done":true,"done_reason":"stop","prompt_eval_count":700,"eval_count":80}` + "\n",
	}})
	got := play(t, &played{}, "", asking(s.URL, "models", "test", "router")...)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ollama tiny in", "700 tokens read, 80 written", "BOTH")
	nonsense := llmtest.Serve(t, llmtest.Play{Type: "application/x-ndjson", Pieces: []string{`{"model":"tiny","message":{"role":"assistant","content":"ha"},"done":true}` + "\n"}})
	got = play(t, &played{}, "", asking(nonsense.URL, "models", "test")...)
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "no answer", "there is no JSON object")
	got = play(t, &played{}, "", asking(nonsense.URL, "models", "test", "router")...)
	if strings.Count(got.out, "there is no JSON object") != 1 || strings.Contains(got.out, "allow rules") {
		t.Errorf("a reason is said twice, or what a run could do:\n%s", got.out)
	}
}

func TestAModelIsFetchedWithItsProgress(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Type: "application/x-ndjson", Pieces: []string{
		`{"status":"pulling manifest"}` + "\n", `{"status":"pulling","total":100,"completed":40}` + "\n", `{"status":"success"}` + "\n",
	}})
	got := play(t, &played{}, "", asking(s.URL, "models", "pull", "tiny")...)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "Downloaded tiny.")
	broken := llmtest.Serve(t, llmtest.Play{Type: "application/x-ndjson", Pieces: []string{`{"error":"pull model manifest: file does not exist"}` + "\n"}})
	got = play(t, &played{}, "", asking(broken.URL, "models", "pull", "nobody")...)
	if got.code == exitDone || !strings.Contains(got.errOut, "file does not exist") {
		t.Errorf("exit %d: %s", got.code, got.errOut)
	}
}
