package scenario

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/test/mesh"
)

// span is what a line of a trace file says.
type span struct {
	Name        string
	SpanContext struct{ TraceID, SpanID string }
	Parent      struct{ TraceID, SpanID string }
	Links       []struct {
		SpanContext struct{ TraceID, SpanID string }
	}
	Attributes []struct {
		Key   string
		Value struct{ Value any }
	}
}

func (s span) has(key, value string) bool {
	for _, a := range s.Attributes {
		if a.Key == key && a.Value.Value == value {
			return true
		}
	}
	return false
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
		if agent == "clarifier" || agent == "parser" || agent == "retriever" || agent == "executor" {
			continue // nothing was unclear, logged or to be done; the retriever is on the bus
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

// A run that finds nobody for a step is taken up again and again. All of that, and the
// call that began it, is in the trace of the caller, who does not trace himself.
func TestTheCallersTraceTheRunAndItsRetriesAreOne(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) tracer{"received": received, "a real Jaeger": jaeger} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oneTrace(t, start(t))
		})
	}
}

func oneTrace(t *testing.T, b tracer) {
	const caller = "5b8efff798038103d269b633813fc60c"
	vault := mesh.ExampleVault(t)
	at, release := reserved(t)
	args := []string{"serve", "--set", "peers.synthesizer=" + at}
	roles := slices.DeleteFunc(app.Roles(), func(role string) bool { return role == "synthesizer" })
	for _, role := range roles {
		if role != app.Orchestrator {
			args = append(args, "--set", "roles."+role+".listen=127.0.0.1:0")
		}
	}
	api := mesh.Dial(t, mesh.SpawnWith(t, vault, b.env(), append(args, "--roles", strings.Join(roles, ","))...).Addresses["api"])
	release()
	input := mesh.Input("How far did I run last week?")
	input.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	ctx := metadata.AppendToOutgoingContext(t.Context(), "traceparent", "00-"+caller+"-eee19b7ec3c1b174-00")
	res, err := api.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{Input: input})
	if err != nil {
		t.Fatal(err)
	}
	run := res.GetRun().GetId()
	b.await(t, run, "the run is not taken up again", func(spans []traced) bool { return len(named(spans, "run notes")) >= 3 })
	mesh.SpawnWith(t, vault, b.env(), "serve", "--roles", "synthesizer", "--set", "roles.synthesizer.listen="+at)
	if r := end(t, api, run); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Fatalf("the run %v: %s", r.GetStatus(), r.GetFailure())
	}
	spans := b.await(t, run, "the run's end is not traced", func(spans []traced) bool {
		return slices.ContainsFunc(named(spans, "run notes"), func(s traced) bool { return s.attributes[string(telemetry.RunStatus)] != "" }) &&
			slices.ContainsFunc(spans, func(s traced) bool { return s.service == "weft-synthesizer" })
	})

	ids := map[string]bool{"eee19b7ec3c1b174": true}
	for _, s := range spans {
		ids[s.id] = true
	}
	for _, s := range spans {
		if strings.HasSuffix(s.name, "/WatchRun") {
			continue // the other caller's, who looks at the run
		}
		if s.trace != caller {
			t.Errorf("%q of the run is in the trace %s, and its caller's is %s", s.name, s.trace, caller)
		}
		if !ids[s.parent] {
			t.Errorf("%q hangs on a span that is not in the trace", s.name)
		}
	}
	for name, least := range map[string]int{
		"weft.orchestrator.v1.NotesService/SubmitInput": 1, "publish weft.queue": 1, "run notes": 4, "step ROUTE": 1,
		"step SYNTHESIZE": 4, "weft.synthesizer.v1.SynthesizerService/": 5, "process weft.retrieve": 1,
	} {
		if n := len(named(spans, name)); n < least {
			t.Errorf("the trace has %d spans of %q, want %d at least", n, name, least)
		}
	}
}

func TestAfterAPauseATraceOfItsOwnLinksToTheOneBefore(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "trace.json")
	m, stop := mesh.Start(t, mesh.EmptyVault(t), file)
	r, first, _ := unclear(t, m)
	m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), Answers: []*orchestratorv1.QuestionAnswer{{Text: first}}})
	stop()

	// A worker that took the run for nothing may have a stretch of its own.
	stretches := map[string]span{}
	for _, s := range readSpans(t, file) {
		for _, status := range []string{"waiting", "completed"} {
			if s.Name == "run notes" && s.has(string(telemetry.RunID), r.GetRunId()) && s.has(string(telemetry.RunStatus), status) && stretches[status].Name == "" {
				stretches[status] = s
			}
		}
	}
	before, after := stretches["waiting"], stretches["completed"]
	if before.Name == "" || after.Name == "" {
		t.Fatalf("the run has the stretches %v", stretches)
	}
	if before.SpanContext.TraceID == after.SpanContext.TraceID || len(before.Links) != 0 {
		t.Errorf("the trace goes on through the pause, or links to nothing before it: %v", before)
	}
	if len(after.Links) != 1 || after.Links[0].SpanContext != before.SpanContext {
		t.Errorf("after the pause the links are %v, want one to %v", after.Links, before.SpanContext)
	}
}
