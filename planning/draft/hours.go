package draft

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Hours are when work on a kept roadmap may be, by what was said of its goal: hours, days of the
// week that are excluded, days away, the most a day and
// a week. What is merely usual bounds no person who moves a block.
type Hours struct {
	frame timeline.Frame
	zone  *time.Location
	free  []problem.Span
	caps  []problem.Cap
	group map[string]string // of each node
	told  string
	away  []wish.Days
}

// Hours reads them for a stretch of time, in the person's zone. Its error is an *InputError.
func (k Kept) Hours(zone *time.Location, from, to time.Time) (*Hours, error) {
	d, err := k.said()
	if err != nil {
		return nil, err
	}
	h := &Hours{zone: zone, away: d.Wish.Away, group: map[string]string{}}
	for id, stream := range roadmap.StreamsOf(k.Document.Outline()) {
		h.group[id] = roadmap.GroupOf(stream)
	}
	if len(d.Wish.Windows) == 0 { // all day, in two: as one it is from morning to night
		const noon = 12 * 60
		d.Wish.Windows = []wish.Window{{From: 0, To: noon}, {From: noon, To: 2 * noon}}
	}
	d.person.Windows, _ = roadmap.Windows(d.Wish)
	h.told = strings.Join(roadmap.Told(d.person.Windows), "; ")
	d.person.Most = k.withoutBroken(d.limitsSaid(k.Said), d.sessionLimits(), zone)
	d.person.Zone = zone
	d.Start, d.End = civil.DateOf(from.In(zone)).WeekStart(time.Monday), civil.DateOf(to.In(zone)).WeekStart(time.Monday)+6 // whole weeks, for their limits
	d.away(nil)
	start, end := d.Start.In(zone), (d.End + 1).In(zone)
	line, _, err := d.line(d.person, start, end, nil)
	if err != nil {
		return nil, &InputError{err}
	}
	h.free, h.caps = line.Free, line.Caps
	if h.frame, err = timeline.NewFrame(zone, start, end); err != nil {
		return nil, &InputError{err}
	}
	return h, nil
}

// What a time is outside of.
const (
	OutsideDay   = "day"   // those on which there are hours for the goal
	OutsideHours = "hours" // those of its day
)

// Outside says what of the hours a time does not keep, and that in words; both are empty where
// it keeps them.
func (h *Hours) Outside(from, to time.Time) (code, why string) {
	s := problem.Span{From: h.frame.Minute(from), To: h.frame.Minute(to)}
	if s.From >= s.To || slices.ContainsFunc(h.free, func(f problem.Span) bool { return f.From <= s.From && s.To <= f.To }) {
		return "", ""
	}
	on := civil.DateOf(from.In(h.zone))
	if slices.ContainsFunc(h.away, func(a wish.Days) bool { return a.First <= on && on <= a.Last }) {
		return OutsideDay, fmt.Sprintf("is on %s, when you are away", on)
	}
	first, next := h.frame.Minute(on.In(h.zone)), h.frame.Minute((on + 1).In(h.zone))
	if !slices.ContainsFunc(h.free, func(f problem.Span) bool { return f.From < next && first < f.To }) {
		return OutsideDay, fmt.Sprintf("is on %s, but its goal has no hours on a %s", on, on.Weekday())
	}
	return OutsideHours, "is outside its goal's hours: " + h.told
}
