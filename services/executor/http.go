package executor

import (
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// overHTTP is how an MCP client speaks with a server at a URL.
func overHTTP(url string, headers http.Header, h *heard) way {
	base := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is documented
	sent := &atomic.Int64{}
	client := &http.Client{
		Transport: &sender{headers: headers, base: base, sent: sent, bodies: newBodies(), heard: h},
		// A redirect would send the call again, and to where nobody has agreed to.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return way{
		Transport: &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: client, MaxEventSize: mostFrame},
		end:       base.CloseIdleConnections, sent: sent,
	}
}

// A sender adds headers to requests, and bounds what comes back.
type sender struct {
	headers http.Header
	base    http.RoundTripper
	sent    *atomic.Int64 // how often a connection was there to send something on
	bodies  bodies
	heard   *heard
}

// RoundTrip sends a request once. Go's transport sends a POST again by itself only if
// nothing of it was written, unless it has a header that calls it idempotent: that header
// is taken off.
func (s *sender) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { s.sent.Add(1) }}))
	for name, values := range s.headers {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	r.Header.Del("Idempotency-Key")
	r.Header.Del("X-Idempotency-Key")
	resp, err := s.base.RoundTrip(r)
	if r.Method == http.MethodPost {
		if words, share := replyProblem(r, resp, err), shareOf(r.Context()); share != nil {
			share.noteReply(words)
		} else {
			s.heard.noteReply(words)
		}
	}
	if err != nil {
		return nil, err
	}
	// The stream of events that is nobody's answer lasts as long as the session.
	events := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
	if !events || shareOf(r.Context()) != nil {
		s.bodies.readInTurn(r.Context(), resp, events)
	}
	form := wholeBody
	if events {
		form = eventLines
	}
	resp.Body = newMessageReader(resp.Body, form, s.heard)
	return resp, nil
}
