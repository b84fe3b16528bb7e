package router

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/timespan"
)

// A language is what the router knows of the way people write: its word files,
// compiled.
type language struct {
	never, asks, requests, lookup, noting, rhetorical forms
	inverted, anaphoric, guessing                     forms
	gossip, preface, posed, extremes                  forms
	answering, doubting, appeal, refining, recalling  forms

	vocabulary
}

// english is the language of the word files.
var english = sync.OnceValue(func() *language { return languageOf(sections("question.txt")) })

// languageOf compiles the forms of the sections.
func languageOf(lines map[string][]string) *language {
	v := newVocabulary()
	of := func(name string) forms { return compile(lines[name], v) }
	whole := func(name string) forms {
		var closed []string
		for _, line := range lines[name] {
			closed = append(closed, line+" $")
		}
		return compile(closed, v)
	}
	return &language{
		never: of("never"), asks: of("asks"), requests: of("requests"), lookup: of("lookup"),
		noting: of("noting"), rhetorical: of("rhetorical"), inverted: of("inverted"),
		anaphoric: of("anaphoric"), guessing: of("guessing"),
		gossip:  of("gossip"),
		preface: whole("preface"), posed: of("posed"), extremes: of("extremes"), answering: of("answering"), doubting: of("doubting"), appeal: whole("appeal"), refining: of("refining"), recalling: of("recalling"),
		vocabulary: v,
	}
}

// A judge judges the sentences of one input.
type judge struct {
	*language
	known  func(string) bool // whether words are a term of some domain
	recent recent
}

// question reports whether a sentence wants to know something, and why one
// thinks so. What is asked for no answer comes first; then the way it begins,
// its mark, and last the bare phrase that stands for a question.
func (j judge) question(s sentence) (string, bool) {
	words := j.start(s.lows)
	if len(words) == 0 || j.unasked(s, words) {
		return "", false
	}
	if head, tail, ok := s.colon(); ok && len(tail.words) > 0 && s.closing != '?' {
		if j.speaks(head) {
			return "", false
		}
		if reason, ok := j.question(tail); ok || !j.bare(s, words) {
			return reason, ok
		}
		return "It names what to look up and tells nothing of it.", true
	}
	if reason, ok := j.opening(s); ok {
		return reason, true
	}
	if j.flipsName(s) {
		return "A verb before its subject asks.", true
	}
	if n := len(words); n > 3 && (words[n-1] == "i" || words[n-1] == "we") {
		if _, negated := affirmed(words[n-2]); negated {
			return "It asks to confirm what it says.", true
		}
	}
	if n := len(words); n > 2 && n < 8 && (words[n-2] == "is" || words[n-2] == "was") && j.class["asking"][words[n-1]] {
		return fmt.Sprintf("It ends with %q.", words[n-1]), true
	}
	if reason, ok := j.afterLead(s); ok {
		return reason, true
	}
	if j.doubts(words) {
		return "It asks to confirm what it says.", true
	}
	if s.closing == '?' {
		return "It ends with a question mark.", !j.guesses(s, words)
	}
	if strings.HasPrefix(s.text, "¿") {
		return "It begins with a question mark.", true
	}
	if j.bare(s, words) {
		if _, corrects := j.corrects(s.text, true); !corrects {
			return "It names what to look up and tells nothing of it.", true
		}
	}
	return "", false
}

// doubts reports whether words end in doubt of what they say: "that was in 2019 or
// was it 2018", "i ran 20 times, is that right".
func (j judge) doubts(words []string) bool {
	for i := len(words) - 2; i > 2 && i >= len(words)-6; i-- {
		if j.doubting.match(words[i:]) > 0 {
			return true
		}
	}
	return false
}

// flipsName reports whether a verb stands before a name, as in "has Kim paid".
func (j judge) flipsName(s sentence) bool {
	if len(s.words) < 3 || !flipping[s.words[0].low] {
		return false
	}
	name := s.text[s.words[1].start-s.start : s.words[1].end-s.start]
	return unicode.IsUpper(firstRune(name)) && !unicode.IsUpper(rune(name[len(name)-1])) && !hasTime(name)
}

var flipping = wordSet("is was has does were are will can should")

// start returns the words after those that may stand before anything.
func (j judge) start(words []string) []string {
	for len(words) > 1 && j.class["filler"][words[0]] {
		words = words[1:]
	}
	return words
}

// opening reports whether words begin as a question or a request does.
func (j judge) opening(s sentence) (string, bool) {
	words := j.start(s.lows)
	if len(words) == 0 {
		return "", false
	}
	clause := s.cut(len(s.words)-len(words), len(s.words)).clause()
	if j.framed(clause) {
		return "It says what its writer wants to know.", true
	}
	if j.never.match(words) > 0 || j.noting.match(words) > 0 {
		return "", false
	}
	if j.interrogative(clause) {
		return fmt.Sprintf("It begins with %q, as questions do.", strings.Join(words[:min(2, len(words))], " ")), true
	}
	if j.asks.match(words) > 0 {
		return fmt.Sprintf("It begins with %q, as questions do.", strings.Join(words[:min(2, len(words))], " ")), true
	}
	if (j.requests.match(words) > 0 || j.class["doing"][words[0]] && j.tells(words[1:])) && j.wants(words) {
		return fmt.Sprintf("%q asks for information.", strings.Join(words[:min(2, len(words))], " ")), true
	}
	return "", false
}

// wants reports whether a request is for something that notes can tell, rather
// than a thing to do: "compare prices before Friday", "explain it to Kim".
func (j judge) wants(words []string) bool {
	if len(words) > 1 && (j.finite(words[1]) || j.class["aux"][words[1]] || j.class["preposition"][words[1]]) && !j.known(words[1]) && words[0] != "compare" {
		return words[0] == "look" || words[0] == "search" || words[0] == "go" // "the show started"
	}
	if len(words) > 1 && words[0] == "show" && j.class["person"][words[1]] {
		return false
	}
	grounds := words[0] == "search"
	for i, w := range words {
		switch {
		case w == "me" || w == "i" || w == "we" || w == "us" || w == "i'd" || w == "i've":
			return true
		case w == "to" && i > 1 && j.class["wh"][words[i-1]], w == "your" || w == "weekend" && i > 1 && words[i-1] == "this",
			(w == "before" || w == "until") && i > 1 && i+1 < len(words) && (deadlines[words[i+1]] || words[0] == "review" || words[0] == "check"),
			w == "by" && i > 1 && hasTime(strings.Join(words[i+1:], " ")),
			w == "tomorrow" || w == "tonight" || w == "later" || w == "homework",
			w == "next" && i > 1 && i+1 < len(words) && followsNext[words[i+1]],
			(w == "to" || w == "with" || w == "for") && i > 2 && i+1 < len(words) && (others[words[i+1]] || handsOver[words[0]] && words[1] != "my" && !j.known(words[i+1])):
			return false
		case asksFor[w] || j.tellable(w) || j.class["time"][w] || j.known(w):
			grounds = true
		}
	}
	return grounds || len(words) == 1 || hasTime(strings.Join(words, " "))
}

// handsOver are requests that one can owe somebody else.
var handsOver = wordSet("explain describe show send give bring recommend review check")

// followsNext are times to come: "next week".
var followsNext = wordSet("week month year weekend monday tuesday wednesday thursday friday saturday sunday time")

// deadlines follow "before" and "until" where something has to be done by then.
var deadlines = wordSet("monday tuesday wednesday thursday friday saturday sunday tomorrow noon lunch dinner work bed next leaving")

// others are those for whom one does such things.
var others = wordSet("class school work uni university team boss client")

// asksFor are words of what notes hold.
var asksFor = wordSet("did my our all every everything how what which when why where who note notes entry entries log logs journal history stats summary trend trends average total days times ways tasks todos")

// hasTime reports whether a text speaks of a time.
func hasTime(text string) bool {
	_, ok := withoutTimes(text)
	return ok
}

// anyTime is enough of a reference to find time expressions; what they resolve
// to does not matter here.
var anyTime = timespan.Ref{Now: time.Date(2024, 6, 15, 12, 0, 0, 0, time.UTC), WeekStart: time.Monday}

// afterLead looks for the question behind a phrase that only leads into its
// main clause: "in March, how often …", "if I run more, will …".
func (j judge) afterLead(s sentence) (string, bool) {
	if !j.leads(s.words) {
		return "", false
	}
	for i := 1; i < len(s.words); i++ {
		if strings.ContainsAny(s.between(i), ",;:–—") {
			if reason, ok := j.opening(s.cut(i, len(s.words))); ok && !j.states(s.words[:i]) {
				return reason, true
			}
		}
		if i > 2 && j.class["asking"][s.words[i].low] && j.interrogative(s.lows[i:]) && !j.states(s.words[:i]) && !j.embedded(s.lows[:i]) && !amounts(s.cut(0, i).text, nil) {
			return "It asks for something behind what leads to it.", true
		}
		if s.words[0].low == "if" && i > 2 && j.interrogative(s.lows[i:]) && s.words[i].low != "have" && s.words[i].low != "do" {
			return "It asks what will be if something is.", true
		}
	}
	for _, t := range timespan.Scan(s.head(maxLead), anyTime) {
		if t.Offset > 12 {
			break
		}
		after := s.start + t.Offset + len(t.Text)
		i := slices.IndexFunc(s.words, func(w word) bool { return w.start >= after })
		if i < 0 {
			continue
		}
		if _, ok := j.opening(s.cut(i, len(s.words))); ok {
			return "It asks for something about a time.", true
		}
	}
	return "", false
}

// maxLead is how many bytes of a sentence are searched for the time it begins
// with.
const maxLead = 80

func (j judge) leads(words []word) bool {
	return len(words) > 1 && (words[0].low == "now" && words[1].low == "that" || words[0].low == "ever" && words[1].low == "since") ||
		len(words) > 0 && (j.class["lead"][words[0].low] || j.class["time"][words[0].low] || words[0].low == "last" || words[0].low == "this")
}

// states reports whether a lead has a statement of its own in it: "in March I
// ran a lot, how much". After "if" or "when" it has none.
func (j judge) states(words []word) bool {
	if len(words) == 0 || !prepositions[words[0].low] {
		return false
	}
	subject := false
	for _, w := range words[1:] {
		if subject && (j.is("past", w.low) || j.class["copula"][w.low] || j.class["aux"][w.low]) {
			return true
		}
		subject = subject || w.low == "i" || w.low == "we" || w.low == "it" || w.low == "my"
	}
	return false
}

var prepositions = wordSet("in on at during for by within over from without with")

// colon cuts a sentence at its first colon that is not part of a number.
func (s sentence) colon() (head, tail sentence, ok bool) {
	for i := 1; i < len(s.words); i++ {
		if at := strings.Index(s.between(i), ":"); at >= 0 {
			if next := s.words[i].start; next == s.words[i-1].end+1 && s.text[next-1-s.start] == ':' {
				continue // "5:30"
			}
			return s.cut(0, i), s.cut(i, len(s.words)), true
		}
	}
	return sentence{}, sentence{}, false
}

// cut returns the part of a sentence with the words from one to before another.
func (s sentence) cut(from, to int) sentence {
	out := sentence{start: s.words[from].start, end: s.words[to-1].end, words: s.words[from:to], lows: s.lows[from:to]}
	if to == len(s.words) {
		out.end, out.closing = s.end, s.closing
	}
	out.text = s.text[out.start-s.start : out.end-s.start]
	return out
}

// between returns what stands before the word with an index and after the word
// before it.
func (s sentence) between(i int) string {
	return s.text[s.words[i-1].end-s.start : s.words[i].start-s.start]
}

// head returns the first n bytes, to a whole rune.
func (s sentence) head(n int) string {
	if len(s.text) <= n {
		return s.text
	}
	for n > 0 && !utf8.RuneStart(s.text[n]) {
		n--
	}
	return s.text[:n]
}

// withoutTimes returns a text without its time expressions, and whether it has
// any.
func withoutTimes(text string) (string, bool) {
	found := timespan.Scan(text, anyTime)
	return timespan.Strip(text, found), len(found) > 0
}
