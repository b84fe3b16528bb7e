package calendar

import (
	"cmp"
	"regexp"
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
	set          recur.Set
	length       length
	roughly      bool          // of its start the day alone is known
	travel       time.Duration // before it begins
	wholeMorning bool          // the way to it takes the day up to it
	unclear      time.Duration // by how much its times may be earlier or later
	unknown      bool          // in a zone that nobody knows; times are read as in UTC
	zone         string        // the name of that zone, where its start is in it
	// always: nobody can tell when it recurs. It takes all of the time from its start on, until
	// last where that is said.
	always bool
	// earlier and later are by how many seconds some of its times are moved then.
	earlier, later int
	last           *recur.Moment
}

// resolver reads the times of a file's events.
type resolver struct {
	file     *file
	home     *time.Location
	warnings *warnings
}

func (r *resolver) warn(code Code, e *event, format string, args ...any) {
	r.warnings.add(code, r.file.name, e.line, e, format, args...)
}

// looseTime is how times are written that the standard has otherwise: with dashes and colons,
// without seconds, with an offset.
var looseTime = regexp.MustCompile(`^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?$`)

// moment reads a stamp; known is false where its zone is not.
func (r *resolver) moment(s stamp) (m recur.Moment, known bool, err error) {
	var zone *time.Location
	known = true
	text := strings.ToUpper(s.text)
	offset := ""
	if parts := looseTime.FindStringSubmatch(text); parts != nil {
		text, offset = strings.Join(parts[1:4], ""), parts[7]
		if parts[4] != "" {
			text += "T" + parts[4] + parts[5] + cmp.Or(parts[6], "00")
		}
	}
	switch {
	case offset == "Z":
		text += "Z"
	case offset != "":
		zone = fixedZone(offset)
		known = zone != nil
	case s.zone != "" && !strings.HasSuffix(text, "Z"):
		zone = s.zones.find(s.zone)
		known = zone != nil
	}
	if !known {
		zone = time.UTC
	}
	m, err = recur.ParseMoment(text, zone)
	return m, known || m.AllDay, err
}

// dayOf returns the day with which a stamp begins that can't be read as a whole.
func dayOf(s stamp) (recur.Moment, bool) {
	text := strings.ReplaceAll(s.text, "-", "")
	m, err := recur.ParseMoment(text[:min(8, len(text))], nil)
	return m, err == nil
}

// times reads all times of an event. It fails only without a start.
func (r *resolver) times(e *event) (t times, ok bool) {
	if !r.readStart(e, &t) {
		return t, false
	}
	t.length = r.length(e, &t)
	r.readTravel(e, &t)
	r.readRules(e, &t)
	for _, s := range e.dates {
		r.extra(e, s, &t)
	}
	r.readExceptions(e, &t)
	return t, true
}

// readRules reads each RRULE.
func (r *resolver) readRules(e *event, t *times) {
	for _, text := range e.rules {
		rules, err := readRule(text)
		if err != nil {
			r.warn(BadRule, e, "it takes all of the time in which it may recur: %v", err)
			t.recursUntil(lastOf(text))
			continue
		}
		if len(rules) > 1 {
			r.warn(BadRule, e, "its rule says one thing twice, and takes the time of each: %.200s", text)
		}
		for _, rule := range rules {
			if rule.Count > 0 && !rule.IncludesStart(t.set.Start) {
				r.warn(Contradiction, e, "it begins at a time that is none of its rule, which says how often; one more is taken")
				rule.Count++
			}
			if t.set.Start.AllDay {
				r.untilDay(e, rule.Until)
			}
			if u := rule.Until; t.unknown && u != nil && u.Zone != nil {
				u.DateTime = u.Add(int(earliest / time.Second))
			}
			t.set.Rules = append(t.set.Rules, rule)
		}
	}
}

// readExceptions reads EXDATE.
func (r *resolver) readExceptions(e *event, t *times) {
	for _, s := range e.except {
		m, known, err := r.moment(s)
		switch {
		case err != nil:
			r.warn(BadRule, e, "EXDATE, which is passed over: %v", err)
		case !known && !t.unknown:
			r.warn(UnknownZone, e, "nobody knows the time zone %.80q of its EXDATE, which is passed over", s.zone)
		case known == t.unknown && !m.AllDay || !known && s.zone != t.zone: // nobody can tell whether it is one of its times
		case t.roughly && !m.AllDay: // one time of a day that takes all of it
		default:
			ok := true
			if t.set.Start.AllDay {
				m, ok = r.exceptDay(e, m, s.zones)
			}
			if ok {
				t.set.Except = append(t.set.Except, m)
			}
		}
	}
}

// recursUntil notes that the event may recur at any time, until the last moment if there is one.
func (t *times) recursUntil(last recur.Moment, is bool) {
	if !is || t.always && t.last == nil {
		t.last = nil
	} else if t.last == nil || last.Compare(t.last.DateTime) > 0 {
		t.last = &last
	}
	t.always = true
}

// readStart reads when an event begins.
func (r *resolver) readStart(e *event, t *times) bool {
	if e.start.text == "" {
		var day recur.Moment
		found := false
		if len(e.ends) > 0 {
			day, found = dayOf(e.ends[0])
		}
		if found {
			r.warn(BadStart, e, "it has an end alone, and takes that day")
		} else {
			r.warn(NoStart, e, "it has no start, and takes no time")
		}
		t.set.Start = day
		return found
	}
	start, known, err := r.moment(e.start)
	if err == nil {
		t.set.Start, t.unknown = start, !known
		if !known {
			t.zone = e.start.zone
			r.warn(UnknownZone, e, "nobody knows the time zone %.80q; it takes all hours that it might take anywhere", e.start.zone)
		}
		return true
	}
	day, found := dayOf(e.start)
	if found {
		r.warn(BadStart, e, "its start %.40q can't be read; it takes the day", e.start.text)
		t.roughly = true
	} else {
		r.warn(BadStart, e, "its start %.40q can't be read; it takes all of the time", e.start.text)
		t.always = true
	}
	t.set.Start = day
	return true
}

// extra reads an RDATE, which may be a period.
func (r *resolver) extra(e *event, s stamp, t *times) {
	from, to, period := strings.Cut(s.text, "/")
	m, known, err := r.moment(stamp{from, s.zone, s.zones})
	x := recur.Extra{Moment: m}
	if err != nil {
		day, found := dayOf(s)
		if !found {
			r.warn(BadRule, e, "it takes all of the time, as RDATE may: %v", err)
			t.recursUntil(recur.Moment{}, false)
			return
		}
		r.warn(BadRule, e, "RDATE, of which the day is taken: %v", err)
		m = recur.Moment{DateTime: day.DateTime, Zone: r.home}
		x, period = recur.Extra{Moment: m, Length: (day.Date + 1).In(r.home).Sub(day.Date.In(r.home))}, false
	}
	if !known && !t.unknown {
		r.warn(UnknownZone, e, "nobody knows the time zone %.80q of its RDATE; it takes all hours that it might take anywhere", s.zone)
		t.unknown, t.zone = true, "?" // nobody can tell which of its times is in which zone
	}
	if period {
		begin := m.Time(r.home)
		l, ok := parseLength(to)
		if !ok {
			end, _, err := r.moment(stamp{to, s.zone, s.zones})
			if err != nil {
				r.warn(BadEnd, e, "the end of a period can't be read (%.40q); it takes the day", to)
				l = length{untilMidnight: true}
			} else {
				l.exact = end.Time(r.home).Sub(begin)
			}
		}
		x.Length = min(max(0, l.after(m, begin, r.home).Sub(begin)), MaxLength*24*time.Hour)
	}
	if t.set.Start.AllDay {
		t.set.Dates = append(t.set.Dates, r.extraDays(e, x, s.zones)...)
		return
	}
	t.set.Dates = append(t.set.Dates, x)
}

// length reads DTEND and DURATION. Of several that it has the longest counts, and what can't
// be read takes the day.
func (r *resolver) length(e *event, t *times) length {
	var longest length
	start := t.set.Start
	take := func(l length) {
		switch total := l.days*24 + int(l.exact/time.Hour); {
		case l.days < 0 || l.exact < 0:
			r.warn(BadEnd, e, "it ends before it begins; it takes the day")
			l = length{untilMidnight: true}
		case total > MaxLength*24:
			r.warn(TooLong, e, "it is longer than %d days; the rest is cut off", MaxLength)
			l = length{days: MaxLength}
		}
		if l.compare(longest) > 0 {
			longest = l
		}
	}
	for _, s := range e.ends {
		end, known, err := r.moment(s)
		switch {
		case err != nil:
			r.warn(BadEnd, e, "its end %.40q can't be read; it takes the day", s.text)
			take(length{untilMidnight: true})
		case start.AllDay && !end.AllDay && end.Second > 0:
			take(length{days: int(end.Date-start.Date) + 1})
		case start.AllDay:
			take(length{days: int(end.Date - start.Date)})
		default:
			if !known && !t.unknown {
				r.warn(UnknownZone, e, "nobody knows the time zone %.80q of its end; it takes all hours that it might take anywhere", s.zone)
			}
			t.unknown = t.unknown || !known
			take(lengthUntil(start, end, t.unknown, r.home))
		}
	}
	for _, text := range e.lengths {
		l, ok := parseLength(text)
		if !ok {
			r.warn(BadEnd, e, "its duration %.40q can't be read; it takes the day", text)
			l = length{untilMidnight: true}
		}
		take(l)
	}
	if start.AllDay && longest.compare(length{days: 1}) < 0 {
		longest = length{days: 1}
	}
	return longest
}

// lengthUntil returns how long what begins at one time is until another, by the clock too where the
// zones are known.
func lengthUntil(start, end recur.Moment, unknown bool, home *time.Location) length {
	l := length{exact: end.Time(home).Sub(start.Time(home))}
	if !unknown && !end.AllDay {
		l.clock, l.zone = int(end.Date-start.Date)*24*3600+end.Second-start.Second, cmp.Or(end.Zone, home)
	}
	return l
}
