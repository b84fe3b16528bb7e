package router

import (
	"slices"
	"strings"
)

// A kind is what one segment of a text does.
type kind int

const (
	asserts kind = iota + 1 // states something
	asks                    // wants to know something
	idle                    // greets, thanks, announces
	heads                   // names the time of what follows
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
	list := sentencesOf(text)
	quoting := false // somebody else's questions go on
	for i, s := range list {
		if i > 0 && strings.Contains(text[list[i-1].end:s.start], "\n") {
			quoting = false
		}
		quoting = quoting && (s.closing == '?' || len(s.words) < 3) || j.quotes(s)
		answered := s.closing == '?' && i+1 < len(list) && j.answers(text, s, list[i+1])
		refined := len(out) > 0 && out[len(out)-1].kind == asks && j.refines(s)
		switch {
		case quoting:
			out = append(out, segment{s.start, s.end, asserts, ""})
		case j.idling(s):
			out = append(out, segment{s.start, s.end, idle, ""})
		case len(list) > 1 && s.closing != '?' && j.justTime(s):
			out = append(out, segment{s.start, s.end, heads, ""})
		case refined:
			out = append(out, segment{s.start, s.end, asks, out[len(out)-1].reason})
		case answered:
			out = append(out, segment{s.start, s.end, asserts, ""})
		default:
			out = append(out, j.cut(s)...)
		}
	}
	return itemized(out, list)
}

// takeSides counts what only greets, announces or names a time with the note or the
// question beside it, so that each word is of one of them. A greeting is of what follows,
// thanks of what they follow, an announcement of the question, a time of the note.
func takeSides(segments []segment) []segment {
	out := slices.Clone(segments)
	side := func(list []segment) kind { // of the first that has one
		for _, s := range list {
			if s.kind == asserts || s.kind == asks {
				return s.kind
			}
		}
		return 0
	}
	for i, s := range segments {
		if s.kind != idle && s.kind != heads {
			continue
		}
		before := kind(0)
		if i > 0 {
			before = out[i-1].kind // which has its side, if there is one before
		}
		switch after := side(segments[i+1:]); {
		case before != asserts && before != asks:
			out[i].kind = after
		case after == 0:
			out[i].kind = before
		case before == after:
			out[i].kind = before
		case s.kind == heads:
			out[i].kind = asserts
		default:
			out[i].kind = asks
		}
	}
	return out
}

// quotes reports whether a sentence tells what somebody asked: "Mila: is the moon
// alive?".
func (j judge) quotes(s sentence) bool {
	head, tail, ok := s.colon()
	return ok && (j.speaks(head) || s.closing == '?' && j.reports(head, tail))
}

// refines reports whether a sentence only says more exactly what the question
// before it asks: "Only the ones over 10k."
func (j judge) refines(s sentence) bool {
	words := j.start(s.lows)
	return s.closing != '?' && len(words) <= 10 && j.match("refining", words) > 0
}

// answers reports whether the sentence after a question answers it: "Did I run?
// No."
func (j judge) answers(text string, s, next sentence) bool {
	if strings.Contains(text[s.end:next.start], "\n") || len(next.words) == 0 || next.closing == '?' {
		return false
	}
	words := next.lows
	if len(s.words) <= 4 && len(words) <= 3 && !j.compares(s.lows) && !j.begins(s, s.lows) {
		return true
	}
	return j.match("answering", words) > 0 && j.match("preface", words) == 0
}

// cut judges one sentence, in two parts if it goes over from a note to a
// question or from a question to a note.
func (j judge) cut(s sentence) []segment {
	at, why := j.boundary(s)
	if at > 0 {
		return []segment{{s.start, s.endBefore(at), asserts, ""}, {j.afterJoiner(s, at), s.end, asks, why}}
	}
	reason, asking := why, why != ""
	if !asking {
		reason, asking = j.question(s)
	}
	if !asking {
		return []segment{{s.start, s.end, asserts, ""}}
	}
	if at := j.turn(s); at > 0 {
		return []segment{{s.start, s.endBefore(at), asks, reason}, {j.afterJoiner(s, at), s.end, asserts, ""}}
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

// assertsSomething reports whether a clause says something worth keeping.
func (j judge) assertsSomething(s sentence) bool {
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
		return !strings.ContainsRune(hideQuotes(s.text), hidden)
	}
	if len(s.words) > 8 {
		return false
	}
	if j.match("preface", s.lows) > 0 || j.match("preface", j.start(s.lows)) > 0 {
		return true
	}
	if len(s.words) == 1 && s.closing == '.' && j.is("plural", s.lows[0]) == j.known(s.lows[0]) && j.noun(s.lows[0]) {
		return true // "Squats. What's my max?", "Anna. When did we meet?"
	}
	if slices.Contains(s.lows, "question") && (s.closing == ':' || s.closing == '.' || len(s.words) <= 3) {
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
			segments[i].kind, segments[i].reason = asserts, ""
		}
	}
	return segments
}
