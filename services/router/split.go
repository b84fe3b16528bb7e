package router

import (
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/timespan"
)

// A kind is what one segment of a text does.
type kind int

const (
	tells kind = iota + 1 // states something
	asks                  // wants to know something
	idle                  // greets, thanks, announces
)

// A segment is a sentence or a clause that stands for itself.
type segment struct {
	start, end int // bytes in the text
	kind       kind
	reason     string // why it asks
}

// split cuts a text into segments and says what each does. Where a note and a
// question share a sentence, it is cut between them.
func (j judge) split(text string) []segment {
	var out []segment
	list := sentences(text)
	quoting := false // somebody else's questions go on
	for i, s := range list {
		if i > 0 && strings.Contains(text[list[i-1].end:s.start], "\n") {
			quoting = false
		}
		head, tail, labelled := s.colon()
		quoting = quoting && (s.closing == '?' || len(s.words) < 3) || labelled && (j.speaks(head) || s.closing == '?' && j.reports(head, tail))
		switch {
		case quoting:
			out = append(out, segment{s.start, s.end, tells, ""})
		case j.idling(s):
			out = append(out, segment{s.start, s.end, idle, ""})
		case len(out) > 0 && out[len(out)-1].kind == asks && s.closing != '?' && j.refines(s):
			out = append(out, segment{s.start, s.end, asks, out[len(out)-1].reason})
		case s.closing == '?' && i+1 < len(list) && j.answers(text, i, s, list[i+1]):
			out = append(out, segment{s.start, s.end, tells, ""})
		default:
			out = append(out, j.cut(s)...)
			if last := &out[len(out)-1]; last.start == s.start && last.kind == tells && len(list) > 1 && j.justTime(s) {
				last.kind = idle
			}
		}
	}
	return itemized(out, list)
}

// refines reports whether a sentence only says more exactly what the question
// before it asks: "Only the ones over 10k."
func (j judge) refines(s sentence) bool {
	words := j.start(s.lows)
	return len(words) <= 10 && j.refining.match(words) > 0
}

// answers reports whether the sentence after a question answers it: "Did I run?
// No."
func (j judge) answers(text string, i int, s, next sentence) bool {
	if strings.Contains(text[s.end:next.start], "\n") || len(next.words) == 0 || next.closing == '?' {
		return false
	}
	words := next.lows
	if len(s.words) <= 4 && len(words) <= 3 && !j.compares(s.lows) && !j.bare(s, s.lows) && !j.begins(s, s.lows) || i == 0 && len(s.words) == 1 && j.class["asking"][s.words[0].low] {
		return true
	}
	return j.answering.match(words) > 0 && (len(words) < 4 || words[0] != "no" || breaks(next.between(1))) && j.preface.match(words) == 0
}

// cut judges one sentence, in two parts if it goes over from a note to a
// question or from a question to a note.
func (j judge) cut(s sentence) []segment {
	at, why := j.seam(s)
	if at > 0 {
		return []segment{{s.start, s.endBefore(at), tells, ""}, {j.afterJoiner(s, at), s.end, asks, why}}
	}
	reason, asking := why, why != ""
	if !asking {
		reason, asking = j.question(s)
	}
	if !asking {
		return []segment{{s.start, s.end, tells, ""}}
	}
	if at := j.turn(s); at > 0 {
		return []segment{{s.start, s.endBefore(at), asks, reason}, {j.afterJoiner(s, at), s.end, tells, ""}}
	}
	return []segment{{s.start, s.end, asks, reason}}
}

// endBefore returns where the part before a word ends, with its emojis and
// brackets, without the mark that parts it.
func (s sentence) endBefore(at int) int {
	last := s.words[at-1].end
	return last + len(strings.TrimRight(s.text[last-s.start:s.words[at].start-s.start], " \t,;:–—-(/"))
}

// afterJoiner returns where the part that begins at a word stands, without an
// "and" before it.
func (j judge) afterJoiner(s sentence, at int) int {
	if j.class["joiner"][s.words[at].low] && at+1 < len(s.words) {
		at++
	}
	return s.words[at].start
}

// seam returns the index of the word at which a sentence goes over from a note
// to a question, and why it is one; 0 if it doesn't, with a reason if all of it
// asks: "my worst nights and what happened before".
//
// After a mark or an "and", any opening of a question will do; without one it
// must be a form that nothing but a question has, and nothing before it may say
// that somebody asked, knew or wondered.
func (j judge) seam(s sentence) (int, string) {
	words := s.lows
	if len(words) < 3 || j.begins(s, words) {
		return 0, ""
	}
	for i := 1; i < len(words); i++ {
		joined := j.class["joiner"][words[i]] && i+1 < len(words)
		rest := words[i:]
		if joined {
			rest = words[i+1:]
		}
		parted := breaks(s.between(i))
		if !parted && words[i] != "but" && j.embedded(words[:i]) {
			continue
		}
		reason, ok := j.goesOver(s, i, rest, parted, joined)
		if !ok {
			continue
		}
		left := s.cut(0, i)
		if !j.tellsSomething(left) {
			return 0, reason
		}
		if _, asking := j.question(left); asking || j.doubting.match(rest) == len(rest) || j.appeals(left, rest) || j.topic(left, rest, s.between(i)) {
			return 0, reason
		}
		if joined && !parted && s.closing != '?' && !j.strict(rest) {
			continue
		}
		return i, reason
	}
	return 0, ""
}

// appeals reports whether words only ask for what a question inside the clause
// before them says: "when I last changed the filter, do you know".
//
// So do "we had a nice wine at Jo's, which one was it", if nothing before it is
// new.
func (j judge) appeals(left sentence, rest []string) bool {
	if j.recalling.match(rest) > 0 && !amounts(left.text, nil) {
		return left.words[0].low == "i" || left.words[0].low == "we" || left.words[0].low == "there" || left.words[0].low == "somebody" || left.words[0].low == "someone"
	}
	return j.appeal.match(rest) > 0 && slices.ContainsFunc(left.words, func(w word) bool {
		return j.class["asking"][w.low] || w.low == "if" || w.low == "whether"
	})
}

// embedded reports whether what follows words is what somebody asked, knew or
// wondered: "told me again which pills".
func (j judge) embedded(before []string) bool {
	for i := len(before) - 1; i >= 0 && i >= len(before)-3; i-- {
		switch {
		case j.class["embeds"][before[i]]:
			return true
		case !j.class["between"][before[i]]:
			return false
		}
	}
	return false
}

// goesOver reports whether a question may begin at a word of a sentence.
func (j judge) goesOver(s sentence, i int, rest []string, parted, joined bool) (string, bool) {
	marked := s.closing == '?'
	if j.rhetorical.match(rest) > 0 && !(marked && len(rest) > 4) || j.never.match(rest) > 0 && !(marked && len(rest) > 4 && j.flipped.match(rest) > 0) {
		return "", false
	}
	if parted && marked && j.follows(s, i) {
		return "Its last part ends with a question mark.", true
	}
	if (parted || joined) && marked && len(rest) > 2 && (j.class["aux"][rest[0]] || j.class["asking"][rest[0]]) {
		return "Its second part ends with a question mark.", true
	}
	if reason, ok := j.opening(rest); ok && (parted || joined || marked && i >= 2 && j.flipped.match(rest) > 0) {
		return reason, true
	}
	if marked && i >= 2 && j.extremes.match(rest) > 0 && amounts(s.cut(0, i).text, nil) {
		return "It ends by asking how an amount compares.", true
	}
	return "Its second part asks, although nothing marks it.", i >= 2 && j.inverted.match(rest) > 0
}

// follows reports whether the last words of a sentence ask about what stands
// before them: "back pain 6/10 today, worse than yesterday?".
func (j judge) follows(s sentence, i int) bool {
	rest := s.lows[i:]
	if len(rest) > 6 || rest[0] == "or" || rest[0] == "and" || strings.Contains(s.text[s.words[i].start-s.start:], ",") {
		return false
	}
	return !s.aside && j.happened(s.cut(0, i)) && j.compares(rest)
}

// happened reports whether a clause tells something that happened or an amount.
func (j judge) happened(left sentence) bool {
	told := slices.ContainsFunc(left.words, func(w word) bool {
		return j.is("past", w.low) || j.class["copula"][w.low] || j.class["now"][w.low] || strings.HasSuffix(w.low, "ing")
	})
	return (told || strings.ContainsAny(left.text, "0123456789")) && !j.justTime(left) && !j.class["lead"][left.words[0].low]
}

// strict reports whether words begin as only questions and requests do.
func (j judge) strict(words []string) bool {
	return j.flipped.match(words) > 0 || j.inverted.match(words) > 0 || j.requests.match(words) > 0
}

// begins reports whether a sentence asks from its first word on, or after a
// phrase that leads into it.
func (j judge) begins(s sentence, words []string) bool {
	if j.unasked(s, j.start(words)) {
		return true
	}
	if _, ok := j.opening(words); ok {
		return true
	}
	_, ok := j.afterLead(s)
	return ok
}

// breaks reports whether what stands between two words parts clauses: a mark, a
// dash between blanks, an emoji.
func breaks(gap string) bool {
	if strings.ContainsAny(gap, ",;:–—()!?…") || strings.Contains(gap, " - ") || strings.Contains(gap, "--") || strings.Contains(gap, " / ") || strings.Contains(gap, ". ") {
		return true
	}
	return strings.ContainsFunc(gap, func(r rune) bool { return r > unicode.MaxLatin1 && unicode.IsSymbol(r) })
}

// turn returns the index of the word at which a sentence that asks goes over to
// a statement: "who fixed it last time, it's leaking again". With a question
// mark at the end all of it asks.
func (j judge) turn(s sentence) int {
	if s.closing == '?' {
		return 0
	}
	for i := 3; i+1 < len(s.words); i++ {
		if !breaks(s.between(i)) {
			continue
		}
		rest := s.lows[i:]
		if _, asking := j.opening(rest); asking {
			continue
		}
		if (j.telling.match(rest) > 0 || j.measured(s, i) || j.happensNow(s, i)) && j.guessing.match(rest) == 0 && !j.class["lead"][rest[0]] && !j.class["aux"][rest[0]] && rest[0] != "or" {
			return i
		}
	}
	return 0
}

// happensNow reports whether the words from an index on say what is the case
// now: "tonight just tonic water".
func (j judge) happensNow(s sentence, i int) bool {
	rest := s.cut(i, len(s.words))
	now := slices.ContainsFunc(rest.words, func(w word) bool { return j.class["now"][w.low] })
	return now && len(rest.words) > 1 && !j.class["joiner"][rest.words[0].low] && !j.justTime(rest) &&
		!slices.ContainsFunc(rest.words, func(w word) bool {
			return w.low == "and" || w.low == "or" || w.low == "i" && j.class["lead"][rest.words[0].low]
		})
}

// measured reports whether the words from an index on tell an amount: "82 today".
func (j judge) measured(s sentence, i int) bool {
	text := s.cut(i, len(s.words)).text
	return len(s.words)-i <= 6 && text[0] >= '0' && text[0] <= '9' && amounts(text, timespan.Scan(text, anyTime))
}

// topic reports whether a phrase only names what the question after it is about:
// "the trip to Ghent, was that …", "headaches: how many …".
func (j judge) topic(left sentence, rest []string, gap string) bool {
	if j.class["scope"][left.words[0].low] {
		return true
	}
	if len(left.words) > 6 || strings.ContainsAny(left.text, "0123456789") || slices.ContainsFunc(left.words, func(w word) bool {
		return j.class["copula"][w.low] || j.is("past", w.low) || w.low == "i" || w.low == "we"
	}) {
		return false
	}
	if first := left.words[0].low; len(left.words) <= 3 && len(left.words) > 1 && (determiners[first] || j.is("owner", first)) && strings.Contains(gap, ",") && !j.happened(left) {
		return true
	}
	if len(left.words) <= 3 && strings.Contains(gap, ":") || left.words[0].low == "me" {
		return true
	}
	refers := j.anaphoric.match(rest) > 0 || slices.ContainsFunc(rest, func(w string) bool { return w == "it" || w == "them" })
	return breaks(gap) && refers && (determiners[left.words[0].low] || len(left.words) < 3 && j.is("plural", left.words[0].low))
}

var determiners = wordSet("the my our that this his her their")

// tellsSomething reports whether a clause says something worth keeping.
func (j judge) tellsSomething(s sentence) bool {
	kept := slices.ContainsFunc(s.words, func(w word) bool { return !j.class["filler"][w.low] })
	return kept && !j.idling(s) && !j.justTime(s)
}

// justTime reports whether a clause is no more than a time expression.
func (j judge) justTime(s sentence) bool {
	if len(s.words) > 10 {
		return false
	}
	bare, ok := withoutTimes(s.text)
	if !ok {
		return false
	}
	for _, p := range spans(bare) {
		if !j.class["filler"][strings.ToLower(bare[p.start:p.end])] {
			return false
		}
	}
	return true
}

// idling reports whether a sentence only greets, thanks or announces a question.
func (j judge) idling(s sentence) bool {
	if len(s.words) == 0 {
		return s.start == s.end || !strings.ContainsRune(hideQuotes(s.text), hidden)
	}
	if len(s.words) > 8 {
		return false
	}
	if j.preface.match(s.lows) > 0 || j.preface.match(j.start(s.lows)) > 0 {
		return true
	}
	if len(s.words) == 1 && s.closing == '.' && j.is("plural", s.words[0].low) && j.known(s.words[0].low) {
		return true // "Squats. What's my max?"
	}
	if slices.ContainsFunc(s.words, func(w word) bool { return w.low == "question" }) && (s.closing == ':' || s.closing == '.' || len(s.words) <= 3) {
		return true
	}
	return !slices.ContainsFunc(s.words, func(w word) bool { return !j.class["filler"][w.low] && !j.class["idle"][w.low] })
}

// itemized makes the questions of a list that mostly tells part of it: "how many
// pegs?" on a packing list is a thing to do.
func itemized(segments []segment, list []sentence) []segment {
	item := map[int]bool{} // where items begin
	for _, s := range list {
		if s.item {
			item[s.start] = true
		}
	}
	asking := 0
	for _, s := range segments {
		if item[s.start] && s.kind == asks {
			asking++
		}
	}
	if len(item) < 3 || asking*2 >= len(item) {
		return segments
	}
	for i, s := range segments {
		if item[s.start] {
			segments[i].kind, segments[i].reason = tells, ""
		}
	}
	return segments
}
