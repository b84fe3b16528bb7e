package app

import (
	"errors"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// What is away is missed by every call; who is refused is refused at each.
func TestAServerWarnsOnceAMinuteOfEachCause(t *testing.T) {
	t.Parallel()
	srv := external(t, t.TempDir(), "127.0.0.1:0")
	c := settings(t, config.Override{Path: "nats.url", Value: srv.URL()}, config.Override{Path: "api.listen", Value: "127.0.0.1:0"})
	said := &lines{}
	ready, ended, stop := upAside(t, c, said.logger())
	served := <-ready
	stranger, err := rpc.Dial(served.Addresses["api"], rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stranger.Close() })
	api := weftapi.NewClient(stranger)
	const calls = 50
	for range calls {
		if _, err := api.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{}); !errors.Is(err, fault.CredentialMissing) {
			t.Fatal(err)
		}
	}
	srv.Shutdown()
	warnings := func() map[string]int {
		out := map[string]int{}
		for _, line := range said.all(t) {
			text, _ := line["msg"].(string)
			lost, _ := line["lost"].(string)
			if level := line["level"]; level == "WARN" || level == "ERROR" {
				out[text+" "+lost]++
			}
		}
		return out
	}
	for warnings()["not ready bus"] == 0 && t.Context().Err() == nil {
		_, _ = api.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for text, n := range warnings() {
		if n > 1 {
			t.Errorf("%q is logged %d times", text, n)
		}
	}
	if warnings()["API calls are being refused "] != 1 {
		t.Errorf("it warns of %v", warnings())
	}
}
