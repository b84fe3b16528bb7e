package assertion

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	listItem = regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,2}[.)])\s`)
	openTask = regexp.MustCompile(`^\s*[-*+]\s\[ \]`)
	callout  = regexp.MustCompile(`^\s*>\s*\[!`)
	heading  = regexp.MustCompile(`^\s*#{1,6}\s`)
)

// lines marks open tasks, quoted lines, and what stands under a heading that
// makes it a plan: "shopping:", "## Tomorrow".
func (s *scanner) lines() {
	under := ""     // "list": its items; "others": those of somebody else; "section": up to the next heading
	called := false // within a callout, which is quoted only by its looks
	start := 0
	for line := range strings.Lines(s.text) {
		end := start + len(line)
		text := strings.TrimRight(line, "\r\n")
		blank := strings.TrimSpace(text) == ""
		item := listItem.MatchString(text)
		quote := strings.HasPrefix(strings.TrimLeft(text, " "), ">")
		called = quote && (called || callout.MatchString(text))
		if quote && !called {
			s.whole(Quoted, start, end)
		}
		if openTask.MatchString(text) {
			s.whole(Planned, start, end)
		}
		isHeading := heading.MatchString(text)
		switch {
		case isHeading && s.plans(start, start+len(text)):
			under = "section"
		case isHeading:
			under = ""
		case under != "section" && !item && strings.HasSuffix(strings.TrimSpace(text), ":") && s.plans(start, start+len(text)):
			under = "list"
		case under != "section" && !item && strings.HasSuffix(strings.TrimSpace(text), ":") && s.ofOthers(text):
			under = "others"
		case under == "others" && item:
			s.whole(Others, start, end)
		case under == "others" && !blank:
			under = ""
		case under == "section":
			s.whole(Planned, start, end)
		case under == "list" && (item || !blank && !strings.ContainsAny(text, ".!")) && s.undecided(text):
			s.whole(Planned, start, end)
		case under == "list" && !item:
			under = ""
		}
		start = end
	}
}

// undecided reports whether a list's line is not ticked off.
func (s *scanner) undecided(text string) bool {
	return !strings.Contains(text, "[x]") && !strings.Contains(text, "[X]")
}

// plans reports whether the line from start to end is a heading of plans.
func (s *scanner) plans(start, end int) bool {
	var words []token
	for _, t := range lex(s.text[start:end]) {
		if t.word {
			t.sentence = 0
			words = append(words, t)
		}
	}
	if len(words) == 0 || len(words) > 5 {
		return false
	}
	return lists.has("heading", words, 0) > 0 || lists.has("heading", words, len(words)-1) > 0
}

var (
	quoteMarks = regexp.MustCompile(`"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»`)
	struckOut  = regexp.MustCompile(`~~[^~\n]+~~`)
)

// FindStruckOut returns where a text is crossed out, ~~as here~~, in bytes, with the marks.
func FindStruckOut(text string) [][]int { return struckOut.FindAllStringIndex(text, -1) }

// WithoutStruckOut leaves out of words what their writer has crossed out, with […] in its place,
// unless that is all of them.
func WithoutStruckOut(words string) string {
	left, ok := keptParts(words)
	if !ok {
		return words
	}
	return strings.TrimSpace(strings.Join(left, " […] "))
}

// WhollyStruckOut reports whether words are crossed out and nothing is left of them.
func WhollyStruckOut(words string) bool {
	_, ok := keptParts(words)
	return !ok && struckOut.MatchString(words)
}

// keptParts returns what stands around crossed out words, and false if that says nothing.
func keptParts(words string) (left []string, ok bool) {
	at := 0
	for _, m := range append(FindStruckOut(words), []int{len(words), len(words)}) {
		left = append(left, strings.TrimSpace(words[at:m[0]]))
		at = m[1]
	}
	return left, strings.ContainsFunc(strings.Join(left, ""), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// longQuote is how many words make a quotation somebody's words, not a title.
const longQuote = 3

// quotes marks what stands in quotation marks, and what is struck out.
func (s *scanner) quotes() {
	for _, m := range quoteMarks.FindAllStringIndex(s.text, -1) {
		if len(strings.Fields(s.text[m[0]:m[1]])) >= longQuote {
			s.whole(Quoted, m[0], m[1])
		}
	}
	for _, m := range FindStruckOut(s.text) {
		s.whole(Negated, m[0], m[1])
	}
}
