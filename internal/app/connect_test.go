package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
)

// deaf holds a vault in the name of a server that does not answer.
func deaf(t *testing.T) (Target, *hold) {
	t.Helper()
	vault := t.TempDir()
	c, err := config.Load(config.Source{
		Env:       []string{"HOME=" + vault, "USER=ann"},
		Overrides: []config.Override{{Path: "vault", Value: vault}},
	})
	if err != nil {
		t.Fatal(err)
	}
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := lis.Addr().String()
	if err := lis.Close(); err != nil {
		t.Fatal(err)
	}
	h, _, err := take(vault)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.announce(holder{Address: address}); err != nil {
		t.Fatal(err)
	}
	return Target{Config: c, Log: slog.New(slog.DiscardHandler)}, h
}

func TestACommandTakesTheVaultOverFromAServerThatIsStopping(t *testing.T) {
	t.Parallel()
	target, h := deaf(t)
	target.Wait = time.Minute
	told := 0
	target.OnWait = func(pid int) {
		if told++; pid != os.Getpid() {
			t.Errorf("waits for process %d", pid)
		}
		if err := h.release(); err != nil { // the server has stopped
			t.Error(err)
		}
	}
	s, err := Connect(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close(context.WithoutCancel(t.Context())) }()
	if !s.InProcess() || told != 1 {
		t.Errorf("in this process: %t, told %d times", s.InProcess(), told)
	}
	if _, err := s.API().ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{}); err != nil {
		t.Error(err)
	}
}

func TestAServerThatDoesNotAnswerIsNamed(t *testing.T) {
	t.Parallel()
	target, h := deaf(t)
	defer func() { _ = h.release() }()
	_, err := Connect(t.Context(), target)
	if !errors.Is(err, fault.AgentUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestAStaleNoteOfAKilledServerIsPassedOver(t *testing.T) {
	t.Parallel()
	target, h := deaf(t)
	if err := h.unlock(); err != nil { // as the system does when a process is killed
		t.Fatal(err)
	}
	s, err := Connect(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close(context.WithoutCancel(t.Context())) }()
	if !s.InProcess() {
		t.Error("the server that is gone was asked")
	}
}
