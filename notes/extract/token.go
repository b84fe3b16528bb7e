package extract

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/quantity"
)

type tokenKind uint8

const (
	word tokenKind = iota
	number
	punct
	opaque // a link, code, a date: part of no match
)

// A token is a word, a number or a sign of the text.
type token struct {
	text       string // lower case, typographic apostrophes and times signs made plain
	start, end int
	kind       tokenKind
	clause     int  // sentence or line
	paragraph  int  // separated by blank lines
	glued      bool // no blank before it
	denier     int  // index of the token that denies this one, -1 if none
}

// A tokenized text, with its quantities by the token that they begin at.
type scanned struct {
	text       string
	tokens     []token
	quantities map[int]measured
	unreal     map[int]bool // clauses that are questions or open tasks
}

// measured is a quantity and the index of the token behind it.
type measured struct {
	quantity.Quantity
	next int
}

var hidden = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`|https?://[^\\s)]+|!?\\[\\[[^\\]\n]*\\]\\]|<!--.*?-->|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}\\b|#[\\pL\\d_][\\pL\\d_/-]*")

var openTask = regexp.MustCompile(`(?m)^\s*[-*+]\s\[ \]`)

// scan tokenizes a text.
func scan(text string) *scanned {
	s := &scanned{text: text, tokens: make([]token, 0, len(text)/4+4), quantities: map[int]measured{}, unreal: map[int]bool{}}
	hiddenAt := hidden.FindAllStringIndex(text, -1)
	clause, paragraph, breaks := 0, 0, 0
	lineStart := true
	closeClause := func() {
		if n := len(s.tokens); n > 0 && s.tokens[n-1].clause == clause {
			clause++
		}
	}
	for i := 0; i < len(text); {
		if len(hiddenAt) > 0 && i >= hiddenAt[0][0] {
			end := hiddenAt[0][1]
			if end > i {
				s.tokens = append(s.tokens, token{start: i, end: end, kind: opaque, clause: clause, paragraph: paragraph, denier: -1})
				i = end
			}
			hiddenAt = hiddenAt[1:]
			lineStart, breaks = false, 0
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			closeClause()
			breaks++
			if breaks == 2 {
				paragraph++
			}
			lineStart = true
			i += n
			continue
		case unicode.IsSpace(r):
			i += n
			continue
		}
		if lineStart {
			if loc := openTask.FindStringIndex(text[i:min(len(text), i+8)]); loc != nil && loc[0] == 0 {
				s.unreal[clause] = true
			}
		}
		lineStart, breaks = false, 0
		t := token{start: i, clause: clause, paragraph: paragraph, denier: -1}
		t.end, t.kind = tokenEnd(text, i)
		if len(hiddenAt) > 0 && t.end > hiddenAt[0][0] {
			t.end = hiddenAt[0][0]
		}
		t.text = plain(text[t.start:t.end])
		if k := len(s.tokens); k > 0 {
			t.glued = s.tokens[k-1].end == i
		}
		s.tokens = append(s.tokens, t)
		i = t.end
		if t.kind == punct && endsClause(text, t) {
			if t.text == "?" {
				s.unreal[clause] = true
			}
			clause++
		}
	}
	s.measure()
	return s
}

// endsClause reports whether a sign ends its sentence: a full stop in front of
// a blank, not the one of "p.m." or "2.5".
func endsClause(text string, t token) bool {
	switch t.text {
	case "!", "?", ";":
		return true
	case ".":
		r, _ := utf8.DecodeRuneInString(text[t.end:])
		return t.end == len(text) || unicode.IsSpace(r)
	}
	return false
}

// tokenEnd returns the end and the kind of the token at i.
func tokenEnd(text string, i int) (int, tokenKind) {
	r, n := utf8.DecodeRuneInString(text[i:])
	switch {
	case isDigit(text[i]):
		j := i
		for j < len(text) && (isDigit(text[j]) || (text[j] == '.' || text[j] == ',') && j+1 < len(text) && isDigit(text[j+1])) {
			j++
		}
		return j, number
	case unicode.IsLetter(r):
		j := i + n
		// The times sign of "3x8" and "80x5" is a token of its own.
		if (r == 'x' || r == 'X') && j < len(text) && isDigit(text[j]) {
			return j, word
		}
		for j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if apostrophe(r) {
				if k, _ := utf8.DecodeRuneInString(text[j+n:]); unicode.IsLetter(k) {
					j += n
					continue
				}
				break
			}
			if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			// "80kgx5": the x belongs to the number behind it.
			if (r == 'x' || r == 'X') && j+n < len(text) && isDigit(text[j+n]) {
				break
			}
			j += n
		}
		return j, word
	}
	return i + n, punct
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

var plainer = strings.NewReplacer("’", "'", "×", "x", "–", "-", "—", "-", "“", `"`, "”", `"`)

func plain(s string) string { return strings.ToLower(plainer.Replace(s)) }

// measure finds the quantities that begin at a token and end with one.
func (s *scanned) measure() {
	for _, q := range quantity.Scan(s.text) {
		first := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].start >= q.Start })
		next := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].start >= q.End })
		if first < len(s.tokens) && s.tokens[first].start == q.Start && s.tokens[first].kind != opaque && next > first {
			s.quantities[first] = measured{q, next}
		}
	}
}

// span returns the text of the tokens from i up to but without j.
func (s *scanned) span(i, j int) string {
	if i >= j {
		return ""
	}
	return s.text[s.tokens[i].start:s.tokens[j-1].end]
}

// skippable reports whether a sign may stand between two parts of a pattern
// without the pattern naming it.
func (t token) skippable() bool {
	return t.kind == punct && strings.Contains(`:-()*_~|="'[]>@≈•`, t.text)
}
