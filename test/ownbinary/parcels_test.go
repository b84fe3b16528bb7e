package ownbinary

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/test/mesh"
)

// example returns a copy of examples/own-graph that requires the release.
func example(t *testing.T, r *release) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "own-graph"))); err != nil {
		t.Fatal(err)
	}
	r.requireRelease(t, filepath.Join(dir, "go.mod"), true)
	return dir
}

// A binary is the example's, with the folder into which its agent writes parcels.
type binary struct {
	path, vault, sent string
}

func (b binary) start(t *testing.T) *mesh.Process {
	t.Helper()
	return mesh.SpawnOtherWith(t, b.path, b.vault, []string{"PARCELS_FOLDER=" + b.sent}, "up", "--set", "http.listen=127.0.0.1:0")
}

// command runs a command line and returns what it prints, and how it exits.
func (b binary) command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(b.path, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "PARCELS_FOLDER="+b.sent)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// call calls the API over HTTP and returns the JSON that it answers.
func call(t *testing.T, p *mesh.Process, method, path, body string) map[string]any {
	t.Helper()
	token, err := os.ReadFile(p.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, "http://"+p.Addresses["http"]+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	var out map[string]any
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&out)
	}
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s, %v: %s", method, path, res.Status, err, text)
	}
	return out
}

// at follows keys into JSON, nil if there is nothing.
func at(v any, keys ...any) any {
	for _, k := range keys {
		switch of := v.(type) {
		case map[string]any:
			name, _ := k.(string)
			v = of[name]
		case []any:
			i, _ := k.(int)
			if i >= len(of) {
				return nil
			}
			v = of[i]
		default:
			return nil
		}
	}
	return v
}

// until asks for a run until it stands as wanted.
func until(t *testing.T, p *mesh.Process, id, status string) map[string]any {
	t.Helper()
	for {
		run := call(t, p, http.MethodGet, "/v1/runs/"+id, "")
		switch at(run, "run", "status") {
		case status:
			return run
		case "FAILED", "CANCELLED":
			t.Fatalf("the run is %v", run)
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("the run is %v", run)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

const (
	order = `{"input": {"@type": "type.googleapis.com/example.parcels.v1.Order", "recipient": "Ann", "parcels": %d}}`
	yes   = `{"interruptId": %q, "optionId": "yes"}`
)

func TestAModuleOfItsOwnBuildsAWeftWithItsOwnGraph(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	dir := example(t, r)
	b := binary{filepath.Join(dir, "parcels"), mesh.EmptyVault(t), filepath.Join(t.TempDir(), "sent")}
	r.goCommand(t, dir, "build", "-o", b.path, ".")
	r.goCommand(t, dir, "test", "./...")

	p := b.start(t)
	graphs := call(t, p, http.MethodGet, "/v1/graphs?name=parcels", "")
	if schema, _ := at(graphs, "graphs", 0, "input", "schema").(string); at(graphs, "graphs", 0, "startable") != true || !strings.Contains(schema, "How many there are") && !strings.Contains(schema, "recipient") {
		t.Errorf("the graph is told as %v", graphs)
	}
	started := call(t, p, http.MethodPost, "/v1/graphs/parcels/runs", fmt.Sprintf(order, 5))
	id, _ := at(started, "run", "id").(string)
	p.Kill()

	p = b.start(t)
	waiting := until(t, p, id, "WAITING")
	p.Kill()

	p = b.start(t)
	if text := at(waiting, "run", "text"); text != "5 parcels for Ann" {
		t.Errorf("the run is told as %v", text)
	}
	pauses := call(t, p, http.MethodGet, "/v1/pauses", "")
	if text := at(pauses, "pauses", 0, "text"); text != "Did the 5 parcels for Ann arrive?" {
		t.Fatalf("asked is %v", pauses)
	}
	call(t, p, http.MethodPost, "/v1/runs/"+id+"/answer", fmt.Sprintf(yes, at(pauses, "pauses", 0, "id")))
	ended := until(t, p, id, "COMPLETED")
	if result := at(ended, "run", "result"); at(result, "arrived") != true || at(result, "tracking", 4) == nil || at(result, "tracking", 5) != nil {
		t.Errorf("it has come to %v", result)
	}
	if files, err := os.ReadDir(b.sent); err != nil || len(files) != 5 {
		t.Errorf("%d parcels were sent, %v", len(files), err)
	}
	b.tellsOfItsOwn(t)
	b.checksRunsOfAnotherVersion(t, r, dir, p)
}

// tellsOfItsOwn tries the commands that know graphs, tools and domains.
func (b binary) tellsOfItsOwn(t *testing.T) {
	for want, args := range map[string][]string{
		"SPLIT --> SEND":         {"graph", "show", "parcels"},
		"parcels  version 1":     {"graph", "ls"},
		"post/price  read":       {"tools", "ls", "--vault", b.vault},
		"Parcels and letters":    {"domains", "ls"},
		"5 parcels for Ann":      {"runs", "ls", "--vault", b.vault},
		"in example.com/parcels": {"version"},
	} {
		if out, err := b.command(t, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v, without %q:\n%s", args, err, want, out)
		}
	}
}

// checksRunsOfAnotherVersion has a run wait, and binaries of two further versions of the source
// checked against it: one that it can go on with, and one that has renamed the state that it
// waits in.
func (b binary) checksRunsOfAnotherVersion(t *testing.T, r *release, dir string, p *mesh.Process) {
	t.Helper()
	started := call(t, p, http.MethodPost, "/v1/graphs/parcels/runs", fmt.Sprintf(order, 1))
	id, _ := at(started, "run", "id").(string)
	until(t, p, id, "WAITING")
	p.End(t)
	if out, err := b.command(t, "graph", "check", "--against", b.vault); err != nil {
		t.Errorf("a run can't go on by the graph that it began with: %v\n%s", err, out)
	}
	source := filepath.Join(dir, "post", "graph.go")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	renamed := bytes.Replace(text, []byte(`"ASK"`), []byte(`"CONFIRM"`), 1)
	if bytes.Equal(text, renamed) {
		t.Fatal("the graph has no state ASK")
	}
	writeFile(t, source, renamed)
	next := b
	next.path = filepath.Join(dir, "next")
	r.goCommand(t, dir, "build", "-o", next.path, ".")
	if out, err := next.command(t, "graph", "check", "--against", b.vault); err == nil || !strings.Contains(out, id[len(id)-6:]) || !strings.Contains(out, "ASK") {
		t.Errorf("a run waits in a state that is gone, and the check says: %v\n%s", err, out)
	}
}
