package gateway

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/fault"
)

// beat is how often a stream of events says that it is still there: things in between
// end connections on which nothing happens for a minute.
const beat = 15 * time.Second

// A received is the next response of a stream, or its end.
type received struct {
	m   proto.Message
	err error
}

// stream answers with what a stream of responses brings, as server-sent events or as
// lines of JSON. begun is called when its only request has been sent: how many streams
// there may be the API decides.
func (e *endpoint) stream(w http.ResponseWriter, r *http.Request, begun func()) {
	ctx, cancel := context.WithCancel(e.context(r))
	defer cancel()
	s, err := e.conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: e.Lines}, e.RPC)
	if err != nil {
		fail(w, explainCancel(r, err))
		return
	}
	sent := make(chan error, 1)
	if e.Lines {
		over := make(chan struct{})
		go func() {
			defer close(over)
			sent <- errors.Join(e.sendLines(s, r), s.CloseSend())
		}()
		defer func() { // a body must not be read once its request is answered
			cancel()
			stopReading(r, over)
		}()
	} else if err := e.sendOne(s, r); err != nil {
		unread(w, r)
		fail(w, err)
		return
	} else {
		begun()
	}
	responses := make(chan received)
	go func() {
		for {
			m := e.out.New().Interface()
			err := s.RecvMsg(m)
			select {
			case responses <- received{m, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	out := e.writer(w, r)
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		var next received
		select {
		case <-tick.C:
			out.beat()
			continue
		case next = <-responses:
		case <-ctx.Done():
			next.err = ctx.Err()
		}
		if next.err == nil {
			out.write(next.m)
			continue
		}
		switch {
		case e.Lines && (errors.Is(next.err, io.EOF) || errors.Is(next.err, context.Canceled)):
			// What was wrong with a line is told after what became of those before. A
			// body that can't be read to its end cancels the call.
			err := <-sent
			if err == nil && !errors.Is(next.err, io.EOF) {
				err = next.err
			}
			if err != nil {
				unread(w, r)
			}
			out.end(err)
		case errors.Is(next.err, io.EOF):
			out.end(nil)
		default:
			unread(w, r)
			releaseConnection(w, r, next.err)
			out.end(explainCancel(r, next.err))
		}
		return
	}
}

// releaseConnection has the connection of a stream closed that was refused for there are too
// many: kept open, it would be one that others can't have.
func releaseConnection(w http.ResponseWriter, r *http.Request, err error) {
	if r.ProtoMajor == 1 && errors.Is(err, fault.LimitExceeded) {
		w.Header().Set("Connection", "close")
	}
}

// sendOne sends the only request of a stream of responses.
func (e *endpoint) sendOne(s grpc.ClientStream, r *http.Request) error {
	m, err := e.read(r)
	if err != nil {
		return err
	}
	// An EventSource that has lost its connection says which event it saw last.
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		field := e.in.Descriptor().Fields().ByName("from_sequence")
		n, err := strconv.ParseInt(last, 10, 64)
		if err != nil || n < 0 || field == nil {
			return fault.Invalid("Last-Event-ID", "%q is not the id of an event of this stream", last)
		}
		m.ProtoReflect().Set(field, protoreflect.ValueOfInt64(n+1))
	}
	if err := s.SendMsg(m); err != nil && !errors.Is(err, io.EOF) { // then receiving tells why
		return err
	}
	return s.CloseSend()
}

// sendLines sends a request for each line of a body.
func (e *endpoint) sendLines(s grpc.ClientStream, r *http.Request) error {
	body := &body{r: r.Body}
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, e.o.MaxBytes)
	for n := 1; ; n++ {
		inTime(r)
		if !lines.Scan() || body.err != nil && !errors.Is(body.err, io.EOF) { // of which a part of a line may have come
			break
		}
		if len(lines.Bytes()) == 0 {
			continue
		}
		m := e.in.New().Interface()
		if err := unmarshal(lines.Bytes(), m); err != nil {
			return fault.Invalid(fmt.Sprintf("line %d", n), "%v", err)
		}
		if err := s.SendMsg(m); err != nil {
			return nil //nolint:nilerr // receiving tells why
		}
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return fault.New(codes.ResourceExhausted, fault.LimitExceeded, "a line is too long: the limit is %d bytes (limits.max_message_bytes)", e.o.MaxBytes)
	case !errors.Is(body.err, io.EOF):
		return cutOff(body.err)
	}
	endless(r)
	return nil
}

// A body remembers how reading it ended.
type body struct {
	r   io.Reader
	err error
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.err = err
	return n, err
}

// A streamWriter writes a stream of responses.
type streamWriter interface {
	write(m proto.Message)
	beat()
	end(err error)
}

const linesOfJSON = "application/x-ndjson"

// writer writes what is watched as server-sent events, or as lines of JSON to whoever accepts
// those.
func (e *endpoint) writer(w http.ResponseWriter, r *http.Request) streamWriter {
	if e.Events && !strings.Contains(r.Header.Get("Accept"), linesOfJSON) {
		return &eventWriter{w: w, flush: http.NewResponseController(w), field: e.out.Descriptor().Fields().ByTextName(e.EventField)}
	}
	return &lineWriter{w: w, flush: http.NewResponseController(w)}
}

// An eventWriter writes server-sent events. The first one, or the first beat, decides
// that the answer is a success.
type eventWriter struct {
	w     http.ResponseWriter
	flush *http.ResponseController
	field protoreflect.FieldDescriptor // of a response: the event; nil for the response itself
	begun bool
}

func (o *eventWriter) begin() {
	if !o.begun {
		o.begun = true
		o.w.Header().Set("Content-Type", "text/event-stream")
		o.w.Header().Set("Cache-Control", "no-store")
		o.w.Header().Set("X-Accel-Buffering", "no") // proxies of the nginx kind would gather events
	}
}

func (o *eventWriter) write(m proto.Message) {
	o.begin()
	event := m.ProtoReflect()
	if o.field != nil {
		event = event.Get(o.field).Message()
	}
	data, err := marshal(event.Interface())
	if err != nil {
		o.end(err)
		return
	}
	// What is shown and not kept has no sequence, and is not gone back to.
	if sequence := event.Descriptor().Fields().ByName("sequence"); sequence != nil && event.Get(sequence).Int() > 0 {
		fmt.Fprintf(o.w, "id: %d\n", event.Get(sequence).Int())
	}
	if kinds := event.Descriptor().Oneofs().ByName("kind"); kinds != nil { // an event of plans has none
		if kind := event.WhichOneof(kinds); kind != nil {
			fmt.Fprintf(o.w, "event: %s\n", kind.JSONName())
		}
	}
	fmt.Fprintf(o.w, "data: %s\n\n", data)
	_ = o.flush.Flush() // a caller that is gone is told by the request's context
}

func (o *eventWriter) beat() {
	o.begin()
	fmt.Fprint(o.w, ":\n\n")
	_ = o.flush.Flush()
}

func (o *eventWriter) end(err error) {
	switch {
	case err == nil && !o.begun:
		o.w.WriteHeader(http.StatusNoContent) // by which an EventSource knows that it may stop
	case err == nil:
	case !o.begun:
		fail(o.w, err)
	default:
		_, body, _ := failure(0, err)
		fmt.Fprintf(o.w, "event: error\ndata: %s\n\n", body)
	}
}

// A lineWriter writes lines of JSON.
type lineWriter struct {
	w     http.ResponseWriter
	flush *http.ResponseController
	begun bool
}

func (o *lineWriter) begin() {
	if !o.begun {
		o.begun = true
		o.w.Header().Set("Content-Type", linesOfJSON)
		// Requests may still be coming while responses are sent.
		_ = o.flush.EnableFullDuplex() // HTTP/2 always is
	}
}

func (o *lineWriter) write(m proto.Message) {
	o.begin()
	data, err := marshal(m)
	if err != nil {
		o.end(err)
		return
	}
	_, _ = o.w.Write(append(data, '\n'))
	_ = o.flush.Flush()
}

func (o *lineWriter) beat() {}

func (o *lineWriter) end(err error) {
	switch {
	case err == nil:
		o.begin()
	case !o.begun:
		fail(o.w, err)
	default:
		_, body, _ := failure(0, err)
		_, _ = o.w.Write(append(body, '\n'))
	}
}
