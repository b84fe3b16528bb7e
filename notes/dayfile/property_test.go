package dayfile_test

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes/dayfile"
)

func TestLinesAboutATextAreTheFieldsOfItsHeadThatNameIt(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		want []int
	}{
		"day and tags":                    {"Created: October 3, 2026\nTags: house\n\nDone.", []int{0, 25}},
		"below a title":                   {"# House\ndate:: 2026-01-05\nDistance: 10 km\n\nRan.", []int{8}},
		"a file of fields alone":          {"Weight: 80 kg\nSleep: 7 h\n", nil},
		"a line of prose among them":      {"Created: October 3, 2026\nThe boiler is done.\n", nil},
		"a field that stands in the text": {"Ran.\n\nCreated: October 3, 2026\n", nil},
		"nothing":                         {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := dayfile.AboutLines(tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("about lines %v, want %v", got, tt.want)
			}
		})
	}
}
