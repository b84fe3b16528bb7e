package planner

import (
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rota"
)

// Notes that bear on a question may stand beside where it looks: a day later,
// under a short name, or months before the day that they tell of.

// lateDays is how long after a day people still write what it was like.
const lateDays = 2

// late asks for what was noted on a span only after it: "forgot: ran on Tuesday".
func (q *question) late(w *writer, focus []span) {
	for _, s := range focus {
		n := s.r.Days()
		if n == 0 || n > monthRange || s.assumed || !s.r.End.Before(q.today) {
			continue
		}
		after := notes.Range{Start: s.r.End.AddDays(1), End: s.r.End.AddDays(lateDays)}
		words := []string{"yesterday", "last night", "forgot"}
		for d := s.r.End; !d.Before(s.r.Start) && s.r.End.Sub(d) < lateDays; d = d.AddDays(-1) {
			day := d.Weekday().String()
			words = append(words, day, day[:3])
		}
		w.keywords(words, after, "What was noted on "+s.label+" only later.")
	}
}

// counts are what people count and then write by its first letter: "w5" is week 5.
var counts = regexp.MustCompile(`\b(week|day|chapter|unit|lesson|module|session|round|phase|stage|level|part|season|episode|exam|mock|paper|block|cycle|class|workout|attempt|draft|book) (\d{1,3})\b`)

// numbered asks for things that the question names by their number.
func (q *question) numbered(w *writer) {
	for _, m := range counts.FindAllStringSubmatch(plain(q.text()), -1) {
		for _, name := range []string{m[0], m[1][:1] + m[2]} {
			w.keywords([]string{name}, q.whole(), "Notes on "+m[0]+".")
		}
	}
}

// shifts asks for what tells who worked when, where the question names a shift: it
// lasts until another begins.
func (q *question) shifts(w *writer) {
	if rota.In(tokensOf(q.text())) != "" {
		w.keywords(rota.Words(), q.whole(), "Which shift was worked when.")
	}
}

// upcoming asks for what lies ahead at no time in particular.
var upcoming = regexp.MustCompile(`\b(?:coming up|upcoming|up next|ahead of me|lies ahead|in the (?:diary|calendar)|on the (?:calendar|horizon)|looking forward|(?:have|have i|'ve i|i've) got (?:planned|booked|on)\b|booked)`)

// calendar returns the words by which notes tell of arrangements: of making them,
// and the months to come.
func (q *question) calendar() []string {
	words := append([]string{"booked", "appointment", "tickets", "due", "next time", "back to", "starts"}, plans...)
	for n := range 6 {
		month := (q.today.Month+time.Month(n)-1)%12 + 1
		words = append(words, month.String(), strings.ToLower(month.String()[:3]))
	}
	return words
}
