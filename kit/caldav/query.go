package caldav

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Object is a calendar object resource: an iCalendar text with one event, and
// the exceptions from its recurrence.
type Object struct {
	Path string
	ETag string
	Data []byte
}

// Calendar is one that a server has.
type Calendar struct {
	URL  string
	Name string
}

const (
	dav    = "DAV:"
	caldav = "urn:ietf:params:xml:ns:caldav"

	propfind = `<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>` +
		`<D:resourcetype/><D:displayname/><D:current-user-principal/><C:calendar-home-set/><C:supported-calendar-component-set/></D:prop></D:propfind>`
	query = `<?xml version="1.0" encoding="utf-8"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">` +
		`<D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">` +
		`%s</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`
	between = `<C:time-range start="%s" end="%s"/>`
)

type multistatus struct {
	Responses []response `xml:"DAV: response"`
}

type response struct {
	Href  string `xml:"DAV: href"`
	Stats []struct {
		Status string `xml:"DAV: status"`
		Prop   prop   `xml:"DAV: prop"`
	} `xml:"DAV: propstat"`
}

type prop struct {
	ETag  string  `xml:"DAV: getetag"`
	Data  *string `xml:"urn:ietf:params:xml:ns:caldav calendar-data"`
	Name  string  `xml:"DAV: displayname"`
	Types struct {
		Elements []struct{ XMLName xml.Name } `xml:",any"`
	} `xml:"DAV: resourcetype"`
	Principal  href `xml:"DAV: current-user-principal"`
	Home       href `xml:"urn:ietf:params:xml:ns:caldav calendar-home-set"`
	Components struct {
		Names []struct {
			Name string `xml:"name,attr"`
		} `xml:"urn:ietf:params:xml:ns:caldav comp"`
	} `xml:"urn:ietf:params:xml:ns:caldav supported-calendar-component-set"`
}

type href struct {
	Href string `xml:"DAV: href"`
}

func (p prop) calendar() bool {
	for _, e := range p.Types.Elements {
		if e.XMLName == (xml.Name{Space: caldav, Local: "calendar"}) {
			return len(p.Components.Names) == 0 || slices.ContainsFunc(p.Components.Names, func(c struct {
				Name string `xml:"name,attr"`
			}) bool {
				return c.Name == "VEVENT"
			})
		}
	}
	return false
}

// found returns the properties that a server has of each address.
func (m multistatus) found() []found {
	var out []found
	for _, r := range m.Responses {
		for _, s := range r.Stats {
			if strings.Contains(s.Status, " 200 ") || strings.HasSuffix(s.Status, " 200") {
				out = append(out, found{strings.TrimSpace(r.Href), s.Prop})
			}
		}
	}
	return out
}

type found struct {
	href string
	prop prop
}

func (c *Client) ask(ctx context.Context, method string, at *url.URL, depth, body string) ([]found, error) {
	data, err := c.do(ctx, method, at, depth, []byte(body))
	if err != nil {
		return nil, err
	}
	var m multistatus
	if err := xml.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("%s does not answer as a CalDAV server: %w", at.Redacted(), err)
	}
	return m.found(), nil
}

// Calendars returns the calendars with events that the source leads to: itself,
// if it is one, else those of its account.
func (c *Client) Calendars(ctx context.Context) ([]Calendar, error) {
	at := c.base
	seen := map[string]bool{}
	for range mostHops { // calendar or home, principal, home
		if seen[at.String()] {
			break
		}
		seen[at.String()] = true
		props, err := c.ask(ctx, "PROPFIND", at, "1", propfind)
		if err != nil {
			return nil, err
		}
		out, next, err := c.look(at, props)
		if err != nil || len(out) > 0 {
			return out, err
		}
		if next == nil {
			break
		}
		at = next
	}
	return nil, fmt.Errorf("%s leads to no calendar with events", c.base.Redacted())
}

// look returns the calendars among what a server told of an address, else where
// to ask next.
func (c *Client) look(at *url.URL, props []found) (out []Calendar, next *url.URL, err error) {
	var principal, home string
	for _, f := range props {
		if f.prop.calendar() {
			u, err := c.resolve(at, f.href)
			if err != nil {
				return nil, nil, err
			}
			out = append(out, Calendar{URL: u.String(), Name: f.prop.Name})
		}
		if h := f.prop.Home.Href; h != "" && home == "" {
			home = h
		}
		if h := f.prop.Principal.Href; h != "" && principal == "" {
			principal = h
		}
	}
	for _, ref := range []string{home, principal} {
		if ref == "" || len(out) > 0 {
			continue
		}
		if next, err = c.resolve(at, strings.TrimSpace(ref)); err != nil || next.String() != at.String() {
			return nil, next, err
		}
	}
	return out, nil, nil
}

// Objects returns the events of the calendar at the source's address that have
// something between from and to. An object that the server doesn't hand out is
// an error: a commitment that is missing would be planned over.
func (c *Client) Objects(ctx context.Context, from, to time.Time) ([]Object, error) {
	const stamp = "20060102T150405Z"
	return c.objects(ctx, fmt.Sprintf(between, from.UTC().Format(stamp), to.UTC().Format(stamp)))
}

// All returns all events of the calendar at the source's address.
func (c *Client) All(ctx context.Context) ([]Object, error) { return c.objects(ctx, "") }

func (c *Client) objects(ctx context.Context, when string) ([]Object, error) {
	m, err := c.ask(ctx, "REPORT", c.base, "1", fmt.Sprintf(query, when))
	if err != nil {
		return nil, err
	}
	var out []Object
	for _, f := range m {
		if f.prop.Data == nil {
			return nil, fmt.Errorf("%s names %s and does not hand it out", c.base.Redacted(), f.href)
		}
		out = append(out, Object{Path: f.href, ETag: f.prop.ETag, Data: []byte(*f.prop.Data)})
	}
	return out, nil
}
