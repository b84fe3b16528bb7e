package config

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table in docs/configuration.md")

func TestEverySettingIsDescribed(t *testing.T) {
	t.Parallel()
	names := map[string]string{}
	for _, s := range settings(documented(Default())) {
		if !strings.HasSuffix(s.doc, ".") {
			t.Errorf("%s: %q is no sentence", s.path, s.doc)
		}
		if other := names[s.env()]; other != "" {
			t.Errorf("%s and %s have the same variable", s.path, other)
		}
		names[s.env()] = s.path
	}
}

func TestDefaultsAreValid(t *testing.T) {
	t.Parallel()
	if err := defaults(environment{"HOME=/home/ann", "USER=ann"}).Validate(); err != nil {
		t.Error(err)
	}
}

// documented has the settings that are only there where somebody sets them.
func documented(c *Config) *Config {
	c.Runs.Steps = Steps{"GRAPH": {"STATE": {}}}
	server := newToolServer()
	server.Operations = ToolOperations{"OPERATION": {}}
	c.Tools.Servers = ToolServers{"NAME": server}
	return c
}

const (
	tableStart = "<!-- settings: written by go test ./kit/config -update -->\n"
	tableEnd   = "<!-- end of settings -->"
	docsPage   = "../../docs/configuration.md"
)

func TestDocumentedSettingsAreTheSettings(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(docsPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	before, rest, ok := strings.Cut(page, tableStart)
	_, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		t.Fatal("docs/configuration.md has no place for the settings")
	}
	want := before + tableStart + reference() + tableEnd + after
	if *update {
		if err := os.WriteFile(docsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if page != want {
		t.Error("docs/configuration.md is behind; run go test ./kit/config -update")
	}
}

// reference is the table of the settings, with one row for all agents.
func reference() string {
	var b strings.Builder
	b.WriteString("\n| Setting | Default | Meaning |\n|---|---|---|\n")
	for _, s := range settings(documented(defaults(environment{"HOME=~", "USER=you"}))) {
		path, value := s.path, shown(s)
		if section, agent, ok := strings.Cut(path, "."); ok {
			agent, field, _ := strings.Cut(agent, ".")
			if _, known := (&PerAgent[int]{}).Of(agent); known {
				if agent != Agents()[0] {
					continue
				}
				path = strings.TrimSuffix(section+".AGENT."+field, ".")
				if section == "roles" {
					value = fmt.Sprintf("`127.0.0.1:%d` for the router, the next port for each next agent", firstAgentPort)
				}
			}
		}
		doc := s.doc
		if len(s.enum) > 0 {
			doc += " One of " + s.words() + "."
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", path, value, doc)
	}
	return b.String() + "\n"
}

func shown(s setting) string {
	switch {
	case s.path == "user":
		return "login name"
	case s.optional:
		return "not set"
	case s.isList():
		return "none"
	case format(s.value) == "":
		return "empty"
	}
	return "`" + format(s.value) + "`"
}
