package dayfile

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
)

func TestFrontMatterThatTellsMoreThanOfTheFileIsANote(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, path, front, want string
		first, last             int
	}{
		{"fields of one's own", "jobs/J264.md", "job: 264\nclient: Wick Morris\nhours: 6\n", "undated J264: job: 264\nclient: Wick Morris\nhours: 6", 2, 4},
		{"what Weft reads and what programs keep is none", "x.md", "title: T\ndate: 2026-01-05\ntags: [a]\naliases:\n  - b\ncssclasses: wide\nid: 12\nupdated: 2026-02-01\ntime: 07:30\n", "", 0, 0},
		{"it is of the file's day and at its time", "2026-01-05.md", "time: 07:30\nmood: 7\n", "2026-01-05 07:30: mood: 7", 3, 3},
		{"its own day dates it", "Job.md", "paid: 195\nDate: 2026-01-05\n", "2026-01-05 12:00 Job: paid: 195", 2, 2},
		{"it is of one piece", "x.md", "hours: 6\ntags: [a]\npaid: £195\n", "undated x: hours: 6\ntags: [a]\npaid: £195", 2, 4},
		{"lists, nested fields and texts of several lines go with their fields", "x.md",
			"tags:\n- a\n- b\nhive: |\n  tags: c\n\n  date: d\nqueen:\n  year: 2025\nmarks:\n- red\n", "undated x: hive: |\n  tags: c\n\n  date: d\nqueen:\n  year: 2025\nmarks:\n- red", 5, 12},
		{"a field that is not filled in says nothing", "x.md", "mood:\nhours: ''\nsleep: [] # how long\npaid: null\n", "", 0, 0},
		{"a comment goes with its field", "x.md", "# of the garage\nrate: 40 # an hour\n# since May\n", "undated x: # of the garage\nrate: 40 # an hour\n# since May", 2, 4},
		{"a comment says nothing by itself", "x.md", "# made by a template\ntags: [a]\n", "", 0, 0},
		{"names may be quoted, and may have colons", "x.md", "\"Tags\": a\n'who: me': b\ndc:title: c\n", "undated x: 'who: me': b\ndc:title: c", 3, 4},
		{"a day that can't be read stays text", "x.md", "date: the day after the fair\ntime: 45 min\n", "undated x: date: the day after the fair\ntime: 45 min", 2, 3},
		{"of a field that stands twice the first is used, and nothing lost", "x.md", "tags: a\ntags: b\npublish: true\n", "undated x: tags: b", 3, 3},
		{"tabs are no YAML", "x.md", "hive:\n\tqueen: 2025\n", "undated x: hive:\n\tqueen: 2025", 2, 3},
		{"text between two rules is text", "x.md", "Buy milk.\nhttp://a b\n", "undated x: Buy milk.\nhttp://a b", 2, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, form := range []string{"---\n%---\nText.\n", "---\n%...\nText.\n", "\uFEFF--- \n%--- \nText.\n"} {
				for _, end := range []string{"\n", "\r\n"} {
					content := strings.ReplaceAll(strings.Replace(form, "%", tt.front, 1), "\n", end)
					all := Read(tt.path, content, DateSettings{}).Notes
					if last := all[len(all)-1]; last.Text != "Text." || last.Front {
						t.Fatalf("%q ends with %+v", content, last)
					}
					got := ""
					if n := all[0]; n.Front {
						got = "undated"
						if n.Dated != Undated {
							got = n.Day.String() + " " + n.Clock.String()
						}
						got = strings.TrimSpace(got+" "+strings.Join(n.Headings, " > ")) + ": " + n.Text
						if n.FirstLine != tt.first || n.LastLine != tt.last {
							t.Errorf("%q is on lines %d to %d, want %d to %d", got, n.FirstLine, n.LastLine, tt.first, tt.last)
						}
					}
					if want := strings.ReplaceAll(tt.want, "\n", end); got != want {
						t.Errorf("%q has %q, want %q", content, got, want)
					}
				}
			}
		})
	}
}

func TestFrontMatterThatIsNeverClosedIsNoFrontMatter(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"---\nhours: 6\n", "---\nhours: 6\n## 07:30\nRan.\n---\n", "Ran.\n---\nhours: 6\n---\n", "\n---\nhours: 6\n---\n"} {
		for _, n := range Read("2026-01-05.md", content, DateSettings{}).Notes {
			if n.Front {
				t.Errorf("%q has %+v", content, n)
			}
		}
	}
}

func TestLargeFrontMatterIsReadAsFast(t *testing.T) {
	t.Parallel()
	front := strings.Repeat("- a: &b [*b, {\n", 1<<16)
	all := Read("x.md", "---\n"+front+"---\nText.\n", DateSettings{})
	if all.Front.Err == nil || len(all.Notes) != 2 || all.Notes[0].Text != strings.TrimSuffix(front, "\n") || all.Notes[1].Text != "Text." {
		t.Errorf("%d notes, %v", len(all.Notes), all.Front.Err)
	}
}

// frontMatter draws front matter that may be anything.
func frontMatter() *rapid.Generator[string] {
	line := rapid.SampledFrom([]string{
		"hours: 6", "quoted: 780", "mood: 7 # good", "tags: [a, b]", "tags:", "  - c", "- d", "date: 2026-01-05", "date: soon", "title: T",
		"", "  ", "# comment", "note: |", "  more: text", "\tx: 1", "mood:", "id: 3", "\"a: b\": 'c", "{a: [", "prose", "### 3", "* * *", "a:b", "é: ü", "--- x",
	})
	return rapid.Custom(func(t *rapid.T) string {
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		var b strings.Builder
		for _, l := range rapid.SliceOfN(line, 0, 12).Draw(t, "lines") {
			b.WriteString(l + end)
		}
		return b.String()
	})
}

func TestNoLineOfFrontMatterIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { checkFront(t, frontMatter().Draw(t, "front")) })
}

func FuzzFrontMatter(f *testing.F) {
	f.Add("hours: 6\ntags: [a]\npaid: 195")
	f.Add("\"a\": |\n  b\n\n# c\r\n'd': [\ndate: 2026-01-05")
	f.Fuzz(func(t *testing.T, front string) { checkFront(t, front) })
}

// checkFront checks that each line is of the note, or of a field that was used or says
// nothing, and that the note is of one piece.
func checkFront(t interface {
	Fatalf(format string, args ...any)
}, front string) {
	content := "---\n" + front
	if front != "" && !strings.HasSuffix(front, "\n") {
		content += "\n"
	}
	content += "---\nText.\n"
	parsed, rest, _ := cutFront(content, nil)
	front = strings.TrimSuffix(strings.TrimPrefix(content, "---\n"), "---\n"+rest)
	if strings.HasSuffix(rest, content) || rest != "Text.\n" {
		return // it was closed earlier, or has a heading
	}
	lines := strings.SplitAfter(content, "\n")
	own := parsed.Own
	if own.Text != "" {
		if piece := strings.Join(lines[own.FirstLine-1:own.LastLine], ""); strings.TrimRight(piece, " \t\r\n") != own.Text {
			t.Fatalf("%q is %q on lines %d to %d", content, own.Text, own.FirstLine, own.LastLine)
		}
	}
	at, seen := 0, map[string]bool{}
	for _, f := range FrontFields(front) {
		if f.begin != at {
			t.Fatalf("%q: field %+v begins at %d, want %d", content, f, f.begin, at)
		}
		at = f.end
		piece := front[f.begin:f.end]
		first := 2 + strings.Count(front[:f.begin], "\n") + leadingBlankLines(piece)
		last := first + strings.Count(strings.TrimSpace(piece), "\n")
		in := own.Text != "" && own.FirstLine <= first && last <= own.LastLine
		lower := strings.ToLower(f.Name)
		telling := slices.Contains(programKeys, lower) || parsed.Err == nil && f.tellsOfFile() && (len(parsed.Odd) == 0 || !seen[lower])
		seen[lower] = seen[lower] || f.full
		if f.full && !in && !telling && hasProse(piece) {
			t.Fatalf("%q: %q is lost; the note is %+v", content, piece, own)
		}
	}
	if at != len(front) {
		t.Fatalf("%q: fields end at %d of %d", content, at, len(front))
	}
}

func TestFrontMatterRenamesNoOtherNote(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rest := rapid.SampledFrom([]string{"Built 1957.\n# Wifi\nx\n# Wifi\ny\n", "# House\nz\n", "## 2026-01-05\nRan.\n"}).Draw(t, "rest")
		front := "---\n" + frontMatter().Draw(t, "front") + "---\n"
		page := notes.PageOf("House.md")
		ids := func(content string) (out []string) {
			for _, n := range Read("House.md", content, DateSettings{}).Notes {
				if n.Front {
					if id := n.UndatedID(page); n.Dated == Undated && id != notes.FrontID(page) {
						t.Fatalf("front matter is %s", id)
					}
				} else if n.Dated == Undated && !strings.Contains(front, "title") && !strings.Contains(front, "--- x") {
					out = append(out, n.UndatedID(page).String())
				}
			}
			return out
		}
		if strings.Contains(front, "date: 2026") || strings.Contains(front, "title") {
			return
		}
		if before, after := ids(rest), ids(front+rest); !slices.Equal(before, after) {
			t.Fatalf("%q renames %q to %q", front, before, after)
		}
	})
}
