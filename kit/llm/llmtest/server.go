// Package llmtest has what the tests of the providers share: a server that plays
// the bytes of a protocol, and a suite of what every provider owes.
package llmtest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Nobody is an address where nobody listens. The one of a server that was closed
// may be another test's a moment later.
const Nobody = "http://127.0.0.1:1"

// A Play is how a server answers one call.
type Play struct {
	Status  int               // 0 is 200
	Header  map[string]string // beside the content type
	Type    string            // content type; application/json if empty
	Pieces  []string          // written and flushed one by one
	Between time.Duration     // the pause between pieces
	Cut     bool              // the connection breaks after the last piece
	Silent  bool              // nothing is ever answered
}

// A Server plays, and remembers what it was asked.
type Server struct {
	*httptest.Server
	mu     sync.Mutex
	plays  []Play
	bodies [][]byte
	asked  []*http.Request
}

// Serve starts a server that answers each call with the next play; the last one
// stays.
func Serve(t *testing.T, plays ...Play) *Server {
	t.Helper()
	s := &Server{plays: plays}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.bodies, s.asked = append(s.bodies, body), append(s.asked, r)
	p := s.plays[0]
	if len(s.plays) > 1 {
		s.plays = s.plays[1:]
	}
	s.mu.Unlock()
	if p.Silent {
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if p.Type != "" {
		w.Header().Set("Content-Type", p.Type)
	}
	for k, v := range p.Header {
		w.Header().Set(k, v)
	}
	if p.Status != 0 {
		w.WriteHeader(p.Status)
	}
	for i, piece := range p.Pieces {
		if i > 0 && p.Between > 0 {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(p.Between):
			}
		}
		if _, err := io.WriteString(w, piece); err != nil {
			return
		}
		w.(http.Flusher).Flush()
	}
	if p.Cut {
		panic(http.ErrAbortHandler)
	}
}

// Calls is how often the server was asked.
func (s *Server) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bodies)
}

// Asked is how often the server was asked at a path.
func (s *Server) Asked(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.asked {
		if r.URL.Path == path {
			n++
		}
	}
	return n
}

// Last returns the last call and its body.
func (s *Server) Last(t *testing.T) (*http.Request, []byte) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.bodies) == 0 {
		t.Fatal("the server was not asked")
	}
	return s.asked[len(s.asked)-1], s.bodies[len(s.bodies)-1]
}

// Carries fails the test unless raw stands in body byte for byte, whatever white
// space is between its tokens.
func Carries(t *testing.T, body []byte, raw json.RawMessage) {
	t.Helper()
	var flat bytes.Buffer
	if err := json.Compact(&flat, body); err != nil {
		t.Fatalf("what was sent is no JSON: %v", err)
	}
	if !bytes.Contains(flat.Bytes(), raw) {
		t.Errorf("the schema's bytes are not on the wire; sent was\n%s", flat.Bytes())
	}
}
