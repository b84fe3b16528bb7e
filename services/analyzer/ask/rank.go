package ask

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// A Rank is where in the order of its values a question looks: at one place,
// "third longest", or at the first few, "three longest".
type Rank struct {
	Place int  // 0 for none
	Few   int  // 0 for none
	Added bool // the few are added up
	Mean  bool // or averaged
}

var (
	ordinals  = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	cardinals = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

	aCardinal   = `(` + strings.Join(cardinals[2:], "|") + `|\d{1,2})`
	superlative = `(?:most|least|best|worst|highest|\pL{3,}est)\b`

	atPlace  = regexp.MustCompile(`(?i)\b(` + strings.Join(ordinals[2:], "|") + `|\d{1,2}(?:st|nd|rd|th))[ -]` + superlative)
	firstFew = regexp.MustCompile(`(?i)\b` + aCardinal + `[ -]` + superlative + `|\b(?:top|best|worst|\pL{3,}est)\s+` + aCardinal + `\b`)
	// latestFew asks for the last few, or the first, of what happens again and again.
	latestFew = regexp.MustCompile(`(?i)\b(?:(last|latest|past|first|most recent)\s+` + aCardinal + `|` + aCardinal + `\s+(last|latest|first|most recent))\s+(\pL+)\b`)
	// nthTime asks when something was for the second, third, … time.
	nthTime = regexp.MustCompile(`(?i)\b(?:my|the|a|for)\s+(?:the\s+)?(` + strings.Join(ordinals[2:], "|") + `|\d{1,2}(?:nd|rd|th))\s+\pL`)

	averaged = Phrases("average", "avg", "mean")
	added    = Phrases("sum", "total", "in total", "together", "altogether", "combined", "add up", "added up", "how many", "how much", "how far")
)

// rank reads the rank that a question asks for.
func (q *Query) rank() Rank {
	if m := q.find(atPlace); m != nil {
		return Rank{Place: numeral(q.Text[m[2]:m[3]], ordinals)}
	}
	m := firstFew.FindStringSubmatchIndex(q.Text)
	if m == nil {
		return Rank{}
	}
	for _, g := range []int{2, 4} {
		if m[g] < 0 {
			continue
		}
		if a := quantity.Scan(q.Text[m[g]:]); g == 4 && len(a) > 0 && a[0].Start == 0 && a[0].Unit != "" {
			return Rank{} // "fastest 5 miler" is of one length
		}
		q.span(m[0], m[1])
		return Rank{Few: numeral(q.Text[m[g]:m[g+1]], cardinals), Mean: q.takes(averaged...), Added: q.takes(added...)}
	}
	return Rank{}
}

// few reads which of the entries in time are meant: "my last 3 runs". "The last
// 3 weeks" are a span.
func (q *Query) few() Few {
	m := latestFew.FindStringSubmatch(q.Text)
	if m == nil || q.Ranked() {
		return Few{}
	}
	noun := strings.ToLower(m[5])
	if unit, ok := quantity.Canonical(noun); ok && quantity.Dimension(unit) == quantity.Duration {
		return Few{}
	}
	switch search.Stem(noun) {
	case "day", "week", "weekend", "month", "year", "night", "morn", "evening", "quarter", "hour", "minute":
		return Few{}
	}
	q.find(latestFew)
	return Few{N: numeral(m[2]+m[3], cardinals), Word: strings.ToLower(m[1] + m[4])}
}

// nth reads which one in time is meant; 0 for none.
func (q *Query) nth() int {
	m := nthTime.FindStringSubmatchIndex(q.Text)
	if m == nil || q.Ranked() {
		return 0
	}
	q.span(m[2], m[3])
	return numeral(q.Text[m[2]:m[3]], ordinals)
}

// numeral reads a number of at least two in words or digits; 0 for others.
func numeral(word string, words []string) int {
	word = strings.ToLower(word)
	if i := slices.Index(words, word); i > 1 {
		return i
	}
	n, _ := strconv.Atoi(strings.TrimRight(word, "stndrh"))
	if n < 2 {
		return 0
	}
	return n
}

// Ordinal names a place: "third", "12th".
func Ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	suffix := "th"
	if n/10%10 != 1 {
		suffix = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	return strconv.Itoa(n) + cmp.Or(suffix, "th")
}
