package caldav

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

const (
	// MaxBytes is the most that one answer may have.
	MaxBytes = 64 << 20
	// mostHops is how many redirects are followed.
	mostHops = 5
)

// Source is where a calendar is, and how to be let in.
type Source struct {
	// URL of a calendar, of an account at a CalDAV server, or of an .ics file.
	// webcal: is taken as https:.
	URL string
	// User and Password for HTTP basic authentication, or Token as a bearer.
	User, Password, Token string
}

// StatusError says that a server refused.
type StatusError struct {
	URL    string
	Status int
}

// Error says what the server answered, and what that means for whoever set it up.
func (e *StatusError) Error() string {
	hint := ""
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		hint = ": check the user and the password (many providers want one made for the app)"
	case http.StatusNotFound:
		hint = ": there is no calendar at this address"
	}
	return fmt.Sprintf("%s answered %d %s%s", e.URL, e.Status, http.StatusText(e.Status), hint)
}

// Client asks one source.
type Client struct {
	source Source
	base   *url.URL
	http   *http.Client
}

// New returns a client. transport may be nil.
func New(s Source, transport http.RoundTripper) (*Client, error) {
	base, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("the address of a calendar can't be read: %w", errors.Unwrap(err))
	}
	if base.Scheme == "webcal" {
		base.Scheme = "https"
	}
	if u := base.User; u != nil {
		return nil, fmt.Errorf("the address of a calendar has a password in it: give user and password by themselves")
	}
	switch {
	case base.Host == "" || base.Scheme != "https" && base.Scheme != "http":
		return nil, fmt.Errorf("the address of a calendar is not http or https: %q", s.URL)
	case base.Scheme == "http" && (s.Password != "" || s.Token != "") && !local(base.Hostname()):
		return nil, fmt.Errorf("%s: a password is not sent over http: use https", base.Host)
	}
	return &Client{source: s, base: base, http: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// IsFile tells whether the address is that of one iCalendar file.
func (c *Client) IsFile() bool { return strings.HasSuffix(strings.ToLower(c.base.Path), ".ics") }

// At returns a client for a calendar that this one has found.
func (c *Client) At(cal Calendar) *Client {
	out := *c
	if u, err := c.resolve(c.base, cal.URL); err == nil {
		out.base = u
	}
	return &out
}

// File fetches one iCalendar file.
func (c *Client) File(ctx context.Context) ([]byte, error) {
	return c.do(ctx, http.MethodGet, c.base, "", nil)
}

// do sends a request and reads the answer. net/http would turn a REPORT into a
// GET when it is redirected, so redirects are followed here.
func (c *Client) do(ctx context.Context, method string, at *url.URL, depth string, body []byte) ([]byte, error) {
	for range mostHops {
		req, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if len(body) > 0 {
			req.Header.Set("Content-Type", "application/xml; charset=utf-8")
			req.Header.Set("Depth", depth)
		}
		c.sign(req)
		data, next, err := c.once(req)
		if err != nil || next == "" {
			return data, err
		}
		if at, err = c.resolve(at, next); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s redirects more than %d times", c.base.Redacted(), mostHops)
}

// sign has the server know who asks.
func (c *Client) sign(req *http.Request) {
	switch {
	case c.source.Token != "":
		req.Header.Set("Authorization", "Bearer "+c.source.Token)
	case c.source.User != "":
		req.SetBasicAuth(c.source.User, c.source.Password)
	}
}

func (c *Client) once(req *http.Request) (data []byte, next string, err error) {
	res, err := c.http.Do(req)
	if err != nil {
		return nil, "", fmt.Errorf("can't reach the calendar: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= 300 && res.StatusCode < 400 && res.Header.Get("Location") != "" {
		return nil, res.Header.Get("Location"), nil
	}
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusMultiStatus {
		return nil, "", &StatusError{URL: req.URL.Redacted(), Status: res.StatusCode}
	}
	data, err = io.ReadAll(io.LimitReader(res.Body, MaxBytes+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("the calendar's answer broke off: %w", err)
	case len(data) > MaxBytes:
		return nil, "", fmt.Errorf("%s answered with more than %d MB", req.URL.Redacted(), MaxBytes>>20)
	}
	return data, "", nil
}

// resolve returns an address that a server named, if it is on the same host.
func (c *Client) resolve(at *url.URL, ref string) (*url.URL, error) {
	next, err := at.Parse(ref)
	if err != nil {
		return nil, fmt.Errorf("%s names an address that can't be read", at.Redacted())
	}
	if next.Host != c.base.Host && !strings.EqualFold(next.Host, c.base.Hostname()+":443") || next.Scheme != c.base.Scheme {
		return nil, fmt.Errorf("%s leads to %s://%s, which the password is not for: give that address instead", at.Redacted(), next.Scheme, next.Host)
	}
	return next, nil
}
