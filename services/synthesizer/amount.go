package synthesizer

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/weft-mesh/weft/notes/quantity"
)

// fromThousands is the number from which thousands are set apart: 9500, 18,050.
const fromThousands = 10000

// number writes a number for a person: no more digits than notes have, none that
// only say how a computer adds.
func number(v float64) string {
	digits := 2
	if math.Abs(v) < 1 {
		digits = 3
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return thousands(s)
}

// thousands sets the thousands of a large number apart.
func thousands(s string) string {
	whole, rest, broken := strings.Cut(s, ".")
	if v, err := strconv.ParseFloat(whole, 64); err != nil || math.Abs(v) < fromThousands {
		return s
	}
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if broken {
		return whole + "." + rest
	}
	return whole
}

// count writes how many of something there are: "1 note", "6 notes".
func count(n int, of string) string { return plural(float64(n), of) }

func plural(v float64, of string) string {
	if v == 1 {
		return "1 " + of
	}
	return number(v) + " " + of + "s"
}

// An amount is a number with its unit, and with what notes write in front of it or
// behind for a currency: "€", " €".
type amount struct {
	value        float64
	unit         string
	front, after string
	language     string // in whose notation it is written, BCP 47; "" is English
}

// String writes the amount: "42.3 km", "1 h 25 min", "€12.50", "5:32 min/km".
func (a amount) String() string {
	if a.language == "" {
		return a.english()
	}
	return localized(a.english(), a.language)
}

func (a amount) english() string {
	switch dimension := quantity.Dimension(a.unit); {
	case a.unit == "":
		return number(a.value)
	case dimension == quantity.Money:
		return a.money()
	case dimension == quantity.Duration:
		return a.duration()
	case dimension == quantity.Pace && a.value > 0:
		s := int(math.Round(a.value * 60))
		return fmt.Sprintf("%d:%02d %s", s/60, s%60, a.unit)
	case a.unit == "%":
		return number(a.value) + "%"
	}
	return number(a.value) + " " + a.unit
}

// money has cents, or none at all.
func (a amount) money() string {
	s := strings.TrimSuffix(strconv.FormatFloat(a.value, 'f', 2, 64), ".00")
	if s = thousands(s); a.front+a.after == "" {
		return s + " " + a.unit
	}
	return a.front + s + a.after
}

// duration writes hours and minutes, or minutes and seconds.
func (a amount) duration() string {
	unit := map[string]time.Duration{"h": time.Hour, "min": time.Minute, "s": time.Second}[a.unit]
	if unit == 0 { // days, weeks
		return plural(a.value, a.unit)
	}
	d := time.Duration(math.Abs(a.value) * float64(unit))
	if d = d.Round(time.Second); unit == time.Hour || d >= time.Hour {
		d = d.Round(time.Minute)
	}
	if d == 0 {
		return number(a.value) + " " + a.unit
	}
	var parts []string
	for _, u := range []struct {
		name string
		size time.Duration
	}{{"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}} {
		if n := d / u.size; n > 0 {
			parts = append(parts, number(float64(n))+" "+u.name)
			d -= n * u.size
		}
	}
	if a.value < 0 {
		parts[0] = "-" + parts[0]
	}
	return strings.Join(parts, " ")
}

// mostScanned is how much of a note is looked through for a way of writing.
const mostScanned = 4 << 10

// written takes over how a note writes the currency of an amount, if by a sign.
func (a amount) written(note string) amount {
	if quantity.Dimension(a.unit) != quantity.Money || a.front+a.after != "" {
		return a
	}
	for _, q := range quantity.Scan(head(note, mostScanned)) {
		first, last := strings.IndexAny(q.Text, digits), strings.LastIndexAny(q.Text, digits)
		if q.Unit != a.unit || first < 0 {
			continue
		}
		front, after := q.Text[:first], q.Text[last+1:]
		if !strings.ContainsFunc(front+after, func(r rune) bool { return !unicode.Is(unicode.Sc, r) && r != ' ' }) {
			a.front, a.after = front, after
			return a
		}
	}
	return a
}

const digits = "0123456789"
