package dayfile

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var seven, eight, nine = Clock{Hour: 7, Minute: 30}, Clock{Hour: 8}, Clock{Hour: 9}

func TestRemovedSectionsLeaveEveryOtherByte(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, want string }{
		"in the middle":        {"## 07:30\nRan.\n\n## 08:00\nAte.\n\n## 09:00\nSlept.\n", "## 07:30\nRan.\n\n## 09:00\nSlept.\n"},
		"at the end":           {"# Monday\n\n## 07:30\nRan.\n\n\n## 08:00\nAte.\n", "# Monday\n\n## 07:30\nRan.\n\n"},
		"the only one":         {"---\na: b\n---\n\n## 08:00\nAte.", "---\na: b\n---\n\n"},
		"of a Windows editor":  {"## 07:30\r\nRan.\r\n\r\n## 08:00\r\nAte.\r\n", "## 07:30\r\nRan.\r\n"},
		"without a blank line": {"## 07:30\nRan.\n## 08:00\nAte.\n", "## 07:30\nRan.\n"},
	} {
		if got, ok := Remove(c.content, eight, 1); !ok || got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got, ok := Remove("## 08:00\nAte.\n", eight, 2); ok || got != "## 08:00\nAte.\n" {
		t.Errorf("a section that is not there: %q, %v", got, ok)
	}
}

func TestRewrittenSectionsKeepTheirHeadingAndTheirLineEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, text, want string }{
		"in the middle":         {"## 8:00 \nAte.\n\n## 09:00\nSlept.", "Ate twice.\n## 10:00", "## 8:00 \nAte twice.\n\\## 10:00\n\n## 09:00\nSlept."},
		"at the end":            {"## 08:00", "Ate.", "## 08:00\nAte.\n"},
		"of a Windows editor":   {"## 08:00\r\nAte.\r\n", "Ate.\nSlept.", "## 08:00\r\nAte.\r\nSlept.\r\n"},
		"to nothing":            {"## 08:00\nAte.\n\n## 08:00\nSlept.\n", "", "## 08:00\n\n\n## 08:00\nSlept.\n"},
		"a carriage return too": {"## 08:00\r\nAte.\r\n", "a\r\nb", "## 08:00\na\r\nb\n"},
	} {
		got, ok := Rewrite(c.content, eight, 1, c.text)
		if !ok || got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if text, ok := Text(got, eight, 1); !ok || text != c.text {
			t.Errorf("%s: reads %q", name, text)
		}
	}
}

func TestInsertedSectionsStandInTheOrderOfTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content string
		n       int
		want    string
	}{
		"between":                     {"## 07:30\nRan.\n\n## 09:00\nSlept.\n", 1, "## 07:30\nRan.\n\n## 08:00\nAte.\n\n## 09:00\nSlept.\n"},
		"at the end":                  {"## 07:30\nRan.\n", 1, "## 07:30\nRan.\n\n## 08:00\nAte.\n"},
		"in an empty file":            {"", 1, "## 08:00\nAte.\n"},
		"behind others of its time":   {"## 08:00\na\n\n## 09:00\nb\n", 2, "## 08:00\na\n\n## 08:00\nAte.\n\n## 09:00\nb\n"},
		"with a gap before it":        {"## 09:00\nb\n", 2, "## 08:00\n\n\n## 08:00\nAte.\n\n## 09:00\nb\n"},
		"where its heading was left":  {"## 08:00\n\n\n## 08:00\nb\n", 1, "## 08:00\nAte.\n\n## 08:00\nb\n"},
		"a heading without any bytes": {"## 08:00\n## 08:00\nb\n", 1, "## 08:00\nAte.\n\n## 08:00\nb\n"},
	} {
		if got, ok := Insert(c.content, eight, c.n, false, "Ate."); !ok || got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got, ok := Insert("## 08:00\nSlept.\n", eight, 1, false, "Ate."); ok || got != "## 08:00\nSlept.\n" {
		t.Errorf("where another note stands: %q, %v", got, ok)
	}
}

// byClock are the texts of a file by their time, in order.
func byClock(content string) map[Clock][]string {
	out := map[Clock][]string{}
	for _, s := range Parse(content, nil).Sections {
		if !s.Timed {
			s.Clock = Clock{Second: -1}
		}
		out[s.Clock] = append(out[s.Clock], s.Text)
	}
	return out
}

func TestChangesOfASectionReachNoOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		content := hostile().Draw(t, "before")
		for range rapid.IntRange(1, 5).Draw(t, "notes") {
			c := rapid.SampledFrom([]Clock{seven, eight, nine}).Draw(t, "clock")
			content = Append(content, c, false, hostile().Draw(t, "text"))
		}
		if rapid.Bool().Draw(t, "converted") {
			content = strings.ReplaceAll(content, "\n", "\r\n")
		}
		was := byClock(content)
		clock := rapid.SampledFrom(slices.SortedFunc(maps.Keys(was), func(a, b Clock) int { return strings.Compare(a.String(), b.String()) })).
			Filter(func(c Clock) bool { return c.Second >= 0 }).Draw(t, "which")
		n := rapid.IntRange(1, len(was[clock])).Draw(t, "nth")
		text := was[clock][n-1]

		other := hostile().Draw(t, "another text")
		rewritten, ok := Rewrite(content, clock, n, other)
		want := maps.Clone(was)
		want[clock] = slices.Clone(was[clock])
		want[clock][n-1] = other
		check(t, "rewritten", content, rewritten, ok, want)

		removed, ok := Remove(content, clock, n)
		want[clock] = slices.Delete(slices.Clone(was[clock]), n-1, n)
		if len(want[clock]) == 0 {
			delete(want, clock)
		}
		check(t, "removed", content, removed, ok, want)

		if n == len(was[clock]) {
			restored, ok := Insert(removed, clock, n, false, text)
			check(t, "restored", removed, restored, ok, was)
		}
	})
}

func check(t *rapid.T, what, before, after string, ok bool, want map[Clock][]string) {
	t.Helper()
	if got := byClock(after); !ok || !maps.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%s (%v):\nfrom %q\nto   %q\ngot  %q\nwant %q", what, ok, before, after, got, want)
	}
}

func TestASectionFarBehindAllOthersOfItsTimeIsNotInserted(t *testing.T) {
	t.Parallel()
	content := "## 07:30\nBenched\n"
	if got, ok := Insert(content, Clock{Hour: 7, Minute: 30}, 1<<30, false, "Swam"); ok || got != content {
		t.Errorf("%d bytes, %v", len(got), ok)
	}
}
