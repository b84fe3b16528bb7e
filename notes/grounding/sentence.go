package grounding

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences returns the sentences of a text as they stand in it, without the
// space around them. A line break ends a sentence; the dot of "e.g." or "3." at
// the head of a list does not.
func Sentences(text string) []string {
	var out []string
	c, at := claimsOf(text), 0
	for _, end := range c.ends {
		if s := strings.TrimSpace(text[at:end]); s != "" {
			out = append(out, s)
		}
		at = end
	}
	return out
}

// claims are the sentences of an answer, found once for all that is checked.
type claims struct {
	text string
	ends []int // where each ends
}

func claimsOf(text string) claims {
	c := claims{text: text}
	quotes := scanQuotes(text)
	for at := 0; at < len(text); {
		at, quotes = sentenceEnd(text, at, quotes)
		c.ends = append(c.ends, at)
	}
	return c
}

// around returns the sentence around an offset.
func (c claims) around(offset int) string {
	i, _ := slices.BinarySearch(c.ends, offset+1)
	if i == len(c.ends) {
		return strings.TrimSpace(c.text)
	}
	at := 0
	if i > 0 {
		at = c.ends[i-1]
	}
	return strings.TrimSpace(c.text[at:c.ends[i]])
}

// sentenceEnd returns where the sentence ends that begins at an offset, the space behind
// it not included but for a line break, and the quotations that come after it. What is
// quoted is one piece, whatever sentences it has; its last mark may end the sentence.
func sentenceEnd(s string, from int, quotes []span) (int, []span) {
	for i := from; i < len(s); {
		for len(quotes) > 0 && quotes[0].start < i {
			quotes = quotes[1:]
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r == '\n' {
			return i, quotes
		}
		if len(quotes) > 0 && quotes[0].start == i {
			i = quotes[0].end
			r, _ = utf8.DecodeLastRuneInString(s[:i])
			_, n = utf8.DecodeRuneInString(s[i:])
			i += n // the mark that closes it
		}
		if !strings.ContainsRune(".!?…", r) {
			continue
		}
		for i < len(s) && strings.ContainsRune(`.!?"')]*_`, rune(s[i])) {
			i++
		}
		if r == '.' && abbreviated(s[from:i]) {
			continue
		}
		rest := strings.TrimLeft(s[i:], " \t")
		if rest == s[i:] && rest != "" {
			continue // no space: 7.5, example.org
		}
		next, _ := utf8.DecodeRuneInString(rest)
		if !unicode.IsLower(next) && !(r == '.' && dayOfMonth.MatchString(s[max(from, i-4):i]+" "+head(rest))) {
			return i, quotes
		}
	}
	return len(s), nil
}

// dayOfMonth is a day before a month, as some languages write it: "am 26. November".
var dayOfMonth = regexp.MustCompile(`(?i)(?:^|\D)\d{1,2}\. (?:jan|feb|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)\pL*$`)

// head is the first word of a text.
func head(s string) string {
	word, _, _ := strings.Cut(s[:min(len(s), 16)], " ")
	return strings.TrimRight(word, ".,;:!?\n")
}

// longestShort is the length of the longest list number or shortened word, with
// its dot.
const longestShort = 8

// abbreviated reports whether the dot at the end of s belongs to a list number
// or a shortened word.
func abbreviated(s string) bool {
	end := s[max(0, len(s)-longestShort-1):]
	word := end[strings.LastIndexAny(end, " \t\n(")+1:]
	if len(word) > longestShort {
		return false
	}
	switch strings.ToLower(word) {
	case "e.g.", "i.e.", "approx.", "ca.", "vs.", "no.", "dr.", "mr.", "ms.", "mrs.", "st.":
		return true
	}
	digits := strings.TrimSuffix(word, ".")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && strings.TrimSpace(strings.TrimSuffix(s, word)) == ""
}
