package router

import (
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// longestBare is how many words a bare phrase has at most; what is longer is
// told rather than looked up.
const longestBare = 12

// bare reports whether a sentence without verb and mark names what to look up:
// "my longest streak", "hrv trend", "steps last week", "gym in May vs June". It
// tells no amount and no judgement; if it did, it would be a note.
func (j judge) bare(s sentence, words []string) bool {
	if s.item || strings.ContainsAny(s.text, "!;:…") || strings.HasSuffix(s.text, "...") || strings.ContainsFunc(s.text, func(r rune) bool { return r >= 0x2600 && unicode.IsSymbol(r) }) {
		return false
	}
	if i := s.comma(); i > 0 {
		left, right := s.cut(0, i), s.cut(i, len(s.words))
		return (j.namesThings(left, j.start(left.lows)) || len(left.words) < 5 && j.measures(left.lows[i-1]) && !j.amounts(left.text, nil)) && j.limits(right)
	}
	return j.namesThings(s, words)
}

// limits reports whether words behind a comma only limit what is looked up: "last
// six weeks", "weekdays only".
func (j judge) limits(s sentence) bool {
	return j.class["tally"][s.lows[0]] || j.justTime(s) && !j.amounts(s.text, timespan.Scan(s.text, anyTime)) || slices.Contains(s.lows, "vs") || len(s.words) <= 3 && slices.Contains(s.lows, "only")
}

// namesThings is bare for a phrase without marks.
func (j judge) namesThings(s sentence, words []string) bool {
	for len(words) > 2 && j.class["trailer"][words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) < 2 || len(words) > longestBare || strings.Contains(s.text, ",") {
		return false
	}
	times := timespan.Scan(s.text, anyTime)
	if j.amounts(s.text, times) {
		return false
	}
	all := words
	if words[0] == "my" || words[0] == "our" || words[0] == "the" {
		words = words[1:]
	}
	if len(words) < 2 || j.class["aux"][words[0]] || j.match("gossip", words) > 0 || goesOn(words) {
		return false
	}
	if j.named(words) {
		return true
	}
	return !j.judges(words) && (j.match("lookup", words) > 0 || j.match("attribute", words) > 0 || j.sought(all, times))
}

// goesOn reports whether words go on with a clause of their own: "… and I miss it".
func goesOn(words []string) bool {
	for i, w := range words[1:] {
		if (w == "i" || w == "we") && (words[i] == "and" || words[i] == "but" || words[i] == "so") {
			return true
		}
	}
	return false
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
// is told of it.
func (j judge) named(words []string) bool {
	n := j.match("clause that names", words)
	return n > 0 && !j.concludes(words[n-1:], words[0] == "when" || words[0] == "where")
}

// concludes reports whether behind the verb of a relative clause there stands the
// verb of a main clause: "where we camped there was no signal". Behind "when" a new
// subject begins it too: "when the tide went out we dug".
func (j judge) concludes(words []string, anew bool) bool {
	for i := 1; i < len(words); i++ {
		subject := j.class["person"][words[i-1]] && !anew
		if (j.is("past", words[i]) || j.class["copula"][words[i]]) && !subject && !j.class["relative"][words[i-1]] {
			return true
		}
	}
	return false
}

// amounts reports whether a text has a number that is neither part of a time nor
// of a name such as "5k".
func (j judge) amounts(text string, times []timespan.Span) bool {
	fields := strings.Fields(timespan.Strip(text, times))
	for i, f := range fields {
		if strings.ContainsAny(f, "0123456789") && !strings.EqualFold(f, "1rm") && (i == 0 || !j.class["bound"][strings.ToLower(fields[i-1])] && !strings.EqualFold(fields[i-1], "top") && (i > 2 || f[len(f)-1] != 'k')) {
			return true
		}
	}
	return false
}

// measures reports whether a word names something that is measured or counted.
func (j judge) measures(word string) bool { return j.class["measure"][word] || j.known(word) }

// judges reports whether words have a main verb that says how something was. The
// verb of a relative clause, after its subject, is none: "things I was glad of".
func (j judge) judges(words []string) bool {
	for i, w := range words {
		if i > 0 && (j.class["copula"][w] || j.class["says"][w]) && !j.class["antecedent"][words[i-1]] {
			return true
		}
	}
	return false
}

// A cue tells by how much a form makes it likely that a bare phrase names what to
// look up rather than what has been.
type cue struct {
	weight float64
	where  string
	forms  forms
}

// enough is what the cues of a phrase to look up make together, and the traces of a
// correction. Weights have one decimal.
const enough = 0.99

// sought reports whether words name what to look up: "hours billed to Hendricks so
// far" rather than "coffee with Ana".
func (j judge) sought(words []string, times []timespan.Span) bool {
	head := j.nounAt(words)
	places := map[string][]string{"start": words, "head": words[head:], "before": words[max(0, head-1):], "ahead": words[:head]}
	sum := 0.0
	for _, c := range j.cues {
		if c.forms.match(places[c.where], j.known) > 0 {
			sum += c.weight
		}
	}
	if j.relativeClause(words[head:]) {
		sum += 0.4
	}
	if slices.ContainsFunc(times, stretch) {
		sum += 0.6
	}
	if slices.ContainsFunc(times, gone) {
		sum += 0.2
		if j.class["figure"][words[head]] {
			sum += 0.3
		}
	}
	return sum >= enough
}

// nounAt is headAt, where a participle ends the noun phrase too: "hours billed to".
func (j judge) nounAt(words []string) int {
	head := j.headAt(words)
	for i := 1; i <= head; i++ {
		if words[i] == "ever" || (j.class["past"][words[i]] || j.is("participle", words[i])) && !j.class["kept"][words[i]] {
			return i - 1
		}
	}
	return head
}

// relativeClause reports whether a clause behind a noun says which: "the bees
// swarmed", "i met".
func (j judge) relativeClause(words []string) bool {
	for i := 2; i < len(words); i++ {
		if (j.is("past", words[i]) || j.is("participle", words[i])) && !j.class["preposition"][words[i-1]] {
			return !j.concludes(words[i:], true)
		}
	}
	return false
}

// gone reports whether a time is before today.
func gone(t timespan.Span) bool {
	return t.Range.Days() > 0 && t.Range.Start.Before(notes.DayOf(anyTime.Now))
}

// stretch reports whether a time is one of several days that has begun.
func stretch(t timespan.Span) bool {
	return !t.Range.Start.IsZero() && !anyTime.Now.Before(t.Range.Start.In(anyTime.Now.Location())) && (t.Range.End.IsZero() || t.Range.Days() > 1)
}
