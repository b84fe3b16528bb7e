package extract_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/extract"
)

// Eight times the text takes about eight times the work; work that grows with
// the square of the text would be sixty-four times as much.
func TestExtractionIsLinear(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, i := range set.Infos() {
		names = append(names, i.GetName())
	}
	ex, err := extract.Compile(set.Context(names).GetSchemas())
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{
		"Slept 11 to 6:30, felt rested. Coffee and toast.\nBench 5x5 @ 80kg, then squat 3x8 100kg. Ran 5k in 25:30, energy 6/10.\n\n",
		"bench ", "5x5 ", "had a a a a a ", "coffee, ", "slept 5 ", "no ", "(((", "& & ", "80kg ", "felt really very so ", "bench 5x5 80\n",
		"she had ", "Tom ran and ", "skipped, ", "ran ran 5 km in ", "\"had ", "if ",
	} {
		work := func(size int) int { return ex.Work(strings.Repeat(unit, size/len(unit)+1)) }
		if short, long := work(2<<10), work(16<<10); long > 12*short {
			t.Errorf("%q: 2 KiB take %d steps, 16 KiB %d", unit, short, long)
		}
	}
}
