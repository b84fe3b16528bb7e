package wish

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// How numbers and lengths are written. A number above a thousand is none here.
const (
	number = `(\d{1,3}(?:[.,]\d{1,2})?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety)`
	length = `(?:` + number + `\s*-?(hours?|hrs?|h|minutes?|mins?|min)(\s+and\s+a\s+half)?|(half)\s+an\s+hour|(half)-hour)\b`
	per    = `\s*(?:a|an|per|each|every|in a|/)\s*`
	most   = `(at most|no more than|not more than|maximum|max\.?|up to|only)?\s*`
)

var (
	lengthPer  = regexp.MustCompile(`\b` + most + length + `(?:` + per + `(day|week|wk)|\s+(daily|weekly))\b`)
	lengthEach = regexp.MustCompile(`\b(?:for\s+)?` + length + `(?:\s+(?:each|each time|per session|a session|every time|at a time)\b)?`)
	noLonger   = regexp.MustCompile(`\b(?:no|not|never|nothing)\s+(?:\w+\s+){0,2}?(?:more than|over|longer than|above)\s+` + length + `(?:\s+(?:straight|at a time|at once|in one go))?`)
	timesPer   = regexp.MustCompile(`\b` + number + `\s*(?:times|x|sessions?|days?|runs?|workouts?|trainings?|lessons?|(evenings?|mornings?|afternoons?|nights?|lunchtimes?))` + per + `(?:week|wk)\b`)
	oftenPer   = regexp.MustCompile(`\b(once|twice|thrice)` + per + `(?:week|wk)\b`)
	weekly     = regexp.MustCompile(`\bevery\s+(other|second)\s+day\b|\b(?:every|each)\s+(day|morning|evening|afternoon|night)s?\b|\b(daily|weekly)\b`)
)

var numbers = map[string]float64{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "fifty": 50, "sixty": 60,
	"ninety": 90, "once": 1, "twice": 2, "thrice": 3,
}

func value(s string) float64 {
	if n, ok := numbers[s]; ok {
		return n
	}
	n, _ := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	return n
}

// minutes returns how long something is, of the groups of length.
func minutes(number, unit, andHalf, half, halfHour string) int {
	if half != "" || halfHour != "" {
		return 30
	}
	n := value(number)
	if andHalf != "" {
		n += .5
	}
	if strings.HasPrefix(unit, "h") {
		n *= 60
	}
	return int(n + .5)
}

// groups returns the texts of a match, "" for what is not there.
func (r *reader) groups(m []int) []string {
	out := make([]string, 0, len(m)/2)
	for i := 0; i < len(m); i += 2 {
		if m[i] < 0 {
			out = append(out, "")
		} else {
			out = append(out, string(r.left[m[i]:m[i+1]]))
		}
	}
	return out
}

// durations reads how much time a day or a week may take: "10 hours a week".
func (r *reader) durations() {
	for _, m := range lengthPer.FindAllSubmatchIndex(r.left, -1) {
		g := r.groups(m)
		n := minutes(g[2], g[3], g[4], g[5], g[6])
		bound, unit := g[1] != "", cmp.Or(g[7], map[string]string{"daily": "day", "weekly": "week"}[g[8]])
		switch {
		case n == 0 || unit == "day" && n > day || n > 7*day:
			r.problem("%q is no time that there is", strings.TrimSpace(r.text[m[0]:m[1]]))
			r.drop(m[0], m[1])
		case unit == "day" && bound:
			r.wish.MostADay = n
			r.take(m[0], m[1], false, "at most %s a day", civil.Length(n))
		case unit == "day":
			r.wish.Sessions, r.wish.Length = 7, n
			r.take(m[0], m[1], false, "each day, %s", civil.Length(n))
		case bound:
			r.wish.MostAWeek = n
			r.take(m[0], m[1], false, "at most %s a week", civil.Length(n))
		default:
			r.wish.AWeek = n
			r.take(m[0], m[1], false, "%s a week", civil.Length(n))
		}
	}
}

// longest reads the most that one session may take: "no run over 75 min".
func (r *reader) longest() {
	for _, m := range noLonger.FindAllSubmatchIndex(r.left, -1) {
		g := r.groups(m)
		if n := minutes(g[1], g[2], g[3], g[4], g[5]); n > 0 && n <= day {
			r.wish.Longest = n
			r.take(m[0], m[1], false, "no session over %s", civil.Length(n))
		}
	}
}

// often reads how many times a week: "four evenings a week", "daily".
func (r *reader) often() {
	for _, m := range timesPer.FindAllSubmatchIndex(r.left, -1) {
		g := r.groups(m)
		r.sessions(m, int(value(g[1])), g[2])
	}
	for _, m := range oftenPer.FindAllSubmatchIndex(r.left, -1) {
		r.sessions(m, int(value(r.groups(m)[1])), "")
	}
	for _, m := range weekly.FindAllSubmatchIndex(r.left, -1) {
		switch g := r.groups(m); {
		case g[1] != "":
			r.wish.EveryOther = true
			r.take(m[0], m[1], false, "every second day")
		case g[3] == "weekly":
			r.sessions(m, 1, "")
		default:
			r.every = r.wish.Sessions == 0
			r.sessions(m, 7, g[2])
		}
	}
}

// sessions notes a number of sessions a week, at a part of the day.
func (r *reader) sessions(m []int, n int, part string) {
	if n < 1 || n > 70 || r.wish.Sessions > 0 && r.wish.Sessions != n {
		r.problem("%q: nobody can do that, or it is said otherwise before", strings.TrimSpace(r.text[m[0]:m[1]]))
		r.drop(m[0], m[1])
		return
	}
	r.wish.Sessions = n
	means := strconv.Itoa(n) + " times a week"
	if n == 1 {
		means = "once a week"
	}
	w, known := parts[strings.TrimSuffix(part, "s")]
	if known {
		r.wish.Windows = append(r.wish.Windows, w)
		means += ", " + w.String()
	}
	r.take(m[0], m[1], known, "%s", means)
}

// spent reads how long a session is, where it is said how often they are.
func (r *reader) spent() {
	for _, m := range lengthEach.FindAllSubmatchIndex(r.left, -1) {
		g := r.groups(m)
		n := minutes(g[1], g[2], g[3], g[4], g[5])
		each := strings.HasSuffix(g[0], "each") || strings.HasSuffix(g[0], "time") || strings.HasSuffix(g[0], "session")
		if r.wish.Length > 0 || n == 0 || n > day || !each && !r.beside(m[0], m[1]) {
			continue
		}
		r.wish.Length = n
		r.take(m[0], m[1], false, "%s a session", civil.Length(n))
	}
}

var lastWord = regexp.MustCompile(`(?:\bon|\bevery|\beach|\bfor|\bof)?\s*$`)

// beside tells whether something taken for how often stands right before or
// after, or weekdays do.
func (r *reader) beside(from, to int) bool {
	before := lastWord.ReplaceAll(r.left[:from], nil)
	if n := len(before); n > 0 && before[n-1] == 0 {
		return true
	}
	after := strings.TrimLeft(string(r.left[to:]), " ")
	return strings.HasPrefix(after, "\x00") || everyDay.MatchString(after)
}

var everyDay = regexp.MustCompile(`^(?:on|every|each)\s+(?:mon|tues|wednes|thurs|fri|satur|sun|week)(?:day|end)s?\b`)
