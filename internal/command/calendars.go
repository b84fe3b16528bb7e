package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/internal/calendars"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/timeline"
)

// calendarFlags name calendars to read.
type calendarFlags struct {
	sources      []string
	user         string
	passwordFile string
}

func (f *calendarFlags) register(flags *pflag.FlagSet, doc string) {
	flags.StringArrayVar(&f.sources, "calendar", nil, doc+": an .ics `file`, a folder of them, or the address of one or of a CalDAV server")
	flags.StringVar(&f.user, "calendar-user", "", "the user `name` for calendars at an address")
	flags.StringVar(&f.passwordFile, "calendar-password-file", "", "the `file` with the password for them")
}

// readCalendars names calendars to read. What it returns tells the commitments in a
// stretch of time, and the person what could not be taken as it is; nil if no
// calendar is named.
func (p *program) readCalendars(ctx context.Context, f calendarFlags, zone *time.Location) (func(from, to time.Time) ([]timeline.Commitment, error), error) {
	if len(f.sources) == 0 {
		return nil, nil
	}
	sources, err := f.list()
	if err != nil {
		return nil, err
	}
	return func(from, to time.Time) ([]timeline.Commitment, error) {
		out, warnings, err := calendars.Read(ctx, sources, from, to, zone)
		for _, w := range warnings {
			if text := w.String(); !slices.Contains(p.calendarWarnings, text) {
				p.calendarWarnings = append(p.calendarWarnings, text)
				switch n := len(p.calendarWarnings); {
				case n <= mostCalendarWarnings:
					p.notice("%s", text)
				case n == mostCalendarWarnings+1:
					p.notice("and more of the calendars could not be read; -o json shows all of it")
				}
			}
		}
		if _, known := errors.AsType[*fault.Error](err); err != nil && !known && ctx.Err() == nil { // such as an address where there is none
			err = fault.New(codes.FailedPrecondition, fault.CalendarUnreadable, "%v", err)
		}
		return out, err
	}, nil
}

// mostCalendarWarnings are told to a person at once.
const mostCalendarWarnings = 10

func (f *calendarFlags) list() ([]calendars.Source, error) {
	password := ""
	if f.passwordFile != "" {
		text, err := safefile.Read(f.passwordFile, 1<<10)
		if err != nil {
			return nil, usage("--calendar-password-file: %v", err)
		}
		password = strings.TrimSpace(string(text))
	}
	var out []calendars.Source
	for _, at := range f.sources {
		s := calendars.Source{Name: at, At: at}
		if strings.Contains(at, "://") {
			s.User, s.Password = f.user, password
		} else if _, err := os.Stat(at); errors.Is(err, os.ErrNotExist) {
			return nil, usage("--calendar %s: there is no such file or folder", at)
		}
		if err := s.Check(); err != nil {
			return nil, usage("--calendar: %v", err)
		}
		out = append(out, s)
	}
	return out, nil
}

// writeCalendar writes the schedule of goals as an .ics file.
func (p *program) writeCalendar(path string, drafts ...*draft.Draft) error {
	stamp, zone, err := p.planningTime()
	if err != nil {
		return err
	}
	return writeSchedule(path, stamp, zone, drafts...)
}

// writeSchedule writes each block with an id that stays the same.
func writeSchedule(path string, stamp time.Time, zone *time.Location, drafts ...*draft.Draft) error {
	var entries []calendar.Entry
	for _, d := range drafts {
		goal := d.Goal.Outline.Nodes[0].Title
		count := map[string]int{}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			count[b.Node]++
			entries = append(entries, calendar.Entry{
				UID: calendar.StableUID(goal, b.Node, count[b.Node]), Summary: b.Title, Description: goal, From: b.From, To: b.To,
			})
		}
	}
	var text bytes.Buffer
	if err := calendar.Write(&text, entries, stamp, zone); err != nil {
		return err
	}
	return safefile.Replace(path, text.Bytes(), 0o644)
}
