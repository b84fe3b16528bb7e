package dayfile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func section(clock Clock, text string, first, last int) Section {
	return Section{Clock: clock, Timed: true, Text: text, FirstLine: first, LastLine: last}
}

func untimed(text string, first, last int) Section {
	return Section{Clock: Noon, Text: text, FirstLine: first, LastLine: last}
}

func TestParse(t *testing.T) {
	t.Parallel()
	correction := section(Clock{10, 45, 12}, "It was 6k.", 4, 5)
	correction.Correction = true
	tests := []struct {
		name, content string
		want          []Section
	}{
		{"an empty file has no notes", "", nil},
		{"sections begin at time headings", "## 07:30\nRan 5k.\n\n## 10:45:12 [correction]\nIt was 6k.\n",
			[]Section{section(Clock{7, 30, 0}, "Ran 5k.", 1, 2), correction}},
		{"no blank line is needed between sections", "## 07:30\nRan.\n## 08:00\nAte.",
			[]Section{section(Clock{7, 30, 0}, "Ran.", 1, 2), section(Clock{8, 0, 0}, "Ate.", 3, 4)}},
		{"a formatter's blank line after the heading is not text", "## 07:30\n\nRan.\n\n## 08:00\n\nAte.\n",
			[]Section{section(Clock{7, 30, 0}, "Ran.", 1, 3), section(Clock{8, 0, 0}, "Ate.", 5, 7)}},
		{"a heading of one digit's hour counts", "## 7:30\nRan.\n", []Section{section(Clock{7, 30, 0}, "Ran.", 1, 2)}},
		{"blanks after a heading do not matter", "## 07:30 \t\nRan.\n", []Section{section(Clock{7, 30, 0}, "Ran.", 1, 2)}},
		{"other headings belong to the text", "## 07:30\n# Legs\n### Squat\n## Plan\n- more\n",
			[]Section{section(Clock{7, 30, 0}, "# Legs\n### Squat\n## Plan\n- more", 1, 5)}},
		{"a time that no clock shows is text", "## 07:30\n## 25:00\n## 07:60\n",
			[]Section{section(Clock{7, 30, 0}, "## 25:00\n## 07:60", 1, 3)}},
		{"a heading with more words is text", "## 07:30\n## 08:00 breakfast\n",
			[]Section{section(Clock{7, 30, 0}, "## 08:00 breakfast", 1, 2)}},
		{"an escaped heading is text", "## 07:30\n\\## 23:59\n\\\\## 23:59\n",
			[]Section{section(Clock{7, 30, 0}, "## 23:59\n\\## 23:59", 1, 3)}},
		{"a backslash before anything else stays", "## 07:30\n\\# x\n\\## y\n",
			[]Section{section(Clock{7, 30, 0}, "\\# x\n\\## y", 1, 3)}},
		{"a file that Windows converted reads the same", "## 07:30\r\nRan.\r\nFar.\r\n\r\n## 08:00\r\nAte.\r\n",
			[]Section{section(Clock{7, 30, 0}, "Ran.\nFar.", 1, 3), section(Clock{8, 0, 0}, "Ate.", 5, 6)}},
		{"text before the first heading is a note of its own", "Slept well.\n\n## 07:30\nRan.\n",
			[]Section{untimed("Slept well.", 1, 1), section(Clock{7, 30, 0}, "Ran.", 3, 4)}},
		{"a title alone is no note", "# Monday\n\n---\n\n## 07:30\nRan.\n", []Section{section(Clock{7, 30, 0}, "Ran.", 5, 6)}},
		{"front matter is no note", "---\ntags: [a]\n---\n## 07:30\nRan.\n", []Section{section(Clock{7, 30, 0}, "Ran.", 4, 5)}},
		{"a byte order mark is no text", "\uFEFF## 07:30\nRan.\n", []Section{section(Clock{7, 30, 0}, "Ran.", 1, 2)}},
		{"a section may be empty", "## 07:30\n## 08:00\n",
			[]Section{section(Clock{7, 30, 0}, "", 1, 1), section(Clock{8, 0, 0}, "", 2, 2)}},
		{"an open code fence swallows nothing", "## 07:30\n```\n## 08:00\nAte.\n",
			[]Section{section(Clock{7, 30, 0}, "```", 1, 2), section(Clock{8, 0, 0}, "Ate.", 3, 4)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Parse(tt.content, nil).Sections; !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestBrokenFrontMatterIsReportedAndLosesNoText(t *testing.T) {
	t.Parallel()
	f := Read("2026-01-05.md", "---\n: [\n---\nRan.\n", DateSettings{})
	if len(f.Front.Odd) != 1 || f.Front.Odd[0].Line != 2 {
		t.Errorf("broken front matter is reported as %+v", f.Front.Odd)
	}
	if len(f.Notes) != 2 || f.Notes[0].Text != ": [" || f.Notes[1].Text != "Ran." {
		t.Errorf("notes %+v", f.Notes)
	}
}

func TestFrontMatterTags(t *testing.T) {
	t.Parallel()
	for _, fm := range []string{"tags: [run, easy]", "tags:\n  - run\n  - '#easy'", "tags: run, easy", "tags: run easy", "tag: [run]\ntags: easy"} {
		f := Read("2026-01-05.md", "---\n"+fm+"\n---\nx\n", DateSettings{})
		if len(f.Front.Tags) != 2 || !strings.Contains(strings.Join(f.Front.Tags, " "), "run") {
			t.Errorf("%q: tags %q", fm, f.Front.Tags)
		}
	}
}

// hostile draws texts that try to be taken for something else.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"## 23:59", "## 23:59:01", "## 07:00 [correction]", `\## 23:59`, `\\## 1:00`, "## 23:59 \t", " ## 23:59",
		"---", "```", "\n", "\n", "\r\n", "\r", "text", " ", "# x", "\t", "\\", "\uFEFF", "é", "\x00", "## ",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(piece, rapid.String()), 0, 8).Draw(t, "pieces"), "")
	})
}

func clocks() *rapid.Generator[Clock] {
	return rapid.Custom(func(t *rapid.T) Clock {
		return Clock{rapid.IntRange(0, 23).Draw(t, "h"), rapid.IntRange(0, 59).Draw(t, "m"), rapid.IntRange(0, 59).Draw(t, "s")}
	})
}

func TestTextsComeBackByteForByte(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		content := ""
		var want []Section
		for range rapid.IntRange(1, 5).Draw(t, "notes") {
			s := Section{Clock: clocks().Draw(t, "clock"), Correction: rapid.Bool().Draw(t, "correction"), Text: hostile().Draw(t, "text")}
			want = append(want, s)
			content = Append(content, s.Clock, s.Correction, s.Text)
		}
		got := Parse(content, nil).Sections
		if len(got) != len(want) {
			t.Fatalf("%d sections from %d notes in %q", len(got), len(want), content)
		}
		for i := range want {
			if got[i].Text != want[i].Text || got[i].Clock != want[i].Clock || got[i].Correction != want[i].Correction {
				t.Fatalf("note %d: got %+v, want %+v in %q", i, got[i], want[i], content)
			}
		}
	})
}

func TestAppendingChangesNothingThatIsThere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { checkAppend(t, hostile().Draw(t, "content"), hostile().Draw(t, "text")) })
}

func FuzzAppend(f *testing.F) {
	for _, s := range []string{"", "a\n", "## 07:30\nx", "## 07:30\r\nx\r", "---\na: b\n---\n", "\r", "---\n"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, content, text string) { checkAppend(t, content, text) })
}

func checkAppend(t interface {
	Fatalf(format string, args ...any)
}, content, text string) {
	before := Parse(content, nil).Sections
	added := Append(content, Clock{1, 2, 3}, false, text)
	after := Parse(added, nil).Sections
	if !strings.HasPrefix(added, content) {
		t.Fatalf("%q was changed to %q", content, added)
	}
	if len(after) != len(before)+1 || !slices.Equal(after[:len(before)], before) {
		t.Fatalf("appending %q to %q:\nbefore %+v\nafter  %+v", text, content, before, after)
	}
	if got := after[len(before)].Text; got != text {
		t.Fatalf("appending %q to %q gave %q", text, content, got)
	}
}

func TestFrontMatterThatIsABombCostsItsFieldsAndNotTheNote(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ front, want string }{
		"aliases of aliases": {"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n", "line 2: no YAML (anchors and aliases are not read"},
		"brackets":           {"a: 1\nb: " + strings.Repeat("[", 8_000), "line 3: no YAML (it is nested deeper"},
		"too many bytes":     {strings.Repeat("a", frontMax+1), "65538 bytes, more than the 65536"},
		"no YAML":            {"mood: [run", "line 2: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := Read("2026-01-05.md", "---\n"+c.front+"\n---\nRan.\n", DateSettings{})
			told := fmt.Sprint(f.Front.Err)
			for _, odd := range f.Front.Odd {
				told += fmt.Sprintf("; line %d: %s", odd.Line, odd.Reason)
			}
			if !strings.Contains(told, c.want) {
				t.Errorf("%s, want %q", told, c.want)
			}
			if len(f.Notes) != 2 || f.Notes[0].Text != strings.TrimSuffix(c.front, "\n") || f.Notes[1].Text != "Ran." {
				t.Errorf("%d notes: %.500v", len(f.Notes), f.Notes)
			}
		})
	}
}
