package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// aggregates are the words by which a question says what becomes of the values;
// of two the earlier in this table decides.
var aggregates = []struct {
	Aggregate
	words []Phrase
}{
	{Streak, Phrases("streak", "in a row", "consecutive", "weeks running", "weeks on end", "weeks straight")},
	{Skipped, Phrases("skip", "skipped", "miss", "missed", "cancel", "cancelled")},
	{Gap, Phrases("longest break", "longest gap", "longest pause", "stop logging")},
	{Trend, Phrases("am i down", "am i up", "are we down", "progress", "progressing", "improve", "improved", "improving", "improvement", "trend", "trending", "over time", "getting better", "getting worse", "getting stronger", "getting faster", "develop", "evolved", "changed", "plateau",
		"go up", "went up", "gone up", "go down", "went down", "gone down", "by how much", "by how many", "raise", "raised", "rise", "rose", "risen", "increase", "increased", "decrease", "decreased", "grow", "grew", "grown", "gain", "gained", "lose", "lost", "put on", "did i add", "have i added", "saved up", "from how many to how many", "from how much to how much")},
	{Median, Phrases("median")},
	{Average, Phrases("average", "avarage", "averge", "avg", "ave", "on average", "typical", "typically", "usually", "usual", "mean")},
	{Best, Phrases("best", "most", "longest", "heaviest", "highest", "fastest", "maximum", "max", "record", "pr", "pb", "1rm", "biggest", "largest", "furthest", "farthest", "top", "dearest", "priciest", "costliest", "most expensive", "oldest", "hardest", "deepest", "tallest")},
	{Least, Phrases("least", "shortest", "lightest", "lowest", "slowest", "minimum", "min", "worst", "smallest", "cheapest")},
	{First, Phrases("first time", "when did i first", "when did i start", "when did it start", "when did that start", "when did it begin", "when did it all start", "since when")},
	{Last, Phrases("when did i last", "last time", "most recent", "most recently", "latest", "when", "how long ago", "how long since", "how long is it since", "how long has it been", "days since", "weeks since", "months since")},
	{Count, Phrases("how many times", "how often", "number of", "how many days", "how many sessions", "count")},
	{Sum, Phrases("how much", "how many", "how far", "how long", "total", "sum", "altogether", "all together", "in all", "combined", "overall", "come to", "came to", "add up to", "added up to")},
	{Whether, Phrases("did i", "have i", "was i", "do i", "was there")},
}

var (
	// aThing is no movement: who asks for a raise asks for one.
	aThing = regexp.MustCompile(`(?i)\b(?:a|any|an?other) (?:pay )?(?:raise|rise|gain|loss|increase|decrease|change|miss|break|pause|record|best|mean|count|sum)\b`)
	// whenever begins a clause that only says of which time the question is: "how
	// heavy was she when she was born", and not "what was it and when".
	whenever = regexp.MustCompile(`(?i)^(\W*(?:(?:and|so)\s+)?(?:how|what|which|who|where|why|do|does|did|was|were|is|are|am|has|have|had)\b.*\pL)\s+when\s+(i|we|he|she|it|they|you|my|the|there)\b`)
	// joined is what puts a question for the time beside another.
	joined = regexp.MustCompile(`(?i)\b(?:and|or|n)$`)
	// betweenFew asks for the time between the last few.
	betweenFew = regexp.MustCompile(`(?i)\b(?:days|weeks|months|long|time|gap|break)\b.*\bbetween (?:my |the )?(?:last|first|latest|past|most recent)\s+`)
	// latest is "my last run", and not "my last week".
	latest = regexp.MustCompile(`(?i)\b(?:my|the) last (?:[a-z]{5,}|run|swim|row)\b`)
	// withoutIt asks for the longest time without something.
	withoutIt = regexp.MustCompile(`(?i)\bwithout\b.*\blongest\b|\blongest\b.*\bbetween (?:two|my|any|2|each|\pL+s\b)|\blongest (?:(?:period|spell|days?|streak|i|i['’]?ve|we|we['’]?ve|have|did|that)\b.*)?(?:without\b|w/o\b)|\blongest (?:break|gap|pause|stretch|time)\b.*\b(?:without|between|from|off|w/o)\b`)
	// joinedCost asks what several things cost.
	joinedCost = regexp.MustCompile(`(?i)\bwhat (?:did|do|does|have|has)\b.*\b(?:and|plus|with|incl\pL*)\b.*\bcosts?\b|\bwhat (?:did|do|does|have|has)\b.*\bcosts?\b.*\b(?:with|plus|incl\pL*)\b`)
	// spent asks for what was paid, all of it.
	spent = regexp.MustCompile(`(?i)\b(?:what|money)\s+(?:\w+\s+){0,2}(?:spen[dt]|pa(?:y|id))\b|\b(?:spending|expenses)\b`)
)

// Read reads a question of a day. Its kind is that which is given, or what its
// words say if none is.
func Read(text string, kind commonv1.QueryType, today notes.Day) *Query {
	q := &Query{Text: strings.TrimSpace(text), Kind: kind}
	q.Tokens = search.Tokens(q.Text)
	q.heed = make(heed, len(q.Tokens))
	q.readTimes(today)
	q.Limit = q.limit()
	q.Sizes = q.sizes()
	q.readTraits()
	if q.Has(been...) {
		q.traits &^= Present // "what's my weight been" asks for more than the last
	}
	q.readPeriods()
	q.readIntervals(today)
	q.Contrast = q.contrast(today)
	q.Attribute = q.attribute()
	q.Seek = q.seek()
	q.Rank = q.rank()
	q.Few, q.Nth = q.few(), q.nth()
	q.Places, q.Weeks = q.places(), q.weeks()
	q.Aggregate = q.aggregate()
	summed := q.readMeasure()
	q.settle(summed)
	q.readRestrictions(today)
	if q.Aggregate == Last || q.Aggregate == List {
		q.Moment = q.moment(today)
	}
	if kind == commonv1.QueryType_QUERY_TYPE_UNSPECIFIED {
		q.Kind = q.guess()
	}
	return q
}

// aggregate finds the word that says what becomes of the values.
func (q *Query) aggregate() Aggregate {
	asked := *q
	text := aThing.ReplaceAllString(q.Text, " ")
	if m := whenever.FindStringSubmatch(text); m != nil && !joined.MatchString(m[1]) {
		text = whenever.ReplaceAllString(text, "$1 $2")
	}
	if q.Limit != nil { // "at least" asks for no least
		text = limiting.ReplaceAllString(text, " $2")
	}
	asked.Tokens = search.Tokens(text)
	found := List
	for _, a := range aggregates {
		if asked.Has(a.words...) || a.Aggregate == Last && latest.MatchString(q.Text) {
			found = a.Aggregate
			q.takes(a.words...)
			break
		}
	}
	if found == Last && q.Few.N == 0 && q.takes(firstly) {
		return First // "when did it first go under 7"
	}
	if q.Ranked() && found != Least {
		return Best // "average of my three longest"
	}
	return found
}

// settle decides where words of several kinds meet: the later of these rules
// knows what the earlier have made of the question.
func (q *Query) settle(summed bool) {
	plain := func() bool { return q.Aggregate == List && !q.Sought() }
	if (q.Limit != nil || q.Per != "") && plain() {
		q.Aggregate = Count // "nights under 6 hours", "migraines per month"
	}
	switch {
	case !slices.Contains([]Aggregate{List, Whether, Count}, q.Aggregate):
	case summed && (q.Aggregate != List || !q.Sought() && !q.ValuedNow()),
		q.Dimension == quantity.Money && q.Aggregate != Count && spent.MatchString(q.Text):
		q.Aggregate = Sum // "km this month", "what have I spent on it"
	}
	if q.Is(Person) && q.Aggregate != Streak || q.Attribute != nil && q.Attribute.Words || q.Aggregate == Whether && q.Sought() {
		q.Aggregate = List // "what film did I watch"
	}
	if q.Limit != nil && q.Noun != "" && q.Aggregate == Sum {
		q.Aggregate, q.Dimension = Count, "" // "how many calls lasted more than 90 minutes"
	}
	switch {
	case withoutIt.MatchString(q.Text), q.Few.N > 1 && betweenFew.MatchString(q.Text):
		q.Aggregate, q.Dimension = Gap, ""
	case q.find(farApart) != nil:
		q.Aggregate = Spread
	}
	switch {
	case q.Aggregate == List && (q.Is(Together) || joinedCost.MatchString(q.Text)) && q.Dimension == quantity.Money:
		q.Aggregate = Sum // "what did they cost together"
	case q.Aggregate == Sum && q.Is(Present) && q.Is(Now):
		q.Aggregate = List // "how much is it now" adds up nothing
	case q.Aggregate == Last: // "how long ago" asks for a day
		q.takes(last...)
		q.Dimension = ""
	case q.Aggregate == Sum && q.Dimension == "" && q.Is(HowMany):
		q.Aggregate = Count
	}
}

var (
	firstly   = Phrase(search.Tokens("first"))
	been      = Phrases("been")
	advising  = Phrases("should", "recommend", "suggest", "advice")
	comparing = Phrases("compare", "compared", "versus", "vs", "than")
	reasoning = Phrases("why", "cause", "reason")
)

// guess is the kind of a question that nobody has classified.
func (q *Query) guess() commonv1.QueryType {
	switch {
	case q.Has(reasoning...):
		return commonv1.QueryType_QUERY_TYPE_INSIGHT
	case q.Has(advising...):
		return commonv1.QueryType_QUERY_TYPE_RECOMMENDATION
	case q.Has(comparing...) || q.Aggregate == Trend:
		return commonv1.QueryType_QUERY_TYPE_COMPARISON
	}
	return commonv1.QueryType_QUERY_TYPE_SIMPLE
}

// pointing are the words by which a question means what the one before is about.
var pointing = regexp.MustCompile(`(?i)\b(?:it|that|this|them|those|these)\b`)

// Points reports whether the question may mean what the one before it is about.
func (q *Query) Points() bool { return pointing.MatchString(q.Text) || len(q.Tokens) <= 2 }

// After reads "when was it" behind "what is my longest run": it means that run,
// and the one before has told its day. It is false where it has a meaning of its
// own.
func (q *Query) After(before *Query) bool {
	if q.Aggregate != Last || !slices.Contains([]Aggregate{Best, Least, First}, before.Aggregate) {
		return false
	}
	q.Aggregate, q.Dimension = before.Aggregate, before.Dimension
	return true
}
