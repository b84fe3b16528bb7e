package ask

import (
	"regexp"
	"strings"
)

// A Place is where in the order of time a question looks: 1 is the first, 2 the
// second, -1 the last, -2 the one before that.
type Place int

// The places that have a word of their own.
const (
	Start    Place = 1
	End      Place = -1
	NextLast Place = -2
)

// Name names a place: "third", "latest".
func (p Place) Name() string {
	switch p {
	case End:
		return "latest"
	case NextLast:
		return "previous"
	}
	return Ordinal(int(p))
}

var (
	aPlace = `(?:very )?(first|last|latest|newest|most recent|previous|` + strings.Join(ordinals[2:], "|") + `|\d{1,2}(?:st|nd|rd|th))\b`
	// placed names an element of a series by its place: "my third parkrun". What is
	// counted behind it, or a time, has no place.
	placed = regexp.MustCompile(`(?i)(?:\b(?:my|the|our|her|his|their|from|vs\.?|versus|than|and|to|between|give|as|\pL+['’]s)|,)\s+` + aPlace + `|^` + aPlace)
	// ofTime goes on with what is no element of a series.
	ofTime  = regexp.MustCompile(`(?i)^\s+(?:\d|(?:few|two|three|four|five|six|seven|eight|nine|ten|couple|half|quarter|name|week|weekend|month|year|day|night|morning|evening|summer|winter|spring|autumn|fall|christmas|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec)|\pL{3,}est\b)`)
	started = regexp.MustCompile(`(?i)\b(?:where did (?:i|it|we) (?:start|begin)|(?:at|from|in|since) the (?:start|beginning))\b`)
	ended   = regexp.MustCompile(`(?i)(?:,|\b(?:and|to|vs\.?|versus|until|till))\s+(?:now|today|currently|the end)\b|\bin the end\b|\bso far\b|\bsince the (?:start|beginning)\b`)
	// weekly asks for weeks in a row, and in which there was so much.
	weekly = regexp.MustCompile(`(?i)\bweeks (?:in a row|running|on end|straight)\b|\bconsecutive weeks\b|\b(?:in weeks|weekly streak|week streak)\b`)
	least  = regexp.MustCompile(`(?i)\bat least (once|twice|\pL+|\d+)(?: times| days)?\b`)
)

// places reads which elements of a series in time a question is about, in its order.
func (q *Query) places() []Place {
	if q.Ranked() || q.Few.N > 0 || len(q.Intervals) > 0 {
		return nil
	}
	var out []Place
	if q.Began = q.find(started) != nil; q.Began {
		out = append(out, Start)
	}
	for _, m := range placed.FindAllStringSubmatchIndex(q.Text, -1) {
		from, to := max(m[2], m[4]), max(m[3], m[5])
		if ofTime.MatchString(q.Text[to:]) {
			continue
		}
		q.span(from, to)
		switch word := strings.ToLower(q.Text[from:to]); word {
		case "first":
			out = append(out, Start)
		case "previous":
			out = append(out, NextLast)
		case "last", "latest", "newest", "most recent":
			out = append(out, End)
		default:
			out = append(out, Place(numeral(word, ordinals)))
		}
	}
	if len(out) == 1 && out[0] > 0 {
		if m := q.find(ended); m != nil {
			out = append(out, End)
		}
	}
	return out
}

// weeks is how often a week something was that was so in weeks in a row; 0 where the
// question asks for none.
func (q *Query) weeks() int {
	if q.find(weekly) == nil {
		return 0
	}
	m := q.find(least)
	if m == nil {
		return 1
	}
	switch word := strings.ToLower(q.Text[m[2]:m[3]]); word {
	case "twice":
		return 2
	default:
		return max(1, numeral(word, cardinals))
	}
}
