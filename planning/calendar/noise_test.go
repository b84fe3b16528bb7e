package calendar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/timeline"
)

// A calendar with noise in its lines never frees an hour that the clean one takes.
func TestNoiseFreesNoHour(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var clean, noisy []string
		for i := range rapid.IntRange(1, 3).Draw(t, "events") {
			draw := rapid.SampledFrom([]func(*rapid.T, string) [][]string{drawEvent, drawDays}).Draw(t, "kind")
			for _, lines := range draw(t, fmt.Sprint(i)) {
				clean = append(clean, strings.Join(lines, "\n"))
				var spoilt []string
				another := strings.HasPrefix(lines[1], "RECURRENCE-ID") && rapid.IntRange(0, 5).Draw(t, "another") == 0
				for i, line := range lines {
					if !another || i > 1 { // else nobody knows that they are for one occurrence
						line = withNoise(t, line)
					}
					spoilt = append(spoilt, line)
				}
				noisy = append(noisy, strings.Join(spoilt, "\n"))
				if another {
					noisy = append(noisy, strings.Join(append(slices.Clone(lines[:2]), "DTSTART:20260401T100000Z", "DURATION:PT1H", rapid.SampledFrom([]string{"STATUS:CANCELLED", "TRANSP:TRANSPARENT", "RRULE:FREQ=DAILY;COUNT=2"}).Draw(t, "status")), "\n"))
				}
			}
		}
		want, got := busyIn(t, ics(clean...)), busyIn(t, ics(noisy...))
		for _, c := range want {
			if at, free := firstFree(c, got); free {
				t.Fatalf("%s is taken from %v, and with noise free at %v\n%s\n\n%s", c.ID, c.From, at, strings.Join(clean, "\n\n"), strings.Join(noisy, "\n\n"))
			}
		}
	})
}

// drawEvent draws an event or a series, with an occurrence that is moved. None goes on beyond
// midnight, or it could not be known from a start alone.
func drawEvent(t *rapid.T, uid string) [][]string {
	draw := func(name string, list ...string) string { return rapid.SampledFrom(list).Draw(t, name) }
	at := time.Date(2026, 3, 1, rapid.IntRange(2, 20).Draw(t, "hour"), 30, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 60).Draw(t, "day"))
	form := func(name string, at time.Time) string {
		return name + ";TZID=Europe/Berlin:" + at.Format("20060102T150405")
	}
	event := []string{"UID:" + uid, form("DTSTART", at), draw("end", "DURATION:PT90M", "DURATION:PT20M", form("DTEND", at.Add(time.Hour))), "SUMMARY:Choir"}
	if way := draw("way", "", "", "PT30M", "PT75M"); way != "" {
		event = append(event, "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:"+way)
	}
	rule := draw("rule", "", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,SA;COUNT=9", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;INTERVAL=3;UNTIL=20260401T000000Z", "FREQ=HOURLY;BYHOUR=6,9,15;COUNT=20")
	if rule == "" {
		return [][]string{append(event, form("RDATE", at.AddDate(0, 0, 5)))}
	}
	event = append(event, "RRULE:"+rule, form("EXDATE", at.AddDate(0, 0, 3)))
	occurrence := at.AddDate(0, 0, rapid.IntRange(0, 9).Draw(t, "which"))
	moved := []string{"UID:" + uid, form(draw("range", "RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE"), occurrence), form("DTSTART", occurrence.AddDate(0, 0, rapid.IntRange(-3, 9).Draw(t, "by"))), "DURATION:PT2H", draw("status", "STATUS:CONFIRMED", "STATUS:CANCELLED", "TRANSP:TRANSPARENT")}
	return [][]string{event, moved}
}

// drawDays draws a series of whole days, with one that is moved.
func drawDays(t *rapid.T, uid string) [][]string {
	draw := func(name string, list ...string) string { return rapid.SampledFrom(list).Draw(t, name) }
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 60).Draw(t, "day"))
	form := func(name string, by int) string {
		return name + ";VALUE=DATE:" + at.AddDate(0, 0, by).Format("20060102")
	}
	event := []string{"UID:" + uid, form("DTSTART", 0), form("DTEND", 1), "RRULE:" + draw("rule", "FREQ=DAILY;COUNT=9", "FREQ=WEEKLY;BYDAY=MO,TU,SA", "FREQ=DAILY;INTERVAL=3;UNTIL=20260401"), form("EXDATE", 3)}
	which := rapid.IntRange(0, 9).Draw(t, "which")
	moved := []string{"UID:" + uid, form(draw("range", "RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE"), which), form("DTSTART", which+rapid.IntRange(-3, 9).Draw(t, "by")), "DURATION:P1D", draw("status", "STATUS:CONFIRMED", "STATUS:CANCELLED", "TRANSP:TRANSPARENT")}
	return [][]string{event, moved}
}

// asInstant writes a day as the instant at which it begins, or as one of it.
func asInstant(t *rapid.T, property, value string) []string {
	at, err := time.ParseInLocation("20060102", value, zone(t, "Europe/Berlin"))
	if err != nil {
		return nil
	}
	var lines []string
	for _, hours := range []time.Duration{0, 0, 9} {
		lines = append(lines, property+":"+at.Add(hours*time.Hour).UTC().Format("20060102T150405Z"))
	}
	return append(lines, property+";TZID=Europe/Berlin:"+value+"T000000", property+":"+value+"T120000")
}

// withNoise puts noise into a line, or leaves it as it is.
func withNoise(t *rapid.T, line string) string {
	name, value, _ := strings.Cut(line, ":")
	property, _, _ := strings.Cut(name, ";")
	noise := []string{line, line, line, "item1." + line}
	switch property {
	case "DTSTART", "DTEND", "RDATE":
		if cut := rapid.IntRange(0, len(value)-1).Draw(t, "cut"); cut != len("20260302") { // what is left is a date, and right
			noise = append(noise, name+":"+value[:cut])
		}
		noise = append(noise, name+":tomorrow", property+"="+value, property+" tomorrow", name+" "+value, property)
		if !strings.Contains(name, "VALUE=DATE") {
			noise = append(noise, property+";TZID=Nowhere:"+value)
		}
	case "DURATION", "X-APPLE-TRAVEL-DURATION":
		noise = append(noise, name+":"+value[:rapid.IntRange(0, len(value)-1).Draw(t, "cut")], name+":an hour or two", name+";VALUE", name+" "+value, name)
	case "RECURRENCE-ID", "EXDATE":
		property = strings.Replace(name, ";VALUE=DATE", "", 1)
		property = strings.Replace(property, ";TZID=Europe/Berlin", "", 1)
		noise = append(noise, name+":tomorrow", property+";TZID=Nowhere:"+value, name+" "+value, property+" "+value, name)
		if strings.Contains(name, "VALUE=DATE") {
			noise = append(noise, asInstant(t, property, value)...)
		}
	case "RRULE":
		noise = append(noise, "RRULE "+value, "RRULE", strings.Replace(line, "UNTIL=20260401", "UNTIL=20260331T220000Z", 1), strings.Replace(line, "UNTIL=20260401", "UNTIL=20260331T235959Z", 1), name+":often", strings.ReplaceAll(line, ",", ", "), line+";X-VENDOR=a;", line+";"+value, line+";FREQ=YEARLY", "rrule;x=y:"+strings.ToLower(value), line+";SKIP=OMIT")
		for _, again := range []string{"INTERVAL=2", "BYDAY=SU", "COUNT=3"} {
			if part, _, _ := strings.Cut(again, "="); strings.Contains(value, part+"=") {
				noise = append(noise, line+";"+again)
			}
		}
	case "SUMMARY":
		noise = append(noise, "SUMMARY:\xff\x00")
	case "STATUS", "TRANSP":
		noise = append(noise, name+":"+strings.ToLower(value), name+":?", name+" "+value, line+"\n"+name+":?", name+":OPAQUE\n"+line)
		if value == "CONFIRMED" {
			noise = append(noise, line+"\nSTATUS:CANCELLED", line+"\nTRANSP:OPAQUE\nX-MICROSOFT-CDO-BUSYSTATUS:FREE")
		}
	}
	line = rapid.SampledFrom(noise).Draw(t, "noise")
	switch rapid.IntRange(0, 9).Draw(t, "around") {
	case 0:
		line += "\n\n;;;\nX-NOTE"
	case 1:
		line += "\nBEGIN:VALARM\nDTSTART:20200101\nEND:VALARM"
	case 3:
		if property == "UID" {
			break // the event would be none
		}
		line = "BEGIN:VALARM\nTRIGGER:-PT5M\n" + line
	case 2:
		at := rapid.IntRange(1, len(line)).Draw(t, "fold")
		line = line[:at] + "\n " + line[at:]
	}
	return line
}

func busyIn(t *rapid.T, text string) []timeline.Commitment {
	var cal calendar.Calendar
	if err := cal.Read(strings.NewReader(text), "drawn.ics"); err != nil {
		t.Fatal(err)
	}
	found, _, err := cal.Commitments(day(3, 1), day(7, 1), zone(t, "Europe/Berlin"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(found, func(c timeline.Commitment) bool { return c.Free })
}

// firstFree returns the first instant of a commitment, of the time asked for, that no other takes. They are in the
// order in which they begin.
func firstFree(c timeline.Commitment, taken []timeline.Commitment) (time.Time, bool) {
	at := c.From
	if at.Before(day(3, 1)) {
		at = day(3, 1)
	}
	for _, o := range taken {
		if !o.From.After(at) && o.To.After(at) {
			at = o.To
		}
	}
	return at, at.Before(c.To) && at.Before(day(7, 1))
}
