package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func TestAPersonIsLedThroughTheSetup(t *testing.T) {
	t.Parallel()
	s := serveModels(t, goodReply)
	n := newNewcomer(t, "", "OLLAMA_HOST="+llmtest.Nobody)
	screen := ""
	code := atTerminalIn(t, &played{}, n.environ(), []string{"configure"}, func(p *person) {
		p.sees("No Ollama with a model runs at " + llmtest.Nobody)
		p.sees("Number")
		p.types("9\r")
		p.sees("from 1 to")
		p.types("4\r")
		p.sees("URL of its API")
		p.types(s.URL + "/v1\r")
		p.sees("Key (it is not shown)")
		p.types("sk-hidden\r")
		p.sees("2) large")
		p.types("2\r")
		p.sees("(low, medium, high)")
		p.sees("works")
		p.sees("Write this?")
		p.types("\r")
		p.sees("Written.")
		p.sees("What it costs")
		screen = p.screen()
	})
	if code != exitDone {
		t.Errorf("exit code %d:\n%s", code, screen)
	}
	if strings.Contains(screen, "sk-hidden") {
		t.Errorf("the key is shown:\n%s", screen)
	}
	key, err := config.Secret("file:" + filepath.Join(filepath.Dir(n.file()), "openai.key"))
	if err != nil || key != "sk-hidden" {
		t.Errorf("the key is %q, %v", key, err)
	}
	if c := n.config(); c.LLM.Tiers.High.OpenAI != "large" || c.LLM.DefaultProvider != "openai" {
		t.Errorf("configured %+v", c.LLM)
	}
}

func TestAPersonMayRefuseWhatTheSetupWouldWrite(t *testing.T) {
	t.Parallel()
	s := serveModels(t, goodReply)
	n := newNewcomer(t, "", "OLLAMA_HOST="+s.URL)
	code := atTerminalIn(t, &played{}, n.environ(), []string{"configure"}, func(p *person) {
		p.sees("Ollama runs at " + s.URL + " and has small")
		p.sees("Number [1]")
		p.types("\r")
		p.sees("Use nomic-embed for it? Y/n")
		p.types("\r")
		p.sees("(vectors)")
		p.sees("Write this?")
		p.types("n\r")
		p.sees("Nothing was written.")
	})
	if _, err := os.Stat(n.file()); code != exitDone || !os.IsNotExist(err) {
		t.Errorf("exit code %d, %v", code, err)
	}
}

func TestASetupThatIsLeftSaysThatNothingWasWritten(t *testing.T) {
	t.Parallel()
	s := serveModels(t, goodReply)
	n := newNewcomer(t, "", "OLLAMA_HOST="+s.URL)
	code := atTerminalIn(t, &played{}, n.environ(), []string{"configure"}, func(p *person) {
		p.sees("Number [1]")
		p.types("\x04") // Ctrl-D
		p.sees("nothing was written")
	})
	if _, err := os.Stat(n.file()); code != exitFailed || !os.IsNotExist(err) {
		t.Errorf("exit code %d, %v", code, err)
	}
}
