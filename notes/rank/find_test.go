package rank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/notes/search"
)

var january = notes.Day{Year: 2026, Month: 1, Date: 1}

// at is a time on a day of January 2026, or after it.
func at(day, hour, minute int) time.Time {
	return time.Date(2026, 1, day, hour, minute, 0, 0, time.UTC)
}

// indexOf puts notes into an index. Their ids are 0, 1 and so on if they have none.
func indexOf(all ...rank.Note) *rank.Index {
	x := rank.New()
	for i, n := range all {
		if n.ID == "" {
			n.ID = fmt.Sprint(i)
		}
		if n.At.IsZero() {
			n.At = at(1, 8, 0)
		}
		x.Put(n)
	}
	return x
}

func ids(matches []rank.Match) []string {
	out := make([]string, len(matches))
	for i, m := range matches {
		out[i] = m.ID
	}
	return out
}

func TestAQueryFindsTheNotesThatHaveItsTerms(t *testing.T) {
	t.Parallel()
	x := indexOf(
		rank.Note{Text: "Bench press 80kg, felt heavy"},
		rank.Note{Text: "Pressed the shirt, sat on a bench"},
		rank.Note{Text: "Chest day", Labels: []string{"bench press", "dips"}},
		rank.Note{Text: "Ran 5k", Labels: []string{"easy", "run"}},
		rank.Note{Text: "slept badly, heavy head"},
	)
	for _, tt := range []struct {
		name  string
		query rank.Query
		want  string // the ids
	}{
		{"a phrase needs its words side by side", rank.Query{Terms: [][]string{{"bench press"}}}, "0 2"},
		{"a label is found though the text lacks it", rank.Query{Terms: [][]string{{"dip"}}}, "2"},
		{"a phrase does not reach over two labels", rank.Query{Terms: [][]string{{"press dips"}}}, ""},
		{"a phrase does not reach from the text into the labels", rank.Query{Terms: [][]string{{"5k easy"}}}, ""},
		{"any of several forms is enough", rank.Query{Terms: [][]string{{"jog", "running"}}}, "3"},
		{"any term is enough", rank.Query{Terms: [][]string{{"run"}, {"slept"}}}, "3 4"},
		{"all terms are needed when all are asked for", rank.Query{Terms: [][]string{{"heavy"}, {"bench press"}}, All: true}, "0"},
		{"a term that nothing matches makes all fail", rank.Query{Terms: [][]string{{"heavy"}, {"unicorn"}}, All: true}, ""},
		{"a term without a word matches nothing", rank.Query{Terms: [][]string{{"?!"}}}, ""},
		{"no terms match nothing", rank.Query{}, ""},
		{"part of a word is no match", rank.Query{Terms: [][]string{{"pr"}}}, ""},
		{"a word that looks like another is not that one", rank.Query{Terms: [][]string{{"heavi"}, {"slapt"}, {"benches1"}}}, "0 4"},
		{"what is not accepted does not count", rank.Query{Terms: [][]string{{"heavy"}}, Accept: func(id string) bool { return id == "4" }}, "4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, total := x.Find(tt.query)
			found := ids(got)
			slices.Sort(found)
			if strings.Join(found, " ") != tt.want || total != len(got) {
				t.Errorf("found %v (total %d), want %s", found, total, tt.want)
			}
		})
	}
}

func TestTheLimitKeepsTheBestAndTellsTheTotal(t *testing.T) {
	t.Parallel()
	x := rank.New()
	for i := range 50 {
		x.Put(rank.Note{ID: fmt.Sprint(i), At: at(1, i%24, 0), Text: strings.Repeat("run ", i%7+1) + "filler words here"})
	}
	all, _ := x.Find(rank.Query{Terms: [][]string{{"run"}}})
	some, total := x.Find(rank.Query{Terms: [][]string{{"run"}}, Limit: 9})
	if total != 50 || !slices.Equal(some, all[:9]) {
		t.Errorf("with a limit: %v of %d, want %v of 50", some, total, all[:9])
	}
}

func TestOfEqualNotesTheNearerDayComesFirst(t *testing.T) {
	t.Parallel()
	x := indexOf(rank.Note{Text: "ran"}, rank.Note{At: at(41, 8, 0), Text: "ran"}, rank.Note{At: at(401, 8, 0), Text: "ran"})
	got, _ := x.Find(rank.Query{Terms: [][]string{{"run"}}, Near: january.AddDays(41)})
	if want := []string{"1", "0", "2"}; !slices.Equal(ids(got), want) {
		t.Errorf("order %v, want %v", ids(got), want)
	}
}

func TestOfEqualNotesTheLaterComesFirstWheneverTheyWerePut(t *testing.T) {
	t.Parallel()
	x := indexOf(rank.Note{At: at(3, 8, 0), Text: "ran"}, rank.Note{At: at(1, 8, 0), Text: "ran"}, rank.Note{At: at(2, 8, 0), Text: "ran"})
	got, _ := x.Find(rank.Query{Terms: [][]string{{"run"}}})
	if want := []string{"0", "2", "1"}; !slices.Equal(ids(got), want) {
		t.Errorf("order %v, want %v", ids(got), want)
	}
}

func TestOnlyTheDaysOfTheRangeCount(t *testing.T) {
	t.Parallel()
	x := rank.New()
	for i := range 10 {
		x.Put(rank.Note{ID: fmt.Sprint(i), At: at(1+i, 8, 0), Text: "ran"})
	}
	x.Put(rank.Note{ID: "undated", Text: "ran"})
	for _, tt := range []struct {
		r    notes.Range
		want string
	}{
		{notes.Range{Start: january.AddDays(3), End: january.AddDays(5)}, "5 4 3"},
		{notes.Range{Start: january.AddDays(8)}, "9 8"},
		{notes.Range{End: january}, "0"},
		{notes.Range{Start: january.AddDays(5), End: january.AddDays(3)}, ""},
		{notes.Range{}, "9 8 7 6 5 4 3 2 1 0 undated"},
	} {
		got, total := x.Find(rank.Query{Terms: [][]string{{"run"}}, Within: tt.r})
		if strings.Join(ids(got), " ") != tt.want || total != len(got) {
			t.Errorf("%v: found %v of %d, want %v", tt.r, ids(got), total, tt.want)
		}
	}
}

func TestTheRarerWordTheShorterNoteAndTheLabelRankHigher(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat(" and so on for a while", 5)
	for _, tt := range []struct {
		name          string
		better, worse rank.Note
		query         []string
	}{
		{"the rarer of two words", rank.Note{Text: "deload now"}, rank.Note{Text: "trained now"}, []string{"train", "deload"}},
		{"the word in the shorter note", rank.Note{Text: "a deload"}, rank.Note{Text: "a deload" + filler}, []string{"deload"}},
		{"the word that comes twice", rank.Note{Text: "deload is a deload"}, rank.Note{Text: "deload is a thing"}, []string{"deload"}},
		{"the label", rank.Note{Text: "a week of it", Labels: []string{"deload"}}, rank.Note{Text: "a deload of it"}, []string{"deload"}},
		{"the note with both words", rank.Note{Text: "deload bench"}, rank.Note{Text: "deload squat"}, []string{"deload", "bench"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.better.ID, tt.better.At = "better", at(1, 8, 0)
			tt.worse.ID, tt.worse.At = "worse", at(3, 8, 0) // the later note wins a tie
			x := indexOf(tt.better, tt.worse)
			for i := range 20 {
				x.Put(rank.Note{ID: fmt.Sprint(i), At: at(-1-i, 8, 0), Text: "trained as ever"})
			}
			var q rank.Query
			for _, w := range tt.query {
				q.Terms = append(q.Terms, []string{w})
			}
			got, _ := x.Find(q)
			if order := ids(got); slices.Index(order, "better") > slices.Index(order, "worse") || !slices.Contains(order, "worse") {
				t.Errorf("order %v, want better before worse", order)
			}
		})
	}
}

// It compares the index with plain reading of every note, through additions,
// replacements and removals.
func TestFindingAgreesWithReading(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, all := drawIndex(t)
		q := rank.Query{All: rapid.Bool().Draw(t, "all")}
		q.Terms = rapid.SliceOfN(rapid.SliceOfN(phrase, 1, 2), 1, 3).Draw(t, "terms")
		got, total := x.Find(q)
		var want []string
		for id, n := range all {
			if reads(n, q) {
				want = append(want, id)
			}
		}
		found := ids(got)
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) || total != len(want) {
			t.Fatalf("query %+v over %+v: found %v, want %v", q, all, found, want)
		}
	})
}

func reads(n rank.Note, q rank.Query) bool {
	matches := func(forms []string) bool {
		for _, s := range append([]string{n.Text}, n.Labels...) {
			for _, f := range forms {
				if search.Contains(search.Tokens(s), search.Tokens(f)) {
					return true
				}
			}
		}
		return false
	}
	hit := 0
	for _, forms := range q.Terms {
		if matches(forms) {
			hit++
		}
	}
	return hit == len(q.Terms) || hit > 0 && !q.All
}

func TestNumbersOfAShapeAreFoundLatestFirst(t *testing.T) {
	t.Parallel()
	x := indexOf(rank.Note{Text: "7.9"}, rank.Note{At: at(2, 8, 0), Text: "8.4"}, rank.Note{At: at(3, 8, 0), Text: "84"}, rank.Note{At: at(4, 8, 0), Text: "5.5"})
	x.Remove("3")
	shapes := search.Shapes("8.0")
	shapes = append(shapes, search.Shapes("7.0")...)
	if got := x.Shaped(shapes, notes.Range{}, 0); !slices.Equal(got, []string{"1", "0"}) {
		t.Errorf("found %v", got)
	}
	if got := x.Shaped(shapes, notes.Range{End: january}, 1); !slices.Equal(got, []string{"0"}) {
		t.Errorf("on the first day: %v", got)
	}
}

func TestAWordThatNoNoteHasLeadsToThoseThatItMayBeASlipOf(t *testing.T) {
	t.Parallel()
	x := indexOf(rank.Note{Text: "migraine, then the garbage went out"}, rank.Note{Text: "ceiling"})
	x.Remove("1")
	for word, want := range map[string]string{"migrane": "migraine", "garage": "garbage", "migraines": "", "celling": "", "Migriane": "migraine"} {
		if got := strings.Join(x.Suggest(word), " "); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
