package quantity

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// articleUnits are the units before which "a" and "an" mean one. "A second"
// and "a minute" are not among them: people wait a second and do a second set.
var articleUnits = map[string]bool{
	"hour": true, "mile": true, "kilometer": true, "kilometre": true,
	"km": true, "liter": true, "litre": true, "pint": true, "cup": true,
	"tablespoon": true, "teaspoon": true, "kilo": true, "gram": true,
}

var (
	halfOf   = regexp.MustCompile(`(?i)^(half|quarter|three quarters)\s(?:of\s)?(?:an?\s)([a-z]+)`)
	aQuarter = regexp.MustCompile(`(?i)^a quarter of an? ([a-z]+)`)
	couple   = regexp.MustCompile(`(?i)^a couple (?:of )?([a-z]+)`)
	article  = regexp.MustCompile(`(?i)^an? ([a-z]+)( and a half)?`)
	wordNum  = regexp.MustCompile(`(?i)^((?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)( hundred)?( and a half| and a quarter)?[ -]([a-z]+)( and a half)?`)
	digitAnd = regexp.MustCompile(`(?i)^(\d{1,4})( and a half| and a quarter) ([a-z]+)`)
	digitRun = regexp.MustCompile(`(?i)^(\d{1,4}) (hours?|miles?|cups?|days?|weeks?|liters?|litres?) and a half\b`)
)

// spoken reads quantities in words: "half an hour", "two and a half hours",
// "an hour and a half", "a couple of miles".
func spoken(s string, i int) (Quantity, int) {
	w := window(s, i)
	made := func(v float64, unitWord string, length int) (Quantity, int) {
		u, ok := byWord[lower(unitWord)]
		if !ok || len(unitWord) < 2 {
			return Quantity{}, i
		}
		return behind(s, Quantity{Value: v, Unit: u, Text: s[i : i+length], Start: i, End: i + length})
	}
	switch w[0] | 0x20 {
	case 'h', 'q':
		if m := halfOf.FindStringSubmatch(w); m != nil {
			return made(map[string]float64{"half": 0.5, "quarter": 0.25}[lower(m[1])], m[2], len(m[0]))
		}
		return Quantity{}, i
	case 'a':
		if m := aQuarter.FindStringSubmatch(w); m != nil {
			return made(0.25, m[1], len(m[0]))
		}
		if m := couple.FindStringSubmatch(w); m != nil {
			q, end := made(2, m[1], len(m[0]))
			q.Approx = true
			return q, end
		}
		if m := article.FindStringSubmatch(w); m != nil && articleUnits[lower(m[1])] {
			return made(1+part(m[2]), m[1], len(m[0]))
		}
		return Quantity{}, i
	}
	if isDigit(s[i]) {
		if m := digitAnd.FindStringSubmatch(w); m != nil {
			v, _ := strconv.ParseFloat(m[1], 64)
			return made(v+part(m[2]), m[3], len(m[0]))
		}
		if m := digitRun.FindStringSubmatch(w); m != nil {
			v, _ := strconv.ParseFloat(m[1], 64)
			return made(v+0.5, m[2], len(m[0]))
		}
		return Quantity{}, i
	}
	if m := halfOf.FindStringSubmatch(w); m != nil { // "three quarters of an hour"
		return made(0.75, m[2], len(m[0]))
	}
	m := wordNum.FindStringSubmatch(w)
	if m == nil {
		return Quantity{}, i
	}
	v, ok := NumberWord(strings.ReplaceAll(m[1], " ", "-"))
	if !ok {
		return Quantity{}, i
	}
	if m[2] != "" {
		v *= 100
	}
	return made(v+part(m[3])+part(m[5]), m[4], len(m[0]))
}

var wordMinutes = regexp.MustCompile(`(?i)^ (?:and )?(\d\d?|[a-z]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?) (?:minutes?|mins?)\b`)

// behind adds to a whole amount the smaller part that is said behind it.
func behind(s string, q Quantity) (Quantity, int) {
	rest := window(s, q.End)
	switch {
	case q.Value != math.Trunc(q.Value):
	case q.Unit == "h": // "an hour and five minutes"
		if m := wordMinutes.FindStringSubmatch(rest); m != nil {
			if v, ok := inWords(m[1]); ok && v < 60 {
				q.Value, q.Unit, q.End = q.Value*60+v, "min", q.End+len(m[0])
			}
		}
	case Dimension(q.Unit) == Money: // "nine euro twenty", "3 euro 50"
		if m := wordCents.FindStringSubmatch(rest); m != nil {
			if v, ok := inWords(m[1]); ok {
				q.Value, q.End = q.Value+v/100, q.End+1+len(m[1])
			}
		}
	}
	q.Text = s[q.Start:q.End]
	return q, q.End
}

// inWords is a number in digits or words.
func inWords(s string) (float64, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return float64(n), true
	}
	return NumberWord(strings.ReplaceAll(s, " ", "-"))
}

var wordCents = regexp.MustCompile(`(?i)^ (\d\d|ten|fifteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)(?:$|[,;.)\n]| (?:at|for|on|in|from)\b)`)

func part(words string) float64 {
	switch strings.TrimSpace(lower(words)) {
	case "and a half":
		return 0.5
	case "and a quarter":
		return 0.25
	}
	return 0
}

// pace reads "5:30/km", "8:15 min/mile", "5'30\"/km", "1:45/100m".
func pace(s string, i int) (Quantity, int) {
	if !isDigit(s[i]) {
		return Quantity{}, i
	}
	w := window(s, i)
	m := clock.FindStringSubmatch(w)
	if m == nil || m[3] != "" {
		if m = tick.FindStringSubmatch(w); m == nil {
			return pacePlain(s, i)
		}
	}
	per := perUnit.FindStringSubmatch(w[len(m[0]):])
	if per == nil {
		return Quantity{}, i
	}
	minutes, _ := strconv.ParseFloat(m[1], 64)
	seconds, _ := strconv.ParseFloat(m[2], 64)
	end := i + len(m[0]) + len(per[0])
	return Quantity{Value: minutes + seconds/60, Unit: "min/" + paceUnit(per[1]), Text: s[i:end], Start: i, End: end}, end
}

// pacePlain reads "5.5 min/km".
func pacePlain(s string, i int) (Quantity, int) {
	v, end := digits(s, i)
	if end == i {
		return Quantity{}, i
	}
	after := window(s, end)
	if n := min(len(after), 2); !strings.Contains(after[:n], "m") && !strings.Contains(after[:n], "M") {
		return Quantity{}, i
	}
	per := perUnit.FindStringSubmatch(after)
	if per == nil || !strings.Contains(lower(per[0]), "min") {
		return Quantity{}, i
	}
	e := end + len(per[0])
	return Quantity{Value: v, Unit: "min/" + paceUnit(per[1]), Text: s[i:e], Start: i, End: e}, e
}

func paceUnit(word string) string {
	switch w := lower(word); {
	case strings.HasPrefix(w, "mi"):
		return "mi"
	case strings.HasPrefix(w, "100"):
		if strings.Contains(w, "y") {
			return "100yd"
		}
		return "100m"
	}
	return "km"
}

// signs are those of currencies, the longest first: "US$" is no "$".
// codes are what may stand in front of an amount in letters.
var signs, codes = func() (signs []string, codes map[string]string) {
	codes = map[string]string{}
	for name, u := range units {
		for _, w := range u.words {
			switch n := letters(w, 0); {
			case u.dimension != Money:
			case n < len(w):
				signs = append(signs, w)
			case n == 2 || n == 3:
				codes[w] = name
			}
		}
	}
	for _, w := range words("try", "ron", "rub", "php", "lei") { // words and names besides
		delete(codes, w)
	}
	slices.SortFunc(signs, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return signs, codes
}()

// signAt returns the currency whose sign stands at s[i:], and where the sign ends.
func signAt(s string, i int) (unit string, end int) {
	for _, sign := range signs {
		if strings.HasPrefix(s[i:], sign) {
			return byWord[lower(sign)], i + len(sign)
		}
	}
	return "", i
}

func isSign(s string, i int) bool {
	unit, _ := signAt(s, i)
	return unit != ""
}

// codeAt returns the currency whose code stands in front of a number at s[i:], and
// where the code ends.
func codeAt(s string, i int) (unit string, end int) {
	end = letters(s, i)
	if end-i > len("ksh") {
		return "", i
	}
	if unit = codes[lower(s[i:end])]; unit == "" {
		return "", i
	}
	if end < len(s) && s[end] == '.' {
		end++
	}
	if k := blanks(s, end); k > end+1 || k == len(s) || !isDigit(s[k]) {
		return "", i
	}
	return unit, end
}

// money reads an amount behind its currency's sign or code: "€12.50", "$5k",
// "£ 3", "CHF 40".
func money(s string, i int) (Quantity, int) {
	unit, end := signAt(s, i)
	if unit == "" {
		unit, end = codeAt(s, i)
	}
	if unit == "" {
		return Quantity{}, i
	}
	return amount(s, i, end, unit)
}

// amount reads the number behind a currency that stands at s[i:j].
func amount(s string, i, j int, unit string) (Quantity, int) {
	k := blanks(s, j)
	if k > j+1 {
		return Quantity{}, i
	}
	v, end := digits(s, k)
	if end == k {
		return Quantity{}, i
	}
	if w, e := points(s, k); e > end && s[end] != ' ' {
		v, end = w, e
	}
	if end < len(s) && (s[end] == 'k' || s[end] == 'K') && letters(s, end) == end+1 {
		v, end = v*1000, end+1
	}
	return Quantity{Value: v, Unit: unit, Text: s[i:end], Start: i, End: end}, end
}

// pointed is a number whose thousands are parted by points or blanks, as on the
// European continent: "1.200,50", "1 200". Only a unit that is counted in
// thousands makes them one.
var pointed = regexp.MustCompile(`^(\d{1,3})(?:[.\x{00a0}\x{202f} ]\d{3})+(?:,(\d{1,2}))?`)

// points reads such a number; it returns i where there is none.
func points(s string, i int) (float64, int) {
	m := pointed.FindStringSubmatchIndex(window(s, i))
	if m == nil {
		return 0, i
	}
	end := i + m[1]
	if end < len(s) && (isDigit(s[end]) || (s[end] == '.' || s[end] == ',') && end+1 < len(s) && isDigit(s[end+1])) {
		return 0, i
	}
	whole, cents := s[i:end], ""
	if m[4] >= 0 {
		whole, cents = s[i:i+m[4]-1], s[i+m[4]:end]
	}
	v, err := strconv.ParseFloat(strings.NewReplacer(".", "", " ", "", "\u00a0", "", "\u202f", "").Replace(whole)+"."+cents+"0", 64)
	if err != nil {
		return 0, i
	}
	return v, end
}

// As returns q as a quantity of a dimension, where its words allow that: "5k"
// is 5 km and, as a plain number (dimension ""), 5000; "30m" is 30 m and 30
// min; "20 pounds" is a weight and an amount of money.
func (q Quantity) As(dimension string) (Quantity, bool) {
	if Dimension(q.Unit) == dimension {
		return q, true
	}
	last := lower(strings.TrimLeft(q.Text, "0123456789., "))
	switch {
	case dimension == Duration && last == "m" && q.Value < 100:
		q.Unit = "min"
	case dimension == Money && (last == "pounds" || last == "pound"):
		q.Unit = "GBP"
	case dimension == "" && last == "k":
		q.Value, q.Unit = q.Value*1000, ""
	case dimension == Volume && last == "oz":
		q.Unit = "fl oz"
	default:
		return Quantity{}, false
	}
	return q, true
}
