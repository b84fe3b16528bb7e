package quantity

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

var (
	countBefore = regexp.MustCompile(`^(\d{1,3})\s?[xX×*@]\s?`)
	countBehind = regexp.MustCompile(`^\s?[xX×*]\s?(\d{1,3})(?:[^\d.,\pL%]|[.,](?:\D|$)|$)`)
	equals      = regexp.MustCompile(`^\s?=\s?`)
)

// countedPrice reads how many there were of something and the price of one as what they
// cost together: "3 x 12 €", "4 @ £2.50", "3 x 12 € = 36 €". Only prices are multiplied:
// three times five of anything else may be sets, doses or intervals.
func countedPrice(s string, i int) (Quantity, int) {
	w := window(s, i)
	if sign := strings.TrimLeft(w, "0123456789"); sign == w || !follows(sign, "xX*@\xc3", "xX*@\xc3") {
		return Quantity{}, i
	}
	m := countBefore.FindStringSubmatchIndex(w)
	if m == nil || i+m[1] == len(s) {
		return Quantity{}, i
	}
	one, end := readSingle(s, i+m[1])
	if len(one) != 1 || Dimension(one[0].Unit) != Money {
		return Quantity{}, i
	}
	return multipliedPrice(s, i, end, one[0], w[m[2]:m[3]])
}

// priceTimes reads how many there were behind the price of one: "12 € × 3".
func priceTimes(s string, one Quantity) (Quantity, int) {
	w := window(s, one.End)
	if !follows(w, "xX*\xc3", "xX*\xc3") {
		return one, one.End
	}
	m := countBehind.FindStringSubmatchIndex(w)
	if m == nil {
		return one, one.End
	}
	if u, _ := unitAt(s, one.End+m[3]); u != "" { // "12 € x 3 kg" tells a price and a weight
		return one, one.End
	}
	return multipliedPrice(s, one.Start, one.End+m[3], one, w[m[2]:m[3]])
}

// multipliedPrice is so many times a price that ends at a place, with the product if that is
// written behind it.
func multipliedPrice(s string, i, end int, one Quantity, count string) (Quantity, int) {
	n, err := strconv.ParseFloat(count, 64)
	if err != nil || n == 0 {
		return Quantity{}, i
	}
	q := Quantity{Value: math.Round(n*one.Value*1e6) / 1e6, Unit: one.Unit, Start: i, End: end, Approx: one.Approx}
	if m := equals.FindString(window(s, end)); m != "" && end+len(m) < len(s) {
		if sum, behind := readSingle(s, end+len(m)); len(sum) == 1 && sum[0].Unit == q.Unit {
			q.Value, q.End = sum[0].Value, behind
		}
	}
	q.Text = s[q.Start:q.End]
	return q, q.End
}
