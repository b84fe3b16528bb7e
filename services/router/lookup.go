package router

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// longestBare is how many words a bare phrase has at most; what is longer is
// told rather than looked up.
const longestBare = 16

// bare reports whether a sentence without verb and mark names what to look up:
// "my longest streak", "hrv trend", "steps last week", "gym in May vs June". It
// tells no amount and no judgement; if it did, it would be a note.
func (j judge) bare(s sentence, words []string) bool {
	if s.closing == '!' || s.closing == ':' || s.item || strings.ContainsAny(s.text, "!;") || wordSymbols(s.text) ||
		strings.HasSuffix(s.text, "...") || strings.HasSuffix(s.text, "…") {
		return false
	}
	if head, tail, ok := s.colon(); ok {
		return j.heads(head) && j.measures(head.words[len(head.words)-1].low) && j.justTime(tail) && !amounts(tail.text, timespan.Scan(tail.text, anyTime))
	}
	if strings.Contains(s.text, ":") {
		return false
	}
	if i := s.comma(); i > 0 {
		left, right := s.cut(0, i), s.cut(i, len(s.words))
		return j.names(left, j.start(left.lows)) && j.justTime(right) ||
			j.heads(left) && j.class["tally"][right.words[0].low] && j.names(right, right.lows)
	}
	return j.names(s, words)
}

// heads reports whether a few words before a comma only name a subject.
func (j judge) heads(s sentence) bool {
	return len(s.words) <= 4 && !amounts(s.text, nil) && !slices.ContainsFunc(s.words, func(w word) bool {
		return j.is("past", w.low) || j.class["copula"][w.low]
	})
}

// names is bare for a phrase without marks.
func (j judge) names(s sentence, words []string) bool {
	for len(words) > 2 && j.class["trailer"][words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) < 2 || len(words) > longestBare || strings.Contains(s.text, ",") {
		return false
	}
	times := timespan.Scan(s.text, anyTime)
	if amounts(s.text, times) {
		return false
	}
	mine := words[0] == "my" || words[0] == "our"
	if mine {
		words = words[1:]
	}
	words = without(words, "the")
	if mine && j.mine.match(words) > 0 {
		return !resumes(words)
	}
	if len(words) < 2 || j.gossip.match(words) > 0 {
		return false
	}
	if n := j.indirect.match(words); n > 0 {
		return !resumes(words) && !j.predicates(words[n-1:])
	}
	if j.judges(words) {
		return false
	}
	if j.lookup.match(words) > 0 || asksLast(words) {
		return !resumes(words) && !j.predicates(words[1:])
	}
	dated := j.class["month"][words[len(words)-1]] || slices.ContainsFunc(times, func(t timespan.Span) bool { return t.Range.Days() > 0 && older(t) })
	switch {
	case j.superlative(words):
		if len(words) > 2 && strings.HasSuffix(s.text, "so far") {
			return true
		}
		if j.class["subjective"][words[0]] && !mine && slices.Contains(words, "since") {
			return false
		}
		return (dated || clause(words) || mine && !j.moves(words) || j.extreme(words)) && !boasts(words, mine)
	case len(words) < 4 && recent[words[0]] && !j.class["ordinary"][words[1]] && j.known(strings.Join(words[1:], " ")):
		return true
	case dated && len(words) < 5 && j.known(words[0]) && j.justTime(s.cut(len(s.words)-len(words)+1, len(s.words))):
		return true
	case j.trailing(words, dated), j.maximum(words), j.plural(words, times), j.against(words, times):
		return true
	case mine && j.measures(words[0]) && j.justTime(s.cut(2, len(s.words))):
		return true
	case j.class["figure"][words[0]], j.measures(words[0]) && j.class["figure"][words[1]]:
		return len(times) > 0 && plain(s.text, times)
	case j.known(words[0]) && len(words) < 5 && slices.ContainsFunc(times, func(t timespan.Span) bool { return t.Range.Days() >= 28 && older(t) }):
		return true
	}
	return (dated || habitual(times)) && j.class["measure"][words[0]] && plain(s.text, times)
}

var recent = wordSet("last latest previous")

// comma returns the index of the word after the only comma of a sentence, or 0.
func (s sentence) comma() int {
	if strings.Count(s.text, ",") != 1 {
		return 0
	}
	for i := 1; i < len(s.words); i++ {
		if strings.Contains(s.between(i), ",") {
			return i
		}
	}
	return 0
}

// extreme reports whether a superlative that can be measured stands before what
// is measured, and what follows only limits it: "longest streak of meditating".
func (j judge) extreme(words []string) bool {
	if j.class["subjective"][words[0]] {
		return false
	}
	for i := 1; i < min(4, len(words)); i++ {
		if j.measures(words[i]) {
			return i+1 == len(words) || before[words[i+1]] || words[i+1] == "without"
		}
	}
	return false
}

// against reports whether words put two things or times beside each other.
func (j judge) against(words []string, times []timespan.Span) bool {
	at := slices.IndexFunc(words, func(w string) bool { return w == "vs" || w == "versus" || w == "against" })
	if at < 1 {
		return false
	}
	return len(times) > 1 || words[at] != "against" &&
		(j.measures(words[0]) && (j.measures(words[len(words)-1]) || words[at-1] == "before") || slices.ContainsFunc(words[:min(at, 3)], func(w string) bool { return j.class["tally"][w] }))
}

// amounts reports whether a text has a number that is neither part of a time nor
// of a name such as "5k".
func amounts(text string, times []timespan.Span) bool {
	fields := strings.Fields(timespan.Strip(text, times))
	for i, f := range fields {
		if i+1 < len(fields) && f[len(f)-1] == 'k' && performances[strings.ToLower(fields[i+1])] {
			continue
		}
		if strings.ContainsAny(f, "0123456789") && !strings.EqualFold(f, "1rm") && (i == 0 || !bounds[strings.ToLower(fields[i-1])] && !strings.EqualFold(fields[i-1], "top") && (i > 2 || f[len(f)-1] != 'k')) {
			return true
		}
	}
	return false
}

// performances stand behind the names of distances: "5k times".
var performances = wordSet("time times pb pr best history progression splits record records trend results")

// bounds stand before numbers that limit what is looked up: "runs over 10 km".
var bounds = wordSet("first over under above below than least most last past previous")

// older reports whether a time is one to look back at: more than two days ago.
func older(t timespan.Span) bool {
	return !t.Range.Start.IsZero() && notes.DayOf(anyTime.Now).Sub(t.Range.Start) > 2
}

// without returns the words without a first one.
func without(words []string, first string) []string {
	if len(words) > 1 && words[0] == first {
		return words[1:]
	}
	return words
}

// asksLast reports whether the question word stands at the end: "dentist bill
// how much".
func asksLast(words []string) bool {
	n := len(words)
	if n < 3 || n > 7 {
		return false
	}
	last := words[n-1]
	return words[n-2] == "how" && (last == "much" || last == "many" || last == "long" || last == "far" || last == "often") ||
		words[n-2] == "which" && last == "one"
}

// maximum reports whether words are a known name and its record: "bench pr",
// "personal best 10k".
func (j judge) maximum(words []string) bool {
	if words[0] == "personal" {
		words = words[1:]
	}
	n := len(words)
	return n > 1 && n <= 3 && (j.class["maximum"][words[n-1]] && j.known(strings.Join(words[:n-1], " ")) ||
		j.class["maximum"][words[0]] && j.known(strings.Join(words[1:], " ")))
}

// plural reports whether words name things of a kind, over a week or longer
// that has begun ("naps in July") or by what was done with them ("books I read").
func (j judge) plural(words []string, times []timespan.Span) bool {
	if j.class["vague"][words[0]] || j.class["did"][words[0]] || j.is("past", words[0]) {
		return false
	}
	at := slices.IndexFunc(words[:min(2, len(words))], func(w string) bool { return j.is("plural", w) })
	if at < 0 {
		return false
	}
	if rest := words[at+1:]; len(rest) > 1 && (rest[0] == "i" || rest[0] == "we") && j.is("past", rest[1]) {
		return true
	} else if len(rest) > 1 && (rest[0] == "i've" || rest[0] == "we've") {
		return true
	}
	return slices.ContainsFunc(times, func(t timespan.Span) bool {
		return !t.Range.Start.IsZero() && !t.Range.Start.After(notes.DayOf(anyTime.Now)) && (t.Range.End.IsZero() || t.Range.Days() > 4) &&
			!strings.HasPrefix(strings.ToLower(t.Text), "all") && t.Offset > 0
	})
}

// superlative reports whether words begin with the extreme of something.
func (j judge) superlative(words []string) bool {
	return j.class["superlative"][words[0]] && len(words) > 1 && words[1] != "of" && words[1] != "ever"
}

// boasts reports whether a superlative tells how something was: "best sleep in
// weeks", "longest run ever".
func boasts(words []string, mine bool) bool {
	text := " " + strings.Join(words, " ") + " "
	for _, end := range []string{" ever ", " so far ", " in weeks ", " in months ", " in ages ", " in years ", " in a ", " in forever ", " today ", " yet ", " tonight ", " of my life ", " by far "} {
		if strings.Contains(text, end) && !(mine && end == " so far ") {
			return true
		}
	}
	return false
}

// clause reports whether a relative clause or "between" says what is meant:
// "longest run I did".
func clause(words []string) bool {
	return slices.ContainsFunc(words[2:], func(w string) bool { return w == "i" || w == "we" || w == "between" || w == "when" || w == "for" }) ||
		slices.Contains(words, "of") && words[1] != "time" && slices.ContainsFunc(words, func(w string) bool { return w == "year" || w == "month" || w == "week" || w == "all" })
}

// resumes reports whether a second clause goes on after the first: "when I woke
// up it was snowing".
func resumes(words []string) bool {
	n := 0
	if words[0] == "when" && len(words) > 1 && words[1] != "i" && words[1] != "we" {
		n++
	}
	for _, w := range words {
		if relative[w] && w != "that" && w != "who" || w == "my" {
			n++
		}
	}
	return n > 1 && !(words[0] == "all" || words[0] == "everything" || words[0] == "anything")
}

// moves reports whether words have a verb in the past with no subject of its own.
func (j judge) moves(words []string) bool {
	return slices.ContainsFunc(words[2:], func(w string) bool { return j.is("past", w) }) && !slices.ContainsFunc(words, func(w string) bool { return relative[w] })
}

// predicates reports whether a main verb follows a relative clause: "what mum said
// keeps going round my head".
func (j judge) predicates(words []string) bool {
	verbs := 0
	for i, w := range words {
		if !j.class["past"][w] && !j.class["copula"][w] {
			continue
		}
		if i > 0 && (relative[words[i-1]] || j.class["lead"][words[i-1]] || words[i-1] == "and" || words[i-1] == "or" || j.is("plural", words[i-1])) {
			continue
		}
		verbs++
	}
	return verbs > 1
}

// habitual reports whether a time is a day of every week: "on Sundays".
func habitual(times []timespan.Span) bool {
	return slices.ContainsFunc(times, func(t timespan.Span) bool {
		return len(t.Weekdays) > 0 && strings.HasSuffix(strings.ToLower(t.Text), "s")
	})
}

// trailing reports whether a measure's name ends the phrase before its time:
// "hrv trend", "blood pressure readings since May".
func (j judge) trailing(words []string, dated bool) bool {
	for i := 1; i < len(words) && i <= 4; i++ {
		if j.class["tail"][words[i]] && (j.measures(words[i-1]) || dated && !j.class["vague"][words[0]]) {
			rest := words[i+1:]
			return len(rest) == 0 || before[rest[0]] || hasTime(strings.Join(rest, " "))
		}
	}
	return false
}

var before = wordSet("since for in of over from between on by per this last at during with and")

// measures reports whether a word names something that is measured or counted.
func (j judge) measures(word string) bool { return j.class["measure"][word] || j.known(word) }

// plain reports whether a text is, apart from its times, no more than a few
// words.
func plain(text string, times []timespan.Span) bool {
	return len(spans(timespan.Strip(text, times))) <= 4
}

// judges reports whether words have a main verb that says how something was. The
// verb of a relative clause, after its subject, is none: "things I was glad of".
func (j judge) judges(words []string) bool {
	for i, w := range words {
		if i > 0 && j.class["copula"][w] && !relative[words[i-1]] {
			return true
		}
	}
	return false
}

var relative = wordSet("i we he she they it that who")

// wordSymbols reports whether a text has emojis or check marks, which tell.
func wordSymbols(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x2600 && r != '’' && r < 0x3000 || r >= 0x1F000 })
}
