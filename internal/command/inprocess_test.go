package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/notes"
)

// A home is a person's machine: a vault and nothing else. Command lines run
// against the real mesh, in this process.
type home struct {
	t   *testing.T
	dir string
}

func newHome(t *testing.T) home {
	t.Helper()
	h := home{t, t.TempDir()}
	if err := os.Mkdir(h.vault(), 0o755); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h home) vault() string { return filepath.Join(h.dir, "vault") }

func (h home) env() []string {
	return []string{"HOME=" + h.dir, "USER=ann", "WEFT_TIME_ZONE=Europe/Berlin", "WEFT_VAULT=" + h.vault(), "WEFT_API_LISTEN=127.0.0.1:0"}
}

// weft runs a command line on the morning of February 23, 2026.
func (h home) weft(stdin string, args ...string) result {
	h.t.Helper()
	var out, errOut bytes.Buffer
	args = append([]string{"--now", "2026-02-23T09:00"}, args...)
	code := Main(h.t.Context(), args, strings.NewReader(stdin), &out, &errOut, h.env())
	return result{code, out.String(), errOut.String()}
}

// serve has a server work on the vault until the test ends, so that commands
// need not start a mesh of their own. It returns its address.
func (h home) serve() string { return h.serveWith()["api"] }

// serveWith is serve with further flags. It returns the addresses by their names.
func (h home) serveWith(flags ...string) map[string]string {
	h.t.Helper()
	ctx, stop := context.WithCancel(h.t.Context())
	out, announce := io.Pipe()
	ended := make(chan int, 1)
	var log bytes.Buffer
	go func() {
		ended <- Main(ctx, append([]string{"up", "-o", "json"}, flags...), strings.NewReader(""), announce, &log, h.env())
		_ = announce.Close()
	}()
	h.t.Cleanup(func() {
		stop()
		if code := <-ended; code != exitDone {
			h.t.Errorf("the server ends with %d:\n%s", code, log.String())
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		h.t.Fatalf("the server did not come up: %v", err)
	}
	var told struct{ Addresses map[string]string }
	if err := json.Unmarshal([]byte(line), &told); err != nil {
		h.t.Fatal(err)
	}
	return told.Addresses
}

// message runs a command line that must give a message as JSON.
func (h home) message(m proto.Message, args ...string) {
	h.t.Helper()
	got := h.weft("", append(args, "-o", "json")...)
	got.mustExit(h.t, exitDone)
	if err := protojson.Unmarshal([]byte(got.out), m); err != nil {
		h.t.Fatalf("%v in %s", err, got.out)
	}
}

func TestANoteIsKeptFoundAndCited(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	var kept orchestratorv1.RunReport
	h.message(&kept, "log", "bench press 3x5 at 80 kg, felt heavy", "--now", "2026-02-18T18:20")
	id := kept.GetEntry().GetId()
	// It has its note, and goes on where a machine takes long to learn from it.
	done := kept.GetStatus() == orchestratorv1.RunReport_COMPLETED || kept.GetStatus() == orchestratorv1.RunReport_RUNNING
	if id != "2026-02-18_18-20-00" || !done {
		t.Fatalf("kept %v", &kept)
	}
	raw, err := os.ReadFile(filepath.Join(h.vault(), "logs", "raw", "2026", "02", "2026-02-18.md"))
	if err != nil || !strings.Contains(string(raw), "## 18:20\nbench press 3x5 at 80 kg, felt heavy\n") {
		t.Errorf("the vault has %q, %v", raw, err)
	}

	var listed orchestratorv1.ListEntriesResponse
	h.message(&listed, "entries", "2026-02-18")
	if n := len(listed.GetEntries()); n != 1 || listed.GetEntries()[0].GetId() != id {
		t.Errorf("listed %v", &listed)
	}
	var found orchestratorv1.SearchEntriesResponse
	h.message(&found, "search", "benching")
	if len(found.GetEntries()) != 1 || found.GetEntries()[0].GetId() != id {
		t.Errorf("found %v", &found)
	}
	var answer orchestratorv1.RunReport
	h.message(&answer, "ask", "show me last week's bench press")
	if !strings.Contains(answer.GetAnswer(), "80") || len(answer.GetCitations()) == 0 || answer.GetCitations()[0].GetId() != id {
		t.Errorf("answered %q with %v", answer.GetAnswer(), answer.GetCitations())
	}
	var run orchestratorv1.Run
	h.message(&run, "runs", "show", "last")
	if run.GetId() != answer.GetRunId() || len(run.GetReport().GetTimings()) == 0 {
		t.Errorf("the last run is %v", &run)
	}
	got := h.weft("", "runs", "watch", run.GetId()[20:], "-o", "json")
	got.mustExit(t, exitDone)
	events := lines(got.out)
	if events[0]["started"] == nil || events[len(events)-1]["ended"] == nil {
		t.Errorf("the events begin with %v and end with %v", events[0], events[len(events)-1])
	}
}

func TestARepeatedRequestIsTheSameRun(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	var first, second orchestratorv1.RunReport
	h.message(&first, "log", "slept 7 h", "--request-id", "morning")
	h.message(&second, "log", "slept 7 h", "--request-id", "morning")
	if first.GetRunId() == "" || first.GetRunId() != second.GetRunId() {
		t.Errorf("runs %s and %s", first.GetRunId(), second.GetRunId())
	}
	var listed orchestratorv1.ListEntriesResponse
	if h.message(&listed, "entries"); len(listed.GetEntries()) != 1 {
		t.Errorf("%d entries", len(listed.GetEntries()))
	}
	h.weft("", "log", "slept 8 h", "--request-id", "morning").mustExit(t, exitUsage)
}

func TestTryingOutANoteKeepsNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	var tried orchestratorv1.RunReport
	h.message(&tried, "log", "--dry-run", "yesterday I ran 5k in 27 min")
	if tried.GetEntry().GetDate() != "2026-02-22" || tried.GetEntry().GetDomainData() == nil {
		t.Errorf("it would keep %v", tried.GetEntry())
	}
	got := h.weft("", "entries")
	got.mustExit(t, exitDone)
	if got.out != "" {
		t.Errorf("entries: %s", got.out)
	}
}

func TestACorrectionThatFitsTwoNotesWaitsForTheNumberOfOne(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	for _, at := range []string{"2026-02-22T09:00", "2026-02-22T18:00"} {
		h.weft("", "log", "Bench 80kg 5x5", "--now", at).mustExit(t, exitDone)
	}
	asked := h.weft("", "log", "the bench was 85 not 80", "--now", "2026-02-22T19:00")
	asked.mustExit(t, exitWaiting)
	mustContain(t, asked.out, "1) 2026-02-22_18-00-00: Bench 80kg 5x5", "2) 2026-02-22_09-00-00: Bench 80kg 5x5")
	mustContain(t, asked.errOut, "weft reply ")
	got := h.weft("", "reply", "last", "2")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "Corrected 2026-02-22_09-00-00", "load 85 kg")
	h.weft("", "reply", "last", "2").mustExit(t, exitNotFound)
}

func TestWhatWasAnsweredHasACommandThatKeepsIt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	h.weft("", "ask", "how do I feel right now?").mustExit(t, exitWaiting)
	got := h.weft("", "reply", "last", "3")
	got.mustExit(t, exitDone)
	mustContain(t, got.errOut, `weft log "Asked “How do you feel right now?”: bad"`)
	kept := h.weft("", "log", "Asked “How do you feel right now?”: bad")
	kept.mustExit(t, exitDone)
	mustContain(t, kept.out, "Kept ")
}

func TestEveryResultAsJSONIsItsDocumentedMessage(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	h.weft("", "log", "bench 5x5 @ 80kg, slept 6h").mustExit(t, exitDone)
	tests := map[string]struct {
		message proto.Message
		fields  []string // that a script relies on, whether or not they hold anything
	}{
		"ask when did I last bench?":         {&orchestratorv1.RunReport{}, []string{"runId", "status", "inputType", "domains", "timeRanges", "instructions", "retrieved", "findings", "gaps", "questions", "answer", "citations", "evaluation", "provenance", "timings"}},
		"log ran 5k":                         {&orchestratorv1.RunReport{}, []string{"runId", "status", "inputType", "domains", "entry", "provenance", "timings"}},
		"log --dry-run ran 5k":               {&orchestratorv1.RunReport{}, []string{"inputType", "domains", "entry", "provenance"}},
		"explain how did I sleep last week?": {&orchestratorv1.RunReport{}, []string{"inputType", "domains", "timeRanges", "instructions"}},
		"search bench":                       {&orchestratorv1.SearchEntriesResponse{}, []string{"entries", "total", "truncated"}},
		"search nothing of the kind":         {&orchestratorv1.SearchEntriesResponse{}, []string{"entries", "total", "truncated"}},
		"entries":                            {&orchestratorv1.ListEntriesResponse{}, []string{"entries", "nextPageToken"}},
		"entries ls":                         {&orchestratorv1.ListEntriesResponse{}, []string{"entries", "nextPageToken"}},
		"context":                            {&orchestratorv1.GetContextResponse{}, []string{"text"}},
		"runs ls":                            {&orchestratorv1.ListRunsResponse{}, []string{"runs", "nextPageToken"}},
		"runs show":                          {&orchestratorv1.Run{}, []string{"id", "status", "sequence", "report"}},
	}
	for command, test := range tests {
		got := h.weft("", append(strings.Fields(command), "-o", "json")...)
		got.mustExit(t, exitDone)
		if err := protojson.Unmarshal([]byte(got.out), test.message); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(got.out), &fields); err != nil {
			t.Fatal(err)
		}
		for _, name := range test.fields {
			if _, ok := fields[name]; !ok {
				t.Errorf("%s: %s is missing in %s", command, name, got.out)
			}
		}
		if got.errOut != "" {
			t.Errorf("%s: says %q beside its JSON", command, got.errOut)
		}
	}
}

func TestABatchRunsOnTheRealMesh(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	var in strings.Builder
	for i := range 20 {
		fmt.Fprintf(&in, "{\"text\": \"how was it %d days ago?\", \"id\": %d}\n", i+1, i)
	}
	in.WriteString("{\"text\": \" \"}\n{\"text\": \"x\", \"timeZone\": \"Mars\"}\nnonsense\n")
	got := h.weft(in.String(), "explain", "--batch", "-")
	got.mustExit(t, exitFailed)
	out := lines(got.out)
	if len(out) != 23 {
		t.Fatalf("%d lines", len(out))
	}
	for i := range 20 {
		ranges, _ := out[i]["timeRanges"].([]any)
		if len(ranges) == 0 {
			t.Fatalf("line %d has no range: %v", i+1, out[i])
		}
		words, _ := ranges[0].(map[string]any)
		if want := fmt.Sprintf("%d days ago", i+1); words["text"] != want {
			t.Errorf("line %d is about %v, want %q", i+1, words["text"], want)
		}
	}
	for i, reason := range []string{"INPUT_BLANK", "TIME_ZONE_UNKNOWN", "USAGE"} {
		told, _ := out[20+i]["error"].(map[string]any)
		if told["reason"] != reason || out[20+i]["line"] != float64(21+i) {
			t.Errorf("line %d gives %v", 21+i, out[20+i])
		}
	}
}

func TestMistakesHaveTheirExitCodes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	tests := map[string]struct {
		args   []string
		code   int
		reason string
	}{
		"a blank note":               {[]string{"log", "  "}, exitUsage, "INPUT_BLANK"},
		"a note that is too long":    {[]string{"log", strings.Repeat("x", 70_000)}, exitUsage, "INPUT_TOO_LONG"},
		"an id that is none":         {[]string{"entries", "yesterday"}, exitUsage, "FIELD_INVALID"},
		"an entry that is not there": {[]string{"entries", "2020-01-01_00-00-00"}, exitNotFound, "ENTRY_NOT_FOUND"},
		"a run that is not there":    {[]string{"runs", "show", "01KJ5QZ8E4T3N6M9V2XWYABCDE"}, exitNotFound, "RUN_NOT_FOUND"},
		"no run at all":              {[]string{"runs", "show"}, exitNotFound, "RUN_NOT_FOUND"},
		"a zone that is none":        {[]string{"ask", "why", "--tz", "Mars/Base"}, exitUsage, "TIME_ZONE_UNKNOWN"},
		"a vault that is not there":  {[]string{"ask", "why", "--vault", "/no/such/folder"}, exitFailed, "VAULT_UNREADABLE"},
		"a vault that is a file":     {[]string{"ask", "why", "--vault", "/dev/null"}, exitFailed, "VAULT_UNREADABLE"},
		"a second server":            {[]string{"up"}, exitUnavailable, "VAULT_LOCKED"},
		"a server that is not there": {[]string{"context", "--server", "127.0.0.1:1"}, exitUnavailable, "AGENT_UNAVAILABLE"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := h.weft("", append(test.args, "-o", "json")...)
			got.mustExit(t, test.code)
			var told struct {
				Error struct{ Code, Reason, Message string }
			}
			if err := json.Unmarshal([]byte(got.errOut), &told); err != nil {
				t.Fatalf("%v in %q", err, got.errOut)
			}
			if told.Error.Reason != test.reason || told.Error.Message == "" {
				t.Errorf("told %+v", told.Error)
			}
		})
	}
}

func TestTextThatIsNotUTF8IsRefusedWhereverItComesFrom(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	for name, run := range map[string]func() result{
		"an argument":              func() result { return h.weft("", "log", "caf\xe9") },
		"standard input":           func() result { return h.weft("caf\xe9\n", "log", "-") },
		"a line of a conversation": func() result { return h.weft("caf\xe9\n") },
		"words to search":          func() result { return h.weft("", "search", "caf\xe9") },
	} {
		got := run()
		if got.code != exitUsage || !strings.Contains(got.errOut, "not UTF-8") {
			t.Errorf("%s: exit code %d, %s", name, got.code, got.errOut)
		}
	}
}

func TestAConversationOverAPipeKnowsWhatItWasTold(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("slept 6.5 h, woke up twice\nhow long did I sleep today?\n/entries 2026-02-23\n")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "Kept 2026-02-23_09-00-00", "6.5", "[1] 2026-02-23", "2026-02-23_09-00-00  slept 6.5 h, woke up twice")
}

func TestAnImportCanBeRepeated(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	dir := writeFiles(t, map[string]string{
		"2026-01-05.md": "## 07:30\nRan 5k in 27 min\n\n## 21:00\nTired\n",
		"sub/old.md":    "---\ndate: 2025-12-31\n---\nParty\n",
		"ideas.md":      "no date\n",
	})
	got := h.weft("", "import", dir, "--dry-run")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "4 would be created, 0 unchanged, 0 skipped, from 3 files")
	got = h.weft("", "import", dir)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "4 created, 0 unchanged, 0 skipped")
	got = h.weft("", "import", dir)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "0 created, 4 unchanged, 0 skipped")
	got = h.weft("", "entries")
	want := "2025-12-31_12-00-00  Party\n2026-01-05_07-30-00  Ran 5k in 27 min\n2026-01-05_21-00-00  Tired\n" +
		notes.UndatedID(notes.PageOf("notes/ideas.md"), []string{"ideas"}, 1).String() + "  ideas: no date\n"
	if got.out != want {
		t.Errorf("entries:\n%s\nwant:\n%s", got.out, want)
	}
}

func TestAnUndatedNoteIsFoundAndAnswersWithItsTitle(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for name, content := range map[string]string{
		"House.md":      "Built 1957.\n# Wifi\nThe password of the router is swordfish-22.\n",
		"2026-02-20.md": "Reset the router, 5 km run.\n",
	} {
		if err := os.WriteFile(filepath.Join(h.vault(), name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h.serve()
	id := notes.UndatedID(notes.PageOf("House.md"), []string{"House", "Wifi"}, 1).String()
	got := h.weft("", "search", "wifi", "password")
	mustContain(t, got.out, id, "House › Wifi")
	got = h.weft("", "entries", id)
	mustContain(t, got.out, id+"  House › Wifi  House.md:3\n", "swordfish-22")
	got = h.weft("", "ask", "What is the wifi password?")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "House › Wifi: “The password of the router is swordfish-22.” [1]", "[1] House › Wifi  "+id)
	if strings.Contains(got.out+got.errOut, "own check") || strings.Contains(got.out, "no notes") {
		t.Errorf("told %s%s", got.out, got.errOut)
	}
	// Nothing is computed from it, and no range of days has it.
	got = h.weft("", "search", "router", "--from", "2020-01-01")
	if strings.Contains(got.out, id) {
		t.Errorf("found in a range: %s", got.out)
	}
}

func TestCommandsFindTheServerOfTheirVault(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	t.Run("while it runs", func(t *testing.T) {
		h := home{t, h.dir}
		address := h.serve()
		h.weft("", "log", "slept 7 h").mustExit(t, exitDone)
		h.weft("", "entries", "--server", address).mustExit(t, exitDone)
		token := filepath.Join(h.vault(), ".weft", "token")
		got := h.weft("", "entries", "--server", address, "--vault", t.TempDir(), "--token-file", token)
		got.mustExit(t, exitDone)
		mustContain(t, got.out, "slept 7 h")

		stranger := h.weft("", "entries", "--server", address, "--vault", t.TempDir())
		stranger.mustExit(t, exitFailed)
		mustContain(t, stranger.errOut, "--token-file")
		if strings.Contains(stranger.errOut, h.vault()) {
			t.Errorf("a stranger is told where the token lies: %s", stranger.errOut)
		}
		missing := h.weft("", "entries", "--server", address, "--token-file", token+"s")
		missing.mustExit(t, exitFailed)
		mustContain(t, missing.errOut, token+"s")

		second := h.weft("", "up")
		second.mustExit(t, exitUnavailable)
		mustContain(t, second.errOut, "PID", address)
	})
	got := h.weft("", "entries") // the vault is free again
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "slept 7 h")
}

func TestTheRealGraphIsPrinted(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "graph", "show", "notes")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "stateDiagram-v2", "[*] --> ROUTE", "RETRIEVE --> ANALYZE")
	got = h.weft("", "graph", "show", "notes", "--format", "json")
	if !json.Valid([]byte(got.out)) {
		t.Errorf("no JSON: %s", got.out)
	}
}

func TestTheBuiltInDomainsAreListedAndValid(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "domains", "ls")
	got.mustExit(t, exitDone)
	if !strings.HasPrefix(got.out, "general ") || !strings.Contains(got.out, "\nstrength ") {
		t.Errorf("domains:\n%s", got.out)
	}
	h.weft("", "domains", "check", "--examples").mustExit(t, exitDone)

	folder := writeFiles(t, map[string]string{"tea.yaml": "name: tea\ndescripton: typo\n"})
	got = h.weft("", "domains", "check", folder)
	got.mustExit(t, exitUsage)
	mustContain(t, got.errOut, "tea.yaml:2", "descripton")
}

// The story has to hold on the example vault: answers that cite what is there,
// a note that is kept and corrected, and no answer where there is none.
func TestTheDemoTellsATrueStory(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "demo", "-o", "json")
	got.mustExit(t, exitDone)
	var reports []*orchestratorv1.RunReport
	for l := range strings.Lines(got.out) {
		var r orchestratorv1.RunReport
		if err := protojson.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		reports = append(reports, &r)
	}
	if len(reports) != len(story) {
		t.Fatalf("%d reports for %d scenes", len(reports), len(story))
	}
	sleep, why, list, note, correction, sum, swim, advice :=
		reports[0], reports[1], reports[2], reports[3], reports[4], reports[5], reports[6], reports[7]
	for _, r := range []*orchestratorv1.RunReport{sleep, why, list, sum, advice} {
		if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || len(r.GetCitations()) == 0 {
			t.Errorf("%s: %q with %d citations", r.GetStatus(), r.GetAnswer(), len(r.GetCitations()))
		}
	}
	mustContain(t, sleep.GetAnswer(), "5 h 51 min on average, from 7 notes")
	mustContain(t, why.GetAnswer(), "because I wanted a win")
	if note.GetEntry().GetDate() != "2026-02-23" || note.GetEntry().GetDomainData() == nil {
		t.Errorf("kept %v", note.GetEntry())
	}
	if correction.GetInputType() != commonv1.InputType_INPUT_TYPE_CORRECTION || correction.GetCorrected().GetId() != note.GetEntry().GetId() {
		t.Errorf("corrected %v", correction.GetCorrected())
	}
	mustContain(t, sum.GetAnswer(), "70.4 km in total, from 9 notes", "Mon 23 Feb: 7.4 km")
	if len(swim.GetCitations()) > 0 || swim.GetAnswer() == "" {
		t.Errorf("swam: %q with %v", swim.GetAnswer(), swim.GetCitations())
	}
	mustContain(t, advice.GetAnswer(), "I don't give advice")
	if files, err := os.ReadDir(h.vault()); err != nil || len(files) > 0 {
		t.Errorf("the demo touched the person's own vault: %v, %v", files, err)
	}
}
