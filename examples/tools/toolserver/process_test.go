package toolserver_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

// The binary of the tests is a server as well: one with a tool that makes a file.
const (
	serveIn = "WEFT_TEST_SERVE_IN"
	faults  = "WEFT_TEST_FAULTS"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveIn); dir != "" {
		if err := serve(dir, strings.Fields(os.Getenv(faults))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

type name struct {
	Name string `json:"name"`
}

func serve(dir string, wanted []string) error {
	o := toolserver.Options{Name: "files", Dir: dir}
	for _, text := range wanted {
		f, err := toolserver.ParseFault(text)
		if err != nil {
			return err
		}
		o.Faults = append(o.Faults, f)
	}
	s, err := toolserver.Open(o)
	if err != nil {
		return err
	}
	toolserver.Add(s, &mcp.Tool{Name: "make"}, func(_ context.Context, in name) (name, error) {
		// An effect is only told from none if the ledger knows of it before.
		if lines, err := toolserver.ReadLedger(dir); err != nil || lines[len(lines)-1].Outcome != "" {
			return in, errors.Join(errors.New("the ledger has no line of the call"), err)
		}
		return in, toolserver.Create(s.Files, in.Name, []byte("made"))
	})
	return errors.Join(s.Serve(context.Background(), &mcp.StdioTransport{}), s.Close())
}

// start starts the server as a process.
func start(t *testing.T, dir string, wanted ...string) *toolservertest.Client {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), serveIn+"="+dir, faults+"="+strings.Join(wanted, " "))
	c.Stderr = os.Stderr
	return toolservertest.Connect(t, &mcp.CommandTransport{Command: c})
}

func made(t *testing.T, dir string) (out []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if !strings.HasPrefix(e.Name(), "ledger.") {
			out = append(out, e.Name())
		}
	}
	return out
}

func TestAFaultMeetsOneCallOfAnOperationAlsoAfterARestart(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]struct {
		dies     bool
		made     []string
		outcomes []string
	}{
		toolserver.ExitBefore: {true, []string{"1", "3"}, []string{"done", "", "done"}},
		toolserver.ExitAfter:  {true, []string{"1", "2", "3"}, []string{"done", "done", "done"}},
		toolserver.Fail:       {false, []string{"1", "3"}, []string{"done", "failed", "done"}},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			fault := "make:2:" + kind
			start(t, dir, fault).Do("make", name{"1"}, &name{})
			second := start(t, dir, fault)
			res, err := second.Call("make", name{"2"})
			if died := err != nil; died != want.dies || !died && !res.IsError {
				t.Fatalf("the second call: %v, %v", res, err)
			}
			start(t, dir, fault).Do("make", name{"3"}, &name{})
			if got := made(t, dir); !slices.Equal(got, want.made) {
				t.Errorf("it made %q, want %q", got, want.made)
			}
			if got := toolservertest.Outcomes(t, dir, "make"); !slices.Equal(got, want.outcomes) {
				t.Errorf("the ledger tells %q, want %q", got, want.outcomes)
			}
		})
	}
}

func TestAServerThatHangsDoesNothingAndEndsWithItsClient(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := start(t, dir, "make:1:hang")
	ctx, leave := context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "make", Arguments: name{"1"}})
		answered <- err
	}()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for len(toolservertest.Outcomes(t, dir, "make")) == 0 {
		select {
		case err := <-answered:
			t.Fatalf("it answered: %v", err)
		case <-tick.C:
		}
	}
	c.Do("make", name{"2"}, &name{}) // others are served
	leave()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("it has not ended by itself: %v", err)
	}
	if got := made(t, dir); !slices.Equal(got, []string{"2"}) {
		t.Errorf("it made %q", got)
	}
}

func TestServersInOneFolderShareTheLedger(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	servers := []*toolservertest.Client{start(t, dir), start(t, dir)}
	done := make(chan error)
	for i := range 10 {
		go func() {
			_, err := servers[i%2].Call("make", name{fmt.Sprint(i)})
			done <- err
		}()
	}
	for range 10 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	lines, err := toolserver.ReadLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[int]int{}
	for _, l := range lines {
		calls[l.Call]++
	}
	if len(lines) != 20 || len(calls) != 10 || calls[10] != 2 {
		t.Errorf("%d lines of the calls %v", len(lines), calls)
	}
}

func TestOfSeveralWhoCreateAFileOneDoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := toolserver.Open(toolserver.Options{Name: "files", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	done := make(chan error)
	for range 8 {
		go func() { done <- toolserver.Create(s.Files, "a", []byte("whole")) }()
	}
	won := 0
	for range 8 {
		switch err := <-done; {
		case err == nil:
			won++
		case !errors.Is(err, fs.ErrExist):
			t.Error(err)
		}
	}
	if got := made(t, dir); won != 1 || !slices.Equal(got, []string{"a"}) {
		t.Errorf("%d made it; there are %q", won, got)
	}
}
