package calendar

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

// zoneDefinition is a VTIMEZONE.
type zoneDefinition struct {
	id          string
	observances []observance
	spoilt      bool // something in it can't be read, or contradicts itself
}

// text returns all that defines the zone.
func (z zoneDefinition) spelledOut() string { return fmt.Sprintf("%+v", z) }

// observance is a STANDARD or DAYLIGHT of a VTIMEZONE.
type observance struct {
	start, from, to string
	rule            string
	dates           []stamp
	daylight        bool
}

var zoneNames = map[string]bool{"TZID": true, "DTSTART": true, "TZOFFSETFROM": true, "TZOFFSETTO": true, "RRULE": true, "RDATE": true}

// maxObservances is more than any zone has had.
const maxObservances = 500

// maxOffset is the most that a zone may be from UTC, in seconds: planning/civil
// looks no further.
const maxOffset = 16 * 3600

// set takes what a property says, in the zone itself or in its last observance.
func (z *zoneDefinition) set(p property, inside string) {
	n := len(z.observances)
	if inside == "VTIMEZONE" || n == 0 {
		if p.name == "TZID" {
			z.id = p.value
		}
		return
	}
	o := &z.observances[n-1]
	o.daylight = inside == "DAYLIGHT"
	switch p.name {
	case "DTSTART":
		o.start = p.value
	case "TZOFFSETFROM":
		o.from = p.value
	case "TZOFFSETTO":
		o.to = p.value
	case "RRULE":
		o.rule = p.value
	case "RDATE":
		o.dates = appendStamps(o.dates, stamp{text: p.value})
	}
}

// change is when a zone takes another offset, in Unix seconds.
type change struct {
	at         int64
	from, to   int
	isDaylight bool
}

// lastChange is until when rules of zones are expanded.
const lastChange = 2100

// location builds the zone, or returns nil where the definition can't be read or
// the budget doesn't suffice.
func (z zoneDefinition) location(b *recur.Budget) *time.Location {
	if z.spoilt || len(z.observances) == 0 || len(z.observances) > maxObservances {
		return nil
	}
	var changes []change
	for _, o := range z.observances {
		some, ok := o.changes(b)
		if !ok {
			return nil
		}
		changes = append(changes, some...)
	}
	stable.Sort(changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	changes = slices.CompactFunc(changes, func(a, b change) bool { return a.at == b.at })
	zone, err := time.LoadLocationFromTZData(z.id, tzif(changes))
	if err != nil {
		return nil
	}
	return zone
}

// changes expands an observance. Its times are civil ones by the offset before.
func (o observance) changes(b *recur.Budget) ([]change, bool) {
	from, ok1 := offset(o.from)
	to, ok2 := offset(o.to)
	start, err := recur.ParseMoment(o.start, nil)
	if !ok1 || !ok2 || err != nil || start.AllDay {
		return nil, false
	}
	before := time.FixedZone("", from)
	start.Zone = before
	set := recur.Set{Start: start}
	if o.rule != "" {
		rule, err := recur.Parse(o.rule)
		if err != nil {
			return nil, false
		}
		set.Rules = []recur.Rule{rule}
	}
	for _, d := range o.dates {
		m, err := recur.ParseMoment(d.text, before)
		if err != nil {
			return nil, false
		}
		set.Dates = append(set.Dates, recur.Extra{Moment: m})
	}
	found, err := set.Between(0, civil.NewDate(lastChange, 1, 1), before, b)
	if err != nil {
		return nil, false
	}
	changes := make([]change, len(found))
	for i, f := range found {
		changes[i] = change{f.Time.Unix(), from, to, o.daylight}
	}
	return changes, true
}

// offset reads "+0100" or "-043000" as seconds.
func offset(text string) (int, bool) {
	if len(text) != 5 && len(text) != 7 || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	n, err := strconv.Atoi(text[1:] + "00"[:7-len(text)])
	if err != nil || n < 0 {
		return 0, false
	}
	seconds := n/10000*3600 + n/100%100*60 + n%100
	if seconds > maxOffset {
		return 0, false
	}
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// tzif writes changes as a compiled zone of RFC 8536, version 2, which is what
// the standard library builds a zone from.
func tzif(changes []change) []byte {
	types := []change{{to: changes[0].from}} // that before the first change
	index := make([]byte, len(changes))
	for i, c := range changes {
		at := 1 + slices.IndexFunc(types[1:], func(t change) bool { return t.to == c.to && t.isDaylight == c.isDaylight })
		if at == 0 {
			if at = len(types); at > 255 {
				at = 255
			} else {
				types = append(types, c)
			}
		}
		index[i] = byte(at)
	}
	header := func(b []byte, times, kinds int) []byte {
		b = append(b, "TZif2"...)
		b = append(b, make([]byte, 15)...)
		for _, n := range []int{0, 0, 0, times, kinds, 4} {
			b = binary.BigEndian.AppendUint32(b, uint32(n))
		}
		return b
	}
	b := header(nil, 0, 1) // version 1, which nobody reads
	b = append(b, make([]byte, 6+4)...)
	b = header(b, len(changes), len(types))
	for _, c := range changes {
		b = binary.BigEndian.AppendUint64(b, uint64(c.at))
	}
	b = append(b, index...)
	for _, t := range types {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(t.to)))
		daylight := byte(0)
		if t.isDaylight {
			daylight = 1
		}
		b = append(b, daylight, 0)
	}
	return append(b, "LMT\x00\n\n"...)
}
