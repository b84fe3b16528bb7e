package scenario

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// A site is the API as HTTP, for a caller with a token.
type site struct {
	url, token string
	mesh       *mesh.Mesh // the same over gRPC
}

func serveHTTP(t *testing.T, more ...string) site {
	t.Helper()
	vault := mesh.EmptyVault(t)
	p := mesh.Spawn(t, vault, append([]string{"up", "--set", "http.listen=127.0.0.1:0"}, more...)...)
	token, err := os.ReadFile(p.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	return site{"http://" + p.Addresses["http"], strings.TrimSpace(string(token)), &mesh.Mesh{API: mesh.Dial(t, p.Addresses["api"]), Vault: vault}}
}

// send sends a request, changed as change says, and returns the answer.
func (s site) send(t *testing.T, method, path, body string, change ...func(*http.Request)) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, c := range change {
		c(req)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// json returns what a call answers, of which it wants success.
func (s site) json(t *testing.T, method, path, body string) map[string]any {
	t.Helper()
	res := s.send(t, method, path, body)
	var out map[string]any
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s, %v, %v", method, path, res.Status, out, err)
	}
	return out
}

// An event is one that a server sent.
type event struct{ id, kind, data string }

// events reads a stream of events to its end, or until one is of a kind.
func events(t *testing.T, res *http.Response, until string) []event {
	t.Helper()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("%s, a stream of %s", res.Status, kind)
	}
	var all []event
	var e event
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			e.id = value
		case "event":
			e.kind = value
		case "data":
			e.data = value
		case "":
			if e.data != "" {
				all = append(all, e)
				if e.kind == until {
					return all
				}
			}
			e = event{}
		}
	}
	return all
}

func TestOverHTTPANoteIsKeptAndAQuestionAnsweredWithEvents(t *testing.T) {
	t.Parallel()
	s := serveHTTP(t)
	first := events(t, s.send(t, http.MethodPost, "/v1/input/events", `{"input":{"text":"Slept 7 h, felt fine."}}`), "")
	if last := first[len(first)-1]; last.kind != "ended" || !strings.Contains(last.data, `"status":"COMPLETED"`) {
		t.Fatalf("it ends with %v", last)
	}
	run := s.json(t, http.MethodPost, "/v1/input?request_id=one", `{"input":{"text":"How long did I sleep today?"}}`)["run"].(map[string]any)["id"].(string)
	if again := s.json(t, http.MethodPost, "/v1/input?request_id=one", `{"input":{"text":"How long did I sleep today?"}}`)["run"].(map[string]any)["id"]; again != run {
		t.Errorf("the same request starts run %v beside %v", again, run)
	}
	path := "/v1/runs/" + run + "/events"
	all := events(t, s.send(t, http.MethodGet, path, ""), "")
	kept := map[string]bool{}
	half := ""
	for i, e := range all {
		if e.id != "" && i < len(all)/2 {
			half = e.id
		}
		kept[e.id] = true
	}
	// A connection that broke goes on after the event that it saw last.
	rest := events(t, s.send(t, http.MethodGet, path, "", func(r *http.Request) { r.Header.Set("Last-Event-ID", half) }), "")
	if len(rest) == 0 || len(rest) >= len(all) || rest[len(rest)-1] != all[len(all)-1] {
		t.Errorf("after %s of %d events come %d", half, len(all), len(rest))
	}
	for _, e := range rest {
		if e.id == half || !kept[e.id] {
			t.Errorf("event %s comes again, or was not there", e.id)
		}
	}
	// After the last one there is nothing: 204 has an EventSource stop.
	if res := s.send(t, http.MethodGet, path, "", func(r *http.Request) { r.Header.Set("Last-Event-ID", all[len(all)-1].id) }); res.StatusCode != http.StatusNoContent {
		t.Errorf("after the end: %s", res.Status)
	}
	report := s.json(t, http.MethodGet, "/v1/runs/"+run, "")["run"].(map[string]any)["report"].(map[string]any)
	if !strings.Contains(report["answer"].(string), "7 h") {
		t.Errorf("the answer is %v", report["answer"])
	}
	id := s.json(t, http.MethodGet, "/v1/entries?page_size=1&descending=true", "")["entries"].([]any)[0].(map[string]any)["id"].(string)
	if got := s.json(t, http.MethodGet, "/v1/entries/"+id, "")["entry"].(map[string]any)["text"]; got != "Slept 7 h, felt fine." {
		t.Errorf("the note is %q", got)
	}
	if got := s.json(t, http.MethodGet, "/v1/search?text=slept&limit=5&match_all=true", "")["total"]; got != 1.0 {
		t.Errorf("a search finds %v", got)
	}
	s.json(t, http.MethodGet, "/v1/context", "")
}

// Who sends too slowly is given up; who listens is not, however long there is nothing
// to tell.
func TestAWatchOfARunThatWaitsLives(t *testing.T) {
	t.Parallel()
	const timeout = 300 * time.Millisecond
	s := serveHTTP(t, "--set", "limits.receive_timeout="+timeout.String())
	r, first, _ := unclear(t, s.mesh)
	overHTTP, overGRPC := make(chan string, 1), make(chan string, 1)
	go func() {
		all := events(t, s.send(t, http.MethodGet, "/v1/runs/"+r.GetRunId()+"/events", ""), "")
		overHTTP <- all[len(all)-1].kind
	}()
	go func() {
		w, err := s.mesh.API.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: r.GetRunId()})
		last := ""
		for err == nil {
			var res *orchestratorv1.WatchRunResponse
			if res, err = w.Recv(); err == nil && res.GetEvent().GetEnded() != nil {
				last = "ended"
			}
		}
		overGRPC <- last
	}()
	select {
	case kind := <-overHTTP:
		t.Fatalf("the watch over HTTP ends with %q", kind)
	case <-overGRPC:
		t.Fatal("the watch over gRPC ends")
	case <-time.After(5 * timeout):
	}
	s.mesh.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), Answers: []*orchestratorv1.QuestionAnswer{{Text: first}}})
	if got := <-overHTTP; got != "ended" {
		t.Errorf("the last event over HTTP is %q", got)
	}
	if got := <-overGRPC; got != "ended" {
		t.Errorf("the last event over gRPC is %q", got)
	}
}

func TestOverHTTPAnImportTellsOfEachLineAndStopsAtOneThatIsNone(t *testing.T) {
	t.Parallel()
	s := serveHTTP(t)
	var in strings.Builder
	for day := 1; day <= 9; day++ {
		fmt.Fprintf(&in, `{"text":"Ran %d km","time":"2026-01-0%[1]dT10:00:00Z"}`+"\n", day)
	}
	in.WriteString(`{"txt":"?"}` + "\n" + `{"text":"Ran 10 km","time":"2026-01-10T10:00:00Z"}` + "\n")
	res := s.send(t, http.MethodPost, "/v1/entries/import", in.String())
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 10 || strings.Count(string(data), "IMPORT_OUTCOME_CREATED") != 9 || !strings.Contains(lines[9], "txt") || !strings.Contains(lines[9], "line 10") {
		t.Errorf("%d lines: %s", len(lines), data)
	}
	if n := len(s.json(t, http.MethodGet, "/v1/entries", "")["entries"].([]any)); n != 9 {
		t.Errorf("%d notes are kept", n)
	}
}

func TestOverHTTPWhatIsWrongIsToldWithItsReason(t *testing.T) {
	t.Parallel()
	s := serveHTTP(t)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, c := range map[string]struct {
		method, path, body string
		change             func(*http.Request)
		code               int
		says               string
	}{
		"no credential":             {"GET", "/v1/context", "", func(r *http.Request) { r.Header.Del("Authorization") }, 401, "CREDENTIAL_MISSING"},
		"a wrong one":               {"GET", "/v1/context", "", header("Authorization", "Bearer "+strings.Repeat("x", 43)), 401, "CREDENTIAL_INVALID"},
		"two":                       {"GET", "/v1/context", "", func(r *http.Request) { r.Header.Add("Authorization", "Bearer x") }, 401, "CREDENTIAL_INVALID"},
		"no such path":              {"GET", "/v1/nothing", "", nil, 404, "openapi.json"},
		"a method that it has not":  {"PUT", "/v1/context", "", nil, 405, "takes GET"},
		"another that it has not":   {"DELETE", "/v1/runs/verify", "", nil, 405, "takes GET and POST"},
		"no such run":               {"GET", "/v1/runs/01KJ5Q00000000000000000000", "", nil, 404, "RUN_NOT_FOUND"},
		"a field that is none":      {"POST", "/v1/input", `{"input":{"txt":"?"}}`, nil, 400, `"field":"txt"`},
		"a parameter that is none":  {"GET", "/v1/entries?foo=1", "", nil, 400, `"field":"foo"`},
		"a parameter of a field":    {"GET", "/v1/entries?page_size.foo=1", "", nil, 400, "page_size has no fields"},
		"a number that is none":     {"GET", "/v1/entries?page_size=many", "", nil, 400, `can't be read as int32`},
		"a parameter twice":         {"GET", "/v1/entries?page_size=1&page_size=2", "", nil, 400, "there 2 times"},
		"a field beside the path":   {"GET", "/v1/entries/x?id=y", "", nil, 400, "in the path already"},
		"a bound":                   {"GET", "/v1/entries?page_size=5000", "", nil, 400, `"field":"page_size"`},
		"no JSON":                   {"POST", "/v1/input", `text=hello`, nil, 400, "is not the JSON of SubmitInputRequest"},
		"a form":                    {"POST", "/v1/input", `{"input":{"text":"x"}}`, header("Content-Type", "text/plain"), 400, "application/json"},
		"JSON that is not UTF-8":    {"POST", "/v1/input", `{"input":{"text":"x"}}`, header("Content-Type", "application/json; charset=utf-16"), 400, "JSON is in UTF-8"},
		"too much":                  {"POST", "/v1/input", `{"input":{"text":"` + strings.Repeat("x", 5<<20) + `"}}`, nil, 413, "LIMIT_EXCEEDED"},
		"an input that is too long": {"POST", "/v1/input", `{"input":{"text":"` + strings.Repeat("x", 100<<10) + `"}}`, nil, 400, "INPUT_TOO_LONG"},
		"a blank input":             {"POST", "/v1/input", `{"input":{"text":" "}}`, nil, 400, "INPUT_BLANK"},
		"a field of the input":      {"POST", "/v1/input", `{"input":{"text":"x","timeZone":"Mars"}}`, nil, 400, `"field":"input.time_zone"`},
		"a type that none can be":   {"POST", "/v1/input", `{"input":{"text":"x","intent":"INPUT_TYPE_BOTH"}}`, nil, 400, "input.intent: must be one of INPUT_TYPE_UNSPECIFIED, INPUT_TYPE_LOG, INPUT_TYPE_QUERY"},
		"nothing":                   {"POST", "/v1/input", "", nil, 400, "FIELD_INVALID"},
		"another site's page":       {"POST", "/v1/input", `{"input":{"text":"x"}}`, header("Sec-Fetch-Site", "cross-site"), 403, "other sites"},
		"another name":              {"GET", "/v1/context", "", func(r *http.Request) { r.Host = "evil.example:80" }, 403, "http.hosts"},
		"an id of no event":         {"GET", "/v1/runs/x/events", "", header("Last-Event-ID", "last"), 400, "Last-Event-ID"},
		"a stream of no run":        {"GET", "/v1/runs/01KJ5Q00000000000000000000/events", "", nil, 404, "RUN_NOT_FOUND"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.change == nil {
				c.change = func(*http.Request) {}
			}
			res := s.send(t, c.method, c.path, c.body, c.change)
			data, err := io.ReadAll(res.Body)
			var out struct {
				Error struct {
					Code    int
					Details []map[string]any
				}
			}
			if err != nil || json.Unmarshal(data, &out) != nil || res.StatusCode != c.code || out.Error.Code != c.code || len(out.Error.Details) == 0 {
				t.Errorf("%s: %s", res.Status, data)
			}
			if !strings.Contains(string(data), c.says) {
				t.Errorf("%s does not say %q", data, c.says)
			}
		})
	}
}
