package command

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// capable is a server that speaks the protocol of OpenAI and says what it is given, one step
// after another.
func capable(t *testing.T, steps ...string) (base string, asked func() []string) {
	t.Helper()
	var mu sync.Mutex
	var bodies []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost { // or it is asked which models there are
			http.NotFound(w, r)
			return
		}
		mu.Lock()
		bodies = append(bodies, string(body))
		says := steps[min(len(bodies), len(steps))-1]
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		piece, _ := json.Marshal(says)
		_, _ = fmt.Fprintf(w, `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":%s},"finish_reason":"stop"}]}`+"\n\n", piece)
		_, _ = io.WriteString(w, `data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`+"\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []string { mu.Lock(); defer mu.Unlock(); return bodies }
}

func TestSomethingIsFoundOutWithTools(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	base, asked := capable(t,
		`{"answer":"","args":"{\"query\":\"boiler\"}","respond":false,"thought":"I look for the boiler.","tool":"search_notes"}`,
		`{"answer":"","args":"{}","respond":false,"thought":"I look at the plans.","tool":"list_roadmaps"}`,
		`{"answer":"","args":"{\"id\":\"nope\"}","respond":false,"thought":"One more.","tool":"read_note"}`,
		`{"answer":"","args":"{\"from\":\"2026-02-23\",\"days\":7}","respond":false,"thought":"And the week.","tool":"agenda"}`,
		`{"answer":"Mr Brandt fixed it on 12 February.","args":"","respond":true,"thought":"That is enough.","tool":""}`)
	h.weft("", "log", "Mr Brandt fixed the boiler on 12 February, next check in two years").mustExit(t, exitDone)
	key := h.writes("key", "secret")
	h.writes(".config/weft/config.yaml", fmt.Sprintf("llm: {agents: {planner: {provider: openai}}, depth: off, providers: {openai: {api_key: %q, api_base: %q}}}", "file:"+key, base))
	got := h.weft("", "reason", "who", "fixed", "the", "boiler?")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "search_notes", "For “boiler”: 1 note.", "list_roadmaps", "0 roadmaps.", "not_found: there is no note with this id", "agenda", "0 things.", "Mr Brandt fixed it on 12 February.")
	mustContain(t, got.errOut, "I look for the boiler.", `> search_notes "boiler"`, "< For “boiler”: 1 note.", "> list_roadmaps\n", "< not_found: ", `> agenda days=7 from="2026-02-23"`)
	bodies := asked()
	if len(bodies) != 5 || !strings.Contains(bodies[1], "Mr Brandt fixed the boiler") {
		t.Errorf("the model is asked %d times", len(bodies))
	}
	strict := h.weft("", "reason", "who fixed the boiler?", "--style", "strict", "--depth", "off", "--quiet", "-o", "json")
	strict.mustExit(t, exitDone)
	mustContain(t, strict.out, `"style":"STYLE_STRICT"`, "No tool has returned anything.", `"quietThoughts":true`)
	quiet := h.weft("", "reason", "who fixed the boiler?", "--quiet")
	quiet.mustExit(t, exitDone)
	if strings.Contains(quiet.errOut, "That is enough.") || strings.Contains(quiet.errOut, "> ") {
		t.Errorf("quietly it tells %s", quiet.errOut)
	}
	h.weft("", "reason", "x", "--depth", "bottomless").mustExit(t, exitUsage)
	h.weft("", "reason", "x", "--style", "loud").mustExit(t, exitUsage)
}

func TestABadStepCostsTwoMoreCallsAtMostAndRunsTellTheirCosts(t *testing.T) {
	t.Parallel()
	const done = `{"answer":"Done.","args":"","respond":true,"thought":"","tool":""}`
	h := newHome(t)
	key := h.writes("key", "secret")
	for what, tt := range map[string]struct {
		retry int
		steps []string
		calls int
	}{
		"arguments as an object":   {2, []string{`{"answer":"","args":{"query":"boiler"},"respond":false,"thought":"","tool":"search_notes"}`, done}, 2},
		"a limit too high":         {2, []string{`{"answer":"","args":"{\"query\":\"boiler\",\"limit\":500}","respond":false,"thought":"","tool":"search_notes"}`, done}, 2},
		"a call and an answer":     {2, []string{`{"answer":"So.","args":"{\"query\":\"boiler\"}","respond":true,"thought":"","tool":"search_notes"}`, done}, 2},
		"never a good one":         {2, []string{`{"answer":"","args":"{}","respond":false,"thought":"","tool":"rm"}`}, 3},
		"never one, and told once": {1, []string{`{"answer":"","args":"{}","respond":false,"thought":"","tool":"rm"}`}, 2},
		"never one, and not told":  {0, []string{`{"answer":"","args":"{}","respond":false,"thought":"","tool":"rm"}`}, 3},
		"never one, told often":    {9, []string{`{"answer":"","args":"{}","respond":false,"thought":"","tool":"rm"}`}, 3},
		"no step at all":           {9, []string{`I look at the notes.`}, 3},
	} {
		base, asked := capable(t, tt.steps...)
		h.writes(".config/weft/config.yaml", fmt.Sprintf("llm: {parse_retry: %d, agents: {planner: {provider: openai}}, depth: off, providers: {openai: {api_key: %q, api_base: %q}}}", tt.retry, "file:"+key, base))
		h.weft("", "reason", "who fixed the boiler?", "--quiet")
		if n := len(asked()); n != tt.calls {
			t.Errorf("%s: the model is asked %d times", what, n)
		}
		shown := h.weft("", "runs", "show", "last")
		mustContain(t, shown.out, fmt.Sprintf("planner: %d calls, %d tokens in, %d out, ", tt.calls, 10*tt.calls, 5*tt.calls))
	}
}

func TestARunOfReasoningIsATurnOfItsThreadAndNowHolds(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	base, asked := capable(t,
		`{"answer":"","args":"{\"from\":\"2026-02-23\"}","respond":false,"thought":"","tool":"agenda"}`,
		`{"answer":"Three evenings are free.","args":"","respond":true,"thought":"","tool":""}`)
	key := h.writes("key", "secret")
	h.writes(".config/weft/config.yaml", fmt.Sprintf("llm: {agents: {planner: {provider: openai}}, depth: off, providers: {openai: {api_key: %q, api_base: %q}}}", "file:"+key, base))
	at := []string{"--now", "2026-02-23T12:00", "--tz", "Asia/Tokyo"}
	h.weft("", append(at, "reason", "--thread", "evenings", "--depth", "deep", "which evenings are free?")...).mustExit(t, exitDone)
	h.weft("", append(at, "reason", "--thread", "evenings", "--steps", "2", "and at the weekend?")...).mustExit(t, exitDone)
	first, second := asked()[0], asked()[2]
	mustContain(t, first, "Today is Monday, 2026-02-23, in the time zone Asia/Tokyo.")
	mustContain(t, second, "user: which evenings are free?", "weft: Three evenings are free.")
	if strings.Contains(first, "What was said before") {
		t.Errorf("a first turn is told of others: %s", first)
	}
	shown := h.weft("", "threads", "show", "evenings")
	mustContain(t, shown.out, "> which evenings are free?\nThree evenings are free.", "> and at the weekend?\nThree evenings are free.")
	last := h.weft("", "runs", "ls", "--thread", "evenings", "-o", "json")
	mustContain(t, last.out, `"graph": "reason"`, `"threadId": "evenings"`)
	mustContain(t, h.weft("", "runs", "show", "last", "-o", "json").out, `"depth": "DEPTH_DEEP"`, `"steps": 2`)
	h.weft("", "reason", "--steps", "99", "x").mustExit(t, exitUsage)
}

func TestHowFarModelsGoIsTheUsersOwnToSet(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	mustContain(t, h.weft("", "config", "prefer").out, "depth  quick (as the server has it)\nsteps  those of the depth\n")
	mustContain(t, h.weft("", "config", "prefer", "--depth", "deep", "--steps", "4").out, "depth  deep\nsteps  4\n")
	mustContain(t, h.weft("", "config", "prefer", "--steps", "3").out, "depth  deep\nsteps  3\n")
	n := 0
	var steps []string
	for range 20 {
		n++
		steps = append(steps, fmt.Sprintf(`{"answer":"I stop here.","args":"{\"query\":\"%d\"}","respond":true,"thought":"","tool":"search_notes"}`, n))
	}
	base, asked := capable(t, steps...)
	key := h.writes("key", "secret")
	settings := func(user string) {
		h.writes(".config/weft/config.yaml", fmt.Sprintf("user: %q\nllm: {agents: {planner: {provider: openai}}, depth: quick, providers: {openai: {api_key: %q, api_base: %q}}}", user, "file:"+key, base))
	}
	settings("me")
	h.weft("", "config", "prefer", "--depth", "deep", "--steps", "3").mustExit(t, exitDone)
	h.weft("", "reason", "--quiet", "who?").mustExit(t, exitDone)
	if n := len(asked()); n != 3 {
		t.Errorf("of 3 steps it takes %d", n)
	}
	mustContain(t, h.weft("", "runs", "show", "last", "-o", "json").out, `"depth": "DEPTH_DEEP"`)
	settings("bob") // whose own it is not
	mustContain(t, h.weft("", "config", "prefer").out, "depth  quick (as the server has it)\nsteps  those of the depth\n")
	h.weft("", "reason", "--quiet", "who?").mustExit(t, exitDone)
	mustContain(t, h.weft("", "runs", "show", "last", "-o", "json").out, `"depth": "DEPTH_QUICK"`)
	settings("me")
	mustContain(t, h.weft("", "config", "prefer", "--depth", "usual", "--steps", "usual").out, "depth  quick (as the server has it)\nsteps  those of the depth\n")
	h.weft("", "config", "prefer", "--depth", "bottomless").mustExit(t, exitUsage)
	h.weft("", "config", "prefer", "--steps", "0").mustExit(t, exitUsage)
}

func TestReasoningTakesAModelAndSaysSo(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "reason", "who fixed the boiler?")
	mustContain(t, got.out, "No model had an answer: ", "takes a model, and none is configured for the planner")
	got.mustExit(t, exitFailed)
}
