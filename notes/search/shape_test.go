package search_test

import (
	"slices"
	"testing"

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
