package ask

import (
	"regexp"
	"slices"
)

// A Trait is what the words of a question say of how it is meant.
type Trait uint64

// The traits.
const (
	Present     Trait = 1 << iota // how something is now
	Habitual                      // what is done again and again
	Now                           // a word for now
	Today                         // a word for this day or now
	Was                           // how something was
	HowMuch                       // an amount that need have no name
	Amount                        // an amount of any kind
	HowMany                       // a number of things
	HowLong                       // a time
	Often                         // how often rather than how much
	Times                         // days, times or sessions are counted
	Extent                        // how long, far or much each was
	Mean                          // what is usual
	Fewest                        // the least of something
	Worst                         // the worst of something
	Fast                          // how quick it went
	Priced                        // a price, a wage
	Comparative                   // more, less, longer
	Either                        // more of one or of the other
	Than                          // than something
	Versus                        // one against another
	FromFirst                     // from the first to the last
	Overall                       // of all times
	Conditional                   // with, without or after something
	Each                          // for each week, month or year
	PerWeek                       // a number a week
	Feeling                       // how it felt
	Bodily                        // what sleep and stress may bear on
	Asking                        // it has a word that asks
	Seeking                       // one sentence may answer it
	Requesting                    // to be shown notes
	Open                          // what, when, where, why, how
	Stative                       // what or when something is
	Person                        // it asks for somebody, a place or a time of day
	Summing                       // an account of something
	Explaining                    // reasons, or what goes together
	WhyDone                       // the reason of a deed
	HowWent                       // how the user did
	Outcome                       // how an event came out
	Weighing                      // the weight of the user
	Became                        // things by what became of them
	Together                      // several things as one
	Spending                      // what was spent
	Net                           // what came back is taken off
	Owing                         // what is owed, or was paid back
	Own                           // an amount of the user's
	OfIt                          // a part of what the question before is about
)

// traits say by which words a question has them.
var traits = []struct {
	Trait
	words   []string
	pattern string
}{
	{Present, nil, `^\W*(?:(?:and|so)\s+)?(?:how (?:much|heavy|high|low|tall|many)\s+(?:do i|am i|is my|are my|is the|is it|does)\b|what(?:['’]?s| is| are)\s+(?:my|the|it)\b|(?:what|which)\s+(?:\w+\s+){0,4}(?:do i|am i)\b|what do i weigh|my current|current)|\b(?:more|less|up|down|\pL+er)\s+(?:am i|is my|are my|do i)\b`},
	{Habitual, nil, `\b(?:do|should) i (?:\w+ )?(?:take|use|need|drink|eat)\b|\bam i (?:taking|on|using)\b`},
	{Now, []string{"now", "currently", "current", "at the moment", "these days"}, ""},
	{Today, []string{"now", "currently", "today"}, ""},
	{Was, nil, `^\W*(?:(?:and|so)\s+)?what (?:was|were) (?:my|the)\b`},
	{HowMuch, []string{"how much"}, ""},
	{Amount, []string{"how much", "how many", "how long", "how far", "how fast", "how heavy"}, ""},
	{HowMany, []string{"how many"}, ""},
	{HowLong, []string{"how long"}, ""},
	{Often, []string{"how often", "how many times"}, ""},
	{Times, []string{"days", "times", "sessions", "how often", "often"}, ""},
	{Extent, []string{"long", "longest", "longer", "shortest", "average", "much", "far", "furthest", "farthest"}, ""},
	{Mean, []string{"average", "avg", "mean", "usual", "typical"}, ""},
	{Fewest, []string{"fewest", "least", "lowest", "shortest", "worst"}, ""},
	{Worst, []string{"worst"}, ""},
	{Fast, []string{"fastest", "quickest", "slowest", "my best time", "best time"}, ""},
	{Priced, []string{"how much", "price", "rent", "salary"}, ""},
	{Comparative, []string{"more", "less", "fewer", "longer", "shorter", "better", "worse", "faster", "slower", "heavier", "lighter", "earlier", "later", "higher", "lower", "than"}, ""},
	{Either, nil, `\b(?:more|less|fewer|better|worse|\pL+er)\b[^?]*\bor\b`},
	{Than, []string{"than"}, ""},
	{Versus, []string{"compare", "compared", "vs", "versus", "than last", "than in", "than the"}, ""},
	{Overall, []string{"ever", "overall"}, ""},
	{Conditional, []string{"after", "on days with", "without"}, ""},
	{Each, []string{"each week", "every week", "per week", "by week", "each month", "every month", "per month", "by month", "each year", "per year", "by year"}, ""},
	{PerWeek, []string{"per week", "a week", "each week", "every week", "weekly"}, ""},
	{Feeling, []string{"feel", "felt", "feeling", "feelings", "mood"}, ""},
	{Bodily, []string{"feel", "felt", "heavy", "tired", "energy", "weak", "slow", "sore", "perform", "performance", "mood",
		"productive", "unproductive", "focus", "concentrate", "motivated", "motivation", "hard", "harder", "struggle", "exhausted",
		"headache", "sick", "irritable", "stressed", "sleepy", "sluggish", "plateau", "stall", "fail", "failed", "pace", "worse"}, ""},
	{Asking, []string{"what", "which", "who", "where", "when", "how", "did", "do", "was", "have", "show", "list", "find", "give", "tell", "anything", "any"}, ""},
	{Seeking, nil, `\b(?:who|whom|whose|who['’]?s|where|which|what|what['’]?s|whats|when|how late|how did|how was|how were)\b`},
	{Requesting, nil, `^\W*(?:please\s+|can you\s+|could you\s+)*(?:show|list|display|give me|summari[sz]e|recap|all\b|remind me|find|what have i|what did i (?:do|eat|log|write|note|train|cook|drink)\b|which \w+s\b)`},
	{Open, nil, `^\W*(?:and\s+|so\s+)?(?:what|which|when|where|why|how)\b`},
	{Stative, nil, `^\W*(?:and\s+|so\s+)?(?:what|which|when|where)\s+(?:is|was|will)\b`},
	{Person, nil, `^\W*(?:and\s+)?(?:who|whom|whose|who['’]?s|where|when is|when are|when will|when['’]?s|what time|at what time|how late|how early)\b`},
	{Summing, []string{"analyze", "analyse", "summarize", "summarise", "summary", "review", "overview", "recap"}, ""},
	{Explaining, []string{"why", "cause", "reason", "affect", "effect", "impact", "influence", "correlate", "correlation", "pattern", "relate", "connection", "explain"}, ""},
	{WhyDone, nil, `^\W*(?:so |and |but )?(?:why|how come|for what reason|what made)\b.*\b(?:did|have|has|had|was|were|made)\b`},
	{HowWent, nil, `^\W*(?:and |so )?how (?:did|have|do) i\b`},
	{Outcome, nil, `\bhow (?:did|was|were|has)\b[^?]*?\b(?:go|going|turn out|work out|went)\b|\bhow (?:was|were) (?:the|my)\b`},
	{Weighing, []string{"weight", "weigh", "weighed", "weighs"}, `\b(?:heaviest|lightest)\b[^?]*\b(?:i['’]?ve (?:ever )?been|i was|was i|have i (?:ever )?been|i got)\b`},
	{Became, nil, `\bhow many (?:of (?:them|those|these) )?(?:got|were|are|was|have been|had been)\b`},
	{Together, []string{"together", "altogether", "all together", "combined", "in total", "total", "in all", "sum", "both", "overall", "all up", "put together"}, ""},
	{Net, nil, `\b(?:after|minus|less|net of|without|not counting) (?:the |my |any )*(?:refunds?|rebates?|discount|insurance|cashback|money back|reimbursement|fund|what (?:came|i got) back)\b|\bnet\b`},
	{Owing, nil, `\b(?:balance|left to pay|still to pay|remaining|left) on (?:the|my|our)\b|\b(?:owe[sd]?|owing|outstanding|debts?|repaid|repay|(?:left|still|remaining) to pay|(?:left|remaining|balance) (?:on|of|for) (?:the|my|our|that|his|her)\b.*\b(?:loan|mortgage|debt|credit|card|car|bike|phone|laptop|sofa|bill)|loan (?:balance|left)|(?:pa(?:y|id|ys)|give|gave|given|sent?) (?:\pL+ ){0,2}back)\b`},
	{Spending, []string{"spend", "spent", "spending"}, ""},
	{Own, nil, `\b(?:what|how (?:much|many|far|long|fast|heavy)) (?:did|do|have|had|was|am) (?:i|we)\b(?:.*\b(?:score|get|run|ran|lift|weigh|earn|swim|walk|sleep|cycle|row)\b|\s*$)|\bhow (?:much|many|far|long|fast)\b[^?]*\b(?:did|do|have|had) i\b|\bmy (?:\pL+ ){0,3}(?:time|pace|score|weight|result|results|pb|pr|best|record|bp|sugar|blood pressure|hba1c|cholesterol|heart rate|average|level)\b`},
	{OfIt, []string{"of it", "of that", "of them", "of those"}, ""},
}

// A mark tells a trait of a question.
type mark struct {
	Trait
	phrases []Phrase
	pattern *regexp.Regexp
}

var marks = func() []mark {
	out := make([]mark, len(traits))
	for i, t := range traits {
		out[i] = mark{Trait: t.Trait, phrases: Phrases(t.words...)}
		if t.pattern != "" {
			out[i].pattern = regexp.MustCompile(`(?i)` + t.pattern)
		}
	}
	return out
}()

// readTraits finds what the words of the question say beside what they ask.
func (q *Query) readTraits() {
	for _, m := range marks {
		has := q.takes
		if m.Trait == Bodily { // these words are of the notes
			has = q.Has
		}
		if has(m.phrases...) || m.pattern != nil && m.pattern.MatchString(q.Text) {
			q.traits |= m.Trait
		}
	}
	if q.Has(first...) && q.Has(last...) {
		q.takes(slices.Concat(first, last)...)
		q.traits |= FromFirst
	}
	if len(q.Sizes) > 0 && q.Has(timed...) {
		q.traits |= Fast
	}
}

var (
	first = Phrases("first")
	last  = Phrases("last")
	// timed ask how fast a distance was.
	timed = Phrases("time", "times", "pr", "pb")
)
