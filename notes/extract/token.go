package extract

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/sentencesplit"
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
	stem       string // text in the singular
	base       string // text without the "'s" of "weight's 77 kg"
	start, end int
	kind       tokenKind
	clause     int            // sentence or line
	paragraph  int            // separated by blank lines
	glued      bool           // no blank before it
	first      bool           // only signs stand before it in its clause, or words that a match passes over
	roles      role           // of a single word
	inner      bool           // within a quantity that begins before it: the 20 of "1h 20m"
	passable   int            // how many tokens of filler begin here
	unreal     []int32        // the spans of text that tell no event and hold this token
	turns      assertion.Kind // of the span that it belongs to the words of: "skipped", "want to"
}

// A tokenized text, with its quantities by the token that they begin at.
type scanned struct {
	text       string
	tokens     []token
	quantities []*measured // nil where none begins
	miles      bool        // distances are told in miles
	spans      []assertion.Span
}

// measured is a quantity and the index of the token behind it.
type measured struct {
	quantity.Quantity
	next int
}

// hidden is what no match reads: code, links, comments, tags and dates; of dates
// without a year only those that open a line and can be nothing else.
var hidden = regexp.MustCompile("(?m)(?s)```.*?(?:```|\\z)|\\B%%.*?%%|`[^`\n]*`|https?://[^\\s)]+|!?\\[\\[[^\\]\n]*\\]\\]|<!--.*?-->|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}\\b|#[\\pL\\d_][\\pL\\d_/-]*" +
	`|^\s*(?:(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\d|3[01]))(?:/\d{2,4})?\b`)

// tagged matches a tag that names what the number behind it is of.
var tagged = regexp.MustCompile(`^#\pL+ \d`)

// names reports whether what stands at a place is a tag that is read as a word,
// for it opens its line and a number follows: "#sleep 7h10".
func names(text string, at []int) bool {
	return (at[0] == 0 || text[at[0]-1] == '\n') && tagged.MatchString(text[at[0]:min(len(text), at[1]+2)])
}

// scan tokenizes a text and finds out what its tokens are to each other.
func scan(text string) *scanned {
	s := tokenize(text)
	s.measure()
	s.assignRoles()
	s.open()
	return s
}

// tokenize splits a text into its tokens.
func tokenize(text string) *scanned {
	s := &scanned{text: text, tokens: make([]token, 0, len(text)/4+4)}
	hiddenAt := slices.DeleteFunc(hidden.FindAllStringIndex(text, -1), func(at []int) bool { return names(text, at) })
	sentences := sentencesplit.SplitText(text, sentencesplit.Jotted)
	clause, paragraph, breaks := 0, 0, 0
	for i := 0; i < len(text); {
		for len(sentences) > 0 && i >= sentences[0].End {
			clause, sentences = clause+1, sentences[1:]
		}
		if len(hiddenAt) > 0 && i >= hiddenAt[0][0] {
			end := hiddenAt[0][1]
			if end > i {
				s.tokens = append(s.tokens, token{start: i, end: end, kind: opaque, clause: clause, paragraph: paragraph})
				i = end
			}
			hiddenAt = hiddenAt[1:]
			breaks = 0
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			if r == '\n' {
				if breaks++; breaks == 2 {
					paragraph++
				}
			}
			i += n
			continue
		}
		breaks = 0
		t := token{start: i, clause: clause, paragraph: paragraph}
		t.end, t.kind = tokenEnd(text, i)
		if len(hiddenAt) > 0 && t.end > hiddenAt[0][0] {
			t.end = hiddenAt[0][0]
		}
		t.text = plain(text[t.start:t.end])
		t.stem, t.base = t.text, t.text
		if t.kind == word {
			s.miles = s.miles || t.text == "miles"
			t.base = strings.TrimSuffix(t.text, "'s")
			t.stem = singular(t.text)
		}
		if k := len(s.tokens); k > 0 {
			t.glued = s.tokens[k-1].end == i
		}
		s.tokens = append(s.tokens, t)
		i = t.end
	}
	return s
}

// open finds the tokens with which a clause begins, but for signs and fillers.
func (s *scanned) open() {
	passed := 0 // the token behind the fillers that opened the clause
	for i := range s.tokens {
		t := &s.tokens[i]
		switch {
		case i == 0 || s.tokens[i-1].clause != t.clause:
			t.first = true
		case s.tokens[i-1].first:
			before := &s.tokens[i-1]
			t.first = before.skippable() || before.text == "#" || before.text == "+" || i <= passed || i == passed+1 && before.text == ","
		}
		if t.text == "!" && s.goesOn(i) { // "marathon done!!! 3:58:44"
			t.passable = 1
		}
		if t.text == "x" && i > 0 && i+1 < len(s.tokens) && s.tokens[i-1].text == "[" && s.tokens[i+1].text == "]" { // "- [x] run"
			t.passable = 1
		}
		if t.first && t.passable > 0 {
			passed = max(passed, i+t.passable)
		}
	}
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
		return wordEnd(text, i, r, n), word
	}
	return i + n, punct
}

// wordEnd returns the end of the word at i, which begins with the letter r of n bytes.
// The x of "3x8", "80x5" and "80kgx5" is a times sign and belongs to the number behind.
func wordEnd(text string, i int, r rune, n int) int {
	j := i + n
	if timesSign(r, text, j) {
		return j
	}
	for j < len(text) {
		r, n := utf8.DecodeRuneInString(text[j:])
		if apostrophe(r) {
			if k, _ := utf8.DecodeRuneInString(text[j+n:]); !unicode.IsLetter(k) {
				break
			}
		} else if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) || timesSign(r, text, j+n) {
			break
		}
		j += n
	}
	return j
}

// timesSign reports whether r is an x before a digit at j.
func timesSign(r rune, text string, j int) bool {
	return (r == 'x' || r == 'X') && j < len(text) && isDigit(text[j])
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

var plainer = strings.NewReplacer("’", "'", "×", "x", "–", "-", "—", "-", "“", `"`, "”", `"`)

func plain(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			return strings.ToLower(plainer.Replace(s))
		}
	}
	return s
}

// measure finds the quantities that begin at a token and end with one.
func (s *scanned) measure() {
	s.quantities = make([]*measured, len(s.tokens))
	for _, q := range quantity.Scan(s.text) {
		first := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].start >= q.Start })
		next := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].start >= q.End })
		if first < len(s.tokens) && s.tokens[first].start == q.Start && s.tokens[first].kind != opaque && next > first {
			s.quantities[first] = &measured{q, next}
			s.miles = s.miles || q.Unit == "mi"
			for k := first + 1; k < next && q.Unit != ""; k++ {
				s.tokens[k].inner = true
			}
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
	return t.kind == punct && strings.Contains(`:-()*_~|="'[]>@≈•✅✓✔☑`, t.text)
}
