// Package caldavtest starts a CalDAV server for tests.
package caldavtest

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Radicale starts a CalDAV server with a user ann, whose password is secret, and returns its
// address.
func Radicale(t *testing.T) string {
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

// Send sends something to the server as ann, and returns its answer.
func Send(t *testing.T, method, url, kind, body string) string {
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
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		t.Fatalf("%s %s: %s %v", method, url, res.Status, err)
	}
	return string(data)
}

// MakeCalendar is the body of a MKCALENDAR for events.
const MakeCalendar = `<?xml version="1.0" encoding="utf-8"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>` +
	`<D:displayname>Family</D:displayname><C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>`
