package dayfile

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

func TestADayOfFrontMatterIsReadInEveryForm(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		"2026-11-10":                                "2026-11-10 12:00",
		"[2026-11-10]":                              "2026-11-10 12:00",
		"\n  - 2026-11-10":                          "2026-11-10 12:00",
		"'[[2026-11-10]]'":                          "2026-11-10 12:00",
		"[[2026-11-10]]":                            "2026-11-10 12:00",
		"20261110":                                  "2026-11-10 12:00",
		"20261112T233000Z":                          "2026-11-13 00:30",
		"202611122330":                              "2026-11-12 23:30",
		"2026-11-12T23:30:00Z":                      "2026-11-13 00:30",
		"2026-11-12T23:30:00.123Z":                  "2026-11-13 00:30",
		"2026-11-12 23:30:00Z":                      "2026-11-13 00:30",
		"2026-11-12 23:30 UTC":                      "2026-11-13 00:30",
		"2026-11-12T23:30:00+01:00":                 "2026-11-12 23:30",
		"2026-11-12T23:30+0100":                     "2026-11-12 23:30",
		"2026-11-12 23:30:00 -0500":                 "2026-11-13 05:30",
		"2026-11-12T23:30-05":                       "2026-11-13 05:30",
		"2026-11-13T04:00:00+05:45":                 "2026-11-12 23:15",
		"2026-07-12T22:30:00Z":                      "2026-07-13 00:30",
		"Thu, 12 Nov 2026 23:30:00 +0000":           "2026-11-13 00:30",
		"Thu Nov 12 2026 23:30:00 GMT+0100 (CET)":   "2026-11-12 23:30",
		"2026-11-12 23:30:00 +0000 UTC":             "2026-11-13 00:30",
		"2026-11-12 23:30:00 -0800 PST":             "2026-11-13 08:30",
		"2026-11-12 23:30 (UTC)":                    "2026-11-13 00:30",
		"November 12, 2026 10:30 AM (GMT-8)":        "2026-11-12 19:30",
		"2026-11-12 11:30 p.m.":                     "2026-11-12 23:30",
		"2026-11-12 11:30 a.m.":                     "2026-11-12 11:30",
		"2026-11-12 12:30 A.M.":                     "2026-11-12 00:30",
		"November 12, 2026 11:30 PM":                "2026-11-12 23:30",
		"2026-11-12T23:30:00":                       "2026-11-12 23:30",
		"2026-07-01 23:30 America/New_York":         "2026-07-02 05:30",
		"2026-07-01T23:30:00Z[America/Los_Angeles]": "2026-07-02 01:30",
		"2026-07-01T23:30:00[America/New_York]":     "2026-07-02 05:30",
		"2026-07-01 23:30 \u221205:00":              "2026-07-02 06:30",
		"2026-07-01 23:30 Nowhere/City":             "2026-07-01 23:30",
		"2026-07-01 23:30 EST":                      "2026-07-01 23:30",
		"Thursday, 2 April 2026":                    "2026-04-02 12:00",
		"Monday, 2 April 2026":                      "undated",
		"2026-07-01, 2026-07-05":                    "undated",
		"2026-07-01..2026-07-05":                    "undated",
		"2026-07-01 to 2026-07-05":                  "undated",
		"2026-07-01/2026-07-09":                     "undated",
		"2026-06-06 - 2026-06-09":                   "undated",
		"2026-01-05 (Monday)":                       "2026-01-05 12:00",
		"2026-11-12T23:30:00 Europe/Berlin":         "2026-11-12 23:30",
		"2026-11-12T23:30:00+25:00":                 "2026-11-12 23:30",
		"12.11.2026":                                "2026-11-12 12:00",
		"[2026-11-10, 2026-11-11]":                  "undated",
		"soon":                                      "undated",
		"20261340":                                  "undated",
		"17":                                        "undated",
		"true":                                      "undated",
	} {
		page := Read("x.md", "---\ndate: "+value+"\n---\nText.\n", DateSettings{Zone: berlin})
		n := page.Notes[len(page.Notes)-1]
		got := "undated"
		if n.Dated != Undated {
			got = n.Day.String() + " " + n.Clock.String()
		}
		if got != want {
			t.Errorf("date: %s is %s, want %s", value, got, want)
		}
		if told := len(page.Front.Odd) > 0; told != (want == "undated") {
			t.Errorf("date: %s tells %+v", value, page.Front.Odd)
		}
	}
}

func TestALineThatIsNoYAMLCostsThatLine(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{
		"title: Fwd: x", "title: \"Fwd: x", "people: [[A]], [[B]]", "url: @home", "\tx: 1", "list:\n\t- a", "mood: 7\nmood: 8", "note: `a`",
		"cover: *x", "a: {b", "!: x", "x: %d", "- a", "just a line", "key: 'a' b", "quote: \"a\" b", "k: [a, b", "x: |y", "emoji: :) : (",
	} {
		for _, front := range []string{"date: 2026-11-10\ntags: [run]\n" + odd, odd + "\ndate: 2026-11-10\ntags: [run]"} {
			page := Read("x.md", "---\n"+front+"\n---\nText.\n", DateSettings{})
			if page.Front.Day.String() != "2026-11-10" || len(page.Front.Tags) != 1 || page.Front.Err != nil {
				t.Errorf("%q: day %s, tags %q, %v", front, page.Front.Day, page.Front.Tags, page.Front.Err)
			}
			if len(page.Front.Odd) == 0 {
				t.Errorf("%q: nothing is told", front)
			}
			for _, o := range page.Front.Odd {
				if line := strings.Count(front[:strings.Index(front, odd)], "\n") + 2; o.Line < line || o.Line > line+strings.Count(odd, "\n") {
					t.Errorf("%q: line %d is told", front, o.Line)
				}
			}
			if title, ok := strings.CutPrefix(odd, "title: "); ok && page.Front.Title != strings.Trim(title, "\"") {
				t.Errorf("%q: the title is %q", front, page.Front.Title)
			}
		}
	}
}

// What stands below a field and is none of it costs the field nothing, and is told by its line.
func TestALineBelowAFieldCostsItNothing(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{"  note: x", "{{/if}}", "\tnote: x", "and more", "%% comment %%"} {
		page := Read("x.md", "---\ndate: 2026-11-10\neggs: 3\n"+odd+"\ntags: [run]\n---\nText.\n", DateSettings{})
		if page.Front.Day.String() != "2026-11-10" || len(page.Front.Tags) != 1 || len(page.Front.Odd) != 1 || page.Front.Odd[0].Line != 4 {
			t.Errorf("%q: day %s, tags %q, told %+v", odd, page.Front.Day, page.Front.Tags, page.Front.Odd)
		}
		for _, f := range FrontFields("date: 2026-11-10\neggs: 3\n" + odd + "\ntags: [run]\n") {
			if f.Name == "eggs" && (!f.Single() || f.Value != "3") {
				t.Errorf("%q: %+v", odd, f)
			}
		}
	}
	for _, text := range []string{"eggs: 3\n  and more\n", "tags:\n- a\n", "tags: [a,\nb]\n", "note: |\n  a: b\n", "a:\n  b: c\n", "a: 'x\n  y: z'\n"} {
		if fields := FrontFields(text); len(fields) != 1 || fields[0].Single() {
			t.Errorf("%q has %+v", text, fields)
		}
	}
}

// A line that is odd takes no day from a note, and gives none to it.
func TestNoOddLineMovesANote(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.StringMatching(`(?:[a-c]:|- )?[ -~\t]{0,12}`).Draw(t, "odd")
		front := []string{"date: 2026-11-10", "tags: [run]", "title: T"}
		at := rapid.IntRange(0, len(front)).Draw(t, "at")
		lines := append(append(append([]string{}, front[:at]...), odd), front[at:]...)
		content := "---\n" + strings.Join(lines, "\n") + "\n---\nText.\n"
		if _, _, end := FindFront(content); content[max(end, 0):] != "Text.\n" || strings.TrimSpace(odd) == "---" {
			return
		}
		page := Read("x.md", content, DateSettings{})
		if day := page.Front.Day.String(); day != "2026-11-10" && !(at > 0 && continues(odd)) {
			t.Fatalf("%q is of %q", content, day)
		}
	})
}

// continues reports whether a line goes on with the value of the field above it.
func continues(line string) bool {
	return !frontKey.MatchString(line) && !strings.HasPrefix(line, "#")
}

func TestATimeThatCantBeReadCostsNoDayAndIsTold(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"2026-11-10 at 9pm":              "2026-11-10 12:00 “9pm”",
		"2026-11-10T25:10":               "2026-11-10 12:00 “25:10”",
		"2026-11-10 24:00":               "2026-11-10 12:00 “24:00”",
		"2026-11-10 9:75":                "2026-11-10 12:00 “9:75”",
		"2026-11-10 9 am":                "2026-11-10 12:00 “9 am”",
		"2026-11-10 in the evening":      "2026-11-10 12:00 “in the evening”",
		"'2026-11-10T25:10:00Z'":         "2026-11-10 12:00 “25:10:00Z”",
		"20261110T2510":                  "2026-11-10 12:00 “25:10”",
		"[2026-11-10 at 9pm]":            "2026-11-10 12:00 “9pm”",
		"10.11.2026, 21 Uhr":             "2026-11-10 12:00 “21 Uhr”",
		"November 10, 2026 at 9pm":       "2026-11-10 12:00 “9pm”",
		"Tue, 10 Nov 2026 9pm":           "2026-11-10 12:00 “9pm”",
		"10 November 2026 25:10":         "2026-11-10 12:00 “25:10”",
		"10 November 2026 at noon":       "2026-11-10 12:00 “noon”",
		"2026-11-10 at 21:00":            "2026-11-10 21:00",
		"November 10, 2026 at 21:00":     "2026-11-10 21:00",
		"2026-11-10 (Tuesday)":           "2026-11-10 12:00",
		"2026-11-10 (Wednesday)":         "undated",
		"2026-11-10 at 9pm\ntime: 21:00": "2026-11-10 21:00",
	} {
		for _, content := range []string{"---\ntitle: T\ndate: " + value + "\n---\nText.\n", "title:: T\ndate:: " + value + "\n\nText.\n"} {
			if strings.HasPrefix(content, "title::") {
				if strings.ContainsAny(value, "'[") || strings.Contains(value, "\n") || want == "undated" {
					continue
				}
			}
			page := Read("x.md", content, DateSettings{Zone: time.UTC})
			n := page.Notes[len(page.Notes)-1]
			got := "undated"
			if n.Dated != Undated {
				got = n.Day.String() + " " + n.Clock.String()
			}
			line := 2
			if strings.HasPrefix(content, "---") {
				line = 3
			}
			for _, o := range page.Front.Odd {
				if o.Line != line {
					t.Errorf("%q tells line %d", content, o.Line)
				}
				if at := strings.Index(o.Reason, "“"); at >= 0 {
					got += " " + o.Reason[at:strings.Index(o.Reason, "”")+len("”")]
				}
			}
			if got != want {
				t.Errorf("%q is %s, want %s", content, got, want)
			}
		}
	}
}

// A day of front matter is kept whatever stands behind it; a time is read, or told.
func TestNoTimeIsLostInSilence(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 700).Draw(t, "day"))
		hour, minute := rapid.IntRange(0, 30).Draw(t, "hour"), rapid.IntRange(0, 70).Draw(t, "minute")
		clock := fmt.Sprintf(rapid.SampledFrom([]string{"%02d:%02d", "%d:%02d", "%02d:%02d:00", "%d.%02d h", "%dh%02d"}).Draw(t, "clock"), hour, minute)
		said := rapid.SampledFrom([]string{clock, clock, "9pm", "9 a.m.", "noon", "21 Uhr", "o'clock 9"}).Draw(t, "time")
		layout := rapid.SampledFrom([]string{"2006-01-02", "2 January 2006", "January 2, 2006", "02.01.2006", "Mon, 2 Jan 2006"}).Draw(t, "layout")
		value := day.Format(layout) + rapid.SampledFrom([]string{" ", " at ", ", "}).Draw(t, "between") + said
		page := Read("x.md", "---\ntags: [a]\ndate: "+value+"\n---\nText.\n", DateSettings{Zone: time.UTC})
		if page.Front.Day.IsZero() { // a date in words with something that looks like no time
			if len(page.Front.Odd) != 1 {
				t.Fatalf("%q is lost in silence", value)
			}
			return
		}
		read := page.Front.HasClock && page.Front.Clock == Clock{hour, minute, 0} && said == clock
		if page.Front.Day.String() != day.Format(time.DateOnly) || read == (len(page.Front.Odd) > 0) || page.Front.HasClock && !read {
			t.Fatalf("%q is %s %s, told %+v", value, page.Front.Day, page.Front.Clock, page.Front.Odd)
		}
	})
}

func TestNamesOfAnotherShapeCostTheirFieldAlone(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]struct {
		names string
		told  bool
	}{
		"[Bea, the old lady]":          {"Bea,the old lady", false},
		"Bea, the old lady":            {"Bea,the old lady", false},
		"\n  - Bea\n  - 7\n  - 1.5":    {"Bea,7,1.5", false},
		"1984":                         {"1984", false},
		"true":                         {"true", false},
		"2026-11-10":                   {"2026-11-10", false},
		"[[Bea]]":                      {"Bea", false},
		"null":                         {"", false},
		"~":                            {"", false},
		"":                             {"", false},
		"[Bea, null]":                  {"Bea", false},
		"\n  -\n  - Bea":               {"Bea", false},
		"{a: Bea}":                     {"", true},
		"\n  short: Bea\n  long: Lady": {"", true},
		"[Bea, {a: b}]":                {"Bea", true},
		"[[Bea, Lady], Ann]":           {"Ann", true},
		"\n  - name: Bea\n  - Ann":     {"Ann", true},
		"[[[Bea]]]":                    {"", true},
	} {
		for _, field := range []string{"aliases", "alias", "tags"} {
			front := "date: 2026-11-10\n" + field + ": " + value + "\ntitle: T\nmood: 7\n"
			page := Read("x.md", "---\n"+front+"---\nText.\n", DateSettings{})
			names := page.Front.Aliases
			if field == "tags" {
				names = page.Front.Tags
				if value == "Bea, the old lady" {
					names = []string{"Bea", "the old lady"} // blanks are between tags, too
				}
			}
			if page.Front.Day.String() != "2026-11-10" || page.Front.Title != "T" || strings.Join(names, ",") != want.names {
				t.Errorf("%q: %s, %q, %q, want %q", front, page.Front.Day, page.Front.Title, names, want.names)
			}
			if odd := page.Front.Odd; (len(odd) > 0) != want.told || want.told && (odd[0].Line != 3 || !strings.Contains(page.Notes[0].Text, field)) {
				t.Errorf("%q tells %+v, and keeps %q", front, odd, page.Notes[0].Text)
			}
		}
	}
}

// oddValue draws a value of YAML, and whether names can be read of all of it.
func oddValue(t *rapid.T, depth int) (text string, names bool) {
	switch kind := rapid.IntRange(0, 7).Draw(t, "kind"); {
	case kind < 4 || depth == 0:
		return rapid.SampledFrom([]string{"Bea", "7", "1.5", "true", "null", "'a b'", "\"\""}).Draw(t, "scalar"), true
	case kind < 6:
		var items []string
		names = true
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			item, ok := oddValue(t, depth-1)
			if list := strings.HasPrefix(item, "["); list && (strings.Contains(item, ",") || strings.HasPrefix(item, "[[") || item == "[]" || item == "[null]") {
				ok = false
			}
			items, names = append(items, item), names && ok
		}
		return "[" + strings.Join(items, ", ") + "]", names
	}
	item, _ := oddValue(t, depth-1)
	return "{k: " + item + "}", false
}

// A field of names may be of any shape: other fields are read, none of it is lost, and what is no
// name is told.
func TestNamesOfAnyShapeCostNothingElse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value, names := oddValue(t, 3)
		field := rapid.SampledFrom([]string{"aliases", "alias", "tags", "tag"}).Draw(t, "field")
		page := Read("x.md", "---\ntitle: T\n"+field+": "+value+"\ndate: 2026-11-10\n---\nText.\n", DateSettings{})
		if page.Front.Day.String() != "2026-11-10" || page.Front.Title != "T" || page.Front.Err != nil || (len(page.Front.Odd) == 0) != names {
			t.Fatalf("%s: %s: %s, %q, told %+v", field, value, page.Front.Day, page.Front.Title, page.Front.Odd)
		}
		for _, name := range append(page.Front.Aliases, page.Front.Tags...) {
			if strings.Contains(name, "map[") || strings.HasPrefix(name, "[") {
				t.Fatalf("%s: %s has the name %q", field, value, name)
			}
		}
		if len(page.Front.Odd) > 0 && (page.Front.Odd[0].Line != 3 || page.Notes[0].Text != field+": "+value) {
			t.Fatalf("%s: %s tells %+v, and keeps %q", field, value, page.Front.Odd, page.Notes[0].Text)
		}
	})
}
