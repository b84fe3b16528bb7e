package app

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/rpc"
)

// Where a server was killed anybody may listen by now.
func TestWhoeverListensWhereAServerWasKilledIsNotTheServerOfTheVault(t *testing.T) {
	t.Parallel()
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
	vault := t.TempDir()
	state, err := stateDir(vault)
	if err != nil {
		t.Fatal(err)
	}
	for pid, found := range map[int]bool{
		os.Getpid(): true,
		4194305:     false, // more than a process id can be
	} {
		note := fmt.Appendf(nil, `{"pid":%d,"address":%q}`, pid, lis.Addr())
		if err := os.WriteFile(filepath.Join(state, holderFile), note, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Stand(t.Context(), &config.Config{Vault: vault}, "")
		if err != nil || (s != nil) != found {
			t.Errorf("process %d: %v, %v", pid, s, err)
		}
	}
}
