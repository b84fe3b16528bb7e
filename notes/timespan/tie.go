package timespan

import (
	"strings"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Tie is a time that counts from something of which the text does not say when
// it was: "the weekend before the release", "since my surgery". Notes may tell.
type Tie struct {
	Text   string // the words, as they stand in the text
	Offset int    // where they stand, in bytes
	Event  string // what it counts from, in the words of the text: "release"
	from   counting
}

// A counting is how a time counts from an event.
type counting struct {
	side int // before the event -1, at it 0, after it 1
	n    int // how many units away
	unit
	exact bool  // the nth unit alone and not all up to it: "3 days before"
	open  bool  // without an end, or up to today
	part  hours // of the day that is meant
}

// Ties returns the times of a text that count from what only notes can date, in
// the order of the text. What is asked of all such times ("what do I eat before
// my races") is none of them.
func Ties(text string, ref Ref) []Tie {
	s := newScanner(text, ref)
	if s.measures() {
		return nil
	}
	usual := s.usual()
	var out []Tie
	for i := 0; i < len(s.toks); {
		t, end, ok := s.tie(i)
		if !ok || usual && t.from.side <= 0 {
			i++
			continue
		}
		t.Offset = s.toks[i].start
		t.Text = text[t.Offset:s.toks[end-1].end]
		out = append(out, t)
		i = end
	}
	return out
}

// usual reports whether the text asks what is usually done.
func (s *scanner) usual() bool {
	for i, t := range s.toks {
		if habits[t.low] || (t.low == "do" || t.low == "does") && subjects[s.low(i+1)] {
			return !s.past
		}
	}
	return false
}

// measures reports whether the text asks how long it was from one thing to
// another: "how many days after my race did I rest".
func (s *scanner) measures() bool {
	for i := range s.toks {
		if s.low(i) == "how" && (s.low(i+1) == "long" || howMany[s.low(i+1)] && units[s.low(i+2)] != 0) {
			return true
		}
	}
	return false
}

func (s *scanner) tie(i int) (Tie, int, bool) {
	for _, rule := range []func(int) (Tie, int, bool){s.tieBeside, s.tieSince, s.tieOn, s.tieNamed} {
		if t, end, ok := rule(i); ok {
			return t, end, true
		}
	}
	return Tie{}, i, false
}

// tieBeside reads "the weekend before the release", "three days after my
// surgery", "the night before the exam", "the week of the move".
func (s *scanner) tieBeside(i int) (Tie, int, bool) {
	at := s.skip(i, "the")
	c := counting{n: 1}
	if n, end, _, ok := s.count(at); ok && n <= 1000 {
		c.n, c.exact, at = n, at == i, end
	}
	w := s.low(at)
	if h, ok := parts[w]; ok {
		c.unit, c.part, c.exact = day, h, true
	} else {
		c.unit = units[w]
	}
	side, sided := sides[s.low(at+1)]
	next := s.skip(at+2, "to", "up") // "prior to", "leading up to"
	next = s.skip(next, "to")
	if c.unit == 0 || !sided || side == 0 && c.n > 1 {
		return Tie{}, i, false
	}
	c.side = side
	if side < 0 && w == "night" && s.sleep { // people note their night on the morning after it
		c.n, c.part = 0, hours{}
	}
	event, end, ok := s.event(next)
	return Tie{Event: event, from: c}, end, ok
}

// sides are the words between a unit and what it lies beside.
var sides = map[string]int{"before": -1, "prior": -1, "preceding": -1, "leading": -1, "after": 1, "following": 1, "of": 0}

// tieSince reads "since my surgery", "since I quit smoking", "until the exam",
// "during our trip".
func (s *scanner) tieSince(i int) (Tie, int, bool) {
	c, ok := map[string]counting{
		"since": {side: 1, open: true}, "after": {side: 1, open: true},
		"until": {side: -1, open: true}, "till": {side: -1, open: true}, "before": {side: -1, open: true},
		"during": {},
	}[s.low(i)]
	if !ok || units[s.low(i-1)] != 0 || partly(s.low(i-1)) {
		return Tie{}, i, false
	}
	event, end, ok := s.event(i + 1)
	if since := s.low(i) == "since"; !ok || !since && (s.low(i) != "during" && !(subjects[s.low(i+1)] && turns[s.low(i+2)]) || s.low(i) == "during" && !s.happens(i+1, end)) {
		return Tie{}, i, false
	}
	return Tie{Event: event, from: c}, end, true
}

// tieOn reads "on my birthday".
func (s *scanner) tieOn(i int) (Tie, int, bool) {
	if s.low(i) != "on" && s.low(i) != "at" {
		return Tie{}, i, false
	}
	end, ok := s.owned(i + 1)
	if !ok {
		return Tie{}, i, false
	}
	event, _, ok := s.event(i + 1)
	return Tie{Event: event}, end, ok
}

// tieNamed reads "release week" and "race day".
func (s *scanner) tieNamed(i int) (Tie, int, bool) {
	u := units[s.low(i+1)]
	if !datedEvents[s.low(i)] || u != day && u != week && u != weekend || singular(s.low(i+1)) != s.low(i+1) || !s.closed(i+2) || recurs[s.low(i-1)] {
		return Tie{}, i, false
	}
	return Tie{Event: s.toks[i].text, from: counting{n: 1, unit: u}}, i + 2, true
}

// event reads the name of what happened: "my surgery", "Lena's birthday", "the
// trip to Rome", "I quit smoking". A time is none, nor is what the text dates.
func (s *scanner) event(i int) (string, int, bool) {
	if subjects[s.low(i)] {
		return s.action(i)
	}
	at := i
	switch {
	case owning[s.low(i)] || s.low(i) == "that":
		at++
	case s.owner(i) > i && s.at(i+1).kind == possessive, kin[s.low(i)]:
	default:
		return "", i, false
	}
	end := s.name(at, 4)
	if end == at || s.dates(i, end) {
		return "", i, false
	}
	if w := s.low(end); w == "to" || w == "with" || w == "at" || w == "of" {
		of := s.skip(end+1, "the", "my")
		if more := s.name(of, 2); more > of && !s.dates(of, more) {
			end = more
		}
	}
	if mine[s.low(i)] && occasions[s.low(end-1)] {
		at = i // not another's: "my birthday"
	}
	return s.phrase(at, end), end, true
}

// action reads what somebody did once: "I quit smoking".
func (s *scanner) action(i int) (string, int, bool) {
	end := i + 1
	for end < i+8 && s.at(end).kind == word && !askers[s.low(end)] && !joins[s.low(end)] {
		end++
	}
	if end < i+2 || s.dates(i, end) {
		return "", i, false
	}
	return s.phrase(i+1, end), end, true
}

// name returns where at most so many words of a name end.
func (s *scanner) name(i, most int) int {
	at := i
	for at < i+most {
		t := s.at(at)
		if t.kind == possessive {
			at++
			continue
		}
		if t.kind != word && t.kind != number || s.function(at) || s.tense(at) == gone || s.dayName(at) {
			break
		}
		at++
	}
	return at
}

// dates reports whether a time stands between two tokens, or says right after
// them when it was: "my surgery on June 9".
func (s *scanner) dates(i, end int) bool {
	for k := i; k < end; k++ {
		if !s.timely(k) {
			continue
		}
		if v, _, ok := s.expression(k); ok && v.void == "" {
			return true
		}
	}
	if s.at(end).kind == mark && s.low(end) != "," {
		return false
	}
	at := s.skip(end, "on", "in", "at", "from", ",")
	_, _, ok := s.part(at, at, true)
	return ok
}

// happens reports whether the name between two tokens is of what has a date.
func (s *scanner) happens(i, end int) bool {
	for ; i < end; i++ {
		if datedEvents[s.low(i)] || occasions[s.low(i)] {
			return true
		}
	}
	return false
}

// phrase returns the words between two tokens as they stand, with single blanks.
func (s *scanner) phrase(i, end int) string {
	var b strings.Builder
	for k := i; k < end; k++ {
		if k > i && !s.at(k).glued {
			b.WriteByte(' ')
		}
		b.WriteString(s.toks[k].text)
	}
	return b.String()
}

// On returns the span that is meant if the event was on those days.
func (t Tie) On(event notes.Range, ref Ref) Span {
	s := newScanner("", ref)
	v := t.from.of(s, dated(event, commonv1.Grain_GRAIN_DAY).explicit())
	if v.Range.End.After(s.today) && !v.Range.Start.After(s.today) {
		v.Range.End = s.today
	}
	v.Text, v.Offset, v.Assumed = t.Text, t.Offset, true
	return v.Span
}

// of returns what counts so from v.
func (c counting) of(s *scanner, v value) value {
	switch {
	case c.open && c.side > 0:
		return s.since(v)
	case c.open:
		return s.sideOf("before", v)
	case c.side == 0 && c.unit > day:
		u := c.unit
		if u == weekend && v.Range.Start.Weekday() == 5 {
			return dated(s.cal.period(u, v.Range.Start, 1), u.grain())
		}
		return dated(s.cal.period(u, v.Range.Start, 0), u.grain())
	case c.side != 0 && c.exact && c.unit == day:
		v = s.daysFrom(v, c.side*c.n)
	case c.side != 0 && c.exact && c.n > 1:
		v = dated(s.cal.period(c.unit, shift(c.unit, v.Range.Start, c.side*c.n), 0), c.unit.grain())
	case c.side != 0:
		v = s.next(v, c.unit, c.side*c.n)
	}
	if c.part != (hours{}) {
		v = v.during(c.part)
	}
	return v
}
