package rota_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rota"
	"github.com/weft-mesh/weft/notes/search"
)

func TestATextTellsWhichShiftIsWorked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]rota.Kind{
		"earlies all week":       "earlies",
		"slept 5h. early.":       "earlies",
		"swapped to lates":       "lates",
		"9 jobs on nights":       "nights",
		"night shift again":      "nights",
		"nights over, thank god": "over",
		"early night":            "",
		"late lunch":             "",
		"2 nights of nowt":       "",
		"three days in Rome":     "",
	} {
		tokens := search.Tokens(text)
		sentence := func(i int) int { return strings.Count(text[:tokens[i].Start], ". ") }
		got, ok := rota.Read(tokens, sentence, func(int) bool { return true })
		if ok && got == "" {
			got = "over"
		}
		if got != want {
			t.Errorf("%q tells of %q, want %q", text, got, want)
		}
	}
}

func TestAShiftLastsUntilAnotherBeginsOrItsWeekEnds(t *testing.T) {
	t.Parallel()
	day := func(d int) notes.Day { return notes.NewDay(2026, 3, d) } // the 2nd is a Monday
	turns := []rota.Turn{{Day: day(2), Of: "earlies"}, {Day: day(9), Of: "lates"}, {Day: day(11), Of: ""}, {Day: day(16), Of: "earlies"}}
	for _, tt := range []struct {
		more []rota.Turn
		of   rota.Kind
		want []int
	}{
		{nil, "earlies", []int{2, 3, 4, 5, 6, 16, 17, 18, 19, 20}},
		{nil, "lates", []int{9, 10}},
		{[]rota.Turn{{Day: day(21), Of: "nights"}}, "earlies", []int{2, 3, 4, 5, 6, 7, 8, 16, 17, 18, 19, 20}},
	} {
		var got []int
		for d := range rota.Days(append(slices.Clone(turns), tt.more...), tt.of) {
			got = append(got, d.Date)
		}
		if slices.Sort(got); !slices.Equal(got, tt.want) {
			t.Errorf("%s are on %v, want %v", tt.of, got, tt.want)
		}
	}
}
