package analyzer

import (
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// The names of what is measured of a deed.
const (
	distanceName = "distance"
	durationName = "duration"
	speedName    = "speed"
)

// writtenSpeed tells how fast a deed went that no domain reads: its distance by
// its time, of the notes that give both. Over one and the same way the times
// tell it themselves. It is nil where the question asks for no speed or no note
// gives both.
func (q *inquiry) writtenSpeed(p *part, st stance) *measure {
	if p.Dimension != quantity.Speed && p.Dimension != quantity.Pace && (p.Dimension != "" || !p.Is(ask.Fast)) {
		return nil
	}
	if given := q.writtenOf(st, p.Fits, quantity.Speed); given != nil {
		return given
	}
	distance := q.writtenOf(st, p.Fits, quantity.Length)
	duration := q.writtenOf(st, p.Fits, quantity.Duration)
	if distance == nil || duration == nil {
		return nil
	}
	if p.Dimension == "" && level([]*measure{distance}) {
		return duration
	}
	return distance.over(duration)
}

// speeds are the units of speed by those of distance.
var speeds = map[string]string{"km": "km/h", "mi": "mph", "m": "m/s"}

// over divides a distance by the time that the same notes give; nil where none
// gives both.
func (m *measure) over(duration *measure) *measure {
	out := &measure{domain: m.domain, subject: m.subject, name: speedName, kind: extract.Reading, unit: speeds[m.unit]}
	hours := map[string]float64{}
	for _, pt := range duration.series {
		hours[pt.ID], _ = quantity.Convert(pt.Value, duration.unit, "h")
	}
	for _, pt := range m.series {
		km, ok := quantity.Convert(pt.Value, m.unit, "km")
		if h := hours[pt.ID]; ok && h > 0 && out.unit != "" {
			v, _ := quantity.Convert(km/h, "km/h", out.unit)
			out.series = append(out.series, stat.Point{Day: pt.Day, Value: v, ID: pt.ID})
		}
	}
	if len(out.series) == 0 {
		return nil
	}
	out.series = stat.NewSeries(out.series)
	return out
}
