package router

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A title names something and has no verb of its own: "hours billed to Hendricks so
// far", "coffee with Ana".
type title struct {
	words []string
	text  string
	times []timespan.Span
	head  int // the noun that it is about
}

// A cue tells by how much a form makes it likely that a title names what to look up
// rather than what has been. One that names it has cues that make 1.
type cue struct {
	weight float64
	holds  func(j judge, p title) bool
}

var cues = []cue{
	// What notes hold a lot of, and which of it.
	{0.5, func(j judge, p title) bool { return j.kept(p.words[p.head]) }},
	{0.4, func(j judge, p title) bool { return !j.kept(p.words[p.head]) && j.known(p.words[p.head]) }},
	{0.2, func(j judge, p title) bool { return j.is("plural", p.words[p.head]) }},
	{0.4, func(j judge, p title) bool { return j.class["superlative"][p.first()] || endmost[p.first()] }},
	{0.4, func(j judge, p title) bool { return endmost[p.first()] && j.lists(p.words) }},
	{0.7, func(_ judge, p title) bool { return p.words[0] == "everything" || p.words[0] == "anything" }},
	{0.5, func(j judge, p title) bool {
		return p.head > 0 && j.kept(p.words[p.head]) && !j.class["times"][p.words[p.head]] && j.known(p.words[p.head-1])
	}},
	{0.3, func(_ judge, p title) bool { return whole[p.words[0]] }},
	{0.3, func(j judge, p title) bool { return j.class["preposition"][p.next(1)] }},
	{0.5, func(j judge, p title) bool { return p.next(1) == "the" && j.class["times"][p.next(2)] }},
	{0.3, func(j judge, p title) bool { return p.generic(j) }},
	{0.4, func(j judge, p title) bool {
		return p.head+1 < len(p.words) && j.is("participle", p.next(1)) && (p.next(2) == "" || p.next(2) == "home" || j.class["preposition"][p.next(2)] || j.is("number", p.next(2)) || p.next(2) == "last" || p.next(2) == "this")
	}},
	{0.4, func(j judge, p title) bool { return p.clause(j) }},
	{0.6, func(_ judge, p title) bool { return slices.ContainsFunc(p.times, stretch) }},
	{0.2, func(_ judge, p title) bool { return slices.ContainsFunc(p.times, older) }},
	{0.5, func(j judge, p title) bool {
		return j.class["figure"][p.words[p.head]] && slices.ContainsFunc(p.times, gone)
	}},
	{0.4, func(_ judge, p title) bool {
		return len(p.times) == 0 && slices.ContainsFunc(p.words[p.head+1:], func(w string) bool { return w == "this" || w == "last" })
	}},
	{0.4, func(_ judge, p title) bool {
		return strings.HasSuffix(p.text, "so far") || strings.HasSuffix(p.text, "ever")
	}},

	// What tells.
	{-1, func(j judge, p title) bool {
		return j.is("past", p.words[0]) || strings.HasSuffix(p.words[0], "ing") && !j.class["thing"][p.words[0]] && p.words[0] != "everything" && !j.kept(p.words[0]) || j.class["wh"][p.words[0]] || j.class["base"][p.words[0]] && !j.kept(p.words[0]) && !endmost[p.words[0]]
	}},
	{-0.6, func(j judge, p title) bool {
		return !j.lists(p.words) && !j.class["superlative"][p.first()] && slices.ContainsFunc(p.words[:p.head], func(w string) bool { return j.class["quality"][w] || j.class["vague"][w] && !endmost[w] && w != "all" })
	}},
	{-0.5, func(j judge, p title) bool {
		return slices.ContainsFunc(p.words, func(w string) bool { return j.class["now"][w] })
	}},
	{-0.6, func(j judge, p title) bool {
		return j.is("past", p.next(1)) && (j.noun(p.next(2)) || j.class["determiner"][p.next(2)])
	}},
	{-1, func(j judge, p title) bool {
		return j.class["person"][p.words[0]] || p.head == 0 && j.finite(p.next(1)) && !j.is("past", p.next(1))
	}},
	{-0.4, func(j judge, p title) bool {
		return !j.is("plural", p.words[p.head]) && (p.next(1) == "with" || p.next(1) == "at")
	}},
	{-0.6, func(_ judge, p title) bool {
		return boasts(p.words, false) && !strings.HasSuffix(p.text, "so far") && !strings.HasSuffix(p.text, "ever")
	}},
}

var (
	endmost  = wordSet("last first latest previous")
	whole    = wordSet("my our all every the")
	counting = wordSet("two three four five six seven eight nine ten few couple")
)

// sought reports whether words name what to look up.
func (j judge) sought(s sentence, words []string, times []timespan.Span) bool {
	p := title{words: words, text: strings.ToLower(s.text), times: times, head: j.nounAt(words)}
	sum := 0.0
	for _, c := range cues {
		if c.holds(j, p) {
			sum += c.weight
		}
	}
	return sum >= enough
}

// kept reports whether a noun names what notes hold many of.
func (j judge) kept(noun string) bool {
	return j.tellable(noun) || slices.ContainsFunc([]string{"measure", "unit", "counted", "occasions", "things", "times", "figured", "maximum"}, func(class string) bool { return j.class[class][noun] })
}

// first returns the first word behind "my" and numbers.
func (p title) first() string {
	for _, w := range p.words[:min(3, len(p.words))] {
		if !whole[w] && !counting[w] {
			return w
		}
	}
	return p.words[0]
}

// lists reports whether words speak of so many of the last: "my last five weigh-ins".
func (j judge) lists(words []string) bool {
	i := slices.IndexFunc(words[:min(2, len(words))], func(w string) bool { return endmost[w] })
	return i >= 0 && i+2 < len(words) && (counting[words[i+1]] || j.is("number", words[i+1]))
}

// nounAt is headAt, where a participle ends the noun phrase too: "hours billed to".
func (j judge) nounAt(words []string) int {
	if words[0] == "everything" || words[0] == "anything" {
		return 0
	}
	if len(words) > 2 && j.is("plural", words[0]) && j.is("past", words[2]) {
		return 0 // "goals Leo scored"
	}
	head := j.headAt(words)
	for i := 1; i <= head; i++ {
		if j.class["determiner"][words[i]] || j.class["past"][words[i]] && !j.kept(words[i]) || words[i] == "ever" || j.is("participle", words[i]) && !j.kept(words[i]) && i+1 < len(words) {
			return i - 1
		}
	}
	return head
}

// next returns the nth word behind the head, empty if there is none.
func (p title) next(n int) string {
	if p.head+n < len(p.words) {
		return p.words[p.head+n]
	}
	return ""
}

// generic reports whether behind a preposition stands a time or thing in the plural:
// "on the days", "on long rides".
func (p title) generic(j judge) bool {
	for i := p.head + 1; i+1 < len(p.words); i++ {
		if j.class["preposition"][p.words[i]] {
			return slices.ContainsFunc(p.words[i+1:min(i+4, len(p.words))], func(w string) bool {
				return j.class["occasions"][w] || j.class["counted"][w] || strings.HasSuffix(w, "days")
			})
		}
	}
	return false
}

// clause reports whether a clause of its own says which: "the bees swarmed", "i met".
func (p title) clause(j judge) bool {
	for i := p.head + 2; i < len(p.words); i++ {
		if j.class["preposition"][p.words[i]] && !slices.ContainsFunc(p.words[i:], func(w string) bool { return j.class["person"][w] }) {
			return false // its verb is the main one: "the place on the corner closed"
		}
		if (j.is("past", p.words[i]) || j.is("participle", p.words[i])) && !j.class["preposition"][p.words[i-1]] && !j.class["conjunction"][p.words[i-1]] {
			return !j.concludes(p.words[i:], true)
		}
	}
	return false
}

// gone reports whether a time is a day or more before today.
func gone(t timespan.Span) bool {
	return t.Range.Days() > 0 && t.Range.Start.Before(notes.DayOf(anyTime.Now))
}

// stretch reports whether a time is one of several days that has begun.
func stretch(t timespan.Span) bool {
	return !t.Range.Start.IsZero() && !anyTime.Now.Before(t.Range.Start.In(anyTime.Now.Location())) && (t.Range.End.IsZero() || t.Range.Days() > 1)
}
