package calendar

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
)

const (
	mostLine = 300      // bytes of a summary, a location
	mostText = 64 << 10 // of a description
)

// A period is when an event is.
type period struct {
	start, end time.Time
	days       bool // it lasts whole days, which end where the day after the last begins
}

// form writes an event.
func form(n NewEvent, at period, now time.Time) (string, error) {
	if n.Summary == "" {
		return "", errors.New("the summary is empty")
	}
	if err := errors.Join(plain("the summary", n.Summary, mostLine, ""), plain("the location", n.Location, mostLine, ""),
		plain("the description", n.Description, mostText, "\n\t")); err != nil {
		return "", err
	}
	all := ics.NewCalendarFor("Weft")
	e := all.AddEvent(n.UID)
	e.SetDtStampTime(now)
	e.SetCreatedTime(now)
	if at.days {
		e.SetAllDayStartAt(at.start)
		e.SetAllDayEndAt(at.end)
	} else {
		e.SetStartAt(at.start)
		e.SetEndAt(at.end)
	}
	e.SetSummary(n.Summary)
	if n.Location != "" {
		e.SetLocation(n.Location)
	}
	if n.Description != "" {
		e.SetDescription(n.Description)
	}
	return write(all), nil
}

// write returns a calendar as RFC 5545 has it: folded at 75 bytes, with CRLF.
func write(all *ics.Calendar) string { return all.Serialize(ics.WithNewLineWindows) }

// moved gives an event another time, so that programs that have it take the new one.
func moved(all *ics.Calendar, e *ics.VEvent, at period, now time.Time) string {
	e.SetStartAt(at.start)
	e.SetEndAt(at.end)
	e.SetDtStampTime(now)
	e.SetModifiedAt(now)
	sequence, _ := strconv.Atoi(value(e, ics.ComponentPropertySequence)) // none is 0
	e.SetSequence(sequence + 1)
	return write(all)
}

// parse reads the one event of a file.
func parse(file string, data []byte) (*ics.Calendar, *ics.VEvent, Event, error) {
	all, err := ics.ParseCalendar(bytes.NewReader(data))
	if err != nil || len(all.Events()) != 1 || all.Events()[0].Id() == "" {
		return nil, nil, Event{}, fmt.Errorf("%q does not have one event that can be read", file)
	}
	e := all.Events()[0]
	out := Event{
		UID: e.Id(), File: file, Summary: value(e, ics.ComponentPropertySummary), Location: value(e, ics.ComponentPropertyLocation),
		Description: value(e, ics.ComponentPropertyDescription),
		Repeats:     e.GetProperty(ics.ComponentPropertyRrule) != nil || e.GetProperty(ics.ComponentPropertyRdate) != nil,
	}
	at, err := times(e)
	if err != nil {
		return nil, nil, Event{}, fmt.Errorf("%q has no time that can be read", file)
	}
	out.WholeDays = at.days
	out.Start, out.End = shown(at.start, at.days), shown(at.end, at.days)
	return all, e, out, nil
}

// times returns when an event is. One without an end is over when it begins, or lasts the
// day.
func times(e *ics.VEvent) (at period, err error) {
	if at.start, err = e.GetStartAt(); err != nil {
		return at, err
	}
	at.days = e.GetProperty(ics.ComponentPropertyDtStart).GetValueType() == ics.ValueDataTypeDate
	at.end, err = e.GetEndAt()
	if errors.Is(err, ics.ErrorPropertyNotFound) {
		at.end, err = at.start, nil
		if at.days {
			at.end = at.start.AddDate(0, 0, 1)
		}
	}
	return at, err
}

func shown(t time.Time, day bool) string {
	if day {
		return t.Format(time.DateOnly)
	}
	return t.UTC().Format(time.RFC3339)
}

func value(e *ics.VEvent, name ics.ComponentProperty) string {
	if p := e.GetProperty(name); p != nil {
		return strings.ToValidUTF8(p.Value, "\uFFFD")
	}
	return ""
}

// moment reads a moment, to the second.
func moment(what, text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fmt.Errorf("%s: %q is no moment, such as 2026-02-02T09:00:00+01:00", what, text)
	}
	return t.Truncate(time.Second), nil
}

// plain refuses control characters, among which are those that end a line of a file.
func plain(what, text string, most int, but string) error {
	control := func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(but, r) }
	if !utf8.ValidString(text) || len(text) > most || strings.ContainsFunc(text, control) {
		return fmt.Errorf("%s has more than %d bytes, or a control character in it", what, most)
	}
	return nil
}
