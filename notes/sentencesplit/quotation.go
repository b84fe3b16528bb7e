package sentencesplit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closing are the marks that close a quotation, by the one that opens it.
var closing = map[rune]string{
	'"': "\"”", '“': "”\"", '„': "“”\"", '«': "»", '»': "«", '「': "」", '『': "』", '\'': "'’", '‘': "'’",
}

// FindQuotations returns the quotations of a text with their marks. Each begins and ends
// on one line; apostrophes and inches ("5'10\"") are no marks.
func FindQuotations(text string) []Part {
	if !strings.ContainsAny(text, "\"“„«»「『'‘") {
		return nil
	}
	var out []Part
	open := map[rune]int{} // up to where nothing closes what a mark opens
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		ends := closing[r]
		if ends == "" || at < open[r] || !opens(text, at, r) {
			at += size
			continue
		}
		end, lineEnd := closedAt(text, at+size, ends, r == '\'' || r == '‘')
		if end < 0 {
			open[r] = lineEnd
			at += size
			continue
		}
		out = append(out, Part{at, end})
		at = end
	}
	return out
}

// opens reports whether a mark at a place can open a quotation. Marks that may close one
// as well do so only where a word does not stand right before them.
func opens(text string, at int, r rune) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	switch r {
	case '"', '\'', '‘':
		return at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before)
	case '»':
		next, _ := utf8.DecodeRuneInString(text[at+len("»"):])
		return (at == 0 || unicode.IsSpace(before)) && unicode.IsLetter(next)
	}
	return true
}

// closedAt returns where the first of some marks ends on a line, -1 if there is none, and
// where the line ends if it was looked through. An apostrophe within a word closes
// nothing: "'can we talk?' and then" is a quotation, "'cause it's late" is none.
func closedAt(text string, from int, ends string, apostrophe bool) (end, lineEnd int) {
	for i := from; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\n' {
			return -1, i
		}
		if isOf(ends, r) && i > from {
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if !apostrophe || !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				return i + size, 0
			}
		}
		i += size
	}
	return -1, len(text)
}
