package caldav

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// ErrChanged is returned for an object that is no longer, or not yet, as it was thought to be.
// Nothing was written.
var ErrChanged = errors.New("the event was changed meanwhile")

// Create puts a new object of a name into the calendar at the source's address. If one of that
// name is there it is left as it is, and the error is ErrChanged.
func (c *Client) Create(ctx context.Context, name string, data []byte) error {
	return c.write(ctx, http.MethodPut, c.base.EscapedPath()+url.PathEscape(name), "If-None-Match", "*", data)
}

// Replace gives an object other content, if it is still as it was read.
func (c *Client) Replace(ctx context.Context, o Object, data []byte) error {
	return c.write(ctx, http.MethodPut, o.Path, "If-Match", o.ETag, data)
}

// Delete removes an object, if it is still as it was read. One that is gone is removed.
func (c *Client) Delete(ctx context.Context, o Object) error {
	err := c.write(ctx, http.MethodDelete, o.Path, "If-Match", o.ETag, nil)
	if refused, ok := errors.AsType[*StatusError](err); ok && (refused.Status == http.StatusNotFound || refused.Status == http.StatusGone) {
		return nil
	}
	return err
}

// write changes one object of the calendar, under a condition. It follows no redirect: what is
// to be changed is at this address, or nowhere.
func (c *Client) write(ctx context.Context, method, path, condition, tag string, data []byte) error {
	at, err := c.inside(path)
	if err != nil {
		return err
	}
	if tag == "" {
		return fmt.Errorf("%s does not say in which version it has %s, so it can't be changed safely", c.base.Redacted(), path)
	}
	req, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set(condition, tag)
	if data != nil {
		req.Header.Set("Content-Type", "text/calendar; charset=utf-8")
	}
	c.sign(req)
	res, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("can't reach the calendar: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection can be used again
	switch {
	case res.StatusCode == http.StatusPreconditionFailed:
		return fmt.Errorf("%s: %w", at.Redacted(), ErrChanged)
	case res.StatusCode < 200 || res.StatusCode > 299:
		return &StatusError{URL: req.URL.Redacted(), Status: res.StatusCode}
	}
	return nil
}

// inside returns the address of an object, which lies directly in the calendar at the source's
// address: nothing else is ever written to.
func (c *Client) inside(path string) (*url.URL, error) {
	at, err := c.resolve(c.base, path)
	if err != nil {
		return nil, err
	}
	name, below := strings.CutPrefix(at.Path, c.base.Path)
	if !strings.HasSuffix(c.base.Path, "/") || !below || name == "" || strings.Contains(name, "/") || at.RawQuery != "" {
		return nil, fmt.Errorf("%s does not lie in the calendar %s", at.Redacted(), c.base.Redacted())
	}
	return at, nil
}
