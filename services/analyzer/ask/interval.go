package ask

import (
	"regexp"
	"slices"
	"strconv"
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
	Name  string      // the phrase
	Words string      // the phrase without a date
	Days  notes.Range // the date in it, or the month; zero if none
	Order Order       // which of several of its kind
	Nth   int         // the one in this place of time, 0 for none
	Best  bool        // the one with the best value
	Done  bool        // somebody did it, rather than prepared for it
	// Verbal is a phrase with a verb of its own: "the lease end".
	Verbal bool
	// Timely is a phrase that only names a time.
	Timely bool
}

// A Moment is an event whose day a question asks for: "when does the lease end".
type Moment struct {
	*Event
	Past bool // it asks when it was, rather than when it is
	More bool // the question asks for more than its day
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
	// tookTo asks how long somebody took to do one thing after another.
	tookTo = regexp.MustCompile(`(?i)\bhow (?:many (?:days|weeks|months)|long)\s+did\s+(.+?)\s+take\s+to\s+(.+?)\s+(?:after|from|since)\s+(.+?)[?.! ]*$`)
	// lastedTill asks how long one thing lasted until the next of its kind.
	lastedTill = regexp.MustCompile(`(?i)\bhow (?:many (?:days|weeks|months)|long)\s+did\s+(.+?)\s+last\s+(?:un)?till?\s+(?:the\s+)?(?:next|new)(?:\s+one)?[?.! ]*$`)
	// stayedSo asks how long something was in a state, which a second word ends.
	stayedSo = regexp.MustCompile(`(?i)\bhow (?:many (?:days|weeks)|long)\s+(?:was|were|is|has|have)\s+(?:the |my |our )?(.+?)\s+(?:been\s+)?(down|broken|out|dead|leaking|not working|missing|lost)(?:\s+for)?[?.! ]*$`)
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
	// moments ask for the day of something; the groups are the verb before it and it.
	moments = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^\W*(?:(?:and|so|ok|hey)\s+)*(?:on\s+)?(?:when|(?:what|which)\s+(?:day|date)|what(?:['’]?s| is| was)\s+the\s+(?:day|date)(?:\s+(?:of|for|when|that))?)(?:['’]?s\b)?\s*(?:\b(is|are|was|were|will|does|do|did|has|have|came|come)\b)?\s+(.+?)[?.! ]*$`),
		regexp.MustCompile(`(?i)^\W*(?:the\s+|my\s+)?()(?:date|day)\s+(?:of|for|when)\s+(.+?)[?.! ]*$`),
		regexp.MustCompile(`(?i)^\W*(?:the\s+|my\s+)?()((?:due|last|expiry|end|start|closing)\s+date\s+(?:of|for)\s+.+?)[?.! ]*$`),
		regexp.MustCompile(`(?i)^\W*()((?:my|our|the|[a-z'’]+s)?\s*(?:[\w'’]+\s+){1,4}?)(?:when|(?:what|which)\s+(?:day|date)|date)[?.! ]*$`),
	}
	// again asks for one of many times, or for what the values of notes tell.
	again = regexp.MustCompile(`(?i)\b(?:last|first|latest|usually|normally|ever|most|least|often|next|upcoming|longest|best|worst|time)\b`)
	// asking begins another question.
	asking = regexp.MustCompile(`(?i)^(?:what|which|who|how|why|where|when|did|do|does|is|are|was|were|have|has)\b`)
	// pastVerb stands before what was.
	pastVerb = regexp.MustCompile(`(?i)^(?:was|were|did|has|have|came)$`)
	// auxiliary stands before a verb.
	auxiliary = regexp.MustCompile(`(?i)^(?:does|do|did|will)$`)
	// besides is what a question asks beside the day.
	besides = regexp.MustCompile(`(?i)\s*(?:,|&|\+|\band\b|\bn\b)\s*(?:how|what|who|where|which|why|any)\b.*$`)
	// dateWord is the part of "due date" that no note need have.
	dateWord = regexp.MustCompile(`(?i)\bdate\s+(?:of|for)\b`)
	// inOrder names one of several of the same kind.
	inOrder = regexp.MustCompile(`(?i)^(?:(?:my|the|a|when i|i)\s+)*(very first|first|last|latest|most recent|next|following|` + strings.Join(ordinals[2:], "|") + `)\b`)
	// counted is a number behind a name, by which one of several is meant: "review 2".
	counted = regexp.MustCompile(`(?i)\pL (?:no\.? ?|nr\.? ?|#)?(1?\d)$`)
	// acting begins an event that is what somebody did, rather than what that was for.
	acting = regexp.MustCompile(`(?i)^(?:(?:when )?(?:i|we) |my |the (?:day i )?)?(?:first |last )?(?:\pL+(?:ing|ed)|sent|paid|got|bought|took|made|went|came|fell|began)\b`)

	// clausal begins a clause with a verb of its own.
	clausal = regexp.MustCompile(`(?i)^(?:when|i|we|he|she|it|they)\b`)

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
	if from, to := between(q.Text); from != "" {
		from, to = borrowed(from, to), borrowed(to, event(from).Words)
		q.Intervals = append(q.Intervals, Interval{From: event(from), To: event(to)})
	} else if m := untilThat.FindStringSubmatch(q.Text); m != nil {
		q.Intervals = append(q.Intervals, Interval{To: event(m[1])})
	}
	if m := sinceThat.FindStringSubmatch(q.Text); m != nil {
		q.Intervals = append(q.Intervals, Interval{From: event(m[1])})
	}
	if m := occasioned.FindStringSubmatch(q.Text); m != nil {
		q.find(occasioned)
		q.Occasion = &Occasion{Text: strings.TrimRight(m[0], "?.! "), Part: strings.ToLower(m[1]), Beside: strings.ToLower(m[2]), Event: event(m[3])}
	}
}

// between returns the phrases for the two things that a question asks the time
// between, "" if it asks for no such time.
func between(text string) (from, to string) {
	if m := lastedTill.FindStringSubmatch(text); m != nil {
		return m[1], "the next"
	}
	if m := tookTo.FindStringSubmatch(text); m != nil {
		return m[3], m[1] + " " + m[2]
	}
	if m := stayedSo.FindStringSubmatch(text); m != nil {
		return m[1] + " " + m[2], m[1] + " " + ends[strings.ToLower(m[2])]
	}
	if m := fromOneTo.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	if m := afterOther.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

// ends are the words for the end of a state.
var ends = map[string]string{
	"down": "fixed", "broken": "fixed", "out": "fixed", "dead": "fixed", "leaking": "fixed", "not working": "fixed",
	"missing": "found", "lost": "found",
}

// moment reads which event's day the question asks for, nil if it asks for none.
func (q *Query) moment(today notes.Day) *Moment {
	for _, pattern := range moments {
		m := pattern.FindStringSubmatch(q.Text)
		if m == nil || asking.MatchString(m[2]) || again.MatchString(lastDate.ReplaceAllString(m[2], "")) {
			continue
		}
		phrase := besides.ReplaceAllString(dateWord.ReplaceAllString(m[2], " "), "")
		e := eventOf(phrase, today)
		e.Verbal = e.Verbal || auxiliary.MatchString(m[1]) && strings.HasSuffix(phrase, e.Name)
		return &Moment{Event: e, Past: pastVerb.MatchString(m[1]), More: besides.MatchString(m[2])}
	}
	return nil
}

// lastDate is the day that ends something, and not the last of several.
var lastDate = regexp.MustCompile(`(?i)\b(?:last|latest)\s+(?:day|date)\b`)

// eventOf reads a phrase that names something by when it was.
func eventOf(phrase string, today notes.Day) *Event {
	phrase = going.ReplaceAllString(begins.ReplaceAllString(phrase, ""), "")
	e := &Event{Name: strings.TrimSpace(phrase), Words: phrase, Done: acting.MatchString(strings.TrimSpace(phrase)), Verbal: clausal.MatchString(phrase)}
	spans := timespan.Read(phrase, timespan.Ref{Now: today.In(time.UTC)}).Spans
	e.Timely = len(spans) > 0 && strings.TrimSpace(timespan.Strip(phrase, spans)) == ""
	if len(spans) > 0 && spans[0].Explicit && written.MatchString(spans[0].Text) && !e.Timely {
		s := spans[0]
		e.Words, e.Days = dangling.ReplaceAllString(phrase[:s.Offset], " ")+phrase[s.Offset+len(s.Text):], s.Range
	}
	tokens := search.Tokens(e.Words)
	has := func(ph Phrase) bool { return search.Contains(tokens, ph) }
	e.Best = slices.ContainsFunc(superb, has)
	if m := inOrder.FindStringSubmatch(e.Name); m != nil {
		e.Order, e.Nth = orders[strings.ToLower(m[1])], numeral(m[1], ordinals)
	} else if m := counted.FindStringSubmatchIndex(e.Words); m != nil {
		e.Nth, _ = strconv.Atoi(e.Words[m[2]:m[3]])
		e.Words = e.Words[:m[2]]
	}
	return e
}

var (
	// written is a time that names a month, or a day in digits: "18th" may be a birthday.
	written = regexp.MustCompile(`(?i)jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d\d?[./-]\d`)
	// dangling is what stands before a date that is taken out.
	dangling = regexp.MustCompile(`(?i)\s*\b(?:on|in|from|of|at)\s*(?:the\s*)?$`)
)

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
