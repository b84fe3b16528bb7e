package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
)

func TestValuesAreSetInAFileThatKeepsTheRest(t *testing.T) {
	t.Parallel()
	items := []config.Item{{Path: "llm.default_provider", Value: "openai"}, {Path: "llm.tiers.low.openai", Value: "tiny"}, {Path: "llm.providers.openai.api_base", Value: "http://127.0.0.1:8080/v1"}}
	for name, test := range map[string]struct{ before, after string }{
		"no file": {"", "llm:\n  default_provider: \"openai\"\n  tiers:\n    low:\n      openai: \"tiny\"\n  providers:\n    openai:\n      api_base: \"http://127.0.0.1:8080/v1\"\n"},
		"comments and other settings": {
			"# mine\nvault: /tmp/notes # here\n\nllm:\n  # which\n  default_provider: rules  # for now\n  tiers:\n    high:\n      openai: big\ntime_zone: Europe/Berlin\n",
			"# mine\nvault: /tmp/notes # here\n\nllm:\n  providers:\n    openai:\n      api_base: \"http://127.0.0.1:8080/v1\"\n  # which\n  default_provider: \"openai\"  # for now\n  tiers:\n    low:\n      openai: \"tiny\"\n    high:\n      openai: big\ntime_zone: Europe/Berlin\n",
		},
		"mappings of one line": {
			"llm:\n    default_provider: ollama\n    providers: {openai: {api_key: \"${K}\"}} # key\n    tiers:\n        low: {ollama: a}\n",
			"llm:\n    default_provider: \"openai\"\n    providers: {\"openai\": {\"api_key\": \"${K}\", \"api_base\": \"http://127.0.0.1:8080/v1\"}} # key\n    tiers:\n        low: {\"ollama\": \"a\", \"openai\": \"tiny\"}\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "weft", "config.yaml")
			if test.before != "" {
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(test.before), 0o640); err != nil {
					t.Fatal(err)
				}
			}
			edit, err := config.PlanEdit(file, items...)
			if err != nil || edit.Before != test.before || edit.After != test.after {
				t.Fatalf("planned\n%s\nwant\n%s\n%v", edit.After, test.after, err)
			}
			if err := edit.Write([]string{"HOME=/home/ann", "WEFT_LLM_DEFAULT_PROVIDER=ollama"}); err != nil {
				t.Fatal(err)
			}
			c, err := config.Load(config.Source{Path: file, Env: []string{"HOME=/home/ann"}})
			if err != nil || c.LLM.DefaultProvider != "openai" || c.LLM.Tiers.Low.OpenAI != "tiny" || c.LLM.Providers.OpenAI.Base != "http://127.0.0.1:8080/v1" {
				t.Errorf("read %+v, %v", c, err)
			}
			if info, err := os.Stat(file); err != nil || test.before != "" && info.Mode().Perm() != 0o640 || test.before == "" && info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestAFileOfAnotherFormIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{
		"an alias":                 "llm: &llm\n  default_provider: rules\n",
		"one mapping in braces":    "{llm: {default_provider: rules}}\n",
		"a mapping of many lines":  "llm: {\n  default_provider: rules}\n",
		"a section that is a list": "llm:\n  default_provider:\n    - rules\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			edit, err := config.PlanEdit(file, config.Item{Path: "llm.default_provider", Value: "ollama"})
			if err == nil {
				err = edit.Write([]string{"HOME=/home/ann", "WEFT_LLM_DEFAULT_PROVIDER=ollama"})
			}
			if err == nil {
				t.Error("it was written")
			}
			if after, err := os.ReadFile(file); err != nil || string(after) != before {
				t.Errorf("it has %q, %v", after, err)
			}
		})
	}
}
