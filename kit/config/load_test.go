package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
)

// source returns a source with a file of the given text and its path.
func source(t *testing.T, text string) (config.Source, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config.Source{Path: path, Env: []string{"HOME=/home/ann", "USER=ann"}}, path
}

func load(t *testing.T, s config.Source) *config.Config {
	t.Helper()
	c, err := config.Load(s)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return c
}

func TestDefaultsComeFromTheEnvironmentAtTheCall(t *testing.T) {
	t.Parallel()
	c := load(t, config.Source{Env: []string{"HOME=/home/ann", "USER=ann"}})
	if c.Vault != "/home/ann/.local/share/weft/vault" || c.User != "ann" {
		t.Errorf("vault %q, user %q", c.Vault, c.User)
	}
	c = load(t, config.Source{Env: []string{"HOME=/home/ann", "USER=ann", "XDG_DATA_HOME=/data"}})
	if c.Vault != "/data/weft/vault" {
		t.Errorf("vault %q", c.Vault)
	}
}

func TestFlagsWinOverEnvironmentWinsOverFile(t *testing.T) {
	t.Parallel()
	s, path := source(t, "tenant: file\nuser: file\napi:\n  listen: 127.0.0.1:1\n")
	s.Env = append(s.Env, "WEFT_USER=env", "WEFT_API_LISTEN=127.0.0.1:2")
	s.Overrides = []config.Override{{Path: "api.listen", Value: "127.0.0.1:3", Flag: "--listen"}}
	c := load(t, s)
	if c.Tenant != "file" || c.User != "env" || c.API.Listen != "127.0.0.1:3" {
		t.Errorf("tenant %q, user %q, listen %q", c.Tenant, c.User, c.API.Listen)
	}
	for setting, want := range map[string]string{
		"tenant":     path + ":1",
		"user":       "WEFT_USER",
		"api.listen": "--listen",
		"time_zone":  "default",
	} {
		if got := c.Origin(setting).String(); got != want {
			t.Errorf("%s comes from %q, want %q", setting, got, want)
		}
	}
}

func TestEveryKindOfValueIsRead(t *testing.T) {
	t.Parallel()
	s, path := source(t, `
vault: ~/notes
api: {allow_anonymous: true}
roles: {router: {listen: "127.0.0.1:0"}}
peers:
  planner: dns:///planner:7401
nats: {dir: data/nats}
runs: {wall_time: 1m30s, workers: 8, durability: strict}
limits: {input_bytes: 128KiB, max_message_bytes: 1048576}
domains: {dirs: [./mine, /opt/domains]}
retrieval:
`)
	c := load(t, s)
	dir := filepath.Dir(path)
	switch {
	case c.Vault != "/home/ann/notes":
		t.Errorf("vault %q", c.Vault)
	case !c.API.AllowAnonymous:
		t.Error("allow_anonymous is false")
	case c.Roles.Ref("router").Listen != "127.0.0.1:0":
		t.Errorf("router listens on %q", c.Roles.Ref("router").Listen)
	case *c.Peers.Ref("planner") != "dns:///planner:7401":
		t.Errorf("planner is %q", *c.Peers.Ref("planner"))
	case c.NATS.Dir != filepath.Join(dir, "data/nats"):
		t.Errorf("NATS in %q, want it beside the file", c.NATS.Dir)
	case c.Runs.WallTime != 90*time.Second || c.Runs.Workers != 8 || c.Runs.Durability != config.Strict:
		t.Errorf("runs %+v", c.Runs)
	case c.Limits.InputBytes != 128<<10 || c.Limits.MaxMessageBytes != 1<<20:
		t.Errorf("limits %+v", c.Limits)
	case len(c.Domains.Dirs) != 2 || c.Domains.Dirs[0] != filepath.Join(dir, "mine") || c.Domains.Dirs[1] != "/opt/domains":
		t.Errorf("domains %v", c.Domains.Dirs)
	case c.Retrieval.MaxEntries != 50:
		t.Errorf("an empty section changed a default: %+v", c.Retrieval)
	}
}

func TestListsInTheEnvironmentAreSeparatedByCommas(t *testing.T) {
	t.Parallel()
	c := load(t, config.Source{Env: []string{"HOME=/h", "USER=u", "WEFT_DOMAINS_DIRS=/a, ~/b"}})
	if len(c.Domains.Dirs) != 2 || c.Domains.Dirs[0] != "/a" || c.Domains.Dirs[1] != "/h/b" {
		t.Errorf("dirs %v", c.Domains.Dirs)
	}
}

func TestMistakesInAFileNameTheirLine(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, text, want string }{
		{"an unknown key names the nearest", "api:\n  listn: 127.0.0.1:1\n", `FILE:2: there is no setting "api.listn"; did you mean api.listen?`},
		{"a misspelt section", "retreival:\n  retries: 1\n", `FILE:1: there is no setting "retreival"; did you mean retrieval?`},
		{"a setting outside its section", "durability: strict\n", `FILE:1: there is no setting "durability"; did you mean runs.durability?`},
		{"an agent that does not exist", "minds:\n  plannr: rules\n", `FILE:2: there is no setting "minds.plannr"; did you mean minds.planner?`},
		{"nothing like it", "xyzzyplugh: 1\n", `FILE:1: there is no setting "xyzzyplugh"`},
		{"a duration without a unit", "runs:\n\n  wall_time: 30\n", `FILE:3: runs.wall_time: "30" is not a duration such as 500ms, 30s, 5m or 168h`},
		{"a word for a number", "runs: {workers: many}", `FILE:1: runs.workers: "many" is not a whole number`},
		{"yes for true", "api: {allow_anonymous: yes}", `FILE:1: api.allow_anonymous: "yes" is neither true nor false`},
		{"an amount nobody knows", "limits: {input_bytes: 3 bushels}", `FILE:1: limits.input_bytes: "3 bushels" is not a size such as 65536, 64KiB or 4MiB`},
		{"a list where one value belongs", "user: [a, b]", "FILE:1: user: expected a single value, but found a list"},
		{"a value where a list belongs", "domains: {dirs: /a}", "FILE:1: domains.dirs: expected a list, but found a single value"},
		{"a value where a section belongs", "runs: fast", `FILE:1: runs: expected settings here, one "name: value" per line, but found a single value`},
		{"a second document", "user: a\n---\nuser: b\n", "FILE:3: the file has a second YAML document; put all settings in one"},
		{"a key that is there twice", "user: a\nuser: b\n", `FILE:2: can't read this YAML: mapping key "user" already defined at [1:1]`},
		{"brackets without end", strings.Repeat("[", 100_000), "FILE: can't read the file: it has 100000 bytes, more than the 65536 that are read"},
		{"UTF-16 with its mark", "\xff\xfeu\x00s\x00e\x00r\x00", "FILE: can't read this YAML: it is UTF-16; save it as UTF-8"},
		{"UTF-16 without", "\x00u\x00s\x00e\x00r", "FILE: can't read this YAML: it is UTF-16; save it as UTF-8"},
		{"brackets in brackets", "user: " + strings.Repeat("[", 5000), "FILE:1: can't read this YAML: it is nested deeper than 64"},
		{"aliases of aliases", "user: &a x\ntenant: *a\n", "FILE:1: can't read this YAML: anchors and aliases are not read; write the value out, or put a text that begins with & or * in quotes"},
		{"a value out of an enum", "runs: {durability: strickt}", `FILE:1: runs.durability: "strickt" is not one of pipelined, strict, relaxed; did you mean strict?`},
		{"a value that is too small", "runs:\n  workers: 0\n", "FILE:2: runs.workers: 0 is too low; the minimum is 1"},
		{"a time zone that does not exist", "time_zone: Mars/Base", `FILE:1: time_zone: "Mars/Base" is not an IANA time zone such as Europe/Berlin`},
		{"a time zone that only this machine knows", "time_zone: Local", `FILE:1: time_zone: "Local" is not an IANA time zone such as Europe/Berlin`},
		{"a model for an agent without a provider", "minds: {router: model}", `FILE:1: minds.router: "model" needs a model provider; set llm.default_provider or llm.agents.router.provider`},
		{"a model for who only executes", "minds: {retriever: model}", `FILE:1: minds.retriever: "model" is not possible: the retriever works by rules only; the agents that can use a model are router, planner, synthesizer, evaluator, parser, observer`},
		{"a tier for who only executes", "llm: {agents: {retriever: {tier: high}}}", `FILE:1: there is no setting "llm.agents.retriever"; the retriever works by rules only; the agents that can use a model are router, planner, synthesizer, evaluator, parser, observer`},
		{"a provider that nobody knows", "llm: {default_provider: olama}", `FILE:1: llm.default_provider: "olama" is not one of rules, ollama, anthropic, openai, azure, openrouter; did you mean ollama?`},
		{"a provider without its key", "llm: {default_provider: anthropic}", "llm.providers.anthropic.api_key: is empty, but agents use anthropic; set it to ${NAME}, an environment variable, or file:PATH"},
		{"a key in the file", "llm: {providers: {openai: {api_key: sk-123}}}", "FILE:1: llm.providers.openai.api_key: contains the key itself; use ${NAME}, an environment variable, or file:PATH instead"},
		{"a provider without the tier's model", "llm: {agents: {router: {provider: azure}}, providers: {azure: {api_base: \"https://x\", api_key: \"file:/k\"}}}", "llm.tiers.low.azure: is empty, but the router uses it; set the name of a model"},
		{"a server that is no URL", "llm: {providers: {ollama: {api_base: \"localhost:11434\"}}}", `FILE:1: llm.providers.ollama.api_base: "localhost:11434" is not a URL such as http://localhost:11434`},
		{"a turn that may cost more than its run", "llm: {budget: {turn_tokens: 500, run_tokens: 400}}", "FILE:1: llm.budget.turn_tokens: 500 is never reached, because llm.budget.run_tokens allows only 400; lower this limit or raise that one"},
		{"a mind that nothing is left for", "llm: {default_provider: ollama, budget: {run_tokens: 0}}\nminds: {router: model}", `FILE:2: minds.router: "model" needs a model, but llm.budget.run_tokens allows no model calls; raise that limit, or use model-then-rules`},
		{"vectors of no model", "llm: {embeddings: {provider: ollama}}", "llm.embeddings.model: is empty, but llm.embeddings.provider is ollama; set the name of a model that makes vectors"},
		{"vectors of a provider without its key", "llm: {embeddings: {provider: openai, model: m}}", "llm.providers.openai.api_key: is empty, but agents use openai; set it to ${NAME}, an environment variable, or file:PATH"},
		{"a window that holds no form", "llm: {window: 100}", "FILE:1: llm.window: 100 is too low; the minimum is 2048, or 0 for what the model holds"},
		{"no port", "api: {listen: localhost}", `FILE:1: api.listen: "localhost" is not an address such as 127.0.0.1:7433`},
		{"one address twice", "http: {listen: \"127.0.0.1:7433\"}", "FILE:1: http.listen: 127.0.0.1:7433 is the address of api.listen, too; set another port"},
		{"an address that another one has all of", "health: {listen: \":9100\"}\nmetrics: {listen: \"localhost:9100\"}", "FILE:2: metrics.listen: localhost:9100 is the address of health.listen, too; set another port"},
		{"a bus in two places", "nats: {url: \"nats://n:4222\", listen: \"127.0.0.1:4222\"}", "FILE:1: nats.listen: is set along with nats.url; keep one: listen for the server inside this process, or url for another server"},
		{"a bus that is no URL", "nats: {url: \"n:4222\"}", `FILE:1: nats.url: "n:4222" is not a URL such as nats://nats:4222`},
		{"a tenant that is no subject", "tenant: a.b", `FILE:1: tenant: "a.b" is not a valid name; use 1 to 64 lower-case letters, digits, - or _`},
		{"a value that is too large", "limits: {input_bytes: 2MiB}", "FILE:1: limits.input_bytes: 2MiB is too high; the maximum is 1MiB"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, path := source(t, c.text)
			_, err := config.Load(s)
			if err == nil {
				t.Fatal("it was accepted")
			}
			if got := strings.ReplaceAll(err.Error(), path, "FILE"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !errors.Is(err, fault.ConfigInvalid) {
				t.Error("it is not fault.ConfigInvalid")
			}
		})
	}
}

func TestAllMistakesAreToldAtOnce(t *testing.T) {
	t.Parallel()
	s, _ := source(t, "usr: x\nruns:\n  workers: none\n  loop_max: -1\n")
	s.Env = append(s.Env, "WEFT_LOG_LEVEL=loud", "WEFT_API_LISTN=127.0.0.1:1")
	s.Overrides = []config.Override{{Path: "api.lisen", Value: "x"}}
	_, err := config.Load(s)
	invalid, ok := errors.AsType[*config.InvalidError](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	if len(invalid.Problems) != 6 {
		t.Errorf("%d problems, want 6:\n%v", len(invalid.Problems), err)
	}
	for _, want := range []string{
		"WEFT_API_LISTN: no such setting; did you mean WEFT_API_LISTEN?",
		`--set api.lisen: there is no setting "api.lisen"; did you mean api.listen?`,
		`WEFT_LOG_LEVEL: log.level: "loud" is not one of debug, info, warn, error`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("missing: %s\nin:\n%v", want, err)
		}
	}
}

func TestVariablesOfOthersAreLeftAlone(t *testing.T) {
	t.Parallel()
	load(t, config.Source{Env: []string{
		"HOME=/h", "USER=u", "WEFT_ROUTER_SERVICE_HOST=10.0.0.1", "WEFT_TEST_SHAPE=cluster", "WEFT_TIME_ZONE=",
	}})
}

func TestWhichFileIsRead(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		s     config.Source
		path  string
		asked bool
	}{
		{"the one that is asked for", config.Source{Path: "/x.yaml", Env: []string{"WEFT_CONFIG=/y.yaml"}}, "/x.yaml", true},
		{"the one that the environment names", config.Source{Env: []string{"WEFT_CONFIG=/y.yaml"}}, "/y.yaml", true},
		{"the one in the XDG folder", config.Source{Env: []string{"XDG_CONFIG_HOME=/cfg", "HOME=/h"}}, "/cfg/weft/config.yaml", false},
		{"the one below the home folder", config.Source{Env: []string{"HOME=/h"}}, "/h/.config/weft/config.yaml", false},
		{"a relative XDG folder does not count", config.Source{Env: []string{"XDG_CONFIG_HOME=cfg", "HOME=/h"}}, "/h/.config/weft/config.yaml", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if path, asked := c.s.File(); path != c.path || asked != c.asked {
				t.Errorf("File() = %q, %v; want %q, %v", path, asked, c.path, c.asked)
			}
		})
	}
}

func TestAFileThatIsAskedForMustBeThere(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none.yaml")
	_, err := config.Load(config.Source{Path: missing, Env: []string{"HOME=/h", "USER=u"}})
	if err == nil || err.Error() != missing+": can't read the file: no such file or directory" {
		t.Errorf("got %v", err)
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	c := config.Default()
	if err := c.Set("runs.retention", "48h"); err != nil || c.Runs.Retention != 48*time.Hour {
		t.Errorf("retention %v, %v", c.Runs.Retention, err)
	}
	if err := c.Set("runs.retension", "48h"); err == nil {
		t.Error("an unknown setting was set")
	}
	if err := c.Set("runs.workers", "x"); err == nil || c.Runs.Workers != config.Default().Runs.Workers {
		t.Errorf("a bad value: %v, workers %d", err, c.Runs.Workers)
	}
}

func FuzzFile(f *testing.F) {
	f.Add("api:\n  listen: 127.0.0.1:1\n")
	f.Add("runs: {workers: 3}\n---\n? a\n: &x [*x, !!int 1]\n")
	f.Add("<<: *a\nuser: |\n  b\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, _ := source(t, text)
		c, err := config.Load(s)
		if (c == nil) == (err == nil) {
			t.Errorf("Load = %v, %v", c, err)
		}
	})
}

// A test in a working directory of its own can't run beside others.
func TestRelativePathsStartAtTheFileHoweverThatIsNamed(t *testing.T) {
	t.Setenv("WEFT_CONFIG", "")
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "mesh", "below"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "mesh", "weft.yaml")
	text := "vault: notes\nauth: {keys_file: ../keys.json}\nllm:\n  providers: {openai: {api_key: \"file:secret/key\"}}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for wd, named := range map[string]string{
		"mesh": "weft.yaml", "mesh/below": "../weft.yaml", ".": "./mesh/weft.yaml", "mesh/.": file,
	} {
		t.Chdir(filepath.Join(dir, wd))
		c, err := config.Load(config.Source{Path: named, Env: []string{"HOME=/h"}})
		if err != nil {
			t.Errorf("%s in %s: %v", named, wd, err)
			continue
		}
		for path, want := range map[string]string{
			c.Vault: "mesh/notes", c.Auth.KeysFile: "keys.json", strings.TrimPrefix(c.LLM.Providers.OpenAI.Key, "file:"): "mesh/secret/key",
		} {
			if path != filepath.Join(dir, want) {
				t.Errorf("%s in %s: got %s, want %s", named, wd, path, want)
			}
		}
	}
}
