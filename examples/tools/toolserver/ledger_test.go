package toolserver_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

func TestTheLedgerHasTheCallAsItCameAndHowItWent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "ledger.jsonl")
	if err := os.WriteFile(path, []byte(`{"call":7,"operation":"make"}`+"\n"+`{"call":8,"oper`), 0o600); err != nil {
		t.Fatal(err)
	}
	c := start(t, dir)
	params := &mcp.CallToolParams{Name: "make", Arguments: json.RawMessage(`{"name":"../b"}`), Meta: mcp.Meta{"dev.weft/idempotency-key": "k1"}}
	if res, err := c.CallTool(t.Context(), params); err != nil || !res.IsError {
		t.Fatalf("%v, %v", res, err)
	}
	if _, err := c.Call("none", nil); err == nil {
		t.Fatal("a tool that is not there was called")
	}
	lines, err := toolserver.ReadLedger(dir)
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	// A line that a power cut has left unfinished does not spoil the next.
	came, over := lines[1], lines[2]
	if came.Call != 8 || string(came.Arguments) != `{"name":"../b"}` || came.Meta["dev.weft/idempotency-key"] != "k1" || came.Time.IsZero() {
		t.Errorf("the call is told as %+v", came)
	}
	if over.Call != 8 || over.Outcome != toolserver.Failed || over.Text == "" {
		t.Errorf("its outcome is told as %+v", over)
	}
	if l := lines[4]; l.Operation != "none" || l.Outcome != toolserver.Failed {
		t.Errorf("a tool that is not there is told as %+v", l)
	}
}

func TestAFaultThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "make", "make:2", "make:0:fail", "make:x:fail", "make:1:explode", ":1:fail"} {
		if f, err := toolserver.ParseFault(text); err == nil {
			t.Errorf("%q is read as %v", text, f)
		}
	}
	if f, err := toolserver.ParseFault("make:2:hang"); err != nil || f != (toolserver.Fault{Operation: "make", Call: 2, Kind: "hang"}) {
		t.Errorf("%v, %v", f, err)
	}
}
