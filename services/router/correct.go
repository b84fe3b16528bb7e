package router

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A correction is what a sentence corrects by.
type correction struct {
	words      string // the sentence
	reason     string
	confidence float64
}

// A sign is a form that corrections have, with what else must hold for it.
type sign struct {
	form   *regexp.Regexp
	reason string
	needs  need
}

// A need is what must hold besides a sign's form.
type need string

const (
	// needsAlone: nothing else is told or asked.
	needsAlone need = "alone"
	// needsNames: the words of both groups are terms. "Tea not coffee" corrects, "warm
	// not hot" describes.
	needsNames need = "names"
	// needsName: the words of the group are a term.
	needsName need = "name"
	// needsSubject: the words of the last group name what is kept: a term, a measure, a
	// day, a value.
	needsSubject need = "subject"
	// needsVerbless: the word of the group is no verb. "Sorry, bed 4 not bed 3" corrects,
	// "sorry, did not run" doesn't.
	needsVerbless need = "verbless"
	// needsSpread: it is looked for in the whole text, not in one sentence.
	needsSpread need = "spread"
)

// corrections are the signs, in the order in which they are looked for.
type corrections struct {
	signs []sign
	not   *regexp.Regexp // what none of them counts beside
	hint  *regexp.Regexp // what no correction is without
}

// correcting has the signs of words/correction.txt.
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
	for _, s := range orderedSections("correction.txt") {
		switch heading, needs, _ := strings.Cut(s.heading, " | "); heading {
		case "parts":
			for _, line := range s.lines {
				name, form, _ := strings.Cut(line, " = ")
				parts[name] = expand(form).String()
			}
		case "but not":
			c.not = expand(s.lines[0])
		case "hint":
			c.hint = regexp.MustCompile("(?i)" + expand(s.lines[0]).String())
		default:
			for _, line := range s.lines {
				c.signs = append(c.signs, sign{expand(line), heading, need(needs)})
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
	list := sentences(text)
	words := 0
	for _, s := range list {
		words += len(s.words)
	}
	short := len(list) <= shortSentences && words <= shortWords
	if low := lowered(text); short {
		for _, s := range correcting().signs {
			if s.needs == needsSpread && s.form.MatchString(low) {
				return correction{text, s.reason, 0.9}, true
			}
		}
	}
	for i, s := range list {
		if s.closing == '?' || i > 0 && !short {
			break
		}
		if len(s.words) <= shortWords {
			if c, ok := j.correctsBy(s, lone && len(list) == 1); ok {
				return c, true
			}
		}
	}
	return correction{}, false
}

func (j judge) correctsBy(s sentence, lone bool) (correction, bool) {
	low := lowered(s.text)
	if correcting().not.MatchString(low) {
		return correction{}, false
	}
	if named.MatchString(s.text) {
		return correction{s.text, "One name is put in the place of another.", 0.9}, true
	}
	for _, sign := range correcting().signs {
		if m := sign.form.FindStringSubmatch(low); m != nil && j.meets(sign.needs, m, lone) {
			return correction{s.text, sign.reason, 0.9}, true
		}
	}
	return correction{}, false
}

// meets reports whether what else must hold for a sign does. The first match is
// the whole, the others are the groups.
func (j judge) meets(n need, match []string, lone bool) bool {
	switch n {
	case needsAlone:
		return lone
	case needsNames:
		return j.known(match[1]) && j.known(match[2])
	case needsName:
		return j.known(match[1])
	case needsSubject:
		return j.kept(match[len(match)-1])
	case needsVerbless:
		return !j.class["aux"][match[1]] && !strings.Contains(match[1], "'") && !slices.Contains([]string{"or", "if", "and", "but"}, match[1])
	}
	return n == ""
}

// lowered returns a text in lower case with plain apostrophes.
func lowered(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

// kept reports whether words name what notes keep.
func (j judge) kept(words string) bool {
	if strings.ContainsAny(words, "0123456789") {
		return true
	}
	for _, p := range spans(words) {
		if w := words[p.start:p.end]; j.measures(w) || w == "that" || w == "it" || w == "entry" || w == "note" || w == "date" || strings.HasSuffix(w, "'s") || j.class["time"][w] {
			return true
		}
	}
	return false
}

// named puts one name in the place of another: "it was Ines, not Iris".
var named = regexp.MustCompile(`^(?:\pL+[,.!]? )?[Nn]ot \p{Lu}[\pL'-]+[,;] ?(?:but )?\p{Lu}[\pL'-]+[.!]?$|\bI said \p{Lu}[\pL'-]+, (?:it|that) was \p{Lu}|(?i:\b(?:was|were|is|actually)\b)[^.;?!,]{0,30}\p{Lu}[\pL-]+(?:['’]s)?(?: \pL+)?, (?:not|instead of) \p{Lu}[\pL-]+(?:['’]s)?[.!]?$|(?:\bcalled|\bis|\bwas|\bwere|'s|’s|\bwith|^)\s+(?:actually )?\p{Lu}[\pL'-]+(?:,| and|, and)? (?:not|instead of) (?:with )?\p{Lu}[\pL'-]+`)
