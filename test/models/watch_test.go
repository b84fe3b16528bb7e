package models_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// A watched server is a real one with somebody at the door who counts.
type watched struct {
	url string

	mu       sync.Mutex
	changed  chan struct{}  // closed at every change
	asking   int            // calls to models under way
	asked    map[string]int // calls so far, by model
	speaking map[string]int // those that have brought words
	statuses map[int]int
}

// watch puts a door in front of a server. A server that is gone breaks the
// connection, as if nobody stood between.
func watch(t *testing.T, server string) *watched {
	t.Helper()
	to, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{changed: make(chan struct{}), asked: map[string]int{}, speaking: map[string]int{}, statuses: map[int]int{}}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(to) },
		FlushInterval: -1,
		ErrorLog:      log.New(io.Discard, "", 0),
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ModifyResponse: func(r *http.Response) error {
			w.note(func() { w.statuses[r.StatusCode]++ })
			model, _ := r.Request.Context().Value(modelKey{}).(string)
			r.Body = &heard{ReadCloser: r.Body, first: func() { w.note(func() { w.speaking[model]++ }) }}
			return nil
		},
	}
	door := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/chat") {
			model := modelOf(r)
			w.note(func() { w.asking++; w.asked[model]++ })
			defer w.note(func() { w.asking-- })
			r = r.WithContext(context.WithValue(r.Context(), modelKey{}, model))
		}
		proxy.ServeHTTP(rw, r)
	}))
	t.Cleanup(door.Close)
	w.url = door.URL
	return w
}

type modelKey struct{}

// modelOf returns the model that a call asks, and leaves the call as it was.
func modelOf(r *http.Request) string {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return ""
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var asked api.ChatRequest
	_ = json.Unmarshal(body, &asked) // what can't be read names none
	return asked.Model
}

func (w *watched) note(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	close(w.changed)
	w.changed = make(chan struct{})
}

// await waits until something holds.
func (w *watched) await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		w.mu.Lock()
		ok, changed := holds(), w.changed
		w.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// answered is how often the server answered with each status.
func (w *watched) answered() map[int]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.statuses)
}

// heard is a reply of which the first words are told.
type heard struct {
	io.ReadCloser
	first func()
	once  sync.Once
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	if n > 0 {
		h.once.Do(h.first)
	}
	return n, err
}
