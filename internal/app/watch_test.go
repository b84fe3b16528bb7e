package app

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/lifecycle"
)

func TestAVaultWhoseStateIsGoneIsHeldStill(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	first, _, err := take(vault)
	if err != nil {
		t.Fatal(err)
	}
	if !first.stands() {
		t.Error("the hold is lost at once")
	}
	if err := os.RemoveAll(first.dir); err != nil {
		t.Fatal(err)
	}
	if first.stands() {
		t.Error("the hold stands on a folder that is gone")
	}
	if _, _, err := take(vault); !errors.Is(err, errHeld) {
		t.Errorf("a second one takes the vault: %v", err)
	}
	if first.stands() {
		t.Error("the hold stands on a folder that is another's")
	}
	if err := first.release(); err != nil {
		t.Error(err)
	}
	second, _, err := take(vault)
	if err != nil {
		t.Fatalf("the vault is not free: %v", err)
	}
	if err := second.release(); err != nil {
		t.Error(err)
	}
}

func TestWhoLostAVaultLeavesTheNoteOfItsNextHolder(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	first, _, err := take(vault)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.folder.Unlock(); err != nil { // as where folders can't be locked
		t.Fatal(err)
	}
	if err := os.RemoveAll(first.dir); err != nil {
		t.Fatal(err)
	}
	second, _, err := take(vault)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.announce(holder{Address: "127.0.0.1:7433"}); err != nil {
		t.Fatal(err)
	}
	if err := first.release(); err != nil {
		t.Error(err)
	}
	if who := whoHolds(second.dir); who.Address == "" {
		t.Error("the note is gone")
	}
	if err := second.release(); err != nil {
		t.Error(err)
	}
}

func TestACommandAcceptsNothingOnceItsStateIsGone(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	c, err := config.Load(config.Source{
		Env:       []string{"HOME=" + vault, "USER=ann"},
		Overrides: []config.Override{{Path: "vault", Value: vault}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Connect(t.Context(), Target{Config: c, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close(t.Context()) }()
	if err := os.Rename(filepath.Join(vault, ".weft"), filepath.Join(vault, ".was")); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for {
		_, err := s.API().ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
		if err != nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("it goes on")
		}
		if !lifecycle.Sleep(t.Context(), lookEvery/10) {
			t.Fatal(t.Context().Err())
		}
	}
}
