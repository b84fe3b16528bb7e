package hostile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

func TestMain(m *testing.M) {
	code := m.Run()
	mesh.RemoveBinary()
	os.Exit(code)
}

const (
	// busy is the time that a command may have a processor for. Unlike the time on
	// the clock it is nearly the same on a machine that others use: seven seconds may be eleven there.
	busy = 30 * time.Second
	// patience is when a command counts as hanging.
	patience = time.Minute
	// most is the memory that any process of the product may take. A plain start,
	// with NATS and all agents, takes less than half of it. How much the collector has not
	// freed yet differs by 60 MiB from one run of the same requests to the next.
	most = 384 << 10 // KiB
)

// good are the notes beside every hazard.
var good = map[string]string{
	"2026-02-01.md":                  "Saw a zebra at the zoo",
	"2026-02-02.md":                  "---\ntags: [run]\n---\nRan 5 km along the river",
	"logs/raw/2026/01/2026-01-03.md": "## 07:30\nBench press 5x5 @ 80kg\n\n## 21:00\nSlept early\n",
	"daily/2026-02-04 Work.md":       "Met Anna about the zebra paper",
}

const goodNotes = 5

func vault(t *testing.T) folder {
	f := folder{TB: t, dir: t.TempDir()}
	for name, content := range good {
		f.write(name, content)
	}
	return f
}

// command runs the product as a person does, and holds it to time and memory.
func command(t *testing.T, vault string, args ...string) (out string, code int) {
	t.Helper()
	binary := mesh.Binary(t) // built before the clock starts
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, append(args, "--vault", vault, "--tz", mesh.Zone)...)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+vault+".none", "HOME="+vault+".none", "WEFT_LIMITS_SEARCH_TIMEOUT="+patience.String(), "WEFT_RETRIEVAL_DEADLINE="+patience.String()) // a busy machine is no hazard
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	what := "weft " + strings.Join(args, " ")
	t.Logf("%s: %v, %d MiB", what, took, used>>10)
	if ctx.Err() != nil {
		t.Fatalf("%s did not end in %v", what, patience)
	}
	if took > busy || used > most {
		t.Errorf("%s took %v and %d MiB", what, took, used>>10)
	}
	if cmd.ProcessState.ExitCode() < 0 || strings.Contains(both.String(), "goroutine ") {
		t.Errorf("%s was ended: %v\n%.2000s", what, cmd.ProcessState, both.String())
	}
	return both.String(), cmd.ProcessState.ExitCode()
}

func TestTheEverydayCommandsWorkBesideEveryHazard(t *testing.T) {
	t.Parallel()
	f := vault(t)
	for i, h := range beside {
		h.put(folder{TB: t, dir: f.dir, year: strconv.Itoa(1900 + i)})
	}
	said := map[string]string{}
	for _, args := range [][]string{
		{"entries", "--from", "2026-01-01", "-q"}, {"entries"}, {"search", "zebra"}, {"log", "Fed the giraffe"},
		{"ask", "When did I see a zebra?"}, {"context"}, {"domains", "ls"}, {"doctor"}, {"config", "check"},
	} {
		out, code := command(t, f.dir, args...)
		if code != 0 {
			t.Errorf("weft %q ended with %d:\n%.2000s", args, code, out)
		}
		said[args[0]] = out
	}
	for id, command := range map[string]string{
		"2026-02-01_12-00-00": "search", "2026-02-04_12-00-00": "search", "Kept ": "log", "Saw a zebra at the zoo": "ask",
		"2026-01-03_21-00-00": "entries",
	} {
		if !strings.Contains(said[command], id) {
			t.Errorf("weft %s does not tell %s:\n%.2000s", command, id, said[command])
		}
	}
	imported, code := command(t, t.TempDir(), "import", f.dir)
	if code != 0 || !strings.Contains(imported, " created") {
		t.Errorf("the import ended with %d:\n%.2000s", code, imported)
	}
}

func TestNoPlaceThatIsLookedAtByNameBringsTheMeshDown(t *testing.T) {
	t.Parallel()
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			f := vault(t)
			p.put(f)
			if p.refused != "" {
				out, code := command(t, f.dir, "entries")
				if code == 0 || !strings.Contains(out, p.refused) {
					t.Errorf("it ended with %d: %s", code, out)
				}
				return
			}
			server := mesh.Spawn(t, f.dir, "up")
			served(t, mesh.Dial(t, server.Addresses["api"]), p.keeps)
			if used := server.Stop(t); used > most {
				t.Errorf("it took %d MiB", used>>10)
			}
		})
	}
}

// served holds a running mesh to it that the good notes are listed and found, that
// a note is kept if there is room for one, and that a question is answered.
func served(t *testing.T, api weftapi.Client, keeps bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	list, err := api.ListEntries(ctx, &orchestratorv1.ListEntriesRequest{PageSize: 100})
	if err != nil {
		t.Fatalf("listing: %v", err)
	}
	if n := len(list.GetEntries()); n < goodNotes {
		t.Errorf("%d notes are listed", n)
	}
	found, err := api.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{Text: "zebra"})
	if err != nil || found.GetTotal() != 2 {
		t.Errorf("%d notes are found, %v", found.GetTotal(), err)
	}
	if keeps {
		kept, err := run(ctx, api, mesh.Input("Note: fed the giraffe"))
		if err != nil || kept.GetEntry() == nil {
			t.Errorf("a note ended as %v %q, %v", kept.GetStatus(), kept.GetAnswer(), err)
		}
		if found, err = api.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{Text: "giraffe"}); err != nil || found.GetTotal() != 1 {
			t.Errorf("%d notes are found of the one that was kept, %v", found.GetTotal(), err)
		}
	} else if err := begin(ctx, api, mesh.Input("Note: fed the giraffe")); err != nil {
		t.Errorf("a note that has to wait for room: %v", err)
	}
	answered, err := run(ctx, api, mesh.Input("When did I see a zebra?"))
	if err != nil || !strings.Contains(answered.GetAnswer(), "Saw a zebra at the zoo") {
		t.Errorf("the question ended with %q, %v", answered.GetAnswer(), err)
	}
	if _, err := api.GetContext(ctx, &orchestratorv1.GetContextRequest{}); err != nil && ctx.Err() != nil {
		t.Errorf("the context was not told in time: %v", err)
	}
}

// begin gives an input to the mesh and does not wait for its end: a note that there
// is no place for rests until there is.
func begin(ctx context.Context, api weftapi.Client, in *orchestratorv1.Input) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := api.ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{Input: in})
	if err == nil {
		_, err = stream.Recv()
	}
	return err
}

// run gives an input to the mesh and returns its report.
func run(ctx context.Context, api weftapi.Client, in *orchestratorv1.Input) (*orchestratorv1.RunReport, error) {
	stream, err := api.ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{Input: in})
	id := ""
	for err == nil {
		var res *orchestratorv1.ProcessInputResponse
		if res, err = stream.Recv(); err == nil {
			id = res.GetEvent().GetRunId()
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	got, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	return got.GetRun().GetReport(), err
}

func TestADayOfAHundredThousandNotesIsServed(t *testing.T) {
	t.Parallel()
	f := vault(t)
	f.write("logs/raw/2025/01/2025-01-01.md", strings.Repeat("## 07:30\nx\n", 100_000))
	f.write("logs/parsed/2025/01/2025-01-01.json", `{"2025-01-01_07-30-00": {"hash": "x", "data": {}}}`)
	if out, code := command(t, f.dir, "entries"); code != 0 || strings.Count(out, "\n") != 100_000+goodNotes {
		t.Errorf("it ended with %d and told of %d notes", code, strings.Count(out, "\n"))
	}
}

func TestNoConfigurationOrDomainBringsACommandDown(t *testing.T) {
	t.Parallel()
	f := vault(t)
	o := folder{TB: t, dir: t.TempDir()}
	o.write("brackets.yaml", strings.Repeat("[", 100_000))
	o.write("deep.yaml", "user: "+strings.Repeat("[", 10_000))
	o.write("laughs.yaml", laughs())
	o.sparse("sparse.yaml", 1<<40)
	o.pipe("pipe.yaml")
	o.link("zeros.yaml", "/dev/zero")
	for _, name := range []string{"brackets", "deep", "laughs", "sparse", "pipe", "zeros"} {
		file := o.path(name + ".yaml")
		for _, args := range [][]string{{"--config", file}, {"--set", "llm.prices=" + file}} {
			if out, code := command(t, f.dir, append(args, "entries")...); code == 0 || !strings.Contains(out, "can't read") && !strings.Contains(out, "prices") {
				t.Errorf("%q ended with %d: %.500s", args, code, out)
			}
		}
	}
	out, code := command(t, f.dir, "domains", "check", o.dir)
	if code == 0 || strings.Count(out, ".yaml") < 6 {
		t.Errorf("the domains ended with %d: %.3000s", code, out)
	}
}
