package calendar

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// markName is the property by which Weft knows an event again that it has written: the roadmap,
// and a hash of what it wrote. Somebody who changes the event keeps the hash as it was.
const markName = "X-WEFT"

// mostOwn is the most that an object with an event of Weft's has, with what others add to it.
const mostOwn = 1 << 20

var stableUID = regexp.MustCompile(`^[0-9a-f]{32}@weft$`)

// An Own event is one with a UID that Weft makes, as it is found in a calendar.
type Own struct {
	UID, Summary string
	From, To     time.Time
	// Roadmap is the one that it was written for; "" if Weft has not written it, as where
	// somebody has imported a file.
	Roadmap string
	// Changed says that somebody has given it another title or time, made it recur or
	// cancelled it since.
	Changed bool
	// Plain says that it is one event with a begin and an end at instants.
	Plain bool
}

// ReadOwn reads an object of a calendar; false if it is none of Weft's.
func ReadOwn(data []byte) (Own, bool) {
	if len(data) > mostOwn {
		return Own{}, false
	}
	var c Calendar
	if c.Read(bytes.NewReader(data), "") != nil || len(c.files) != 1 || len(c.files[0].events) == 0 {
		return Own{}, false
	}
	events := c.files[0].events
	e := &events[0]
	if !stableUID.MatchString(e.uid) {
		return Own{}, false
	}
	own := Own{UID: e.uid, Summary: e.summary}
	roadmap, sum, _ := strings.Cut(e.mark, "/")
	own.Roadmap = roadmap
	var told warnings
	r := resolver{&c.files[0], time.UTC, &told}
	begin, known, err := r.moment(e.start)
	if len(e.ends) != 1 {
		own.Changed = true
		return own, true
	}
	end, ends, wrong := r.moment(e.ends[0])
	if err != nil || wrong != nil || !known || !ends {
		own.Changed = true
		return own, true
	}
	own.From, own.To = begin.Time(time.UTC), end.Time(time.UTC)
	floats := begin.AllDay || end.AllDay || begin.Zone == nil || end.Zone == nil
	own.Plain = !floats && len(events) == 1 && !e.cancelled && len(e.rules)+len(e.dates) == 0 && e.recurrence == stamp{}
	own.Changed = !own.Plain || sum != Entry{UID: own.UID, Summary: own.Summary, From: own.From, To: own.To}.sum(roadmap)
	return own, true
}

// sum stands for what Weft writes of an event.
func (e Entry) sum(roadmap string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d %d", roadmap, e.UID, clean(e.Summary), e.From.Unix(), e.To.Unix()))
	return hex.EncodeToString(sum[:16])
}

// Same reports whether an event stands in a calendar as the entry has it.
func (e Entry) Same(o Own) bool {
	return clean(e.Summary) == o.Summary && e.From.Unix() == o.From.Unix() && e.To.Unix() == o.To.Unix()
}

// Object writes an entry of a roadmap as an object of a calendar, with times in UTC.
func Object(e Entry, roadmap string, stamp time.Time) ([]byte, error) {
	if roadmap == "" || strings.ContainsFunc(roadmap, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`/\,;:`, r) || r > '~' }) {
		return nil, fmt.Errorf("calendar: %.80q can't name a roadmap", roadmap)
	}
	var out bytes.Buffer
	if err := Write(&out, []Entry{e}, stamp, nil); err != nil {
		return nil, err
	}
	mark := markName + ":" + roadmap + "/" + e.sum(roadmap) + "\r\n"
	return bytes.Replace(out.Bytes(), []byte("END:VEVENT\r\n"), []byte(mark+"END:VEVENT\r\n"), 1), nil
}

// owned are the properties of an event that are Weft's to write. The others, such as notes and
// alarms that somebody has added, stay.
var owned = []string{"DTSTAMP", "DTSTART", "DTEND", "DURATION", "SUMMARY", "SEQUENCE", markName}

var errNoEvent = errors.New("calendar: the object has not one event")

// Revise gives the event in an object the title and times of an entry, and keeps whatever else
// is in it.
func Revise(data []byte, e Entry, roadmap string, stamp time.Time) ([]byte, error) {
	made, err := Object(e, roadmap, stamp)
	if err != nil {
		return nil, err
	}
	before, old, after, ok := ownLines(data)
	_, fresh, _, whole := ownLines(made)
	if !ok || !whole {
		return nil, errNoEvent
	}
	sequence := 0
	var lines []string
	for _, l := range old {
		name := nameOf([]byte(l))
		if name == "SEQUENCE" {
			_, value, _ := strings.Cut(l, ":")
			sequence, _ = strconv.Atoi(strings.TrimSpace(value)) // 0 where it is none
		}
		if !slices.Contains(owned, name) {
			lines = append(lines, l)
		}
	}
	lines = append(lines, "SEQUENCE:"+strconv.Itoa(max(0, sequence)+1)+"\r\n")
	for _, l := range fresh {
		if slices.Contains(owned, nameOf([]byte(l))) {
			lines = append(lines, l)
		}
	}
	return []byte(strings.Join(slices.Concat(before, lines, after), "")), nil
}

// ownLines parts the lines of an object, each with the folded ones that go on with it, into
// the properties of its one event, and what comes before and after. What is nested in the
// event, such as an alarm, comes after.
func ownLines(data []byte) (before, event, after []string, ok bool) {
	var lines, open []string
	for l := range strings.Lines(string(data)) {
		if n := len(lines); n > 0 && (l[0] == ' ' || l[0] == '\t') {
			lines[n-1] += l
		} else {
			lines = append(lines, strings.TrimRight(l, "\r\n")+"\r\n")
		}
	}
	events := 0
	for _, l := range lines {
		name := nameOf([]byte(l))
		switch of := component([]byte(l)); {
		case name == "BEGIN":
			if open = append(open, of); of == "VEVENT" {
				events++
			}
		case name == "END" && len(open) > 0:
			open = open[:len(open)-1]
		case len(open) == 2 && open[1] == "VEVENT":
			event = append(event, l)
			continue
		}
		if events == 0 || len(open) == 2 && name == "BEGIN" && open[1] == "VEVENT" {
			before = append(before, l)
		} else {
			after = append(after, l)
		}
	}
	return before, event, after, events == 1 && len(open) == 0
}
