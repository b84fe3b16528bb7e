package calendar

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// What contradicts itself is settled towards more time, and told.

// said is what an event says of itself, of which the one may contradict the other.
type said struct{ cancelled, kept, free, busy bool }

// say takes what a property says of the event as a whole.
func (e *event) say(p property) {
	switch p.name {
	case "STATUS":
		if strings.EqualFold(p.value, "CANCELLED") {
			e.said.cancelled = true
		} else {
			e.said.kept = true
		}
	case "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS":
		if strings.EqualFold(p.value, "TRANSPARENT") || strings.EqualFold(p.value, "FREE") {
			e.said.free = true
		} else {
			e.said.busy = true
		}
	case "SEQUENCE":
		n, err := strconv.Atoi(p.value)
		e.unnumbered = e.unnumbered || err != nil || e.numbered && n != e.sequence
		e.sequence, e.numbered = n, true
	}
}

// settleContradictions decides what an event is, of all that it says.
func (r *reader) settleContradictions(e *event) {
	if e.said.cancelled && e.said.kept {
		r.warn(Contradiction, e.line, "its STATUS says that it is cancelled, and that it is not; it is taken")
	}
	if e.said.free && e.said.busy {
		r.warn(Contradiction, e.line, "it says that its time is free, and that it is not; it is taken")
	}
	e.cancelled = e.said.cancelled && !e.said.kept
	e.free = e.said.free && !e.said.busy
}

// supersedes reports whether an event is a newer version of another by its SEQUENCE.
func (e *event) supersedes(o *event) bool {
	return !e.unnumbered && !o.unnumbered && o.sequence < e.sequence
}

// settleOverrides returns those of several overrides of one occurrence that count: the newest by
// SEQUENCE, then by when they were written; all that may be.
func (x *expander) settleOverrides(list []override) []override {
	newest := list[0].event
	for _, o := range list {
		if !o.event.unnumbered && (newest.unnumbered || o.event.sequence > newest.sequence) {
			newest = o.event
		}
	}
	var kept []override
	for _, o := range list {
		if !newest.supersedes(o.event) {
			kept = append(kept, o)
		}
	}
	kept = latestWritten(kept)
	seen := map[string]bool{}
	different := kept[:0:0]
	for _, o := range kept {
		if text := o.event.timeText(); !seen[text] {
			seen[text] = true
			different = append(different, o)
		}
	}
	if len(different) > 1 {
		for i := range different {
			different[i].disputed = true
		}
		x.warn(Contradiction, different[1].event, "two events stand for one occurrence, and nobody can tell which is newer; both are taken")
	}
	return different
}

// latestWritten returns the overrides that were written last, by DTSTAMP and LAST-MODIFIED, where
// all have them and the two do not contradict each other; else all.
func latestWritten(list []override) []override {
	var stamped, modified string
	allStamped, allModified := true, true
	for _, o := range list {
		stamped, modified = max(stamped, o.event.stamped), max(modified, o.event.modified)
		allStamped, allModified = allStamped && o.event.stamped != "", allModified && o.event.modified != ""
	}
	var latest []override
	for _, o := range list {
		if (!allStamped || o.event.stamped == stamped) && (!allModified || o.event.modified == modified) {
			latest = append(latest, o)
		}
	}
	if len(latest) == 0 {
		return list
	}
	return latest
}

// timeText returns all that says what time an event takes.
func (e *event) timeText() string {
	return fmt.Sprintln(e.start, e.ends, e.lengths, e.travel, e.rules, e.dates, e.except, e.future, e.cancelled, e.free)
}

var writtenAt = regexp.MustCompile(`^[0-9]{8}T[0-9]{6}Z$`)

// writtenTime returns when an event was written, of a line such as DTSTAMP; "" where that can't be
// told.
func writtenTime(line []byte) string {
	if text := line[max(0, len(line)-16):]; writtenAt.Match(text) {
		return string(text)
	}
	return ""
}

// heldBack is a line of an event in a component within it, such as an alarm. It is the event's own
// if the component does not end: then nobody can tell where it does.
type heldBack struct {
	depth    int
	property property
}

// maxHeldBack bounds them.
const maxHeldBack = 50

func (r *reader) holdBack(name string, l *lines) {
	if len(r.heldBack) == maxHeldBack {
		return
	}
	if p, ok := r.decodeOfEvent(name, l); ok {
		r.heldBack = append(r.heldBack, heldBack{len(r.open), p})
	}
}

// takeHeldBack takes what may be the event's. Which occurrence it would stand for is not known then.
func (r *reader) takeHeldBack() {
	for _, h := range r.heldBack {
		switch p := h.property; p.name {
		case "UID":
			r.event.uid = cmp.Or(r.event.uid, p.value)
		case "RECURRENCE-ID":
			p.value = "?"
			r.event.set(p, r.zones)
		case "SEQUENCE":
			r.event.unnumbered = true
		default:
			r.event.set(p, r.zones)
		}
	}
	r.heldBack = nil
}
