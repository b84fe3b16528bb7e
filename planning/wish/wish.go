package wish

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/planning/civil"
)

// MaxLength is the most bytes of a text that are read.
const MaxLength = 2_000

// Wish is what a text asks for. What it doesn't say is zero.
type Wish struct {
	Title string // the goal in the text's words, without what was read from it
	Start civil.Date
	By    civil.Date // the last day
	Event bool       // By is the day of an event, "on 17 October", not an end
	// Sessions a week, 1 to 70, and how long one is, in minutes.
	Sessions, Length int
	EveryOther       bool // every second day
	// Minutes a week that are wanted, and the most minutes a day and a week.
	AWeek, MostADay, MostAWeek int
	Longest                    int // of one session, in minutes
	// When it may be, none for any time; and when it may not.
	Windows, Never []Window
	Away           []Days // when nothing is done at all
	Readings       []Reading
	Unread         []string // parts of the text that nothing was read from
	Problems       []string // what can't be as it is said
}

// Window is a time of each week.
type Window struct {
	Days     []time.Weekday // none: all
	From, To int            // minutes since midnight; To is above From, up to 1440
}

// Days are those from First to Last, both included.
type Days struct{ First, Last civil.Date }

// A Reading is one thing that was read.
type Reading struct {
	Words   string // as they stand in the text
	Means   string
	Assumed bool // another reading is possible
}

// Read reads a text that is said at now, in the person's zone.
func Read(text string, now time.Time) (Wish, error) {
	if len(text) > MaxLength {
		return Wish{}, fmt.Errorf("a wish has at most %d bytes, and this has %d", MaxLength, len(text))
	}
	if strings.TrimSpace(text) == "" {
		return Wish{}, fmt.Errorf("say what you want to reach")
	}
	r := &reader{text: text, left: []byte(strings.ToLower(text)), today: civil.DateOf(now)}
	if len(r.left) != len(text) { // a letter whose small form has another length
		r.left = []byte(text)
	}
	r.durations()
	r.longest()
	r.weekdaySpans()
	r.often()
	r.spent()
	r.inSoMany()
	reading := timespan.Read(text, timespan.Ref{Now: now, WeekStart: time.Monday})
	for _, s := range reading.Spans {
		r.span(s)
	}
	r.clocks()
	for _, u := range reading.Unresolved {
		r.problem("%q: %s", u.Text, u.Reason)
	}
	r.agree()
	r.rest()
	return r.wish, nil
}

// ReadWindows reads a time of the week by itself, such as "weekday evenings",
// "Mon-Thu 18:00-21:00" or "Saturdays". Its error says that it is none, or more.
func ReadWindows(text string, now time.Time) ([]Window, error) {
	w, err := Read(text, now)
	if err != nil {
		return nil, err
	}
	if len(w.Windows) == 0 || w.Title != "" || len(w.Unread)+len(w.Problems)+len(w.Never) > 0 || w.By != 0 {
		return nil, fmt.Errorf("%.80q is no time of the week that can be read: write it as \"weekday evenings\", \"Saturdays\" or \"Mon-Thu 18:00-21:00\"", text)
	}
	return w.Windows, nil
}

// reader takes words out of what is left of a text as it reads them.
type reader struct {
	text  string
	left  []byte // in small letters; taken bytes are 0
	today civil.Date
	wish  Wish
	said  dates
	every bool // how often is said as "every day", of the days that are left
	// The last window: where its words end, and whether they name hours.
	upTo  int
	exact []bool // by window: its hours are said in digits, for all days
}

// take marks bytes as read, and tells what they mean.
func (r *reader) take(from, to int, assumed bool, format string, args ...any) {
	r.drop(from, to)
	r.wish.Readings = append(r.wish.Readings, Reading{
		Words: strings.Trim(r.text[from:to], " ,;.:(\n\t"), Means: fmt.Sprintf(format, args...), Assumed: assumed,
	})
}

func (r *reader) drop(from, to int) { clear(r.left[from:to]) }

func (r *reader) problem(format string, args ...any) {
	r.wish.Problems = append(r.wish.Problems, fmt.Sprintf(format, args...))
}

// agree holds against each other what was read.
func (r *reader) agree() {
	w := &r.wish
	r.narrow()
	if n := len(w.Days()); r.every && n > 0 {
		w.Sessions = min(w.Sessions, n)
	}
	if w.By != 0 && w.Start > w.By {
		r.unread("from "+told(w.Start), &w.Start)
	}
}

// Contradictions tells what of a wish can't be, today.
func (w Wish) Contradictions(today civil.Date) []string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(w.By != 0 && w.By < today, "%s is past", w.By)
	add(w.MostAWeek > 0 && w.AWeek > w.MostAWeek, "%s a week is more than the most, %s", civil.Length(w.AWeek), civil.Length(w.MostAWeek))
	add(w.MostADay > 0 && w.Length > w.MostADay, "a session of %s is longer than the most a day, %s", civil.Length(w.Length), civil.Length(w.MostADay))
	days := len(w.Days())
	add(w.Sessions > days && w.Sessions <= 7, "%d days a week are asked for, and %d are left", w.Sessions, days)
	return out
}

// unread takes a date back that can't be meant, such as a start after the end.
func (r *reader) unread(means string, date *civil.Date) {
	*date = 0
	for i, x := range r.wish.Readings {
		if x.Means == means {
			r.wish.Unread = append(r.wish.Unread, x.Words)
			r.wish.Readings = slices.Delete(r.wish.Readings, i, i+1)
			return
		}
	}
}

// Days returns the weekdays that the wish leaves, from Monday to Sunday.
func (w Wish) Days() []time.Weekday {
	var out []time.Weekday
	for i := range 7 {
		d := time.Weekday((i + 1) % 7)
		open := len(w.Windows) == 0
		for _, x := range w.Windows {
			open = open || x.on(d)
		}
		for _, x := range w.Never {
			open = open && !(x.on(d) && x.From == 0 && x.To == day)
		}
		if open {
			out = append(out, d)
		}
	}
	return out
}

func (w Window) on(d time.Weekday) bool {
	for _, x := range w.Days {
		if x == d {
			return true
		}
	}
	return len(w.Days) == 0
}

const day = 24 * 60
