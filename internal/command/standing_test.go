package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/rpc"
)

// serving is a server at an address, on a vault.
func serving(t *testing.T) (server *rpc.Server, address, vault string) {
	t.Helper()
	server, err := rpc.NewServer(rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "api.listen")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(lis) }()
	t.Cleanup(func() { server.Stop(); <-served })
	address, vault = lis.Addr().String(), t.TempDir()
	if err := os.Mkdir(filepath.Join(vault, ".weft"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(vault, ".weft", "server.json"), fmt.Appendf(nil, `{"pid":%d,"address":%q}`, os.Getpid(), address), 0o600); err != nil {
		t.Fatal(err)
	}
	return server, address, vault
}

func TestTheDoctorSaysWhetherTheServerIsReadyAndWhatItLacks(t *testing.T) {
	t.Parallel()
	server, address, vault := serving(t)
	server.SetReady(true)
	server.SetCondition("bus", true)
	got := play(t, &played{script: &script{}}, "", "doctor", "--vault", vault)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ok  server         "+address+" is ready")

	server.SetCondition("planner", false)
	got = play(t, &played{script: &script{}}, "", "doctor", "--vault", vault)
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "bad server         "+address+" is ready, but can't reach: planner")

	server.SetReady(false)
	server.SetCondition("bus", false)
	got = play(t, &played{script: &script{}}, "", "doctor", "--vault", vault)
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "bad server         "+address+" is not ready; it needs: bus, planner")

	server.Stop()
	play(t, &played{script: &script{}}, "", "doctor", "--vault", vault).mustExit(t, exitDone) // a stale note
	got = play(t, &played{script: &script{}}, "", "doctor", "--vault", vault, "--server", address)
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "bad server", "can't be reached")
}

func TestTheDoctorLooksAtAServerElsewhereWithoutAVault(t *testing.T) {
	t.Parallel()
	server, address, _ := serving(t)
	server.SetReady(true)
	got := play(t, &played{script: &script{}}, "", "doctor", "--vault", filepath.Join(t.TempDir(), "none"), "--server", address)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ok  server         "+address+" is ready")
	if strings.Contains(got.out, "none") {
		t.Errorf("it looked for a vault:\n%s", got.out)
	}
}
