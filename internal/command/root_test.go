package command

import (
	"encoding/json"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestASlipOfACommandIsNotKeptAsANote(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, near string }{
		"a letter too many":     {"serarch", "search"},
		"two letters swapped":   {"serach", "search"},
		"a letter missing":      {"entrie", "entries"},
		"two slips":             {"entrys", "entries"},
		"another case":          {"Explain", "explain"},
		"a command in singular": {"domain", "domains"},
		"a short command":       {"aks", "ask"},
		"another name":          {"status", "doctor"},
		"another name, listed":  {"list", "entries"},
		"before what it takes":  {"serach swim", "search swim"},
		"before a command":      {"thread ls", "threads ls"},
		"before a day":          {"entreis 2026-02-23", "entries 2026-02-23"},
		"before any words":      {"task done today", "tasks done today"},
		"before a note":         {"lgo slept 6h", "log slept 6h"},
		"before a question":     {"akss why", ""},
		"a sentence":            {"slept 6 h", ""},
		"a sentence of signs":   {"今天跑了五公里", ""},
		"a word with a stop":    {"tired.", ""},
		"a name and more":       {"status was good", ""},
		"two slips and more":    {"entrys of the book", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &script{process: ends(answered()), explain: readsAs(commonv1.InputType_INPUT_TYPE_LOG)}
			got := play(t, &played{script: s}, "", strings.Fields(test.text)...)
			if test.near == "" {
				got.mustExit(t, exitDone)
				return
			}
			got.mustExit(t, exitUsage)
			mustContain(t, got.errOut, `did you mean "weft `+test.near+`"?`, "To keep your text as a note: weft log "+test.text)
			if len(s.inputs) > 0 {
				t.Error("it was sent all the same")
			}
			// In quotes it is text.
			play(t, &played{script: s}, "", test.text+" today").mustExit(t, exitDone)
		})
	}
	got := play(t, &played{}, "", "lgo", "slept 6h")
	mustContain(t, got.errOut, `did you mean "weft log 'slept 6h'"?`)
}

// readsAs is a router that takes every text for one kind of input.
func readsAs(kind commonv1.InputType) func(*orchestratorv1.Input) (*orchestratorv1.RunReport, error) {
	return func(*orchestratorv1.Input) (*orchestratorv1.RunReport, error) {
		return &orchestratorv1.RunReport{InputType: kind}, nil
	}
}

func TestASingleWordIsAnsweredOrRefusedAndNeverKept(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	for word, want := range map[string]string{
		"status": `did you mean "weft doctor"?`, "stauts": `did you mean "weft doctor"?`, "list": `did you mean "weft entries"?`, "init": `did you mean "weft configure"?`,
		"exit": "for conversations", "quit": "for conversations", "clear": "for conversations", "entrys": `did you mean "weft entries"?`,
		"tired": "weft log tired", "overslept": "weft log overslept", "müde": "weft log müde", "2026-02-23": "weft log 2026-02-23",
	} {
		got := h.weft("", word)
		got.mustExit(t, exitUsage)
		mustContain(t, got.errOut, want)
	}
	h.weft("", "hello").mustExit(t, exitDone)
	got := h.weft("entrys\n/serach swim\ntired\nhelp\nTasks\nclear\nquit\nslept 5 h\n")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "did you mean /entries?", "did you mean /search?", "/log tired", "no tasks")
	mustContain(t, got.out, "/explain TEXT")
	if got := h.weft("", "entries"); got.out != "" {
		t.Errorf("kept:\n%s", got.out)
	}
	h.weft("", "log", "tired").mustExit(t, exitDone)
	h.weft("", "--", "overslept").mustExit(t, exitDone)
	h.weft("long run 12 km\n").mustExit(t, exitDone)
	mustContain(t, h.weft("", "entries").out, "tired", "overslept", "long run 12 km")
}

func TestTheVersionIsAFlagToo(t *testing.T) {
	t.Parallel()
	got := play(t, &played{}, "", "--version")
	got.mustExit(t, exitDone)
	if want := play(t, &played{}, "", "version").out; got.out != want || want == "" {
		t.Errorf("got %q, want %q", got.out, want)
	}
}

func TestAValueThatAFlagCanNotHaveIsNamedWithOneThatItCan(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"entries --limit many":            `weft: --limit "many": use a whole number; see "weft entries --help"`,
		"runs retry --all-failed --since": "--since",
		"runs retry --since soon":         `weft: --since "soon": use a duration such as 500ms, 30s, 5m or 168h`,
		"ask why --detailed=perhaps":      `weft: --detailed "perhaps": use true or false`,
	} {
		got := play(t, &played{}, "", strings.Fields(args)...)
		got.mustExit(t, exitUsage)
		mustContain(t, got.errOut, want)
		if strings.Contains(got.errOut, "strconv") || strings.Contains(got.errOut, "parsing") {
			t.Errorf("%s: said %s", args, got.errOut)
		}
	}
}

func TestCommandLinesThatCanNotBeUnderstoodAreUsageErrors(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"an unknown flag":                 {"ask", "why", "--because"},
		"an unknown output":               {"ask", "why", "-o", "yaml"},
		"a moment that is none":           {"ask", "why", "--now", "noon"},
		"a zone that is none":             {"ask", "why", "--tz", "Mars/Base"},
		"the zone of the machine by name": {"ask", "why", "--tz", "Local"},
		"a level that is none":            {"ask", "why", "--log-level", "loud"},
		"a setting without a value":       {"config", "print", "--set", "vault"},
		"a setting that is none":          {"config", "print", "--set", "valt=x"},
		"ask without a question":          {"ask"},
		"log without a text":              {"log"},
		"search without words":            {"search"},
		"search for more than is given":   {"search", "x", "--limit", "1001"},
		"a day that is none":              {"search", "x", "--from", "2026-02-30"},
		"days in the wrong order":         {"entries", "--from", "2026-02-02", "--to", "2026-02-01"},
		"a day and days":                  {"entries", "2026-02-02", "--to", "2026-02-03"},
		"a command of runs that is none":  {"runs", "shw"},
		"an argument that is not taken":   {"context", "now"},
		"a format that is none":           {"graph", "notes", "--format", "png"},
		"a request id for a conversation": {"--request-id", "x"},
		"help on what there is not":       {"help", "me", "sleep"},
		"completion for no shell":         {"completion", "tcsh"},
		"serving no role":                 {"serve"},
		"serving a role that is none":     {"serve", "--roles", "planer"},
		"serving at another server":       {"up", "--server", "127.0.0.1:1"},
		"a demo on one's own vault":       {"demo", "--vault", "/"},
		"a demo of plans at a server":     {"demo", "plans", "--server", "127.0.0.1:1"},
		"a demo that can't ask":           {"demo", "plans", "--ask"},
		"a demo of planning on a vault":   {"demo", "planning", "--vault", "/"},
		"importing what is not there":     {"import", "/no/such/folder"},
		"importing nothing":               {"import"},
		"cancelling no run":               {"runs", "cancel"},
		"watching from before the first":  {"runs", "watch", "last", "--from", "-1"},
	}
	for name, args := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := play(t, &played{}, "", args...)
			got.mustExit(t, exitUsage)
			if !strings.HasPrefix(got.errOut, "weft: ") || got.out != "" {
				t.Errorf("stderr %q, stdout %q", got.errOut, got.out)
			}
		})
	}
}

func TestEveryCommandSaysWhatItIsForAndGivesAnExample(t *testing.T) {
	t.Parallel()
	for _, c := range commands(t) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || len(c.Short) > 72 {
			t.Errorf("%s: short description %q", c.CommandPath(), c.Short)
		}
		if c.Runnable() && c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			if !strings.Contains(line, "weft") {
				t.Errorf("%s: the example %q does not use weft", c.CommandPath(), line)
			}
		}
		for line := range strings.Lines(c.Long) {
			if len([]rune(line)) > 82 {
				t.Errorf("%s: a line of the description is too long for a terminal: %q", c.CommandPath(), line)
			}
		}
	}
}

func TestHelpIsPrintedForEveryCommand(t *testing.T) {
	t.Parallel()
	for _, c := range commands(t) {
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		got := play(t, &played{}, "", args...)
		got.mustExit(t, exitDone)
		if c.Runnable() {
			mustContain(t, got.out, "Usage:", c.CommandPath(), "Examples:")
		}
	}
	got := play(t, &played{}, "", "help", "exit-codes")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "  0  done", "  3  a run is waiting", "130  interrupted")
	mustContain(t, play(t, &played{}, "", "help", "runs", "watch").out, "weft runs watch [RUN]")
	mustContain(t, play(t, &played{}, "", "completion", "bash").out, "__start_weft")
	mustContain(t, play(t, &played{}, "", "__complete", "runs", "ls", "--status", "").out, "waiting", "partial")
	mustContain(t, play(t, &played{}, "", "--help").out, "exit-codes", "Notes and questions:")
}

// The page must not fall behind the program.
func TestThePageOnTheCommandLineNamesEveryCommandAndFlag(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	known := map[string]bool{"help": true}
	for _, c := range commands(t) {
		if c.Runnable() && !strings.Contains(page, "`"+strings.TrimSuffix(c.CommandPath(), " ")) {
			t.Errorf("docs/cli.md does not have %q", c.CommandPath())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		c.InheritedFlags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	}
	for name := range known {
		if name != "help" && !strings.Contains(page, "--"+name) {
			t.Errorf("docs/cli.md does not have --%s", name)
		}
	}
	for _, m := range regexp.MustCompile("`--([a-z-]+)").FindAllStringSubmatch(page, -1) {
		if !known[m[1]] {
			t.Errorf("docs/cli.md has --%s, which is no flag", m[1])
		}
	}
}

// commands returns every command that is ours, the root included.
func commands(t *testing.T) []*cobra.Command {
	t.Helper()
	root := newProgram(&played{}, strings.NewReader(""), nil, nil, nil).rootCommand()
	all := []*cobra.Command{}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		all = append(all, c)
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
	if len(all) < 20 {
		t.Fatalf("only %d commands", len(all))
	}
	return all
}

func TestTheGraphIsPrintedInEachFormat(t *testing.T) {
	t.Parallel()
	const shape = `{
  "name": "notes",
  "version": 0,
  "doc": "",
  "public": false,
  "start": "ROUTE",
  "states": null,
  "edges": null
}
`
	for args, want := range map[string]string{
		"":              "stateDiagram-v2 of notes 2\n",
		"--version 1":   "stateDiagram-v2 of notes 1\n",
		"--format dot":  "digraph notes {}\n",
		"--format json": shape,
		"-o json":       shape,
	} {
		got := play(t, &played{}, "", append([]string{"graph", "show", "notes"}, strings.Fields(args)...)...)
		got.mustExit(t, exitDone)
		if got.out != want {
			t.Errorf("%q gives %q, want %q", args, got.out, want)
		}
	}
	got := play(t, &played{}, "", "graph", "show", "notes", "--version", "3")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "weft graph ls")
}

func TestGraphsAreListedWithTheirVersions(t *testing.T) {
	t.Parallel()
	got := play(t, &played{}, "", "graph", "ls")
	got.mustExit(t, exitDone)
	if want := "notes  version 2  does it\nnotes  version 1  does it\nplan  version 1  does it\n    signal hold  holds it\n    query progress  tells how far it is\n"; got.out != want {
		t.Errorf("got %q, want %q", got.out, want)
	}
}

func TestFilesWithoutWhichNoServerStartsAreChecked(t *testing.T) {
	t.Parallel()
	for settings, wants := range map[string][]string{
		"tls: {ca: ca.pem, cert: role.pem, key: role.key}": {"ca.pem", "no such file", "tls"},
		"api: {cert: api.pem, key: api.key}":               {"api.pem", "no such file"},
		"auth: {keys_file: keys.json}":                     {"keys.json", "auth.keys_file", "weft keys add"},
		"tools: {grant_keys: grants.pem}":                  {"grants.pem", "tools.grant_keys"},
		"llm: {prices: prices.yaml}":                       {"prices.yaml", "llm.prices"},
	} {
		dir := writeFiles(t, map[string]string{"weft.yaml": "vault: /tmp/x\n" + settings + "\n"})
		got := play(t, &played{}, "", "config", "check", "--config", dir+"/weft.yaml")
		if got.code == exitDone {
			t.Errorf("%s: is valid: %s", settings, got.out)
		}
		mustContain(t, got.errOut, wants...)
	}
}

func TestAConfigurationThatCanNotBeUsedNamesItsLine(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{"weft.yaml": "vault: /tmp/x\nvalt: y\nlog:\n  level: loud\n"})
	got := play(t, &played{}, "", "config", "check", "--config", dir+"/weft.yaml")
	got.mustExit(t, exitUsage)
	problems := strings.Split(strings.TrimSpace(got.errOut), "\n")
	if len(problems) != 2 || !strings.HasPrefix(problems[0], dir+"/weft.yaml:2: ") || !strings.HasPrefix(problems[1], dir+"/weft.yaml:4: ") {
		t.Errorf("the problems are told as\n%s", got.errOut)
	}
	got = play(t, &played{}, "", "context", "--config", dir+"/weft.yaml")
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "weft.yaml:2", "valt", "weft.yaml:4")
	got = play(t, &played{}, "", "config", "print", "--origins", "--set", "api.listen=127.0.0.1:0", "--tz", "Asia/Tokyo")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "127.0.0.1:0", "--set api.listen", "Asia/Tokyo", "--tz", "WEFT_VAULT")
	got = play(t, &played{}, "", "config", "print", "-o", "json", "--tz", "Asia/Tokyo")
	var printed struct {
		Zone string `json:"time_zone"`
	}
	if err := json.Unmarshal([]byte(got.out), &printed); err != nil || printed.Zone != "Asia/Tokyo" {
		t.Errorf("printed %+v, %v", printed, err)
	}
	got = play(t, &played{}, "", "config", "schema")
	if !json.Valid([]byte(got.out)) {
		t.Errorf("the schema is no JSON: %.100s", got.out)
	}
}

func TestTheVersionComesFromTheReleaseOrTheBuild(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-21T07:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	info.Main.Version = "v0.1.0-pre"
	if b := buildOf("", info); b.Version != "v0.1.0-pre" || !b.Modified || b.Commit != "0123456789abcdef" {
		t.Errorf("build is %+v", b)
	}
	if b := buildOf("v1.2.3", info); !strings.HasPrefix(b.String(), "weft v1.2.3 (0123456789ab 2026-11-21T07:00:00Z) go") {
		t.Errorf("build reads %q", b)
	}
	if b := buildOf("", nil); b.Version != "(devel)" {
		t.Errorf("version without any information is %q", b.Version)
	}
}
