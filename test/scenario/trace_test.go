package scenario

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

// span is what a line of a trace file says.
type span struct {
	Name        string
	SpanContext struct{ TraceID, SpanID string }
	Parent      struct{ TraceID, SpanID string }
}

func readSpans(t *testing.T, path string) []span {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out []span
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s span
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		out = append(out, s)
	}
	return out
}

func TestAQueryIsOneConnectedTrace(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "trace.json")
	m, stop := mesh.Start(t, mesh.ExampleVault(t), file)
	report, _ := m.Process(t, mesh.Input("Why did my bench press feel heavy last week?"))
	stop()

	all := readSpans(t, file)
	byTrace := map[string][]span{}
	for _, s := range all {
		byTrace[s.SpanContext.TraceID] = append(byTrace[s.SpanContext.TraceID], s)
	}
	var trace []span // the one that holds the run
	for _, spans := range byTrace {
		for _, s := range spans {
			if s.Name == "step ANALYZE" {
				trace = spans
			}
		}
	}
	if trace == nil {
		t.Fatalf("no trace has the run; there are %d spans", len(all))
	}

	ids, roots := map[string]bool{}, 0
	for _, s := range trace {
		ids[s.SpanContext.SpanID] = true
	}
	names := map[string]int{}
	for _, s := range trace {
		names[s.Name]++
		switch {
		case strings.Trim(s.Parent.SpanID, "0") == "":
			roots++
		case !ids[s.Parent.SpanID]:
			t.Errorf("span %q hangs on a parent that is not in the trace", s.Name)
		}
	}
	if roots != 1 {
		t.Errorf("the trace has %d roots, want 1", roots)
	}
	for _, agent := range config.Agents() {
		if agent == "clarifier" || agent == "parser" || agent == "retriever" {
			continue // nothing was unclear, nothing was logged; the retriever is on the bus
		}
		method := "weft." + agent + ".v1." + strings.ToUpper(agent[:1]) + agent[1:] + "Service/"
		found := 0
		for name, n := range names {
			if strings.HasPrefix(name, method) {
				found += n
			}
		}
		if found < 2 { // the caller's and the agent's own
			t.Errorf("%d spans of %s are in the trace, want both sides of a call", found, agent)
		}
	}
	shards := 0
	for name, n := range names {
		if strings.HasPrefix(name, "process weft.retrieve") {
			shards += n
		}
	}
	if shards < len(report.GetInstructions()) {
		t.Errorf("%d retrieval shards are in the trace, want at least one for each of %d instructions", shards, len(report.GetInstructions()))
	}
	for _, step := range report.GetTimings() {
		if names["step "+step.GetState()] == 0 {
			t.Errorf("step %s is not in the trace", step.GetState())
		}
	}
	if t.Failed() {
		t.Logf("spans: %v", names)
	}
}
