package observation_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestASummaryOfTheDayTellsNothingTwice(t *testing.T) {
	t.Parallel()
	run := func(id, date string, km float64) *commonv1.Observation {
		return &commonv1.Observation{EntryId: id, Date: date, Domain: "running", Subject: "run", Measure: "distance", Value: km, Unit: "km"}
	}
	earlier := []*commonv1.Observation{run("a", "2026-02-19", 6), run("b", "2026-02-20", 5)}
	for _, tt := range []struct {
		text string
		km   float64
		want bool
	}{
		{"Day summary: ran 5 km", 5, true},
		{"**Summary of the day:** ran 5 km", 5, true},
		{"Today in summary: ran 5 km", 5, true},
		{"Day summary: ran 6 km", 6, false}, // of another day
		{"Ran 5 km again", 5, false},
		{"Summary of a book. Ran 5 km", 5, false},
	} {
		e := &commonv1.Entry{Id: "c", Date: "2026-02-20", Text: tt.text}
		if got := observation.Repeats(e, run("c", "2026-02-20", tt.km), earlier); got != tt.want {
			t.Errorf("%q repeats: %v", tt.text, got)
		}
	}
}
