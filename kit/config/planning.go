package config

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Planning says how goals are planned around what the user's calendars hold.
type Planning struct {
	StaleAfter time.Duration `yaml:"stale_after" min:"0" max:"8760h" doc:"How long a question about a goal waits for an answer. After that it is asked whether the goal is still wanted, and after as long again it is given up. 0: without an end."`

	Morning string `yaml:"morning" doc:"When each day roadmaps are looked at, as HH:MM in time_zone, such as 06:30: what was missed, and what the calendars have taken. Where something has to move that is proposed, and waits for consent until the next morning. Empty: only when somebody asks (\"weft roadmaps replan\")."`

	TurnMicroUSD int `yaml:"turn_micro_usd" min:"0" doc:"What models may cost from what a person says of a goal to the next question, in millionths of a US dollar. Before it is reached cheaper tiers are asked, after that it is asked whether to go on. 0: no limit."`
	GoalMicroUSD int `yaml:"goal_micro_usd" min:"0" doc:"What models may cost to plan one goal, in millionths of a US dollar. After that rules go on. 0: no limit."`
	DayMicroUSD  int `yaml:"day_micro_usd" min:"0" doc:"What models may have cost a tenant in a day of time_zone, with all that they do for it, before rules plan its goals, in millionths of a US dollar. 0: no limit."`

	Subtypes string `yaml:"subtypes" enum:"listed|ask|free" doc:"Whether a model may propose a pattern or a subtype of plans that is not listed, such as a protocol of one's own. listed: no, and the plan is of the nearest pattern. ask: yes, and a person agrees to it before it goes on; it is known from then on. free: yes, without being asked."`

	Calendars         []string `yaml:"calendars" doc:"The user's calendars, which goals are planned around, each as NAME=SOURCE. SOURCE is an .ics file or a folder of them (a path from / or ~/), or the address of such a file or of a CalDAV server, with the user's name there, such as work=https://ann@cal.example.com/. \"weft calendars add\" adds one."`
	CalendarPasswords []string `yaml:"calendar_passwords" kind:"pairs" doc:"Passwords for calendars at an address, each as NAME=VALUE, where VALUE is ${VARIABLE} or file:PATH."`

	WriteCalendar         string `yaml:"write_calendar" doc:"Address of the CalDAV calendar that the blocks of the user's roadmaps are written into, with the user's name there, such as https://ann@cal.example.com/ann/weft/. Make an empty one for it. The executor and the orchestrator both need it, if they are processes of their own. Empty: none."`
	WriteCalendarPassword string `yaml:"write_calendar_password" kind:"secret" doc:"Password for planning.write_calendar, which the executor alone needs: ${NAME} for an environment variable, or file:PATH."`
}

// A Calendar is one of the user's.
type Calendar struct {
	Name     string
	At       string // a path or an address without a user
	User     string
	Password string // as Secret takes it; "" for none
}

// CalendarToWrite returns the calendar that roadmaps are written into; false if there is none.
func (c *Config) CalendarToWrite() (Calendar, bool) {
	u, err := url.Parse(c.Planning.WriteCalendar)
	if err != nil || u.Host == "" {
		return Calendar{}, false
	}
	out := Calendar{Name: writeCalendarPath, User: u.User.Username(), Password: c.Planning.WriteCalendarPassword}
	u.User = nil
	if !strings.HasSuffix(u.Path, "/") { // it is a collection
		u = u.JoinPath("/")
	}
	out.At = u.String()
	return out, true
}

// UserCalendars returns the user's calendars.
func (c *Config) UserCalendars() []Calendar {
	var out []Calendar
	for _, pair := range c.Planning.Calendars {
		name, at, _ := strings.Cut(pair, "=")
		cal := Calendar{Name: name, At: at}
		if below, ok := strings.CutPrefix(at, "~/"); ok {
			cal.At = filepath.Join(os.Getenv("HOME"), below)
		}
		if u, err := url.Parse(at); err == nil && u.Host != "" {
			cal.User, u.User = u.User.Username(), nil
			cal.At = u.String()
		}
		for _, p := range c.Planning.CalendarPasswords {
			if of, value, _ := strings.Cut(p, "="); of == name {
				cal.Password = value
			}
		}
		out = append(out, cal)
	}
	return out
}

const (
	calendarsPath = "planning.calendars"
	passwordsPath = "planning.calendar_passwords"

	writeCalendarPath = "planning.write_calendar"
	writePasswordPath = "planning.write_calendar_password"
)

// MorningMinutes returns planning.morning in minutes after midnight; false if there is none.
func (c *Config) MorningMinutes() (int, bool) {
	t, err := time.Parse("15:04", c.Planning.Morning)
	return t.Hour()*60 + t.Minute(), err == nil
}

func (k *checker) planning() {
	if _, ok := k.config.MorningMinutes(); !ok && k.config.Planning.Morning != "" {
		k.problem("planning.morning", "%q: write it as HH:MM, such as 06:30", k.config.Planning.Morning)
	}
	k.writeCalendar()
	var names []string
	for _, pair := range k.config.Planning.Calendars {
		name, at, ok := strings.Cut(pair, "=")
		switch {
		case !ok || name == "" || at == "":
			k.problem(calendarsPath, "%q: each is NAME=SOURCE, such as work=~/work.ics", pair)
		case slices.Contains(names, name):
			k.problem(calendarsPath, "there are two of the name %q", name)
		default:
			k.calendar(name, at)
		}
		names = append(names, name)
	}
	for _, pair := range k.config.Planning.CalendarPasswords {
		name, value, ok := strings.Cut(pair, "=")
		switch {
		case !ok || !slices.Contains(names, name):
			k.problem(passwordsPath, "each item is NAME=VALUE with the name of a calendar")
		case !strings.HasPrefix(value, "file:") && !fromEnvironment.MatchString(value) && k.config.Origin(passwordsPath).Kind != FromEnv:
			k.problem(passwordsPath, "%s contains the password itself; use ${NAME}, an environment variable, or file:PATH instead", name)
		}
	}
}

func (k *checker) writeCalendar() {
	at, password := k.config.Planning.WriteCalendar, k.config.Planning.WriteCalendarPassword
	if password != "" && !strings.HasPrefix(password, "file:") && !fromEnvironment.MatchString(password) && k.config.Origin(writePasswordPath).Kind != FromEnv {
		k.problem(writePasswordPath, "is the password itself; use ${NAME}, an environment variable, or file:PATH instead")
	}
	if at == "" {
		return
	}
	u, err := url.Parse(at)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		k.problem(writeCalendarPath, "it is no address of a calendar, such as https://ann@cal.example.com/ann/weft/")
		return
	}
	ip := net.ParseIP(u.Hostname())
	if u.Scheme != "https" && (u.Scheme != "http" || u.Hostname() != "localhost" && !ip.IsLoopback()) {
		k.problem(writeCalendarPath, "%s: use https; http is for this machine alone", u.Host)
	}
	if _, secret := u.User.Password(); secret {
		k.problem(writeCalendarPath, "has a password in it; put it into %s", writePasswordPath)
	}
	if strings.HasSuffix(u.Path, ".ics") || strings.Trim(u.Path, "/") == "" {
		k.problem(writeCalendarPath, "is not that of one calendar of a server, such as https://ann@cal.example.com/ann/weft/")
	}
}

func (k *checker) calendar(name, at string) {
	u, err := url.Parse(at)
	if err != nil || u.Host == "" {
		if !filepath.IsAbs(at) && !strings.HasPrefix(at, "~/") {
			k.problem(calendarsPath, "%s: write %q as a path from / or ~/", name, at)
		}
		return
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		k.problem(calendarsPath, "%s: an address begins with https:// or http://", name)
	}
	if _, secret := u.User.Password(); secret {
		k.problem(calendarsPath, "%s has a password in it; put it into %s", name, passwordsPath)
	}
}
