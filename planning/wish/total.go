package wish

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// inAll takes how much work there is in all: "60 hours in all", "about 40 hours of work".
func inAll(_ *reader, g groups) (finding, bool) {
	n := minutes(g.get("length"))
	means := civil.Length(n) + " in all"
	return finding{kind: amount, means: means, assumed: g.get("about") != "", set: func(w *Wish) bool { return put(&w.Total, n) }}, n > 0
}

// inAllOf takes it where it is told of what: "60 hours of driving practice in all". What that is, is the goal.
func inAllOf(r *reader, g groups) (finding, bool) {
	f, ok := inAll(r, g)
	what := strings.Fields(g.get("what"))
	bound := slices.ContainsFunc(what, func(w string) bool { return binding[w] || tied[w] || and[w] || ofTimes.MatchString(w) })
	own := slices.ContainsFunc(what, func(w string) bool { return !glue[w] })
	at := strings.LastIndex(g.get("all"), g.get("what"))
	f.lead = [2]int{at, at + len(g.get("what"))}
	return f, ok && own && !bound
}

// thisUnit takes the end of what is going on: "this year".
func thisUnit(r *reader, g groups) (finding, bool) {
	y, m, _ := r.today.Split()
	last := map[byte]civil.Date{'y': civil.NewDate(y, 12, 31), 'm': civil.NewDate(y, m, civil.DaysIn(y, m))}[g.get("unit")[0]]
	return ending(last, false, deadline, false), last > r.today
}

// Count is how many of something are to be done one after the other: 20 books.
type Count struct {
	Words string // as they stand in the title
	N     int
	Of    string // what, as it is called
}

// counted are things that somebody does one after the other; others, such as guests or boxes, come all
// at once.
var counted = regexp.MustCompile(`(?i)(?:^|[^\pL\pN.,])((\d{1,3}(?:,\d{3})+|\d{2,7}|[2-9]|` + strings.ReplaceAll(numberWords, " ", "|") + `) ((?:\pL+ )?(?:books|words|pages|chapters|poems|songs|recipes|dishes|paintings|drawings|sketches|films|movies|episodes|` +
	`museums|peaks|mountains|letters|articles|posts|stories|essays|puzzles|exercises|problems|levels|videos|albums|slides|photos|photographs|interviews|applications|volumes|scores)))(?:$|[^\pL\pN])`)

// Count returns what the title counts, if that is one thing; false if not.
func (w Wish) Count() (Count, bool) {
	found := counted.FindAllStringSubmatch(w.Title, -1)
	if len(found) != 1 {
		return Count{}, false
	}
	m := found[0]
	n, err := strconv.Atoi(strings.ReplaceAll(m[2], ",", ""))
	if err != nil {
		n = int(value(strings.ToLower(m[2])))
	}
	before := strings.Fields(strings.ToLower(w.Title[:strings.Index(w.Title, m[1])]))
	bound := slices.ContainsFunc(before, func(word string) bool { return tied[word] || binding[word] })
	return Count{Words: m[1], N: n, Of: m[3]}, n > 1 && !bound
}
