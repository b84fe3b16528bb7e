package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// attack is a text that does to a terminal what a text can do: colors (one of
// Weft's own among them), the clipboard, links, the title, device control,
// controls of eight bits, and turned directions.
const attack = "\x1b[32mSPOOF\x1b[0m \x1b]52;c;aGk=\x07 \x1b]8;;http://evil\x1b\\ \x1b]0;t\a \x1bPq\x1b\\ \x1b_a\x1b\\ \u009b2J \u009d0;t\u009c \r\x1b[2K \b\x7f \u202eabc\u2066d\u2069\u200f\u061c"

// wantHarmless fails if a stream has anything for a terminal to obey besides
// the sequences that Weft prints, or one of these around what is not Weft's.
func wantHarmless(t *testing.T, what, text string) {
	t.Helper()
	if strings.Contains(text, "\x1b[32mSPOOF") {
		t.Errorf("%s: colors of the text are let through: %q", what, text)
	}
	text = ourSequences.ReplaceAllString(text, "")
	if !utf8.ValidString(text) {
		t.Errorf("%s: no UTF-8: %q", what, text)
	}
	for _, r := range text {
		if (unicode.IsControl(r) && r != '\n' && r != '\t') || unicode.Is(unicode.Bidi_Control, r) {
			t.Errorf("%s: %q is let through: %q", what, r, text)
			return
		}
	}
}

var ourSequences = regexp.MustCompile(`\x1b\[(?:0|1|2|31|32|33|36)m|\r\x1b\[2K`)

// infest puts a text into every text of a message, and one message into every
// list of them.
func infest[M proto.Message](m M, text string, depth int) M {
	r := m.ProtoReflect()
	fields := r.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		switch {
		case f.ContainingOneof() != nil && !f.HasOptionalKeyword():
		case f.IsMap():
		case f.Kind() == protoreflect.StringKind && f.IsList():
			r.Mutable(f).List().Append(protoreflect.ValueOfString(text))
		case f.Kind() == protoreflect.StringKind:
			r.Set(f, protoreflect.ValueOfString(text))
		case f.Message() == nil || depth == 0 || f.Message().FullName().Parent() == "google.protobuf":
		case f.IsList():
			infest(r.Mutable(f).List().AppendMutable().Message().Interface(), text, depth-1)
		default:
			infest(r.Mutable(f).Message().Interface(), text, depth-1)
		}
	}
	return m
}

// infestedRun is a run that says nothing but attacks.
var infestedRun = sync.OnceValue(func() *orchestratorv1.Run {
	data, _ := structpb.NewStruct(map[string]any{attack: map[string]any{attack: attack, "list": []any{attack}}})
	report := infest(&orchestratorv1.RunReport{Status: orchestratorv1.RunReport_PARTIAL}, attack, 5)
	report.Entry.DomainData, report.Corrected.DomainData = data, data
	report.Provenance = map[string]*commonv1.Provenance{attack: {Degraded: true, DegradedReason: attack}}
	report.Answer = attack + " **" + attack + "**"
	run := infest(&orchestratorv1.Run{}, attack, 1)
	run.Report = report
	return run
})

// infested is a server that says nothing but attacks.
func infested() *script {
	run := infestedRun()
	report := run.GetReport()
	fail := errors.New("the server said: " + attack)
	return &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			tellAll(report, send)
			return nil
		},
		watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			tellAll(report, send)
			return nil
		},
		explain: func(*orchestratorv1.Input) (*orchestratorv1.RunReport, error) { return report, nil },
		search: func(*orchestratorv1.SearchEntriesRequest) (*orchestratorv1.SearchEntriesResponse, error) {
			return infest(&orchestratorv1.SearchEntriesResponse{}, attack, 2), nil
		},
		answer: func(*orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) { return nil, fail },
		retry:  func(string) (*orchestratorv1.Run, error) { return nil, fail },
		get:    func(string) (*orchestratorv1.Run, error) { return run, nil },
		keep: func(*orchestratorv1.ImportEntriesRequest) (*orchestratorv1.ImportEntriesResponse, error) {
			return nil, fail
		},
		runs:    []*orchestratorv1.Run{run},
		entries: &orchestratorv1.ListEntriesResponse{Entries: []*commonv1.Entry{report.GetEntry()}},
	}
}

func tellAll(report *orchestratorv1.RunReport, send func(*orchestratorv1.RunEvent)) {
	send(event(1, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Started{Started: &orchestratorv1.RunStarted{Text: attack}}}))
	send(event(0, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Entered{Entered: &orchestratorv1.StepEntered{State: attack}}}))
	send(event(0, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Draft{Draft: attack}}))
	send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Completed{Completed: infest(&orchestratorv1.StepCompleted{}, attack, 1)}}))
	send(event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Answered{Answered: infest(&orchestratorv1.RunAnswered{}, attack, 1)}}))
	send(event(4, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: report}}}))
}

// leaves returns the path of every command that does something.
func leaves(c *cobra.Command) [][]string {
	if len(c.Commands()) == 0 {
		return [][]string{strings.Fields(c.CommandPath())[1:]}
	}
	var out [][]string
	for _, sub := range c.Commands() {
		out = append(out, leaves(sub)...)
	}
	return out
}

func TestNoCommandPrintsWhatATerminalObeys(t *testing.T) {
	t.Parallel()
	file := filepath.Join(writeFiles(t, map[string]string{"2026-01-05 " + strings.ReplaceAll(attack, "/", "") + ".md": "note " + attack}), "")
	lines := filepath.Join(t.TempDir(), "lines.jsonl")
	if err := os.WriteFile(lines, []byte("{\"text\": "+attack+"}\n{\"text\":\"x\",\"now\":\"\u202e\"}\n{\"text\":\"x\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	raw := strings.ReplaceAll(attack, "\x00", "") + "\xff\x9b"
	uses := [][]string{
		nil, {"text"}, {attack}, {raw}, {runID}, {"2026-02-17_18-20-00"}, {file}, {file, "--dry-run"}, {file + raw},
		{"--batch", lines}, {"--batch", lines, "--dry-run"}, {"--batch", attack}, {"--steps", "x"}, {"x", "--answer", attack}, {"x", attack, "--decline"},
		{"--" + attack}, {"x", "--limit", attack}, {"x", "--from", attack}, {"--status", attack}, {"--format", attack}, {"--reason", attack, runID},
		{"--roles", attack}, {"--config", attack}, {"--set", attack}, {"--set", attack + "=" + attack}, {"--vault", raw}, {"--now", attack, "x"},
		{"--tz", attack, "x"}, {"--log-level", attack}, {"--trace-file", attack, "x"}, {"--request-id", raw, "x"}, {"-o", attack}, {"--help"},
	}
	commands := append(leaves(newProgram(&played{}, nil, nil, nil, nil).rootCommand()), nil, []string{"runs"}, []string{"help", attack})
	if len(commands) < 25 {
		t.Fatalf("only %d commands are there", len(commands))
	}
	for _, command := range commands {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			switch strings.Join(command, " ") {
			case "certs dev":
				command = append(command, "--dir", t.TempDir())
			case "goal":
				command = append(command, "--schedules", "1")
			case "demo planning":
				cancel() // it plans for seconds what nobody else wrote, and a test of its own looks at what it prints
			}
			shapes := 3
			if slices.Contains([]string{"domains", "doctor"}, append(command, "")[0]) {
				shapes = 2 // reading the domains takes a while, and text differs from colors in nothing else
			}
			for _, use := range uses {
				for _, as := range []string{"json", "colors", "text"}[:shapes] {
					args := append(append([]string{}, command...), use...)
					if as == "json" {
						args = append([]string{"-o", "json"}, args...)
					}
					got := printTo(ctx, t, as == "colors", args)
					wantHarmless(t, as+" to stdout of "+strings.Join(args, " "), got.out)
					wantHarmless(t, as+" to stderr of "+strings.Join(args, " "), got.errOut)
				}
			}
		})
	}
}

// printTo runs a command line against the infested server, for a person who
// looks at a terminal with colors or for a pipe.
func printTo(ctx context.Context, t *testing.T, colors bool, args []string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	home := t.TempDir()
	env := []string{"HOME=" + home, "USER=ann", "WEFT_TIME_ZONE=Europe/Berlin", "WEFT_VAULT=" + home + "/vault"}
	stuck := app.StuckRun{Tenant: attack, Run: attack, Graph: attack, Status: attack, Text: attack, Problem: attack}
	m := &played{script: infested(), check: &app.RunsCheck{Stuck: []app.StuckRun{stuck}}, run: func(context.Context, upOptions) error { return errors.New(attack) }}
	p := newProgram(m, strings.NewReader("x\n/"+attack+"\n"), &out, &errOut, env)
	if colors {
		seal := screen.NewSeal()
		p.out, p.err = screen.NewWriter(&out, seal), screen.NewWriter(&errOut, seal)
		p.outStyle = screen.Style{Terminal: true, Color: true, Width: 60, Seal: seal}
		p.errStyle = p.outStyle
	}
	code := p.run(ctx, args)
	return result{code, out.String(), errOut.String()}
}

func TestANoteWithAnAttackIsTheSameInJSON(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: infested()}, "", "entries", "-o", "json")
	got.mustExit(t, exitDone)
	wantHarmless(t, "entries", got.out)
	var told struct{ Entries []struct{ Text string } }
	if err := json.Unmarshal([]byte(got.out), &told); err != nil {
		t.Fatal(err)
	}
	if told.Entries[0].Text != attack {
		t.Errorf("the text is %q", told.Entries[0].Text)
	}
}

func TestWordsToCompleteAreCleaned(t *testing.T) {
	t.Parallel()
	words := []string{"__complete", "ask", "--" + attack, ""}
	for i, word := range completable(words) {
		wantHarmless(t, "a word", word)
		if want := screen.Clean(words[i]); word != want {
			t.Errorf("got %q, want %q", word, want)
		}
	}
	if kept := []string{"ask", attack}; !slices.Equal(completable(kept), kept) {
		t.Error("other commands do not get their arguments as they are")
	}
}

func TestAVaultFullOfAttacksIsPrintedHarmlessly(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	note := strings.ReplaceAll(attack, "\r", "")
	name := strings.ReplaceAll(note, "/", "") + "\xff\n"
	for path, text := range map[string]string{
		"logs/raw/2026/02/2026-02-18.md":          "## 07:30\nslept 5 h " + note + "\n",
		"logs/raw/2026/02/2026-02-19" + name:      "not a day",
		"logs/raw/2026/02/2026-02-19.md":          "## 07:30\nslept 6 h \xff\x9b2J\n",
		"logs/parsed/2026/02/2026-02-18" + name:   "{",
		"global-context.md":                       "# Global Context\n\n## Facts\n- birthday: " + note + " (certain)\n",
		"import/" + name + "/2026-01-05.md":       "## 07:30\nran 5k " + note + "\n",
		"import/" + name + "/undated" + note[:10]: "nothing",
	} {
		path = filepath.Join(h.dir, "vault", path)
		if strings.Contains(path, "vault/import") {
			path = filepath.Join(h.dir, strings.TrimPrefix(path, h.vault()))
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.serve()
	for _, args := range [][]string{
		{"log", "slept 7 h " + note}, {"entries"}, {"entries", "2026-02-18_07-30-00"}, {"search", "slept"}, {"search", note}, {"context"},
		{"ask", "how did I sleep last week? " + note}, {"explain", "slept 8 h yesterday " + note}, {"runs", "ls"}, {"runs", "show"},
		{"runs", "watch", "--steps"}, {"import", filepath.Join(h.dir, "import")}, {"import", filepath.Join(h.dir, "import"), "--dry-run"},
		{"entries", "2026-01-05"}, {"runs", "show", note}, {"entries", note}, {"runs", "show", "\xff"}, {"ask", "x", "--request-id", "\xff"},
	} {
		for _, as := range []string{"text", "json"} {
			got := h.weft("", append([]string{"-o", as}, args...)...)
			wantHarmless(t, "stdout of "+strings.Join(args, " "), got.out)
			wantHarmless(t, "stderr of "+strings.Join(args, " "), got.errOut)
			if strings.Contains(got.errOut, "INTERNAL") {
				t.Errorf("%q: %s", args, got.errOut)
			}
		}
	}
	mustContain(t, h.weft("", "entries", "2026-01-05").out, "ran 5k")
}
