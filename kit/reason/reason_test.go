package reason

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/canonical"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var (
	searchTool  = Tool{Name: "search_notes", Text: "Finds notes.", Input: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string","minLength":1}},"required":["query"],"additionalProperties":false}`), Makes: []string{"notes"}}
	outlineTool = Tool{Name: "node_generator", Text: "Takes a goal apart.", Input: json.RawMessage(`{"type":"object"}`), Needs: []string{"goal"}, Makes: []string{"outline"}}
	planTool    = Tool{Name: "schedule_generator", Text: "Finds the hours.", Input: json.RawMessage(`{"type":"object"}`), Needs: []string{"outline", "notes"}}
)

func catalogue(t *testing.T) *Catalogue {
	t.Helper()
	c, err := NewCatalogue([]Tool{planTool, outlineTool, searchTool}, "goal")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func call(tool, args string) Step {
	return Step{Thought: "so", Tool: tool, Args: json.RawMessage(args)}
}

var fine = Result{OK: true, Confidence: .9, Explanations: []string{"Two notes."}, Data: json.RawMessage(`{"notes":["a","b"]}`)}

func TestTheSameCallIsMadeAgainOnceItsResultIsNotShownWhole(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	again := call("search_notes", `{"query":"race"}`)
	long := Result{OK: true, Data: json.RawMessage(`"` + strings.Repeat("x", 2*ShownOlder) + `"`)}
	for _, tt := range []struct {
		what   string
		result Result
		later  int
		may    bool
	}{
		{"just now", long, 0, false},
		{"among the last few", long, lastFew - 1, false},
		{"before them, and cut", long, lastFew, true},
		{"before them, and short", fine, lastFew, false},
		{"out of sight", fine, Window, true},
	} {
		pad := (*Pad)(nil).With(again, tt.result)
		for i := range tt.later {
			pad = pad.With(call("search_notes", fmt.Sprintf(`{"query":"%d"}`, i)), fine)
		}
		if got := len(c.Check(again, pad, false)) == 0; got != tt.may {
			t.Errorf("%s it may be called again: %t", tt.what, got)
		}
	}
	if shown := long.Format(Whole, Shown(lastFew)); !strings.Contains(shown, "the same call tells it again") || len(shown) > ShownOlder {
		t.Errorf("an older one is told as %s", shown)
	}
	long.Data = json.RawMessage(`"` + strings.Repeat("x", 2*ShownResult) + `"`)
	if shown := long.Format(Whole, Shown(0)); !strings.Contains(shown, "ask for less") || len(shown) > ShownResult {
		t.Errorf("a new one is told as %s", shown[len(shown)-200:])
	}
}

func TestASignatureTellsWhatArgumentsATaskTakes(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		string(mendTool.Input):   `{about?: text, by?: YYYY-MM-DD, done?: true|false, kind?: "open"|"closed", limit?: 1 to 20, notes?: [text, …], range?: {days?: number up to 7}}`,
		string(searchTool.Input): `{query: text}`,
		`{"type":"object","properties":{"n":{"type":"integer","minimum":0},"b":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}}},"required":["n"]}`: `{n: number from 0 on, b?: [{x: number}, …]}`,
		`{"type":"object","properties":{"s":{"type":"string","pattern":"^x"},"d":{"type":"string","description":"what"},"a":{"anyOf":[{"type":"string"}]}}}`:                                        `{a?: {"anyOf":[{"type":"string"}]}, d?: {"type":"string","description":"what"}, s?: {"type":"string","pattern":"^x"}}`,
		`{"type":"object"}`: `{}`,
	} {
		if got := (Tool{Input: json.RawMessage(input)}).Signature(); got != want {
			t.Errorf("%s is told as %s", input, got)
		}
	}
}

func TestACatalogueRefusesWhatNoModelCouldUse(t *testing.T) {
	t.Parallel()
	for want, tools := range map[string][]Tool{
		"no name":             {{Name: "Search", Input: searchTool.Input}},
		"two tools":           {searchTool, searchTool},
		"the arguments of x":  {{Name: "x"}},
		`type is "object"`:    {{Name: "x", Input: json.RawMessage(`{"type":"string"}`)}},
		"can never be called": {searchTool, planTool},
		"at most":             make([]Tool, MaxTools+1),
	} {
		if _, err := NewCatalogue(tools, "goal"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("it is refused as %v, not for %q", err, want)
		}
	}
}

func TestTheHashStandsForAllThatIsSaidOfTheTools(t *testing.T) {
	t.Parallel()
	is := catalogue(t).Hash()
	if is != catalogue(t).Hash() || len(is) != 64 {
		t.Errorf("it is %q", is)
	}
	other := searchTool
	other.Text += " Old ones too."
	c, err := NewCatalogue([]Tool{planTool, outlineTool, other}, "goal")
	if err != nil || c.Hash() == is {
		t.Errorf("another text has the same hash, or %v", err)
	}
}

func TestWhatIsWrongWithAStepIsSaid(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	query := `{"query":"race"}`
	failed := Failed("not_found", "no such note")
	var none *Pad
	for _, tt := range []struct {
		what string
		step Step
		done *Pad
		last bool
		want string // "": nothing
	}{
		{"a call", call("search_notes", query), none, false, ""},
		{"an answer", Step{Respond: true, Style: Summary, Answer: "So."}, none, false, ""},
		{"an answer at the end", Step{Respond: true, Answer: "So."}, none, true, ""},
		{"an answer that says nothing", Step{Respond: true}, none, false, "it is empty"},
		{"a strict one, which code writes", Step{Respond: true, Style: Strict}, none, false, ""},
		{"neither", Step{}, none, false, "name a tool"},
		{"both", Step{Respond: true, Tool: "search_notes"}, none, false, "not both"},
		{"a style that is none", Step{Respond: true, Style: "loud"}, none, false, "summary or strict"},
		{"a tool that is none", call("search_note", query), none, false, "did you mean search_notes?"},
		{"nothing like a tool", call("rm", query), none, false, `no tool "rm"`},
		{"no arguments", call("search_notes", ""), none, false, "query"},
		{"others than it takes", call("search_notes", `{"query":"x","limit":3}`), none, false, "limit"},
		{"no JSON", call("search_notes", `{"query"`), none, false, "no JSON"},
		{"a list", call("search_notes", `["race"]`), none, false, "an object"},
		{"too long", call("search_notes", `{"query":"`+strings.Repeat("x", MaxArgs)+`"}`), none, false, "at most"},
		{"a thought without end", Step{Respond: true, Thought: strings.Repeat("x", MaxThought+1)}, none, false, "at most"},
		{"what is given", call("node_generator", ""), none, false, ""},
		{"before what it needs", call("schedule_generator", ""), none.With(call("node_generator", ""), fine), false, "needs notes first"},
		{"after it", call("schedule_generator", ""), none.With(call("node_generator", ""), fine).With(call("search_notes", query), fine), false, ""},
		{"after it failed", call("schedule_generator", ""), none.With(call("node_generator", ""), failed).With(call("search_notes", query), fine), false, "needs outline first"},
		{"the same again", call("search_notes", `{ "query": "race" }`), none.With(call("search_notes", query), fine), false, "came out well before"},
		{"the same after one failure", call("search_notes", query), none.With(call("search_notes", query), failed), false, ""},
		{"the same after two", call("search_notes", query), none.With(call("search_notes", query), failed).With(call("search_notes", query), failed), false, "failed 2 times"},
		{"a call at the end", call("search_notes", query), none, true, "no call is left"},
	} {
		got := c.Check(tt.step, tt.done, tt.last)
		text := fmt.Sprint(got)
		text = strings.ReplaceAll(text, "has come out well before", "came out well before")
		if tt.want == "" && len(got) > 0 || tt.want != "" && !strings.Contains(text, tt.want) {
			t.Errorf("%s: %s, want %q", tt.what, text, tt.want)
		}
	}
}

func TestAResultIsToldAsMuchAsThereIsRoom(t *testing.T) {
	t.Parallel()
	long := fine
	long.Data = json.RawMessage(`{"notes":["` + strings.Repeat("ö", 500) + `"]}`)
	for _, tt := range []struct {
		r     Result
		mode  Mode
		limit int
		want  string
	}{
		{fine, Whole, 100, "Two notes.\n{\"notes\":[\"a\",\"b\"]}"},
		{fine, Brief, 100, "Two notes. (19 bytes in all, " + canonical.Hash(fine.Data)[:12] + ")"},
		{Result{OK: true, Data: fine.Data}, Brief, 100, "(19 bytes in all, " + canonical.Hash(fine.Data)[:12] + ")"},
		{Result{OK: true}, Whole, 100, ""},
		{Result{OK: true, Explanations: fine.Explanations}, Brief, 100, "Two notes."},
		{Failed("away", "the server is away"), Whole, 100, "error away: the server is away"},
		{Failed("away", "the server is away"), Brief, 20, "error away: the s…"},
	} {
		if got := tt.r.Format(tt.mode, tt.limit); got != tt.want {
			t.Errorf("in %d bytes it is %q, not %q", tt.limit, got, tt.want)
		}
	}
	for limit := range 200 {
		got := long.Format(Whole, limit)
		if len(got) > max(limit, len("…")) || !utf8.ValidString(got) {
			t.Fatalf("in %d bytes it is %d: %q", limit, len(got), got)
		}
	}
	if got := long.Format(Whole, 200); !strings.Contains(got, "bytes in all, ") {
		t.Errorf("a cut result is %q", got)
	}
}

func TestWhatAToolMayNotSayIsMended(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ r, want Result }{
		{Result{OK: true, Confidence: 7}, Result{OK: true, Confidence: 1}},
		{Result{OK: true, Confidence: math.NaN()}, Result{OK: true}},
		{Result{Confidence: .5}, Failed("failed", "the tool did not say why")},
		{Result{OK: true, Confidence: 1, Error: &Failure{"x", "y"}}, Failed("x", "y")},
		{Result{OK: true, Confidence: 1, Data: json.RawMessage(`{`)}, Failed("bad_result", "the tool returned what is no JSON")},
		{Result{OK: true, Data: json.RawMessage("\"\xff\"")}, Failed("bad_result", "the tool returned what is no JSON")},
		{Failed("bad\xff", "no \xff"), Failed("bad\uFFFD", "no \uFFFD")},
		{Failed("x", strings.Repeat("x", maxText+1)), Failed("x", strings.Repeat("x", maxText-3)+"…")},
		{Result{OK: true, Explanations: []string{strings.Repeat("x", maxText-5), "\xff", "longer", "y"}}, Result{OK: true, Explanations: []string{strings.Repeat("x", maxText-5), "\uFFFD", "…"}}},
	} {
		if got := tt.r.Sound(); fmt.Sprintf("%+v %+v", got, got.Error) != fmt.Sprintf("%+v %+v", tt.want, tt.want.Error) && (got.Error == nil || tt.want.Error == nil || *got.Error != *tt.want.Error || got.OK != tt.want.OK) {
			t.Errorf("%+v is mended to %+v", tt.r, got)
		}
	}
}

func TestAModelIsToldOfToolsThatFail(t *testing.T) {
	t.Parallel()
	var p *Pad
	p = p.With(call("search_notes", `{"query":"a"}`), Failed("away", "x")).With(call("node_generator", ""), Failed("bad", "x"))
	if h := p.Hints(); len(h) > 0 {
		t.Errorf("after one failure it is told %v", h)
	}
	p = p.With(call("search_notes", `{"query":"b"}`), Failed("slow", "x"))
	if h := p.Hints(); len(h) != 1 || !strings.Contains(h[0], "search_notes has failed 2 times in a row, last with slow") {
		t.Errorf("it is told %v", h)
	}
	if h := p.With(call("search_notes", `{"query":"c"}`), fine).Hints(); len(h) > 0 {
		t.Errorf("of one that is well again it is told %v", h)
	}
}

func TestAModelIsShownTheLastCalls(t *testing.T) {
	t.Parallel()
	var p *Pad
	for i := range 13 {
		p = p.With(call("search_notes", fmt.Sprintf(`{"query":"%d"}`, i)), fine)
	}
	recent, before := p.Recent()
	if len(recent) != Window || before != 3 || string(recent[0].Step.Args) != `{"query":"3"}` {
		t.Errorf("it is shown %d after %d", len(recent), before)
	}
}

// Whatever a model says, the loop ends in so many steps, and nothing is called that may not be.
func TestARandomModelComesToAnEnd(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	names := []string{"search_notes", "node_generator", "schedule_generator", "rm", "", "search"}
	args := []string{"", "{}", `{"query":"a"}`, `{"query":"b"}`, `[]`, `{`}
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		depth := commonv1.Depth(1 + rnd.IntN(4))
		var p *Pad
		steps, answered := 0, false
		for !answered {
			if steps++; steps > Steps(depth) {
				t.Fatalf("seed %d: it goes on after %d steps of %s", seed, steps, depth)
			}
			var s Step
			ok := false
			for range 3 { // a step, and two attempts to mend it
				s = call(names[rnd.IntN(len(names))], args[rnd.IntN(len(args))])
				s.Respond = rnd.IntN(8) == 0
				if ok = len(c.Check(s, p, p.Len()+1 >= Steps(depth))) == 0; ok {
					break
				}
			}
			if !ok || s.Respond {
				answered = true // with what is known, if it can't be mended
				continue
			}
			if p.Len()+1 >= Steps(depth) {
				t.Fatalf("seed %d: %s is called where no call is left", seed, s.Tool)
			}
			tool, _ := c.Find(s.Tool)
			if left := missing(tool, p.Products(c)); len(left) > 0 {
				t.Fatalf("seed %d: %s is called before %v", seed, s.Tool, left)
			}
			r := fine
			if rnd.IntN(2) == 0 {
				r = Failed("away", "x")
			}
			p = p.With(s, r)
		}
	}
}

func FuzzCheck(f *testing.F) {
	c, err := NewCatalogue([]Tool{searchTool, outlineTool, planTool}, "goal")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("search_notes", `{"query":"x"}`, "summary")
	f.Add("../x", "\xff", "\x00")
	f.Fuzz(func(t *testing.T, tool, args, style string) {
		s := Step{Tool: tool, Args: json.RawMessage(args), Style: Style(style)}
		if len(c.Check(s, nil, false)) == 0 {
			if _, ok := c.Find(tool); !ok {
				t.Errorf("%q is called", tool)
			}
		}
		_ = s.Key()
		_ = Result{OK: true, Data: json.RawMessage(args), Explanations: []string{style}}.Sound().Format(Mode(len(args)%2), 40)
	})
}
