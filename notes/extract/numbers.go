package extract

import (
	"strconv"
	"strings"
)

// mostNumbers bounds a list of numbers.
const mostNumbers = 20

// numberList reads numbers in a row: "8, 7, 6", "5/5/5", "12-10-8", "5 5 5".
// One sign stands between all of them. Two make a list with a comma or a slash,
// three with a dash or a blank: "8-10" is a range, "3 8" may be anything. What
// goes on as a product or with a unit is none of them: "8, 7, 3x5".
func numberList(s *scanned, t slotType, i int) (value, bool) {
	if v, ok := gluedList(s, t, i); ok {
		return v, true
	}
	v, ok := plainNumber(s, i)
	if !ok || !inside(t, v.number) {
		return value{}, false
	}
	v.numbers = []float64{v.number}
	sign := separator(s, v.to)
	for len(v.numbers) < mostNumbers {
		k := v.to
		if sign != "" {
			if s.word(k) != sign {
				break
			}
			k++
		}
		if k >= len(s.tokens) || s.tokens[k].clause != s.tokens[i].clause {
			break
		}
		next, ok := plainNumber(s, k)
		if !ok || next.number != float64(int64(next.number)) || !inside(t, next.number) || s.word(next.to) == "x" || s.word(next.to) == "*" {
			break
		}
		v.numbers, v.to = append(v.numbers, next.number), next.to
	}
	least := 3
	if sign == "," || sign == "/" {
		least = 2
	}
	v.text = s.span(i, v.to)
	return v, len(v.numbers) >= least
}

// separator returns the sign at token k that may stand between the numbers of a
// list, "" for a blank.
func separator(s *scanned, k int) string {
	switch w := s.word(k); w {
	case ",", "/", "-", "+":
		return w
	}
	return ""
}

// gluedList reads "8,7,6", which is one token.
func gluedList(s *scanned, t slotType, i int) (value, bool) {
	v := value{text: s.tokens[i].text, form: formNumber, to: i + 1}
	parts := strings.Split(v.text, ",")
	if s.tokens[i].kind != number || len(parts) < 3 || len(parts) > mostNumbers {
		return value{}, false
	}
	for _, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || len(p) > 2 || !inside(t, float64(n)) { // "1,200,000" is one number
			return value{}, false
		}
		v.numbers = append(v.numbers, float64(n))
	}
	v.number = v.numbers[0]
	return v, true
}
