package scenario

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// A toldStep is what a line of a stream of events tells of a step.
type toldStep struct {
	Event struct {
		Draft     string
		Completed struct {
			Timing struct{ State, Outcome string }
			Detail map[string]any
		}
	}
}

// watched decodes lines of JSON to their end. It calls begun once there is a first one.
func watched(t *testing.T, lines io.Reader, begun func()) (thoughts string, steps []toldStep) {
	t.Helper()
	d := json.NewDecoder(lines)
	for {
		var e toldStep
		if err := d.Decode(&e); err == io.EOF {
			return thoughts, steps
		} else if err != nil {
			t.Fatal(err)
		}
		if begun != nil {
			begun()
			begun = nil
		}
		thoughts += e.Event.Draft
		if e.Event.Completed.Timing.State != "" {
			steps = append(steps, e)
		}
	}
}

// kinds are the steps that tell a detail, by what it is.
func kinds(steps []toldStep) (out []string) {
	for _, s := range steps {
		if kind, ok := s.Event.Completed.Detail["@type"].(string); ok {
			out = append(out, s.Event.Completed.Timing.State+" "+strings.TrimPrefix(kind, "type.googleapis.com/weft.reason.v1."))
		}
	}
	return out
}

func TestWhatIsThoughtAndCalledIsToldLiveOverHTTP(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("it brings a model of its own")
	}
	begun := make(chan struct{}, 10)
	var settings []string
	for _, s := range peer.Settings(peer.Serve(t, func(c peer.Call) peer.Reply {
		if !strings.Contains(c.User, "<<<returned ") {
			<-begun // so that nothing that is only live is missed
		}
		switch strings.Count(c.User, "<<<returned ") {
		case 0:
			return thought{Tool: "search_notes", Args: `{"query":"boiler"}`, Thought: "Who was it?"}.reply()
		case 1:
			return thought{Tool: "read_note", Args: `{"id":"2026-02-20_12-00-00"}`, Thought: "And since when?"}.reply()
		}
		return thought{Respond: true, Answer: "Mr Brandt.", Thought: "That is all."}.reply()
	})) {
		settings = append(settings, "--set", s.Path+"="+s.Value)
	}
	s := serveHTTP(t, settings...)
	write(t, filepath.Join(s.mesh.Vault, "2026-02-20.md"), "Mr Brandt fixed the boiler. "+strings.Repeat("It took him all day. ", 60)+"Then he had lunch. "+strings.Repeat("It was warm then. ", 60))
	start := func(more string) string {
		run := s.json(t, http.MethodPost, "/v1/graphs/reason/runs", `{"input":{"@type":"type.googleapis.com/weft.reason.v1.Reasoning","question":"Who fixed the boiler?"`+more+`}}`)["run"].(map[string]any)
		return "/v1/runs/" + run["id"].(string) + "/events"
	}
	lines := func(r *http.Request) { r.Header.Set("Accept", "application/x-ndjson") }
	release := func() { begun <- struct{}{} }

	path := start("")
	thoughts, steps := watched(t, s.send(t, http.MethodGet, path, "", lines).Body, release)
	if thoughts != "Who was it?\nAnd since when?\nThat is all.\n" {
		t.Errorf("what is thought is told as %q", thoughts)
	}
	want := []string{"THINK Step", "CALL Result", "THINK Step", "CALL Result", "THINK Step", "RESPOND Answer"}
	if !slices.Equal(kinds(steps), want) {
		t.Fatalf("it tells %q", kinds(steps))
	}
	told, err := json.Marshal(steps)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"tool":"search_notes"`, `{\"query\":\"boiler\"}`, `For “boiler”: 1 note.`, `{\"bytes\":`, `\"sha256\":`, `The note of 2026-02-20.`, `\"id\":\"2026-02-20_12-00-00\"`, `"text":"Mr Brandt."`} {
		if !strings.Contains(string(told), want) {
			t.Errorf("it tells %s, without %s", told, want)
		}
	}
	if strings.Contains(string(told), "lunch") || strings.Contains(string(told), "Who was it?") {
		t.Errorf("long data or what was thought is kept: %s", told)
	}

	// The same as server-sent events, after the run has ended.
	var again []toldStep
	for _, e := range events(t, s.send(t, http.MethodGet, path, ""), "") {
		var step toldStep
		if e.kind == "completed" && json.Unmarshal([]byte(`{"event":`+e.data+`}`), &step) == nil {
			again = append(again, step)
		}
	}
	if !slices.Equal(kinds(again), want) {
		t.Errorf("as events it tells %q", kinds(again))
	}

	thoughts, steps = watched(t, s.send(t, http.MethodGet, start(`,"quiet_thoughts":true`), "", lines).Body, release)
	if thoughts != "" || !slices.Equal(kinds(steps), want) {
		t.Errorf("quietly it tells %q and %q", thoughts, kinds(steps))
	}
}
