package config_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/weft-mesh/weft/kit/config"
)

func TestWhatIsPrintedCanBeRead(t *testing.T) {
	t.Parallel()
	s, _ := source(t, "user: \"ann: #1\"\ndomains: {dirs: [/a b, /c]}\nruns: {retention: 90m}\nlimits: {input_bytes: 1000}\n")
	for _, origins := range []bool{false, true} {
		first := load(t, s)
		text := printed(t, first, origins)
		again, _ := source(t, text)
		second := load(t, again)
		if a, b := printed(t, first, false), printed(t, second, false); a != b {
			t.Errorf("it changed on the way:\n%s\n%s", a, b)
		}
		for _, path := range []string{"user", "minds.observer", "nats.url"} {
			if second.Origin(path).Kind != config.FromFile {
				t.Errorf("%s is not in what was printed", path)
			}
		}
	}
}

func TestPrintSaysWhereAValueComesFrom(t *testing.T) {
	t.Parallel()
	s, path := source(t, "runs:\n  workers: 9\n")
	s.Env = append(s.Env, "WEFT_LOG_LEVEL=debug")
	text := printed(t, load(t, s), true)
	for setting, origin := range map[string]string{"workers: 9": path + ":2", "level: \"debug\"": "WEFT_LOG_LEVEL", "loop_max: 2": "default"} {
		found := false
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, setting) {
				found = strings.HasSuffix(line, "# "+origin)
			}
		}
		if !found {
			t.Errorf("no line with %s and # %s in\n%s", setting, origin, text)
		}
	}
}

func TestNoSecretOfAURLIsShown(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"nats://ann:hunter2@nats:4222", "nats://hunter2@nats:4222", "tls://hunter2@a:1,nats://bob:hunter2@b:2",
		"nats://nats:4222?password=hunter2", "nats://a:1/?x=1&access_token=hunter2&y=2",
	} {
		s, _ := source(t, "nats: {url: \""+url+"\"}\n")
		text := printed(t, load(t, s), true)
		if strings.Contains(text, "hunter2") || !strings.Contains(text, "hidden") {
			t.Errorf("%s is shown as\n%s", url, text)
		}
	}
	for _, c := range []string{"nats: {url: \"http://ann:hunter2@nats\"}", "auth: {jwt: {issuer: x, audience: y, jwks_url: \"ftp://ann:hunter2@id/keys\"}}", "llm: {ollama: {base_url: \"x://ann:hunter2@h\"}}"} {
		s, _ := source(t, c)
		if _, err := config.Load(s); err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", c, err)
		}
	}
	s, _ := source(t, "nats: {url: \"nats://ann@nats.example.org:4222\"}\nauth: {jwt: {issuer: \"https://id.example.org\", audience: weft, jwks_url: \"https://ann@id.example.org/keys?kid=1\"}}")
	if text := printed(t, load(t, s), false); !strings.Contains(text, "https://ann@id.example.org/keys?kid=1") {
		t.Errorf("what is no secret is hidden:\n%s", text)
	}
}

func printed(t *testing.T, c *config.Config, origins bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Print(&b, origins); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSchema(t *testing.T) {
	t.Parallel()
	schema := config.Schema()
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, text string
		valid      bool
	}{
		{"what Print writes", printed(t, config.Default(), true), true},
		{"an empty mapping", "{}", true},
		{"a few settings", "runs: {workers: 2, wall_time: 1m30s}\nlimits: {input_bytes: 64KiB}", true},
		{"the steps of a state", "runs: {steps: {notes: {PARSE: {attempts: 2, timeout: 3s}}}}", true},
		{"an unknown setting of a state", "runs: {steps: {notes: {PARSE: {tries: 2}}}}", false},
		{"an unknown key", "runs: {worker: 2}", false},
		{"a value out of an enum", "log: {level: loud}", false},
		{"a duration without a unit", "runs: {wall_time: 30}", false},
		{"a number that is too small", "runs: {workers: 0}", false},
		{"a word for a boolean", "api: {allow_anonymous: perhaps}", false},
		{"a value where a list belongs", "domains: {dirs: /a}", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			asJSON, err := yaml.YAMLToJSON([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var value any
			if err := json.Unmarshal(asJSON, &value); err != nil {
				t.Fatal(err)
			}
			if err := resolved.Validate(value); (err == nil) != c.valid {
				t.Errorf("Validate = %v", err)
			}
			s, _ := source(t, c.text)
			if _, err := config.Load(s); (err == nil) != c.valid {
				t.Errorf("Load and the schema do not agree: %v", err)
			}
		})
	}
}
