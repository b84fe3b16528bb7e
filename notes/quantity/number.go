package quantity

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// numberWords are the words that stand for a number. "a" and "an" are numbers
// only before some units, see articleUnits.
var numberWords = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
	"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
	"eighty": 80, "ninety": 90, "hundred": 100, "dozen": 12,
}

// NumberWord returns the number that a word such as "three" or "twenty-five"
// stands for.
func NumberWord(word string) (float64, bool) {
	word = lower(word)
	if v, ok := numberWords[word]; ok {
		return v, true
	}
	tens, ones, ok := strings.Cut(word, "-")
	t, okT := numberWords[tens]
	o, okO := numberWords[ones]
	if ok && okT && okO && t >= 20 && t <= 90 && o >= 1 && o <= 9 {
		return t + o, true
	}
	return 0, false
}

// vulgar are the fractions that have a character of their own.
var vulgar = map[rune]float64{'½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1.0 / 3, '⅔': 2.0 / 3, '⅛': 0.125}

// digits reads a plain number at s[i:]: "5", "2.5", "2,5", "1,200", ".5",
// "1½". It returns the index after it, i itself if there is none.
func digits(s string, i int) (v float64, end int) {
	j := run(s, i)
	whole := s[i:j]
	if r, n := utf8.DecodeRuneInString(s[j:]); n > 0 {
		if f, ok := vulgar[r]; ok {
			w, _ := strconv.ParseFloat("0"+whole, 64)
			return w + f, j + n
		}
	}
	text := strings.Builder{}
	text.WriteString(whole)
	// Groups of three digits after a comma are thousands.
	if len(whole) >= 1 && len(whole) <= 3 && whole != "0" {
		for groupAt(s, j) {
			text.WriteString(s[j+1 : j+4])
			j += 4
		}
	}
	grouped := j-i > len(whole)
	if j < len(s) && j+1 < len(s) && isDigit(s[j+1]) && (s[j] == '.' || s[j] == ',' && !grouped && whole != "") {
		k := run(s, j+1)
		// "1,2345" is no decimal comma; "1.2.3" is no number at all.
		if s[j] == '.' || k-j <= 3 {
			text.WriteByte('.')
			text.WriteString(s[j+1 : k])
			j = k
		}
	}
	if text.Len() == 0 || text.Len() > 18 {
		return 0, i
	}
	v, err := strconv.ParseFloat(text.String(), 64)
	if err != nil {
		return 0, i
	}
	return v, j
}

// run returns where the digits at s[i:] end.
func run(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// groupAt reports whether a comma and exactly three digits stand at s[i:].
func groupAt(s string, i int) bool {
	if i+3 >= len(s) || s[i] != ',' {
		return false
	}
	for k := 1; k <= 3; k++ {
		if !isDigit(s[i+k]) {
			return false
		}
	}
	return i+4 >= len(s) || !isDigit(s[i+4])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lower folds case without touching anything else.
func lower(s string) string { return strings.ToLower(s) }

// letters returns the end of the run of letters at s[i:].
func letters(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) {
			break
		}
		i += n
	}
	return i
}

// blanks returns the end of the run of spaces at s[i:]. Line breaks end it.
func blanks(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r != ' ' && r != '\t' && r != '\u00a0' && r != '\u202f' {
			break
		}
		i += n
	}
	return i
}
