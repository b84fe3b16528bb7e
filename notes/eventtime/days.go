// Package eventtime works out when something happened, from notes that name it.
package eventtime

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A Note is one that names what happened, or may do so.
type Note struct {
	At   time.Time // when it was written, in the user's zone
	Text string
}

// mostNotes is how many notes are read, and most how many days are told.
const (
	mostNotes = 32
	most      = 8
)

// The weight of what a sentence says.
const (
	dates    = 2.0 // it names the day: "the release is on Friday"
	tells    = 1.0 // it is told on the day
	mentions = 0.2 // it speaks of it before or after: "tired since the release"
	near     = 0.3 // it says nothing of it, but its note was found by it
)

// Days returns the days on which something happened, likeliest first, eight at
// most. The notes come best first; words name what happened, what is the
// writer's own with "my" before it. Of days that are as likely the later comes
// first.
func Days(found []Note, words []string, week time.Weekday) []notes.Day {
	names := map[string]bool{}
	mine := false // and nobody else's
	for _, w := range words {
		mine = mine || strings.HasPrefix(w, "my ")
		for stem := range search.Meaning(w) {
			names[stem] = true
		}
	}
	votes := map[notes.Day]float64{}
	for rank, n := range found[:min(len(found), mostNotes)] {
		said, weight := reading{names, mine, timespan.Ref{Now: n.At, WeekStart: week}}.of(n.Text)
		if weight == 0 {
			continue
		}
		votes[said] += weight / (1 + float64(rank)/10)
	}
	days := make([]notes.Day, 0, len(votes))
	for d := range votes {
		days = append(days, d)
	}
	slices.SortFunc(days, func(a, b notes.Day) int {
		return cmp.Or(cmp.Compare(votes[b], votes[a]), b.Compare(a))
	})
	return days[:min(len(days), most)]
}

// A reading reads notes written at one moment.
type reading struct {
	names map[string]bool // stems of the words that name what happened
	mine  bool            // it is the writer's own
	ref   timespan.Ref
}

// of returns the day that a note gives for what happened, and how much that
// weighs: what its likeliest sentence says.
func (r reading) of(text string) (notes.Day, float64) {
	day, weight := notes.DayOf(r.ref.Now), near
	if r.mine {
		weight = 0
	}
	for sentence := range strings.SplitSeq(ends.ReplaceAllString(text, "\n"), "\n") {
		if d, w, ok := r.sentence(sentence); ok && w > weight {
			day, weight = d, w
		}
	}
	return day, weight
}

var ends = regexp.MustCompile(`[.!?;]+(?:\s|$)`)

// sentence reads one that names what happened.
func (r reading) sentence(text string) (notes.Day, float64, bool) {
	at, ok := r.place(text)
	if !ok {
		return notes.Day{}, 0, false
	}
	today := notes.DayOf(r.ref.Now)
	if n, ok := away(text); ok {
		return today.AddDays(n), tells, true
	}
	if d, ok := r.dated(text, at); ok {
		return d, dates, true
	}
	if refers.MatchString(text[:at]) || coming.MatchString(text) {
		return today, mentions, true
	}
	return today, tells, true
}

// place returns where the first of the words stands, unless it is somebody
// else's: "Lena's birthday".
func (r reading) place(text string) (int, bool) {
	owner := ""
	for _, t := range search.Tokens(text) {
		if r.names[t.Stem] && !(r.mine && theirs.MatchString(owner)) {
			return t.Start, true
		}
		owner = t.Folded
	}
	return 0, false
}

var theirs = regexp.MustCompile(`^(?:his|her|their|your|\w+['’]?s)$`)

// farthest is how many days from a note the day lies that it names.
const farthest = 200

// dated returns the day that a sentence names nearest to a place.
func (r reading) dated(text string, at int) (notes.Day, bool) {
	best, day := len(text)+1, notes.Day{}
	for _, s := range timesThatHold(text, timespan.Scan(text, r.ref)) {
		away := max(s.Offset-at, at-s.Offset)
		if s.Range.Days() != 1 || len(s.Weekdays) > 0 || away >= best {
			continue
		}
		if off := s.Range.Start.Sub(notes.DayOf(r.ref.Now)); max(off, -off) <= farthest {
			best, day = away, s.Range.Start
		}
	}
	return day, !day.IsZero()
}

// refers stand before what a note only speaks of, before or after it happened.
var refers = regexp.MustCompile(`(?i)\b(?:after|since|post|before|until|till|til|for|from|pre|of|about|to|despite|without|than)[\s-]+(?:(?:the|my|our|her|his|their|that|a)\s+)?(?:[\w'’]+\s+)?$`)

// coming tells that something is still to come.
var coming = regexp.MustCompile(`(?i)\b(?:will|won't|soon|upcoming|planned|planning|plan|booked|moves?|nervous about|prep\w*|train\w* for|signed up|next)\b`)

// counted reads how far away it is: "9 days to the race", "3 days post surgery".
var counted = regexp.MustCompile(`(?i)\b(\d{1,3}|one|two|three|four|five|six)\s+(days?|weeks?)\s+(to|until|till|til|before|post|after|since|into)\b`)

var numbers = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

// away returns how many days from now a sentence says that something is.
func away(text string) (int, bool) {
	m := counted.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		n = numbers[m[1]]
	}
	if strings.HasPrefix(m[2], "week") {
		n *= 7
	}
	switch m[3] {
	case "post", "after", "since", "into":
		n = -n
	}
	return n, true
}
