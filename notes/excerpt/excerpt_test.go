package excerpt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/excerpt"
)

func TestAnExcerptIsTheFirstAndTheLastPartOfAText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 400, -1).Draw(t, "text")
		most := rapid.IntRange(16, 200).Draw(t, "most")
		got := excerpt.Of(text, most)
		if len(got) > most || !utf8.ValidString(got) {
			t.Fatalf("%d bytes of at most %d: %q", len(got), most, got)
		}
		if len(text) <= most {
			if got != text {
				t.Fatalf("a short text became %q", got)
			}
			return
		}
		head := excerpt.Head(text, (most-1)/2)
		end, whole := strings.CutPrefix(got, head+"\n")
		if !whole || !strings.HasPrefix(text, head) || !strings.HasSuffix(text, end) {
			t.Fatalf("%q is no excerpt of %q", got, text)
		}
	})
}

func TestWordsOfAnExcerptStayWhole(t *testing.T) {
	t.Parallel()
	if got := excerpt.Of("one two three four five six", 17); got != "one two\nfive six" {
		t.Errorf("%q", got)
	}
}
