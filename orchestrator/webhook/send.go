package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// mostAnswer is how much of an answer is read, so that its connection can be used
	// again, and mostKept how much of it is kept.
	mostAnswer = 4 << 10
	mostKept   = 512
	// mostHeader bounds the headers of an answer.
	mostHeader = 16 << 10
	// mostReason bounds the words of a failure.
	mostReason = 256
	// idle is how long a connection is kept on which nothing happens.
	idle = 90 * time.Second
	// connections to one receiver, of all its webhooks.
	connections = 64
)

// An attempt is what came of sending an event once.
type attempt struct {
	status     int    // that the receiver answered with; 0 if it did not
	reason     string // why it has failed; "" if it has not
	retryAfter time.Duration
	began      time.Time
	took       time.Duration
	answer     answer
}

// An answer is how the body of what a receiver answered begins.
type answer struct {
	Text   string `json:"text,omitempty"`
	More   bool   `json:"more,omitempty"`   // there is more than Text
	Binary bool   `json:"binary,omitempty"` // it is no text, so there is none of it
}

// answerOf returns what is kept of a body, or of its first bytes.
func answerOf(body []byte) answer {
	kept := body[:min(len(body), mostKept)]
	more := len(body) > len(kept)
	for cut := 0; more && cut < utf8.UTFMax-1 && !utf8.Valid(kept); cut++ { // what was cut through
		kept = kept[:len(kept)-1]
	}
	if !utf8.Valid(kept) || bytes.ContainsFunc(kept, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) }) {
		return answer{Binary: true}
	}
	return answer{Text: string(kept), More: more}
}

func (a *attempt) delivered() bool { return a.reason == "" }

// gone tells that the receiver wants no more events.
func (a *attempt) gone() bool { return a.status == http.StatusGone }

// throttles tells that the receiver wants nothing at all for a while.
func (a *attempt) throttles() bool {
	return a.retryAfter > 0 && (a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable)
}

// A sender posts events.
type sender struct {
	client  *http.Client
	timeout time.Duration
}

func newSender(r reach, timeout time.Duration, roots *x509.CertPool) *sender {
	dialer := &net.Dialer{Control: r.control}
	return &sender{timeout: timeout, client: &http.Client{
		Transport: &http.Transport{
			// No proxy: the address that is checked would be the proxy's.
			DialContext:            dialer.DialContext,
			TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
			ForceAttemptHTTP2:      true,
			DisableCompression:     true,
			MaxConnsPerHost:        connections,
			MaxIdleConnsPerHost:    atOnce,
			IdleConnTimeout:        idle,
			MaxResponseHeaderBytes: mostHeader,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (s *sender) close() { s.client.CloseIdleConnections() }

// send posts an event to a webhook.
func (s *sender) send(ctx context.Context, w *Webhook, id string, body []byte) attempt {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	began := time.Now()
	a := s.post(ctx, w, id, body)
	a.began, a.took = began, time.Since(began)
	return a
}

func (s *sender) post(ctx context.Context, w *Webhook, id string, body []byte) attempt {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return attempt{reason: "its URL can't be used"}
	}
	maps.Copy(req.Header, signed(w.Secret, id, time.Now(), body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "weft-webhook")
	// Not sent: it tells the transport that the request may be repeated if a connection
	// that was kept turns out to be closed.
	req.Header["Idempotency-Key"] = nil
	res, err := s.client.Do(req)
	if err != nil {
		return attempt{reason: s.unanswered(err)}
	}
	text, _ := io.ReadAll(io.LimitReader(res.Body, mostAnswer)) // that it breaks off is of no matter
	_ = res.Body.Close()
	a := attempt{status: res.StatusCode, answer: answerOf(text)}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		a.reason = strings.TrimSpace("it answered " + strconv.Itoa(res.StatusCode) + " " + http.StatusText(res.StatusCode))
		a.retryAfter = retryAfter(res.Header.Get("Retry-After"), time.Now())
	}
	return a
}

// unanswered says why there is no answer, without the URL, which may have a secret in it,
// and without addresses of this network.
func (s *sender) unanswered(err error) string {
	if e, ok := errors.AsType[*RefusedError](err); ok {
		return e.Error()
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok && !e.IsTimeout {
		return "its name can't be looked up: " + clip(e.Err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "it did not answer within " + s.timeout.String()
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return clip("it could not be reached: " + err.Error())
}

// clip shortens a text that somebody else may have written.
func clip(text string) string {
	text = strings.ToValidUTF8(text, "�")
	if len(text) > mostReason {
		text = text[:mostReason]
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	return text
}

// retryAfter reads the header of that name, seconds or a date; 0 if there is none.
func retryAfter(header string, now time.Time) time.Duration {
	if header == "" {
		return 0
	}
	if n, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
