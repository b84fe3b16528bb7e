package scenario

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/disk/disktest"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// TestAFullDiskHeals fills the disk of the vault, of the run log, and of both
// under a stream of notes, and gives the room back. The server goes on without a
// restart, and what it acknowledged is there once.
func TestAFullDiskHeals(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name        string
		vault, runs bool // on the small disk
	}{
		{name: "of both", vault: true, runs: true},
		{name: "of the vault", vault: true},
		{name: "of the run log", runs: true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			small := disktest.Small(t, "48")
			dirs := map[bool]func(string) string{
				true:  func(name string) string { return filepath.Join(small, name) },
				false: func(string) string { return t.TempDir() },
			}
			m, stop := mesh.Start(t, makeDir(t, dirs[c.vault]("vault")), "",
				config.Override{Path: "nats.dir", Value: dirs[c.runs]("nats")},
				config.Override{Path: "limits.disk_reserve", Value: "8MiB"})
			t.Cleanup(stop)
			s := &submitter{api: m.API}
			s.until(t, "60 notes are accepted", func(error) bool { return len(s.accepted) >= 60 })
			free := disktest.Fill(t, small)
			s.until(t, "a note is refused for want of room", func(err error) bool { return errors.Is(err, fault.DiskFull) })
			free()
			s.until(t, "a note is accepted again", func(err error) bool { return err == nil })

			for _, run := range s.accepted {
				if r := m.Settled(t, run); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
					t.Errorf("run %s ended %v: %v", run, r.GetStatus(), r.GetFailure())
				}
			}
			all := strings.Join(values(m.Raw(t)), "\n")
			for note := range s.accepted {
				if n := strings.Count(all, note+"."); n != 1 {
					t.Errorf("%q was accepted and is in the vault %d times", note, n)
				}
			}
		})
	}
}

// A submitter sends notes and remembers those that were accepted.
type submitter struct {
	api weftapi.Client

	mu       sync.Mutex
	n        int
	accepted map[string]string // run by note
}

// until sends notes, several at once, until it is told to stop by what came of one.
func (s *submitter) until(t *testing.T, what string, enough func(error) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var senders sync.WaitGroup
	found := false
	for range 4 {
		senders.Go(func() {
			for ctx.Err() == nil {
				err := s.send(ctx)
				s.mu.Lock()
				if ctx.Err() == nil && enough(err) {
					found = true
					cancel()
				}
				s.mu.Unlock()
			}
		})
	}
	senders.Wait()
	if !found {
		t.Fatalf("not within a minute: %s", what)
	}
}

func (s *submitter) send(ctx context.Context) error {
	s.mu.Lock()
	s.n++
	note := fmt.Sprintf("note %d: ran %d km", s.n, 3+s.n%7)
	at := mesh.Now().Add(time.Duration(s.n) * time.Minute)
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	res, err := s.api.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{
		Input: mesh.InputAt(note+". "+strings.Repeat("It was windy. ", 100), at), RequestId: note,
	})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.accepted == nil {
		s.accepted = map[string]string{}
	}
	s.accepted[note] = res.GetRun().GetId()
	return nil
}

func makeDir(t *testing.T, dir string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
