package router

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// A sentence is a stretch of the text that closes with a mark or a line end.
type sentence struct {
	start, end int      // bytes in the text
	text       string   // as written
	words      []word   // without what stands in quotes
	lows       []string // the words in lower case
	item       bool     // of a list
	aside      bool     // the last mark stands in brackets behind what they add to
	closing    rune     // the last mark outside quotes: '?', '!', '.', ':' or 0
}

// A word is a word of a sentence, in lower case with plain apostrophes.
type word struct {
	low        string
	start, end int // bytes in the text
}

// hidden stands for each byte of a quotation: somebody else's words neither ask
// nor tell.
const hidden = '\x01'

// sentencesOf returns the sentences of a text. Quotations have no words in them.
func sentencesOf(text string) []sentence {
	seen := hideQuotes(text)
	var out []sentence
	for _, part := range sentencesplit.TrimmedParts(text, sentencesplit.Jotted) {
		out = append(out, newSentence(text, seen, part.Start, part.End))
	}
	return out
}

func newSentence(text, seen string, start, end int) sentence {
	s := sentence{start: start, end: end, text: text[start:end]}
	for _, p := range spans(seen[start:end]) {
		s.words = append(s.words, word{
			low:   spelled(strings.ReplaceAll(strings.ToLower(text[start+p.start:start+p.end]), "’", "'")),
			start: start + p.start, end: start + p.end,
		})
	}
	s.item = bullet(s.text)
	if len(s.words) > 1 && enumerates(s.text[:s.words[1].start-start]) {
		s.words = s.words[1:]
	}
	s.lows = make([]string, len(s.words))
	for i, w := range s.words {
		s.lows[i] = w.low
	}
	rest := strings.TrimRightFunc(seen[start:end], func(r rune) bool {
		return unicode.IsSpace(r) || r == ')' || r == hidden || unicode.IsSymbol(r)
	})
	if open := strings.LastIndexByte(rest, '('); open > 0 && !strings.Contains(rest[open:], ")") {
		s.aside = strings.HasPrefix(strings.TrimSpace(seen[start+len(rest):end]), ")")
	}
	switch last, _ := utf8.DecodeLastRuneInString(rest); last {
	case '?', '？', '؟', '\u037e':
		s.closing = '?'
	case '!', '！':
		s.closing = '!'
		if strings.HasSuffix(rest, "?!") {
			s.closing = '?'
		}
	case ':', '.':
		s.closing = last
	case ';': // asks in Greek
		if before, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(rest, ";")); unicode.Is(unicode.Greek, before) {
			s.closing = '?'
		}
	}
	return s
}

// spelled mends the question words that people mistype most.
func spelled(word string) string {
	if right, ok := misspelled()[word]; ok {
		return right
	}
	return word
}

// misspelled has the right word for each of words/spelling.txt.
var misspelled = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for right, wrong := range classes("spelling.txt") {
		for w := range wrong {
			out[w] = right
		}
	}
	return out
})

// enumerates reports whether a text is the number of a list's item: "1. ".
func enumerates(text string) bool {
	number := strings.TrimRight(text, " \t")
	bare := strings.TrimRight(number, ".)")
	return number != text && len(number) == len(bare)+1 && len(bare) < 3 && strings.Trim(bare, "0123456789") == ""
}

// bullet reports whether a line is an item of a list.
func bullet(line string) bool {
	return slices.ContainsFunc([]string{"- ", "* ", "• ", "+ ", "[ ]", "[x]"}, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// hideQuotes returns the text, as long as it was, with quotations made
// unreadable.
func hideQuotes(text string) string {
	quoted := sentencesplit.FindQuotations(text)
	if len(quoted) == 0 {
		return text
	}
	out := []byte(text)
	for _, q := range quoted {
		for i := q.Start; i < q.End; i++ {
			out[i] = hidden
		}
	}
	return string(out)
}

// A piece is the place of one word.
type piece struct{ start, end int }

// spans returns the places of the words of a text.
func spans(text string) []piece {
	var out []piece
	start := -1
	for i, r := range text {
		in := unicode.IsLetter(r) || unicode.IsDigit(r) || (r == '\'' || r == '’') && start >= 0
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, piece{start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, piece{start, len(text)})
	}
	return out
}
