package contextpage_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

const (
	preference = observerv1.Category_CATEGORY_PREFERENCE
	pattern    = observerv1.Category_CATEGORY_PATTERN
	fact       = observerv1.Category_CATEGORY_FACT
	insight    = observerv1.Category_CATEGORY_INSIGHT
	tentative  = observerv1.Certainty_CERTAINTY_TENTATIVE
	likely     = observerv1.Certainty_CERTAINTY_LIKELY
	certain    = observerv1.Certainty_CERTAINTY_CERTAIN
)

func TestChangesKeepTheRestOfThePage(t *testing.T) {
	t.Parallel()
	bench := contextpage.Item{fact, "bench_press_record", "87.5 kg", certain, "2026-02-03_18-04-11"}
	for _, c := range []struct {
		name, page, want string
		change           func(*contextpage.Page)
	}{
		{
			"an empty page gets front matter, a title and the section",
			"",
			"---\nlast_updated: 2026-02-03\nversion: 1\n---\n\n# Global Context\n\n## Facts\n\n" +
				"- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)\n",
			func(p *contextpage.Page) {
				p.Put(bench)
				p.Stamp(1, notes.NewDay(2026, 2, 3))
			},
		},
		{
			"sections are opened in their order, with a person's own section left where it is",
			"# Global Context\n\n## Facts\n\n- a: b (certain)\n\n## My own\n\nfree text\n",
			"# Global Context\n\n## Preferences\n\n- units: kg (certain)\n\n## Facts\n\n- a: b (certain)\n\n" +
				"## Insights\n\n- sleep: seems to matter (tentative)\n\n## My own\n\nfree text\n",
			func(p *contextpage.Page) {
				p.Put(contextpage.Item{insight, "sleep", "seems to matter", tentative, ""})
				p.Put(contextpage.Item{preference, "units", "kg", certain, ""})
			},
		},
		{
			"a line with the same key is superseded in place, in the spelling and with the mark a person gave it",
			"## Facts\n\n* Bench press record: 85 kg   \n  set in Berlin\n* other: x\n",
			"## Facts\n\n* Bench press record: 87.5 kg (certain, from 2026-02-03_18-04-11)\n  set in Berlin\n* other: x\n",
			func(p *contextpage.Page) { p.Put(bench) },
		},
		{
			"a copied line does not survive next to its successor",
			"## Facts\n- bench_press_record: 80 kg (certain)\n- x: y (likely)\n- bench_press_record: 82 kg (certain)\n",
			"## Facts\n- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)\n- x: y (likely)\n",
			func(p *contextpage.Page) { p.Put(bench) },
		},
		{
			"Windows line ends stay and new lines have them too",
			"---\r\nversion: 4\r\n---\r\n## Facts\r\n\r\n- a: b (likely)\r\n",
			"---\r\nversion: 5\r\nlast_updated: 2026-02-03\r\n---\r\n## Facts\r\n\r\n- a: b (likely)\r\n" +
				"- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)\r\n",
			func(p *contextpage.Page) {
				p.Put(bench)
				p.Stamp(p.Version()+1, notes.NewDay(2026, 2, 3))
			},
		},
		{
			"unknown front matter, its comments and quotes stay",
			"---\ntags: [me]\nversion: \"7\" # by hand\nlast_updated: 2026-01-01\n---\ntext",
			"---\ntags: [me]\nversion: \"8\" # by hand\nlast_updated: 2026-02-03\n---\ntext",
			func(p *contextpage.Page) { p.Stamp(p.Version()+1, notes.NewDay(2026, 2, 3)) },
		},
		{
			"code and comments hold no items",
			"## Facts\n\n```\n- bench_press_record: 1 kg\n```\n<!--\n- bench_press_record: 2 kg\n-->\n",
			"## Facts\n\n- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)\n\n" +
				"```\n- bench_press_record: 1 kg\n```\n<!--\n- bench_press_record: 2 kg\n-->\n",
			func(p *contextpage.Page) { p.Put(bench) },
		},
		{
			"a new line does not vanish in code that is never closed",
			"hello\n```\ncode",
			"hello\n\n## Facts\n\n- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)\n\n```\ncode",
			func(p *contextpage.Page) { p.Put(bench) },
		},
		{
			"what is certain does not give way to a guess",
			"## Preferences\n- units: kg\n",
			"## Preferences\n- units: kg\n",
			func(p *contextpage.Page) { p.Put(contextpage.Item{preference, "units", "lb", tentative, "q"}) },
		},
		{
			"what stands there already is not written again",
			"## Patterns (likely)\n- days: Mon, Wed\n",
			"## Patterns (likely)\n- days: Mon, Wed\n",
			func(p *contextpage.Page) { p.Put(contextpage.Item{pattern, "days", "Mon, Wed", likely, "new source"}) },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := contextpage.Parse(c.page)
			c.change(p)
			if got := p.String(); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestEachLineKeepsCertaintyAndSource(t *testing.T) {
	t.Parallel()
	want := []contextpage.Item{
		{preference, "units", "metric", certain, "2026-01-04_07-00-00"},
		{pattern, "training days", "Mon, Wed (evenings)", likely, "query 2026-02-01"},
		{fact, "by hand", "seen at http://x.y: yes", certain, ""},
		{insight, "sleep", "short nights go with heavy sets", tentative, "query 2026-02-03"},
	}
	p := contextpage.Parse(`# Global Context

## Preferences (certain)
- units: metric (certain, from 2026-01-04_07-00-00)

## Patterns (likely)
- training days: Mon, Wed (evenings) (likely, from query 2026-02-01)

## Facts
- by hand: seen at http://x.y: yes
no item: this is text

## Insights (tentative)
- sleep: short nights go with heavy sets (tentative, from query 2026-02-03)
`)
	got := p.Items()
	if len(got) != len(want) {
		t.Fatalf("got %d items, want %d: %v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("item %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestTrimTakesTheLeastCertainAndOldestFirst(t *testing.T) {
	t.Parallel()
	const page = "## Facts\n- f: certain fact (certain, from 2020-01-01_00-00-00)\n" +
		"## Patterns\n- l1: likely pattern (likely, from query 2026-01-05)\n- l2: likely pattern (likely, from query 2026-01-01)\n" +
		"## Insights\n- t1: tentative (tentative, from query 2026-02-02)\n- t2: tentative (tentative, from query 2026-02-01)\n" +
		"- t3: mine (tentative)\n  with my own words under it\nplain words\n"
	for _, c := range []struct {
		name string
		max  int
		want string
	}{
		{"nothing goes while there is room", 1000, ""},
		{"the oldest tentative line goes first", contextpage.Tokens(page) - 1, "t2"},
		{"then the other, then likely ones", contextpage.Tokens(page) - 30, "t2 t1 l2"},
		{"certain lines, a person's lines and plain words stay whatever the budget", 1, "t2 t1 l2 l1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := contextpage.Parse(page)
			var keys []string
			for _, l := range p.Trim(c.max) {
				if !strings.Contains(page, l+"\n") {
					t.Errorf("archived line %q is not as it stood on the page", l)
				}
				keys = append(keys, strings.TrimPrefix(l[:strings.Index(l, ":")], "- "))
			}
			if got := strings.Join(keys, " "); got != c.want {
				t.Errorf("archived %q, want %q", got, c.want)
			}
			if !strings.Contains(p.String(), "certain fact") || !strings.Contains(p.String(), "own words under it\nplain words\n") {
				t.Errorf("lost what has to stay:\n%s", p)
			}
		})
	}
}

func TestTentativeLinesFadeWithTheirSource(t *testing.T) {
	t.Parallel()
	const page = "## Insights\n\n" +
		"- a: old hunch (tentative, from query 2026-01-01)\n" +
		"- b: fresh hunch (tentative, from query 2026-02-01)\n" +
		"- c: a hunch of mine (tentative)\n" +
		"- d: old and likely (likely, from query 2026-01-01)\n" +
		"- e: explained (tentative, from query 2026-01-01)\n  by a person\n"
	p := contextpage.Parse(page)
	gone := p.Fade(notes.NewDay(2026, 1, 15))
	if len(gone) != 1 || gone[0] != "- a: old hunch (tentative, from query 2026-01-01)" {
		t.Errorf("faded: %q", gone)
	}
	if want := strings.Replace(page, gone[0]+"\n", "", 1); p.String() != want {
		t.Errorf("page is\n%s\nwant\n%s", p, want)
	}
}

func TestTheDayOfAReviewIsKeptInTheFrontMatter(t *testing.T) {
	t.Parallel()
	p := contextpage.Parse("---\nversion: 3\nmine: yes\n---\n\n# Global Context\n")
	if got := p.Reviewed(); !got.IsZero() {
		t.Errorf("never reviewed, and %s", got)
	}
	p.Review(notes.NewDay(2026, 2, 3))
	p.Review(notes.NewDay(2026, 2, 10))
	if want := "---\nversion: 3\nmine: yes\nlast_review: 2026-02-10\n---\n\n# Global Context\n"; p.String() != want {
		t.Errorf("page is\n%s\nwant\n%s", p, want)
	}
	if got := contextpage.Parse(p.String()).Reviewed(); got != notes.NewDay(2026, 2, 10) {
		t.Errorf("reviewed %s", got)
	}
}
