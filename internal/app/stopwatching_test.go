package app

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Watches have no end of their own. A server that waited for them would be cut off by whoever
// stops it.
func TestAServerStopsWhileItIsWatched(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	c, err := config.Load(config.Source{
		Env:       []string{"HOME=" + vault, "USER=ann"},
		Overrides: []config.Override{{Path: "vault", Value: vault}, {Path: "api.listen", Value: "127.0.0.1:0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ready, done := make(chan Served, 1), make(chan error, 1)
	go func() {
		done <- Up(ctx, UpOptions{Options: Options{Config: c, Log: slog.New(slog.DiscardHandler)}, Ready: func(s Served) { ready <- s }})
	}()
	var served Served
	select {
	case served = <-ready:
	case err := <-done:
		t.Fatal(err)
	}
	token, err := credential.Read(served.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(served.Addresses["api"], rpc.Options{Credential: token})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	api := weftapi.NewClient(conn)
	runs, err := api.WatchRuns(t.Context(), &orchestratorv1.WatchRunsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	pauses, err := api.WatchPauses(t.Context(), &orchestratorv1.WatchPausesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, receive := range []func() error{
		func() error { _, err := runs.Recv(); return err },
		func() error { _, err := pauses.Recv(); return err },
	} {
		if err := receive(); err != nil { // that it has caught up
			t.Fatal(err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if _, err := runs.Recv(); !errors.Is(fault.FromError(err), fault.ShuttingDown) {
		t.Errorf("a watch of runs ended with %v", err)
	}
	if _, err := pauses.Recv(); !errors.Is(fault.FromError(err), fault.ShuttingDown) {
		t.Errorf("a watch of pauses ended with %v", err)
	}
}
