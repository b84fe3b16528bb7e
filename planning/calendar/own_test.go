package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/calendar"
)

const ofRoadmap = "RM-01M83T9E6V"

func block(title string, from time.Time) calendar.Entry {
	return calendar.Entry{UID: calendar.StableUID(ofRoadmap, "B1", 1), Summary: title, From: from, To: from.Add(90 * time.Minute)}
}

func object(t *testing.T, e calendar.Entry) string {
	t.Helper()
	data, err := calendar.Object(e, ofRoadmap, e.From)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAnEventOfWeftsIsKnownAgain(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)
	for _, title := range []string{"Read", `Buy: milk, eggs; "bread" \ and more`, "two\nlines", strings.Repeat("Übung ", 60), "  spaces  "} {
		e := block(title, from)
		text := object(t, e)
		own, ok := calendar.ReadOwn([]byte(text))
		if !ok || own.Changed || own.Roadmap != ofRoadmap || own.UID != e.UID || !e.Same(own) {
			t.Errorf("%q is read as %+v, %v:\n%s", title, own, ok, text)
		}
	}
	if _, err := calendar.Object(block("Read", from), "RM-1\r\nATTENDEE:x", from); err == nil {
		t.Error("a roadmap's name may hold further properties")
	}
}

func TestWhatSomebodyHasChangedIsSeen(t *testing.T) {
	t.Parallel()
	text := object(t, block("Read", time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC)))
	if !strings.Contains(text, "DTSTART:20261201T170000Z") {
		t.Fatalf("times are not in UTC:\n%s", text)
	}
	for name, c := range map[string]struct {
		from, to string
		changed  bool
	}{
		"nothing":           {"", "", false},
		"another zone":      {"DTSTART:20261201T170000Z", "DTSTART;TZID=Europe/Berlin:20261201T180000", false},
		"a note":            {"END:VEVENT", "DESCRIPTION:chapter 3\r\nEND:VEVENT", false},
		"an alarm":          {"END:VEVENT", "BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nACTION:DISPLAY\r\nEND:VALARM\r\nEND:VEVENT", false},
		"the start":         {"DTSTART:20261201T170000Z", "DTSTART:20261201T173000Z", true},
		"the end":           {"DTEND:20261201T183000Z", "DTEND:20261201T190000Z", true},
		"the title":         {"SUMMARY:Read", "SUMMARY:Read on", true},
		"a whole day":       {"DTSTART:20261201T170000Z", "DTSTART;VALUE=DATE:20261201", true},
		"a floating time":   {"DTSTART:20261201T170000Z", "DTSTART:20261201T170000", true},
		"no end":            {"DTEND:20261201T183000Z\r\n", "", true},
		"it recurs":         {"END:VEVENT", "RRULE:FREQ=DAILY\r\nEND:VEVENT", true},
		"it is cancelled":   {"END:VEVENT", "STATUS:CANCELLED\r\nEND:VEVENT", true},
		"another's mark":    {"X-WEFT:RM-0", "X-WEFT:RM-9", true},
		"a zone of nowhere": {"DTSTART:20261201T170000Z", "DTSTART;TZID=Nowhere/Nothing:20261201T180000", true},
	} {
		own, ok := calendar.ReadOwn([]byte(strings.Replace(text, c.from, c.to, 1)))
		if !ok || own.Changed != c.changed {
			t.Errorf("%s: %+v, %v", name, own, ok)
		}
	}
	if _, ok := calendar.ReadOwn([]byte(strings.Replace(text, "@weft", "@example.com", 1))); ok {
		t.Error("a copy with a UID of its own is taken for Weft's")
	}
	mark := text[strings.Index(text, "X-WEFT:"):strings.Index(text, "END:VEVENT")]
	if own, ok := calendar.ReadOwn([]byte(strings.Replace(text, mark, "", 1))); !ok || own.Roadmap != "" {
		t.Errorf("an event that was imported is %+v, %v", own, ok)
	}
}

func TestARevisedEventKeepsWhatOthersHaveAddedToIt(t *testing.T) {
	t.Parallel()
	was := block("Read", time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC))
	alarm := "BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nACTION:DISPLAY\r\nDESCRIPTION:Read\r\nEND:VALARM\r\n"
	note := "DESCRIPTION:chapter 3\\, and then\r\n  the rest\r\n"
	text := strings.Replace(object(t, was), "END:VEVENT", note+"SEQUENCE:4\r\n"+alarm+"X-AFTER:1\r\nEND:VEVENT", 1)

	now := block("Read on", was.From.AddDate(0, 0, 2))
	data, err := calendar.Revise([]byte(text), now, ofRoadmap, was.From)
	if err != nil {
		t.Fatal(err)
	}
	own, ok := calendar.ReadOwn(data)
	if !ok || own.Changed || !now.Same(own) {
		t.Errorf("it is read as %+v, %v", own, ok)
	}
	for _, want := range []string{note, alarm, "X-AFTER:1\r\n", "SEQUENCE:5\r\n"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("it lacks %q:\n%s", want, data)
		}
	}
	for _, once := range []string{"DTSTART", "DTEND", "SUMMARY", "SEQUENCE", "X-WEFT", "UID", "BEGIN:VEVENT", "END:VCALENDAR"} {
		if n := strings.Count(string(data), "\r\n"+once); n != 1 {
			t.Errorf("it has %s %d times:\n%s", once, n, data)
		}
	}
	two := strings.Replace(text, "END:VCALENDAR", "BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT\r\nEND:VCALENDAR", 1)
	if _, err := calendar.Revise([]byte(two), now, ofRoadmap, was.From); err == nil {
		t.Error("one of two events is revised")
	}
}
