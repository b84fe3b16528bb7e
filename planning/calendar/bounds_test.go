package calendar_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/weft-mesh/weft/planning/calendar"
)

func TestWhatIsBeyondBoundsIsRefused(t *testing.T) {
	t.Parallel()
	event := "BEGIN:VEVENT\nUID:a\nDTSTART:20260302T090000Z\nEND:VEVENT\n"
	for name, c := range map[string]struct {
		in   io.Reader
		want string
	}{
		"no calendar":             {strings.NewReader("hello"), "BEGIN:VCALENDAR"},
		"cut off within an event": {strings.NewReader("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260302T090000Z"), "ends within the VEVENT of line 2"},
		"cut off within an alarm": {strings.NewReader("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nBEGIN:VALARM\nTRIG"), "ends within the VALARM of line 4"},
		"nothing":                 {strings.NewReader(""), "BEGIN:VCALENDAR"},
		"cut off between events":  {strings.NewReader("BEGIN:VCALENDAR\n" + event), "nowhere does it have END:VCALENDAR"},
		"cut off within BEGIN":    {strings.NewReader("BEGIN:VCALENDAR\n" + event + "BEGIN:VEV"), "ends within the VEV of line 6"},
		"cut off within a name":   {strings.NewReader("BEGIN:VCALENDAR\n" + event + "BEG"), "nowhere does it have END:VCALENDAR"},
		"cut off within busy":     {strings.NewReader("BEGIN:VCALENDAR\nBEGIN:VFREEBUSY\nFREEBUSY:20260302T0"), "ends within the VFREEBUSY of line 2"},
		"cut off within a to-do":  {strings.NewReader("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t"), "ends within the VTODO of line 2"},
		"calendars without end":   {strings.NewReader(strings.Repeat("BEGIN:VCALENDAR\n", 1<<15) + event), "it is cut off"},
		"2 MB":                    {io.LimitReader(endless("X-NOTE:abc\n"), 2<<20), "1 MB"},
		"one line of 2":           {io.LimitReader(endless("x"), 2<<20), "1 MB"},
		"too many dates":          {io.MultiReader(strings.NewReader("BEGIN:VCALENDAR\nBEGIN:VEVENT\n"), io.LimitReader(endless("RDATE:20260101"+strings.Repeat(",20260101", 999)+"\n"), 1<<19)), "5000 dates"},
		"too many events":         {io.MultiReader(strings.NewReader("BEGIN:VCALENDAR\n"), io.LimitReader(endless(event), 1<<19)), "1000 events"},
	} {
		cal := calendar.Small()
		if err := cal.Read(c.in, "big.ics"); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "big.ics") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestHostileFilesAreReadWithinBounds(t *testing.T) {
	t.Parallel()
	event := "UID:a\nDTSTART:20260302T090000Z\n"
	for name, c := range map[string]struct{ text, want string }{
		"a summary of a megabyte":    {ics(event + "SUMMARY:" + strings.Repeat("x", 1<<20) + "\nDURATION:PT1H"), "03-02 09:00-03-02 10:00"},
		"a line of parameters":       {ics(event + "EXDATE" + strings.Repeat(";A=b", 1<<18) + ":20260302\nDURATION:PT1H"), "03-02 09:00-03-02 10:00"},
		"components without end":     {"BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:VTODO\n", 1<<16) + ics(event) + strings.Repeat("END:VTODO\n", 1<<16) + "END:VCALENDAR", ""},
		"a thousand calendars":       {strings.Repeat(ics("UID:z\nDTSTART;TZID=No/Where:19990101T000000"), 1000) + ics(event), "03-02 09:00-03-02 09:00"},
		"an occurrence in many ways": {ics(append(moved(5000), "UID:m\nDTSTART:20260302T090000Z\nRRULE:FREQ=DAILY")...), "03-03 10:00"},
		"ends without a beginning":   {ics(event) + strings.Repeat("END:VEVENT\n", 1<<16), "03-02 09:00-03-02 09:00"},
		"a thousand rules":           {ics(event + strings.Repeat("RRULE:FREQ=DAILY\n", 1000) + "DURATION:PT1H"), "03-01 00:00-07-01 00:00"},
		"thousands of zone names":    {ics(event + strings.Repeat("RDATE;TZID=No/Where:20260401T000000\n", 1<<12) + "DURATION:PT1H"), "03-31 10:00"},
	} {
		var cal calendar.Calendar
		if err := cal.Read(strings.NewReader(c.text), "hostile.ics"); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, told, err := cal.Commitments(day(3, 1), day(7, 1), time.UTC)
		if err != nil || !strings.Contains(show(got), c.want) || len(cal.Warnings) > 1001 || len(told) > 1001 {
			t.Errorf("%s: %.200s %v", name, show(got), err)
		}
	}
}

func TestManyRulesThatTakeLongAreTooMuchTogether(t *testing.T) {
	t.Parallel()
	var events []string
	for i := range 20 {
		events = append(events, fmt.Sprintf("UID:%d\nDTSTART:00010101T090000Z\nRRULE:FREQ=YEARLY;COUNT=9;BYMONTH=2;BYMONTHDAY=30", i))
	}
	cal := calendar.Small()
	if err := cal.Read(strings.NewReader(ics(events...)), "slow.ics"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := cal.Commitments(day(3, 1), day(7, 1), time.UTC); err == nil || !strings.Contains(err.Error(), "recur too often") {
		t.Error(err)
	}
}

func TestManyOverridesOfManyOccurrencesTakeNoLonger(t *testing.T) {
	t.Parallel()
	events := []string{"UID:a\nDTSTART:20200101T000000Z\nRRULE:FREQ=DAILY;BYHOUR=0,6,12,18"}
	for i := range 4_000 {
		at := time.Date(2020, 1, 1, 0, i, 0, 0, time.UTC).Format("20060102T150405Z")
		events = append(events, "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:"+at+"\nDTSTART:"+at+"\nSTATUS:CANCELLED")
	}
	var cal calendar.Calendar
	if err := cal.Read(strings.NewReader(ics(events...)), "overrides.ics"); err != nil {
		t.Fatal(err)
	}
	if got, _, err := cal.Commitments(day(1, 1), day(12, 31), time.UTC); err != nil || len(got) != 0 {
		t.Error(len(got), err)
	}
}

// moved returns overrides of one occurrence and all that follow, each with another start.
func moved(n int) []string {
	var events []string
	for i := range n {
		at := time.Date(2026, 3, 3, 10, 0, i, 0, time.UTC).Format("20060102T150405Z")
		events = append(events, "UID:m\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260303T090000Z\nDTSTART:"+at)
	}
	return events
}

func TestAFolderOfCalendars(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"cal/work.ics":          {Data: []byte(ics("UID:w\nDTSTART:20260302T090000Z"))},
		"cal/HOME.ICS":          {Data: []byte(ics("UID:h\nDTSTART:20260303T090000Z"))},
		"cal/notes.md":          {Data: []byte("no calendar")},
		"cal/.cache/past.ics":   {Data: []byte("no calendar")},
		"cal/choir/a.ical":      {Data: []byte(ics("UID:c\nDTSTART:20260304T090000Z"))},
		"cal/busy.ifb":          {Data: []byte(ics("UID:i\nDTSTART:20260305T090000Z"))},
		"cal/1/2/3/4/5/too.ics": {Data: []byte("no calendar")},
		"cal/link.ics":          {Mode: 0o777 | 1<<27},
		"bad/in/bad.ics":        {Data: []byte("no calendar")},
		"notes/notes.md":        {Data: []byte("no calendar")},
	}
	var cal calendar.Calendar
	if err := cal.ReadFolder(files, "cal"); err != nil {
		t.Fatal(err)
	}
	got, _, err := cal.Commitments(day(3, 1), day(7, 1), time.UTC)
	if err != nil || show(got) != "w 03-02 09:00-03-02 09:00; h 03-03 09:00-03-03 09:00; c 03-04 09:00-03-04 09:00; i 03-05 09:00-03-05 09:00" || len(cal.Warnings) != 2 || cal.Warnings[0].File != "cal/1/2/3/4/5" || cal.Warnings[1].Code != calendar.NotAFile {
		t.Error(show(got), cal.Warnings, err)
	}
	if err := cal.ReadFolder(files, "bad"); err == nil || !strings.Contains(err.Error(), "bad/in/bad.ics") {
		t.Error(err)
	}
	var empty calendar.Calendar
	if err := empty.ReadFolder(files, "notes"); err != nil || len(empty.Warnings) != 1 || !strings.Contains(empty.Warnings[0].String(), "notes: no file in this folder is a calendar") {
		t.Error(empty.Warnings, err)
	}
	if cal.ReadFolder(files, "none") == nil || cal.ReadFile(files, "cal") == nil {
		t.Error("there is no such folder, and a folder is no file")
	}
}

// endless repeats a text.
func endless(text string) io.Reader {
	return &repeated{[]byte(strings.Repeat(text, 1<<16/len(text)+1)), 0}
}

type repeated struct {
	text []byte
	at   int
}

func (r *repeated) Read(b []byte) (int, error) {
	n := copy(b, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(ics(custom, "UID:a\nDTSTART;TZID=Ours:20260302T090000\nDURATION:P1DT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO\nEXDATE:20260309T080000Z\nRDATE;VALUE=PERIOD:20260302T090000/PT1H",
		"UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260316T080000Z\nDTSTART;VALUE=DATE:20260316\nSEQUENCE:3")))
	f.Add([]byte(ics("UID:a\nDTSTART;TZID=Atlantis:20260302T090000\nDTEND;TZID=\"W. Europe Standard Time\":20260302T100000\nTRANSP:TRANSPARENT")))
	f.Add([]byte("BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:x\nBEGIN:STANDARD\nDTSTART:00010101T000000\nTZOFFSETFROM:+2359\nTZOFFSETTO:-2359\nRRULE:FREQ=DAILY\n"))
	home, err := time.LoadLocation("America/Santiago")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var cal calendar.Calendar
		if cal.Read(bytes.NewReader(data), "fuzz.ics") != nil {
			return
		}
		got, _, err := cal.Commitments(day(3, 1), day(4, 1), home)
		if err != nil {
			return
		}
		for _, c := range got {
			if c.To.Before(c.From) {
				t.Fatalf("%v", c)
			}
		}
	})
}

func BenchmarkRead50MB(b *testing.B) {
	var text strings.Builder
	text.WriteString("BEGIN:VCALENDAR\r\n")
	for i := 0; text.Len() < 49<<20; i++ {
		fmt.Fprintf(&text, "BEGIN:VEVENT\r\nDTSTAMP:20260101T000000Z\r\nUID:%d-0123456789abcdef@example.com\r\nCREATED:20260101T000000Z\r\nLAST-MODIFIED:20260101T000000Z\r\n"+
			"SUMMARY:A meeting about things\\, number %d\r\nDTSTART;TZID=Europe/Berlin:2026%02d%02dT090000\r\nDTEND;TZID=Europe/Berlin:2026%02d%02dT100000\r\n"+
			"LOCATION:Somewhere\r\nDESCRIPTION:%s\r\nTRANSP:OPAQUE\r\nSEQUENCE:0\r\nEND:VEVENT\r\n", i, i, i%12+1, i%28+1, i%12+1, i%28+1, strings.Repeat("Some words. ", 20))
	}
	text.WriteString("END:VCALENDAR\r\n")
	home := zone(b, "Europe/Berlin")
	b.ReportAllocs()
	for b.Loop() {
		var cal calendar.Calendar
		if err := cal.Read(strings.NewReader(text.String()), "big.ics"); err != nil {
			b.Fatal(err)
		}
		if _, _, err := cal.Commitments(day(3, 1), day(9, 1), home); err != nil {
			b.Fatal(err)
		}
	}
}
