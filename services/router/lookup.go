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
		return (j.names(left, j.start(left.lows)) || j.heads(left) && j.measures(left.lows[i-1])) && j.limits(right) ||
			j.heads(left) && j.class["tally"][right.lows[0]] && (len(right.words) == 1 || j.names(right, right.lows))
	}
	return j.names(s, words)
}

// limits reports whether words behind a comma only limit what is looked up: "last
// six weeks", "weekdays only".
func (j judge) limits(s sentence) bool {
	return j.justTime(s) && !amounts(s.text, timespan.Scan(s.text, anyTime)) || slices.Contains(s.lows, "vs") || len(s.words) <= 3 && slices.Contains(s.lows, "only")
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
	all := words
	mine := words[0] == "my" || words[0] == "our"
	if mine {
		words = words[1:]
	}
	words = without(words, "the")
	if len(words) < 2 || j.class["aux"][words[0]] || j.goesOn(words) || j.gossip.match(words) > 0 {
		return false
	}
	if j.named(words) {
		return true
	}
	return !j.judges(words) && (j.listed(words, mine, times) || j.sought(s, all, times))
}

// goesOn reports whether words have a further clause, which tells: "so we went".
func (j judge) goesOn(words []string) bool {
	for i := 1; i+1 < len(words); i++ {
		if (words[i] == "so" || words[i] == "but" || words[i] == "and") && j.class["person"][words[i+1]] {
			return true
		}
	}
	return false
}

// listed reports whether words have one of the forms of phrases that look something up.
func (j judge) listed(words []string, mine bool, times []timespan.Span) bool {
	if (j.attribute(words, times) || j.bounded(words, times)) && !(j.class["superlative"][words[0]] && boasts(words, mine)) {
		return true
	}
	return j.lookup.match(words) > 0 && !j.predicates(words[1:]) || j.against(words, times)
}

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

// named reports whether words name something by a clause of its own, and nothing
// is told of it: "what the doctor prescribed", "people I met at the fair", "the day
// the boiler broke".
func (j judge) named(words []string) bool {
	at := 1
	if words[0] == "if" || words[0] == "whether" {
		return (words[1] == "i" || words[1] == "we") && len(words) > 3 && j.is("past", words[2]) && !j.class["aux"][words[2]] && !j.concludes(words[2:], true)
	}
	if !j.class["wh"][words[0]] {
		if !j.determines(words[0]) && !j.class["things"][words[0]] && !j.class["counted"][words[0]] && !j.class["times"][words[0]] && !j.is("plural", words[0]) || j.class["vague"][words[0]] {
			return false
		}
		if k := slices.IndexFunc(words[:min(3, len(words))], func(w string) bool { return j.is("plural", w) }); k >= 0 && k+2 < len(words) && words[k+1] == "that" {
			return j.is("past", words[k+2]) && !j.concludes(words[k+2:], false)
		}
		at = slices.IndexFunc(words[:min(5, len(words))], func(w string) bool { return w == "i" || w == "we" || w == "i've" || w == "we've" })
		if at < 1 && len(words) > 2 && j.class["times"][without(words, "the")[0]] {
			at = len(words) - len(without(words, "the")) + 1
			if !j.determines(words[at]) {
				return false
			}
		}
		if at < 1 {
			return false
		}
	}
	if words[0] == "why" || words[0] == "which" || !j.class["person"][words[at]] && !j.determines(words[at]) {
		return strings.HasSuffix(words[at], "'ve")
	}
	for i := at + 1; i < min(at+5, len(words)); i++ {
		if j.is("past", words[i]) || j.class["copula"][words[i]] || j.class["aux"][words[i]] {
			return !j.concludes(words[i:], words[0] == "when" || words[0] == "where")
		}
	}
	return false
}

// concludes reports whether behind the verb of a relative clause there stands the
// verb of a main clause: "where we camped there was no signal". Behind "when" a new
// subject begins it too: "when the tide went out we dug".
func (j judge) concludes(words []string, anew bool) bool {
	for i := 1; i < len(words); i++ {
		if !j.is("past", words[i]) && !j.class["copula"][words[i]] {
			continue
		}
		switch before := words[i-1]; {
		case before == "there", anew && j.class["person"][before] && i > 1 && !j.class["relative"][words[i-2]] && !j.class["conjunction"][words[i-2]]:
			return true
		case j.class["person"][before], j.class["thing"][before], j.class["relative"][before], j.class["conjunction"][before], j.class["aux"][before], j.class["adverb"][before], j.is("plural", before):
		default:
			return true
		}
	}
	return false
}

// attribute reports whether words name what something has, and not what it is:
// "wifi code at the cottage", "mock exam scores so far", "time of my fastest mile".
func (j judge) attribute(words []string, times []timespan.Span) bool {
	head := j.headAt(words)
	if head+3 < len(words) && words[head+1] == "of" && j.determines(words[head+2]) && j.class["superlative"][words[head+3]] {
		return true
	}
	if !slices.ContainsFunc([]string{"property", "identity", "records", "figured", "tail", "tally"}, func(class string) bool { return j.class[class][words[head]] }) {
		return false
	}
	for i, w := range words {
		if i <= head && (j.class["quality"][w] || j.class["vague"][w] || j.class["adverb"][w] || i > 0 && j.class["determiner"][w] || j.class["state"][w] && w != "up" || j.is("past", w)) {
			return false
		}
	}
	past := !slices.ContainsFunc(times, func(t timespan.Span) bool { return !older(t) })
	return (head > 0 || len(words) > 2) && past && len(words) <= head+7
}

// bounded reports whether words name what went over an amount, more than once or
// in a time that is no single day: "rounds under 95", "fever over 39 this winter".
func (j judge) bounded(words []string, times []timespan.Span) bool {
	head := j.headAt(words)
	long := slices.ContainsFunc(times, func(t timespan.Span) bool { return t.Range.End.IsZero() || t.Range.Days() > 4 })
	return head < 3 && head+2 < len(words) && (long || j.is("plural", words[head])) && bounding[words[head+1]] && j.is("number", words[head+2])
}

// bounding stand before the amount that limits what is looked up.
var bounding = wordSet("under over above below")

// against reports whether words put two things or times beside each other.
func (j judge) against(words []string, times []timespan.Span) bool {
	at := slices.IndexFunc(words, func(w string) bool { return w == "vs" || w == "versus" || w == "against" })
	if at < 1 {
		return false
	}
	return len(times) > 1 || words[at] != "against" && at+1 < len(words) && (j.is("plural", words[at-1]) || j.known(words[at-1])) && (j.is("plural", words[at+1]) || j.known(words[at+1])) || words[at] != "against" &&
		(j.measures(words[0]) && (j.measures(words[len(words)-1]) || words[at-1] == "before") || slices.ContainsFunc(words[:min(at, 3)], func(w string) bool { return j.class["tally"][w] }))
}

// amounts reports whether a text has a number that is neither part of a time nor
// of a name such as "5k".
func amounts(text string, times []timespan.Span) bool {
	fields := strings.Fields(timespan.Strip(text, times))
	for i, f := range fields {
		if i+2 < len(fields) && strings.EqualFold(fields[i+1], "or") && limiting[strings.ToLower(fields[i+2])] {
			continue // "8 or higher"
		}
		if i+1 < len(fields) && f[len(f)-1] == 'k' && performances[strings.ToLower(fields[i+1])] {
			continue
		}
		if strings.ContainsAny(f, "0123456789") && !strings.EqualFold(f, "1rm") && (i == 0 || !bounds[strings.ToLower(fields[i-1])] && !strings.EqualFold(fields[i-1], "top") && (i > 2 || f[len(f)-1] != 'k')) {
			return true
		}
	}
	return false
}

// limiting stand behind an amount that limits what is looked up.
var limiting = wordSet("higher lower more less better worse above below longer shorter fewer later earlier")

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

// boasts reports whether a superlative tells how something was: "best sleep in
// weeks", "longest run ever".
func boasts(words []string, mine bool) bool {
	text := " " + strings.Join(words, " ") + " "
	for _, end := range []string{" ever ", " so far ", " in weeks ", " in months ", " in ages ", " in years ", " in a while ", " in a long ", " in forever ", " today ", " yet ", " tonight ", " of my life ", " by far "} {
		if strings.Contains(text, end) && !(mine && end == " so far ") {
			return true
		}
	}
	return false
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

// measures reports whether a word names something that is measured or counted.
func (j judge) measures(word string) bool { return j.class["measure"][word] || j.known(word) }

// judges reports whether words have a main verb that says how something was. The
// verb of a relative clause, after its subject, is none: "things I was glad of".
func (j judge) judges(words []string) bool {
	for i, w := range words {
		if i > 0 && (j.class["copula"][w] || j.class["says"][w]) && !relative[words[i-1]] {
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
