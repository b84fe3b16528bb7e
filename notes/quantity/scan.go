package quantity

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Quantity is a number with its unit as it stands in a text.
type Quantity struct {
	Value float64
	Unit  string // canonical, such as "kg" or "min/km"; "" for a bare number
	Text  string // as written, with the unit, without "about"
	Start int    // byte offset of Text
	End   int    // byte offset behind Text
	// Approx is true where the text says so ("about", "~") or gives a range.
	Approx bool
}

// Scan returns the quantities of a text in its order. They don't overlap.
//
// Dates and bare clock times ("2026-03-05", "6:30"), ordinals, and numbers
// inside of words are none. Number words count where a unit follows ("two
// hours", "half an hour"): "one of them" is no quantity.
func Scan(text string) []Quantity {
	var out []Quantity
	for i := 0; i < len(text); {
		if !starts(text, i) {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		if q, ok := stones(text, i); ok {
			out = append(out, mark(text, q))
			i = q.End
			continue
		}
		if end := skip(text, i); end > i {
			i = end
			continue
		}
		qs, end := read(text, i)
		if end > i {
			out = append(out, qs...)
			i = end
			continue
		}
		i = next(text, i)
	}
	return out
}

// starts reports whether a quantity may begin at i: not within a word or a
// number, except behind the x of "5x5" and the @ of "5@80".
func starts(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	if !isDigit(s[i]) && !unicode.IsLetter(r) && r != '.' && !isSign(s, i) && vulgar[r] == 0 {
		return false
	}
	if i == 0 {
		return true
	}
	p, _ := utf8.DecodeLastRuneInString(s[:i])
	switch {
	case unicode.IsLetter(p):
		return isSign(s, i) || isDigit(s[i]) && timesBefore(s, i)
	case unicode.IsDigit(p):
		return false
	case p == '.' || p == ',':
		return i < 2 || !isDigit(s[i-2]) || !isDigit(s[i])
	case p == '#' || p == '_' || p == '\\':
		return false
	}
	return r != '.' || i+1 < len(s) && isDigit(s[i+1])
}

// timesBefore reports whether the letter before i is the times sign of a
// notation such as 5x5: an x behind a digit or a blank.
func timesBefore(s string, i int) bool {
	if i < 1 || s[i-1] != 'x' && s[i-1] != 'X' {
		return false
	}
	return i == 1 || s[i-2] == ' ' || isDigit(s[i-2]) || s[i-2] == 'g' || s[i-2] == 'b'
}

// next returns where to look again after nothing was found at i: behind the
// word or number that stands there.
func next(s string, i int) int {
	if j := letters(s, i); j > i {
		return j
	}
	j := i
	for j < len(s) && isDigit(s[j]) {
		j++
	}
	if j > i {
		return j
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return i + n
}

var (
	date    = regexp.MustCompile(`^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ]\d{1,2}:\d{2}(:\d{2})?)?|^\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|^\d+\.\d+\.\d+[\d.]*|^\d+(st|nd|rd|th)\b`)
	clock   = regexp.MustCompile(`^(\d{1,3}):(\d{2})(?::(\d{2}))?`)
	clockAM = regexp.MustCompile(`(?i)^\d{1,2}(:\d{2})?\s?(am|pm|a\.m\.|p\.m\.)([^a-z]|$)`)
	perUnit = regexp.MustCompile(`(?i)^\s?(?:min(?:utes?|s)?)?\s?(?:/|per\s|a\s)\s?(km|kilomet(?:er|re)|k|mile|mi|100\s?m|100\s?yd|100\s?yards)\b`)
	tick    = regexp.MustCompile(`^(\d{1,2})['′](\d{2})["″]?`)
	orSo    = regexp.MustCompile(`(?i)^\s(?:or so|ish)\b|^ish\b`)
)

// skip returns the end of a date, an ordinal or a clock time at i, and i if
// there is none. Paces such as 5:30/km are not skipped.
func skip(s string, i int) int {
	if !isDigit(s[i]) {
		return i
	}
	w := window(s, i)
	sign := w[len(w)-len(strings.TrimLeft(w, "0123456789")):]
	if sign == "" {
		return i
	}
	if strings.IndexByte("-/.snrtSNRT", sign[0]) >= 0 {
		if m := date.FindString(w); m != "" {
			return i + len(m)
		}
	}
	if strings.IndexByte(": apAP", sign[0]) >= 0 {
		if m := clockAM.FindStringSubmatchIndex(w); m != nil {
			return i + m[5]
		}
	}
	if sign[0] == ':' {
		if m := clock.FindStringSubmatchIndex(w); m != nil {
			if _, end := pace(s, i); end > i {
				return i
			}
			return i + m[1]
		}
	}
	return i
}

// window bounds what a pattern looks at, so that a scan stays linear.
func window(s string, i int) string {
	end := min(len(s), i+48)
	return s[i:end]
}

// follows reports whether a text begins with one of the letters of glued, or
// behind a blank with one of apart. It spares most numbers a pattern.
func follows(s, glued, apart string) bool {
	if s == "" {
		return false
	}
	if strings.IndexByte(" \t\n\f\r", s[0]) >= 0 {
		return len(s) > 1 && strings.IndexByte(apart, s[1]) >= 0
	}
	return strings.IndexByte(glued, s[0]) >= 0
}

// read returns the quantities that begin at i and the index behind them.
func read(s string, i int) ([]Quantity, int) {
	if q, end := countedPrice(s, i); end > i {
		return []Quantity{mark(s, q)}, end
	}
	qs, end := readSingle(s, i)
	if len(qs) == 1 && Dimension(qs[0].Unit) == Money {
		if q, behind := priceTimes(s, qs[0]); behind > end {
			return []Quantity{q}, behind
		}
	}
	return qs, end
}

// readSingle is read of what is not multiplied.
func readSingle(s string, i int) ([]Quantity, int) {
	if q, end := pace(s, i); end > i {
		return []Quantity{mark(s, q)}, end
	}
	if q, end := money(s, i); end > i {
		return []Quantity{mark(s, q)}, end
	}
	if v, end := points(s, i); end > i {
		if u, e := unitAt(s, end); Dimension(u) == Money || Dimension(u) == Steps || Dimension(u) == Energy {
			return []Quantity{mark(s, Quantity{Value: v, Unit: u, Text: s[i:e], Start: i, End: e})}, e
		}
	}
	if q, end := spoken(s, i); end > i {
		return []Quantity{mark(s, q)}, end
	}
	first, end := number(s, i)
	if end == i {
		return nil, i
	}
	if e, ok := suffix(s, end, " thousand"); ok {
		first, end = first*1000, e
	}
	if q, ok := span(s, first, i, end); ok {
		return q, q[1].End
	}
	q := withUnit(s, i, end, first)
	return []Quantity{mark(s, q)}, q.End
}

// stone reads a weight in stones: "12st 6lb", "13 stone 4". Of glued ones without
// pounds only those that are no ordinal: "12st" is no day of a month.
var stone = regexp.MustCompile(`(?i)^(\d{1,2})(?:(st)|\s(?:st|stone))(?:\s?(\d{1,2})(\s?(?:lbs?|pounds?))?)?\b`)

func stones(s string, i int) (Quantity, bool) {
	if !isDigit(s[i]) {
		return Quantity{}, false
	}
	w := window(s, i)
	if !follows(strings.TrimLeft(w, "0123456789"), "sS", "sS") {
		return Quantity{}, false
	}
	m := stone.FindStringSubmatchIndex(w)
	if m == nil {
		return Quantity{}, false
	}
	whole, _ := strconv.ParseFloat(w[m[2]:m[3]], 64)
	ordinal := int(whole)%10 == 1 && whole != 11
	glued, pounds, named := m[4] >= 0, m[6] >= 0, m[8] >= 0
	if pounds {
		lb, _ := strconv.ParseFloat(w[m[6]:m[7]], 64)
		if lb < 14 && (!glued || named) {
			return Quantity{Value: whole*14 + lb, Unit: "lb", Text: w[:m[1]], Start: i, End: i + m[1]}, true
		}
	}
	if glued && !ordinal && !pounds {
		return Quantity{Value: whole, Unit: "st", Text: w[:m[1]], Start: i, End: i + m[1]}, true
	}
	return Quantity{}, false
}

// suffix returns the index behind a word that stands at s[i:].
func suffix(s string, i int, w string) (int, bool) {
	e := i + len(w)
	return e, len(s) >= e && strings.EqualFold(s[i:e], w) && letters(s, e) == e
}

// number reads a number in digits, with fractions such as "1 1/2".
func number(s string, i int) (float64, int) {
	v, end := digits(s, i)
	if end == i {
		return 0, i
	}
	if n, d, e, ok := fraction(s, i); ok {
		return n / d, e
	}
	if b := blanks(s, end); b == end+1 {
		if n, d, e, ok := fraction(s, b); ok && n < d {
			return v + n/d, e
		}
	}
	return v, end
}

// fraction reads "1/2" where a unit word follows, so that "6/10" and "1/2"
// without one stay what they are: ratings and dates.
func fraction(s string, i int) (n, d float64, end int, ok bool) {
	if i+2 >= len(s) || s[i] < '1' || s[i] > '9' || s[i+1] != '/' {
		return 0, 0, i, false
	}
	n, d = float64(s[i]-'0'), float64(s[i+2]-'0')
	if d != 2 && d != 3 && d != 4 && d != 8 {
		return 0, 0, i, false
	}
	if i+3 < len(s) && isDigit(s[i+3]) {
		return 0, 0, i, false
	}
	if u, e := unitAt(s, i+3); u == "" || e == i+3 {
		return 0, 0, i, false
	}
	return n, d, i + 3, true
}

// span reads a range with its unit behind: "5-6 km", "30 to 40 min". Both ends
// are quantities, and neither is exact.
func span(s string, first float64, i, end int) ([]Quantity, bool) {
	j := blanks(s, end)
	var k int
	switch {
	case strings.HasPrefix(s[j:], "–"):
		k = j + len("–")
	case strings.HasPrefix(s[j:], "-"):
		k = j + 1
	case j > end && strings.HasPrefix(s[j:], "to "):
		k = j + 3
	default:
		return nil, false
	}
	k = blanks(s, k)
	second, e := digits(s, k)
	if e == k || second <= first {
		return nil, false
	}
	q := withUnit(s, k, e, second)
	if q.Unit == "" {
		return nil, false
	}
	q.Approx = true
	low := Quantity{Value: first, Unit: q.Unit, Text: s[i:end], Start: i, End: end, Approx: true}
	return []Quantity{low, q}, true
}

// withUnit reads the unit behind a number at s[i:end] and, for times, the parts
// that follow: "1h 20m", "7h30".
func withUnit(s string, i, end int, v float64) Quantity {
	q := Quantity{Value: v, Start: i, End: end, Text: s[i:end]}
	u, e := unitAt(s, end)
	if ish, ok := suffix(s, end, "ish"); ok && u == "" { // "31ish mins"
		if u, e = unitAt(s, ish); u != "" {
			q.Approx = true
		}
	}
	if u == "" {
		return thousands(s, q)
	}
	q.Unit, q.End = u, e
	if u == "h" || u == "min" || u == "m" {
		q = parts(s, q)
	}
	q.Text = s[q.Start:q.End]
	q, _ = behind(s, q)
	return q
}

// thousands reads the k of "5k" and "10k steps". Alone it is a race distance,
// which is what it means in notes; As gives the other reading.
func thousands(s string, q Quantity) Quantity {
	if q.End >= len(s) || s[q.End] != 'k' && s[q.End] != 'K' || letters(s, q.End) != q.End+1 {
		return q
	}
	if q.End+1 < len(s) && isDigit(s[q.End+1]) {
		return q
	}
	end := q.End + 1
	if end < len(s) && s[end] == '+' { // "20k+ steps"
		end++
	}
	if u, e := unitAt(s, end); u != "" && (Dimension(u) == Steps || Dimension(u) == Money || Dimension(u) == Energy) {
		return Quantity{Value: q.Value * 1000, Unit: u, Text: s[q.Start:e], Start: q.Start, End: e}
	}
	return Quantity{Value: q.Value, Unit: "km", Text: s[q.Start:end], Start: q.Start, End: end}
}

// parts adds minutes and seconds to hours, seconds to minutes. The unit is that
// of the smallest part.
func parts(s string, q Quantity) Quantity {
	glued := q.End > 0 && blanks(s, q.Start) == q.Start && isDigit(s[q.Start])
	j := q.End
	for range 2 {
		k := blanks(s, j)
		if strings.HasPrefix(s[k:], "and ") && k > j {
			k = blanks(s, k+4)
		}
		v, e := digits(s, k)
		if e == k || k > j+6 || v >= 60 {
			return q
		}
		u, ue := unitAt(s, e)
		if b := blanks(s, e); u == "" && strings.HasPrefix(s[b:], "s") && letters(s, b) == b+1 {
			u, ue = "s", b+1 // a bare letter, but behind minutes nothing else is meant
		}
		if u == "" {
			return bareParts(s, q, v, j, k, e, glued)
		}
		minutes, ok := inMinutes(q, v, u)
		if !ok {
			return q
		}
		q = Quantity{Value: minutes, Unit: "min", Start: q.Start, End: ue, Approx: q.Approx}
		j = q.End
	}
	return q
}

// inMinutes adds v of the unit u, minutes or seconds, to a longer time.
func inMinutes(q Quantity, v float64, u string) (float64, bool) {
	switch {
	case (u == "min" || u == "m") && q.Unit == "h":
		return q.Value*60 + v, true
	case u == "s" && (q.Unit == "min" || q.Unit == "m"):
		return q.Value + v/60, true
	case u == "s" && q.Unit == "h":
		return q.Value*60 + v/60, true
	}
	return 0, false
}

// bareParts adds two digits without a unit, from k to e, to the time that ends at j:
// "6h10", "6 hrs 10", "22min30".
func bareParts(s string, q Quantity, v float64, j, k, e int, glued bool) Quantity {
	if e != k+2 {
		return q
	}
	joined := glued && k == j
	switch {
	case q.Unit == "h" && (joined && s[j-1] == 'h' || k == j+1 && partEnds(s, e)):
		q = Quantity{Value: q.Value*60 + v, Unit: "min", Start: q.Start, End: e, Approx: q.Approx}
	case q.Unit == "min" && joined && s[j-1] == 'n':
		q = Quantity{Value: q.Value + v/60, Unit: "min", Start: q.Start, End: e, Approx: q.Approx}
	}
	return q
}

// partEnds reports whether nothing but a sign or a line's end follows at s[i:].
func partEnds(s string, i int) bool {
	i = blanks(s, i)
	return i == len(s) || strings.IndexByte(",;.)!\n\r", s[i]) >= 0 && !(s[i] == '.' && i+1 < len(s) && isDigit(s[i+1]))
}

// unitAt reads a unit at s[i:], with or without a blank before it. It returns
// the canonical unit and the index behind it.
func unitAt(s string, i int) (string, int) {
	j := blanks(s, i)
	if j > i+2 || j >= len(s) {
		return "", i
	}
	if s[j] == '-' && j == i && j+1 < len(s) { // "20-minute", "5-km"
		if u, e := word(s, j+1); u != "" && e-j > 3 {
			return u, e
		}
		return "", i
	}
	for _, sign := range []string{"€", "$", "£", "¥", "₹", "%"} {
		if strings.HasPrefix(s[j:], sign) {
			return byWord[sign], j + len(sign)
		}
	}
	if strings.HasPrefix(s[j:], "°") {
		e := letters(s, j+len("°"))
		return byWord[lower(s[j:e])], max(i, e)
	}
	u, e := word(s, j)
	if u == "" {
		return "", i
	}
	// A bare letter behind a blank is a unit only where nobody would take it
	// for a word or a name: "5 m", not "5 W" or "3 s".
	if j > i && e == j+1 && !strings.ContainsAny(s[j:e], "mglhLCF") {
		return "", i
	}
	return u, e
}

// power reports whether an exponent stands at s[e:], as in "9 m3" or "40 m²".
func power(s string, e int) bool {
	if strings.HasPrefix(s[e:], "²") || strings.HasPrefix(s[e:], "³") {
		return true
	}
	return e < len(s) && (s[e] == '2' || s[e] == '3') && (e+1 == len(s) || !isDigit(s[e+1]) && s[e+1] != '.') && s[e-1] == 'm'
}

// word reads a unit word of letters, such as "kg" or "fl oz" or "km/h".
func word(s string, j int) (string, int) {
	e := letters(s, j)
	w := lower(s[j:e])
	if w == "" || len(w) > 16 || power(s, e) {
		return "", j
	}
	if u, k := compound(s, w, j, e); u != "" {
		return u, k
	}
	digit := e < len(s) && isDigit(s[e])
	u, ok := byWord[w]
	if !ok {
		// "80kgx5" and "80kgs": the times sign may be glued to the unit.
		if t, cut := strings.CutSuffix(w, "x"); cut && byWord[t] != "" && digit {
			return byWord[t], e - 1
		}
		return "", j
	}
	// A digit glued behind a unit is allowed only for hours and minutes.
	if digit && u != "h" && u != "min" && u != "m" {
		return "", j
	}
	return u, e
}

// compound reads a unit of two words that begins with w at s[j:e]: "fl oz", "km/h".
func compound(s, w string, j, e int) (string, int) {
	switch w {
	case "fl":
		if strings.HasPrefix(lower(window(s, e)), " oz") {
			return "fl oz", e + 3
		}
	case "km", "m", "mmol", "mg":
		if strings.HasPrefix(s[e:], "/") {
			k := letters(s, e+1)
			return byWord[lower(s[j:k])], k
		}
	}
	return "", j
}

// hedges are the words in front of a quantity that make it approximate.
var hedges = map[string]bool{
	"about": true, "around": true, "roughly": true, "approx": true, "approx.": true, "approximately": true,
	"ca": true, "ca.": true, "circa": true, "nearly": true, "almost": true, "some": true,
}

// approx reports whether a text ends with a sign or word that makes what follows
// approximate, and at most two blanks.
func approx(before string) bool {
	text := strings.TrimRight(before, " \t\n")
	if len(before)-len(text) > 2 {
		return false
	}
	if strings.HasSuffix(text, "~") || strings.HasSuffix(text, "≈") {
		return true
	}
	word := text[strings.LastIndexAny(text, " \t\n,;:!?()[]/-–—\"'*")+1:]
	return hedges[strings.ToLower(word)]
}

// mark sets Approx from the words around.
func mark(s string, q Quantity) Quantity {
	before := s[max(0, q.Start-16):q.Start]
	for len(before) > 0 && !utf8.RuneStart(before[0]) {
		before = before[1:]
	}
	if after := window(s, q.End); approx(before) || follows(after, "iI", "iIoO") && orSo.MatchString(after) {
		q.Approx = true
	}
	return q
}
