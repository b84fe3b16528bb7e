// Package wire is what the clients of the providers share: an HTTP client that
// does not try again and lets no reply grow without bounds, and the meaning of
// what can go wrong.
package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// mostBytes is the longest reply that is read. Replies are some kilobytes.
const mostBytes = 16 << 20

// Client returns an HTTP client for a provider. It follows no redirect: a key
// must not go where it was not meant for.
func Client() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	return &http.Client{
		Transport:     transport{t},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type transport struct{ inner http.RoundTripper }

// RoundTrip sends a request. What a failed reply says about when to come again is
// put where Watch has asked for it, because not every client library passes it on.
// The span of the call is told which server it was and whether it streamed.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	span := trace.SpanFromContext(r.Context())
	span.SetAttributes(server(r.URL)...)
	res, err := t.inner.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < 300 {
		span.SetAttributes(telemetry.GenAIStream.Bool(streamed(res.Header.Get("Content-Type"))))
	}
	body := &limited{res.Body, mostBytes, nil}
	res.Body = body
	if seen, ok := r.Context().Value(seenKey{}).(*Seen); ok {
		body.seen = seen
		seen.Status, seen.RetryAfter = res.StatusCode, retryAfter(res.Header)
		if res.StatusCode >= 400 {
			seen.Words = peek(res)
		}
	}
	return res, nil
}

// server are the attributes that name the server of an address.
func server(u *url.URL) []attribute.KeyValue {
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		port = map[string]int{"http": 80, "https": 443}[u.Scheme]
	}
	return []attribute.KeyValue{telemetry.ServerAddress.String(u.Hostname()), telemetry.ServerPort.Int(port)}
}

// streamed reports whether a reply of this type comes in pieces.
func streamed(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "text/event-stream" || kind == "application/x-ndjson")
}

// mostErrorBytes is how much of an error's body is read for its words.
const mostErrorBytes = 64 << 10

// peek returns the beginning of a reply and leaves the reply as it was.
func peek(res *http.Response) string {
	head, err := io.ReadAll(io.LimitReader(res.Body, mostErrorBytes))
	rest := io.MultiReader(bytes.NewReader(head), res.Body)
	if err != nil {
		rest = bytes.NewReader(head)
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{rest, res.Body}
	return wordsOf(head)
}

// Seen is what was seen of a call's last reply.
type Seen struct {
	Status     int
	RetryAfter time.Duration
	Words      string // what a failed reply said
	Broken     error  // why the reply could not be read to its end
}

type seenKey struct{}

// Watch returns a context whose calls note in the result what they see.
func Watch(ctx context.Context) (context.Context, *Seen) {
	seen := &Seen{}
	return context.WithValue(ctx, seenKey{}, seen), seen
}

// errLong says that a reply is longer than anything that makes sense.
var errLong = fmt.Errorf("the reply is longer than %d MiB", mostBytes>>20)

// limited is a reply's body that ends, and notes if it ends badly: not every
// client library tells a broken connection from the end of a stream.
type limited struct {
	io.ReadCloser
	left int64
	seen *Seen
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, l.note(errLong)
	}
	n, err := l.ReadCloser.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, l.note(err)
}

func (l *limited) note(err error) error {
	if err != nil && !errors.Is(err, io.EOF) && l.seen != nil {
		l.seen.Broken = err
	}
	return err
}

// retryAfter reads how long a provider asks to be left alone: in seconds, as a
// date, or in milliseconds in a header of its own.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// Failed is the error of a call that a provider answered with an error, or did
// not answer. The status is that of the reply, 0 if there was none.
func Failed(provider, model string, seen *Seen, err error) *llm.Error {
	e := &llm.Error{Provider: provider, Model: model, Status: seen.Status, RetryAfter: seen.RetryAfter}
	if seen.Words != "" {
		err = fmt.Errorf("%d: %s%w", seen.Status, seen.Words, silent{err})
	}
	e.Err = brief(err)
	e.Cause = cause(e.Status, err)
	switch {
	case e.Cause == llm.Missing:
		e.Err = fmt.Errorf("%w: %w", llm.ErrModelMissing, e.Err)
	case e.Cause == llm.Refused && tooLong.MatchString(e.Err.Error()):
		e.Err = fmt.Errorf("%w: %w", llm.ErrTooLong, e.Err)
	}
	return e
}

// tooLong is how providers say that a prompt is longer than the model's window.
var tooLong = regexp.MustCompile(`(?i)context.?length|context.?window|prompt is too long|too many (?:input )?tokens|maximum context`)

func cause(status int, err error) llm.Cause {
	switch {
	case errors.Is(err, context.Canceled):
		return llm.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return llm.TimedOut
	case status >= 400:
		return ofStatus(status, err)
	}
	if _, ok := errors.AsType[net.Error](err); ok || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return llm.Unreachable
	}
	return llm.Broken
}

func ofStatus(status int, err error) llm.Cause {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired:
		return llm.Denied
	case http.StatusNotFound:
		return llm.Missing
	case http.StatusTooManyRequests:
		if strings.Contains(err.Error(), "insufficient_quota") {
			return llm.Denied // waiting does not fill an account
		}
		return llm.Busy
	case http.StatusServiceUnavailable, 529:
		return llm.Busy
	case http.StatusRequestTimeout, http.StatusConflict:
		return llm.Broken
	}
	if status >= 500 {
		return llm.Broken
	}
	return llm.Refused
}

// mostWords is how much of a provider's error is passed on.
const mostWords = 400

// brief is err in one line, not longer than a person reads.
func brief(err error) error {
	text := strings.Join(strings.Fields(plain(err)), " ")
	if len(text) > mostWords {
		text = strings.ToValidUTF8(text[:mostWords], "") + " …"
	}
	return &short{text, err}
}

// plain is what an error says; of a connection that failed, to where and why.
func plain(err error) string {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return fmt.Sprintf("its reply is not as the protocol has it: %s is a %s", cmp.Or(wrong.Field, "the whole"), wrong.Value)
	}
	call, ok := errors.AsType[*url.Error](err)
	if !ok {
		return err.Error()
	}
	dial, ok := errors.AsType[*net.OpError](call)
	at, wrong := url.Parse(call.URL)
	if !ok || wrong != nil {
		return err.Error()
	}
	if system, ok := errors.AsType[*os.SyscallError](dial); ok {
		return at.Host + ": " + system.Err.Error()
	}
	return at.Host + ": " + dial.Err.Error()
}

// silent is an error whose words have been said otherwise.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

type short struct {
	text string
	err  error
}

func (s *short) Error() string { return s.text }
func (s *short) Unwrap() error { return s.err }
