package rank

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// A Range is a stretch of a text, in bytes; End is excluded.
type Range struct{ Start, End int }

// A line of more words than lineWords is cut into runs of whole sentences, each
// of about runWords words, so that a unit can be quoted.
const (
	lineWords = 60
	runWords  = 40
)

// Units returns the units of a text: its lines without the space around them,
// where a line that goes on in the next one is not at its end, and runs of
// sentences of long lines. A text without any word is one unit.
func Units(text string) []Range {
	var out []Range
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		for end < len(text) && goesOn(text[start:end], text[end+1:]) {
			end = lineEnd(text, end+1)
		}
		out = appendRuns(out, text, trim(text, Range{start, end}))
		start = end + 1
	}
	if len(out) == 0 {
		out = append(out, Range{0, len(text)})
	}
	return out
}

// lineEnd returns where the line that begins at from ends.
func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(text)
}

// goesOn reports whether a line was only wrapped: it ends within a sentence, and
// what follows begins with a small letter.
func goesOn(line, rest string) bool {
	line = strings.TrimRight(line, " \t\r")
	if line == "" || strings.IndexByte(".!?:;|", line[len(line)-1]) >= 0 || line[0] == '#' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(r)
}

func trim(text string, r Range) Range {
	s := text[r.Start:r.End]
	begin := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	return Range{r.Start + begin, r.Start + max(begin, len(strings.TrimRightFunc(s, unicode.IsSpace)))}
}

// appendRuns appends the runs of sentences of a line.
func appendRuns(out []Range, text string, line Range) []Range {
	if line.Start == line.End {
		return out
	}
	if !longer(text[line.Start:line.End], lineWords) {
		return append(out, line)
	}
	run, inRun := line.Start, 0 // where it begins, and its words
	wrapped := strings.ReplaceAll(text[line.Start:line.End], "\n", " ")
	for _, part := range sentencesplit.SplitText(wrapped, sentencesplit.Jotted) {
		end := line.Start + part.End
		for from := line.Start + part.Start; from < end; {
			words, next := 0, from
			for words < lineWords && next < end {
				next = nextWord(text, next, end)
				words++
			}
			if inRun > 0 && inRun+words > runWords {
				out = append(out, trim(text, Range{run, from}))
				run, inRun = from, 0
			}
			inRun, from = inRun+words, next
		}
	}
	return append(out, trim(text, Range{run, line.End}))
}

// nextWord returns where the word behind the one at from begins.
func nextWord(text string, from, end int) int {
	s := text[from:end]
	n := strings.IndexFunc(s, unicode.IsSpace)
	if n < 0 {
		return end
	}
	m := strings.IndexFunc(s[n:], func(r rune) bool { return !unicode.IsSpace(r) })
	if m < 0 {
		return end
	}
	return from + n + m
}

// longer reports whether a text has more than so many words.
func longer(text string, words int) bool {
	for range strings.FieldsSeq(text) {
		if words--; words < 0 {
			return true
		}
	}
	return false
}
