package caldav

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/caldav/caldavtest"
)

func event(uid, start, end, more string) string {
	return strings.ReplaceAll("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\nBEGIN:VEVENT\nUID:"+uid+"\nDTSTAMP:20261101T000000Z\nDTSTART:"+start+
		"\nDTEND:"+end+"\nSUMMARY:"+uid+"\n"+more+"END:VEVENT\nEND:VCALENDAR\n", "\n", "\r\n")
}

func TestEventsAreFetchedFromACalDAVServer(t *testing.T) {
	t.Parallel()
	base := caldavtest.Radicale(t)
	caldavtest.Send(t, "MKCALENDAR", base+"/ann/family/", "application/xml", caldavtest.MakeCalendar)
	caldavtest.Send(t, "MKCALENDAR", base+"/ann/tasks/", "application/xml", strings.ReplaceAll(caldavtest.MakeCalendar, "VEVENT", "VTODO"))
	caldavtest.Send(t, "PUT", base+"/ann/family/a.ics", "text/calendar", event("concert", "20261205T180000Z", "20261205T200000Z", ""))
	caldavtest.Send(t, "PUT", base+"/ann/family/b.ics", "text/calendar", event("choir", "20260903T170000Z", "20260903T183000Z", "RRULE:FREQ=WEEKLY\n"))
	caldavtest.Send(t, "PUT", base+"/ann/family/c.ics", "text/calendar", event("past", "20260101T170000Z", "20260101T183000Z", ""))

	account, err := New(Source{URL: base, User: "ann", Password: "secret"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	calendars, err := account.Calendars(t.Context())
	if err != nil || len(calendars) != 1 || calendars[0].Name != "Family" || calendars[0].URL != base+"/ann/family/" {
		t.Fatalf("calendars are %+v, %v", calendars, err)
	}
	family := account.At(calendars[0])
	if again, err := family.Calendars(t.Context()); err != nil || len(again) != 1 {
		t.Errorf("a calendar leads to %v, %v", again, err)
	}
	from := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	objects, err := family.Objects(t.Context(), from, from.AddDate(0, 0, 7))
	if err != nil || len(objects) != 2 {
		t.Fatalf("objects are %v, %v", objects, err)
	}
	for _, o := range objects {
		if o.ETag == "" || !strings.HasPrefix(o.Path, "/ann/family/") || !strings.Contains(string(o.Data), "BEGIN:VEVENT") {
			t.Errorf("an object is %+v", o)
		}
	}

	stranger, _ := New(Source{URL: base + "/ann/family/", User: "ann", Password: "wrong"}, nil)
	if _, err := stranger.Objects(t.Context(), from, from.AddDate(0, 0, 7)); err == nil || !strings.Contains(err.Error(), "check the user and the password") {
		t.Errorf("a wrong password is answered with %v", err)
	}
}

func TestEventsAreWrittenToACalDAVServerAsTheyWereRead(t *testing.T) {
	t.Parallel()
	base := caldavtest.Radicale(t)
	caldavtest.Send(t, "MKCALENDAR", base+"/ann/weft/", "application/xml", caldavtest.MakeCalendar)
	c, err := New(Source{URL: base + "/ann/weft/", User: "ann", Password: "secret"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, second := []byte(event("a", "20260903T170000Z", "20260903T183000Z", "")), []byte(event("a", "20260904T170000Z", "20260904T183000Z", ""))
	if err := c.Create(t.Context(), "a.ics", first); err != nil {
		t.Fatal(err)
	}
	if err := c.Create(t.Context(), "a.ics", second); !errors.Is(err, ErrChanged) {
		t.Errorf("an event of the same name was made: %v", err)
	}
	read, err := c.All(t.Context())
	if err != nil || len(read) != 1 || !strings.Contains(string(read[0].Data), "20260903") {
		t.Fatalf("there is %v, %v", read, err)
	}
	if err := c.Replace(t.Context(), read[0], second); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{"replaced": c.Replace(t.Context(), read[0], first), "deleted": c.Delete(t.Context(), read[0])} {
		if !errors.Is(err, ErrChanged) {
			t.Errorf("what has changed since it was read is %s: %v", what, err)
		}
	}
	read, err = c.All(t.Context())
	if err != nil || len(read) != 1 || !strings.Contains(string(read[0].Data), "20260904") {
		t.Fatalf("there is %v, %v", read, err)
	}
	if err := c.Delete(t.Context(), read[0]); err != nil {
		t.Fatal(err)
	}
	if read, err = c.All(t.Context()); err != nil || len(read) != 0 {
		t.Errorf("there is %v, %v", read, err)
	}
}
