package router

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A reference is what a question refers to outside itself.
type reference struct {
	completed string // the question that it stands for; empty if it stands for itself
	unclear   bool   // nobody says what it refers to
}

// A dialogue completes questions that leave out what the question before them has:
// ellipsis. It is certain only where one part of that question is replaced, its
// time or what it is about.
type dialogue struct {
	judge
	lex   *lexicon
	ref   timespan.Ref
	turns []string // oldest first
}

// complete reads a question for what it leaves out.
func (d dialogue) complete(question string) reference {
	list := sentencesOf(question)
	if len(list) != 1 {
		return reference{}
	}
	s := list[0]
	from := d.joint(s.lows)
	words := s.lows[from:]
	if len(words) == 0 || len(words) > longestEllipsis {
		return reference{}
	}
	phrase := strings.TrimRight(question[s.words[from].start:], " ?!.")
	times := timespan.Scan(phrase, d.ref)
	unit, step := neighbour(words)
	bareTime := step == 0 && len(times) == 1 && d.justTime(s.cut(from, len(s.words)))
	bareName := from > 0 && len(times) == 0 && d.isName(words)
	extreme := d.superlative(words)
	against := d.comparedTime(question, s.cut(from, len(s.words)))
	switch {
	case step != 0, bareTime, bareName, extreme != "", against != "":
	case len(times) > 0:
		return reference{}
	default:
		return d.goOn(question[s.words[from].start:], from > 0, words)
	}
	last, ok := d.last()
	switch {
	case !ok: // a time or a name says enough alone
		return reference{unclear: step != 0 || extreme != "" || against != ""}
	case against != "":
		last, ok = d.compareTo(last, against), true
	case step != 0:
		last, ok = d.shift(last, unit, step)
	case bareTime:
		if strings.Contains(last, comparedTo) {
			last, ok = d.compareTo(last, phrase), true
		} else {
			last, ok = d.retime(last, phrase)
		}
	case extreme != "":
		last, ok = d.askExtreme(last, words[0], extreme)
	case d.class["preposition"][words[0]]:
		last, ok = d.replaceBehind(last, words[0], phrase)
	default:
		last, ok = d.replaceTerm(last, phrase)
	}
	if !ok {
		return reference{unclear: true}
	}
	return reference{completed: last}
}

// goOn reads a question that leaves out nothing but, joined to the last one, its time.
func (d dialogue) goOn(question string, joined bool, words []string) reference {
	if joined && d.asksOfPast(words) {
		return reference{completed: d.withLastTime(question)}
	}
	return reference{unclear: d.onlyRefers(words)}
}

// asksOfPast reports whether words are a question of their own for what was: "how long did I
// sleep".
func (d dialogue) asksOfPast(words []string) bool {
	return (d.class["wh"][words[0]] || words[0] == "did") && slices.ContainsFunc(words, func(w string) bool {
		return w == "did" || w == "was" || w == "were"
	}) && !d.onlyRefers(words)
}

// withLastTime returns a question that goes on from the last one, "and how long did I sleep?", with
// the only time of that; "" if it has none, or several.
func (d dialogue) withLastTime(question string) string {
	last, ok := d.last()
	if !ok {
		return ""
	}
	times := timespan.Scan(last, d.ref)
	if len(times) != 1 {
		return ""
	}
	from, to := d.placeOf(last, times[0])
	completed, _ := d.retime(question, last[from:to])
	return completed
}

// longestEllipsis is how many words a question has at most that leaves something
// out.
const longestEllipsis = 7

// takesUp reports whether a text that tells nothing takes up the question right before it:
// "and now?", "no, in February", "the second one".
func (d dialogue) takesUp(text string) bool {
	list := sentencesOf(text)
	if len(list) != 1 || len(list[0].words) == 0 || len(list[0].words) > longestReply || d.amounts(text, timespan.Scan(text, d.ref)) || !d.askedLast() {
		return false
	}
	s := list[0]
	words := d.start(s.lows)
	for len(words) > 0 && d.class["replying"][words[0]] {
		words = words[1:]
	}
	return s.closing == '?' || len(words) == 0 || d.justTime(s.cut(len(s.words)-len(words), len(s.words))) ||
		!slices.ContainsFunc(words, func(w string) bool { return !d.class["pointing"][w] })
}

// longestReply is how many words have at most that take up a question.
const longestReply = 5

// askedLast reports whether what the user said last asks something.
func (d dialogue) askedLast() bool {
	for _, turn := range slices.Backward(d.turns) {
		if turn = strings.TrimSpace(turn); !strings.HasPrefix(turn, "weft:") {
			v := d.route(strings.TrimSpace(strings.TrimPrefix(turn, "user:")), commonv1.InputType_INPUT_TYPE_UNSPECIFIED)
			return v.input == commonv1.InputType_INPUT_TYPE_QUERY
		}
	}
	return false
}

// last returns the last question of the session, complete in itself, and false if
// there is none or nobody can say what it refers to.
func (d dialogue) last() (string, bool) {
	for i := len(d.turns) - 1; i >= 0; i-- {
		turn := strings.TrimSpace(d.turns[i])
		if strings.HasPrefix(turn, "weft:") {
			continue
		}
		v := d.route(strings.TrimSpace(strings.TrimPrefix(turn, "user:")), commonv1.InputType_INPUT_TYPE_UNSPECIFIED)
		if v.query == "" {
			continue
		}
		d.turns = d.turns[:i]
		ref := d.complete(v.query)
		if ref.completed != "" {
			return ref.completed, true
		}
		return v.query, !ref.unclear
	}
	return "", false
}

// joint returns how many words join a question to the one before it: "and", "what
// about".
func (d dialogue) joint(words []string) int {
	n := len(words) - len(d.start(words))
	if n+2 < len(words) && (words[n] == "what" || words[n] == "how") && words[n+1] == "about" {
		n += 2
	}
	return n
}

// neighbour reads the time next to another: "the week before", "the following
// month". The step is 0 if words name none.
func neighbour(words []string) (unit string, step int) {
	for _, w := range words {
		switch w {
		case "day", "week", "month", "year":
			unit = w
		case "before", "previous":
			step--
		case "after", "following":
			step++
		case "the", "in", "on", "that":
		default:
			return "", 0
		}
	}
	if unit == "" || step*step != 1 {
		return "", 0
	}
	return unit, step
}

// shift replaces the only time of a question by the one next to it.
func (d dialogue) shift(last, unit string, step int) (string, bool) {
	times := timespan.Scan(last, d.ref)
	if len(times) != 1 || times[0].Range.Start.IsZero() || times[0].Range.End.IsZero() {
		return "", false
	}
	day, end := times[0].Range.Start.AddDays(-1), times[0].Range.Start.AddDays(-7)
	if step > 0 {
		day, end = times[0].Range.End.AddDays(1), times[0].Range.End.AddDays(7)
	}
	switch unit {
	case "day":
		return d.retime(last, "on "+day.String())
	case "month":
		return d.retime(last, fmt.Sprintf("in %s %d", day.Month, day.Year))
	case "year":
		return d.retime(last, fmt.Sprintf("in %d", day.Year))
	}
	if end.Before(day) {
		day, end = end, day
	}
	return d.retime(last, fmt.Sprintf("from %s to %s", day, end))
}

// retime replaces the only time of a question, or adds one to a question without.
func (d dialogue) retime(last, phrase string) (string, bool) {
	if first, _, _ := strings.Cut(strings.ToLower(phrase), " "); d.class["month"][first] || len(first) == 4 && strings.Trim(first, "0123456789") == "" {
		phrase = "in " + phrase
	}
	times := timespan.Scan(last, d.ref)
	if len(times) == 0 {
		body := strings.TrimRight(last, " ?!.")
		return body + " " + phrase + last[len(body):], true
	}
	from, to := d.placeOf(last, times[0])
	if strings.HasSuffix(last[:from], " on ") {
		phrase = strings.TrimPrefix(phrase, "on ")
	}
	return last[:from] + phrase + last[to:], len(times) == 1
}

// whatIs stands before an "on" that is no preposition of a time: "what's on today?"
var whatIs = regexp.MustCompile(`(?i)\b(?:what(?:['’]?s| is| was)|anything|going) $`)

// placeOf returns where a time stands in a text, with the preposition before it.
func (d dialogue) placeOf(text string, t timespan.Span) (from, to int) {
	from, to = t.Offset, t.Offset+len(t.Text)
	before := strings.TrimRight(text[:from], " ")
	word := strings.LastIndexByte(before, ' ') + 1
	if lead := strings.ToLower(before[word:]); d.class["preposition"][lead] && !(lead == "on" && whatIs.MatchString(before[:word])) {
		from = word
	}
	return from, to
}

// comparedTo joins a question and the time that it is compared with.
const comparedTo = " compared to "

// comparedTime returns the time that a question compares something with which it does not
// name: "was it more than in January?", "more than last week?". It is empty if there is none.
func (d dialogue) comparedTime(question string, s sentence) string {
	than := slices.Index(s.lows, "than")
	if than < 1 || than+1 == len(s.words) || !d.justTime(s.cut(than+1, len(s.words))) {
		return ""
	}
	compares := false
	for i, w := range s.lows[:than] {
		switch {
		case d.is("comparative", w), w == "more", w == "less", w == "fewer":
			compares = true
		case w == "i" && i > 0, d.class["aux"][w], d.class["pronoun"][w], d.class["adverb"][w], d.class["extent"][w]:
		default:
			return ""
		}
	}
	if !compares {
		return ""
	}
	return strings.TrimRight(question[s.words[than+1].start:], " ?!.")
}

// compareTo compares what a question asks for with another time, in place of the one that
// it is compared with.
func (d dialogue) compareTo(last, time string) string {
	if first, rest, ok := strings.Cut(time, " "); ok && d.class["preposition"][strings.ToLower(first)] {
		time = rest
	}
	before, _, _ := strings.Cut(strings.TrimRight(last, " ?!."), comparedTo)
	return before + comparedTo + time + "?"
}

// superlative returns the superlative of words that have nothing else to say:
// "which was the heaviest", "the longest one".
func (d dialogue) superlative(words []string) string {
	found := ""
	for _, w := range words {
		switch {
		case d.class["superlative"][w] && found == "":
			found = w
		case d.class["wh"][w], d.class["aux"][w], d.class["pronoun"][w], w == "the", w == "of":
		default:
			return ""
		}
	}
	return found
}

// askExtreme asks for the extreme of what a question is about, if that is one
// thing and nothing but a time limits it.
func (d dialogue) askExtreme(last, opener, extreme string) (string, bool) {
	times := timespan.Scan(last, d.ref)
	name, ok := d.onlyTerm(last)
	if !ok || len(times) > 1 || strings.ContainsAny(timespan.Strip(last, times), "0123456789") {
		return "", false
	}
	if !d.class["wh"][opener] {
		opener = "which"
	}
	if d.is("plural", strings.ToLower(name)) {
		name = "of the " + name
	}
	asked := fmt.Sprintf("%s was the %s %s", strings.ToUpper(opener[:1])+opener[1:], extreme, name)
	if len(times) == 1 {
		from, to := d.placeOf(last, times[0])
		asked += " " + last[from:to]
	}
	return asked + "?", true
}

// onlyTerm returns the only term of the domains in a question, besides those in
// its times.
func (d dialogue) onlyTerm(question string) (string, bool) {
	timeless := timespan.Strip(question, timespan.Scan(question, d.ref))
	tokens := search.Tokens(timeless)
	hits := d.lex.hits(tokens)
	if len(hits) != 1 {
		return "", false
	}
	term := timeless[tokens[hits[0].start].Start:tokens[hits[0].end-1].End]
	return term, strings.Count(question, term) == 1
}

// isName reports whether words are a noun phrase, with or without a preposition.
func (d dialogue) isName(words []string) bool {
	return len(words) <= 4 && !slices.ContainsFunc(words, func(w string) bool {
		return d.class["aux"][w] || d.class["wh"][w] || d.class["person"][w] || d.class["pronoun"][w] || d.is("past", w)
	})
}

// replaceTerm replaces the only term of a question by another of its domain. A verb
// is not replaced by a noun.
func (d dialogue) replaceTerm(last, phrase string) (string, bool) {
	old, ok := d.onlyTerm(last)
	if !ok || strings.HasSuffix(old, "ing") != strings.HasSuffix(phrase, "ing") || !d.lex.akin(old, phrase) {
		return "", false
	}
	return strings.Replace(last, old, phrase, 1), true
}

// replaceBehind replaces what stands behind the only such preposition of a
// question, up to its time, the next preposition or the end.
func (d dialogue) replaceBehind(last, preposition, phrase string) (string, bool) {
	times := timespan.Scan(last, d.ref)
	s := sentencesOf(last)[0]
	at := slices.Index(s.lows, preposition)
	if at < 0 || at+1 == len(s.words) || slices.Contains(s.lows[at+1:], preposition) {
		return "", false
	}
	end := len(s.words)
	for i := at + 1; i < end; i++ {
		timed := slices.ContainsFunc(times, func(t timespan.Span) bool {
			return t.Offset <= s.words[i].start && s.words[i].start < t.Offset+len(t.Text)
		})
		if timed || d.class["preposition"][s.lows[i]] || d.class["conjunction"][s.lows[i]] {
			end = i
		}
	}
	if end == at+1 {
		return "", false
	}
	return last[:s.words[at].start] + phrase + last[s.words[end-1].end:], true
}

// onlyRefers reports whether words speak of a thing by a pronoun and name none, or
// are no more than a question word: "is it better", "which one", "why". "Is it
// normal to …" speaks of what follows.
func (d dialogue) onlyRefers(words []string) bool {
	if len(words) == 1 {
		return d.class["wh"][words[0]]
	}
	if !d.class["wh"][words[0]] && !d.class["aux"][words[0]] {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return d.class["pronoun"][w] }) && !slices.ContainsFunc(words[1:], func(w string) bool {
		function := d.class["pronoun"][w] || d.is("comparative", w) || slices.ContainsFunc(
			[]string{"aux", "adverb", "extent", "state", "quality", "base", "past", "participle", "preposition", "person"},
			func(class string) bool { return d.is(class, w) })
		return !function || w == "to" || w == "since"
	})
}
