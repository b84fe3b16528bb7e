package caldav

import (
	"net/http"
	"sync/atomic"
	"testing"
)

func TestNothingOutsideOfTheCalendarIsWrittenTo(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	c := answers(t, func(http.ResponseWriter, *http.Request) { asked.Add(1) })
	for _, path := range []string{
		"/cal/", "/cal", "/cal/../other/a.ics", "/other/a.ics", "/cal/sub/a.ics", "/cal/sub%2Fa.ics", "/cal/..%2Fa.ics", "/cal/a.ics?x",
		"https://example.com/cal/a.ics", "//example.com/cal/a.ics", "", ".", "..", "/cal/%zz",
	} {
		o := Object{Path: path, ETag: `"1"`}
		if c.Replace(t.Context(), o, []byte("x")) == nil || c.Delete(t.Context(), o) == nil {
			t.Errorf("%q was written to", path)
		}
	}
	if c.Delete(t.Context(), Object{Path: "/cal/a.ics"}) == nil {
		t.Error("an event was removed that may be another by now")
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the server was asked %d times", n)
	}
	if err := c.Create(t.Context(), "../a b.ics", []byte("x")); err == nil {
		t.Error("a name leads out of the calendar")
	}
}

func TestAWriteFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	c := answers(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.Redirect(w, r, "/cal/b.ics", http.StatusTemporaryRedirect)
	})
	if err := c.Create(t.Context(), "a.ics", []byte("x")); err == nil || asked.Load() != 1 {
		t.Errorf("it was asked %d times: %v", asked.Load(), err)
	}
}

func TestAnEventThatIsGoneIsRemoved(t *testing.T) {
	t.Parallel()
	c := answers(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodDelete || r.Header.Get("If-Match") != `"1"` {
			t.Errorf("%s with %v", r.Method, r.Header)
		}
		w.WriteHeader(http.StatusNotFound)
	})
	if err := c.Delete(t.Context(), Object{Path: "/cal/a.ics", ETag: `"1"`}); err != nil {
		t.Error(err)
	}
}
