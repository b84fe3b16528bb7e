package note

import (
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
)

// derive converts numbers, and adds what follows from several of one object:
// the volume of sets and the pace of a distance covered in a time. People
// compare both and seldom write them down.
func derive(in []extract.Number, stems stemmer) []Number {
	out := make([]Number, 0, len(in)+1)
	add := func(n *extract.Number, measure string, kind extract.Kind, unit string, value float64) {
		out = append(out, Number{
			Domain: n.Domain, Subject: n.Subject, Measure: measure, Kind: kind, Unit: unit, Value: value,
			subjectKey: stems.key(n.Subject), measureKey: stems.key(measure), DomainKey: stems.key(n.Domain),
		})
	}
	objects := map[string]map[string]*extract.Number{}
	var order []string
	for i := range in {
		n := &in[i]
		add(n, n.Measure, n.Kind, n.Unit, n.Value)
		path := pathOf(n)
		if objects[path] == nil {
			objects[path] = map[string]*extract.Number{}
			order = append(order, path)
		}
		objects[path][n.Measure] = n
	}
	for i := range out { // a load is of its sets
		o := objects[pathOf(&in[i])]
		out[i].Sets, out[i].Reps = valueOf(o["sets"]), valueOf(o["reps"])
	}
	for _, path := range order {
		o := objects[path]
		if v, ok := volume(o); ok {
			add(o["load"], "volume", extract.Amount, o["load"].Unit, v)
		}
		if sets, reps := o["sets"], o["reps"]; sets != nil && reps != nil {
			add(reps, Repetitions, extract.Amount, "", sets.Value*reps.Value)
		} else if reps != nil {
			add(reps, Repetitions, extract.Amount, "", reps.Value)
		}
		if v, unit, ok := pace(o); ok {
			add(o["distance"], "pace", extract.Reading, unit, v)
		}
	}
	return out
}

// pathOf is the object that a number stands in.
func pathOf(n *extract.Number) string { return n.Path[:max(strings.LastIndexByte(n.Path, '.'), 0)] }

// valueOf is 0 for no number.
func valueOf(n *extract.Number) float64 {
	if n == nil {
		return 0
	}
	return n.Value
}

// Repetitions are those of all sets together; only who counts them asks for them.
const Repetitions = "repetitions"

// volume is load times repetitions times sets, which tells whether more was
// done than before. A set that is not counted is one.
func volume(o map[string]*extract.Number) (float64, bool) {
	load, reps := o["load"], o["reps"]
	if load == nil || reps == nil || o["volume"] != nil {
		return 0, false
	}
	v := load.Value * reps.Value
	if sets := o["sets"]; sets != nil {
		v *= sets.Value
	}
	return v, true
}

// pace is the minutes that a kilometre or mile took. Distances in metres have
// their own ways to tell a pace, so they get none.
func pace(o map[string]*extract.Number) (v float64, unit string, ok bool) {
	distance, duration := o["distance"], o["duration"]
	if distance == nil || duration == nil || o["pace"] != nil || distance.Value <= 0 {
		return 0, "", false
	}
	if distance.Unit != "km" && distance.Unit != "mi" {
		return 0, "", false
	}
	minutes, ok := quantity.Convert(duration.Value, duration.Unit, "min")
	return minutes / distance.Value, "min/" + distance.Unit, ok
}

// A Number is one numeric value of an entry's data.
type Number struct {
	Domain  string
	Subject string // "bench press"; may be empty or the domain itself
	Measure string // "load"
	Kind    extract.Kind
	Unit    string // canonical, "" for a bare number
	Value   float64

	Sets, Reps float64 // of the sets that it is of, 0 for none

	subjectKey, measureKey, DomainKey string // stems, for comparing
}

// key is the same for a number that is given again.
func (n Number) key() string { return fmt.Sprint(n.Subject, "|", n.Measure, "|", n.Value, n.Unit) }
