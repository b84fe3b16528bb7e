package analyzer

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
)

// round keeps the digits that a reader can use: two decimals, one from 100 on,
// unless two say it exactly: 129.95 is what a note says, and no average. What
// is below a hundredth keeps two figures.
func round(v float64) float64 {
	switch a := math.Abs(v); {
	case a >= 100 && math.Abs(a*100-math.Round(a*100)) < 1e-6:
		return math.Round(v*100) / 100
	case a >= 100:
		return math.Round(v*10) / 10
	case a >= 0.01 || a == 0:
		return math.Round(v*100) / 100
	default:
		digits := math.Pow(10, 1-math.Floor(math.Log10(a)))
		return math.Round(v*digits) / digits
	}
}

// amount writes a number as people do: 5.07, 80, 1240.5.
func amount(v float64) string { return strconv.FormatFloat(round(v), 'f', -1, 64) }

// with writes a number with its unit.
func with(v float64, unit string) string {
	switch {
	case unit == "":
		return amount(v)
	case unit == "%":
		return amount(v) + " %"
	case v == 1 && unit == "days":
		return "1 day"
	case unit[0] == '/':
		return amount(v) + unit
	}
	return amount(v) + " " + unit
}

func plural(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "y") && !strings.HasSuffix(one, "ay"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(one, "y"))
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// list joins words: "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// capital returns the sentence with a capital first letter.
func capital(s string) string {
	if s == "" {
		return s
	}
	if c := s[0]; c >= 'a' && c <= 'z' {
		return string(c-'a'+'A') + s[1:]
	}
	return s
}

// spread writes what values lie between: "4.5 to 5.5 h", or the one value.
func spread(s stat.Summary, unit string) string {
	if round(s.Min) == round(s.Max) {
		return with(s.Min, unit)
	}
	return amount(s.Min) + " to " + with(s.Max, unit)
}

// comparative says how the second of two means lies to the first.
func comparative(unit string, diff float64) string {
	low, high := "lower", "higher"
	if quantity.Dimension(unit) == quantity.Duration {
		low, high = "shorter", "longer"
	}
	if diff < 0 {
		return low
	}
	return high
}

// percent writes a change in whole percent: "31 % less" needs no decimals.
func percent(p float64) string {
	return strconv.FormatFloat(math.Round(math.Abs(p)), 'f', -1, 64) + " %"
}

// chance writes a probability for a reader: "p = 0.03".
func chance(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return "p = " + strconv.FormatFloat(math.Round(p*1000)/1000, 'f', -1, 64)
}

// lowerFirst returns the sentence with a small first letter.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
