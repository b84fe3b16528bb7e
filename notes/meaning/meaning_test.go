package meaning_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/notes/search"
)

func random(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

func texts(vectors ...meaning.Vector) iter.Seq2[string, []meaning.Passage] {
	return func(yield func(string, []meaning.Passage) bool) {
		for i, v := range vectors {
			if !yield(fmt.Sprintf("%03d", i), []meaning.Passage{meaning.NewPassage(rank.Range{}, v)}) {
				return
			}
		}
	}
}

func TestABytePerNumberKeepsTheSimilarity(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		a := random(r, 768)
		b := random(r, 768)
		mix := r.Float32()
		var ab, aa, bb float64
		for i := range b {
			b[i] = mix*a[i] + (1-mix)*b[i]
			ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
		}
		want := ab / math.Sqrt(aa*bb)
		got := 0.0
		for _, n := range meaning.Nearest(t.Context(), meaning.NewVector(a), texts(meaning.NewVector(b)), 1) {
			got = n.Similarity
		}
		if math.Abs(got-max(want, 0)) > 0.01 {
			t.Fatalf("similarity is %f, of the numbers themselves %f", got, want)
		}
	}
}

func TestTheNearestAreThoseOfASortOfAll(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		vectors := make([]meaning.Vector, rapid.IntRange(0, 30).Draw(t, "texts"))
		for i := range vectors {
			vectors[i] = meaning.NewVector([]float32{float32(r.IntN(3) - 1), float32(r.IntN(3) - 1)})
		}
		q := meaning.NewVector([]float32{1, 0.5})
		limit := rapid.IntRange(1, 10).Draw(t, "limit")
		all := meaning.Nearest(context.Background(), q, texts(vectors...), len(vectors)+1)
		if !slices.IsSortedFunc(all, meaning.CompareNear) {
			t.Fatalf("they are not sorted: %v", all)
		}
		if got := meaning.Nearest(context.Background(), q, texts(vectors...), limit); !slices.Equal(got, all[:min(limit, len(all))]) {
			t.Fatalf("the nearest %d are %v, of all %v", limit, got, all)
		}
	})
}

func TestVectorsOfAnotherLengthAreNotNear(t *testing.T) {
	t.Parallel()
	if got := meaning.Nearest(t.Context(), meaning.NewVector([]float32{1, 0}), texts(meaning.NewVector([]float32{1, 0, 0}), meaning.NewVector([]float32{0, 0})), 5); len(got) != 0 {
		t.Errorf("near are %v", got)
	}
}

func TestPassagesComeBackAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(0, 9).Draw(t, "size")
		var want []meaning.Passage
		for range rapid.IntRange(0, meaning.MaxPassages).Draw(t, "passages") {
			start := rapid.IntRange(0, 1000).Draw(t, "start")
			v := rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "vector")
			want = append(want, meaning.NewPassage(rank.Range{Start: start, End: start + rapid.IntRange(0, 9).Draw(t, "length")}, v))
		}
		data := meaning.Encode(want)
		got, err := meaning.Decode(data)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d passages came back of %d: %v", len(got), len(want), err)
		}
		for i := range got {
			if got[i].Range != want[i].Range || !slices.Equal(got[i].Vector, want[i].Vector) {
				t.Fatalf("passage %d is %v, was %v", i, got[i], want[i])
			}
		}
		if short, err := meaning.Decode(data[:len(data)-1]); err == nil {
			t.Fatalf("a part of it was read as %v", short)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(meaning.Encode([]meaning.Passage{meaning.NewPassage(rank.Range{End: 3}, meaning.NewVector([]float32{1, 2}))}))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := meaning.Decode(data); err == nil && len(got) > meaning.MaxPassages {
			t.Errorf("%d passages", len(got))
		}
	})
}

func TestPassagesCoverATextAndAreShort(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a short note":             "Bench press 3x5.\nSlept well.",
		"a long line":              strings.Repeat("The rain in Spain stays mainly in the plain. ", 80),
		"many lines":               strings.Repeat("one line of a list\n", 300),
		"a word without an end":    strings.Repeat("é", 5000),
		"a text without any words": " \n ",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			covered := make([]bool, len(text))
			for _, r := range meaning.Split(text) {
				if r.End-r.Start > 1000 || r.Start > r.End {
					t.Errorf("a passage is %v", r)
				}
				if p := text[r.Start:r.End]; strings.ToValidUTF8(p, "") != p {
					t.Errorf("a letter is cut: %q", p)
				}
				for i := r.Start; i < r.End; i++ {
					covered[i] = true
				}
			}
			for i, c := range text {
				if c != ' ' && c != '\n' && !covered[i] {
					t.Fatalf("byte %d is in no passage", i)
				}
			}
		})
	}
	if n := len(meaning.Split(strings.Repeat("A line of a very long text that goes on.\n", 10_000))); n != meaning.MaxPassages {
		t.Errorf("a very long text has %d passages", n)
	}
}

func ids(list []search.Ranked) string {
	var out []string
	for _, r := range list {
		out = append(out, r.ID)
	}
	return strings.Join(out, " ")
}

func TestRanksAreFused(t *testing.T) {
	t.Parallel()
	found := []search.Ranked{{ID: "a", Score: 9}, {ID: "b", Score: 5}, {ID: "c", Score: 4}}
	for _, c := range []struct {
		name, want, appended string
		near                 []meaning.Near
	}{
		{"nothing near", "a b c", "a b c", nil},
		{"what both have comes first", "c a b", "a b c", []meaning.Near{{ID: "c"}}},
		{"one more", "d a b c", "a b c d", []meaning.Near{{ID: "d"}}}, // as good as a, and newer
		{"several", "b a e d c", "a b c e d", []meaning.Near{{ID: "b"}, {ID: "e"}, {ID: "d"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := ids(meaning.Fuse(found, c.near)); got != c.want {
				t.Errorf("fused are %s, want %s", got, c.want)
			}
			if got := ids(meaning.Append(found, c.near)); got != c.appended {
				t.Errorf("appended are %s, want %s", got, c.appended)
			}
		})
	}
}

func TestFusedScoresKeepTheOrderAndTheScale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching("[a-h]")
		var found []search.Ranked
		for _, x := range rapid.SliceOfNDistinct(id, 0, 6, rapid.ID).Draw(t, "found") {
			found = append(found, search.Ranked{ID: x, Score: rapid.Float64Range(0, 10).Draw(t, "score")})
		}
		slices.SortFunc(found, search.CompareRanked)
		var near []meaning.Near
		for _, x := range rapid.SliceOfNDistinct(id, 0, 6, rapid.ID).Draw(t, "near") {
			near = append(near, meaning.Near{ID: x})
		}
		for name, got := range map[string][]search.Ranked{"fused": meaning.Fuse(found, near), "appended": meaning.Append(found, near)} {
			again := slices.Clone(got)
			slices.SortFunc(again, search.CompareRanked)
			if !slices.Equal(again, got) {
				t.Fatalf("%s in another order by their scores: %v", name, got)
			}
			if len(near) == 0 && !slices.Equal(ids2(found), ids2(got)) {
				t.Fatalf("%s without vectors are %v, were %v", name, got, found)
			}
			if len(found) > 0 && len(got) > 0 && got[0].Score != found[0].Score {
				t.Fatalf("%s the best scores %g, was %g", name, got[0].Score, found[0].Score)
			}
		}
	})
}

func ids2(list []search.Ranked) []string { return strings.Fields(ids(list)) }

// The notes of some ten years, of a model with 768 numbers.
func BenchmarkNearest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	vectors := make([]meaning.Vector, 10_000)
	for i := range vectors {
		vectors[i] = meaning.NewVector(random(r, 768))
	}
	list := make([][]meaning.Passage, len(vectors))
	for i, v := range vectors {
		list[i] = []meaning.Passage{meaning.NewPassage(rank.Range{}, v)}
	}
	q := meaning.NewVector(random(r, 768))
	for b.Loop() {
		meaning.Nearest(b.Context(), q, func(yield func(string, []meaning.Passage) bool) {
			for _, p := range list {
				if !yield("id", p) {
					return
				}
			}
		}, 40)
	}
}
