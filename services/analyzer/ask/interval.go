package ask

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// An Interval is the time between two things that a question names, or between
// one of them and today, which is the end that is nil.
type Interval struct{ From, To *Event }

// An Event is what a phrase of the question names by when it was.
type Event struct {
	Name  string    // the phrase
	Words string    // the phrase without a date
	Day   notes.Day // the date in it, zero if none
	Order Order     // which of several of its kind
	Nth   int       // the one in this place of time, 0 for none
	Best  bool      // the one with the best value
	Late  bool      // the last one
	Done  bool      // somebody did it, rather than prepared for it
	// Timely is a phrase that only names a time.
	Timely bool
}

// An Order is which of several events of a kind is meant.
type Order int

// The orders.
const (
	Unordered Order = iota
	Earliest
	Latest
	Following // behind another
)

// An Occasion places a question by something that happened: "the night before
// the race".
type Occasion struct {
	Text   string // as the question has it
	Part   string // night, evening, day, morning, week or weekend
	Beside string // before, after or of
	Event  *Event
}

var (
	// fromOneTo asks how long it was from one thing to another.
	fromOneTo = regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks|months)|long|much time)|(?:days|weeks|months|time) )[^?]*?\b(?:between|from)\s+(.+?)\s+(?:and|to|until|till)\s+(.+?)[?.! ]*$`)
	// afterOther asks how long after one thing another was.
	afterOther = regexp.MustCompile(`(?i)\bhow (?:many (?:days|weeks|months)|long)\s+(?:after|before)\s+(.+?),?\s+(?:was|were|is|did|do|came|had|until|till)\s+(.+?)[?.! ]*$`)
	// untilThat asks how long it still is.
	untilThat = regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks|months)|long)|(?:days|weeks) )[^?]*?\b(?:until|till|to go (?:un)?til|before|to)\s+(?:the |my )?(.+?)[?.! ]*$`)
	// sinceThat asks how long ago one thing was.
	sinceThat = regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks|months)|long)|(?:days|weeks|months) )[^?]*?\b(?:since|ago (?:was|is|did))\s+(.+?)[?.! ]*$`)
	// ahead asks for the time until something, or for the day of the next: what
	// was answers neither.
	ahead = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:how (?:many (?:more )?(?:days|weeks|months|sleeps|nights)|(?:much )?long(?:er)?|soon)|^(?:days|weeks|months))(?:\s+(?:is|are|it|there|do|i|we|have|got|left|remain(?:s|ing)?|still|more|now|from))*\s+(?:(?:to go )?(?:until|till|til)|to|before)\s+(?:the |my |our )?(.+?)[?.! ]*$`),
		regexp.MustCompile(`(?i)\b(?:when(?:['’]?s| is| are| will| do| does)|what (?:day|date) is)\b(?:\s+(?:my|our|the|i|we|be))*\s+(?:next|upcoming)\s+(.+?)[?.! ]*$`),
		regexp.MustCompile(`(?i)\bwhen (?:do|will|am|are) (?:i|we)\s+(?:going to\s+)?\pL+\s+(.+?)\s+next[?.! ]*$`),
	}
	// inOrder names one of several of the same kind.
	inOrder = regexp.MustCompile(`(?i)^(?:(?:my|the|a|when i|i)\s+)*(very first|first|last|latest|most recent|next|following|` + strings.Join(ordinals[2:], "|") + `)\b`)
	// acting begins an event that is what somebody did, rather than what that was for.
	acting = regexp.MustCompile(`(?i)^(?:(?:when )?i |my |the (?:day i )?)?(?:first |last )?\pL+(?:ing|ed)\b`)

	// begins says of an event that it is its beginning that counts, and going that
	// it is where somebody goes: notes name the thing alone.
	begins = regexp.MustCompile(`(?i)(?:\s+(?:starts?|begins?|opens?|ends?|is over|is up|runs? out|expires?|is due|takes place|comes? up|happens?))?(?:,? in (?:days|weeks|months))?\s*$`)
	going  = regexp.MustCompile(`(?i)^(?:i|we)(?:['’]?m| am|['’]?re| are)?\s+(?:fly|go|travel|leave|head|drive|move|sail|come)(?:ing)?(?:\s+back)?\s+(?:to|for)\s+(?:the\s+)?`)

	occasioned = regexp.MustCompile(`(?i)\b(?:the\s+)?(night|evening|day|morning|week|weekend)\s+(before|after|of)\s+(?:the|my|our|that)\s+(.+?)[?.!]*$`)

	// farApart asks how far the extremes of one thing lie apart: "difference
	// between my longest and shortest run".
	farApart = regexp.MustCompile(`(?i)\b(?:difference|range|spread|gap|apart|how (?:much|many|far)\b[^?]*)\b.*\b(?:between|from)\s+(?:my |the )?(?:most|least|best|worst|\pL{3,}est)\b.*\b(?:and|to)\s+(?:my |the )?(?:most|least|best|worst|\pL{3,}est)\b`)

	// superb name something by its being the best.
	superb = Phrases("pr", "pb", "record", "best", "longest", "heaviest", "fastest", "highest", "max")
)

// readIntervals reads what the question may mean by an interval, the likeliest
// first: which of them it is, the notes tell.
func (q *Query) readIntervals(today notes.Day) {
	event := func(words string) *Event { return eventOf(words, today) }
	for _, pattern := range ahead {
		if m := pattern.FindStringSubmatch(q.Text); m != nil {
			q.Coming = event(upcoming.ReplaceAllString(m[1], ""))
			q.Intervals = append(q.Intervals, Interval{To: q.Coming})
			return
		}
	}
	if m := untilThat.FindStringSubmatch(q.Text); m != nil {
		q.Intervals = append(q.Intervals, Interval{To: event(m[1])})
	}
	m := fromOneTo.FindStringSubmatch(q.Text)
	if m == nil {
		m = afterOther.FindStringSubmatch(q.Text)
	}
	if m != nil {
		q.Intervals = append(q.Intervals, Interval{From: event(borrowed(m[1], m[2])), To: event(borrowed(m[2], event(m[1]).Words))})
	}
	if m := sinceThat.FindStringSubmatch(q.Text); m != nil {
		q.Intervals = append(q.Intervals, Interval{From: event(m[1])})
	}
	if m := occasioned.FindStringSubmatch(q.Text); m != nil {
		q.find(occasioned)
		q.Occasion = &Occasion{Text: strings.TrimRight(m[0], "?.! "), Part: strings.ToLower(m[1]), Beside: strings.ToLower(m[2]), Event: event(m[3])}
	}
}

// eventOf reads a phrase that names something by when it was.
func eventOf(phrase string, today notes.Day) *Event {
	phrase = going.ReplaceAllString(begins.ReplaceAllString(phrase, ""), "")
	e := &Event{Name: strings.TrimSpace(phrase), Words: phrase, Done: acting.MatchString(strings.TrimSpace(phrase))}
	spans := timespan.Read(phrase, timespan.Ref{Now: today.In(time.UTC)}).Spans
	e.Timely = len(spans) > 0 && strings.TrimSpace(timespan.Strip(phrase, spans)) == ""
	if len(spans) > 0 && spans[0].Explicit {
		s := spans[0]
		e.Words, e.Day = phrase[:s.Offset]+phrase[s.Offset+len(s.Text):], s.Range.Start
	}
	tokens := search.Tokens(e.Words)
	has := func(ph Phrase) bool { return search.Contains(tokens, ph) }
	e.Best = slices.ContainsFunc(superb, has)
	e.Late = slices.ContainsFunc(tokens, func(t search.Token) bool { return t.Folded == "last" || t.Folded == "latest" })
	if m := inOrder.FindStringSubmatch(e.Name); m != nil {
		e.Order, e.Nth = orders[strings.ToLower(m[1])], numeral(m[1], ordinals)
	}
	return e
}

// upcoming says of what lies ahead that it is the next of its kind.
var upcoming = regexp.MustCompile(`(?i)^(?:next|upcoming)\s+|\s+next$`)

var orders = map[string]Order{
	"first": Earliest, "very first": Earliest, "last": Latest, "latest": Latest, "most recent": Latest, "next": Following, "following": Following,
}

// borrowed completes "my first" by what the other phrase is about: "my first and
// my last run".
func borrowed(words, other string) string {
	m := inOrder.FindString(words)
	if m == "" || !slices.Contains([]string{"", "one", "time"}, strings.ToLower(strings.TrimSpace(strings.TrimPrefix(words, m)))) {
		return words
	}
	return strings.TrimSpace(m) + " " + strings.TrimSpace(strings.TrimPrefix(other, inOrder.FindString(other)))
}
