package calendar

import (
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/safefile"
)

// Options of a calendar.
type Options struct {
	Dir    string             // folder with events/ and deleted/, which are made if they are not there
	Faults []toolserver.Fault // what is to go wrong
}

type calendar struct {
	files *safefile.Folder
	lock  *toolserver.Lock // of changes
	now   func() time.Time
}

// New opens a calendar.
func New(o Options) (*toolserver.Server, error) {
	s, err := toolserver.Open(toolserver.Options{Name: "calendar", Title: "Calendar", Dir: o.Dir, Faults: o.Faults})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{events, deleted} {
		if err := s.Files.Root().MkdirAll(name, 0o700); err != nil {
			return nil, errors.Join(fmt.Errorf("can't make the folder %s: %w", name, err), s.Close())
		}
	}
	c := &calendar{files: s.Files, lock: toolserver.NewLock(s.Files, "calendar.lock"), now: time.Now}
	s.Keep(c.lock)
	c.tools(s)
	return s, nil
}

func (c *calendar) tools(s *toolserver.Server) {
	toolserver.Add(s, &mcp.Tool{
		Name: "list_events", Title: "List events", Annotations: toolserver.Reads(),
		Description: "Lists the events of a time, the earliest first. Of an event that repeats only the first time is known.",
	}, c.list)
	toolserver.Add(s, &mcp.Tool{
		Name: "create_event", Title: "Create an event", Annotations: toolserver.Writes(false, true),
		Description: "Writes an event into the calendar. It invites nobody. Another call with the same uid creates nothing and returns the event as it is now, whatever else it says.",
	}, c.create)
	toolserver.Add(s, &mcp.Tool{
		Name: "move_event", Title: "Move an event", Annotations: toolserver.Writes(true, true),
		Description: "Gives an event another time. Events that repeat, last whole days or don't say when they end can't be moved.",
	}, c.move)
	toolserver.Add(s, &mcp.Tool{
		Name: "delete_event", Title: "Delete an event", Annotations: toolserver.Writes(true, true),
		Description: "Takes an event out of the calendar. Its file is kept in the folder deleted.",
	}, c.remove)
}

// A Span asks for the events of a time.
type Span struct {
	From string `json:"from,omitempty" jsonschema:"the earliest moment, such as 2026-02-02T09:00:00+01:00, or a day, which begins at midnight UTC; without it from the first event"`
	To   string `json:"to,omitempty" jsonschema:"the moment before which an event has to begin, in the same forms; without it to the last event"`
}

// Events is a list of them.
type Events struct {
	Events []Event  `json:"events" jsonschema:"the earliest first"`
	More   bool     `json:"more" jsonschema:"whether there are more than the 200 that are listed"`
	Unread []string `json:"unread,omitempty" jsonschema:"files that are not one event each, or too large"`
}

// A NewEvent is asked for.
type NewEvent struct {
	UID         string `json:"uid" jsonschema:"names the event, so that it is created once: up to 80 letters, digits and _ - + = / @ with single dots between them"`
	Start       string `json:"start" jsonschema:"when it begins, such as 2026-02-02T09:00:00+01:00, or a day, such as 2026-02-02, for an event of whole days"`
	End         string `json:"end,omitempty" jsonschema:"when it ends, in the same form. For whole days it is the day after the last, and can be left out if there is only one"`
	Summary     string `json:"summary" jsonschema:"what it is, one line"`
	Location    string `json:"location,omitempty" jsonschema:"where it is, one line"`
	Description string `json:"description,omitempty" jsonschema:"more about it"`
}

// A Move asks for another time.
type Move struct {
	UID   string `json:"uid" jsonschema:"the event, by its uid"`
	Start string `json:"start" jsonschema:"when it is to begin, such as 2026-02-02T09:00:00+01:00"`
	End   string `json:"end,omitempty" jsonschema:"when it is to end, in the same form; without it, it lasts as long as before"`
}

// A Reference names an event.
type Reference struct {
	UID string `json:"uid" jsonschema:"the event, by its uid"`
}

// An Event is one that is in the calendar, or was.
type Event struct {
	UID         string `json:"uid" jsonschema:"by which the event is known"`
	File        string `json:"file" jsonschema:"its file, such as events/a1.ics"`
	Start       string `json:"start" jsonschema:"when it begins: a moment in UTC, or a day"`
	End         string `json:"end" jsonschema:"when it ends: a moment in UTC, or the day after the last"`
	Summary     string `json:"summary" jsonschema:"what it is"`
	Location    string `json:"location,omitempty" jsonschema:"where it is"`
	Description string `json:"description,omitempty" jsonschema:"more about it"`
	WholeDays   bool   `json:"whole_days,omitempty" jsonschema:"whether it lasts whole days"`
	Repeats     bool   `json:"repeats,omitempty" jsonschema:"whether it comes again; start and end are those of the first time"`
}
