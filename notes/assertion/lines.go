package assertion

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/quantity"
)

var (
	listItem = regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,2}[.)])\s`)
	// box is one before what is to be done, with what stands in it. Without a list's mark a
	// number or a letter in brackets is no box.
	box = regexp.MustCompile(`^\s*(?:>\s*)*(?:(?:[-*+•]|\d{1,9}[.)])\s+\[([^\[\]])\]|\[([ xX✓✔?!/<>*-])\]|([☐☑✅☒❌✗✘])️?)(?:\s|$)`)
	// asMe is the writer as one of several: what is called so beside is no thing.
	asMe    = regexp.MustCompile(`(?im)^\s*(?:#+\s+|[-*+•]\s+|\|\s*)?[*_]*me[*_]*\s*(?:[:|]|$)`)
	callout = regexp.MustCompile(`^\s*>\s*\[!`)
	heading = regexp.MustCompile(`^\s*#{1,6}\s`)
	// none is a field that says that there was nothing: "Run: -", "run:: no".
	none = regexp.MustCompile(`(?i)^\s*(?:[-*+•]\s+)?[\pL][\pL \[\]]{0,39}::?\s*(?:-+|–|—|no|none|nope|nothing|n/?a|nein|keine?r?|nichts|ninguno?a?|nada|✗|✘|❌️?)\s*[.!]?\s*$`)
	// inComment is what no reader of the note is shown.
	inComment = regexp.MustCompile(`(?s)\B%%.*?%%|<!--.*?-->`)
)

// A block is what the lines below one are, for what that line says: "shopping:", "## Tomorrow".
type block struct {
	kind    Kind   // 0 for none
	section bool   // up to the next heading; else its items alone
	level   int    // of a heading that begins a section; how far the item of a list is indented
	nested  bool   // of an item: those indented further
	who     string // whose they are, as far as one word says it
	parted  bool   // a blank line came, behind which only items are still below
	spoken  bool   // somebody's words: the paragraph below
	begun   bool   // of which a line has come
}

// lines marks code, open tasks, quoted lines, and what stands below a line that makes it a plan
// or somebody else's.
func (s *scanner) lines() {
	var under block
	called := false // within a callout, which is quoted only by its looks
	start, fence := 0, ""
	for line := range strings.Lines(s.text) {
		end := start + len(line)
		text := strings.TrimRight(line, "\r\n")
		if open := fence; open != "" || strings.ContainsAny(line, "`~") {
			if fence = dayfile.NextFence(open, strings.TrimLeft(text, " \t>")); fence != "" || open != "" {
				s.whole(Quoted, start, end)
				start = end
				continue
			}
		}
		quote := strings.HasPrefix(strings.TrimLeft(text, " "), ">")
		called = quote && (called || callout.MatchString(text))
		if quote && !called {
			s.whole(Quoted, start, end)
		}
		done := false
		if kind, boxed := boxKind(text); boxed {
			if done = kind == 0; !done {
				s.whole(kind, start, end)
			}
		} else if none.MatchString(text) {
			s.whole(Negated, start, end)
		}
		if strings.HasPrefix(strings.TrimLeft(text, " \t"), "|") && s.rowOfSomebody(text) {
			s.whole(Others, start, end)
		}
		if next, leads := s.leads(text, s.text[end:], under); leads {
			under = next
		} else if strings.TrimSpace(text) == "" {
			under.parted = !under.spoken || under.begun
		} else if under.kind != 0 {
			if under = s.below(under, text); under.kind != 0 && !done && !s.isOwn(under, text) {
				s.whole(under.kind, start, end)
			}
		}
		start = end
	}
}

// boxKind returns what a line with a box is, 0 if it is done.
func boxKind(line string) (kind Kind, boxed bool) {
	m := box.FindStringSubmatch(line)
	if m == nil {
		return 0, false
	}
	switch m[1] + m[2] + m[3] {
	case "x", "X", "✓", "✔", "☑", "✅":
		return 0, true
	case "-", "☒", "❌", "✗", "✘":
		return Negated, true
	}
	return Planned, true
}

// leads returns what stands below a line that says so, within another block.
func (s *scanner) leads(line, below string, under block) (block, bool) {
	bare := strings.Trim(line, "#*_ \t")
	isHeading, item := heading.MatchString(line), listItem.MatchString(line)
	if bare == "" || !isHeading && (len(bare) > maxLead || under.section && under.kind == Planned) {
		return block{}, false
	}
	next, _, _ := strings.Cut(strings.TrimLeft(below, "\r\n"), "\n")
	colon, listed := strings.HasSuffix(bare, ":"), listItem.MatchString(next)
	if item && (!listed || indentation(next) <= indentation(line)) || !isHeading && !colon && strings.ContainsAny(bare[len(bare)-1:], ".!?,;") {
		return block{}, false
	}
	words := wordsOf(line)
	out := block{kind: s.kindBelow(words, s.besideMe && !isHeading), who: lastOf(words)}
	switch {
	case isHeading:
		out.section, out.level = true, len(line)-len(strings.TrimLeft(line, "# \t"))
		if out.kind == 0 && under.section && out.level > under.level && !lists.hasAny("done", words) {
			return under, true
		}
		return out, true
	case item:
		out.nested, out.level = true, indentation(line)
	case colon && out.kind == 0 && s.saysBelow(words):
		out.kind, out.spoken = Others, true
	case !colon && (len(words) == 1 && lists.is("listed", words[0].text) || !listed && !lists.whollyOf("goal", words)):
		return block{}, false
	}
	return out, out.kind != 0
}

func lastOf(words []token) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1].text
}

// kindBelow returns what stands below a line of some words, 0 if they say nothing of it.
func (s *scanner) kindBelow(words []token, ofSeveral bool) Kind {
	switch {
	case len(words) == 0 || len(words) > maxHeading:
		return 0
	case !lists.hasAny("done", words) && (lists.has("heading", words, 0) > 0 || lists.has("heading", words, len(words)-1) > 0):
		return Planned
	case s.ofSomebody(words, ofSeveral):
		return Others
	}
	return 0
}

// rowOfSomebody reports whether a row of a table is about somebody else: its first cell that has
// words names nobody but them.
func (s *scanner) rowOfSomebody(line string) bool {
	for _, cell := range strings.Split(line, "|") {
		if words := wordsOf(cell); len(words) > 0 {
			return len(words) <= maxHeading && s.ofSomebody(words, s.besideMe)
		}
	}
	return false
}

// below returns the block that a line is still in.
func (s *scanner) below(under block, line string) block {
	item := listItem.MatchString(line)
	under.begun = true
	switch {
	case under.spoken && !under.parted:
		return under
	case under.spoken:
		return block{}
	case under.section, under.nested && indentation(line) > under.level, !under.nested && item:
		return under
	case under.kind == Planned && !under.nested && !under.parted && !strings.ContainsAny(line, ".!"): // lines without marks
		return under
	}
	return block{}
}

// isOwn reports whether a line of a block tells what the writer did all the same.
func (s *scanner) isOwn(under block, line string) bool {
	words := wordsOf(line)
	if under.kind == Planned {
		return len(words) > 0 && listItem.MatchString(line) && people.is("ran", words[0].text)
	}
	if people.is("charge", under.who) && slices.ContainsFunc(quantity.Scan(line), func(q quantity.Quantity) bool { return quantity.Dimension(q.Unit) == quantity.Money }) {
		return true // it is not they who pay
	}
	for _, w := range words {
		if people.is("own", w.text) || w.text == "my" || w.text == "our" || people.is("named", w.text) || w.text == under.who {
			return true
		}
	}
	return false
}

// maxLead is how many bytes such a line has at most that is no heading.
const maxLead = 60

// maxHeading is how many words a line has at most that says what stands below it.
const maxHeading = 5

// wordsOf returns the words of a line as those of one sentence.
func wordsOf(line string) []token {
	var words []token
	for _, t := range lex(line) {
		if t.word {
			t.sentence = 0
			words = append(words, t)
		}
	}
	return words
}

// indentation is how far a line is indented; a tab is four blanks.
func indentation(line string) int {
	n := 0
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
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

// quotes marks what stands in quotation marks or in a comment, and what is struck out.
func (s *scanner) quotes() {
	for _, m := range quoteMarks.FindAllStringIndex(s.text, -1) {
		if len(strings.Fields(s.text[m[0]:m[1]])) >= longQuote {
			s.whole(Quoted, m[0], m[1])
		}
	}
	for _, m := range inComment.FindAllStringIndex(s.text, -1) {
		s.whole(Quoted, m[0], m[1])
	}
	for _, m := range FindStruckOut(s.text) {
		s.whole(Negated, m[0], m[1])
	}
}
