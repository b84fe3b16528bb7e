package router

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
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

// sentences cuts a text at line ends and after closing marks that are followed
// by a blank. Marks in numbers, abbreviations and quotes don't close anything.
func sentences(text string) []sentence {
	seen := hideQuotes(text)
	var out []sentence
	start := 0
	add := func(end int) {
		part := seen[start:end]
		if trimmed := strings.TrimSpace(part); trimmed != "" {
			first := start + strings.Index(part, trimmed)
			out = append(out, newSentence(text, seen, first, first+len(trimmed)))
		}
		start = end
	}
	for i, r := range seen {
		size := utf8.RuneLen(r)
		switch r {
		case '\n':
			add(i)
		case '？', '。', '！':
			add(i + size)
		case '.', '!', '?', '…', ';':
			next, _ := utf8.DecodeRuneInString(seen[i+size:])
			if unicode.IsSpace(next) && (r != '.' || !abbreviated(seen[start:i], seen[i+size:])) {
				add(i + size)
			}
		}
	}
	add(len(seen))
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
// unreadable. A quotation begins and ends on one line.
func hideQuotes(text string) string {
	if !strings.ContainsAny(text, "\"“”„«'‘") {
		return text
	}
	out := []byte(text)
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		length := 0
		switch r {
		case '"', '“', '„':
			length = quotation(text[at+size:], "\"”“")
		case '«':
			length = quotation(text[at+size:], "»")
		case '\'', '‘':
			if before, _ := utf8.DecodeLastRuneInString(text[:at]); at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
				length = singleQuotation(text[at+size:])
			}
		}
		for i := at; i < at+size+length && length > 0; i++ {
			out[i] = hidden
		}
		at += size + length
	}
	return string(out)
}

// quotation returns how many bytes there are up to and with the closing mark on
// the same line, or 0.
func quotation(rest, closing string) int {
	i := strings.IndexAny(rest, closing+"\n")
	if i < 0 || rest[i] == '\n' {
		return 0
	}
	_, size := utf8.DecodeRuneInString(rest[i:])
	return i + size
}

// singleQuotation is quotation for marks that are apostrophes too: "'can we
// talk?' and then" is one, "'cause it's late" is none.
func singleQuotation(rest string) int {
	for i, r := range rest {
		if r == '\n' {
			return 0
		}
		if r != '\'' && r != '’' || i == 0 {
			continue
		}
		size := utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(rest[i+size:])
		if !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			return i + size
		}
	}
	return 0
}

// abbreviated reports whether a point between s and rest belongs to an
// abbreviation. After "no" it does before a number only.
func abbreviated(s, rest string) bool {
	w := strings.ToLower(s[strings.LastIndexAny(s, " \t\n(")+1:])
	if w == "no" {
		next := strings.TrimLeft(rest, " \t")
		return next != "" && next[0] >= '0' && next[0] <= '9'
	}
	if len(w) < 3 && w != "" && strings.Trim(w, "0123456789") == "" && strings.TrimSpace(s) == w {
		return true // "1. "
	}
	return len(w) <= len("approx") && abbreviations[w]
}

var abbreviations = wordSet("vs avg tot max approx dr mr mrs ms st e.g i.e etc min hr hrs a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec")

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
