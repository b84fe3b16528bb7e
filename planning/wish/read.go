package wish

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/planning/civil"
)

// kind is what a finding says something about.
type kind int

const (
	deadline  kind = iota // "by June"
	dated                 // other days, which may bound what stands beside them: "until June"
	window                // when it may be
	refusal               // when it may not
	exception             // likewise, of a window or of how often: "except Sundays"
	often
	amount
	session // how long one is; stands beside how often or when
)

// finding is what some words mean if their clause is read.
type finding struct {
	from, to int
	kind     kind
	means    string
	assumed  bool
	bare     bool             // its words begin in the middle of things: "Saturdays"
	vague    bool             // it is one only beside the goal: "in August"
	set      func(*Wish) bool // false: it doesn't go with what was read before
	frees    []Window         // that may be used again
	anew     bool             // of all times that were said before nothing holds
	only     bool             // of times that may be, no other may
	length   int              // of its words, if these are not all that fit
	lone     bool             // beside the goal its numbers may be others: "children between 9 and 12"
	bounds   []Bound          // of some days
	nevers   []Window         // when it may not be
	lead     [2]int           // words of it that stand before words of the goal: "60 hours of …"
}

// pattern finds one thing. Its take tells what the words mean, or that they leave it
// open.
type pattern struct {
	words *regexp.Regexp
	take  func(*reader, groups) (finding, bool)
}

// groups are the named parts of a match; at is where its date stands, and next is the text after it.
type groups struct {
	text map[string]string
	at   int
	next []byte
}

func (g groups) get(name string) string { return g.text[name] }

// What is found of a week is taken out before dates are looked for: "May on
// weekends" is a month, and days of each week.
var (
	weekPatterns = []pattern{
		{words(`(?:in|within|over|during|for) (?:the )?(?:next |coming )?(?P<minus>[-−–] ?)?(?P<n>` + number + `) (?P<unit>days?|weeks?|months?|years?)`), inSoMany},
		{words(`(?:(?:with|for|it takes|it is) )?(?P<about>about |around |roughly |some )?(?P<length>` + length + `) (?:` + altogether + `|of work(?: ` + altogether + `)?)`), inAll},
		{words(`(?:(?:with|for|in) )?(?:(?:a |the )?total of|in total|altogether)[,:]? (?P<about>about |around |roughly )?(?P<length>` + length + `)`), inAll},
		{words(`(?:(?:with|for) )?(?P<about>about |around |roughly |some )?(?P<length>` + length + `) (?:of|for) (?P<what>\pL[\pL-]*(?: \pL[\pL-]*){0,4}?) ` + altogether), inAllOf},
		{words(`(?:(?:in|within|by the end of) )?this (?P<unit>month|year)`), thisUnit},
		{words(`(?:for )?(?:(?P<most>` + most + `) )?(?P<length>` + length + `)` + perUnit), amountPer},
		{words(`(?:for )?(?:(?P<most>` + most + `) )?(?P<length>` + length + `)` + perUnit + `(?P<after> (?:at (?:the )?(?:very )?(?:most|max(?:imum)?)|max(?:imum)?|tops|or less))`), amountPer},
		{words(`(?P<most>` + most + `) (?P<length>` + length + `) (?:on|in) (?:any|one|a)(?: (?:one|single|given))? (?P<unit>day|week)`), amountPer},
		{words(boundsByDays), byDays},
		{words(daysOfBounds), byDays},
		{words(neverMore + ` (?P<length>` + length + `)(?: (?:straight|at a time|at once|in one go))?`), longest},
		{words(`(?:for )?(?P<n>` + number + `) ?(?:times|x|sessions?|days?|runs?|workouts?|trainings?|lessons?|(?P<part>` + part + `))` + per + `(?:week|wk)`), timesPer},
		{words(`(?P<n>once|twice|thrice)` + per + `(?:week|wk)`), timesPer},
		{words(`every (?P<other>other|second) day|(?:every|each) day|daily|(?P<weekly>weekly)`), eachDay},
		{words(`(?:(?:for|of) )?(?P<length>` + length + `)(?P<each> each time| each| per session| a session| every time| at a time)?`), sessionLength},
		{words(sessionsMost), longestSession},
		{words(mostATime), longestSession},
		{words(atATimeMost), longestSession},
		{words(sessionsOf), sessionsLong},
		{words(daysBetween), daysApart},
		{words(daysInARow), daysApart},
		{words(nthDay), nthDays},
		{words(`(?P<or>(?:and|or)(?: also)? )?(?P<no>` + refuses + ` )?(?:only )?on (?:my |our )?(?:free days?|days? off)(?: only)?`), freeDays},
		{words(refuses + `(?: on)? (?:the |a )?(?P<after>days?|morning|evening) after (?:an? |the |my |our |any )?` + titled), eventDays},
		{words(refuses + `(?: on)? (?:the |a )?days? (?:with|of|on which i have|when i have) (?:an? |the |my |our |any )?` + titled), eventDays},
		{words(`(?:with |(?:i |we )?(?:have|take|keep|get|having|taking|keeping) )?(?P<lead>every |each )?(?:the |my |our )?` + body + ` (?:are |is |as )?(?:(?:my |our |a )?days? )?off`), daysOff},
		{words(`(?:(?:be|being|take|taking) )?off (?P<lead>on |every |each )?(?:the )?` + body), daysOff},
		{words(`(?:my|our) days? off (?:is|are) (?P<lead>on |every |each )?(?:the )?` + body), daysOff},
		{words(times + ` (?:is|are) (?:fine|ok|okay|possible|all right|allowed)(?: again| now| after all| too| as well)*`), freed},
		{words(times), weekly},
		{words(eitherTime), eitherTimes},
		{words(`(?:with )?` + NoLimits + `|without (?:any |the )?limits?(?: of a day or a week)?`), readNoLimits},
	}
	datePatterns = []pattern{
		{words(`(?P<lead>by|before|until|till|no later than|not later than|due(?: on| by)?|(?:the )?deadline(?: is)?(?: on)?|ends?(?: on)?|ready for) (?:the )?` + date), end},
		{words(`(?:(?:start|starting|begin|beginning)(?: on| in| from)?|from|as of|not before|not until) (?:the )?` + date), start},
		{words(`(?:away|abroad|travelling|traveling|unavailable|not available|on holidays?|on vacation|no work|nothing|not)(?: from| on| in| during| between)? (?:the )?` + date), away},
		{words(`(?:(?P<lead>on|in|at|for|this|is) (?:the )?)?` + date), event},
	}
)

// date stands for a day or days, whose letters reader.dates has marked.
const (
	date = `(?P<date>` + mark + `+)`
	mark = "\x01"
)

// words compiles a pattern of whole words; of a space may be more, and before a
// question mark none.
func words(pattern string) *regexp.Regexp {
	spaced := strings.NewReplacer(" ?", `\s*`, " ", `\s+`, "'", "['’]").Replace(pattern)
	return regexp.MustCompile(`^(?P<all>` + spaced + `)(?:[^\pL\pN]|$)`)
}

var word = regexp.MustCompile(`[\pL\pN'’]+|&|` + mark + `+`)

type reader struct {
	text, small string
	left        []byte                // of small: found bytes are 0, those of dates are marks
	spans       map[int]timespan.Span // by where their marks begin
	now         time.Time
	today       civil.Date
	found       []finding
	wish        Wish
	later       []int // where each of what was said later begins
}

func newReader(text string, now time.Time) *reader {
	text = strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' {
			return ' '
		}
		return c
	}, text)
	small := strings.ToLower(text)
	if len(small) != len(text) { // a letter whose small form has another length
		small = text
	}
	// The dots of "a.m." end no sentence.
	small = strings.NewReplacer("a.m.", "am  ", "p.m.", "pm  ").Replace(small)
	return &reader{text: text, small: small, left: []byte(small), spans: map[int]timespan.Span{}, now: now, today: civil.DateOf(now)}
}

// find looks for patterns from left to right. Of several that fit, the one that
// takes most is taken.
func (r *reader) find(patterns []pattern) {
	for _, w := range word.FindAllIndex(r.left, -1) {
		var best finding
		end := r.saidUntil(w[0]) // nothing goes on in what was said later
		for _, p := range patterns {
			m := p.words.FindSubmatchIndex(r.left[w[0]:end])
			if m == nil || r.left[w[0]] == 0 {
				continue
			}
			g := groups{text: map[string]string{}, next: r.left[w[0]+m[3] : end]}
			for i, name := range p.words.SubexpNames() {
				if m[2*i] < 0 {
					continue
				}
				g.text[name] = string(r.left[w[0]+m[2*i] : w[0]+m[2*i+1]])
				if name == "date" {
					g.at = w[0] + m[2*i]
				}
			}
			if f, ok := p.take(r, g); ok && cmp.Or(f.length, len(g.get("all"))) > best.to-best.from {
				best, best.from, best.to = f, w[0], w[0]+cmp.Or(f.length, len(g.get("all")))
			}
		}
		if from := r.minusBefore(best); from >= 0 {
			best = problem(best.kind, "%q is negative; write it without the minus", strings.TrimSpace(r.text[from:best.to])).at(from, best.to)
		}
		if best.set != nil {
			if lead := best.lead; lead[1] > 0 {
				clear(r.left[best.from : best.from+lead[0]])
				best.lead = [2]int{best.from, best.from + lead[0]}
				best.from += lead[1]
			}
			clear(r.left[best.from:best.to])
			r.found = append(r.found, best)
		}
	}
	stable.Sort(r.found, func(a, b finding) int { return a.from - b.from })
}

// A minus sign stands before a number, and a dash that begins one of several lines does not:
// there it is a list.
var (
	minusSign = regexp.MustCompile(`(?:(?:^|[\s(,;:])[-−–]|(?:^|\s)(?:minus|negative)\s+)$`)
	listLine  = regexp.MustCompile(`(?m)^\s*[-−–]`)
)

// longestMinus is in how many bytes before a number its minus stands.
const longestMinus = 20

// minusBefore returns where the minus of a finding stands that says how often or how long, -1
// if it has none.
func (r *reader) minusBefore(f finding) int {
	if f.set == nil || f.kind != often && f.kind != amount && f.kind != session {
		return -1
	}
	near := max(0, f.from-longestMinus)
	m := minusSign.FindStringIndex(r.small[near:f.from])
	if m == nil {
		return -1
	}
	lines := listLine.FindAllStringIndex(r.small, -1)
	if len(lines) > 1 && slices.ContainsFunc(lines, func(l []int) bool { return l[1] == f.from }) {
		return -1
	}
	return near + m[0]
}

// drop takes findings back.
func (r *reader) drop(is func(i int) bool) {
	var kept []finding
	for i, f := range r.found {
		if is(i) {
			copy(r.left[f.from:f.to], r.small[f.from:f.to])
		} else {
			kept = append(kept, f)
		}
	}
	r.found = kept
}

// lonely tells whether a length of time stands beside nothing that makes it one of
// sessions: "a marathon in under 4 hours".
func (r *reader) lonely(i int) bool {
	beside := func(a, b int, apart string) bool {
		said := func(k kind) bool { return k == often || k == window }
		return a >= 0 && b < len(r.found) && (said(r.found[a].kind) || said(r.found[b].kind)) &&
			strings.Trim(r.small[r.found[a].to:r.found[b].from], apart) == ""
	}
	return r.found[i].kind == session && !beside(i-1, i, " ,") && !beside(i, i+1, " ")
}

// dates marks the words that name days, but for the words that lead to them. Those
// that no pattern may take have no span.
func (r *reader) dates() {
	rest := []byte(r.text)
	for i, b := range r.left {
		if b == 0 {
			rest[i] = ' '
			if i == 0 || r.left[i-1] != 0 {
				rest[i] = ';'
			}
		}
	}
	reading := timespan.Read(string(rest), timespan.Ref{Now: r.now, WeekStart: time.Monday})
	for _, s := range reading.Spans {
		to := s.Offset + len(s.Text)
		s.Text = strings.ToLower(s.Text)
		if lead := leading.FindString(s.Text); lead != "" {
			s.Offset, s.Text = s.Offset+len(lead), s.Text[len(lead):]
		}
		r.mark(s.Offset, to)
		if !s.Range.IsZero() && len(s.Weekdays)+len(s.Apart) == 0 && !sided.MatchString(s.Text) {
			r.spans[s.Offset] = s
		}
	}
	for _, u := range reading.Unresolved {
		r.mark(u.Offset, u.Offset+len(u.Text))
		if !strings.HasPrefix(strings.ToLower(u.Text), "my ") { // "my birthday" may be a day that there is
			r.wish.problem("%q: %s", u.Text, u.Reason)
		}
	}
}

var (
	leading = regexp.MustCompile(`^(?:until|till|before|by|between|from)\s+(?:the\s+)?`)
	sided   = regexp.MustCompile(`^(?:after|since)\b`)
)

func (r *reader) mark(from, to int) {
	for i := from; i < to; i++ {
		r.left[i] = mark[0]
	}
}

// unmark makes words again of the dates that are over and of years, which belong to
// the goal: "the taxes of 2022".
func (r *reader) unmark() {
	for at, s := range r.spans {
		if r.left[at] != 0 && r.over(s) {
			copy(r.left[at:at+len(s.Text)], r.small[at:])
		}
	}
}
