package wish

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// How numbers and lengths are written. A number above a thousand is none here.
const (
	number = `(?:\d{1,3}(?:[.,]\d{1,2})?|an?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety)`
	length = `(?:` + number + ` ?-?(?:(?:hours?|hrs?|h) ?(?:and )?\d{1,2} ?(?:minutes?|mins?|min|m)|h ?[0-5]\d|(?:hours?|hrs?|h|minutes?|mins?|min)(?: and a half)?)|half an hour|half-hour)`
	per    = ` ?(?:a|an|per|each|every|in a|/) ?`

	perUnit = `(?:` + per + `(?P<unit>day|week|wk)| (?P<adverb>daily|weekly))`

	// What says that a length is the most; and what a bare one is the most of, which is one session.
	neverMore = `(?:but )?(?:no|not|never|nothing) (?P<of>(?:\w+ ){0,2}?)(?:more than|over|longer than|above)`
	most      = `(?:but )?(?:at (?:the )?most|(?:a |the )?(?:maximum|max|limit)(?: of)?|up to|only)|` + neverMore

	altogether = `(?:in all|in total|total|altogether|overall|all told)`

	numberWords = "zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety"
)

var numbers = map[string]float64{
	"zero": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
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

var aLength = regexp.MustCompile(`^(` + number + `)[\s-]*([hm])\pL*(\s+and a half)?(?:\s*(?:and\s+)?(\d{1,2})\s*\pL*)?$`)

// minutes returns how long something is: "an hour and a half".
func minutes(text string) int {
	m := aLength.FindStringSubmatch(text)
	if m == nil {
		return 30 // "half an hour"
	}
	n := value(m[1])
	if m[3] != "" {
		n += .5
	}
	if m[2] == "h" {
		n = n*60 + value(m[4])
	}
	return int(n + .5)
}

var (
	// What is the most is said before a length or after it. Before the next one it is of that:
	// "3 hours a day at most 5 hours a week".
	nextAmount = regexp.MustCompile(`^\s+(?:` + number + `|\d|once|twice|thrice)`)
	ofTimes    = regexp.MustCompile(`\b(?:on|at|in|during|` + dayName + `s?|` + part + `)\b`)
)

// amountPer takes how much time a day or a week may take: "10 hours a week".
func amountPer(_ *reader, g groups) (finding, bool) {
	if g.get("after") != "" && nextAmount.Match(g.next) || ofTimes.MatchString(g.get("of")) {
		return finding{}, false
	}
	n := minutes(g.get("length"))
	unit := cmp.Or(g.get("unit"), g.get("adverb"))[0]
	said := func(means string, of func(*Wish) *int) (finding, bool) {
		return finding{kind: amount, means: means, set: func(w *Wish) bool { return put(of(w), n) }}, true
	}
	switch most := g.get("most")+g.get("after") != ""; {
	case n == 0 || unit == 'd' && n > day || n > 7*day:
		return problem(amount, "%q is not a possible length of time", g.get("all")), true
	case unit == 'd' && most:
		return said("at most "+civil.Length(n)+" a day", func(w *Wish) *int { return &w.MostADay })
	case unit == 'd':
		f := times7("each day, " + civil.Length(n))
		f.kind = amount
		each := f.set
		f.set = func(w *Wish) bool {
			if w.Sessions > 0 { // "five times a week, half an hour a day"
				return put(&w.Length, n)
			}
			w.aDay = true
			return put(&w.Length, n) && each(w)
		}
		return f, true
	case most:
		return said("at most "+civil.Length(n)+" a week", func(w *Wish) *int { return &w.MostAWeek })
	}
	return said(civil.Length(n)+" a week", func(w *Wish) *int { return &w.AWeek })
}

// put settles a number, if it isn't settled otherwise.
func put(at *int, n int) bool {
	ok := *at == 0 || *at == n
	*at = n
	return ok
}

// problem is what can't be as it is said.
func problem(k kind, format string, args ...any) finding {
	return finding{kind: k, set: func(w *Wish) bool {
		w.problem(format, args...)
		return true
	}}
}

// at returns the finding as one of other words.
func (f finding) at(from, to int) finding {
	f.from, f.to = from, to
	return f
}

func (w *Wish) problem(format string, args ...any) {
	w.Problems = append(w.Problems[:len(w.Problems):len(w.Problems)], fmt.Sprintf(format, args...))
}

// longest takes the most that one session may take: "no run over 75 min".
func longest(_ *reader, g groups) (finding, bool) {
	n := minutes(g.get("length"))
	return finding{kind: amount, means: "no session over " + civil.Length(n), set: func(w *Wish) bool { return put(&w.Longest, n) }},
		n > 0 && n <= day && !ofTimes.MatchString(g.get("of"))
}

// timesPer takes how many times a week: "four evenings a week".
func timesPer(_ *reader, g groups) (finding, bool) {
	n := int(value(g.get("n")))
	if n < 1 || n > 70 {
		return problem(often, "%q is not possible; choose 1 to 70 times a week", g.get("all")), true
	}
	means := civil.Times(n) + " a week"
	w, known := parts[strings.TrimSuffix(g.get("part"), "s")]
	if known {
		means += ", " + w.String()
	}
	return finding{kind: often, means: means, assumed: known, set: func(to *Wish) bool {
		if to.aDay && n < 7 { // "half an hour a day, five times a week"
			to.Sessions, to.aDay, to.daily = 0, false, false
		}
		if to.Sessions > 0 && to.Sessions != n {
			to.problem("%q contradicts what you said before", g.get("all"))
			return true
		}
		to.Sessions = n
		return !known || to.open([]Window{w}, false)
	}}, true
}

// eachDay takes "daily", "every other day" and "weekly".
func eachDay(_ *reader, g groups) (finding, bool) {
	switch {
	case g.get("other") != "":
		return finding{kind: often, means: "every second day", set: func(w *Wish) bool {
			w.EveryOther = true
			return w.Sessions == 0
		}}, true
	case g.get("weekly") != "":
		return finding{kind: often, means: "once a week", bare: true, set: func(w *Wish) bool { return put(&w.Sessions, 1) }}, true
	}
	return times7("7 times a week"), true
}

// times7 is once a day, of the days that are left in the end.
func times7(means string) finding {
	return finding{kind: often, means: means, set: func(w *Wish) bool {
		w.daily = w.Sessions == 0
		return put(&w.Sessions, 7)
	}}
}

// sessionLength takes how long a session is.
func sessionLength(_ *reader, g groups) (finding, bool) {
	n, k := minutes(g.get("length")), session
	if g.get("each") != "" {
		k = amount
	}
	return finding{kind: k, means: civil.Length(n) + " a session", set: func(w *Wish) bool { return put(&w.Length, n) }}, n > 0 && n <= day
}
