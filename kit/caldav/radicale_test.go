package caldav

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// radicale starts a CalDAV server with a user ann, and returns its address.
func radicale(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("radicale"); err != nil {
		if os.Getenv("WEFT_TEST_CALDAV") != "" {
			t.Fatal("WEFT_TEST_CALDAV is set, and there is no radicale")
		}
		t.Skip("no radicale here: apt-get install radicale")
	}
	dir := t.TempDir()
	users := filepath.Join(dir, "users")
	if err := os.WriteFile(users, []byte("ann:secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("radicale", "--config", "", "--server-hosts", "127.0.0.1:0", "--storage-filesystem-folder", filepath.Join(dir, "data"),
		"--auth-type", "htpasswd", "--auth-htpasswd-filename", users, "--auth-htpasswd-encryption", "plain", "--auth-delay", "0", "--logging-level", "info")
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	listening := regexp.MustCompile(`Listening on '\[127\.0\.0\.1\]:(\d+)'`)
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			go func() {
				for lines.Scan() { // until it ends
				}
			}()
			return "http://127.0.0.1:" + m[1]
		}
	}
	t.Fatalf("radicale does not listen:\n%s", said.String())
	return ""
}

// put sends something to the server as ann.
func put(t *testing.T, method, url, kind, body string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth("ann", "secret")
	req.Header.Set("Content-Type", kind)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, url, res.Status)
	}
}

func event(uid, start, end, more string) string {
	return strings.ReplaceAll("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\nBEGIN:VEVENT\nUID:"+uid+"\nDTSTAMP:20261101T000000Z\nDTSTART:"+start+
		"\nDTEND:"+end+"\nSUMMARY:"+uid+"\n"+more+"END:VEVENT\nEND:VCALENDAR\n", "\n", "\r\n")
}

const makeCalendar = `<?xml version="1.0" encoding="utf-8"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>` +
	`<D:displayname>Family</D:displayname><C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>`

func TestEventsAreFetchedFromACalDAVServer(t *testing.T) {
	t.Parallel()
	base := radicale(t)
	put(t, "MKCALENDAR", base+"/ann/family/", "application/xml", makeCalendar)
	put(t, "MKCALENDAR", base+"/ann/tasks/", "application/xml", strings.ReplaceAll(makeCalendar, "VEVENT", "VTODO"))
	put(t, "PUT", base+"/ann/family/a.ics", "text/calendar", event("concert", "20261205T180000Z", "20261205T200000Z", ""))
	put(t, "PUT", base+"/ann/family/b.ics", "text/calendar", event("choir", "20260903T170000Z", "20260903T183000Z", "RRULE:FREQ=WEEKLY\n"))
	put(t, "PUT", base+"/ann/family/c.ics", "text/calendar", event("past", "20260101T170000Z", "20260101T183000Z", ""))

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
