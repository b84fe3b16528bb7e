package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What a question wants to know of its subject.
type want int

const (
	wantNotes   want = iota // show me
	wantTotal               // how much, how far, how long
	wantCount               // how many times, how often
	wantAverage             // on average, typical
	wantBest                // best, longest, heaviest, record
	wantLeast               // least, shortest, lightest
	wantLast                // when did I last
	wantFirst               // when did I first
	wantWhether             // did I
	wantTrend               // how is my progress
	wantGap                 // longest break
	wantStreak              // longest streak
	wantSkipped             // how often did I not
)

// wants are the words by which a question says what it wants; of two the
// earlier in this table decides.
var wants = []struct {
	want  want
	words []string
}{
	{wantStreak, []string{"streak", "in a row", "consecutive"}},
	{wantSkipped, []string{"skip", "skipped", "miss", "missed", "cancel", "cancelled"}},
	{wantGap, []string{"longest break", "longest gap", "longest pause", "stop logging"}},
	{wantTrend, []string{"am i down", "am i up", "are we down", "progress", "progressing", "improve", "improved", "improving", "improvement", "trend", "trending", "over time", "getting better", "getting worse", "getting stronger", "getting faster", "develop", "evolved", "changed", "plateau",
		"go up", "went up", "gone up", "go down", "went down", "gone down", "by how much", "by how many", "raise", "raised", "rise", "rose", "risen", "increase", "increased", "decrease", "decreased", "grow", "grew", "grown", "gain", "gained", "lose", "lost", "put on", "saved up", "from how many to how many", "from how much to how much"}},
	{wantAverage, []string{"average", "avg", "on average", "median", "typical", "typically", "usually", "usual", "mean"}},
	{wantBest, []string{"best", "most", "longest", "heaviest", "highest", "fastest", "maximum", "max", "record", "pr", "pb", "1rm", "biggest", "largest", "furthest", "farthest", "top"}},
	{wantLeast, []string{"least", "shortest", "lightest", "lowest", "slowest", "minimum", "min", "worst", "smallest", "cheapest"}},
	{wantFirst, []string{"first time", "when did i first", "when did i start", "since when"}},
	{wantLast, []string{"when did i last", "last time", "most recent", "most recently", "latest", "when", "how long ago", "how long since", "how long is it since", "how long has it been", "days since", "weeks since", "months since"}},
	{wantCount, []string{"how many times", "how often", "number of", "how many days", "how many sessions", "count"}},
	{wantTotal, []string{"how much", "how many", "how far", "how long", "total", "sum", "altogether", "all together", "in all", "combined", "overall", "come to", "came to", "add up to", "added up to"}},
	{wantWhether, []string{"did i", "have i", "was i", "do i", "was there"}},
}

type dimensionWords struct {
	dimension string
	words     []string
}

// dimensions are the words that say which quantity is meant.
var dimensions = []dimensionWords{
	{quantity.Length, []string{"how far", "distance", "mileage"}},
	{quantity.Pace, []string{"pace", "how fast", "faster", "slower", "quicker"}},
	{quantity.Speed, []string{"speed", "how fast"}},
	{quantity.Duration, []string{"how long", "duration", "time spent", "spend time", "how much time", "much time", "time did i spend", "time in total", "total time"}},
	{quantity.Money, []string{"spend", "spent", "cost", "money", "pay", "paid", "expenses", "price", "spending"}},
	{quantity.Energy, []string{"calorie", "calories", "energy intake"}},
	{quantity.Duration, []string{"my time", "finish time", "finishing time", "time for", "time in", "length of time"}},
	{quantity.Mass, []string{"how heavy", "load", "weight", "dose", "dosage"}},
}

// A part is one question of the request.
type part struct {
	id         int32 // 0 if the question is whole
	question   string
	kind       commonv1.QueryType
	tokens     []search.Token
	want       want
	dimension  string // of the quantity asked for, "" if any
	unit       string // in which the question asks for it, "" for the notes' own
	noun       string // what is counted: "pages" in "how many pages"
	limit      *limit
	rank       rank // where in the order of its values it looks
	subjects   []*subject
	without    []*subject          // what the question leaves out
	disjoint   *subject            // what it asks for together and no note has together
	spans      []span              // its own, beside those of the whole question
	within     []*subject          // of the part before, if it asks for a share of that
	sizes      []quantity.Quantity // lengths to which it holds its notes: "fastest 5k"
	dated      bool                // the question names a time
	attributed bool                // notes on one of its subjects tell the attribute that it asks for
}

// has reports whether the question has one of the phrases.
func (p *part) has(words ...string) bool {
	for _, ph := range phrasesOf(words...) {
		if search.Contains(p.tokens, ph) {
			return true
		}
	}
	return false
}

// hasPhrase reports whether the question has the phrase.
func (p *part) hasPhrase(ph phrase) bool { return search.Contains(p.tokens, ph) }

// parts returns the questions of a request, each with the subjects that it
// names, or with all if it names none.
func parts(scope *commonv1.QueryScope, subs []*commonv1.SubQuery, subjects []*subject) []*part {
	if len(subs) == 0 {
		subs = []*commonv1.SubQuery{{Question: scope.GetQuery(), Type: scope.GetType()}}
	}
	var out []*part
	for _, s := range subs {
		kind := s.GetType()
		if kind == commonv1.QueryType_QUERY_TYPE_UNSPECIFIED && len(subs) == 1 {
			kind = scope.GetType()
		}
		p := &part{id: s.GetId(), question: strings.TrimSpace(s.GetQuestion()), kind: kind, tokens: search.Tokens(s.GetQuestion())}
		for _, sub := range subjects {
			if len(subs) == 1 || named(p.tokens, sub) {
				p.subjects = append(p.subjects, sub)
			}
		}
		if len(p.subjects) == 0 {
			p.subjects = subjects
		}
		p.read()
		out = append(out, p)
	}
	return out
}

func named(tokens []search.Token, s *subject) bool {
	for _, ph := range s.phrases {
		if search.Contains(tokens, ph) {
			return true
		}
	}
	return false
}

// latest is "my last run", and not "my last week".
var latest = regexp.MustCompile(`(?i)\b(?:my|the) last (?:[a-z]{5,}|run|swim|row)\b`)

// read finds out what the question wants.
func (p *part) read() {
	asked := *p
	if p.limit = limitOf(p.question); p.limit != nil { // "at least" asks for no least
		asked.tokens = search.Tokens(limiting.ReplaceAllString(p.question, " $2"))
	}
	for _, w := range wants {
		if asked.has(w.words...) || w.want == wantLast && latest.MatchString(p.question) {
			p.want = w.want
			break
		}
	}
	if p.rank = p.rankOf(); p.rank != (rank{}) && p.want != wantLeast {
		p.want = wantBest // "average of my three longest"
	}
	summed := p.readUnit()
	for _, d := range dimensions {
		if p.dimension == "" && p.has(d.words...) {
			p.dimension = d.dimension
		}
	}
	p.noun = p.countedNoun()
	p.sizes = p.exactly()
	if p.limit != nil && p.want == wantNotes && !p.sought() {
		p.want = wantCount // "nights under 6 hours"
	}
	if per.MatchString(p.question) && p.want == wantNotes && !p.sought() {
		p.want = wantCount
	}
	switch {
	case p.want != wantNotes && p.want != wantWhether && p.want != wantCount:
	case summed && (p.want != wantNotes || !p.sought() && !p.valuedNow()), spent.MatchString(p.question) && p.dimension == quantity.Money && p.want != wantCount:
		p.want = wantTotal // "km this month", "what have I spent on it"
	}
	if a := p.asksOf(); asksFor.MatchString(p.question) && p.want != wantStreak || a != nil && a.words || p.want == wantWhether && p.sought() {
		p.want = wantNotes // "what film did I watch"
	}
	if p.limit != nil && p.noun != "" && p.want == wantTotal {
		p.want, p.dimension = wantCount, "" // "how many calls lasted more than 90 minutes"
	}
	if withoutIt.MatchString(p.question) {
		p.want, p.dimension = wantGap, ""
	}
	// "How long ago" asks for a day, and "how many runs" for a count.
	if p.want == wantLast {
		p.dimension = ""
	}
	if p.want == wantTotal && p.dimension == "" && p.has("how many") {
		p.want = wantCount
	}
	if p.kind == commonv1.QueryType_QUERY_TYPE_UNSPECIFIED {
		p.kind = p.guess()
	}
}

var (
	// per asks for a rate.
	per = regexp.MustCompile(`(?i)\b(?:per|a|each|every)\s+(day|week|month|year)\b|\b(weekly|monthly|daily)\b`)
	// withoutIt asks for the longest time without something.
	withoutIt = regexp.MustCompile(`(?i)\bwithout\b.*\blongest\b|\blongest\b.*\b(?:without|w/o|between (?:two|my|any|2|each|runs?\b|\pL+s\b))|\blongest (?:break|gap|pause|stretch|time) (?:without|between|from|off|w/o)\b`)
	// spent asks for what was paid, all of it.
	spent = regexp.MustCompile(`(?i)\b(?:what|money)\s+(?:\w+\s+){0,2}(?:spen[dt]|pa(?:y|id))\b|\b(?:spending|expenses)\b`)
)

// readUnit finds the unit that the question names, and reports whether it asks
// for so many of it: "km in May", and not "10 km" or "my weight in kg".
func (p *part) readUnit() (summed bool) {
	for i, t := range p.tokens {
		// "In" is the inch only to those who measure in it; here it is "in February".
		u, ok := quantity.Canonical(t.Folded)
		if !ok || len(t.Folded) < 2 || search.Stopword(t.Stem) || t.Folded == "second" || u == "day" || u == "week" || u == "%" {
			continue
		}
		before := ""
		if i > 0 {
			before = p.tokens[i-1].Folded
		}
		if t.Folded == "min" && (before == "" || before == "my" || before == "the") {
			continue // "min bench" is the least
		}
		if before != "" && (before[0] >= '0' && before[0] <= '9' || before == "a" || before == "per") {
			if !p.has("how fast", "pace", "speed", "time") {
				p.dimension = quantity.Dimension(u)
			}
			continue
		}
		p.dimension, p.unit = quantity.Dimension(u), u
		summed = summed || before != "in" && before != "to" && before != "as"
	}
	return summed
}

// countedNoun is the last word between "how many" and the verb.
func (p *part) countedNoun() string {
	how := search.Tokens("how many")
	i := search.IndexOf(p.tokens, how)
	if i < 0 {
		return ""
	}
	noun := ""
	for _, t := range p.tokens[i+len(how):] {
		if search.Stopword(t.Folded) || t.Folded[0] <= '9' || t.Folded == "left" {
			break
		}
		if _, unit := quantity.Canonical(t.Folded); unit || t.Folded == "times" {
			return ""
		}
		noun = t.Folded
	}
	return noun
}

// asksFor are questions for somebody, a place or a thing, whatever else their
// words sound like: "who filmed my best lift".
var asksFor = regexp.MustCompile(`(?i)^\W*(?:and\s+)?(?:who|whom|whose|who['’]?s|where|when is|when are|when will|when['’]?s|what time|at what time|how late|how early)\b`)

func (p *part) guess() commonv1.QueryType {
	switch {
	case p.has("why", "cause", "reason"):
		return commonv1.QueryType_QUERY_TYPE_INSIGHT
	case p.has("should", "recommend", "suggest", "advice"):
		return commonv1.QueryType_QUERY_TYPE_RECOMMENDATION
	case p.has("compare", "compared", "versus", "vs", "than") || p.want == wantTrend:
		return commonv1.QueryType_QUERY_TYPE_COMPARISON
	}
	return commonv1.QueryType_QUERY_TYPE_SIMPLE
}

// pointing are the words by which a part means what the one before is about.
var pointing = regexp.MustCompile(`(?i)\b(?:it|that|this|them|those|these)\b`)

// dimensionNames are the words that ask for a quantity.
func dimensionNames(dimension string) []string {
	var out []string
	for _, d := range dimensions {
		if d.dimension == dimension {
			out = append(out, d.words...)
		}
	}
	return out
}

// referTo reads "when was it" behind "what is my longest run": it means that
// run, and the one before has told its day.
func (p *part) referTo(before *part) {
	if !pointing.MatchString(p.question) && len(p.tokens) > 2 {
		return
	}
	own := slices.DeleteFunc(slices.Clone(p.subjects), func(s *subject) bool { return aside(s.name) || slices.Contains(dimensionNames(p.dimension), s.name) })
	switch {
	case len(own) == 0:
		p.subjects = before.subjects
	case p.has("of it", "of that", "of them", "of those") && len(before.subjects) > 0:
		p.within = before.subjects // "how much of it" is told in the notes on it
	}
	if p.want != wantLast {
		return
	}
	switch before.want {
	case wantBest, wantLeast, wantFirst:
		p.want, p.dimension, p.subjects = before.want, before.dimension, before.subjects
	}
}
