package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A Seek is what a sentence has to have that answers a question: a name, a
// place, a day, a time, an amount. Nil is nothing in particular.
type Seek func(sentence string) bool

// seeks are what the question words ask for; the first that a question has
// decides.
var seeks = []struct {
	words []Phrase
	Seek
}{
	{Phrases("what time", "how late", "how early"), timeOfDay.MatchString},
	{Phrases("who", "whom", "whose"), regexp.MustCompile(`[\pL\pN,] \p{Lu}\pL+|\b(?:my|with|w|by|from)\s+\pL`).MatchString},
	{Phrases("where"), regexp.MustCompile(`(?i)\b(?:at|in|on|from|to|near)\s+(?:the\s+|my\s+)?\pL`).MatchString},
	{Phrases("when"), func(s string) bool { return dated.MatchString(s) || timeOfDay.MatchString(s) }},
	{Phrases("how much", "cost", "price", "paid"), func(s string) bool {
		return slices.ContainsFunc(quantity.Scan(s), func(a quantity.Quantity) bool { return quantity.Dimension(a.Unit) == quantity.Money })
	}},
	{Phrases("why", "cause", "reason"), func(s string) bool { return strings.Contains(strings.ToLower(s), "because") }},
	{Phrases("do for me", "affect", "effect", "help", "good for", "fix", "fixed", "work best"),
		regexp.MustCompile(`(?i)\b(?:works?|worked|helps?|helped|makes?|made|fixed|gone|better|worse|because|since|hungry|hunger|energy|tired|awake|feel|felt|calm|no more|not)\b|=`).MatchString},
}

var (
	dated     = regexp.MustCompile(`(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?\s?\d|\b\d{1,2}\.?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d{1,2}(?:st|nd|rd|th)\b|\b\d{4}-\d\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b`)
	timeOfDay = regexp.MustCompile(`(?i)\b\d{1,2}:\d\d\b|\b\d{1,2}\s?(?:am|pm)\b|\bnoon\b|\bmidnight\b|\bhalf past\b`)
)

// seek finds what a sentence has to have that answers the question.
func (q *Query) seek() Seek {
	for _, s := range seeks {
		if q.Has(s.words...) {
			return s.Seek
		}
	}
	return nil
}
