package sourceline_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/sourceline"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A file has lines before a note's text, and blank ones behind it.
func TestWordsAreFoundOnTheirLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, n := rapid.IntRange(0, 5).Draw(t, "before"), rapid.IntRange(1, 9).Draw(t, "lines")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		var lines []string
		for i := range n {
			lines = append(lines, fmt.Sprintf("- word%d é", i))
		}
		e := &commonv1.Entry{
			Text:   strings.Join(lines, end) + strings.Repeat(end, rapid.IntRange(0, 3).Draw(t, "blank")),
			Source: &commonv1.SourceRef{Path: "a/b.md", FirstLine: int32(before), LastLine: int32(before + n)},
		}
		i := rapid.IntRange(0, n-1).Draw(t, "of")
		got := sourceline.Of(e, fmt.Sprintf("word%d é", i))
		if want := int32(before + i + 1); got.GetPath() != "a/b.md" || got.GetFirstLine() != want || got.GetLastLine() != want {
			t.Fatalf("line %d of %q is %v", want, e.GetText(), got)
		}
	})
}

func TestWhatIsNotFoundIsTheWholeEntry(t *testing.T) {
	t.Parallel()
	e := &commonv1.Entry{Text: "~~a~~ b", Source: &commonv1.SourceRef{Path: "a.md", FirstLine: 3, LastLine: 9}}
	for _, words := range []string{"[…] b", ""} {
		if got := sourceline.Of(e, words); got.GetFirstLine() != 3 || got.GetLastLine() != 9 {
			t.Errorf("%q is at %v", words, got)
		}
	}
	if got := sourceline.Of(&commonv1.Entry{Text: "a"}, "a"); got != nil {
		t.Errorf("an entry of no file lies in %v", got)
	}
}
