package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestCalendarsAreFilesAndAddresses(t *testing.T) {
	t.Parallel()
	c := &Config{Planning: Planning{
		Calendars:         []string{"work=/cal/work.ics", "team=https://ann@cal.example.com/dav/"},
		CalendarPasswords: []string{"team=${TEAM_PASSWORD}"},
	}}
	k := &checker{config: c}
	if k.planning(); len(k.problems) > 0 {
		t.Errorf("%v", k.problems)
	}
	want := []Calendar{{Name: "work", At: "/cal/work.ics"}, {Name: "team", At: "https://cal.example.com/dav/", User: "ann", Password: "${TEAM_PASSWORD}"}}
	if got := c.UserCalendars(); !reflect.DeepEqual(got, want) {
		t.Errorf("they are %v", got)
	}
}

func TestCalendarsThatCanNotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]Planning{
		"NAME=SOURCE":         {Calendars: []string{"/cal/work.ics"}},
		"two of the name":     {Calendars: []string{"a=/a", "a=/b"}},
		"begins with https":   {Calendars: []string{"a=ftp://example.com/a.ics"}},
		"a password in it":    {Calendars: []string{"a=https://ann:secret@example.com/"}},
		"from / or ~/":        {Calendars: []string{"a=work.ics"}},
		"name of a calendar":  {Calendars: []string{"a=/a"}, CalendarPasswords: []string{"b=${B}"}},
		"the password itself": {Calendars: []string{"a=https://example.com/"}, CalendarPasswords: []string{"a=secret"}},
	} {
		k := &checker{config: &Config{Planning: p}}
		if k.planning(); len(k.problems) != 1 || !strings.Contains(k.problems[0].Message, want) || strings.Contains(k.problems[0].Message, "secret") {
			t.Errorf("%v has %v, not %q", p, k.problems, want)
		}
	}
}

func TestTheCalendarToWriteIsOneOfAServer(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]Planning{
		"no address":            {WriteCalendar: "/cal/work.ics"},
		"no address of":         {WriteCalendar: "https://ann@cal.example.com/ann/weft/?x=1"},
		"use https":             {WriteCalendar: "http://ann@cal.example.com/ann/weft/"},
		"use https;":            {WriteCalendar: "webcal://cal.example.com/ann/weft/"},
		"a password in it":      {WriteCalendar: "https://ann:secret@cal.example.com/ann/weft/"},
		"that of one calendar":  {WriteCalendar: "https://ann@cal.example.com/"},
		"that of one calendar ": {WriteCalendar: "https://ann@cal.example.com/ann/weft.ics"},
		"the password itself":   {WriteCalendar: "https://ann@cal.example.com/ann/weft/", WriteCalendarPassword: "secret"},
	} {
		k := &checker{config: &Config{Planning: p}}
		if k.planning(); len(k.problems) != 1 || !strings.Contains(k.problems[0].Message, strings.TrimSpace(want)) || strings.Contains(k.problems[0].Message, "secret") {
			t.Errorf("%v has %v, not %q", p, k.problems, want)
		}
	}
	for _, at := range []string{"https://ann@cal.example.com/ann/weft", "https://ann@cal.example.com/ann/weft/", "http://ann@127.0.0.1:5232/ann/weft/"} {
		c := &Config{Planning: Planning{WriteCalendar: at, WriteCalendarPassword: "file:/x"}}
		k := &checker{config: c}
		cal, ok := c.CalendarToWrite()
		if k.planning(); len(k.problems) != 0 || !ok || cal.User != "ann" || !strings.HasSuffix(cal.At, "/ann/weft/") || strings.Contains(cal.At, "ann@") {
			t.Errorf("%s is %+v with %v", at, cal, k.problems)
		}
	}
}
