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
