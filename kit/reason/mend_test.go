package reason

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var mendTool = Tool{Name: "list_tasks", Text: "Lists tasks.", Input: json.RawMessage(`{"type":"object","properties":{
	"about":{"type":"string","maxLength":8},"by":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"limit":{"type":"integer","minimum":1,"maximum":20},
	"done":{"type":"boolean"},"kind":{"type":"string","enum":["open","closed"]},"notes":{"type":"array","items":{"type":"string"},"maxItems":2},
	"range":{"type":"object","properties":{"days":{"type":"integer","maximum":7}},"additionalProperties":false}},"additionalProperties":false}`)}

func TestWhatCodeCanMendOfArgumentsIsMended(t *testing.T) {
	t.Parallel()
	c, err := NewCatalogue([]Tool{mendTool, searchTool})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ what, tool, args, want, told string }{
		{"nothing is wrong", "list_tasks", ` {"limit": 3}`, ` {"limit": 3}`, ""},
		{"a text that holds an object", "list_tasks", `"{\"limit\":3}"`, `{"limit":3}`, ""},
		{"a text in a text", "list_tasks", `"\"{\\\"limit\\\":3}\""`, `{"limit":3}`, ""},
		{"null", "list_tasks", `null`, `{}`, ""},
		{"words in place of an object", "search_notes", `boiler`, `{"query":"boiler"}`, ""},
		{"a text in place of an object", "search_notes", `"boiler"`, `{"query":"boiler"}`, ""},
		{"a limit too high", "list_tasks", `{"limit":50}`, `{"limit":20}`, "limit may be at most 20: it was read as that."},
		{"a limit too low", "list_tasks", `{"limit":0}`, `{"limit":1}`, "limit has to be at least 1: it was read as that."},
		{"a number in quotation marks", "list_tasks", `{"limit":"5"}`, `{"limit":5}`, ""},
		{"a broken number", "list_tasks", `{"limit":4.6}`, `{"limit":5}`, ""},
		{"a number as a text", "search_notes", `{"query":2026}`, `{"query":"2026"}`, ""},
		{"a truth as a text", "list_tasks", `{"done":"True"}`, `{"done":true}`, ""},
		{"what is left empty", "list_tasks", `{"by":"","kind":"","limit":null,"done":false}`, `{"done":false}`, ""},
		{"a time in place of a day", "list_tasks", `{"by":"2027-04-25T09:00:00Z"}`, `{"by":"2027-04-25"}`, ""},
		{"a choice in capitals", "list_tasks", `{"kind":"Open"}`, `{"kind":"open"}`, ""},
		{"one in place of a list", "list_tasks", `{"notes":"a"}`, `{"notes":["a"]}`, ""},
		{"a list in a text", "list_tasks", `{"notes":"[\"a\",\"b\"]"}`, `{"notes":["a","b"]}`, ""},
		{"too many items", "list_tasks", `{"notes":["a","b","c"]}`, `{"notes":["a","b"]}`, "notes has 3 items, and may have 2: the others were left out."},
		{"too long", "list_tasks", `{"about":"the long winter"}`, `{"about":"the long"}`, "about has more than 8 characters: the rest was left out."},
		{"within an object", "list_tasks", `{"range":{"days":30}}`, `{"range":{"days":7}}`, "range.days may be at most 7: it was read as that."},
		{"a name that was mistyped", "list_tasks", `{"abuot":"tax"}`, `{"about":"tax"}`, "There is no argument abuot: it was read as about."},
		{"a name that there is none of", "list_tasks", `{"user":"bob","done":true}`, `{"done":true}`, "There is no argument user: it was left out."},
		{"a tool in capitals", " LIST-TASKS", `{}`, `{}`, `There is no tool " LIST-TASKS": list_tasks was called.`},
		{"a tool that was mistyped", "list_task", `{}`, `{}`, `There is no tool "list_task": list_tasks was called.`},
	} {
		got := c.Mend(call(tt.tool, tt.args), nil, false)
		if string(got.Args) != tt.want || strings.Join(got.Mended, " ") != tt.told {
			t.Errorf("%s: %s %s, told %q", tt.what, got.Tool, got.Args, got.Mended)
		}
		if wrong := c.Check(got, nil, false); len(wrong) > 0 {
			t.Errorf("%s: %v", tt.what, wrong)
		}
	}
	for what, s := range map[string]Step{
		"no tool at all":     call("rm", `{}`),
		"what is needed":     call("search_notes", `{}`),
		"a list":             call("search_notes", `["boiler"]`),
		"an empty query":     call("search_notes", `{"query":""}`),
		"half of an object":  call("search_notes", `{"query"`),
		"another's alphabet": call("search_nоtes", `{"query":"x"}`),
	} {
		if got := c.Mend(s, nil, false); len(c.Check(got, nil, false)) == 0 {
			t.Errorf("%s is mended to %s %s", what, got.Tool, got.Args)
		}
	}
}

func TestAStepThatCallsAndAnswersDoesOne(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	var none *Pad
	query := json.RawMessage(`{"query":"race"}`)
	done := none.With(call("search_notes", string(query)), fine)
	for _, tt := range []struct {
		what    string
		step    Step
		done    *Pad
		last    bool
		calls   string
		answers string
	}{
		{"a call that can be made goes first", Step{Tool: "search_notes", Args: query, Respond: true, Answer: "So."}, none, false, "search_notes", ""},
		{"a call that was made before does not", Step{Tool: "search_notes", Args: query, Respond: true, Answer: "So."}, done, false, "", "So."},
		{"nor one that no tool takes", Step{Tool: "rm", Respond: true, Answer: "So."}, none, false, "", "So."},
		{"nor one at the end", Step{Tool: "search_notes", Args: query, Answer: "So."}, none, true, "", "So."},
		{"an answer alone is one", Step{Answer: "So."}, none, false, "", "So."},
		{"a call with words beside it is one", Step{Tool: "search_notes", Args: query, Answer: "I look."}, none, false, "search_notes", "I look."},
	} {
		got := c.Mend(tt.step, tt.done, tt.last)
		if got.Tool != tt.calls || got.Answer != tt.answers || got.Respond != (tt.calls == "") || len(c.Check(got, tt.done, tt.last)) > 0 {
			t.Errorf("%s: %+v", tt.what, got)
		}
	}
	long := c.Mend(Step{Thought: strings.Repeat("ö", MaxThought), Respond: true, Answer: "So."}, none, false)
	if wrong := c.Check(long, none, false); len(wrong) > 0 {
		t.Errorf("a thought without end: %v", wrong)
	}
}

// Whatever is mended, mending it again changes nothing, and nothing that is right is touched.
func TestMendingComesToAnEnd(t *testing.T) {
	t.Parallel()
	c, err := NewCatalogue([]Tool{mendTool, searchTool})
	if err != nil {
		t.Fatal(err)
	}
	values := []string{`""`, `null`, `3`, `-1`, `4.5`, `"5"`, `true`, `"a b c d e f"`, `[]`, `["a","b","c"]`, `{}`, `{"days":99}`, `"2027-04-25T"`, `1e300`}
	names := []string{"about", "by", "limit", "done", "kind", "notes", "range", "limits", "query", "x"}
	for seed := range uint64(2000) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		var pairs []string
		for range rnd.IntN(4) {
			pairs = append(pairs, `"`+names[rnd.IntN(len(names))]+`":`+values[rnd.IntN(len(values))])
		}
		s := call([]string{"list_tasks", "search_notes"}[rnd.IntN(2)], "{"+strings.Join(pairs, ",")+"}")
		once := c.Mend(s, nil, false)
		again := c.Mend(once, nil, false)
		if string(again.Args) != string(once.Args) || len(again.Mended) > 0 && len(c.Check(once, nil, false)) == 0 {
			t.Errorf("%s: %s, then %s %q", s.Args, once.Args, again.Args, again.Mended)
		}
		if len(c.Check(s, nil, false)) == 0 && (string(once.Args) != string(s.Args) || !slices.Equal(once.Mended, nil)) {
			t.Errorf("%s was right, and is %s", s.Args, once.Args)
		}
	}
}
