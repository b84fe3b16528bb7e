package task

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ref is a Wednesday.
var ref = timespan.Ref{Now: time.Date(2026, time.October, 7, 9, 0, 0, 0, time.UTC), WeekStart: time.Monday}

func reader(t testing.TB) Reader {
	t.Helper()
	schema, err := structpb.NewStruct(map[string]any{"properties": map[string]any{
		"steps": map[string]any{"type": "number"},
		"todo":  map[string]any{"type": "array", "x-weft-tasks": []any{"due", "due in", "By", "until", "before", "by the", "within", "no later than", "deadline", "deadline is", "bis", "bis zum", "fällig", "spätestens", "vor", "hasta", "para el", "antes de", "antes del"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	r, ok := NewReader([]*commonv1.DomainSchema{{Domain: "other"}, {Domain: "base", JsonSchema: schema}})
	if !ok || r.Domain != "base" || r.Field != "todo" {
		t.Fatalf("reader %+v, %v", r, ok)
	}
	return r
}

func day(s string) notes.Day {
	d, err := notes.ParseDay(s)
	if err != nil {
		panic(err)
	}
	return d
}

func TestTasksAreReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for name, c := range map[string]struct {
		text string
		want []Task
	}{
		"open, done and cancelled": {"- [ ] a\n- [x] b\n* [X] c\n+ [-] d\n1. [/] e", []Task{
			{Text: "a", Begin: 0, End: 7}, {Text: "b", Done: true, Begin: 8, End: 15}, {Text: "c", Done: true, Begin: 16, End: 23},
			{Text: "d", Cancelled: true, Begin: 24, End: 31}, {Text: "e", Begin: 32, End: 40},
		}},
		"among other lines":            {"Plan:\r\n\t- [ ] é a  \r\nnot [ ] this\n- [] nor this\n- [ ]nor this\n- [ ] ", []Task{{Text: "é a", Begin: 7, End: 20}}},
		"crossed out":                  {"- [ ] ~~a b~~\n- [x] ~~c~~\n- [ ] ~~d~~ e", []Task{{Text: "~~a b~~", Cancelled: true, Begin: 0, End: 13}, {Text: "~~c~~", Done: true, Begin: 14, End: 25}, {Text: "~~d~~ e", Begin: 26, End: 39}}},
		"in a quotation":               {"> - [ ] a", []Task{{Text: "a", Begin: 0, End: 9}}},
		"not in code":                  {"```md\n- [ ] a\n```\n- [ ] b", []Task{{Text: "b", Begin: 18, End: 25}}},
		"links are no boxes":           {"- [a](b)\n- [[x]] y\n- [ ](z)", nil},
		"days of Obsidian's plugin":    {"- [x] a ⏳ 2026-10-01 🛫 2026-10-02 📅 2026-10-15 ✅ 2026-10-03", []Task{{Text: "a ⏳ 2026-10-01 🛫 2026-10-02 📅 2026-10-15 ✅ 2026-10-03", Done: true, Due: day("2026-10-15"), Scheduled: day("2026-10-01"), Start: day("2026-10-02"), Completed: day("2026-10-03"), End: 69}}},
		"days of Dataview":             {"- [ ] a [due:: 2026-10-15] (start::2026-10-02)", []Task{{Text: "a [due:: 2026-10-15] (start::2026-10-02)", Due: day("2026-10-15"), Start: day("2026-10-02"), End: 46}}},
		"days after an at":             {"- [x] a @due(2026-10-15) @done(2026-10-14)", []Task{{Text: "a @due(2026-10-15) @done(2026-10-14)", Done: true, Due: day("2026-10-15"), Completed: day("2026-10-14"), End: 42}}},
		"a day that there is not":      {"- [ ] a 📅 2026-02-30", []Task{{Text: "a 📅 2026-02-30", DueNote: "“2026-02-30”: February has no day 30", End: 23}}},
		"a day in words of no time":    {"- [ ] a [due:: when done] b", []Task{{Text: "a [due:: when done] b", DueNote: "“when done” can't be read as a day", End: 27}}},
		"a mark wins over words":       {"- [ ] a by Friday 📅 2026-10-15", []Task{{Text: "a by Friday 📅 2026-10-15", Due: day("2026-10-15"), End: 33}}},
		"the first of two of a kind":   {"- [ ] a due:2026-10-15 due: 2026-10-16", []Task{{Text: "a due:2026-10-15 due: 2026-10-16", Due: day("2026-10-15"), End: 38}}},
		"nothing to be done is no one": {"- [ ]\n- [ ] \n", nil},
	} {
		if got := r.Read(c.text, ref); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestOnlyWhatIsShownIsATask(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for text, want := range map[string]string{
		"%%\n- [ ] a\n%%\n- [ ] b":                                     "b",
		"%% - [ ] a %%\n- [ ] b %% by Friday %%":                       "b %% by Friday %%",
		"<!-- x\n- [ ] a\nTODO: c\n-->\n- [ ] b <!-- n:1 -->":          "b <!-- n:1 -->",
		"- [ ] a %% x\n- [ ] c\n%%\n- [ ] b":                           "a %% x|b",
		"- [ ] 100%% a\n- [ ] b %% open":                               "100%% a|b %% open", // no comment ends
		"- [ ] a <!-- open\n- [ ] b":                                   "a <!-- open|b",
		"```\n%%\n- [ ] a\n```\n- [ ] b\n%% c %%":                      "b",
		"%%\n```\n- [ ] a\n%%\n- [ ] b":                                "b",
		"~~~~\n~~~\n- [ ] a\n~~~~\n> ```\n> TODO: c\n> ```\n- [ ] b":   "b",
		"---\ntasks:\n  - [ ] a\ntodo: c\n---\n- [ ] b":                "b",
		"---\n- [ ] a\n---\n- [ ] b":                                   "a|b", // a rule
		"- [ ] a `%%`\n- [ ] b\n- [ ] c `` %% ` ``\n- [ ] d %%":        "a `%%`|b|c `` %% ` ``|d %%",
		"- [ ] a `<!--`\n- [ ] b\n%% `x` - [ ] c\n- [ ] d %%\n- [ ] e": "a `<!--`|b|e",
		"- [ ] %% a %%\n- [ ] <!-- a -->":                              "",
	} {
		var got []string
		for _, task := range r.Read(text, ref) {
			if !task.Due.IsZero() {
				t.Errorf("%q: %+v", text, task)
			}
			got = append(got, task.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := r.ReadEntry(&commonv1.Entry{Text: "todo: a\nlist:\n  - [ ] b", FrontMatter: true}, ref); got != nil {
		t.Errorf("front matter has %+v", got)
	}
}

func TestATaskNeedsNoBox(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for text, want := range map[string]string{
		"TODO: call Ann":            "open call Ann",
		"todo: call Ann":            "open call Ann",
		"To-do: call Ann":           "open call Ann",
		"**TODO:** call Ann":        "open call Ann",
		"**TODO**: call Ann":        "open call Ann",
		"- TODO call Ann":           "open call Ann",
		"  * TODO: call Ann":        "open call Ann",
		"1. DOING call Ann":         "open call Ann",
		"> TODO: call Ann":          "open call Ann",
		"- DONE call Ann":           "done call Ann",
		"- CANCELLED call Ann":      "cancelled call Ann",
		"TODO: ~~call Ann~~":        "cancelled ~~call Ann~~",
		"- [x] TODO: call Ann":      "done TODO: call Ann",
		"- [-] call Ann":            "cancelled call Ann",
		"TODO call Ann":             "", // a title, or a sentence
		"- todo list of Ann":        "",
		"## TODO":                   "",
		"TODO:":                     "",
		"My todo: call Ann":         "",
		"todo:: call Ann":           "",
		"- Done call Ann":           "",
		"TODOS: call Ann":           "",
		"`TODO: call Ann` is a tag": "",
	} {
		got := ""
		for _, task := range r.Read(text, ref) {
			state := map[bool]string{true: "open", false: "cancelled"}[task.Open()]
			if task.Done {
				state = "done"
			}
			got += state + " " + task.Text
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestWordsTellWhenATaskIsDue(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for text, want := range map[string]string{
		"call the dentist by Friday":          "2026-10-09",
		"pay rent due tomorrow":               "2026-10-08",
		"due Monday: essay":                   "2026-10-12",
		"due: Nov 2026":                       "2026-11-30",
		"essay due next week":                 "2026-10-18",
		"return books until October 20":       "2026-10-20",
		"finish before the end of the month":  "2026-10-31",
		"tax return by January 31":            "2027-01-31",
		"order flowers (by Saturday evening)": "2026-10-10",
		"clean up by the weekend":             "2026-10-11",
		"due in 3 days":                       "2026-10-10",
		"should have been done by yesterday":  "2026-10-06",
		// What no word makes the day that it is due.
		"read the report from last week": "",
		"dentist on Friday":              "",
		"goodbye Friday":                 "",
		"by the book":                    "",
		// A question in a task says nothing of the task.
		"ask Jo: is the shed free until April": "",
		"is the shed free until April?":        "",
		"ask if the shed is free until April":  "",
		"call Jo by Friday: is it free?":       "2026-10-09",
		"essay is due by Friday":               "2026-10-09",
		"stand by":                             "",
		"taxes 📅 28.10.2026":                   "2026-10-28",
		"taxes 📅 Oct 25":                       "2026-10-25",
		"taxes 📅 tomorrow":                     "2026-10-08",
		"call by 18:00 tomorrow":               "2026-10-08",
		"mail by 5pm today":                    "2026-10-07",
		"wait until Monday morning":            "2026-10-12",
		"pay by ~~20 Oct~~ 27 Oct":             "2026-10-27",
		"party by Sunday night 7th March 2027": "2027-03-07",
		"report by Monday, moved to Wednesday": "2026-10-14",
		"visa by 20 September":                 "2026-09-20",
		"tax [due:: 2026-10-28]":               "2026-10-28",
		"tax [due:: [[2026-10-28]]]":           "2026-10-28",
		"tax due [[2026-10-28]]":               "2026-10-28",
		"tax [[2026-10-28]]":                   "2026-10-28",
		"read up on [[2026-10-01]]":            "",
		"@due(28.10.2026) tax":                 "2026-10-28",
	} {
		got := r.Read("- [ ] "+text, ref)
		if len(got) != 1 || got[0].Due.String() != want {
			t.Errorf("%q: %+v, want due %q", text, got, want)
		}
	}
}

func TestWordsForADayLookAhead(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"friday": "2026-10-09", "tuesday": "2026-10-13", "today": "2026-10-07", "next week": "2026-10-18",
		"2026-12-01": "2026-12-01", "": "", "soon": "", "friday or monday": "", "friday maybe": "",
	} {
		if got, ok := Day(words, ref); got.String() != want || ok != (want != "") {
			t.Errorf("%q is %v, %v, want %q", words, got, ok, want)
		}
	}
}

func TestWithoutWordsOnlySignsTellTheDay(t *testing.T) {
	t.Parallel()
	r := Reader{lead: compileLeads(nil)}
	if got := r.Read("- [ ] b by Friday\n- [ ] c 📅 2026-10-09", ref); len(got) != 2 || !got[0].Due.IsZero() || got[1].Due != day("2026-10-09") {
		t.Errorf("got %+v", got)
	}
}

func TestADomainWithoutTasksHasNoReader(t *testing.T) {
	t.Parallel()
	if r, ok := NewReader([]*commonv1.DomainSchema{{Domain: "other"}}); ok {
		t.Errorf("got %+v", r)
	}
}

func TestDataHoldsATaskALine(t *testing.T) {
	t.Parallel()
	got := Data(reader(t).Read("- [x] a 📅 2026-10-15\n- [-] b\n- [ ] c", ref))
	want := []any{
		map[string]any{"text": "a 📅 2026-10-15", "done": true, "due": "2026-10-15"},
		map[string]any{"text": "b", "done": false, "cancelled": true},
		map[string]any{"text": "c", "done": false},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestATaskStandsInItsLine(t *testing.T) {
	t.Parallel()
	r := reader(t)
	pieces := rapid.SampledFrom([]string{"- [ ] ", "- [x] ", "a", "é", " ", "\n", "\r\n", "```", "> ", "📅 2026-10-15", "by Friday", "[", "]", "\xff", "\t", "%%", "<!--", "-->", "TODO: ", "- DONE ", "---\n", "a: b\n", "@{", "by ~~Friday~~ ", "5pm "})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 40).Draw(t, "pieces"), "")
		end := -1
		for _, task := range r.Read(text, ref) {
			line := text[task.Begin:task.End]
			if task.Begin <= end || strings.ContainsAny(line, "\n") || !strings.HasSuffix(strings.TrimRight(line, " \t\r"), task.Text) {
				t.Fatalf("%+v in %q", task, text)
			}
			end = task.End
		}
	})
}
