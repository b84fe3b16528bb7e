package caldav

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAnAddressThatWouldGiveThePasswordAwayIsRefused(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://example.com/cal":              "a password is not sent over http",
		"https://ann:secret@example.com/cal/": "has a password in it",
		"ftp://example.com/":                  "not http or https",
		"calendar.ics":                        "not http or https",
		"https://exa mple.com/":               "can't be read",
	} {
		if _, err := New(Source{URL: url, User: "ann", Password: "secret"}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
	for _, url := range []string{"http://127.0.0.1:5232/", "http://localhost/", "webcal://example.com/a.ics", "https://example.com"} {
		if _, err := New(Source{URL: url, User: "ann", Password: "secret"}, nil); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// answers is a server that answers as it is told.
func answers(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	c, err := New(Source{URL: server.URL + "/cal/", User: "ann", Password: "secret"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func objects(t *testing.T, c *Client) ([]Object, error) {
	t.Helper()
	from := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	return c.Objects(t.Context(), from, from.AddDate(0, 0, 1))
}

func TestARedirectStaysOnItsHostAndKeepsItsMethod(t *testing.T) {
	t.Parallel()
	c := answers(t, func(w http.ResponseWriter, r *http.Request) {
		user, _, _ := r.BasicAuth()
		if r.URL.Path == "/cal/" {
			http.Redirect(w, r, "/moved/", http.StatusMovedPermanently)
			return
		}
		if r.Method != "REPORT" || user != "ann" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusMultiStatus)
		_, _ = w.Write([]byte(`<D:multistatus xmlns:D="DAV:"/>`))
	})
	if got, err := objects(t, c); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	asked := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	t.Cleanup(other.Close)
	away := answers(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/cal/", http.StatusFound) })
	if _, err := objects(t, away); err == nil || !strings.Contains(err.Error(), "the password is not for") || asked {
		t.Errorf("the other host was asked: %v, and the error is %v", asked, err)
	}
	round := answers(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/cal/", http.StatusFound) })
	if _, err := objects(t, round); err == nil || !strings.Contains(err.Error(), "more than 5 times") {
		t.Errorf("a circle of redirects gives %v", err)
	}
}

func TestAnAnswerThatIsNoneIsTold(t *testing.T) {
	t.Parallel()
	const head = `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:response><D:href>/cal/a.ics</D:href>`
	for body, want := range map[string]string{
		"<html>welcome":    "does not answer as a CalDAV server",
		"":                 "does not answer as a CalDAV server",
		head + `<D:props>`: "does not answer as a CalDAV server",
		head + `<D:propstat><D:status>HTTP/1.1 200 OK</D:status><D:prop><D:getetag>"1"</D:getetag></D:prop></D:propstat></D:response></D:multistatus>`: "does not hand it out",
	} {
		c := answers(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusMultiStatus)
			_, _ = w.Write([]byte(body))
		})
		if _, err := objects(t, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", body, err, want)
		}
	}
}

func TestAnAccountThatLeadsNowhereOrAwayIsTold(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]string{
		`<D:current-user-principal><D:href>https://evil.example/ann/</D:href></D:current-user-principal>`: "which the password is not for",
		`<D:current-user-principal><D:href>/cal/</D:href></D:current-user-principal>`:                     "leads to no calendar",
		`<D:displayname>files</D:displayname>`:                                                            "leads to no calendar",
	} {
		c := answers(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusMultiStatus)
			_, _ = w.Write([]byte(`<D:multistatus xmlns:D="DAV:"><D:response><D:href>/cal/</D:href><D:propstat><D:status>HTTP/1.1 200 OK</D:status><D:prop>` +
				what + `</D:prop></D:propstat></D:response></D:multistatus>`))
		})
		if _, err := c.Calendars(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %q", what, err, want)
		}
	}
}

func TestAPublishedFileIsFetched(t *testing.T) {
	t.Parallel()
	const text = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
	c := answers(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		_, _ = w.Write([]byte(text))
	})
	if got, err := c.File(t.Context()); err != nil || string(got) != text {
		t.Errorf("got %q, %v", got, err)
	}
	if c.IsFile() {
		t.Error("an address of a folder is taken for that of a file")
	}
	gone := answers(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	var status *StatusError
	if _, err := gone.File(t.Context()); !errors.As(err, &status) || status.Status != http.StatusNotFound {
		t.Errorf("got %v", err)
	}
}
