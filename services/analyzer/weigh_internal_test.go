package analyzer

import (
	"reflect"
	"testing"
)

func TestALighterWordIsLeftOutBeforeAHeavierOne(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		weights []weight
		want    [][]int
	}{
		"words that decide stay":                 {[]weight{decisive, decisive}, [][]int{{0, 1}}},
		"filling up with petrol":                 {[]weight{silent, decisive}, [][]int{{0, 1}, {1}}},
		"a new phone screen":                     {[]weight{slight, decisive, decisive}, [][]int{{0, 1, 2}, {1, 2}}},
		"a new car is not any car":               {[]weight{slight, decisive}, [][]int{{0, 1}}},
		"what says nothing goes before the rest": {[]weight{silent, slight, decisive, decisive}, [][]int{{0, 1, 2, 3}, {1, 2, 3}, {2, 3}}},
		"of light words alone none is left out":  {[]weight{silent, silent}, [][]int{{0, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := relaxations(tt.weights); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("relaxations(%v) = %v, want %v", tt.weights, got, tt.want)
			}
		})
	}
}
