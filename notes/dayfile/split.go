package dayfile

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A Note is one dated note found in a file of any origin.
type Note struct {
	Day  notes.Day
	Tags []string
	// Assumed says, for a person to read, which part of the day was not told by
	// the file. It is empty when all was.
	Assumed string
	Section
}

// Time returns the moment of the note in loc.
func (n Note) Time(loc *time.Location) time.Time {
	return time.Date(n.Day.Year, n.Day.Month, n.Day.Date, n.Clock.Hour, n.Clock.Minute, n.Clock.Second, 0, loc)
}

// A Skip is a part of a file that is no dated note, and why.
type Skip struct {
	FirstLine, LastLine int
	Reason              string // for a person to read
}

// Split finds the dated notes of a file for an import.
//
// The day of a note is told by the nearest of: the date heading above it
// ("## 2026-01-05", "# Monday, 5 January 2026", "### Jan 5"), the file's name,
// the front matter. Under it, time headings split further, as ParseDaily does.
// A heading without a year takes it from a heading, name or front matter that
// tells one, or else is the last such day before modTime, which the note's
// Assumed tells. modTime never dates a note by itself: text without a date is
// returned as a Skip.
func Split(p, content string, modTime time.Time) ([]Note, []Skip) {
	p = strings.ReplaceAll(p, `\`, "/")
	content = strings.TrimPrefix(content, byteOrderMark)
	if day, ok := DayOfName(p); ok && strings.HasSuffix("/"+p, "/"+RawPath(day)) {
		s := splitter{base: day}
		f := Parse(content)
		s.front = f.Front
		for _, section := range f.Sections {
			s.keep(day, section, "")
		}
		return s.result(content)
	}
	s := splitter{modTime: modTime}
	front, rest, line := cutFront(content)
	s.front = front
	s.base = front.Day
	if day, ok := DayOfName(p); ok {
		s.base = day
	}
	s.year, s.last = yearOfPath(p), s.base
	s.split(rest, line)
	return s.result(content)
}

type splitter struct {
	front   Front
	base    notes.Day // of text above the first date heading; zero if unknown
	year    int       // told by the path or a heading for those below it; 0 if none
	last    notes.Day // the last day that was told in full
	modTime time.Time
	notes   []Note
	skips   []Skip
}

// split walks over the date headings.
func (s *splitter) split(content string, line int) {
	day, reason, assumed, title := s.base, "", "", ""
	begin, beginLine, at, fence := 0, line, 0, ""
	if day.IsZero() {
		reason = "no date above it, in the file's name or in its front matter"
		if s.front.Err != nil {
			reason += " (" + s.front.Err.Error() + ")"
		}
	}
	undated := reason
	for text := range strings.Lines(content) {
		h, ok := dateHeading{}, false
		if fence == "" {
			h, ok = parseDateHeading(text)
		}
		fence = nextFence(fence, text)
		if ok {
			s.chunk(content[begin:at], beginLine, day, reason, assumed, title)
			day, reason, assumed, title = s.base, undated, "", ""
			if h.date > 0 {
				title = h.rest
				day, assumed, reason = s.resolve(h)
			} else {
				s.year = h.year
			}
			begin, beginLine = at+len(text), line+1
		}
		at += len(text)
		line++
	}
	s.chunk(content[begin:], beginLine, day, reason, assumed, title)
}

// chunk keeps the notes of what stands under one date heading.
func (s *splitter) chunk(content string, line int, day notes.Day, reason, assumed, title string) {
	found := sections(content, line, true)
	if title != "" {
		if len(found) > 0 && !found[0].Timed {
			found[0].Text = title + "\n" + found[0].Text
			found[0].FirstLine = line - 1
		} else {
			found = append([]Section{{Text: title, FirstLine: line - 1, LastLine: line - 1}}, found...)
		}
	}
	for _, section := range found {
		if reason != "" {
			s.skips = append(s.skips, Skip{section.FirstLine, section.LastLine, reason})
			continue
		}
		s.keep(day, section, assumed)
	}
}

func (s *splitter) keep(day notes.Day, section Section, assumed string) {
	if strings.TrimSpace(section.Text) == "" {
		return
	}
	if !section.Timed {
		section.Clock = Noon
		if s.front.HasClock && (s.front.Day.IsZero() || s.front.Day == day) {
			section.Clock = s.front.Clock
		}
	}
	s.notes = append(s.notes, Note{Day: day, Tags: s.front.Tags, Assumed: assumed, Section: section})
}

func (s *splitter) result(content string) ([]Note, []Skip) {
	if len(s.notes) == 0 && len(s.skips) == 0 {
		s.skips = []Skip{{1, max(1, strings.Count(content, "\n")), "no text"}}
	}
	return s.notes, s.skips
}

// resolve finds the day of a date heading.
func (s *splitter) resolve(h dateHeading) (day notes.Day, assumed, problem string) {
	switch {
	case h.year > 0:
		s.year = h.year
	case s.year > 0:
		h.year = s.year
		if !s.last.IsZero() && s.last.Year == s.year {
			h.year = nearestYear(h, s.last)
		}
	case !s.last.IsZero():
		h.year = nearestYear(h, s.last)
	case !s.modTime.IsZero():
		h.year = latestYear(h, notes.DayOf(s.modTime))
		assumed = fmt.Sprintf("the heading tells no year; %d by the file's last change", h.year)
	default:
		return notes.Day{}, "", "its heading tells no year"
	}
	day = notes.Day{Year: h.year, Month: h.month, Date: h.date}
	if !h.valid(h.year) {
		return notes.Day{}, "", fmt.Sprintf("there is no %d %s %d", h.date, h.month, h.year)
	}
	if h.hasWeekday && day.Weekday() != h.weekday {
		assumed = strings.TrimPrefix(assumed+"; ", "; ") + fmt.Sprintf("the heading says %s, but %s is a %s", h.weekday, day, day.Weekday())
	}
	s.last = day
	return day, assumed, ""
}

func (h dateHeading) day(year int) notes.Day { return notes.NewDay(year, h.month, h.date) }

// valid reports whether the calendar of a year has the day.
func (h dateHeading) valid(year int) bool { return h.day(year).Date == h.date }

// fits reports whether the day exists in a year and falls on the weekday that
// the heading tells, if any.
func (h dateHeading) fits(year int) bool {
	return h.valid(year) && (!h.hasWeekday || h.day(year).Weekday() == h.weekday)
}

// nearestYear chooses the year that brings the heading nearest to a day, so that
// a log runs on from December to January.
func nearestYear(h dateHeading, to notes.Day) int {
	best := to.Year
	distance := func(year int) int {
		d := h.day(year).Sub(to)
		return max(d, -d)
	}
	for _, year := range []int{to.Year - 1, to.Year + 1} {
		if h.valid(year) && distance(year) < distance(best) {
			best = year
		}
	}
	return best
}

// latestYear chooses the last year in which the heading's day is not after the
// given one, of the right weekday if one of the last ten years has it so.
func latestYear(h dateHeading, until notes.Day) int {
	latest := until.Year
	if h.day(latest).After(until) {
		latest--
	}
	for year := latest; year > latest-10; year-- {
		if h.fits(year) {
			return year
		}
	}
	return latest
}

var yearInName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)(?:\D|$)`)

// yearOfPath returns the year that a file's name tells, or that is the name of a
// folder right above it: "2026 running.md", "2026/January.md". 0 if none.
func yearOfPath(p string) int {
	if m := yearInName.FindStringSubmatch(path.Base(p)); m != nil {
		year, _ := strconv.Atoi(m[1])
		return year
	}
	dir := path.Dir(p)
	for range 2 {
		if base := path.Base(dir); len(base) == 4 && yearInName.MatchString(base) {
			year, _ := strconv.Atoi(base)
			return year
		}
		dir = path.Dir(dir)
	}
	return 0
}
