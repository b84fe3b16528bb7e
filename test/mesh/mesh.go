// Package mesh starts a Weft mesh for a test, in one process or with each role
// as its own process, and talks to it through the public API alone. A test that
// passes in both shapes says that they are one product.
package mesh

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Zone is the time zone of the example vault's owner.
const Zone = "Europe/Berlin"

// Now is the moment from which the example vault is looked at: a Monday
// morning, the day after the story's heavy week.
func Now() time.Time {
	loc, err := time.LoadLocation(Zone)
	if err != nil {
		panic(err)
	}
	return time.Date(2026, 2, 23, 9, 0, 0, 0, loc)
}

// A Mesh is a running mesh.
type Mesh struct {
	API   weftapi.Client
	Vault string
	// Patience is how long a run may take; 2 minutes if it is 0.
	Patience time.Duration

	address string // of the API, if it is a process
}

func (m *Mesh) patience() time.Duration { return cmp.Or(m.Patience, 2*time.Minute) }

// A Shape starts a mesh on a vault.
type Shape struct {
	Name  string
	Start func(t *testing.T, vault string, set ...config.Override) *Mesh
}

// Shapes are the two shapes of the product.
func Shapes() []Shape {
	return []Shape{
		{"in one process", func(t *testing.T, vault string, set ...config.Override) *Mesh {
			m, _ := Start(t, vault, "", set...)
			return m
		}},
		{"each role its own process", func(t *testing.T, vault string, set ...config.Override) *Mesh { return Processes(t, vault, set...) }},
	}
}

// EmptyVault returns a new folder.
func EmptyVault(t testing.TB) string {
	t.Helper()
	return t.TempDir()
}

// ExampleVault returns a copy of the example vault.
func ExampleVault(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Vault()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// settings is the configuration of a test's mesh: that of a user, with shorter
// waits where a test would otherwise sit them out.
func settings(t testing.TB, vault string, more ...config.Override) *config.Config {
	t.Helper()
	c, err := config.Load(config.Source{Overrides: slices.Concat([]config.Override{
		{Path: "vault", Value: vault},
		{Path: "time_zone", Value: Zone},
		{Path: "user", Value: "tester"},
		{Path: "runs.ack_wait", Value: "2s"},
	}, minds(more), more)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// InProcess starts every role in this process. traceFile gets its spans, if it
// is not empty.
func InProcess(t testing.TB, vault, traceFile string) *Mesh {
	t.Helper()
	m, _ := Start(t, vault, traceFile)
	return m
}

// Start is InProcess for a test that stops the mesh before its end, or sets something.
// Stopping twice is fine.
func Start(t testing.TB, vault, traceFile string, set ...config.Override) (*Mesh, func()) {
	t.Helper()
	s, err := app.Connect(t.Context(), app.Target{
		Config:    settings(t, vault, set...),
		Log:       logger(t),
		Version:   "test",
		TraceFile: traceFile,
	})
	if err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Errorf("stop the mesh: %v", err)
		}
	})
	t.Cleanup(stop)
	api := s.API()
	if _, measured := t.(*testing.B); !measured {
		api = apptest.Patient(api)
	}
	return &Mesh{API: api, Vault: vault}, stop
}

// logger shows a mesh's warnings in the test's output.
func logger(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

type testWriter struct{ t testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Log(string(p))
	return len(p), nil
}

var _ io.Writer = testWriter{}

// Input is an input at the moment from which the example vault is looked at.
func Input(text string) *orchestratorv1.Input { return InputAt(text, Now()) }

// InputAt is an input at a moment.
func InputAt(text string, now time.Time) *orchestratorv1.Input {
	return &orchestratorv1.Input{Text: text, Now: timestamppb.New(now), TimeZone: Zone}
}

// Process gives an input to the mesh and returns its report when the run ends
// or waits, with the events that led there.
func (m *Mesh) Process(t testing.TB, in *orchestratorv1.Input) (*orchestratorv1.RunReport, []*orchestratorv1.RunEvent) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), m.patience())
	defer cancel()
	stream, err := m.API.ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{Input: in})
	if err != nil {
		t.Fatal(err)
	}
	var events []*orchestratorv1.RunEvent
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%q: %v", in.GetText(), err)
		}
		events = append(events, res.GetEvent())
	}
	if len(events) == 0 {
		t.Fatalf("%q: no events", in.GetText())
	}
	return m.Report(t, events[0].GetRunId()), events
}

// Report returns how a run stands.
func (m *Mesh) Report(t testing.TB, run string) *orchestratorv1.RunReport {
	t.Helper()
	got, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: run})
	if err != nil {
		t.Fatal(err)
	}
	return got.GetRun().GetReport()
}

// Answer answers a run that waits, and returns its report when it ends or waits
// again.
func (m *Mesh) Answer(t testing.TB, answer *orchestratorv1.AnswerRunRequest) *orchestratorv1.RunReport {
	t.Helper()
	if _, err := m.API.AnswerRun(t.Context(), answer); err != nil {
		t.Fatal(err)
	}
	return m.Settled(t, answer.GetRunId())
}

// Settled returns a run's report when it ends or waits.
func (m *Mesh) Settled(t testing.TB, run string) *orchestratorv1.RunReport {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), m.patience())
	defer cancel()
	stream, err := m.API.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: run, UntilPause: true})
	if err != nil {
		t.Fatal(err)
	}
	for {
		_, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return m.Report(t, run)
		}
		if err != nil {
			t.Fatalf("run %s: %v", run, err)
		}
	}
}

// Ask is Process for an input at the usual moment, without the events.
func (m *Mesh) Ask(t testing.TB, text string) *orchestratorv1.RunReport {
	t.Helper()
	report, _ := m.Process(t, Input(text))
	return report
}

// Raw returns the text of every raw file of the vault, by path.
func (m *Mesh) Raw(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	root := filepath.Join(m.Vault, "logs", "raw")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return out
}
