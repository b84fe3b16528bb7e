package task

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Task is a list item with a box, or a line that says that it is to be done.
type Task struct {
	Text      string // what follows the box or "TODO:", exactly as it stands there
	Done      bool
	Cancelled bool // the box says that it will not be done, or all of its text is crossed out
	// Days that the task names, zero if it names none.
	Due, Scheduled, Start, Completed notes.Day
	// DueNote says, for people, why the day on which it is due can't be read, or how it was
	// where its words leave that open. It is empty if there is nothing to say.
	DueNote string
	// Begin and End are where the line lies in the note, in bytes, its line end
	// not included.
	Begin, End int
}

// Open reports whether a task is still to be done.
func (t Task) Open() bool { return !t.Done && !t.Cancelled }

// UnreadDue reports whether a task says when it is due, in words that can't be read.
func (t Task) UnreadDue() bool { return t.Due.IsZero() && t.DueNote != "" }

// mostText is how much of a task is read for its days, in bytes.
const mostText = 2000

// item is a list item with a box, also in a quotation.
var item = regexp.MustCompile(`^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\[\]])\](?:[ \t]+|$)`)

// unboxed is an item without a box that says that it is one: "TODO: call Ann", and "- TODO call
// Ann" as Logseq has it.
var unboxed = regexp.MustCompile(`^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\*\*|==)?((?i:to[- ]?do))(?::(?:\*\*|==)?|(?:\*\*|==):)[ \t]+|` +
	`^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]+(TODO|DOING|DONE|CANCELL?ED)[ \t]+`)

// ReadEntry returns the tasks of an entry. Front matter has none.
func (r Reader) ReadEntry(e *commonv1.Entry, ref timespan.Ref) []Task {
	if e.GetFrontMatter() {
		return nil
	}
	return r.Read(e.GetText(), ref)
}

// Read returns the tasks of a note, in the order of its lines. Words such as
// "tomorrow" count from ref, the moment that the note is about.
func (r Reader) Read(text string, ref timespan.Ref) []Task {
	if !mayHaveTasks.MatchString(text) {
		return nil
	}
	var out []Task
	at := 0
	for line := range strings.Lines(blankHidden(text)) {
		begin := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		m := item.FindStringSubmatchIndex(line)
		if m == nil {
			m = unboxed.FindStringSubmatchIndex(line)
		}
		if m == nil || strings.TrimSpace(line[m[1]:]) == "" {
			continue
		}
		end := begin + len(line)
		t := Task{Text: strings.TrimRight(text[begin+m[1]:end], " \t"), Begin: begin, End: end}
		if !utf8.ValidString(t.Text) {
			continue
		}
		switch line[max(m[2], m[len(m)-2]):max(m[3], m[len(m)-1])] {
		case "x", "X", "DONE":
			t.Done = true
		case "-", "CANCELED", "CANCELLED":
			t.Cancelled = true
		}
		t.Cancelled = t.Cancelled || !t.Done && assertion.WhollyStruckOut(t.Text)
		said := line[m[1]:min(len(line), m[1]+mostText)]
		t.readMarks(said)
		t.Due, t.DueNote = r.due(said, ref)
		out = append(out, t)
	}
	return out
}

// mayHaveTasks is what any text with a task has: most notes have none.
var mayHaveTasks = regexp.MustCompile(`\[|(?i:to[- ]?do:)|TODO|DO(?:NE|ING)|CANCEL`)

// marks name a day of a task. Each has the day in a group of its own: scheduled, start,
// completed.
var marks = regexp.MustCompile(`(?i)` +
	mark(`[⏳⌛]`, `@scheduled\(|\bscheduled::`) + `|` +
	mark(`🛫`, `@start\(|\bstart::`) + `|` +
	mark(`✅`, `@done\(|\bcompletion::`))

// mark is a sign, which may be followed by what makes it colourful, or a word, and
// then a day.
func mark(sign, word string) string {
	return `(?:` + sign + `\x{FE0F}?|` + word + `)[ \t]*(?:\[\[)?(\d{4}-\d\d-\d\d)\b`
}

// readMarks takes the days that the marks in a task's text name, beside that on which it is
// due; of two of a kind the first.
func (t *Task) readMarks(text string) {
	days := []*notes.Day{&t.Scheduled, &t.Start, &t.Completed}
	for _, m := range marks.FindAllStringSubmatch(text, -1) {
		for i, day := range days {
			if d, err := notes.ParseDay(m[i+1]); err == nil && day.IsZero() {
				*day = d
			}
		}
	}
}
