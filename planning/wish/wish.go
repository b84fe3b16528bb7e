package wish

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// MaxLength is the most bytes of a text that are read.
const MaxLength = 2_000

// Wish is what a text asks for. What it doesn't say is zero.
type Wish struct {
	Title      string // the goal in the text's words, without what was read from it
	Start      civil.Date
	By         civil.Date // the last day
	Event      bool       // By is the day of an event, "on 17 October", not an end
	Rhythm                // of all work
	EveryOther bool       // every second day
	Steps      []Step     // what is to be done, in its order
	Streams    []Stream
	ByEvents   []EventDays
	// Single says that nothing of the work comes again by itself, so that Sessions are kept by the
	// days on which there is work.
	Single bool
	// Unbound says that nothing of what was said of a day, a week or a session bounds the work.
	Unbound  bool
	Away     []Days // when nothing is done at all
	Readings []Reading
	Unread   []string // what the text says besides, in whole clauses
	Problems []string // what can't be as it is said

	daily bool // Sessions is of the days that are left
	aDay  bool // it is of "so much a day", of which may be said besides how often that is
}

// Rhythm is when work may be, how often and how much of it. What it doesn't say is zero.
type Rhythm struct {
	// When it may be, none for any time; and when it may not.
	Windows, Never []Window
	// Sessions a week, 1 to 70, how long one is, and the longest, in minutes.
	Sessions, Length, Longest int
	// Minutes a week that are wanted, and the most minutes a day and a week.
	AWeek, MostADay, MostAWeek int
	Total                      int     // minutes in all
	Bounds                     []Bound // the most on some days, or so many times
	Apart                      int     // days without work between two with work
	Rest                       int     // minutes between two sessions of a day
}

// Days are those from First to Last, both included.
type Days struct{ First, Last civil.Date }

// A Bound is the most work on each of some days, or on all of them in a week.
type Bound struct {
	Minutes int
	// Times is how many pieces of work a day has at most, or on how many days of a week there is
	// work, where Minutes is 0.
	Times       int
	Week        bool
	Days        []time.Weekday // none: all
	First, Last civil.Date     // between which it holds; 0: no bound
}

// Stream is work of one kind, of which something was said that holds for it alone.
type Stream struct {
	Name string
	Rhythm
	Visits []Window // when it is fixed: nothing else is laid over that
}

// Timed tells whether the work of a stream has days or hours of its own.
func (s Stream) Timed() bool {
	return len(s.Windows)+len(s.Never)+len(s.Visits) > 0 || s.Sessions > 0 || s.Apart > 0 || s.Rest > 0
}

// Of is the wish as it holds for the work of a stream. Its visits are when they are, whatever else
// was said of the week.
func (w Wish) Of(s Stream) Wish {
	own := s.Rhythm
	switch own.Longest = cmp.Or(s.Longest, s.Length, s.Visit()); {
	case len(s.Visits) > 0:
		own.Windows = slices.Concat(s.Windows, s.Visits)
	case len(s.Windows) == 0:
		own.Windows = w.Windows
		fallthrough
	default:
		own.Never = slices.Concat(w.Never, s.Never)
	}
	w.Rhythm, w.Single = own, true
	w.Streams = slices.DeleteFunc(slices.Clone(w.Streams), func(o Stream) bool { return strings.EqualFold(o.Name, s.Name) })
	return w
}

// Visit is how long each of the visits of a stream is, in minutes; 0 if they differ, or take the day.
func (s Stream) Visit() int {
	length := 0
	for i, v := range s.Visits {
		if n := v.To - v.From; n == day || i > 0 && n != length {
			return 0
		} else {
			length = n
		}
	}
	return length
}

// Stream is the one of a name.
func (w Wish) Stream(name string) (Stream, bool) {
	i := slices.IndexFunc(w.Streams, func(s Stream) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 || name == "" {
		return Stream{}, false
	}
	return w.Streams[i], true
}

// String tells the bound, as in "at most 2 h a day, Mon, Tue".
func (b Bound) String() string {
	much := civil.Length(b.Minutes)
	switch {
	case b.Times == 0:
	case b.Week:
		if much = "1 day"; b.Times > 1 {
			much = fmt.Sprintf("%d days", b.Times)
		}
	default:
		much = civil.Times(b.Times)
	}
	out := "at most " + much + map[bool]string{false: " a day", true: " a week"}[b.Week]
	if len(b.Days) > 0 {
		out += ", " + Window{Days: b.Days, To: day}.String()
	}
	return out + spanning(b.First, b.Last)
}

// A Reading is one thing that was read.
type Reading struct {
	Words   string // as they stand in the text; "": it was chosen apart from that
	Means   string
	Assumed bool // another reading is possible

	about  readingSubject
	bounds []Bound  // that it is, of some days
	nevers []Window // that it is, when it may not be
	later  int      // which of what was said later has the words, from 1; 0: none, they are of the goal
}

// readingSubject is what a reading is about, one bit of each thing.
type readingSubject int

const (
	aboutEnd readingSubject = 1 << iota
	aboutStart
	aboutHours
	aboutNever
	aboutDay     // how much of a day
	aboutSession // how long one is
	aboutWeek    // how much of a week
	aboutOften   // how often a week
	aboutLongest
	aboutTotal
	aboutApart // how many days are between two with work
	aboutSteps
	aboutUnbound // that there are no limits

	aboutLimits = aboutDay | aboutSession | aboutWeek | aboutOften
)

// subjectOf tells what a reading is about by what it changed.
func subjectOf(before, after Wish) (out readingSubject) {
	for about, of := range map[readingSubject]func(w Wish) [2]int{
		aboutEnd:     func(w Wish) [2]int { return [2]int{int(w.By)} },
		aboutStart:   func(w Wish) [2]int { return [2]int{int(w.Start)} },
		aboutHours:   func(w Wish) [2]int { return [2]int{len(w.Windows)} },
		aboutNever:   func(w Wish) [2]int { return [2]int{len(w.Never)} },
		aboutDay:     func(w Wish) [2]int { return [2]int{w.MostADay, len(w.Bounds)} },
		aboutSession: func(w Wish) [2]int { return [2]int{w.Length} },
		aboutWeek:    func(w Wish) [2]int { return [2]int{w.AWeek, w.MostAWeek} },
		aboutOften:   func(w Wish) [2]int { return [2]int{w.Sessions, count(w.EveryOther)} },
		aboutLongest: func(w Wish) [2]int { return [2]int{w.Longest} },
		aboutApart:   func(w Wish) [2]int { return [2]int{w.Apart} },
		aboutSteps:   func(w Wish) [2]int { return [2]int{len(w.Steps)} },
		aboutTotal:   func(w Wish) [2]int { return [2]int{w.Total} },
		aboutUnbound: func(w Wish) [2]int { return [2]int{count(w.Unbound)} },
	} {
		if of(before) != of(after) {
			out |= about
		}
	}
	if after.aDay && !before.aDay {
		out |= aboutDay
	}
	return out
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Choose puts a last day, hours and days off that were chosen apart from the text in the place of what
// it says, and lifts its limits; what is zero changes nothing. The readings tell what holds then.
func (w *Wish) Choose(by civil.Date, windows, never []Window, unlimited bool) {
	var gone readingSubject
	if by != 0 {
		gone |= aboutEnd
	}
	if unlimited {
		gone |= w.limitsRead()
	}
	var readings []Reading
	for _, r := range w.Readings {
		if hours := windows != nil && r.about&aboutHours != 0; !hours && r.about&gone == 0 {
			readings = append(readings, r)
		}
	}
	chosen := func(format string, args ...any) {
		readings = append(readings, Reading{Means: fmt.Sprintf(format, args...)})
	}
	if by != 0 {
		w.By, w.Event = by, false
		chosen("until %s", told(by))
	}
	if windows != nil {
		if w.Sessions > 0 && slices.ContainsFunc(w.Readings, func(r Reading) bool { return r.about&aboutHours != 0 }) {
			chosen("%s a week", civil.Times(w.Sessions)) // was read with the hours
		}
		w.Windows = windows
		chosen("%s", windowsText(windows))
	}
	if len(never) > 0 {
		readings = slices.DeleteFunc(readings, func(r Reading) bool { return r.refusedBy(never) })
		w.Never = append(withoutWindows(w.Never, never), never...)
		chosen("not %s", windowsText(never))
	}
	if unlimited {
		chosen(NoLimits)
	}
	w.Readings = readings
}

func windowsText(windows []Window) string {
	var texts []string
	for _, w := range windows {
		texts = append(texts, w.String())
	}
	return strings.Join(texts, "; ")
}

// Read reads a text that is said at now, in the person's zone. known tells whether
// words are about a goal of a kind that is known; nil: nothing is.
func Read(text string, now time.Time, known func(words string) bool) (Wish, error) {
	return ReadLater(text, nil, now, known)
}

// ReadLater reads a text whose parts from some bytes on were said later, one after the other. What was said
// later takes the place of what was said before of the same thing.
func ReadLater(text string, later []int, now time.Time, known func(words string) bool) (Wish, error) {
	if len(text) > MaxLength {
		return Wish{}, fmt.Errorf("a goal may have at most %d bytes, but this one has %d", MaxLength, len(text))
	}
	if strings.TrimSpace(text) == "" {
		return Wish{}, fmt.Errorf("say what you want to reach")
	}
	r := newReader(text, now)
	r.later = later
	r.findSteps()
	r.find(weekPatterns)
	r.drop(r.lonely)
	r.dates()
	r.find(datePatterns)
	r.unmark()
	r.settle(known)
	w := r.wish
	if n := len(w.Days()); w.daily && n > 0 {
		w.Sessions = min(w.Sessions, n)
	}
	w.settleBounds()
	return w, nil
}

// ReadWindows reads a time of the week by itself, such as "weekday evenings",
// "Mon-Thu 18:00-21:00" or "Saturdays". Its error says that it is none, or more.
func ReadWindows(text string, now time.Time) ([]Window, error) {
	w, err := Read(text, now, nil)
	if err == nil && len(w.Windows) == 0 { // a day by itself is each such day
		w, err = Read("every "+text, now, nil)
	}
	if err != nil {
		return nil, err
	}
	if len(w.Windows) == 0 || w.Title != "" || len(w.Unread)+len(w.Problems)+len(w.Never) > 0 || w.By != 0 {
		return nil, fmt.Errorf("%.80q can't be read as a time of the week: write it as \"weekday evenings\", \"Saturdays\" or \"Mon-Thu 18:00-21:00\", with a leading 0 for hours that could be morning or evening, \"07:00-09:00\"", text)
	}
	return w.Windows, nil
}

// maxAhead is how many days ahead the last day of a goal may be.
const maxAhead = 5 * 365

// Contradictions tells what of a wish can't be, today.
func (w Wish) Contradictions(today civil.Date) []string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(w.By != 0 && w.By < today, "%s is past; choose a later day", w.By)
	add(w.By > today+maxAhead, "%s is more than five years ahead; choose an earlier day", w.By)
	add(w.MostAWeek > 0 && w.AWeek > w.MostAWeek, "%s a week is more than your limit of %s", civil.Length(w.AWeek), civil.Length(w.MostAWeek))
	most := w.MostOfDay()
	add(most > 0 && w.Length > most, "a session of %s is longer than your limit a day, %s", civil.Length(w.Length), civil.Length(most))
	if each := w.Sessions * w.Length; w.MostAWeek > 0 && each > w.MostAWeek && w.saidAtOnce(aboutWeek, aboutDay|aboutSession) {
		add(true, "%d × %s is %s a week, more than your limit of %s", w.Sessions, civil.Length(w.Length), civil.Length(each), civil.Length(w.MostAWeek))
	}
	add(w.Apart > 0 && w.Sessions > 7/(w.Apart+1), "%s a week leaves no %s between", civil.Times(w.Sessions), map[bool]string{true: "day", false: fmt.Sprint(w.Apart, " days")}[w.Apart == 1])
	days := len(w.Days())
	add(w.Sessions > days && w.Sessions <= 7, "you asked for %d days a week, but only %s", w.Sessions, map[bool]string{true: "1 is left", false: fmt.Sprint(days, " are left")}[days == 1])
	return out
}

// Days returns the weekdays that the wish leaves, from Monday to Sunday.
func (w Wish) Days() []time.Weekday {
	open := w.Windows
	if len(open) == 0 {
		open = []Window{{To: day}}
	}
	return slices.DeleteFunc(days(open), func(d time.Weekday) bool {
		return slices.ContainsFunc(w.Never, func(x Window) bool {
			return x.on(d) && x.From == 0 && x.To == day && x.First == 0 && x.Last == 0
		})
	})
}
