package analyzer

import (
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
)

func TestADistanceOverItsTimeIsASpeedOfTheNotesThatGiveBoth(t *testing.T) {
	t.Parallel()
	day := notes.Day{}
	distance := &measure{subject: "cycling", name: distanceName, unit: "km", series: stat.Series{{Day: day, Value: 22, ID: "a"}, {Day: day, Value: 11, ID: "b"}}}
	duration := &measure{subject: "cycling", name: durationName, unit: "min", series: stat.Series{{Day: day, Value: 66, ID: "a"}, {Day: day, Value: 30, ID: "c"}}}
	m := distance.over(duration)
	if m == nil || m.unit != "km/h" || len(m.series) != 1 || round(m.series[0].Value) != 20 {
		t.Fatalf("speed: %+v", m)
	}
	if distance.over(&measure{unit: "min"}) != nil {
		t.Error("a speed without any time")
	}
}
