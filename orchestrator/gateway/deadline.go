package gateway

import (
	"context"
	"net/http"
	"time"
)

// A clock gives a connection its deadlines: for the body of a request, and for each part
// of an answer. What a call itself may take the API decides, so there is none while
// nothing is read or written.
type clock struct {
	connection *http.ResponseController
	most       time.Duration
}

type clockKey struct{}

// timed gives each request the time that its caller has.
func timed(next http.Handler, most time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &clock{http.NewResponseController(w), most}
		r = r.WithContext(context.WithValue(r.Context(), clockKey{}, c))
		c.extend()
		if r.Body != http.NoBody {
			inTime(r)
		}
		next.ServeHTTP(&timedWriter{w, c}, r)
	})
}

func (c *clock) extend() {
	_ = c.connection.SetWriteDeadline(time.Now().Add(c.most)) // each connection that is served has deadlines
}

func clockOf(r *http.Request) *clock {
	c, _ := r.Context().Value(clockKey{}).(*clock)
	return c
}

// inTime has the next bytes of a body come in time.
func inTime(r *http.Request) {
	if c := clockOf(r); c != nil {
		_ = c.connection.SetReadDeadline(time.Now().Add(c.most))
	}
}

// endless lifts the deadline of a body that has been read: a call may take longer, and
// meanwhile it is looked whether the caller is still there.
func endless(r *http.Request) {
	if c := clockOf(r); c != nil {
		_ = c.connection.SetReadDeadline(time.Time{})
	}
}

// stopReading ends the reading of a body, and waits until it is over.
func stopReading(r *http.Request, over <-chan struct{}) {
	select {
	case <-over:
		return
	default:
	}
	if c := clockOf(r); c != nil {
		_ = c.connection.SetReadDeadline(time.Now())
	}
	<-over
}

// unread has the connection closed after an answer to a request whose body is not
// wanted: the server would read it first.
func unread(w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor == 1 && r.Body != http.NoBody {
		w.Header().Set("Connection", "close")
	}
}

// A timedWriter gives up a caller that takes nothing in.
type timedWriter struct {
	http.ResponseWriter
	clock *clock
}

// WriteHeader implements http.ResponseWriter.
func (w *timedWriter) WriteHeader(code int) {
	w.clock.extend()
	w.ResponseWriter.WriteHeader(code)
}

func (w *timedWriter) Write(data []byte) (int, error) {
	w.clock.extend()
	return w.ResponseWriter.Write(data)
}

// FlushError is for http.ResponseController.
func (w *timedWriter) FlushError() error {
	w.clock.extend()
	return w.clock.connection.Flush()
}

// Unwrap is for http.ResponseController.
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
