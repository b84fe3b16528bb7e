package grounding

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A text is what is to be checked in an answer, or to be known from evidence.
type text struct {
	raw     string
	dates   []date
	quotes  []span
	numbers []number
}

// A span is a part of a text.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// A number is a number with its unit. All are kept without their sign: who
// writes "5 kg less" means -5.
type number struct {
	span
	value     float64
	unit      string  // canonical; "" if there is none
	tolerance float64 // half of the last shown digit, in unit
	count     bool    // counts things; never stands for a quantity with a unit
	clock     bool    // a time of day, in minutes
	calendar  bool    // of a date or between two; never stands for a quantity with a unit
	word      bool    // in letters: known, but not judged
	// readings are what it may say, in place of the above.
	readings []number
}

// scanText reads all that can be checked. Numbers within dates, clock times and
// quotations are not numbers of their own.
func scanText(raw string) text {
	t := text{raw: raw}
	blank := []byte(raw)
	t.quotes = scanQuotes(raw)
	for _, q := range t.quotes {
		wipe(blank, q)
	}
	t.dates = scanDates(string(blank))
	for _, d := range t.dates {
		wipe(blank, d.span)
	}
	clocks := scanClocks(string(blank))
	for _, c := range clocks {
		wipe(blank, c.span)
	}
	t.numbers = append(scanNumbers(string(blank)), clocks...)
	return t
}

var (
	figures  = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	listMark = regexp.MustCompile(`(?m)^[ \t>*-]*(\d{1,3})[.)][ \t]`)
	grouped  = regexp.MustCompile(`^\d{1,3}(?:[,’' ]\d{3})+(?:\.\d+)?$`)
	leading  = regexp.MustCompile(`\d[\d.,]*`)
	worded   = regexp.MustCompile(`(?i)\b(?:(the|these|those|all|both)\s+)?(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty|hundred|dozen|twice)\b`)
)

func scanNumbers(s string) []number {
	taken := make([]bool, len(s))
	take := func(sp span) {
		for i := sp.start; i < sp.end; i++ {
			taken[i] = true
		}
	}
	for _, m := range listMark.FindAllStringSubmatchIndex(s, -1) {
		take(span{m[2], m[3]})
	}
	var out []number
	add := func(n number) {
		out = append(out, n)
		take(n.span)
	}
	for _, q := range quantity.Scan(s) {
		if !taken[q.Start] {
			add(fromQuantity(q))
		}
	}
	for _, m := range figures.FindAllStringIndex(s, -1) {
		if n, ok := plain(s[m[0]:m[1]]); ok && !taken[m[0]] {
			n.span = span{m[0], m[1]}
			add(n)
		}
	}
	for _, m := range worded.FindAllStringSubmatchIndex(s, -1) {
		// "the two lifts" points at things that were named, it counts nothing.
		if m[2] < 0 && !taken[m[4]] {
			v, ok := quantity.NumberWord(s[m[4]:m[5]])
			if !ok {
				v = 2 // twice
			}
			add(number{span: span{m[4], m[5]}, value: v, tolerance: epsilon, word: true})
		}
	}
	return out
}

const epsilon = 1e-9

func fromQuantity(q quantity.Quantity) number {
	n := number{span: span{q.Start, q.End}, value: abs(q.Value), unit: q.Unit, tolerance: epsilon}
	shown, ok := plain(leading.FindString(q.Text))
	switch {
	case strings.ContainsAny(q.Text, ":'′"):
		n.tolerance = 0.5 / 60 // a pace shows seconds of minutes
	case !ok:
		// A number word is exact.
	case near(shown.value, q.Value):
		n.tolerance = shown.tolerance
	case near(shown.value*1000, q.Value): // 10k steps
		n.tolerance = shown.tolerance * 1000
	default: // 7h30, 1 h 20 min
		n.tolerance = 0.5
		if strings.Contains(q.Text, "/") { // 1/2 h
			n.tolerance = epsilon
		}
	}
	if q.Approx {
		n.tolerance = max(n.tolerance, min(roundness(q.Value)/2, 0.05*n.value))
	}
	if n.unit == "lb" && strings.Contains(strings.ToLower(q.Text), "pound") { // of weight, or sterling
		sterling := n
		sterling.unit = "GBP"
		n.readings = []number{n, sterling}
	}
	return n
}

// plain reads digits as people group them.
func plain(s string) (number, bool) {
	s = strings.TrimRight(s, ".,")
	switch {
	case grouped.MatchString(s):
		s = strings.NewReplacer(",", "", "’", "", "'", "", " ", "").Replace(s)
	case strings.Count(s, ",") == 1 && !strings.Contains(s, "."):
		s = strings.Replace(s, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return number{}, false
	}
	tolerance := 0.5
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		for range len(s) - dot - 1 {
			tolerance /= 10
		}
	}
	return number{value: v, tolerance: tolerance}, true
}

// roundness returns the step of the last digit that is not 0: 100 for 1,200.
func roundness(v float64) float64 {
	step := 1.0
	for n := int64(abs(v)); n > 0 && n%10 == 0; n /= 10 {
		step *= 10
	}
	return step
}

func abs(v float64) float64 { return max(v, -v) }

func near(a, b float64) bool { return abs(a-b) <= epsilon*max(1, abs(a), abs(b)) }
