package payments

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A Receiver counts what is done, by the key of the step that did it.
type Receiver struct {
	URL string

	mu   sync.Mutex
	done map[string]int
}

// NewReceiver starts a receiver, which ends with the test.
func NewReceiver(t *testing.T) *Receiver {
	t.Helper()
	r := &Receiver{done: map[string]int{}}
	srv := httptest.NewServer(r)
	t.Cleanup(srv.Close)
	r.URL = srv.URL
	return r
}

// ServeHTTP does something on POST, and tells whether it was done on GET.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	key := strings.TrimPrefix(req.URL.Path, "/")
	r.mu.Lock()
	defer r.mu.Unlock()
	if req.Method == http.MethodPost {
		r.done[key]++
		return
	}
	if r.done[key] == 0 {
		w.WriteHeader(http.StatusNotFound)
	}
}

// Done returns how often each thing was done.
func (r *Receiver) Done() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.done)
}

// Want returns what a run of a batch of so many payments has done once it has ended.
func Want(run string, payments int, approved bool) map[string]int {
	want := map[string]int{run + "/ANNOUNCE/1": 1, run + "/REPORT/1": 1}
	for i := range payments {
		if approved {
			want[fmt.Sprintf("%s/%d", run, i)] = 1
		}
	}
	return want
}
