package search_test

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
)

func TestShapesTellHowNumbersStand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]search.Shape{
		"7.9":                            {{Form: "0.0", Size: 2, Bare: true}},
		"800 m, 28:40":                   {{Form: "m", Size: 9, Bare: true}, {Form: "0:0", Size: 4, Bare: true}},
		"Swam 700m, 25 min":              {{Form: "m", Size: 9}, {Form: "min", Size: 4, Bare: true}},
		"8.6. Slept 5 h":                 {{Form: "0.0", Size: 3, Bare: true}, {Form: "h", Size: 2}},
		"82.4 kg":                        {{Form: "kg", Size: 6, Bare: true}},
		"125/80 and then a walk of 2 km": {{Form: "0/0", Size: 6}, {Form: "km", Size: 1}},
		"$4.50":                          {{Form: "$", Size: 2, Bare: true}},
		"no number":                      nil,
	} {
		if got := search.Shapes(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestNotesAreFoundByTheShapeOfANumber(t *testing.T) {
	t.Parallel()
	x := search.NewIndex()
	for i, text := range []string{"7.9", "paid 7.90", "8.1", "8.4 at the clinic"} {
		x.Add(search.Doc{Day: notes.NewDay(2026, 1, 1+i), Text: text})
	}
	x.Remove(0)
	var got []int
	for _, m := range x.Shaped([]search.Shape{{Form: "0.0", Size: 2, Bare: true}, {Form: "0.0", Size: 3, Bare: true}}, notes.Range{}, 0) {
		got = append(got, m.Number)
	}
	if !slices.Equal(got, []int{2}) {
		t.Errorf("found %v, want the one that is left without words", got)
	}
}
