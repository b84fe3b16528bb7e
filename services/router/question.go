package router

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

// A judge judges the sentences of one input.
type judge struct {
	*language
	known  func(string) bool // whether words are a term of some domain
	recent recent
}

// What some reasons are known by, as they are not as good as others.
const (
	looksUp   = "It names what to look up and tells nothing of it."
	byMark    = "It ends with a question mark."
	requested = " asks for information."
)

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
		return looksUp, true
	}
	if reason, ok := j.opening(s); ok {
		return reason, true
	}
	if j.match("confirming", words) > 0 {
		return "It ends as a question does.", true
	}
	if s.closing == '?' {
		return byMark, !j.guesses(s, words)
	}
	if strings.HasPrefix(s.text, "¿") {
		return "It begins with a question mark.", true
	}
	if j.bare(s, words) {
		if _, corrects := j.corrects(s.text, true); !corrects {
			return looksUp, true
		}
	}
	return "", false
}

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
	if j.match("never", words) > 0 || j.match("noting", words) > 0 {
		return "", false
	}
	if !s.told() && j.interrogative(clause) {
		return fmt.Sprintf("It begins with %q, as questions do.", strings.Join(words[:min(2, len(words))], " ")), true
	}
	if !s.told() && j.match("asks", words) > 0 {
		return fmt.Sprintf("It begins with %q, as questions do.", strings.Join(words[:min(2, len(words))], " ")), true
	}
	if (j.match("requests", words) > 0 || j.class["doing"][words[0]] && j.answerable(words[1:])) && j.wants(words) {
		return fmt.Sprintf("%q"+requested, strings.Join(words[:min(2, len(words))], " ")), true
	}
	return "", false
}

// told reports whether a sentence ends as what is told does. Who asks for something to be
// shown may end so, who asks "when" or "who" doesn't.
func (s sentence) told() bool {
	return (s.closing == '!' || s.closing == '.') && !strings.HasSuffix(s.text, "..")
}

// wants reports whether a request is for something that notes can tell, rather
// than a thing to do: "compare prices before Friday", "explain it to Kim".
func (j judge) wants(words []string) bool {
	if len(words) > 1 && (j.is("finite", words[1]) || j.class["aux"][words[1]] || j.class["preposition"][words[1]]) && !j.known(words[1]) && words[0] != "compare" {
		return words[0] == "look" || words[0] == "search" || words[0] == "go" // "the show started"
	}
	if len(words) > 1 && words[0] == "show" && j.class["person"][words[1]] {
		return false
	}
	return j.match("for oneself", words) > 0 || j.match("to do", words) == 0 &&
		(j.match("for information", words) > 0 || len(words) == 1 || hasTime(strings.Join(words, " ")))
}

// hasTime reports whether a text speaks of a time.
func hasTime(text string) bool {
	_, ok := withoutTimes(text)
	return ok
}

// anyTime is enough of a reference to find time expressions; what they resolve
// to does not matter here.
var anyTime = timespan.Ref{Now: time.Date(2024, 6, 15, 12, 0, 0, 0, time.UTC), WeekStart: time.Monday}

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

// withoutTimes returns a text without its time expressions, and whether it has
// any.
func withoutTimes(text string) (string, bool) {
	found := timespan.Scan(text, anyTime)
	return timespan.Strip(text, found), len(found) > 0
}
