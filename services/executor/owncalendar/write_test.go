package owncalendar

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/kit/caldav/caldavtest"
	"github.com/weft-mesh/weft/planning/calendar"
)

const (
	roadmap = "RM-01M83T9E6V"
	theirs  = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:birthday@example.com\r\nDTSTAMP:20261101T000000Z\r\n" +
		"DTSTART:20261201T170000Z\r\nDTEND:20261201T180000Z\r\nSUMMARY:Birthday\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)

var monday = time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC)

func at(url string) *writer {
	return &writer{Options: Options{Now: func() time.Time { return monday }, Source: func() (caldav.Source, error) {
		return caldav.Source{URL: url, User: "ann", Password: "secret"}, nil
	}}}
}

// blocks are those of a roadmap, each on a day after the monday.
func blocks(of string, days ...int) Arguments {
	in := Arguments{Roadmap: of, Blocks: []Block{}}
	for i, d := range days {
		from := monday.AddDate(0, 0, d)
		in.Blocks = append(in.Blocks, Block{ID: fmt.Sprint("B", i+1), Title: "Run, easy; 5 km", Start: from, End: from.Add(time.Hour)})
	}
	return in
}

func name(of, id string) string {
	return strings.TrimSuffix(calendar.StableUID(of, id, 1), "@weft") + ".ics"
}

func is(t *testing.T, what string, got *Result, created, changed, removed, left int) {
	t.Helper()
	if got.Created != created || got.Changed != changed || got.Removed != removed || len(got.Left) != left || got.Problem != "" {
		t.Fatalf("%s: %+v", what, got)
	}
}

func TestARoadmapStandsInARealCalendarAndMovesInIt(t *testing.T) {
	t.Parallel()
	url := caldavtest.Radicale(t) + "/ann/weft/"
	caldavtest.Send(t, "MKCALENDAR", url, "application/xml", caldavtest.MakeCalendar)
	caldavtest.Send(t, "PUT", url+"theirs.ics", "text/calendar", theirs)
	w := at(url)
	is(t, "first", w.write(t.Context(), blocks(roadmap, 0, 1, 2)), 3, 0, 0, 0)
	is(t, "again", w.write(t.Context(), blocks(roadmap, 0, 1, 2)), 0, 0, 0, 0)
	is(t, "another roadmap", w.write(t.Context(), blocks("RM-2", 5)), 1, 0, 0, 0)
	is(t, "one moves, one goes", w.write(t.Context(), blocks(roadmap, 0, 3)), 0, 1, 1, 0)
	is(t, "again", w.write(t.Context(), blocks(roadmap, 0, 3)), 0, 0, 0, 0)
	moved := caldavtest.Send(t, "GET", url+name(roadmap, "B2"), "", "")
	if !strings.Contains(moved, "DTSTART:20261203T170000Z") || !strings.Contains(moved, "UID:"+calendar.StableUID(roadmap, "B2", 1)) {
		t.Errorf("the block that moved is\n%s", moved)
	}
	is(t, "dropped", w.write(t.Context(), blocks(roadmap)), 0, 0, 2, 0)
	for path, want := range map[string]string{"theirs.ics": "SUMMARY:Birthday", name("RM-2", "B1"): `SUMMARY:Run\, easy\; 5 km`} {
		if got := caldavtest.Send(t, "GET", url+path, "", ""); !strings.Contains(got, want) {
			t.Errorf("%s is\n%s", path, got)
		}
	}
}

func TestAnEventThatSomebodyHasChangedIsLeftAlone(t *testing.T) {
	t.Parallel()
	s := caldavtest.New(t)
	w := at(s.URL)
	is(t, "first", w.write(t.Context(), blocks(roadmap, 0, 1)), 2, 0, 0, 0)
	byHand := strings.Replace(s.Objects()[name(roadmap, "B1")], "DTSTART:20261130T17", "DTSTART:20261130T16", 1)
	s.Put(name(roadmap, "B1"), byHand)
	copied := strings.Replace(byHand, calendar.StableUID(roadmap, "B1", 1), "copy@example.com", 1)
	s.Put("copy.ics", copied)
	imported := strings.Split(strings.Replace(byHand, calendar.StableUID(roadmap, "B1", 1), calendar.StableUID(roadmap, "B3", 1), 1), "X-WEFT")
	s.Put("imported.ics", imported[0]+"END:VEVENT\r\nEND:VCALENDAR\r\n")

	got := w.write(t.Context(), blocks(roadmap, 4, 5, 6))
	is(t, "moved", got, 0, 1, 0, 2)
	if got.Left[0].Title != "Run, easy; 5 km" || !got.Left[0].Start.Equal(monday.Add(-time.Hour)) {
		t.Errorf("left is %+v", got.Left[0])
	}
	is(t, "dropped", w.write(t.Context(), blocks(roadmap)), 0, 0, 1, 1)
	there := s.Objects()
	if there[name(roadmap, "B1")] != byHand || there["copy.ics"] != copied || len(there) != 3 {
		t.Errorf("there is %v", there)
	}
}

func TestAnEventThatWasMovedWhereItBelongsIsWeftsAgain(t *testing.T) {
	t.Parallel()
	s := caldavtest.New(t)
	w := at(s.URL)
	is(t, "first", w.write(t.Context(), blocks(roadmap, 0)), 1, 0, 0, 0)
	s.Put(name(roadmap, "B1"), strings.ReplaceAll(s.Objects()[name(roadmap, "B1")], "20261130T", "20261202T"))
	is(t, "there", w.write(t.Context(), blocks(roadmap, 2)), 0, 1, 0, 0)
	is(t, "moved", w.write(t.Context(), blocks(roadmap, 3)), 0, 1, 0, 0)
}

func TestWhatIsBrokenOffIsDoneToTheEndTheNextTime(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusInternalServerError, http.StatusForbidden, http.StatusServiceUnavailable, 0} {
		s := caldavtest.New(t)
		var puts atomic.Int32
		s.Fault = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodPut || puts.Add(1) != 2 {
				return false
			}
			if status == 0 { // the connection breaks
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(status)
			return true
		}
		w := at(s.URL)
		got := w.write(t.Context(), blocks(roadmap, 0, 1, 2))
		if got.Created != 1 || got.Problem == "" || got.Again != (status != http.StatusForbidden) {
			t.Errorf("%d: %+v", status, got)
		}
		is(t, "again", w.write(t.Context(), blocks(roadmap, 0, 1, 2)), 2, 0, 0, 0)
	}
}

func TestAWriteThatSomebodyCameBeforeIsMadeAnewOnce(t *testing.T) {
	t.Parallel()
	s := caldavtest.New(t)
	w := at(s.URL)
	is(t, "first", w.write(t.Context(), blocks(roadmap, 0)), 1, 0, 0, 0)
	var puts, most atomic.Int32
	most.Store(1)
	s.Fault = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && puts.Add(1) <= most.Load() {
			s.Put(name(roadmap, "B1"), s.Objects()[name(roadmap, "B1")]) // the same, in another version
		}
		return false
	}
	is(t, "moved", w.write(t.Context(), blocks(roadmap, 1)), 0, 1, 0, 0)
	puts.Store(0)
	most.Store(100)
	if got := w.write(t.Context(), blocks(roadmap, 2)); !strings.Contains(got.Problem, "changed meanwhile") || !got.Again || puts.Load() != tries {
		t.Errorf("after %d tries: %+v", puts.Load(), got)
	}
}

func TestAServerThatDoesNotAnswerIsNotWaitedForWithoutEnd(t *testing.T) {
	t.Parallel()
	s := caldavtest.New(t)
	s.Fault = func(_ http.ResponseWriter, r *http.Request) bool {
		<-r.Context().Done()
		return true
	}
	w := at(s.URL)
	w.Transport = &http.Transport{ResponseHeaderTimeout: 50 * time.Millisecond}
	if got := w.write(context.Background(), blocks(roadmap, 0)); got.Problem == "" || !got.Again {
		t.Errorf("%+v", got)
	}
}

func TestAListThatLeadsOutOfTheCalendarIsNotFollowed(t *testing.T) {
	t.Parallel()
	s := caldavtest.New(t)
	w := at(s.URL)
	is(t, "first", w.write(t.Context(), blocks(roadmap, 0)), 1, 0, 0, 0)
	data := slices.Collect(maps.Values(s.Objects()))[0]
	s.Fault = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != "REPORT" {
			return false
		}
		w.WriteHeader(http.StatusMultiStatus)
		_, _ = fmt.Fprintf(w, `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:response><D:href>/ann/private/a.ics</D:href><D:propstat><D:prop>`+
			`<D:getetag>"1"</D:getetag><C:calendar-data>%s</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>`, data)
		return true
	}
	writes := s.Writes()
	if got := w.write(t.Context(), blocks(roadmap)); got.Removed != 0 || !strings.Contains(got.Problem, "does not lie in the calendar") || s.Writes() != writes {
		t.Errorf("%+v", got)
	}
}
