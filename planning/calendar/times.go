package calendar

import (
	"cmp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/recur"
)

// The offsets from UTC that are in use go from -12 to +14 hours.
const (
	earliest = 14 * time.Hour
	latest   = 12 * time.Hour
)

// times is what the times of an event mean.
type times struct {
	set     recur.Set
	length  length
	unknown bool // in a zone that nobody knows; times are read as in UTC
}

// resolver reads the times of a file's events.
type resolver struct {
	file     *file
	home     *time.Location
	warnings *warnings
}

func (r *resolver) warn(code Code, e *event, format string, args ...any) {
	r.warnings.add(code, r.file.name, e.line, e.uid, format, args...)
}

// moment reads a stamp; known is false where its zone is not.
func (r *resolver) moment(s stamp) (m recur.Moment, known bool, err error) {
	var zone *time.Location
	known = true
	if s.zone != "" && !strings.HasSuffix(s.text, "Z") {
		if zone = r.file.zones.find(s.zone); zone == nil {
			zone, known = time.UTC, false
		}
	}
	m, err = recur.ParseMoment(strings.ToUpper(s.text), zone)
	return m, known || m.AllDay, err
}

// times reads all times of an event. It fails only without a start.
func (r *resolver) times(e *event) (t times, ok bool) {
	start, known, err := r.moment(e.start)
	if err != nil {
		r.warn(NoStart, e, "it has no start that can be read (%.40q), and takes no time", e.start.text)
		return t, false
	}
	t.set.Start, t.unknown = start, !known
	if !known {
		r.warn(UnknownZone, e, "nobody knows the time zone %.80q; it takes all hours that it might take anywhere", e.start.zone)
	}
	t.length = r.length(e, &t)
	for _, text := range e.rules {
		rule, err := recur.Parse(text)
		if err != nil {
			r.warn(BadRule, e, "only its first time is taken: %v", err)
			continue
		}
		t.set.Rules = append(t.set.Rules, rule)
	}
	for _, s := range e.dates {
		extra, err := r.extra(s)
		if err != nil {
			r.warn(BadRule, e, "RDATE: %v", err)
			continue
		}
		t.set.Dates = append(t.set.Dates, extra)
	}
	for _, s := range e.except {
		m, _, err := r.moment(s)
		if err != nil {
			r.warn(BadRule, e, "EXDATE: %v", err)
			continue
		}
		t.set.Except = append(t.set.Except, m)
	}
	return t, true
}

// extra reads an RDATE, which may be a period.
func (r *resolver) extra(s stamp) (recur.Extra, error) {
	from, to, period := strings.Cut(s.text, "/")
	m, _, err := r.moment(stamp{from, s.zone})
	x := recur.Extra{Moment: m}
	if err != nil || !period {
		return x, err
	}
	if l, ok := parseLength(to); ok {
		x.Length = l.after(m, m.Time(r.home), r.home).Sub(m.Time(r.home))
	} else {
		end, _, err := r.moment(stamp{to, s.zone})
		if err != nil {
			return x, err
		}
		x.Length = end.Time(r.home).Sub(m.Time(r.home))
	}
	x.Length = min(max(0, x.Length), MaxLength*24*time.Hour)
	return x, nil
}

// length reads DTEND or DURATION.
func (r *resolver) length(e *event, t *times) length {
	var l length
	start := t.set.Start
	switch {
	case e.end.text != "":
		end, known, err := r.moment(e.end)
		if err != nil {
			r.warn(BadEnd, e, "its end %.40q can't be read", e.end.text)
			break
		}
		switch {
		case start.AllDay:
			l.days = int(end.Date - start.Date)
			if !end.AllDay && end.Second > 0 {
				l.days++
			}
		default:
			l.exact = end.Time(r.home).Sub(start.Time(r.home))
			t.unknown = t.unknown || !known
		}
	case e.length != "":
		var ok bool
		if l, ok = parseLength(e.length); !ok {
			r.warn(BadEnd, e, "its duration %.40q can't be read", e.length)
			l = length{}
		}
	}
	switch total := l.days*24 + int(l.exact/time.Hour); {
	case l.days < 0 || l.exact < 0:
		r.warn(BadEnd, e, "it ends before it begins")
		l = length{}
	case total > MaxLength*24:
		r.warn(TooLong, e, "it is longer than %d days; the rest is cut off", MaxLength)
		l = length{days: MaxLength}
	}
	if start.AllDay && l.days == 0 {
		l = length{days: 1}
	}
	return l
}

// byTime orders events for one occurrence: the one that counts comes last.
func byTime(a, b *event) int { return cmp.Compare(a.sequence, b.sequence) }
