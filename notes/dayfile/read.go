package dayfile

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
)

// A Dating is what told the day of a note.
type Dating int

// What tells the day of a note. Of several the last counts.
const (
	Undated Dating = iota
	ByFrontMatter
	ByName
	ByHeading
)

// A Page is what a Markdown file says.
type Page struct {
	Front Front
	Notes []Note // in the order of the file
}

// A Note is one note of a page.
type Note struct {
	Section
	Day       notes.Day // zero if nothing tells it
	Dated     Dating
	Ambiguous bool   // day and month of its date may be meant the other way round
	Remark    string // what a person should know of how its day was found; "" if nothing
	// Front says that the text is lines of the file's front matter.
	Front bool
	// Headings are what stands above the note and is no date: a title that the
	// file has, then headings, the outermost first. An undated note has the title
	// of its file in any case.
	Headings []string
}

// Time returns the moment of a dated note in loc.
func (n Note) Time(loc *time.Location) time.Time {
	return time.Date(n.Day.Year, n.Day.Month, n.Day.Date, n.Clock.Hour, n.Clock.Minute, n.Clock.Second, 0, loc)
}

// UndatedID returns the id of an undated note of a page, as the first under its headings.
// Front matter has one of its own, so that adding it renames no other note.
func (n Note) UndatedID(page notes.Page) notes.ID {
	if n.Front {
		return notes.FrontID(page)
	}
	return notes.UndatedID(page, n.Headings, 1)
}

// Fenced returns the text of front matter as a text that says what it is: between the
// lines that enclose it in a file.
func (n Note) Fenced() string { return "---\n" + n.Text + "\n---" }

// mostUndated is after how many notes of one file headings split no more.
const mostUndated = 10_000

// DateSettings tell how a vault writes days and times.
type DateSettings struct {
	// Names tells the days of names that are written in a way of the vault's own; nil is
	// none.
	Names *NameFormat
	// Zone is where the notes' clocks stand, for times of front matter that tell their
	// distance from UTC; nil leaves those as they are.
	Zone *time.Location
}

// Read reads a file by its path, with forward slashes, and its content.
func Read(p, content string, set DateSettings) Page {
	if day, ok := rawDay(p); ok {
		return readRaw(day, content, set.Zone)
	}
	name := readName(p)
	if set.Names != nil {
		if day, ok := set.Names.Day(p); ok {
			name = fileName{date: date{year: day.Year, month: day.Month, day: day.Date}}
		}
	}
	front, rest, line := cutFront(strings.TrimPrefix(content, byteOrderMark), set.Zone)
	front.complete(rest, line, set.Zone)
	r := reader{page: Page{Front: front}, name: name, title: cmp.Or(front.Title, titleOf(p))}
	switch {
	case name.date.full():
		r.base = scope{day: name.date.in(name.date.year), dated: ByName, ambiguous: name.date.ambiguous}
	case !front.Day.IsZero():
		r.base = scope{day: front.Day, dated: ByFrontMatter, ambiguous: front.Ambiguous}
	}
	r.calendar = calendar{year: name.date.year, last: r.base.day}
	if name.date.day == 0 {
		r.calendar.month = name.date.month
	}
	if r.base.dated == Undated {
		r.page.Front.Odd = append(front.Odd, front.dayless...)
	}
	if own := front.Own; own.Text != "" {
		own.Clock = r.clock(r.base)
		r.page.Notes = append(r.page.Notes, Note{
			Section: own, Day: r.base.day, Dated: r.base.dated, Ambiguous: r.base.ambiguous,
			Front: true, Headings: r.headings(r.base),
		})
	}
	r.read(rest, line)
	return r.page
}

func readRaw(day notes.Day, content string, zone *time.Location) Page {
	f := Parse(content, zone)
	p := Page{Front: f.Front}
	if own := f.Front.Own; own.Text != "" {
		p.Notes = append(p.Notes, Note{Section: own, Day: day, Dated: ByName, Front: true})
	}
	for _, s := range f.Sections {
		p.Notes = append(p.Notes, Note{Section: s, Day: day, Dated: ByName})
	}
	return p
}

// A reader goes through the lines of a page.
type reader struct {
	page  Page
	name  fileName
	title string // of the file, for its undated notes
	base  scope  // of what stands under no date heading
	calendar
	above []heading // those that are open, outermost first
	part  part
}

// A scope is where one day counts.
type scope struct {
	day       notes.Day
	dated     Dating
	ambiguous bool
	remark    string
	level     int // of the date heading that begins it; 0 for the whole file
}

// A heading is one that stands above a note.
type heading struct {
	level int
	text  string
	date  bool // it tells a day, a month or a year
}

// A part is what stands between two lines at which notes are split.
type part struct {
	scope
	begin, line int // where its text begins: byte offset and line, counted from 1
	headings    []string
	clock       Clock
	timed       bool
	correction  bool
	title       string // words of the heading before it that belong to the text
}

func (r *reader) read(content string, line int) {
	at, fence := 0, ""
	r.open(r.base, 0, line)
	for text := range strings.Lines(content) {
		if fence == "" && text[0] == '#' && isHeading(strings.TrimRight(text, " \t\r\n")) {
			if next, splits := r.heading(text); splits {
				r.close(content[r.part.begin:at])
				next.begin, next.line = at+len(text), line+1
				next.headings = r.headings(next.scope)
				r.part = next
			}
		} else {
			fence = NextFence(fence, text)
		}
		at += len(text)
		line++
	}
	r.close(content[r.part.begin:])
}

// open begins a part in a scope.
func (r *reader) open(s scope, begin, line int) {
	r.part = part{scope: s, begin: begin, line: line, headings: r.headings(s)}
}

// heading takes in a heading, and returns the part that begins with it if it
// splits the text.
func (r *reader) heading(line string) (next part, splits bool) {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	for n := len(r.above); n > 0 && r.above[n-1].level >= level; n-- {
		r.above = r.above[:n-1]
	}
	current := r.part.scope
	if current.level >= level {
		current = r.base // the section of its day has ended
		splits = true
	}
	text := strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "#"))
	if d, rest, ok := splitDate(text); ok {
		if s, ok := r.scope(d, level); ok {
			if s.dated == Undated {
				r.above, rest = append(r.above, heading{level, clip(text), true}), ""
			}
			return part{scope: s, title: rest}, true
		}
		if d.day == 0 && r.period(d) {
			r.above = append(r.above, heading{level, clip(text), true})
			return part{scope: current}, splits || current.dated == Undated
		}
	}
	if current.dated != Undated {
		if clock, title, correction, ok := parseDailyHeading(line); ok {
			return part{scope: current, clock: clock, timed: true, title: title, correction: correction}, true
		}
	} else if len(r.page.Notes) < mostUndated {
		splits = true
	}
	r.above = append(r.above, heading{level, clip(text), false})
	return part{scope: current}, splits
}

// headings returns what stands above a part.
func (r *reader) headings(s scope) []string {
	var out []string
	add := func(text string) {
		if text != "" && (len(out) == 0 || !strings.EqualFold(out[len(out)-1], text)) {
			out = append(out, text)
		}
	}
	title := cmp.Or(r.page.Front.Title, r.name.title)
	aliases := strings.Join(r.page.Front.Aliases, ", ")
	if s.dated == Undated || title == "" && aliases != "" {
		title = r.title
	}
	add(title)
	for _, h := range r.above {
		if !h.date || s.dated == Undated {
			add(h.text)
		}
	}
	if aliases != "" && title != "" { // its notes are found by them
		out[0] = clip(title + " (" + aliases + ")")
	}
	return out
}

// headingMax is how much of a heading its notes know, in bytes: more than a name of a
// file has.
const headingMax = 300

// clip makes of a heading or a name of a file, which may hold any bytes, what can be
// sent and shown.
func clip(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), headingMax)], "\uFFFD")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// close keeps the note of the part that ends.
func (r *reader) close(raw string) {
	p := r.part
	n := Note{
		Section:  Section{Clock: p.clock, Timed: p.timed, Correction: p.correction},
		Day:      p.day,
		Dated:    p.dated,
		Headings: p.headings, Ambiguous: p.ambiguous, Remark: p.remark,
	}
	if p.timed || p.title != "" {
		n.Text = trimBlankLines(p.title + "\n" + raw)
		n.FirstLine, n.LastLine = p.line-1, lastLine(p.line-1, raw)
	} else if prose, ok := proseSection(raw, p.line); ok {
		n.Section = prose
	}
	if strings.TrimSpace(n.Text) == "" {
		return
	}
	if !n.Timed {
		n.Clock = r.clock(p.scope)
	}
	r.page.Notes = append(r.page.Notes, n)
}

// clock is the time of notes of a scope that tell none.
func (r *reader) clock(s scope) Clock {
	front := r.page.Front
	switch {
	case s.dated == ByName && r.name.hasClock:
		return r.name.clock
	case front.HasClock && (front.Day.IsZero() || front.Day == s.day):
		return front.Clock
	}
	return Noon
}
