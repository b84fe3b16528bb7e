package rank_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/notes/search"
)

func TestANoteIsCutIntoLinesAndLongLinesIntoSentences(t *testing.T) {
	t.Parallel()
	ten := "one two three four five six seven eight nine ten"
	long := strings.Repeat(ten+". ", 7)
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"lines", "Ran 5 km\n\n- felt good\n  - knee fine  \n", []string{"Ran 5 km", "- felt good", "- knee fine"}},
		{"a line that was wrapped", "I had a long talk with Ann about\nthe garden, and then\nWe left.", []string{"I had a long talk with Ann about\nthe garden, and then", "We left."}},
		{"a line that is over", "Slept well.\nate badly", []string{"Slept well.", "ate badly"}},
		{"a heading", "# Beds\ndug two", []string{"# Beds", "dug two"}},
		{"a long line", long, []string{strings.TrimSpace(strings.Repeat(ten+". ", 4)), strings.TrimSpace(strings.Repeat(ten+". ", 3))}},
		{"nothing", "", []string{""}},
		{"blanks", " \n\t\n", []string{" \n\t\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range rank.Units(tt.text) {
				got = append(got, tt.text[r.Start:r.End])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestUnitsHaveEveryWordOnceAndAreNotLong(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"word", "Word", ".", " ", " ", "\n", "é", "- ", "#", "?", " a b c d e f g h i j k l m n o p q r s t u v w x y z ", "\u00a0", "\xff"})
		text := strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "text"), "")
		want := tokens(text)
		var got []string
		end := 0
		for _, r := range rank.Units(text) {
			if r.Start < end || r.End < r.Start {
				t.Fatalf("%q: unit %v after %d", text, r, end)
			}
			end = r.End
			unit := text[r.Start:r.End]
			if n := len(strings.Fields(unit)); n > 100 {
				t.Fatalf("%q: a unit of %d words", text, n)
			}
			got = append(got, tokens(unit)...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: units have %q, the text %q", text, got, want)
		}
	})
}

func tokens(s string) []string {
	var out []string
	for t := range search.Each(s) {
		out = append(out, t.Text)
	}
	return out
}
