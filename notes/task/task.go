package task

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A Task is a list item with a box.
type Task struct {
	Text      string // what follows the box, exactly as it stands there
	Done      bool
	Cancelled bool // the box says that it will not be done, or all of its text is crossed out
	// Days that the task names, zero if it names none.
	Due, Scheduled, Start, Completed notes.Day
	// UnreadDue are the words where a sign says that the day follows on which it is due, if
	// no day can be read there.
	UnreadDue string
	// Begin and End are where the line lies in the note, in bytes, its line end
	// not included.
	Begin, End int
}

// Open reports whether a task is still to be done.
func (t Task) Open() bool { return !t.Done && !t.Cancelled }

// item is a list item with a box, also in a quotation.
var item = regexp.MustCompile(`^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\[\]])\](?:[ \t]+|$)`)

// Read returns the tasks of a note, in the order of its lines. Words such as
// "tomorrow" count from ref, the moment that the note is about.
func (r Reader) Read(text string, ref timespan.Ref) []Task {
	if !strings.Contains(text, "[") {
		return nil
	}
	var out []Task
	fence, at := "", 0
	for line := range strings.Lines(text) {
		begin := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		// Code may stand in a list or in a quotation.
		if fence = dayfile.NextFence(fence, strings.TrimLeft(line, " \t>")); fence != "" {
			continue
		}
		m := item.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		t := Task{Text: strings.TrimRight(line[m[1]:], " \t"), Begin: begin, End: begin + len(line)}
		switch line[m[2]:m[3]] {
		case "x", "X":
			t.Done = true
		case "-":
			t.Cancelled = true
		}
		if t.Text == "" || !utf8.ValidString(t.Text) {
			continue
		}
		t.Cancelled = t.Cancelled || !t.Done && assertion.WhollyStruckOut(t.Text)
		t.readMarks()
		if t.Due.IsZero() {
			t.Due, _ = r.due(t.Text, ref)
		}
		if t.Due.IsZero() {
			t.UnreadDue = unreadDue(t.Text)
		}
		out = append(out, t)
	}
	return out
}

// marks name a day of a task. Each has the day in a group of its own: due,
// scheduled, start, completed.
var marks = regexp.MustCompile(`(?i)` +
	mark(`[📅📆🗓]`, `@due\(|\bdue::?`) + `|` +
	mark(`[⏳⌛]`, `@scheduled\(|\bscheduled::`) + `|` +
	mark(`🛫`, `@start\(|\bstart::`) + `|` +
	mark(`✅`, `@done\(|\bcompletion::`))

// mark is a sign, which may be followed by what makes it colourful, or a word, and
// then a day.
func mark(sign, word string) string {
	return `(?:` + sign + `\x{FE0F}?|` + word + `)[ \t]*(\d{4}-\d\d-\d\d)\b`
}

// readMarks takes the days that the marks in a task's text name; of two of a kind
// the first.
func (t *Task) readMarks() {
	days := []*notes.Day{&t.Due, &t.Scheduled, &t.Start, &t.Completed}
	for _, m := range marks.FindAllStringSubmatch(t.Text, -1) {
		for i, day := range days {
			if d, err := notes.ParseDay(m[i+1]); err == nil && day.IsZero() {
				*day = d
			}
		}
	}
}
