package calendar

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/weft-mesh/weft/planning/civil"
)

// Entry is a block as others see it in a calendar.
type Entry struct {
	// UID is by what programs know that it is the same event when it is read
	// again; see StableUID.
	UID                  string
	Summary, Description string
	From, To             time.Time // whole seconds
	Free                 bool      // it is shown as free
	// Sequence is how often it was changed, and Changed when it was last: by them programs know what is
	// newer. Zero: nobody knows.
	Sequence int
	Changed  time.Time
}

// Subscription is what programs that read a calendar again and again are told of it.
type Subscription struct {
	Name  string
	Every time.Duration // how often it is worth a look, in whole minutes
}

// StableUID returns the UID of a block: of the n-th of a task of a plan. It is
// the same each time, and tells nothing of either.
func StableUID(plan, task string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d %s %d", len(plan), plan, len(task), task, n))
	return hex.EncodeToString(sum[:16]) + "@weft"
}

// Forms of times in iCalendar.
const (
	utcForm   = "20060102T150405Z"
	localForm = "20060102T150405"
)

// Write writes entries as an iCalendar file. The stamp is when the schedule was
// made. Times are in the zone, with a VTIMEZONE for the years that the entries
// are in; in UTC if that is the zone or it is nil. A time that the zone's clock
// shows twice is in UTC if it is the second.
func Write(w io.Writer, entries []Entry, stamp time.Time, zone *time.Location) error {
	return writeEvents(w, ics.NewCalendarFor("Weft"), entries, stamp, zone)
}

// WriteSubscription is Write for a calendar that programs subscribe to.
func WriteSubscription(w io.Writer, s Subscription, entries []Entry, stamp time.Time, zone *time.Location) error {
	cal := ics.NewCalendarFor("Weft")
	every := fmt.Sprintf("PT%dM", max(1, int(s.Every.Minutes())))
	cal.SetXWRCalName(clean(s.Name))
	cal.SetRefreshInterval(every)
	cal.SetXPublishedTTL(every)
	return writeEvents(w, cal, entries, stamp, zone)
}

func writeEvents(w io.Writer, cal *ics.Calendar, entries []Entry, stamp time.Time, zone *time.Location) error {
	cal.SetProductId("-//Weft//Planning//EN")
	local := zone != nil && zone != time.UTC && len(entries) > 0
	if local {
		first, last := entries[0].From, entries[0].To
		for _, e := range entries {
			if e.From.Before(first) {
				first = e.From
			}
			if e.To.After(last) {
				last = e.To
			}
		}
		cal.AddVTimezone(definition(zone, first, last))
	} else {
		zone = nil
	}
	seen := map[string]bool{}
	for _, e := range entries {
		switch {
		case e.UID == "" || clean(e.UID) != e.UID:
			return fmt.Errorf("calendar: entry %.80q has no UID that a calendar can have", e.Summary)
		case seen[e.UID]:
			return fmt.Errorf("calendar: two entries have the UID %.80q", e.UID)
		case e.To.Before(e.From):
			return fmt.Errorf("calendar: entry %.80q ends before it begins", e.UID)
		}
		seen[e.UID] = true
		cal.AddVEvent(e.event(stamp, zone))
	}
	out := bufio.NewWriter(w)
	if err := cal.SerializeTo(out, ics.WithNewLineWindows); err != nil {
		return fmt.Errorf("calendar: %w", err)
	}
	return out.Flush()
}

// event returns the entry as the codec has it.
func (e Entry) event(stamp time.Time, zone *time.Location) *ics.VEvent {
	v := ics.NewEvent(e.UID)
	v.SetProperty(ics.ComponentPropertyDtstamp, stamp.UTC().Format(utcForm))
	setTime(v, ics.ComponentPropertyDtStart, e.From, zone)
	setTime(v, ics.ComponentPropertyDtEnd, e.To, zone)
	v.SetProperty(ics.ComponentPropertySummary, clean(e.Summary))
	if e.Description != "" {
		v.SetProperty(ics.ComponentPropertyDescription, cleanLines(e.Description))
	}
	if !e.Changed.IsZero() {
		v.SetProperty(ics.ComponentPropertySequence, strconv.Itoa(e.Sequence))
		v.SetProperty(ics.ComponentPropertyLastModified, e.Changed.UTC().Format(utcForm))
	}
	transparency := "OPAQUE"
	if e.Free {
		transparency = "TRANSPARENT"
	}
	v.SetProperty(ics.ComponentPropertyTransp, transparency)
	return v
}

func setTime(v *ics.VEvent, name ics.ComponentProperty, t time.Time, zone *time.Location) {
	if zone == nil || !civil.Of(t.In(zone)).In(zone).Equal(t.Truncate(time.Second)) {
		v.SetProperty(name, t.UTC().Format(utcForm))
		return
	}
	v.SetProperty(name, t.In(zone).Format(localForm), ics.WithTZID(zone.String()))
}

// cleanLines is clean for text of several lines.
func cleanLines(s string) string {
	var out []string
	for line := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		out = append(out, clean(line))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// definition returns a VTIMEZONE with each change of the clock from a year before
// the first time until a year after the last.
func definition(zone *time.Location, first, last time.Time) *ics.VTimezone {
	d := ics.NewTimezone(zone.String())
	until := last.AddDate(1, 0, 0)
	from := first.AddDate(-1, 0, 0).In(zone)
	name, offset := from.Zone()
	observe(d, from.IsDST(), from, offset, offset, name)
	for t := from; ; {
		_, next := t.ZoneBounds()
		// The standard library ends periods too early on the last day of leap years
		// after 2037; an hour on it is right again.
		if !next.IsZero() && !next.After(t) {
			next = t.Add(time.Hour)
		}
		if next.IsZero() || next.After(until) {
			return d
		}
		t = next.In(zone)
		before := offset
		if name, offset = t.Zone(); offset != before {
			observe(d, t.IsDST(), t, before, offset, name)
		}
	}
}

// observe adds an observance that begins at an instant.
func observe(d *ics.VTimezone, daylight bool, at time.Time, from, to int, name string) {
	p := &ics.ComponentBase{}
	p.AddProperty(ics.ComponentPropertyDtStart, at.In(time.FixedZone("", from)).Format(localForm))
	p.AddProperty("TZOFFSETFROM", offsetText(from))
	p.AddProperty("TZOFFSETTO", offsetText(to))
	p.AddProperty("TZNAME", name)
	if daylight {
		d.Components = append(d.Components, &ics.Daylight{ComponentBase: *p})
	} else {
		d.Components = append(d.Components, &ics.Standard{ComponentBase: *p})
	}
}

func offsetText(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}
