package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// lines collects a log.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) all(t *testing.T) []map[string]any {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []map[string]any
	for d := json.NewDecoder(bytes.NewReader(l.buf.Bytes())); ; {
		var line map[string]any
		err := d.Decode(&line)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
}

func (l *lines) logger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// settings are those of a mesh on a copy of the example vault.
func settings(t *testing.T, set ...config.Override) *config.Config {
	t.Helper()
	vault := t.TempDir()
	if err := os.CopyFS(vault, examples.Vault()); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Source{
		Env:       []string{"HOME=" + vault, "USER=ann"},
		Overrides: append([]config.Override{{Path: "vault", Value: vault}, {Path: "time_zone", Value: "Europe/Berlin"}}, set...),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEachLineOfARequestCarriesTheIDsOfItsTraceAndItsRun(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s, err := Connect(t.Context(), Target{Config: settings(t), Log: log.logger()})
	if err != nil {
		t.Fatal(err)
	}
	runs := map[string]string{} // what was said, by run
	for _, text := range []string{
		"Bench press 5x5 at 85 kg, felt fine",
		"Why did my bench press feel heavy last week?",
		"Slept 6 h. How did I sleep last week?",
		"Actually that was 95 not 85 kg",
		"Should I train legs today?",
	} {
		stream, err := apptest.Patient(s.API()).ProcessInput(t.Context(), &orchestratorv1.ProcessInputRequest{Input: &orchestratorv1.Input{Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		var run string
		for {
			res, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			run = res.GetEvent().GetRunId()
		}
		runs[run] = text
		if _, err := s.API().GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: run}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, line := range log.all(t) {
		if line["from"] == "nats-server" {
			continue
		}
		run, _ := line[telemetry.LogRun].(string)
		seen[run]++
		if runs[run] == "" || line[telemetry.LogTrace] == nil || line[telemetry.LogSpan] == nil {
			t.Errorf("a line without its ids: %v", line)
		}
	}
	for run, text := range runs {
		if seen[run] < 5 { // of each agent, and of the API
			t.Errorf("%q has %d lines", text, seen[run])
		}
	}
}
