package scenario

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// A role that the configuration has elsewhere does not run in the process of "weft up": its
// tools would be those of the wrong machine.
func TestARoleThatIsElsewhereDoesNotRunInOneProcess(t *testing.T) {
	t.Parallel()
	ran := filepath.Join(t.TempDir(), "ran")
	p := mesh.Spawn(t, mesh.EmptyVault(t), "up", "--set", "peers.executor=127.0.0.1:1",
		"--set", "tools.servers.mail.command=/bin/sh,-c,touch "+ran)
	api := weftapi.NewClient(mesh.Conn(t, p.Addresses["api"], p.TokenFile))
	list, err := api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{})
	if !errors.Is(fault.FromError(err), fault.AgentUnavailable) || !strings.Contains(err.Error(), "executor") {
		t.Errorf("the tools are %v, %v", list, err)
	}
	if _, err := os.Stat(ran); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a tool server was started here: %v", err)
	}
}
