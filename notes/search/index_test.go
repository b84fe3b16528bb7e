package search

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
)

var january = notes.Day{Year: 2026, Month: 1, Date: 1}

func indexOf(docs ...Doc) *Index {
	x := NewIndex()
	for _, d := range docs {
		if d.Day.IsZero() {
			d.Day = january
		}
		x.Add(d)
	}
	return x
}

func numbers(matches []Match) []int {
	out := make([]int, len(matches))
	for i, m := range matches {
		out[i] = m.Number
	}
	return out
}

func TestSearch(t *testing.T) {
	t.Parallel()
	x := indexOf(
		Doc{Text: "Bench press 80kg, felt heavy"},
		Doc{Text: "Pressed the shirt, sat on a bench"},
		Doc{Text: "Chest day", Names: []string{"bench press", "dips"}},
		Doc{Text: "Ran 5k", Tags: []string{"easy", "run"}},
		Doc{Text: "slept badly, heavy head"},
	)
	tests := []struct {
		name  string
		query Query
		want  []int // best first
	}{
		{"a phrase needs its words side by side", Query{Terms: [][]string{{"bench press"}}}, []int{2, 0}},
		{"a name in the data is found though the text lacks it", Query{Terms: [][]string{{"dip"}}}, []int{2}},
		{"a phrase does not reach over two names", Query{Terms: [][]string{{"press dips"}}}, []int{}},
		{"a phrase does not reach from the text into the tags", Query{Terms: [][]string{{"5k easy"}}}, []int{}},
		{"any of several forms is enough", Query{Terms: [][]string{{"jog", "running"}}}, []int{3}},
		{"any term is enough", Query{Terms: [][]string{{"run"}, {"slept"}}}, []int{3, 4}},
		{"all terms are needed when all are asked for", Query{Terms: [][]string{{"heavy"}, {"bench press"}}, All: true}, []int{0}},
		{"a term that nothing matches makes all fail", Query{Terms: [][]string{{"heavy"}, {"unicorn"}}, All: true}, []int{}},
		{"a term without a word matches nothing", Query{Terms: [][]string{{"?!"}}}, []int{}},
		{"no terms match nothing", Query{}, []int{}},
		{"part of a word is no match", Query{Terms: [][]string{{"pr"}}}, []int{}},
		{"what is not accepted does not count", Query{Terms: [][]string{{"heavy"}}, Accept: func(n int) bool { return n == 4 }}, []int{4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, total := x.Search(tt.query)
			if !slices.Equal(numbers(got), tt.want) || total != len(tt.want) {
				t.Errorf("found %v (total %d), want %v", got, total, tt.want)
			}
		})
	}
}

func TestTheLimitKeepsTheBestAndTellsTheTotal(t *testing.T) {
	t.Parallel()
	x := NewIndex()
	for i := range 50 {
		x.Add(Doc{Day: january, Text: strings.Repeat("run ", i%7+1) + "filler words here"})
	}
	all, _ := x.Search(Query{Terms: [][]string{{"run"}}})
	some, total := x.Search(Query{Terms: [][]string{{"run"}}, Limit: 9})
	if total != 50 || !slices.Equal(some, all[:9]) {
		t.Errorf("with a limit: %v of %d, want %v of 50", some, total, all[:9])
	}
}

func TestTheNearerDayRanksHigher(t *testing.T) {
	t.Parallel()
	x := indexOf(
		Doc{Day: january, Text: "ran"},
		Doc{Day: january.AddDays(40), Text: "ran"},
		Doc{Day: january.AddDays(400), Text: "ran"},
	)
	got, _ := x.Search(Query{Terms: [][]string{{"run"}}, Near: january.AddDays(41)})
	if want := []int{1, 0, 2}; !slices.Equal(numbers(got), want) {
		t.Errorf("order %v, want %v", numbers(got), want)
	}
}

func TestANoteBesideOneOnTheOtherHalfOfTheQuestionRanksHigher(t *testing.T) {
	t.Parallel()
	x := indexOf(
		Doc{Day: january, Text: "benched eighty"},
		Doc{Day: january.AddDays(1), Text: "benched eighty"},
		Doc{Day: january.AddDays(1), Text: "slept badly again"},
		Doc{Day: january.AddDays(2), Text: "benched eighty"},
		Doc{Day: january.AddDays(3), Text: "benched, slept badly"},
		Doc{Day: january.AddDays(4), Text: "slept badly again"},
	)
	got, _ := x.Search(Query{Terms: [][]string{{"bench"}, {"sleep"}}})
	if order := numbers(got); !slices.Equal(order[:3], []int{4, 2, 1}) && !slices.Equal(order[:3], []int{4, 1, 2}) {
		t.Errorf("order %v, want both in one note first and then those that share a day", order)
	}
}

func TestTheRarerWordTheShorterNoteAndTheTagRankHigher(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat(" and so on for a while", 5)
	for _, tt := range []struct {
		name          string
		better, worse Doc
		query         []string
	}{
		{"the rarer of two words", Doc{Text: "deload now"}, Doc{Text: "trained now"}, []string{"train", "deload"}},
		{"the word in the shorter note", Doc{Text: "a deload"}, Doc{Text: "a deload" + filler}, []string{"deload"}},
		{"the word that comes twice", Doc{Text: "deload is a deload"}, Doc{Text: "deload is a thing"}, []string{"deload"}},
		{"the tag", Doc{Text: "a week", Tags: []string{"deload"}}, Doc{Text: "a week deload"}, []string{"deload"}},
		{"the name in the data", Doc{Text: "a week", Names: []string{"deload"}}, Doc{Text: "a week deload"}, []string{"deload"}},
		{"the note with both words", Doc{Text: "deload bench"}, Doc{Text: "deload squat"}, []string{"deload", "bench"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			x := indexOf(tt.better)
			for i := range 20 { // the later note wins a tie, so the worse one comes last
				x.Add(Doc{Day: january.AddDays(-1 - i), Text: "trained as ever"})
			}
			tt.worse.Day = january.AddDays(1)
			worse := x.Add(tt.worse)
			var q Query
			for _, w := range tt.query {
				q.Terms = append(q.Terms, []string{w})
			}
			got, _ := x.Search(q)
			if order := numbers(got); slices.Index(order, 0) > slices.Index(order, worse) || !slices.Contains(order, worse) {
				t.Errorf("order %v, want 0 before %d", order, worse)
			}
		})
	}
}

func TestEqualNotesComeNewestFirstWheneverTheyWereAdded(t *testing.T) {
	t.Parallel()
	x := indexOf(Doc{Day: january.AddDays(2), Text: "ran"}, Doc{Day: january, Text: "ran"}, Doc{Day: january.AddDays(1), Text: "ran"})
	got, _ := x.Search(Query{Terms: [][]string{{"run"}}})
	if want := []int{0, 2, 1}; !slices.Equal(numbers(got), want) {
		t.Errorf("order %v, want %v", numbers(got), want)
	}
}

func TestOnlyTheDaysOfTheRangeCount(t *testing.T) {
	t.Parallel()
	x := NewIndex()
	for i := range 10 {
		x.Add(Doc{Day: january.AddDays(i), Text: "ran"})
	}
	for _, tt := range []struct {
		r    notes.Range
		want []int
	}{
		{notes.Range{Start: january.AddDays(3), End: january.AddDays(5)}, []int{5, 4, 3}},
		{notes.Range{Start: january.AddDays(8)}, []int{9, 8}},
		{notes.Range{End: january}, []int{0}},
		{notes.Range{Start: january.AddDays(5), End: january.AddDays(3)}, []int{}},
	} {
		got, total := x.Search(Query{Terms: [][]string{{"run"}}, Range: tt.r})
		if !slices.Equal(numbers(got), tt.want) || total != len(tt.want) {
			t.Errorf("%v: found %v of %d, want %v", tt.r, numbers(got), total, tt.want)
		}
	}
}

// TestSearchAgreesWithReading compares the index with plain reading of every
// document, through additions and removals.
func TestSearchAgreesWithReading(t *testing.T) {
	t.Parallel()
	words := rapid.SampledFrom([]string{"bench", "Press", "runs", "ran", "é", "80kg", "the", "\n", "press,", "don't"})
	phrase := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 0, 6).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		x, docs := NewIndex(), map[int]Doc{}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			if len(docs) > 0 && rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
				n := rapid.IntRange(0, len(x.docs)-1).Draw(t, "number")
				x.Remove(n)
				delete(docs, n)
				if rapid.Bool().Draw(t, "compact") {
					x.compact()
				}
				continue
			}
			d := Doc{Day: january, Text: phrase.Draw(t, "text"), Tags: rapid.SliceOfN(phrase, 0, 2).Draw(t, "tags")}
			docs[x.Add(d)] = d
		}
		q := Query{All: rapid.Bool().Draw(t, "all")}
		q.Terms = rapid.SliceOfN(rapid.SliceOfN(phrase, 1, 2), 1, 3).Draw(t, "terms")
		got, total := x.Search(q)
		var want []int
		for n, d := range docs {
			if reads(d, q) {
				want = append(want, n)
			}
		}
		found := numbers(got)
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) || total != len(want) || x.Len() != len(docs) {
			t.Fatalf("query %+v over %+v: found %v, want %v", q, docs, found, want)
		}
	})
}

func reads(d Doc, q Query) bool {
	matches := func(forms []string) bool {
		for _, s := range append([]string{d.Text}, d.Tags...) {
			for _, f := range forms {
				if Contains(Tokens(s), Tokens(f)) {
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

func TestRemovedDocumentsGiveTheirMemoryBack(t *testing.T) {
	t.Parallel()
	x := NewIndex()
	for i := range 5000 {
		n := x.Add(Doc{Day: january, Text: fmt.Sprintf("word%d common", i)})
		if i >= 10 {
			x.Remove(n)
		}
	}
	if len(x.terms) > 2000 {
		t.Errorf("%d terms are kept for %d documents", len(x.terms), x.Len())
	}
	if _, total := x.Search(Query{Terms: [][]string{{"common"}}}); total != 10 {
		t.Errorf("found %d, want 10", total)
	}
}

// corpus makes n notes of some 50 words each, whose words are distributed about
// as in real text.
func corpus(n int) []Doc {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 4, 40_000)
	docs := make([]Doc, n)
	for i := range docs {
		var text strings.Builder
		for range 30 + r.IntN(40) {
			fmt.Fprintf(&text, "w%s ", letter(zipf.Uint64()))
		}
		docs[i] = Doc{Day: january.AddDays(-i / 20), Text: text.String(), Tags: []string{"training"}, Names: []string{"bench press"}}
	}
	return docs
}

// letter writes a number in letters, so that it is one word.
func letter(n uint64) string {
	s := []byte(fmt.Sprint(n))
	for i := range s {
		s[i] += 'a' - '0'
	}
	return string(s)
}

func BenchmarkSearch(b *testing.B) {
	x := NewIndex()
	for _, d := range corpus(100_000) {
		x.Add(d)
	}
	for name, q := range map[string]Query{
		"rare word":           {Terms: [][]string{{"wbdef"}}},
		"common word":         {Terms: [][]string{{"wa"}}, Limit: 100},
		"phrase in every doc": {Terms: [][]string{{"bench press"}}, Limit: 100},
		"five terms, any":     {Terms: [][]string{{"wb"}, {"wc"}, {"wd", "we"}, {"wf wg"}, {"bench press"}}, Limit: 100, Near: january},
		"all, no limit":       {Terms: [][]string{{"wb"}, {"bench press"}}, All: true},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Search(q)
			}
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	docs := corpus(20_000)
	text := 0
	for _, d := range docs {
		text += len(d.Text)
	}
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := NewIndex()
		for _, d := range docs {
			x.Add(d)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(docs)), "B/entry")
		runtime.KeepAlive(x)
	}
	b.ReportMetric(float64(text)/float64(len(docs)), "textB/entry")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(docs)), "µs/entry")
}
