package contextpage_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// genPage draws pages from the shapes that matter, in any order.
func genPage() *rapid.Generator[string] {
	pieces := []string{
		"---", "version: 3", "last_updated: 2026-01-01", "author: me # note", "# Global Context", "",
		"## Preferences", "## Patterns (likely)", "## Facts", "## Insights (tentative)", "## My section", "### Sub",
		"- units: kg (certain, from 2026-01-01_00-00-00)", "* Sleep: 7 h", "  continued", "- [ ] a task", "plain words",
		"- a (b): c (d) (likely)", "```", "~~~", "<!-- comment", "-->", "<!-- one line -->", "\tcode", "- key:", "\ufeff---", "\r", "- x:y",
	}
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 25).Draw(t, "lines") {
			if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
				b.WriteString(rapid.String().Draw(t, "words"))
			} else {
				b.WriteString(rapid.SampledFrom(pieces).Draw(t, "line"))
			}
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, "end"))
		}
		return strings.TrimSuffix(b.String(), rapid.SampledFrom([]string{"", "\n"}).Draw(t, "tail"))
	})
}

func genItem() *rapid.Generator[contextpage.Item] {
	return rapid.Custom(func(t *rapid.T) contextpage.Item {
		word := rapid.OneOf(rapid.SampledFrom([]string{"units", "Sleep", "a (likely)", "x: y", "75 kg (certain, from z)", "- dash"}), rapid.String())
		return contextpage.Item{
			Category:  observerv1.Category(rapid.IntRange(1, 4).Draw(t, "category")),
			Key:       word.Draw(t, "key"),
			Value:     word.Draw(t, "value"),
			Certainty: observerv1.Certainty(rapid.IntRange(0, 3).Draw(t, "certainty")),
			Source:    word.Draw(t, "source"),
		}
	})
}

func TestAPageThatIsNotChangedKeepsEveryByte(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := genPage().Draw(t, "page")
		if got := contextpage.Parse(text).String(); got != text {
			t.Fatalf("got %q, want %q", got, text)
		}
	})
}

func TestWhatIsPutIsReadBackAndNothingElseChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := genPage().Draw(t, "page")
		p := contextpage.Parse(text)
		it := genItem().Draw(t, "item").Clean()
		old, had := p.Find(it.Category, it.Key)
		changed := p.Put(it)
		p.Stamp(9, notes.NewDay(2026, 2, 3))
		after := contextpage.Parse(p.String())
		if after.Version() != 9 {
			t.Fatalf("version is %d in %q", after.Version(), p)
		}
		if !slices.Equal(after.Items(), p.Items()) {
			t.Fatalf("items in memory %v, on the page %v", p.Items(), after.Items())
		}
		if changed {
			it.Key = keyOnPage(it.Key, old, had)
			if got, ok := after.Find(it.Category, it.Key); !ok || got != it {
				t.Fatalf("put %+v, read back %+v (%v) from %q", it, got, ok, p)
			}
		}
		// Every line that is not the item's or the stamp's is still there, in order.
		rest := strings.SplitAfter(p.String(), "\n")
		for _, l := range strings.SplitAfter(text, "\n") {
			if isItem(l, it.Key) || strings.HasPrefix(l, "version") || strings.HasPrefix(l, "last_updated") {
				continue
			}
			l = strings.TrimRight(strings.TrimPrefix(l, "\ufeff"), "\n")
			at := slices.IndexFunc(rest, func(s string) bool {
				s = strings.TrimPrefix(s, "\ufeff")
				return s == l+"\n" || s == l || s == l+"\r\n"
			})
			if l != "" && at < 0 {
				t.Fatalf("line %q is gone or moved; page was %q, is %q", l, text, p)
			}
			rest = rest[at+1:]
		}
	})
}

func keyOnPage(key string, old contextpage.Item, had bool) string {
	if had {
		return old.Key
	}
	return key
}

// isItem reports whether a line may be the one that an item with this key took
// the place of.
func isItem(l, key string) bool {
	fold := strings.NewReplacer("_", "", " ", "", "-", "", "\t", "").Replace
	return strings.Contains(fold(strings.ToLower(l)), fold(strings.ToLower(key)))
}

func FuzzParse(f *testing.F) {
	f.Add("---\nversion: 1\n---\n\n## Facts\n- a: b (certain, from c)\n", "a", "value")
	f.Add("\ufeff---\r\n---\r\n```", "k", "v (likely)")
	f.Add("## Facts\n- a: b\n  ```\n- c: d", "c", "x")
	f.Fuzz(func(t *testing.T, text, key, value string) {
		p := contextpage.Parse(text)
		if p.String() != text {
			t.Fatalf("%q became %q", text, p)
		}
		p.Trim(1)
		p.Put(contextpage.Item{Category: fact, Key: key, Value: value, Certainty: certain})
		p.Stamp(p.Version()+1, notes.NewDay(2026, 1, 1))
		if again := contextpage.Parse(p.String()); !slices.Equal(again.Items(), p.Items()) {
			t.Fatalf("%q: in memory %v, on the page %v", p, p.Items(), again.Items())
		}
	})
}
