package analyzer

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/search"
)

func TestUnreal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       string // the words that did not happen
	}{
		{"what is told happened", "Ran 5 km and had coffee.", ""},
		{"a skipped thing", "Skipped squats today.", "squats today"},
		{"no reaches to the end of its clause", "No coffee, ran 5 km.", "coffee"},
		{"without", "Bench without a belt but with music.", "a belt"},
		{"a contraction, however it is written", "didn’t run; didnt swim", "run swim"},
		{"but ends a denial", "Did not run but swam.", "run"},
		{"a denial reaches six words", "not one two three four five six seven", "one two three four five six"},
		{"a word behind what it denies", "Squats: done. Deadlifts skipped.", "Deadlifts"},
		{"a plan", "Ran 5 km. Tomorrow I want to swim.", "I want to swim"},
		{"no idea denies nothing", "No idea why bench felt heavy.", ""},
		{"not only denies nothing", "Not only coffee.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tokens := search.Tokens(tt.text)
			var got []string
			for i, no := range unreal(tt.text, tokens) {
				if no {
					got = append(got, tokens[i].Text)
				}
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("did not happen: %q, want %q", s, tt.want)
			}
		})
	}
}

func TestUnrealReadsAnyText(t *testing.T) {
	t.Parallel()
	words := []string{"no", "not", "skipped", "but", "and", "squats", ",", ".", "tomorrow", "I", "want", "to", "’", "don’t", "\n", "only"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "words"), " ")
		tokens := search.Tokens(text)
		if marks := unreal(text, tokens); len(marks) != len(tokens) {
			t.Fatalf("%d marks for %d tokens", len(marks), len(tokens))
		}
	})
}

func TestSlugsFitIntoGapIDs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Bench Press": "bench-press", "Café au lait!": "cafe-au-lait", "": "it", "…": "it",
		strings.Repeat("long ", 50): strings.Repeat("long-", 16),
	} {
		if got := slug(name); got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
	}
}
