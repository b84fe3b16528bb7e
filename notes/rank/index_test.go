package rank_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/rank"
)

var (
	words  = rapid.SampledFrom([]string{"bench", "Press", "runs", "ran", "é", "80kg", "the", "\n", "press,", "don't", "now", "heavy. ", "why?"})
	phrase = rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 0, 6).Draw(t, "words"), " ")
	})
)

// drawIndex makes an index by additions, replacements and removals, and returns
// the notes that are left.
func drawIndex(t *rapid.T) (*rank.Index, map[string]rank.Note) {
	x, all := rank.New(), map[string]rank.Note{}
	for range rapid.IntRange(1, 30).Draw(t, "steps") {
		n := rank.Note{ID: fmt.Sprint(rapid.IntRange(0, 12).Draw(t, "id"))}
		if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
			x.Remove(n.ID)
			delete(all, n.ID)
			if rapid.Bool().Draw(t, "compact") {
				x.Compact()
			}
			continue
		}
		if rapid.IntRange(0, 5).Draw(t, "dated") > 0 {
			n.At = at(rapid.IntRange(1, 3).Draw(t, "day"), 8, rapid.IntRange(0, 59).Draw(t, "minute"))
		}
		n.Text = phrase.Draw(t, "text")
		n.Labels = rapid.SliceOfN(phrase, 0, 2).Draw(t, "labels")
		x.Put(n)
		all[n.ID] = n
	}
	return x, all
}

func TestARankingDependsOnTheNotesAndNotOnTheirHistory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, all := drawIndex(t)
		fresh := rank.New()
		for _, id := range rapid.Permutation(slices.Sorted(maps.Keys(all))).Draw(t, "order") {
			fresh.Put(all[id])
		}
		q := rank.Question{
			Text: phrase.Draw(t, "question"), Today: january.AddDays(2),
			Prefer: []notes.Range{{Start: january, End: january.AddDays(rapid.IntRange(-1, 2).Draw(t, "days"))}},
		}
		got, want := x.Rank(q), fresh.Rank(q)
		if !slices.Equal(got.Notes, want.Notes) || got.Total != want.Total {
			t.Fatalf("%q over %+v:\n%+v, in a new index\n%+v", q.Text, all, got, want)
		}
		again := x.Rank(q)
		if !slices.Equal(got.Notes, again.Notes) {
			t.Fatalf("%q: %+v, asked again %+v", q.Text, got.Notes, again.Notes)
		}
	})
}

func TestRemovedNotesGiveTheirMemoryBack(t *testing.T) {
	t.Parallel()
	x := rank.New()
	for i := range 5000 {
		id := fmt.Sprint(i)
		x.Put(rank.Note{ID: id, At: at(1, 8, 0), Text: fmt.Sprintf("word%d common", i)})
		if i >= 10 {
			x.Remove(id)
		}
	}
	if n := x.Words(); n > 2500 {
		t.Errorf("%d words are kept for 10 notes", n)
	}
	if _, total := x.Find(rank.Query{Terms: [][]string{{"common"}}}); total != 10 {
		t.Errorf("found %d, want 10", total)
	}
}

func TestManyMayReadWhileOneWrites(t *testing.T) {
	t.Parallel()
	x := rank.New()
	for i := range 50 {
		x.Put(rank.Note{ID: fmt.Sprint(i), At: at(1, i%24, 0), Text: "ran five km\nfelt good"})
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 200 {
				if r := x.Rank(rank.Question{Text: "how far did I run", Limit: 5}); len(r.Notes) != 5 {
					t.Errorf("%d notes", len(r.Notes))
					return
				}
			}
		})
	}
	for i := range 3000 {
		x.Put(rank.Note{ID: fmt.Sprint(i % 50), At: at(1, i%24, 0), Text: fmt.Sprintf("ran %d km\nfelt good", i)})
	}
	wg.Wait()
}

// They do not run beside others: they count processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	for name, work := range map[string]func(string){
		"Units": func(text string) { rank.Units(text) },
		"a note": func(text string) {
			x := indexOf(rank.Note{Text: text})
			x.Rank(rank.Question{Text: "what did I run today", Today: january})
			x.Remove("0")
		},
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, 256<<10, work) })
	}
	t.Run("a question", func(t *testing.T) {
		x := indexOf(rank.Note{Text: "ran"})
		notestest.Linear(t, 64<<10, func(text string) { x.Rank(rank.Question{Text: text, Today: january}) })
	})
}
