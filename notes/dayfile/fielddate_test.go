package dayfile

import (
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
