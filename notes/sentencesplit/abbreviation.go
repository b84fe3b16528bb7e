package sentencesplit

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shortened words, without their last point, in lower case. Single letters are initials
// and need no list: "z. B.", "d. h.", "J.K.".
var (
	// leading words stand before what they belong to.
	leading = wordSet("dr dra prof mr mrs ms mx st sr sra srta fr mme mlle dott sig rev gen capt lt sgt Hr Hrn fam " +
		"approx appr aprox ca vs cf incl excl inkl exkl zzgl ggf evtl vgl bzw resp bspw sog z.b d.h u.a e.g i.e p.ej p.ex ej ex ud uds env " +
		"str tel betr geb verh max min avg tot est exp")
	// trailing words may also be the last of a sentence.
	trailing = wordSet("etc usw ecc std jr inc ltd co corp a.m p.m u.s")
	// numbered words stand before a number.
	numbered = wordSet("no nr nos núm num nº vol ch pp pg pág fig kap art abs sec " +
		"jan feb mar apr jun jul aug sep sept oct nov dec jän mär okt dez mon tue tues wed thu thur thurs fri sat sun mo di mi do so")
	// units stand behind a number, and may end a sentence there.
	units = wordSet("hr hrs min mins sec secs std mg kg km cm mm ml oz lb lbs h g k l m s C F L V W A")
	hours = wordSet("hr hrs std")
	// ranks are words before the number of a day or a rank in German: "am 3. Versuch".
	ranks = wordSet("am der die das den dem des zum zur vom beim bis seit ab im jeden jede jedes mein meine meinen meinem ihr ihre sein seine")
	// months stand behind the number of a day, in languages that put a point there.
	months = wordSet("jan januar january jänner feb februar february mär märz mrz mar march marzo mars março apr april abril avril aprile " +
		"mai may mayo maggio maio jun juni june junio juin giugno junho jul juli july julio juillet luglio julho aug august agosto août " +
		"sep sept september septiembre septembre settembre setembro okt oktober oct october octubre octobre ottobre outubro " +
		"nov november noviembre novembre novembro dez dezember dec december diciembre décembre dicembre dezembro")
)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// longestShort is how many bytes a shortened word has at most.
const longestShort = 12

// shortens reports whether the point at a place belongs to the word before it and ends
// no sentence; end is where what follows begins.
func (s *splitter) shortens(at, end int) bool {
	word, before := lastWord(s.text[s.start:at])
	rest := strings.TrimLeft(s.text[end:], " \t\u00a0\u202f")
	next, _ := utf8.DecodeRuneInString(rest)
	if word == "" || rest == "" || next == '\n' || next == '\r' {
		return false
	}
	low := strings.ToLower(word)
	digit, capital := next >= '0' && next <= '9', unicode.IsUpper(next)
	switch {
	case digits(word) > 0:
		return s.counts(word, before, rest)
	case isNumber(before) && (units[low] && len(word) > 1 || units[word]):
		return digit && hours[low] // "1 hr. 20 min."
	case initial(word) || leading[low] || leading[word]:
		return true
	case numbered[low]:
		return digit
	case trailing[low]:
		return !capital
	}
	return false
}

// lastWord returns the last word of a text, "" if it is none that could be shortened,
// and what stands before it.
func lastWord(text string) (word, before string) {
	from := len(text)
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !isOf(".'’", r) {
			break
		}
		if from -= size; len(text)-from > longestShort {
			return "", ""
		}
	}
	return text[from:], text[:from]
}

// initial reports whether a word is a letter or letters with points between them. Small
// letters outside of ASCII are words: "así é."
func initial(word string) bool {
	letter := false
	for _, r := range word {
		if r == '.' {
			letter = false
			continue
		}
		if letter || !unicode.IsLetter(r) || r >= utf8.RuneSelf && !unicode.IsUpper(r) {
			return false
		}
		letter = true
	}
	return letter && !trailing[strings.ToLower(word)]
}

// isNumber reports whether a text ends with a number.
func isNumber(text string) bool {
	text = strings.TrimRight(text, " \t\u00a0\u202f")
	return text != "" && text[len(text)-1] >= '0' && text[len(text)-1] <= '9'
}

func isMonth(digits string) bool {
	month, err := strconv.Atoi(digits)
	return err == nil && month >= 1 && month <= 12
}

// opensWithDate reports whether "12.03." between two texts is a date that a sentence goes on
// after, as in "12.03. dentist". In "shop 12.03. Then" it is a price, which ends one.
func opensWithDate(before, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return strings.TrimSpace(before) == "" || !unicode.IsUpper(next)
}

// counts reports whether a number with a point behind it counts something: an item of a
// list, a day, or a rank.
func (s *splitter) counts(word, before, rest string) bool {
	first, second, dated := strings.Cut(word, ".")
	n, err := strconv.Atoi(first)
	sign, _ := utf8.DecodeLastRuneInString(before)
	if err != nil || n > 99 || before != "" && !unicode.IsSpace(sign) && sign != '(' {
		return false
	}
	if !dated && s.leads && strings.Trim(before, " \t\r\n-*+•>#(") == "" {
		return true // "1. milk"
	}
	of, _ := lastWord(strings.TrimRight(before, " \t"))
	ranked := ranks[strings.ToLower(of)]
	switch {
	case n < 1 || n > 31:
		return false
	case dated:
		return isMonth(second) && (ranked || len(second) == 2 && opensWithDate(before, rest))
	}
	next := strings.FieldsFunc(rest[:min(len(rest), longestShort+2)], func(r rune) bool { return !unicode.IsLetter(r) })
	return ranked || len(next) > 0 && (months[strings.ToLower(next[0])] || strings.HasPrefix(rest, "of ") || strings.HasPrefix(rest, "de "))
}
