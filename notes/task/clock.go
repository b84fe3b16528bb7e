package task

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

var (
	// clocks are times of day: they move no deadline, unless they tell a zone.
	clocks = regexp.MustCompile(`(?i)\b\d{1,2}(?::\d\d){1,2}(?:\s*(?:[ap]\.?m\b\.?|h\b|uhr\b))?|\b\d{1,2}(?:[.]\d\d)?\s*(?:[ap]\.?m\b\.?|h\b|o['’]?clock|uhr\b)|\b(?:noon|midday|midnight|lunch(?:time)?)\b`)
	atHour = regexp.MustCompile(`(?i)^\s+at(?:\s{2,}|\s*$)`) // where a time of day was
	// clockParts are the hour, the minute and the half of the day of a clock.
	clockParts = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.]?(\d\d))?(?::?\d\d)?\s*([ap])?`)
	// zonedClock is a clock with what tells its zone: UTC, a distance from it, the name of a zone,
	// an abbreviation, or a place.
	zonedClock = regexp.MustCompile(`((?i:T\d{4}(?:\d\d)?|(?:T|\b)\d{1,2}[:.]\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s*(?:[ap]\.?m\b\.?|uhr\b))?|\b\d{1,2}\s*[ap]\.?m\b\.?|\b(?:noon|midnight)\b))` +
		`(\s?\(?(?:(?:UTC|GMT)?([+\x{2212}-]\d{1,2})(?::?(\d\d))?\b|(Z|UTC|GMT)\b|([A-Z]\w+(?:/[\w+-]+){1,2})|([A-Z]{1,4}T|MES?Z|Eastern|Central|Mountain|Pacific|(?:\pL+\s){1,2}[Tt]ime)\b)\)?)`)
	// beforeClock may stand between a word that leads to a day and a time of day that is all of it,
	// behindClock what follows such a time.
	beforeClock = regexp.MustCompile(`(?i)^[\s:*_(\["“]*(?:(?:at|um)\s+)?$`)
	behindClock = regexp.MustCompile(`(?i)^\s*(?:sharp\b|(?:at the )?latest\b|please\b)?\s*(?:$|[.,;:!?)\]–—”"]|(?-i:for|and|so|if|because|please)\s)`)
	// ofToday lead to a time of day by which something has to be done; "until 5pm" says more often
	// how long something is so.
	ofToday = []string{"by", "due", "due by", "before", "no later than", "not later than", "deadline", "deadline is", "spätestens", "fällig", "vor"}
)

// A clock is what words say of the time of day.
type clock struct {
	hour, minute int
	known        bool
	zone         *time.Location // nil: that of the note
	sure         bool           // the zone is known
	alone        bool           // the words begin with it, and go on with no day
	text         string
}

// cutClocks reads the time of day of words, and blanks it and its zone in them.
func cutClocks(words string, ref timespan.Ref) (c clock, rest string) {
	c.sure = true
	if m := zonedClock.FindStringSubmatchIndex(words); m != nil {
		c.zone, c.sure = zoneOf(zonedClock.FindStringSubmatch(words), ref)
		if c.zone != nil || !c.sure {
			c.readClock(strings.TrimLeft(words[m[2]:m[3]], "Tt"))
			c.text = strings.TrimLeft(words[m[2]:m[1]], "Tt")
			words = words[:m[4]] + strings.Repeat(" ", m[5]-m[4]) + words[m[5]:]
		}
	}
	at := clocks.FindStringIndex(words)
	if at == nil {
		return c, words
	}
	if !c.known {
		c.readClock(words[at[0]:at[1]])
		c.text = words[at[0]:at[1]]
	}
	c.alone = beforeClock.MatchString(words[:at[0]]) && behindClock.MatchString(words[at[1]:])
	return c, clocks.ReplaceAllStringFunc(words, func(c string) string { return strings.Repeat(" ", len(c)) })
}

// readClock takes the hour and the minute of a clock, if they are of a day.
func (c *clock) readClock(text string) {
	switch strings.ToLower(text) {
	case "noon", "midday", "lunch", "lunchtime":
		c.hour, c.known = 12, true
		return
	case "midnight":
		c.hour, c.minute, c.known = 23, 59, true
		return
	}
	m := clockParts.FindStringSubmatch(text)
	if m == nil {
		return
	}
	c.hour, _ = strconv.Atoi(m[1])
	c.minute, _ = strconv.Atoi(m[2])
	c.known = c.hour < 24 && c.minute < 60
	if half := strings.ToLower(m[3]); half != "" {
		c.known = c.known && c.hour >= 1 && c.hour <= 12
		if c.hour %= 12; half == "p" {
			c.hour += 12
		}
	}
}

// zoneOf returns the zone of a match of zonedClock, and whether it is known; nil and true where it
// is none. An abbreviation is only that of the note's own zone: others may be several.
func zoneOf(m []string, ref timespan.Ref) (zone *time.Location, known bool) {
	switch {
	case m[5] != "":
		return time.UTC, true
	case m[3] != "":
		m[3] = strings.Replace(m[3], "\u2212", "-", 1)
		hours, _ := strconv.Atoi(m[3])
		minutes, _ := strconv.Atoi(m[4])
		if m[3][0] == '-' {
			minutes = -minutes
		}
		// "08:00-10:00" is a range of time unless it is written as the standard has it.
		if hours < -12 || hours > 14 {
			return nil, true
		}
		iso := m[1][0] == 'T' || strings.Contains(m[2], "UTC") || strings.Contains(m[2], "GMT") || m[3][0] == '+' || strings.Contains(m[2], "\u2212") || m[2][0] == ' '
		return time.FixedZone("", hours*3600+minutes*60), iso
	case m[6] != "":
		zone, err := time.LoadLocation(m[6])
		if err != nil { // "17:00 Ann/Bob"
			return nil, true
		}
		return zone, true
	}
	if m[7] == "local time" || m[7] == "my time" {
		return ref.Now.Location(), true
	}
	abbreviation := strings.Replace(strings.Replace(m[7], "MESZ", "CEST", 1), "MEZ", "CET", 1)
	for _, months := range []int{0, 6} {
		at := time.Date(2026, time.Month(1+months), 1, 0, 0, 0, 0, ref.Now.Location())
		if name, _ := at.Zone(); name == abbreviation {
			return ref.Now.Location(), true
		}
	}
	return nil, false
}

// onItsDay returns a deadline on the day of the note's zone that a clock with its own is on. Of a
// clock that may be of another day none is told.
func (c clock) onItsDay(d deadline, ref timespan.Ref) deadline {
	if !c.known || d.days.Days() != 1 || c.sure && c.zone == nil {
		return d
	}
	on := func(zone *time.Location) notes.Day {
		day := d.days.End
		return notes.DayOf(time.Date(day.Year, day.Month, day.Date, c.hour, c.minute, 0, 0, zone).In(ref.Now.Location()))
	}
	switch {
	case c.sure:
		d.days = oneDay(on(c.zone))
	case c.zone == nil, on(c.zone) != d.days.End:
		return deadline{note: "%s: the zone of " + strings.ReplaceAll(c.text, "%", "") + " is not known"}
	}
	return d
}

// deadlineToday returns the deadline of a time of day that is all that is said: the day of the note.
func (c clock) deadlineToday(lead, words string, ref timespan.Ref) deadline {
	if !c.alone || !c.known || !slices.Contains(ofToday, lead) {
		return deadline{rest: words}
	}
	said := readTimes("due "+words, ref)
	now := ref.Now.Hour()*60 + ref.Now.Minute()
	switch {
	case len(said.Spans)+len(said.Unresolved) > 0:
		return deadline{note: "%s can't be read as one day"}
	case ref.Now.IsZero():
		return deadline{note: uncounted}
	case c.hour*60+c.minute < now && now != 12*60: // a note that tells no time is at noon
		return deadline{note: "%s was over when this was written"}
	}
	return deadline{days: oneDay(notes.DayOf(ref.Now)), rest: words}
}
