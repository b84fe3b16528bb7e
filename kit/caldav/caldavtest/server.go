package caldavtest

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Server is a calendar in memory, for what a real server doesn't do when it is asked to.
type Server struct {
	URL string // of the calendar

	// Fault answers a request in place of the calendar; false lets it go on. It may be nil.
	Fault func(w http.ResponseWriter, r *http.Request) bool

	mu      sync.Mutex
	objects map[string]object // by path
	version int
	writes  int
}

type object struct{ tag, data string }

// New starts a server, which ends with the test.
func New(t *testing.T) *Server {
	t.Helper()
	s := &Server{objects: map[string]object{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/ann/weft/"
	return s
}

// Put has an object of a name stand in the calendar, as if somebody had put it there.
func (s *Server) Put(name, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put("/ann/weft/"+name, data)
}

// Objects returns what stands there, by name.
func (s *Server) Objects() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for path, o := range s.objects {
		out[strings.TrimPrefix(path, "/ann/weft/")] = o.data
	}
	return out
}

// Writes is how often something was written by a request.
func (s *Server) Writes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writes
}

func (s *Server) put(path, data string) {
	s.version++
	s.objects[path] = object{fmt.Sprintf(`"%d"`, s.version), data}
}

// ServeHTTP answers a REPORT with all that is there, PUT and DELETE.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || s.Fault != nil && s.Fault(w, r) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	was, is := s.objects[r.URL.Path]
	match := r.Header.Get("If-Match")
	switch {
	case r.Method == "REPORT":
		s.report(w)
	case match != "" && match != was.tag, is && r.Header.Get("If-None-Match") == "*":
		w.WriteHeader(http.StatusPreconditionFailed)
	case r.Method == http.MethodPut:
		s.writes++
		s.put(r.URL.Path, string(body))
		w.WriteHeader(http.StatusCreated)
	case r.Method == http.MethodDelete:
		s.writes++
		delete(s.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (s *Server) report(w http.ResponseWriter) {
	w.WriteHeader(http.StatusMultiStatus)
	_, _ = io.WriteString(w, `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">`)
	for _, path := range slices.Sorted(maps.Keys(s.objects)) {
		_, _ = io.WriteString(w, `<D:response><D:href>`+path+`</D:href><D:propstat><D:prop><D:getetag>`)
		_ = xml.EscapeText(w, []byte(s.objects[path].tag))
		_, _ = io.WriteString(w, `</D:getetag><C:calendar-data>`)
		_ = xml.EscapeText(w, []byte(s.objects[path].data))
		_, _ = io.WriteString(w, `</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`)
	}
	_, _ = io.WriteString(w, `</D:multistatus>`)
}
