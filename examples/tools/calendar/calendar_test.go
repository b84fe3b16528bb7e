package calendar_test

import (
	"cmp"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/examples/tools/calendar"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

func open(t *testing.T, dir string) *toolservertest.Client {
	t.Helper()
	s, err := calendar.New(calendar.Options{Dir: dir})
	return toolservertest.Open(t, s, err)
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(strings.ReplaceAll(content, "\n", "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		out = append(out, e.Name())
	}
	return out
}

// event is one of another program, with these properties of its own.
func event(properties ...string) string {
	return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:other\nBEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n" +
		strings.Join(properties, "\n") + "\nEND:VEVENT\nEND:VCALENDAR\n"
}

func review(uid string) calendar.NewEvent {
	return calendar.NewEvent{UID: uid, Summary: "Review", Start: "2026-02-02T09:00:00+01:00", End: "2026-02-02T10:30:00+01:00"}
}

func uids(list calendar.Events) (out []string) {
	for _, e := range list.Events {
		out = append(out, e.UID)
	}
	return out
}

func TestAnEventIsAFileThatCalendarProgramsRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := review("run/step/1")
	in.Summary, in.Location = "Überblick; Zahlen, Pläne – "+strings.Repeat("größer ", 12)+"\\", "Room 1, 2nd floor"
	in.Description = "First\n\tsecond\nEND:VEVENT"
	var got calendar.Event
	open(t, dir).Do("create_event", in, &got)
	want := calendar.Event{
		UID: "run/step/1", File: "events/run%2Fstep%2F1.ics", Start: "2026-02-02T08:00:00Z", End: "2026-02-02T09:30:00Z",
		Summary: in.Summary, Location: in.Location, Description: in.Description,
	}
	if got != want {
		t.Errorf("it is %+v, want %+v", got, want)
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(got.File)))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || strings.ToValidUTF8(line, "") != line {
			t.Errorf("it has the line %q", line)
		}
	}
	whole := strings.ReplaceAll(text, "\r\n ", "")
	for _, part := range []string{
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:", "\r\nUID:run/step/1\r\n", "\r\nDTSTART:20260202T080000Z\r\n", "\r\nDTEND:20260202T093000Z\r\n",
		"\r\nDTSTAMP:20", `SUMMARY:Überblick\; Zahlen\, Pläne – größer `, `LOCATION:Room 1\, 2nd floor` + "\r\n", `DESCRIPTION:First\n` + "\t" + `second\nEND:VEVENT` + "\r\n",
	} {
		if !strings.Contains(whole, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

func TestAnEventOfWholeDaysIsOnTheSameDaysInAnyZone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	for uid, end := range map[string]string{"day": "", "days": "2026-03-03"} {
		in := calendar.NewEvent{UID: uid, Summary: "Due", Start: "2026-02-28", End: end}
		want := calendar.Event{UID: uid, File: "events/" + uid + ".ics", Start: in.Start, End: cmp.Or(end, "2026-03-01"), Summary: "Due", WholeDays: true}
		var got calendar.Event
		if c.Do("create_event", in, &got); got != want {
			t.Errorf("it is %+v, want %+v", got, want)
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(got.File)))
		if err != nil {
			t.Fatal(err)
		}
		ends := "\r\nDTEND;VALUE=DATE:" + strings.ReplaceAll(want.End, "-", "") + "\r\n"
		if !strings.Contains(string(data), "\r\nDTSTART;VALUE=DATE:20260228\r\n") || !strings.Contains(string(data), ends) {
			t.Errorf("its file is\n%s", data)
		}
	}
}

func TestAnEventIsCreatedOnceForEachUID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	servers := []*toolservertest.Client{open(t, dir), open(t, dir)}
	summaries := make(chan any)
	for i := range 8 {
		go func() {
			in := review("a.1")
			in.Summary = strings.Repeat("x", i+1)
			res, err := servers[i%2].Call("create_event", in)
			if err != nil || res.IsError {
				summaries <- err
				return
			}
			summaries <- res.StructuredContent.(map[string]any)["summary"]
		}()
	}
	told := map[any]bool{}
	for range 8 {
		told[<-summaries] = true
	}
	if len(told) != 1 || told[nil] {
		t.Errorf("they were told of %v", told)
	}
	if got := names(t, filepath.Join(dir, "events")); !slices.Equal(got, []string{"a.1.ics"}) {
		t.Errorf("there are %q", got)
	}
	// Also if another program has made it.
	put(t, dir, "events/other.ics", event("UID:b", "DTSTART:20260203T080000Z", "SUMMARY:Theirs"))
	var got calendar.Event
	if servers[0].Do("create_event", review("b"), &got); got.Summary != "Theirs" || got.File != "events/other.ics" {
		t.Errorf("it is %+v", got)
	}
}

func TestAnEventIsMovedAndKeepsWhatElseIsInItsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	put(t, dir, "events/other.ics", event("UID:a@other.example", "SUMMARY:Talk", "DTSTART;TZID=Europe/Berlin:20260202T090000", "DTEND;TZID=Europe/Berlin:20260202T100000",
		"SEQUENCE:4", "X-COLOR:red", "ATTENDEE;CN=Ann:mailto:ann@example.com"))
	var got calendar.Event
	c.Do("move_event", calendar.Move{UID: "a@other.example", Start: "2026-02-03T14:00:00+01:00"}, &got)
	if got.Start != "2026-02-03T13:00:00Z" || got.End != "2026-02-03T14:00:00Z" || got.File != "events/other.ics" {
		t.Errorf("it is %+v", got)
	}
	read := func() string {
		data, err := os.ReadFile(filepath.Join(dir, "events/other.ics"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	first := read()
	for _, part := range []string{"DTSTART:20260203T130000Z\r\n", "DTEND:20260203T140000Z\r\n", "SEQUENCE:5\r\n", "X-COLOR:red\r\n", "ATTENDEE;CN=Ann:mailto:ann@example.com\r\n", "PRODID:other\r\n"} {
		if !strings.Contains(first, part) {
			t.Errorf("%q is missing in\n%s", part, first)
		}
	}
	if c.Do("move_event", calendar.Move{UID: "a@other.example", Start: "2026-02-03T13:00:00Z", End: "2026-02-03T14:00:00Z"}, &got); read() != first {
		t.Errorf("the same move has changed it to\n%s", read())
	}
	if c.Do("move_event", calendar.Move{UID: "a@other.example", Start: "2026-02-03T13:00:00Z", End: "2026-02-03T15:00:00Z"}, &got); got.End != "2026-02-03T15:00:00Z" {
		t.Errorf("it is %+v", got)
	}
}

func TestADeletedEventIsKeptAndDoesNotComeAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	var made, gone, again calendar.Event
	c.Do("create_event", review("a"), &made)
	put(t, dir, "deleted/a.ics", event("UID:older", "DTSTART:20260203T080000Z"))
	c.Do("delete_event", calendar.Reference{UID: "a"}, &gone)
	if gone.File != "deleted/a-2.ics" || gone.Summary != made.Summary {
		t.Errorf("it is %+v", gone)
	}
	if c.Do("delete_event", calendar.Reference{UID: "a"}, &again); again != gone {
		t.Errorf("it is %+v, and then %+v", gone, again)
	}
	if got := names(t, filepath.Join(dir, "deleted")); !slices.Equal(got, []string{"a-2.ics", "a.ics"}) {
		t.Errorf("deleted are %q", got)
	}
	// A call that comes late does not bring it back.
	if said := c.Refused("create_event", review("a")); !strings.Contains(said, "was deleted") {
		t.Errorf("it says %q", said)
	}
	c.Refused("move_event", calendar.Move{UID: "a", Start: "2026-02-03T13:00:00Z"})
	c.Refused("delete_event", calendar.Reference{UID: "none"})
	if got := names(t, filepath.Join(dir, "events")); got != nil {
		t.Errorf("there are %q", got)
	}
}

func TestEventsOfATimeAreListedWithTheEarliestFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	for uid, properties := range map[string][]string{
		"before": {"DTSTART:20260201T080000Z", "DTEND:20260202T000000Z"},
		"into":   {"DTSTART:20260201T230000Z", "DTEND:20260202T003000Z"},
		"within": {"DTSTART;TZID=Europe/Berlin:20260202T090000", "DTEND;TZID=Europe/Berlin:20260202T100000"},
		"point":  {"DTSTART:20260202T120000Z"},
		"after":  {"DTSTART:20260203T000000Z", "DTEND:20260203T010000Z"},
		"weekly": {"DTSTART:20260105T070000Z", "DTEND:20260105T080000Z", "RRULE:FREQ=WEEKLY"},
	} {
		put(t, dir, "events/"+uid+".ics", event(append(properties, "UID:"+uid)...))
	}
	put(t, dir, "events/day.ics", event("UID:day", "DTSTART;VALUE=DATE:20260301", "DTEND;VALUE=DATE:20260303"))
	put(t, dir, "events/broken.ics", "BEGIN:VCALENDAR\n")
	put(t, dir, "events/timeless.ics", event("UID:timeless", "SUMMARY:Some day"))
	put(t, dir, "events/.half.ics", event("UID:half", "DTSTART:20260202T120000Z"))
	var got calendar.Events
	c.Do("list_events", calendar.Span{From: "2026-02-02", To: "2026-02-03T00:00:00Z"}, &got)
	if want := []string{"weekly", "into", "within", "point"}; !slices.Equal(uids(got), want) || !got.Events[0].Repeats {
		t.Errorf("listed are %q, want %q", uids(got), want)
	}
	if want := []string{"events/broken.ics", "events/timeless.ics"}; !slices.Equal(got.Unread, want) {
		t.Errorf("unread are %q", got.Unread)
	}
	got = calendar.Events{}
	c.Do("list_events", calendar.Span{From: "2026-02-20"}, &got)
	day := calendar.Event{UID: "day", File: "events/day.ics", Start: "2026-03-01", End: "2026-03-03", WholeDays: true}
	if !slices.Equal(uids(got), []string{"weekly", "day"}) || got.Events[1] != day {
		t.Errorf("listed are %+v", got.Events)
	}
	for _, uid := range []string{"weekly", "day", "point"} {
		if said := c.Refused("move_event", calendar.Move{UID: uid, Start: "2026-02-03T13:00:00Z"}); !strings.Contains(said, "repeats") {
			t.Errorf("it says %q", said)
		}
	}
	empty := calendar.Events{}
	if open(t, t.TempDir()).Do("list_events", calendar.Span{}, &empty); !reflect.DeepEqual(empty, calendar.Events{Events: []calendar.Event{}}) {
		t.Errorf("an empty calendar has %+v", empty)
	}
}

func TestWhatIsNoEventIsRefusedAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	c := open(t, dir)
	with := func(change func(*calendar.NewEvent)) calendar.NewEvent {
		e := review("a")
		change(&e)
		return e
	}
	for name, in := range map[string]calendar.NewEvent{
		"a uid that leads elsewhere": review("../a"),
		"a uid from the root":        review(""),
		"a uid of two lines":         review("a\r\nATTACH:file:///etc/passwd"),
		"a uid that is too long":     review(strings.Repeat("a", 81)),
		"a line break in a summary":  with(func(e *calendar.NewEvent) { e.Summary = "a\r\nATTENDEE:mailto:eve@example.com" }),
		"a carriage return":          with(func(e *calendar.NewEvent) { e.Summary = "a\rATTENDEE:mailto:eve@example.com" }),
		"one in a description":       with(func(e *calendar.NewEvent) { e.Description = "a\rEND:VEVENT" }),
		"one in a place":             with(func(e *calendar.NewEvent) { e.Location = "a\nEND:VEVENT" }),
		"a long summary":             with(func(e *calendar.NewEvent) { e.Summary = strings.Repeat("a", 301) }),
		"no summary":                 with(func(e *calendar.NewEvent) { e.Summary = "" }),
		"no start":                   with(func(e *calendar.NewEvent) { e.Start = "" }),
		"a start without a zone":     with(func(e *calendar.NewEvent) { e.Start = "2026-02-02T08:00:00" }),
		"an end before the start":    with(func(e *calendar.NewEvent) { e.End = "2026-02-02T08:00:00+01:00" }),
		"an end at the start":        with(func(e *calendar.NewEvent) { e.End = e.Start }),
		"no end":                     with(func(e *calendar.NewEvent) { e.End = "" }),
		"a day until a moment":       with(func(e *calendar.NewEvent) { e.Start = "2026-02-01" }),
		"a moment until a day":       with(func(e *calendar.NewEvent) { e.End = "2026-02-03" }),
		"a day that ends as it does": with(func(e *calendar.NewEvent) { e.Start, e.End = "2026-02-02", "2026-02-02" }),
	} {
		c.Refused("create_event", in)
		if got := names(t, filepath.Join(dir, "events")); got != nil {
			t.Fatalf("%s: there are %q", name, got)
		}
	}
	secret := event("UID:secret", "DTSTART:20260202T120000Z", "DTEND:20260202T130000Z")
	put(t, outside, "secret.ics", secret)
	if err := os.Symlink(filepath.Join(outside, "secret.ics"), filepath.Join(dir, "events", "secret.ics")); err != nil {
		t.Fatal(err)
	}
	for _, uid := range []string{"secret", "../../" + filepath.Base(outside) + "/secret"} {
		c.Refused("move_event", calendar.Move{UID: uid, Start: "2026-02-03T13:00:00Z"})
		c.Refused("delete_event", calendar.Reference{UID: uid})
	}
	c.Refused("create_event", review("secret"))
	var got calendar.Events
	if c.Do("list_events", calendar.Span{}, &got); len(got.Events) > 0 {
		t.Errorf("listed are %+v", got)
	}
	if got := names(t, outside); !slices.Equal(got, []string{"secret.ics"}) {
		t.Errorf("outside are %q", got)
	}
}

func TestToolsSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	open(t, t.TempDir()).Tools(map[string]toolservertest.Hint{
		"list_events": toolservertest.Reads, "create_event": toolservertest.Adds,
		"move_event": toolservertest.Destroys, "delete_event": toolservertest.Destroys,
	})
}
