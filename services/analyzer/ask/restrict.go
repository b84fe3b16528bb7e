package ask

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// A Restriction is words of a question that say which of the entries count. What
// they select, the notes tell.
type Restriction struct {
	Kind     Restricting
	Text     string         // as the question has it
	From, To int            // its words' places
	Name     []search.Token // what it names
	Event    *Event         // the same, as something that happened
	Each     bool           // any time that this was, as in "after a night shift"
	Sets     float64        // 0 for any
	Reps     float64        // 0 for any
}

// A Restricting is how a restriction selects.
type Restricting int

// The ways of restricting.
const (
	Without  Restricting = iota // what tells of the thing does not count
	During                      // what lies in a stretch of days
	OnShift                     // the same, which is only meant if it is one of shifts
	Before                      // what lies before something happened
	After                       // what lies behind it
	Numbered                    // what tells of the thing with that number: "night 3"
	InSets                      // what was done in such sets: "3x5", "sets of five"
)

const article = `(?:any |the |my |our |an? |each |every )?`

// leads stand before what a restriction names.
var leads = []struct {
	Restricting
	*regexp.Regexp
}{
	{Without, regexp.MustCompile(`(?i)(?:\b(?:with(?:out| no| zero)|(?:and|but) no(?:t any)?|excluding|except(?: for)?|not counting|without counting|other than|leaving out|ignoring|minus)|\bw/o) ` + article)},
	{During, regexp.MustCompile(`(?i)\b(?:(?:when(?:ever)?|while|whilst)(?: i['’]?m| i am| i was| i['’]?ve been)?(?: working| doing)?(?: on| in| doing)|during) ` + article)},
	{OnShift, regexp.MustCompile(`(?i)\b(?:on|in|working|doing) ` + article)},
	{Before, regexp.MustCompile(`(?i)\b(?:before|prior to|ahead of) ` + article)},
	{After, regexp.MustCompile(`(?i)\b(?:after|since|following) ` + article)},
}

// most words of what a restriction names.
const mostNamed = 4

// readRestrictions reads what says which entries count and no other reading took.
func (q *Query) readRestrictions(today notes.Day) {
	for _, l := range leads {
		for _, m := range l.FindAllStringIndex(q.Text, -1) {
			if (l.Restricting == Before || l.Restricting == After) && (len(q.Intervals) > 0 || q.Contrast != nil) {
				continue
			}
			q.restrict(l.Restricting, m[0], m[1], today)
		}
	}
	if m := excluded.FindStringSubmatchIndex(q.Text); m != nil {
		q.restrict(Without, m[2], m[2], today)
	}
	q.readNumbered()
	q.readSets()
}

// excluded is something that a question leaves out behind its name.
var excluded = regexp.MustCompile(`(?i)(\pL+)\s+(?:do(?:es)?n['’]?t count|do(?:es)? not count|not counted|excluded|aside|not included)\b`)

// restrict adds the restriction whose words begin at a byte and which names what
// stands behind another, if that is no time.
func (q *Query) restrict(how Restricting, start, named int, today notes.Day) {
	from := slices.IndexFunc(q.Tokens, func(t search.Token) bool { return t.Start >= start })
	at := slices.IndexFunc(q.Tokens, func(t search.Token) bool { return t.Start >= named })
	if from < 0 || at < 0 {
		return
	}
	to := at
	for to < len(q.Tokens) && to-at < mostNamed && !q.binds(to) && !q.times[to] && (to == at || q.inPhrase(to) && !q.heed[to]) {
		to++
	}
	if to == at || slices.Contains(q.times[from:to], true) {
		return
	}
	before := q.Text[start:named]
	last := q.Tokens[to-1]
	q.Restrictions = append(q.Restrictions, Restriction{
		Kind: how, Text: strings.TrimLeft(q.Text[start:last.End], ", "), From: from, To: to, Name: q.Tokens[at:to],
		Event: eventOf(q.Text[q.Tokens[at].Start:last.End], today),
		Each:  anyTime.MatchString(before) || !definite.MatchString(before) && plural(last.Folded),
	})
}

var (
	anyTime  = regexp.MustCompile(`(?i) (?:an?|each|every|any) $`)
	definite = regexp.MustCompile(`(?i) (?:the|my|our) $`)
)

// byNumber is a thing and its number.
var byNumber = regexp.MustCompile(`(?i)\b(\pL{3,})\s+(?:no\.?\s?|number\s|#)?(\d{1,3})(?:[?!,]|\.?(?:\s|$))`)

// readNumbered reads things that go by a number.
func (q *Query) readNumbered() {
	for _, m := range byNumber.FindAllStringSubmatchIndex(q.Text, -1) {
		at := slices.IndexFunc(q.Tokens, func(t search.Token) bool { return t.Start == m[2] })
		number := slices.IndexFunc(q.Tokens, func(t search.Token) bool { return t.Start == m[4] })
		if at < 0 || number != at+1 || q.binds(at) || q.heed[at] || q.heed[number] {
			continue
		}
		q.Restrictions = append(q.Restrictions, Restriction{Kind: Numbered, Text: q.Text[m[2]:m[5]], From: at, To: number + 1, Name: q.Tokens[at : number+1]})
	}
}

// sets are how people write of sets: how many of them, and how many repetitions
// each has.
var sets = []struct {
	*regexp.Regexp
	sets, reps int // the groups; 0 for none
}{
	{regexp.MustCompile(`(?i)\b(?:for\s+|in\s+)?(\d{1,2}) ?[x×] ?(\d{1,3})\b`), 1, 2},
	{regexp.MustCompile(`(?i)\b(?:for\s+|in\s+|on\s+)?(?:a )?sets? of (\d{1,3}|` + strings.Join(cardinals[1:], "|") + `)\b`), 0, 1},
	{regexp.MustCompile(`(?i)\b(?:for\s+)?(?:a )?(\d{1,3}|` + strings.Join(cardinals[1:], "|") + `)[ -]?reps?(?: max)?\b`), 0, 1},
	{regexp.MustCompile(`(?i)\b(?:for\s+)?(?:an? )?(singles?|doubles?|triples?)\b`), 0, 1},
}

var repsNamed = map[string]float64{"single": 1, "double": 2, "triple": 3, "one": 1}

// readSets reads in what sets something was done.
func (q *Query) readSets() {
	for _, p := range sets {
		m := p.FindStringSubmatchIndex(q.Text)
		if m == nil {
			continue
		}
		group := func(i int) float64 {
			if i == 0 {
				return 0
			}
			word := strings.ToLower(q.Text[m[2*i]:m[2*i+1]])
			if n, ok := repsNamed[strings.TrimSuffix(word, "s")]; ok {
				return n
			}
			if n, ok := quantity.NumberWord(word); ok {
				return n
			}
			n, _ := strconv.ParseFloat(word, 64)
			return n
		}
		r := Restriction{Kind: InSets, Text: q.Text[m[0]:m[1]], Sets: group(p.sets), Reps: group(p.reps), From: -1}
		for i, t := range q.Tokens {
			if t.Start >= m[0] && t.End <= m[1] {
				if r.From < 0 {
					r.From = i
				}
				r.To = i + 1
			}
		}
		if r.From >= 0 {
			q.Restrictions = append(q.Restrictions, r)
			return
		}
	}
}
