package parser

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// A claim is what a correction says: what stood there, what is right.
type claim struct {
	before, after *term
	// rest is the text without both, where words for the subject stand.
	rest string
	// end is where in the text the last value ends, 0 if there is none.
	end int
	// sentences are those of the text, none if it has no value.
	sentences []sentencesplit.Part
	// aside is what is said after the sentences with the values.
	aside string
	// beside are the words of the values themselves: units, counted things.
	beside string
	// more are further pairs of the same thing: "11 km in 65 min, not 12 in 70".
	more []claim
	// with are further values, which tell what is meant: "the 2k took 8:01".
	with []term
	// counted is the stem of what a number without a unit counts, "" if it says nothing
	// of that: "no, 2 cans" corrects nothing that has no cans.
	counted string
	// deictic is true for "that was …", which means the note just written.
	deictic bool
}

// A turn is a way of putting a correction. The groups a and b are what is right
// and what stood there; pick says which of several values in them is meant.
type turn struct {
	form         *regexp.Regexp
	lastA, lastB bool
}

var turns = []turn{
	// "no beers, it was spritz"
	{regexp.MustCompile(`(?is)^\W*(?:\pL+\W+)?no\s+(?P<b>\pL+(?:\s\pL+)?)\s*[,;–—-]+\s*(?:but|it was|that was|they were|just|only)\s+(?P<a>.+)`), true, false},
	// "wasn't 14 jars, I had counted two of last year. 12."
	{regexp.MustCompile(`(?is)^\W*(?:\pL+\W+){0,2}?(?:wasn['’]?t|weren['’]?t)\s+(?P<b>[^,.;]*\d[^,.;]*)[,.;–—-]+\s*(?P<a>.+)`), true, false},
	// "scratch the 3 coffees, was 2"
	{regexp.MustCompile(`(?is)\b(?:scratch|strike|scrap|ignore|forget)\s+(?:the|that|my|those)\s+(?P<b>[^,.;:]*\d[^,.;:]*)[,.;:–—-]+\s*(?:(?:it|that|there|they)\s+)?(?:was|were|is|are|only|just|make it)\s+(?P<a>.+)`), false, false},
	// "rather 1:45 than 2:15"
	{regexp.MustCompile(`(?is)\b(?:rather|more)\s+(?:like\s+)?(?P<a>\d.*?)\s+than\s+(?P<b>\d.*)`), true, false},
	// "not 85 but 185", "it wasn't 85, it was 185"
	{regexp.MustCompile(`(?is)^\W*not\s+(?P<b>[^,.;]+)[,;–—-]+\s*(?P<a>.+)`), false, false},
	{regexp.MustCompile(`(?is)\b(?:not|wasn't|was not|isn't|weren't|didn't \w+|wasn’t)\s+(?P<b>[^.;]+?)(?:\s*[,;—–-]+\s*|\s+)(?:but|it was|it's|it is|that was|they were|rather)\s+(?P<a>.+)`), false, false},
	// "it was 185, I had put 85"
	{regexp.MustCompile(`(?is)(?P<a>.+?)[\s,;.(–—-]+(?:sorry\W+)?(?:but\s+)?(?:when\s+)?i(?:'d|’d|\s+had|\s+have)?\s+(?:mistakenly\s+|wrongly\s+)?(?:said|wrote|written|typed|put|logged|noted|recorded|entered)\s+(?:down\s+)?(?P<b>.+)`), true, false},
	// "wrote 85 but meant 185"
	{regexp.MustCompile(`(?is)\b(?:said|wrote|typed|put|logged|recorded|entered)\s+(?P<b>.+?)[\s,;.]+(?:but\s+)?(?:(?:i|it|that|which|(?:the|my)\s+\pL+)\s+)?(?:meant|should be|should have been|is|was|actually|said|says|showed|shows)\s+(?P<a>.+)`), false, false},
	// "25 euro, no 20", as learners of English say
	{regexp.MustCompile(`(?is)(?P<a>.*\d.*?),\s*no\s+(?P<b>\d.*)`), true, false},
	// "185 not 85", "185 instead of 85"
	{regexp.MustCompile(`(?is)(?P<a>.+?)[\s,;(]+(?:and\s+|and was\s+)?(?:not|instead of|rather than)\s+(?P<b>.+)`), true, false},
	// "change bench from 85 to 185"
	{regexp.MustCompile(`(?is)\b(?:change|correct|update|fix|replace|edit|set|make|move)\s+(?P<b>.+?)\s+(?:to|with|by|into)\s+(?P<a>.+)`), false, true},
	// "85 should be 185", "85 → 185"
	{regexp.MustCompile(`(?is)(?P<b>.+?)\s*(?:\bshould(?: have|'ve|’ve)? be(?:en)?\b|→|->|=>|\bwas meant to be\b|\bwas supposed to be\b|\b(?:is|was|were) (?:actually|really|in fact)\b)\s*(?P<a>.+)`), false, true},
	// "80 was wrong, it was 85"
	{regexp.MustCompile(`(?is)(?P<b>.+?)\s+(?:was|is|were|are)\s+(?:wrong|a typo|a mistake|incorrect|not right|not correct|nonsense)\b[\s,;.:–—-]*(?P<a>.+)`), false, true},
	// "that 160 was 155", "one of the 10 min walks was 15"
	{regexp.MustCompile(`(?is)^\W*(?:\pL+\W+)?(?:(?:one|two)\s+of\s+)?(?:that|the|those|my)\s+(?P<b>\d\S*(?:\s?\pL{1,3})?(?:\s\pL+)?)\s+(?:was|were|is)\s+(?P<a>.+)`), false, false},
}

var deictic = regexp.MustCompile(`(?i)` + announcing + `(?:(?:that|it|this|those|they)(?:['’]s)?\s+(?:was|were|is|are|should|wasn|took|cost|actually|really|not|\S+,? not)\b|(?:that|it)['’]s\b|(?:scratch|strike|delete|undo|make|forget|ignore|disregard)\s+(?:that|it|this)\b|i mean\b|i meant\b|\S+(?:\s\S+)?\W*$)`)

// noContrast is a "not" that puts nothing in the place of anything.
var noContrast = regexp.MustCompile(`(?i)\bnot (?:sure|only|quite|exactly|even)\b`)

// readClaim finds what a correction says. Nothing is right if no value is named
// that could be.
func readClaim(in *input, text string, ex *extract.Extractor) claim {
	text = noContrast.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat(" ", len(s)) })
	values := withoutDateNumbers(in, text, terms(text, ex))
	c := claim{deictic: deictic.MatchString(text)}
	c.read(text, values)
	c.finish(text, values)
	return c
}

func (c *claim) read(text string, values []term) {
	numbers := slices.ContainsFunc(values, func(t term) bool { return t.form == isNumber })
	if !numbers {
		if c.after, c.before = units(text); c.after != nil {
			return
		}
	}
	for _, t := range turns {
		m := t.form.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		a, b := t.form.SubexpIndex("a"), t.form.SubexpIndex("b")
		right := within(values, m[2*a], m[2*a+1])
		stood := within(values, m[2*b], m[2*b+1])
		if t.lastA && len(stood) == 0 {
			stood = otherUnit(text[m[2*b]:m[2*b+1]], right, m[2*b])
		}
		if c.pairs(right, stood) || c.pair(right, stood, t) {
			return
		}
		if t.lastA && len(ofForm(right, isNumber))+len(ofForm(stood, isNumber)) == 0 && c.words(text, m[2*a], m[2*a+1], m[2*b], m[2*b+1]) {
			return
		}
		if len(right) > 0 && t.lastB { // "the bench should be 87.5"
			c.after = pick(right, right[0].form, false)
			return
		}
	}
	// Only what is right is told: the last number, else the last name.
	if c.after = pick(values, isNumber, true); c.after == nil {
		c.after = pick(values, isName, true)
	}
}

// mostClaims is how many clauses of a correction are tried in turn, each against
// every entry.
const mostClaims = 16

// otherwise returns what else a correction may say: what each of its clauses with a
// number does. "Thursday was 23 drops, the app missed two" is not about two.
func (c claim) otherwise(in *input, text string, ex *extract.Extractor) []claim {
	if c.after == nil {
		return nil
	}
	values := withoutDateNumbers(in, text, terms(text, ex))
	var out []claim
	from := 0
	for _, m := range append(mark.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		clause := within(values, from, m[0])
		from = m[1]
		after := pick(clause, isNumber, true)
		if after == nil || slices.ContainsFunc(clause, func(t term) bool { return t.start == c.after.start || c.before != nil && t.start == c.before.start }) {
			continue
		}
		other := claim{deictic: c.deictic, after: after}
		other.finish(text, values)
		if out = append(out, other); len(out) == mostClaims {
			break
		}
	}
	return out
}

// pairs takes as many numbers from each side as there are, in their order:
// "11 km in 65 min, not 12 in 70".
func (c *claim) pairs(right, stood []term) bool {
	right, stood = ofForm(right, isNumber), ofForm(stood, isNumber)
	if len(right) < 2 || len(right) != len(stood) {
		return false
	}
	var all []claim
	for i := range right {
		p := claim{after: &right[i], before: &stood[i]}
		if !p.share() {
			return false
		}
		all = append(all, p)
	}
	c.after, c.before, c.more = all[0].after, all[0].before, all[1:]
	return true
}

// pair takes a number from each side, or else names of one kind.
func (c *claim) pair(right, stood []term, t turn) bool {
	c.before = pick(stood, isNumber, t.lastB)
	c.after = nearest(ofForm(right, isNumber), c.before, t.lastA)
	if c.after != nil && c.before != nil && c.share() {
		return true
	}
	c.after, c.before = nil, nil
	if len(right) > 0 && nextTo(right, t.lastA).form == isNumber {
		return false // "bench was 82.5 and rows were 65" renames nothing
	}
	for _, a := range right {
		for _, b := range stood {
			if a.form == isName && b.form == isName && a.name.Domain == b.name.Domain && a.name.Kind == b.name.Kind && a.text != b.text {
				c.after, c.before = &a, &b
				return true
			}
		}
	}
	return false
}

// nearest returns the number that is most like another in size: of "7:30 to 18, not 8"
// the first. Where there is no other, it is the first or the last.
func nearest(ts []term, other *term, last bool) *term {
	best := pick(ts, isNumber, last)
	if other == nil || other.number <= 0 || len(ts) < 2 {
		return best
	}
	apart := func(t term) float64 {
		if t.number <= 0 || same(t.number, other.number) {
			return math.Inf(1)
		}
		return math.Abs(math.Log(t.number / other.number))
	}
	for i := range ts {
		if apart(ts[i]) < apart(*best) {
			best = &ts[i]
		}
	}
	return best
}

// nextTo returns the value that stands next to the words of a turn.
func nextTo(ts []term, last bool) term {
	by := func(a, b term) int { return a.start - b.start }
	if last {
		return slices.MaxFunc(ts, by)
	}
	return slices.MinFunc(ts, by)
}

// otherUnit reads "dollars" in "120 euros, not dollars": the same number in
// another unit.
func otherUnit(stood string, right []term, at int) []term {
	after := pick(right, isNumber, true)
	word := oneWord.FindString(stood)
	if after == nil || after.unit == "" || word == "" {
		return nil
	}
	number := strconv.FormatFloat(after.number, 'f', -1, 64)
	for _, q := range quantity.Scan(number + " " + word) {
		if q.Unit != "" && q.Unit != after.unit {
			return []term{{number: after.number, unit: q.Unit, start: at, end: at + len(word)}}
		}
	}
	return nil
}

// share gives a number without a unit the one of the other: "185 not 85 pounds".
// It is false if the two measure different things.
func (c *claim) share() bool {
	a, b := c.after, c.before
	switch {
	case a.clock != "" || b.clock != "": // the unit of "6:30" is a guess
	case a.unit == "":
		a.unit = b.unit
	case b.unit == "":
		b.unit = a.unit
	case a.unit == "km" && quantity.Dimension(b.unit) == quantity.Steps:
		// "10k not 9k steps": the k is a thousand of what the other counts.
		a.number, a.unit = a.number*1000, b.unit
	default:
		return quantity.Dimension(a.unit) == quantity.Dimension(b.unit)
	}
	return true
}

var oneWord = regexp.MustCompile(`[\pL\d][\pL\d'’-]*`)

// words takes the words around "not", for values that no domain knows: "with
// Anna not Maria", "panna cotta instead of tiramisu". A name stands for a name:
// "it's Noor who was ill, not Sami".
func (c *claim) words(text string, a, aEnd, b, bEnd int) bool {
	left := oneWord.FindAllStringIndex(text[a:aEnd], -1)
	right := oneWord.FindStringIndex(text[b:bEnd])
	if len(left) == 0 || right == nil || !names(text[a+left[len(left)-1][0]:a+left[len(left)-1][1]]) { // "no, not anxious"
		return false
	}
	end := left[len(left)-1][1]
	start := content(text[a:aEnd], left)
	if capital(text[b+right[0]:]) {
		for _, w := range left[1:] {
			if capital(text[a+w[0]:]) {
				start, end = w[0], w[1]
			}
		}
	}
	c.after = &term{form: isText, text: text[a+start : a+end], start: a + start, end: a + end}
	c.before = &term{form: isText, text: text[b+right[0] : b+right[1]], start: b + right[0], end: b + right[1]}
	return true
}

// names reports whether a word could be of what something is called.
func names(word string) bool {
	stem := search.Stem(word)
	return !search.Stopword(stem) && !saying()[stem]
}

// content returns where the last words of a text begin that stand together and
// could name something, at most three.
func content(text string, words [][]int) int {
	last := len(words) - 1
	first := last
	for first > 0 && last-first < 2 && text[words[first-1][1]:words[first][0]] == " " {
		if !names(text[words[first-1][0]:words[first-1][1]]) {
			break
		}
		first--
	}
	return words[first][0]
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// finish keeps the text without the values, for hints.
func (c *claim) finish(text string, values []term) {
	out := []byte(text)
	end := 0
	own := []*term{c.before, c.after}
	for _, p := range c.more {
		own = append(own, p.before, p.after)
	}
	for _, t := range own {
		if t == nil {
			continue
		}
		t.finish(text)
		if t.form == isNumber {
			c.beside += " " + text[t.start:t.end]
		}
		end = max(end, t.end)
		for i := t.start; i < t.end; i++ {
			out[i] = ' '
		}
	}
	for _, t := range values {
		if t.form == isNumber && t.unit != "" && !slices.ContainsFunc(own, func(o *term) bool { return o != nil && o.start < t.end && t.start < o.end }) {
			t.finish(text)
			c.with = append(c.with, t)
		}
	}
	c.rest = string(out)
	if c.before == nil && c.after != nil && c.after.form == isNumber && !c.after.telling() {
		c.counted = counted(text[c.after.end:])
	}
	if end > 0 {
		c.end = end
		c.sentences = sentencesplit.SplitText(text, sentencesplit.Jotted)
		i := slices.IndexFunc(c.sentences, func(p sentencesplit.Part) bool { return end <= p.End })
		cut := end + len(strings.TrimRight(text[end:c.sentences[i].End], " \t\r\n.!?"))
		c.rest, c.aside = string(out[:cut]), string(out[cut:])
	}
}

// sentenceStart returns where the sentence begins in which a byte stands.
func (c claim) sentenceStart(at int) int {
	for _, p := range slices.Backward(c.sentences) {
		if p.Start <= at {
			return p.Start
		}
	}
	return 0
}

// counted returns the stem of the plural right behind a number, "" if there is none.
func counted(rest string) string {
	m := plural.FindStringSubmatch(rest)
	if m == nil {
		return ""
	}
	return search.Stem(strings.ToLower(m[1]))
}

var plural = regexp.MustCompile(`^ (\pL{2,}s)\b`)

// finish keeps how a term is written.
func (t *term) finish(text string) {
	t.written = text[t.start:t.end]
	if t.form == isNumber {
		if n := firstNumber(t.written); n != "" {
			t.written = n
		}
	}
}

// firstNumber returns the number that a value begins with, as it is written.
func firstNumber(value string) string {
	return strings.TrimRight(value[:len(value)-len(strings.TrimLeft(value, "0123456789.,:"))], ".,:")
}

func ofForm(ts []term, form termForm) []term {
	return slices.DeleteFunc(slices.Clone(ts), func(t term) bool { return t.form != form })
}

func pick(ts []term, form termForm, last bool) *term {
	of := ofForm(ts, form)
	switch {
	case len(of) == 0:
		return nil
	case last:
		return &of[len(of)-1]
	}
	return &of[0]
}

func within(ts []term, start, end int) []term {
	return slices.DeleteFunc(slices.Clone(ts), func(t term) bool { return t.start < start || t.end > end })
}

// clause finds what stands between two clauses that each say a value.
var clause = regexp.MustCompile(`(?i)^(.*?\b(?:was|were|is|are|took|should be|cost)\b.*?\d.*?)(?:,\s+|;\s+|\.\s+|\s+)(?:and|plus|also|&)\s+(.*?\b(?:was|were|is|are|took|should be|cost)\b.*\d.*)$`)

// clauses splits "bench was 82.5 and rows were 65". What stands before a colon
// is said of both.
func clauses(text string) (first, second string, ok bool) {
	m := clause.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	before, rest, announced := strings.Cut(m[1], ": ")
	if !announced {
		return m[1], m[2], true
	}
	return before + " " + rest, before + " " + m[2], true
}
