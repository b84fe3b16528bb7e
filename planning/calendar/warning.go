package calendar

import "fmt"

// Code says what kind of warning it is, for programs.
type Code string

// What is warned of.
const (
	UnknownZone   Code = "unknown_zone"  // it takes the time of all zones
	BadLine       Code = "bad_line"      // a property that can't be read was passed over
	BadRule       Code = "bad_rule"      // a rule that can't be read; it takes all of the time that it might
	BadStart      Code = "bad_start"     // a start that can't be read; it takes the day, or all of the time
	BadEnd        Code = "bad_end"       // it ends before it begins, or its length can't be read; it takes the day
	NoStart       Code = "no_start"      // no start; it takes no time
	NotRead       Code = "not_read"      // something that may hold time or change it, and is not read
	TooLong       Code = "too_long"      // longer than MaxLength; the rest is cut off
	TooMany       Code = "too_many"      // too many occurrences; it takes all of the time asked for
	BadNesting    Code = "bad_nesting"   // components that don't end where they should
	Contradiction Code = "contradiction" // it says one thing and another; it takes the time of both
	NotAFile      Code = "not_a_file"    // in a folder: passed over, such as a link
	MoreWarnings  Code = "more_warnings" // no more are told
)

// Warning is something in a file that could not be taken as it is.
type Warning struct {
	Code Code
	File string
	Line int    // 0: not about a line
	UID  string // may be empty
	Text string
	// General says that no time that is taken tells it: it is about a file as a whole, or about
	// an event that takes none.
	General bool
}

// String returns the warning for people.
func (w Warning) String() string {
	at := w.File
	if w.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, w.Line)
	}
	if w.UID != "" {
		at += fmt.Sprintf(" (%.80s)", w.UID)
	}
	return at + ": " + w.Text
}

// maxWarnings bounds what is told.
const maxWarnings = 1000

type warnings []Warning

// add adds a warning about an event, or about a file where that is nil, if there are not too many.
func (w *warnings) add(code Code, file string, line int, e *event, format string, args ...any) {
	added := Warning{Code: code, File: file, Line: line, Text: fmt.Sprintf(format, args...), General: e == nil || code == NoStart}
	if e != nil {
		added.UID = e.uid
		e.doubtful(added)
	}
	switch n := len(*w); {
	case n < maxWarnings:
		*w = append(*w, added)
	case n == maxWarnings:
		*w = append(*w, Warning{Code: MoreWarnings, File: file, Text: fmt.Sprintf("there are more than %d warnings", maxWarnings), General: true})
	}
}
