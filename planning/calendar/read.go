package calendar

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/recur"
)

// Calendar is what was read: events whose times are not expanded yet.
type Calendar struct {
	// Warnings are those of reading; expanding has its own.
	Warnings []Warning
	files    []file
	count    int
	bounds   *bounds // nil: usual
}

// bounds are how much is read and expanded.
type bounds struct {
	bytes  int // of a file
	events int // of all files
	dates  int // of RDATE and EXDATE of a file
	budget recur.Budget
}

// usual is ample for a person, and what a machine takes a second or two for.
func usual() bounds { return bounds{50 << 20, 200_000, 1_000_000, *recur.NewBudget()} }

func (c *Calendar) within() bounds {
	if c.bounds != nil {
		return *c.bounds
	}
	return usual()
}

// file is the events of one file, among which RECURRENCE-ID counts.
type file struct {
	name   string
	events []event
}

// stamp is a date or a time as it stands in the file.
type stamp struct {
	text, zone string
	zones      *zones // of the calendar that it is in
}

// event is a VEVENT, with what its times mean still open.
type event struct {
	line               int
	uid, summary, mark string // the mark is that of Own
	start, recurrence  stamp
	starts, ends       []stamp // all that it says; start is one of them
	lengths, travel    []string
	future             bool // RANGE=THISANDFUTURE
	cancelled          bool
	free               bool
	doubt              string // the first warning of it
	said               said
	sequence           int
	numbered           bool
	unnumbered         bool   // its SEQUENCE can't be read
	stamped, modified  string // when it was written; "" where that can't be told
	rules              []string
	dates, except      []stamp
}

// Read adds what is in a file of at most 50 MB. Its name stands in warnings and
// errors.
func (c *Calendar) Read(r io.Reader, name string) error {
	of := newFileZones()
	p := reader{file: file{name: name}, fileZones: of, zones: newZones(of), warnings: c.Warnings, bounds: c.within()}
	p.left = p.bounds.events - c.count
	l := newLines(r, p.bounds.bytes)
	if err := p.read(l); err != nil {
		line := l.first
		if !p.calendar {
			line = 1
		}
		return fmt.Errorf("%s:%d: %w", name, line, err)
	}
	p.file.placeFloating()
	c.Warnings = p.warnings
	c.files = append(c.files, p.file)
	c.count += len(p.file.events)
	return nil
}

// reader walks the components of a file.
type reader struct {
	file     file
	warnings warnings
	bounds   bounds
	left     int // events that there may still be
	dates    int // of RDATE and EXDATE so far

	calendar  bool // a VCALENDAR has begun
	fileZones *fileZones
	zones     *zones // of the VCALENDAR
	open      []string
	began     int // the line of the last component
	event     *event
	zone      *zoneDefinition
	heldBack  []heldBack
}

// maxDepth is deeper than anything that is read; what is nested deeper is
// counted only.
const maxDepth = 8

func (r *reader) read(l *lines) error {
	deep := 0 // components beyond maxDepth
	for {
		err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch name := nameOf(l.line); name {
		case "BEGIN":
			if len(r.open) == maxDepth {
				deep++
				continue
			}
			if err := r.begin(component(l.line), l.first); err != nil {
				return err
			}
		case "END":
			if deep > 0 {
				deep--
				continue
			}
			r.end(component(l.line), l.first)
		default:
			if deep == 0 {
				r.property(name, l)
			}
			if r.left < 0 {
				return r.tooMany()
			}
			if r.dates > r.bounds.dates {
				return fmt.Errorf("it has more than the %d dates of RDATE and EXDATE that a calendar may have", r.bounds.dates)
			}
		}
	}
	if !r.calendar {
		return errors.New("it is no iCalendar file: nowhere does it have BEGIN:VCALENDAR")
	}
	switch n := len(r.open); {
	case n == 0:
		return nil
	case n > 1:
		return fmt.Errorf("it is cut off: it ends within the %.40s of line %d", r.open[n-1], r.began)
	}
	return errors.New("it is cut off: nowhere does it have END:VCALENDAR behind its last event")
}

func (r *reader) tooMany() error {
	return fmt.Errorf("there are more than the %d events that calendars may have together", r.bounds.events)
}

func component(line []byte) string {
	text := string(line[:min(len(line), 80)])
	_, value, found := strings.Cut(text, ":")
	if !found {
		_, value, _ = strings.Cut(text, " ")
	}
	return strings.ToUpper(strings.TrimSpace(value))
}

func (r *reader) warn(code Code, line int, format string, args ...any) {
	r.warnings.add(code, r.file.name, line, r.event, format, args...)
}

func (r *reader) begin(name string, line int) error {
	switch {
	case name == "VCALENDAR":
		if r.calendar && len(r.open) == 0 {
			r.zones = newZones(r.fileZones)
		}
		r.calendar = true
	case name == "VEVENT" && r.event == nil:
		if r.left--; r.left < 0 {
			return r.tooMany()
		}
		r.event, r.heldBack = &event{line: line}, nil
	case name == "VEVENT":
		// An event that was not ended: what comes now is another one.
		r.warn(BadNesting, line, "an event begins within another one")
		for r.event != nil {
			r.close()
		}
		return r.begin(name, line)
	case name == "VTIMEZONE" && r.event == nil && r.zone == nil:
		r.zone = &zoneDefinition{}
	case (name == "STANDARD" || name == "DAYLIGHT") && r.zone != nil:
		r.zone.observances = append(r.zone.observances, observance{})
	case name == "VALARM" && len(r.open) > 0 && r.open[len(r.open)-1] == name:
		r.warn(BadNesting, line, "an alarm begins within another one")
		for i := range r.heldBack {
			r.heldBack[i].depth = 0
		}
		return nil
	case !knownComponents[name]:
		r.warn(NotRead, line, "%.40q is not read; what time it holds is not taken", name)
	}
	r.began = line
	r.open = append(r.open, name)
	return nil
}

// end closes a component, and those within it that were not ended.
func (r *reader) end(name string, line int) {
	at := len(r.open) - 1
	for at >= 0 && r.open[at] != name {
		at--
	}
	if at < 0 {
		r.warn(BadNesting, line, "%.40q ends, and did not begin", name)
		return
	}
	if at < len(r.open)-1 {
		r.warn(BadNesting, line, "%.40q ends before %.40q does", name, r.open[len(r.open)-1])
	}
	if at == len(r.open)-1 {
		r.heldBack = slices.DeleteFunc(r.heldBack, func(h heldBack) bool { return h.depth > at })
	}
	for len(r.open) > at {
		r.close()
	}
}

// close takes the innermost component off.
func (r *reader) close() {
	name := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	switch {
	case name == "VEVENT" && r.event != nil:
		r.takeHeldBack()
		r.settleContradictions(r.event)
		for i, s := range r.event.starts {
			if slices.Contains(r.event.starts[:i], s) {
				continue
			}
			if i > 0 {
				r.warn(BadStart, r.event.line, "DTSTART stands there twice; both are taken")
				r.left--
			}
			r.event.start = s
			r.file.events = append(r.file.events, *r.event)
		}
		if len(r.event.starts) == 0 {
			r.file.events = append(r.file.events, *r.event)
		}
		r.event = nil
	case name == "VTIMEZONE" && r.zone != nil:
		r.zones.define(*r.zone)
		r.zone = nil
	}
}

// property takes a line of an event or of a zone.
func (r *reader) property(name string, l *lines) {
	if len(r.open) == 0 {
		return
	}
	inside := r.open[len(r.open)-1]
	switch {
	case inside == "VCALENDAR" && name == "X-WR-TIMEZONE":
		r.ownZone(l)
	case inside == "VFREEBUSY" && name == "FREEBUSY":
		r.freeBusy(l)
	case r.event != nil && inside == "VEVENT":
		r.eventProperty(name, l)
	case r.event != nil && (name == "UID" || timeNames[name]):
		r.holdBack(name, l)
	case r.zone != nil && zoneNames[name] && (inside == "VTIMEZONE" || inside == "STANDARD" || inside == "DAYLIGHT"):
		p, err := decode(name, l.line, l.cut)
		if err != nil {
			r.warn(BadLine, l.first, "%v", err)
			r.zone.spoilt = true
			return
		}
		r.zone.set(p, inside)
		r.countDates(p)
	}
}

func (r *reader) eventProperty(name string, l *lines) {
	if name == "EXRULE" {
		r.warn(NotRead, l.first, "EXRULE is not read: what it takes out is taken")
	}
	switch {
	case name == "DTSTAMP":
		r.event.stamped = writtenTime(l.line)
	case name == "LAST-MODIFIED":
		r.event.modified = writtenTime(l.line)
	}
	if !eventNames[name] {
		return
	}
	p, ok := r.decodeOfEvent(name, l)
	if !ok {
		return
	}
	if of := p.param("RANGE"); of != "" && !strings.EqualFold(of, "THISANDFUTURE") {
		r.warn(NotRead, l.first, "RANGE=%.40s is not read; it counts for one occurrence alone", of)
	}
	r.event.set(p, r.zones)
	r.countDates(p)
}

// decodeOfEvent decodes a line of an event. One that says what time it takes is never left out.
func (r *reader) decodeOfEvent(name string, l *lines) (property, bool) {
	p, err := decode(name, l.line, l.cut)
	if err != nil {
		r.warn(BadLine, l.first, "%v", err)
		p = property{name: name}
		if name == "RECURRENCE-ID" && bytes.Contains(bytes.ToUpper(l.line), []byte("THISANDFUTURE")) {
			p.params = map[string][]string{"RANGE": {"THISANDFUTURE"}}
		}
		switch bare := bareValue.FindSubmatch(withoutGroup(l.line)); {
		case bare != nil:
			p.value = clean(string(bare[1]))
		case !timeNames[name]:
			return p, false
		}
	}
	if p.value == "" && timeNames[name] {
		p.value = "?" // it is there, and can't be read
	}
	return p, true
}

// mostDoubt bounds what is told with each time of an event, in bytes.
const mostDoubt = 900

// doubtful notes that an event may take more than it does.
func (e *event) doubtful(w Warning) {
	if e.doubt == "" {
		text := w.String()
		e.doubt = strings.ToValidUTF8(text[:min(len(text), mostDoubt)], "")
	}
}

func (r *reader) countDates(p property) {
	if p.name == "RDATE" || p.name == "EXDATE" {
		r.dates += 1 + strings.Count(p.value, ",")
	}
}

// freeBusy takes the periods of a FREEBUSY, each as an event.
func (r *reader) freeBusy(l *lines) {
	p, err := decode("FREEBUSY", l.line, l.cut)
	if err != nil {
		r.warn(BadLine, l.first, "%v", err)
		p.value = "?" // all of the time
	}
	if kinds := p.paramValues("FBTYPE"); slices.ContainsFunc(kinds, isFree) {
		if !slices.ContainsFunc(kinds, func(kind string) bool { return !isFree(kind) }) {
			return
		}
		r.warn(Contradiction, l.first, "FREEBUSY says that a time is free, and that it is not; it is taken")
	}
	for text := range strings.SplitSeq(p.value, ",") {
		from, to, _ := strings.Cut(strings.TrimSpace(text), "/")
		e := event{line: l.first, summary: "busy", start: stamp{cmp.Or(from, "?"), p.param("TZID"), r.zones}}
		if strings.HasPrefix(strings.ToUpper(to), "P") {
			e.lengths = []string{to}
		} else {
			e.ends = []stamp{{cmp.Or(to, "?"), p.param("TZID"), r.zones}}
		}
		if r.left--; r.left < 0 {
			return
		}
		r.file.events = append(r.file.events, e)
	}
}

func isFree(kind string) bool { return strings.EqualFold(kind, "FREE") }

// knownComponents are read, or known to hold no time.
var knownComponents = map[string]bool{
	"VCALENDAR": true, "VEVENT": true, "VTIMEZONE": true, "STANDARD": true, "DAYLIGHT": true, "VFREEBUSY": true,
	"VTODO": true, "VJOURNAL": true, "VALARM": true, "PARTICIPANT": true, "VLOCATION": true, "VRESOURCE": true,
}

// timeNames are the properties of an event that say what time it takes.
// Without RECURRENCE-ID an event would be all of its series.
var timeNames = map[string]bool{"DTSTART": true, "DTEND": true, "DURATION": true, "RRULE": true, "RDATE": true, "RECURRENCE-ID": true, "SEQUENCE": true, travelName: true}

var eventNames = map[string]bool{
	"UID": true, "SUMMARY": true, "DTSTART": true, "DTEND": true, "DURATION": true, "RRULE": true, "RDATE": true, "EXDATE": true,
	"RECURRENCE-ID": true, "STATUS": true, "TRANSP": true, "SEQUENCE": true, "X-MICROSOFT-CDO-BUSYSTATUS": true,
	markName: true, travelName: true,
}

// travelName is the property by which Apple says how long the way to an event is.
const travelName = "X-APPLE-TRAVEL-DURATION"

// set takes what a property says of the event.
func (e *event) set(p property, in *zones) {
	at := stamp{p.value, p.param("TZID"), in}
	switch p.name {
	case "UID":
		e.uid = p.value
	case "SUMMARY":
		e.summary = p.value
	case markName:
		e.mark = p.value
	case "DTSTART":
		e.starts = append(e.starts, at)
	case "DTEND":
		e.ends = append(e.ends, at)
	case "DURATION":
		e.lengths = append(e.lengths, p.value)
	case travelName:
		e.travel = append(e.travel, p.value)
	case "RRULE":
		if len(e.rules) <= maxRules {
			e.rules = append(e.rules, p.value)
		}
	case "RDATE":
		e.dates = appendStamps(e.dates, at)
	case "EXDATE":
		e.except = appendStamps(e.except, at)
	case "RECURRENCE-ID":
		if e.recurrence.text != "" && e.recurrence != at {
			at.text = "?" // it stands for one or the other
		}
		e.recurrence = at
		e.future = e.future || strings.EqualFold(p.param("RANGE"), "THISANDFUTURE")
	default:
		e.say(p)
	}
}

func appendStamps(list []stamp, at stamp) []stamp {
	for text := range strings.SplitSeq(at.text, ",") {
		list = append(list, stamp{strings.TrimSpace(text), at.zone, at.zones})
	}
	return list
}
