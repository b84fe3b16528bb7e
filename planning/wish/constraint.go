package wish

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// A Constraint is what some words of a text ask for, in a form that a plan can be held to. A
// model extracts them from texts that the patterns of this package can't read whole.
type Constraint struct {
	Kind  Kind
	Words string // of the text, letter for letter; "…" stands for words between that are not meant
	// Days are the days of the week that it is about; none: all. From and To are hours, in
	// minutes since midnight; both 0: the whole day. First and Last bound the days on which it
	// holds; 0: no bound.
	Days        []time.Weekday
	From, To    int
	First, Last civil.Date
	// Weeks is 2 for what holds every second week, from that of First on; 0 is every week.
	Weeks   int
	Minutes int
	Times   int
	Per     string // "day", "week" or "session"
	// Stream is the kind of work that it is about; "": all.
	Stream string
}

// Kind is what a constraint is about.
type Kind string

// The kinds, and what of a constraint each has.
const (
	KindGoal    Kind = "goal"    // what is to be reached
	KindBy      Kind = "by"      // Last: the last day of all work
	KindEvent   Kind = "event"   // Last: the day of an event that the goal is for
	KindStart   Kind = "start"   // First: the first day
	KindOpen    Kind = "open"    // Days, From, To, First, Last, Weeks: when work may be
	KindClosed  Kind = "closed"  // likewise: when it may not
	KindVisit   Kind = "visit"   // likewise, with Stream: when its work is fixed, and nothing else is laid over it
	KindMost    Kind = "most"    // Minutes, Per: the most; with Days, First, Last. Or Times, Per day or week
	KindAmount  Kind = "amount"  // Minutes, Per week or all: as much as that
	KindOften   Kind = "often"   // Times a week
	KindSession Kind = "session" // Minutes of one session
	KindPause   Kind = "pause"   // Minutes from one session to the next; whole days, or less than one
	KindContext Kind = "context" // nothing has to hold: it tells about the goal or the person
	KindOther   Kind = "other"   // it bounds the plan in a way that none of these says
)

// A Fault is what is wrong with a constraint; Index counts from 0, -1 is all of them.
type Fault struct {
	Index int
	Text  string
}

// FromConstraints makes a wish of what was extracted from a text that is said at now. Words of
// the text that no constraint quotes, and those of KindOther, are Unread: nobody may take them for
// kept. A constraint that makes no sense is a fault, and left out.
func FromConstraints(title, text string, list []Constraint, now time.Time) (Wish, []Fault) {
	w := Wish{Title: title}
	c := covering{text: fold(text)}
	c.taken = make([]bool, len(c.text))
	var faults []Fault
	for i, x := range list {
		if !c.take(x.Words) {
			faults = append(faults, Fault{i, fmt.Sprintf("%.80q is not in the text: quote its words letter for letter", x.Words)})
			continue
		}
		before := w
		means, err := w.hold(x, civil.DateOf(now))
		switch {
		case err != nil:
			faults = append(faults, Fault{i, err.Error()})
			w.Unread = append(w.Unread, x.Words)
		case x.Kind == KindOther:
			w.Unread = append(w.Unread, x.Words)
		case means != "":
			w.Readings = append(w.Readings, Reading{Words: x.Words, Means: means, about: subjectOf(before, w)})
		}
	}
	left := c.left(now)
	for _, words := range left {
		faults = append(faults, Fault{-1, fmt.Sprintf("no constraint quotes %.80q: add one, of the kind context if nothing of it has to hold", words)})
	}
	w.Unread = append(w.Unread, left...)
	return w, faults
}

// hold adds a constraint, and tells what it means; "" for what tells nothing.
func (w *Wish) hold(c Constraint, today civil.Date) (means string, err error) {
	if err := c.check(today); err != nil {
		return "", err
	}
	switch c.Kind {
	case KindBy, KindEvent:
		if w.By != 0 && w.By != c.Last {
			return "", fmt.Errorf("another constraint names the last day %s", w.By)
		}
		w.By, w.Event = c.Last, c.Kind == KindEvent
		return map[Kind]string{KindBy: "by ", KindEvent: "on "}[c.Kind] + c.Last.String(), nil
	case KindStart:
		w.Start = max(w.Start, c.First)
		return "from " + c.First.String(), nil
	case KindGoal, KindContext, KindOther:
		return "", nil
	case KindVisit:
		s := w.stream(c.Stream)
		s.Visits = append(s.Visits, c.repeated()...)
		return c.Stream + ": " + c.when() + ", and nothing else then", nil
	case KindClosed:
		if whole := len(c.Days) == 0 && c.From == 0 && c.To == day && c.First != 0 && c.Last != 0; whole && c.Stream == "" && c.Weeks < 2 {
			w.Away = append(w.Away, Days{c.First, c.Last})
			return "not " + strings.TrimPrefix(c.window().String(), "any time "), nil
		}
	}
	if c.Stream == "" {
		return w.add(c)
	}
	if means, err = w.stream(c.Stream).add(c); err != nil {
		return "", err
	}
	return c.Stream + ": " + means, nil
}

// stream is what holds for a stream alone.
func (w *Wish) stream(name string) *Stream {
	i := slices.IndexFunc(w.Streams, func(s Stream) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 {
		i = len(w.Streams)
		w.Streams = append(w.Streams, Stream{Name: name})
	}
	return &w.Streams[i]
}

// add adds what a constraint says, and tells what it means.
func (r *Rhythm) add(c Constraint) (means string, err error) {
	settle := func(at *int, n int, format string, args ...any) (string, error) {
		if *at != 0 && *at != n {
			return "", errors.New("another constraint says it differently")
		}
		*at = n
		return fmt.Sprintf(format, args...), nil
	}
	length := civil.Length(c.Minutes)
	switch c.Kind {
	case KindOpen:
		r.Windows = append(r.Windows, c.repeated()...)
		return c.when(), nil
	case KindClosed:
		r.Never = append(r.Never, c.repeated()...)
		return "not " + strings.TrimPrefix(c.when(), "any time "), nil
	case KindAmount:
		if c.Per == perAll {
			return settle(&r.Total, c.Minutes, "%s in all", length)
		}
		return settle(&r.AWeek, c.Minutes, "%s a week", length)
	case KindOften:
		return settle(&r.Sessions, c.Times, "%s a week", civil.Times(c.Times))
	case KindSession:
		return settle(&r.Length, c.Minutes, "%s a session", length)
	case KindPause:
		switch n := c.Minutes / day; {
		case n == 0:
			return settle(&r.Rest, c.Minutes, "%s between two times", length)
		case n == 1:
			return settle(&r.Apart, n, "a day between")
		default:
			return settle(&r.Apart, n, "%d days between", n)
		}
	}
	b := Bound{Minutes: c.Minutes, Times: c.Times, Week: c.Per == "week", Days: c.Days, First: c.First, Last: c.Last}
	switch {
	case c.Per == "session":
		return settle(&r.Longest, c.Minutes, "no session over %s", length)
	case c.Times > 0 || len(c.Days) > 0 || c.First != 0 || c.Last != 0:
		r.Bounds = append(r.Bounds, b)
		return b.String(), nil
	case b.Week:
		return settle(&r.MostAWeek, c.Minutes, "%s", b)
	}
	return settle(&r.MostADay, c.Minutes, "%s", b)
}

// window is the time that a constraint is about.
func (c Constraint) window() Window {
	return Window{Days: c.Days, From: c.From, To: c.To, First: c.First, Last: c.Last}
}

// when tells that time.
func (c Constraint) when() string {
	if c.Weeks < 2 {
		return c.window().String()
	}
	return fmt.Sprintf("%s, every %d weeks", c.window(), c.Weeks)
}

// mostWeeks is how far ahead what holds every few weeks is worked out.
const mostWeeks = 106

// repeated is the time of a constraint in each of the weeks in which it holds.
func (c Constraint) repeated() []Window {
	w := c.window()
	if c.Weeks < 2 {
		return []Window{w}
	}
	var out []Window
	monday := c.First.WeekStart(time.Monday)
	for k := 0; k < mostWeeks; k += c.Weeks {
		w.First, w.Last = max(c.First, monday+civil.Date(7*k)), monday+civil.Date(7*k+6)
		if c.Last != 0 {
			w.Last = min(w.Last, c.Last)
		}
		if w.First <= w.Last {
			out = append(out, w)
		}
	}
	return out
}

// wants is what a constraint of a kind has to have.
var wants = map[Kind]struct {
	has  func(c Constraint, today civil.Date) bool
	what string
}{
	KindGoal: {anything, ""}, KindContext: {anything, ""}, KindOther: {anything, ""},
	KindBy:     {toCome, "has in last a day that is still to come"},
	KindEvent:  {toCome, "has in last a day that is still to come"},
	KindStart:  {func(c Constraint, _ civil.Date) bool { return c.First != 0 }, "has its day in first"},
	KindOpen:   {hours, "has hours of one day, from before to (two constraints say hours past midnight), and in first the first week of what holds every 2 to 4 weeks"},
	KindClosed: {hours, "has hours of one day, from before to (two constraints say hours past midnight), and in first the first week of what holds every 2 to 4 weeks"},
	KindVisit: {func(c Constraint, today civil.Date) bool { return hours(c, today) && c.Stream != "" },
		"has a stream, and hours of one day, from before to"},
	KindMost: {bounds, "has minutes, and per: day, week or session; or times, and per: day or week; of a week all days, or days that follow each other"},
	KindAmount: {func(c Constraint, _ civil.Date) bool {
		return c.Minutes > 0 && (c.Minutes <= 7*day || c.Per == perAll && c.Minutes <= mostTotal)
	}, "has the minutes of a week, or with per all those of all work"},
	KindOften: {func(c Constraint, _ civil.Date) bool { return c.Times > 0 && c.Times <= 70 }, "has times, from 1 to 70 a week"},
	KindPause: {func(c Constraint, _ civil.Date) bool {
		return c.Minutes > 0 && c.Minutes < day || c.Minutes%day == 0 && c.Minutes > 0 && c.Minutes <= 6*day
	}, "has minutes: less than a day, or 1 to 6 whole days"},
	KindSession: {func(c Constraint, _ civil.Date) bool { return c.Minutes > 0 && c.Minutes <= day }, "has minutes, at most those of a day"},
}

const (
	perAll    = "all"     // what the minutes of all work are counted by
	mostTotal = 2000 * 60 // minutes that all work of a goal may take
)

func anything(Constraint, civil.Date) bool { return true }

func toCome(c Constraint, today civil.Date) bool { return c.Last > today }

func hours(c Constraint, _ civil.Date) bool {
	return c.From >= 0 && c.From < c.To && c.To <= day && (c.Weeks < 2 || c.Weeks <= 4 && c.First != 0)
}

func bounds(c Constraint, _ civil.Date) bool {
	if c.Times != 0 && (c.Minutes != 0 || c.Times < 0 || c.Times > 70 || c.Per == "session") || c.Times == 0 && (c.Minutes <= 0 || c.Minutes > 7*day) {
		return false
	}
	return c.Per == "day" || c.Per == "session" || c.Per == "week" && together(c.Days)
}

// check says why a constraint makes no sense. Hours that it doesn't say are the whole day.
func (c *Constraint) check(today civil.Date) error {
	if c.First != 0 && c.Last != 0 && c.Last < c.First {
		return fmt.Errorf("it is over on %s, before it begins on %s", c.Last, c.First)
	}
	if (c.Kind == KindOpen || c.Kind == KindClosed || c.Kind == KindVisit) && c.From == 0 && c.To == 0 {
		c.To = day
	}
	switch w, ok := wants[c.Kind]; {
	case !ok:
		return fmt.Errorf("there is no kind %.40q", c.Kind)
	case !w.has(*c, today):
		return fmt.Errorf("a constraint of the kind %s %s", c.Kind, w.what)
	}
	return nil
}

// together tells whether days of a week follow each other, from Monday on.
func together(list []time.Weekday) bool {
	var at []int
	for _, d := range list {
		at = append(at, (int(d)+6)%7)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return len(at) == 0 || at[len(at)-1]-at[0] == len(at)-1
}

// covering tells which words of a text are quoted.
type covering struct {
	text  string
	taken []bool // of its bytes
}

// fold writes a text so that quotes of it are found however spaces and letters are written.
func fold(text string) string {
	small := strings.Map(func(r rune) rune {
		switch r {
		case '’', '‘':
			return '\''
		case '“', '”':
			return '"'
		}
		return r
	}, strings.ToLower(text))
	return strings.Join(strings.Fields(small), " ")
}

// take marks the words of a quote; false: they don't stand in the text.
func (c *covering) take(quote string) bool {
	at, found := 0, false
	for part := range strings.SplitSeq(strings.ReplaceAll(quote, "...", "…"), "…") {
		part = strings.Trim(fold(part), " ,;.:")
		if part == "" {
			continue
		}
		i := strings.Index(c.text[at:], part)
		if i < 0 {
			return false
		}
		for j := range part {
			c.taken[at+i+j] = true
		}
		at, found = at+i+len(part), true
	}
	return found
}

// left are the words that are in no quote, those of a clause together that stand together, but for
// what says nothing by itself.
func (c *covering) left(now time.Time) []string {
	r := newReader(c.text, now)
	for i, taken := range c.taken {
		if taken {
			r.left[i] = 0
		}
	}
	var out []string
	for _, k := range r.clauses() {
		var piece []left
		add := func() {
			if says(piece) {
				out = append(out, c.text[piece[0].from:piece[len(piece)-1].to])
			}
			piece = nil
		}
		for _, l := range k.own() {
			if n := len(piece); n > 0 && slices.Contains(c.taken[piece[n-1].to:l.from], true) {
				add()
			}
			piece = append(piece, l)
		}
		add()
	}
	return out
}

// says tells whether words that nobody quotes say something. One word alone that bounds nothing, such
// as "and" in any language, says nothing.
func says(piece []left) bool {
	if len(piece) == 1 {
		word := piece[0].word
		return binding[word] && !filler[word] || bounding[word] || strings.ContainsAny(word, "0123456789")
	}
	return slices.ContainsFunc(piece, func(l left) bool { return !filler[l.word] })
}

// bounding are words of other languages that bound what stands beside them.
var bounding = set("nicht kein keine keinen nie nur außer bis ab ohne sonst pas sans sauf jamais seulement jusque no nunca solo salvo hasta mai tranne")

// filler words bind nothing where they stand alone between quotes.
var filler = set("a an the but to of for with also then too very really just about would like want need hi hello please my me our by on in at or")
