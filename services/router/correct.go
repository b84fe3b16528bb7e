package router

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A correction is what a sentence corrects by.
type correction struct {
	words      string // the sentence
	reason     string
	confidence float64
}

// A trace is a form that corrections have, with what else must hold for it.
type trace struct {
	form   *regexp.Regexp
	reason string
	weight float64 // how much it says; a text corrects if its traces make 1
	needs  need
}

// A need is what must hold besides a sign's form.
type need string

const (
	// needsSame: the text tells of nothing that happened beside what was kept.
	needsSame need = "same"
	// needsAlone: nothing is asked beside it.
	needsAlone need = "alone"
	// needsNames: the words of both groups are terms. "Tea not coffee" corrects, "warm
	// not hot" describes.
	needsNames need = "names"
	// needsName: the words of the group are a term.
	needsName need = "name"
	// needsContrast is needsSame, the word of the first group is none that "not" denies, and a
	// recent entry names what the second one has: neither "Christmas was not free" nor "80 kg,
	// not with Tom" puts something in the place of what was kept.
	needsContrast need = "contrast"
	// needsBare: nothing is said in the place of what is denied.
	needsBare need = "bare"
	// needsStood: an entry of late, or of a day that the text names, has the value of the group.
	// Where there are no entries, nothing can be changed.
	needsStood need = "stood"
)

// corrections are the traces by which corrections are known.
type corrections struct {
	traces []trace
	not    *regexp.Regexp // what none of them counts beside
}

// correcting has the traces of words/correction.txt.
var correcting = sync.OnceValue(func() (c corrections) {
	parts := map[string]string{}
	expand := func(form string) *regexp.Regexp {
		return regexp.MustCompile(part.ReplaceAllStringFunc(form, func(p string) string {
			whole, ok := parts[strings.Trim(p, "{}")]
			if !ok {
				panic(fmt.Sprintf("router: %s: there is no part %s", form, p))
			}
			return whole
		}))
	}
	for _, s := range sections("correction.txt") {
		switch reason, rest, _ := strings.Cut(s.heading, " | "); reason {
		case "parts":
			for _, line := range s.lines {
				name, form, _ := strings.Cut(line, " = ")
				parts[name] = expand(form).String()
			}
		case "but not":
			c.not = expand(s.lines[0])
		default:
			number, needs, _ := strings.Cut(rest, " | ")
			for _, line := range s.lines {
				c.traces = append(c.traces, trace{expand(line), reason, weightOf(number), need(needs)})
			}
		}
	}
	return c
})

// part stands in a form for a form of its own.
var part = regexp.MustCompile(`\{[a-z]+\}`)

// Only a short text corrects; in a longer one only its first sentence may. A page
// of a diary that says "it was Monday, not Tuesday" remembers.
const (
	shortSentences = 4
	shortWords     = 60
)

// corrects reports whether a text changes something that was kept before. A lone
// text has no question beside it.
func (j judge) corrects(text string, lone bool) (correction, bool) {
	list := sentencesOf(text)
	words := 0
	for _, s := range list {
		words += len(s.words)
	}
	if len(list) > 0 && (len(list) > shortSentences || words > shortWords) {
		text = list[0].text
		if len(list[0].words) > shortWords {
			return correction{}, false
		}
	}
	if named.MatchString(text) {
		return correction{text, "It puts one name in the place of another.", 0.9}, true
	}
	return j.traced(text, lone)
}

// traced adds up the traces of a correction in a text, one for each reason.
func (j judge) traced(text string, lone bool) (correction, bool) {
	low := lowered(text)
	if correcting().not.MatchString(low) {
		return correction{}, false
	}
	out := correction{words: text, confidence: 0.9}
	var sum float64
	sum, out.reason = j.traces(low, lone)
	if sum < enough && sum+evident >= enough && lone {
		if w := j.recent.restated(text); sum+w >= enough {
			out.reason = "An entry tells something else."
			sum += w
		}
	}
	return out, sum >= enough
}

// traces is the weight of all traces of a correction in a text, one for each reason,
// and the reason that weighs most.
func (j judge) traces(low string, lone bool) (sum float64, reason string) {
	most, last := 0.0, ""
	another := j.tellsAnother(low)
	for _, t := range correcting().traces {
		if t.reason == last || another && (t.needs == needsSame || t.needs == needsContrast) {
			continue
		}
		m := t.form.FindStringSubmatch(low)
		if m == nil || !j.meets(t.needs, m, low, lone) {
			continue
		}
		sum, last = sum+t.weight, t.reason
		if t.weight > most {
			most, reason = t.weight, t.reason
		}
	}
	return sum, reason
}

// tellsAnother reports whether a text tells of something that happened, beside what was kept:
// it begins with what was done, "paid 30 € for wine, not cheap"; or it does so behind an
// "actually" and says that it is one more, or names what no entry has.
func (j judge) tellsAnother(text string) bool {
	sentences := sentencesOf(text)
	if len(sentences) == 0 {
		return false
	}
	first := sentences[0]
	done := func(words []string) bool {
		at := slices.IndexFunc(words, func(w string) bool { return !j.class["person"][w] && !j.class["more"][w] })
		return at >= 0 && j.is("past", words[at]) && !j.class["aux"][words[at]] && !j.class["recording"][words[at]]
	}
	switch {
	case len(first.lows) < 2:
		return false
	case done(first.lows):
		takesBack := slices.ContainsFunc(first.lows, func(w string) bool { return j.class["recanting"][w] })
		return !takesBack && j.recent.renamed(text) == 0 && j.recent.restated(text) < evident
	case !j.class["recanting"][first.lows[0]] || !done(first.lows[1:]):
		return false
	}
	about := slices.DeleteFunc(contentStems(besides(first.text, figures(first.text))), func(stem string) bool {
		return slices.ContainsFunc(first.lows[:min(len(first.lows), 4)], func(w string) bool {
			return search.Stem(w) == stem && (j.is("past", w) || j.class["recanting"][w])
		})
	})
	if slices.ContainsFunc(first.lows, func(w string) bool { return j.class["more"][w] }) {
		return true
	}
	return len(about) > 0 && len(j.recent.entries) > 0 &&
		!slices.ContainsFunc(j.recent.entries, func(e *commonv1.Entry) bool { return holding(e.GetText(), about) > 0 })
}

// suspects reports whether much of what a correction needs stands in a text of which
// rules say that it is none.
func (j judge) suspects(text string) bool {
	low := lowered(text[:min(len(text), longestHint)])
	sum, _ := j.traces(low, true)
	return sum >= suspicious && !correcting().not.MatchString(low)
}

// suspicious is which weight of traces is worth a question to a model. Of notes with a
// lower one next to none is a correction.
const suspicious = 0.7

// hintsAtCorrection reports whether a text has any trace that says a good part, at
// its beginning.
func hintsAtCorrection(text string) bool {
	low := lowered(text[:min(len(text), longestHint)])
	return slices.ContainsFunc(correcting().traces, func(t trace) bool { return t.weight > 0.3 && t.form.MatchString(low) })
}

// longestHint is how many bytes of a text are searched for a trace.
const longestHint = 4 << 10

// meets reports whether what else must hold for a sign in a text does. The first match is
// the whole, the others are the groups.
func (j judge) meets(n need, match []string, low string, lone bool) bool {
	switch n {
	case needsAlone:
		return lone
	case needsNames:
		return j.known(match[1]) && j.known(match[2])
	case needsName:
		return j.known(match[1])
	case needsContrast:
		return !denied.MatchString(match[1]) && (len(j.recent.entries) == 0 || j.recent.haveNameOf(match[2]))
	case needsBare:
		return !strings.Contains(match[0], " but ")
	case needsStood:
		return len(j.recent.entries) == 0 || j.recent.haveValueOf(match[1], low)
	}
	return n == "" || n == needsSame
}

// denied is a word behind which "not" denies.
var denied = regexp.MustCompile(`^(?:am|is|are|was|were|be|been|so|but|still|just|really|do|does|did|has|have|had|can|could|will|would|should|or|if|why)$|'(?:s|re|m)$`)

// lowered returns a text in lower case with plain apostrophes.
func lowered(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

// named puts one name in the place of another: "it was Ines, not Iris".
var named = regexp.MustCompile(`^(?:\pL+[,.!]? )?[Nn]ot \p{Lu}[\pL'-]+[,;] ?(?:but )?\p{Lu}[\pL'-]+[.!]?$|\bI said \p{Lu}[\pL'-]+, (?:it|that) was \p{Lu}|(?i:\b(?:was|were|is|actually)\b)[^.;?!,]{0,30}\p{Lu}[\pL-]+(?:['’]s)?(?: \pL+)?, (?:not|instead of) \p{Lu}[\pL-]+(?:['’]s)?[.!]?$|(?:\bcalled|\bis|\bwas|\bwere|'s|’s|\bwith|^)\s+(?:actually )?\p{Lu}[\pL'-]+(?:,| and|, and)? (?:not|instead of) (?:with )?\p{Lu}[\pL'-]+|\b(?:was|were|is|called|with)\s+\p{Lu}[\pL'-]+[^.;?!]{0,40}, no \p{Lu}[\pL'-]+[.!]?$`)
