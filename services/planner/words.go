package planner

import (
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// adjectives are the kinds of names that tell how something was, not what.
var adjectives = map[string]bool{"feel": true, "quality": true, "verdict": true}

// matter reports whether a token can be what a question is about.
func matter(t search.Token) bool { return telling(t) && !empty[t.Stem] }

// telling reports whether a token says more than grammar does, be it only of how
// something went: "help", "early".
func telling(t search.Token) bool {
	return len(t.Folded) > 1 && t.Folded[0] > '9' && !search.Stopword(t.Stem) && !units[t.Folded]
}

// vague reports whether a canonical name is only a word of how things went.
func vague(name string) bool {
	tokens := search.Tokens(name)
	return len(tokens) == 1 && empty[tokens[0].Stem]
}

func stems(tokens []search.Token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.Stem
	}
	return strings.Join(parts, " ")
}

func stemSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[search.Stem(w)] = true
	}
	return set
}

// empty are the stems of words that make a question without being its subject.
var empty = stemSet(`feel felt feeling seem look go went going get got getting make made do did done have take took come came
	heavy light hard easy good great bad fine ok okay well better best worse worst strong weak stronger weaker faster slower fast slow far
	high low higher lower long longest short shortest big biggest many much more most less least few often usually always ever never
	last first next previous recent recently lately time times day days week weeks month months year years night morning
	afternoon evening ago today yesterday tomorrow average mean total sum number count amount max maximum min minimum per rate
	show tell list find give compare summarize summarise analyze analyse explain describe recap review search plot chart calculate
	compute check see look know want wonder remind help think recommend suggest advice tip try change fix improve improvement progress trend
	pattern reason cause affect effect impact influence correlation correlate relationship difference compared versus vs
	note notes entry entries log logged logs record recorded wrote write data thing things stuff anything everything something
	happen happened kind type way lot lots bit still already yet since really actually please hey hi thanks question
	start started stop stopped begin end today's plan should could program plateau plateauing plateaued enough done use used
	break gap pause avg hw hit say said tell told visit visited see saw seen set up out down summary overview stats statistics history list progress doing day per during again need idea kilometer add added mention mentioned keep check link connection weekend weekends weekday weekdays exercise exercises something
	after before without within every each pls plz lol haha btw tho though ones like somewhere anywhere sometimes sometime nothing nobody maybe kinda
	fastest slowest heaviest lightest hardest easiest earliest latest oldest newest strongest weakest
	develop evolve increase decrease rise vary differ suffer now currently atm nowadays these today's mine ours yours hour
	sorta somehow else instead rather quite ok
	activity activities event events stuff together point row th happned
	bring brought put raise solve solved handle handled deal dealt manage managed able treat ask asked mean meant keeps keeping kept
	longer shorter fewer quicker further furthest farther farthest altogether overall combined median typical lose lost gain gained
	expensive cheap cheaper cheapest pricey
	one two three four five six seven eight nine ten eleven twelve twenty hundred half dozen`)

// units name amounts and not subjects.
var units = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`kg kilogram kilograms kilo kilos lb lbs pound pounds km kilometer kilometers kilometre kilometres k mi mile miles m meter meters
		min mins minute minutes hour hours hr hrs h sec second seconds g gram grams ml l oz percent eur usd gbp euro euros dollar dollars bpm readings`) {
		m[w] = true
	}
	return m
}()
