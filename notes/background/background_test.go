package background_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/background"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	expertise  = commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE
	vocabulary = commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY
	page       = commonv1.BackgroundKind_BACKGROUND_KIND_CONTEXT_PAGE
)

func TestATextIsCutAtTheEndOfALine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, told string
		omitted          int64
	}{
		{"fits", "one\ntwo", "one\ntwo", 0},
		{"a line too many", "one two\nthree four", "one two", 11},
		{"a line that ends at the bound", "one two thr\nfour", "one two thr", 5},
		{"one long line is cut at a word", "one two three four", "one two", 11},
		{"one long word is cut at a letter", "ööööööööö", "ööööö", 8},
	} {
		got := background.Cut(page, "", c.text, 11)
		if got.GetText() != c.told || got.GetOmittedBytes() != c.omitted {
			t.Errorf("%s: %q and %d bytes omitted, want %q and %d", c.name, got.GetText(), got.GetOmittedBytes(), c.told, c.omitted)
		}
	}
}

func TestLongTextsShareWhatShortOnesLeave(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a line of it\n", 1000)
	got := background.Bound([]*commonv1.BackgroundText{
		background.Cut(expertise, "a", long, 1<<20), background.Cut(expertise, "b", "short", 1<<20),
		background.Cut(expertise, "c", long, 1<<20), background.Cut(vocabulary, "a", "word: w", 1<<20),
	})
	if len(got) != 4 || got[1].GetText() != "short" || got[3].GetText() != "word: w" {
		t.Fatalf("%v", got)
	}
	half := (background.MaxExpertise - len("short")) / 2
	for _, i := range []int{0, 2} {
		if n := len(got[i].GetText()); n > half || n < half-20 || int64(n)+got[i].GetOmittedBytes() != int64(len(long)) {
			t.Errorf("text %d has %d bytes of %d, and %d are omitted", i, n, half, got[i].GetOmittedBytes())
		}
	}
}

func TestWhateverIsWrittenIsBounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.String(), 0, 40).Draw(t, "texts")
		times := rapid.IntRange(1, 3000).Draw(t, "times")
		var all []*commonv1.BackgroundText
		for i, text := range texts {
			kind := []commonv1.BackgroundKind{expertise, vocabulary}[i%2]
			all = append(all, background.Cut(kind, "d", strings.Repeat(text, times), rapid.IntRange(1, 1<<16).Draw(t, "most")))
		}
		sum := map[commonv1.BackgroundKind]int{}
		for _, got := range background.Bound(all) {
			if !utf8.ValidString(got.GetText()) || got.GetText() == "" {
				t.Fatalf("%q", got.GetText())
			}
			sum[got.GetKind()] += len(got.GetText())
		}
		if sum[expertise] > background.MaxExpertise || sum[vocabulary] > background.MaxVocabulary {
			t.Fatalf("%v", sum)
		}
	})
}
