package timespan

import (
	_ "embed"
	"strings"
)

//go:embed lexicon.txt
var lexiconTable string

// lexicon holds the lists of lexicon.txt by their names.
var lexicon = readLexicon(lexiconTable)

func readLexicon(table string) map[string]map[string]bool {
	lists := map[string]map[string]bool{}
	var list map[string]bool
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			list = map[string]bool{}
			lists[strings.TrimSuffix(name, "]")] = list
			continue
		}
		for w := range strings.FieldsSeq(line) {
			list[w] = true
		}
	}
	return lists
}

// listed returns the words of one list.
func listed(name string) map[string]bool {
	list, ok := lexicon[name]
	if !ok {
		panic("timespan: no list " + name) // the table is part of the program
	}
	return list
}

// The lists of lexicon.txt, which explains them.
var (
	actions       = listed("actions")
	agendas       = listed("agendas")
	ambiguous     = listed("ambiguous")
	amounts       = listed("amounts")
	appointments  = listed("appointments")
	approaches    = listed("approaches")
	arrangedWords = listed("arrangedWords")
	articles      = listed("articles")
	askers        = listed("askers")
	attends       = listed("attends")
	auxiliaries   = listed("auxiliaries")
	be            = listed("be")
	chooses       = listed("chooses")
	closers       = listed("closers")
	comingWords   = listed("comingWords")
	company       = listed("company")
	comparisons   = listed("compared")
	compounds     = listed("compounds")
	contrasts     = listed("contrasts")
	cues          = listed("cues")
	dateCues      = listed("dateCues")
	datedEvents   = listed("dated events")
	dottedCues    = listed("dottedCues")
	slashCues     = listed("slashCues")
	differ        = listed("differ")
	dishes        = listed("dishes")
	endsLikePast  = listed("endsLikePast")
	engagedIn     = listed("engagedIn")
	engagements   = listed("engagements")
	engaging      = listed("engaging")
	futureWords   = listed("futureWords")
	gatherings    = listed("gatherings")
	gauges        = listed("gauges")
	givenNames    = listed("givenNames")
	greetings     = listed("greetings")
	guesses       = listed("guesses")
	habits        = listed("habits")
	hosting       = listed("hosting")
	howMany       = listed("howMany")
	hyphened      = listed("hyphened")
	ideas         = listed("ideas")
	inquired      = listed("inquired")
	introductions = listed("introductions")
	inverted      = listed("inverted")
	joins         = listed("joins")
	joints        = listed("joints")
	kin           = listed("kin")
	lasting       = listed("lasting")
	lasts         = listed("lasts")
	lateWords     = listed("lateWords")
	leads         = listed("leads")
	leadsIn       = listed("leadsIn")
	linking       = listed("linking")
	measures      = listed("measures")
	mentions      = listed("mentions")
	mine          = listed("mine")
	monthly       = listed("monthly")
	narrowParts   = listed("narrowParts")
	nexts         = listed("nexts")
	notClock      = listed("notClock")
	obliges       = listed("obliges")
	occasionCues  = listed("occasionCues")
	occasions     = listed("occasions")
	ordered       = listed("ordered")
	orders        = listed("orders")
	owners        = listed("owners")
	owning        = listed("owning")
	partNames     = listed("partNames")
	particles     = listed("particles")
	pastWords     = listed("pastWords")
	paymentWords  = listed("paymentWords")
	picks         = listed("picks")
	plans         = listed("plans")
	portions      = listed("portions")
	possession    = listed("possession")
	presences     = listed("presences")
	present       = listed("present")
	presents      = listed("presents")
	programs      = listed("programs")
	pronouns      = listed("pronouns")
	provisions    = listed("provisions")
	questions     = listed("questions")
	ratioed       = listed("ratioed")
	recurs        = listed("recurs")
	relocations   = listed("relocations")
	requests      = listed("requests")
	running       = listed("running")
	sendings      = listed("sendings")
	shifts        = listed("shifts")
	sleepWords    = listed("sleepWords")
	speaks        = listed("speaks")
	speech        = listed("speech")
	spelled       = listed("spelled")
	subjects      = listed("subjects")
	terms         = listed("terms")
	thirdNames    = listed("thirdNames")
	timetable     = listed("timetable")
	titles        = listed("titles")
	trappings     = listed("trappings")
	tumbles       = listed("tumbles")
	turns         = listed("turns")
	valid         = listed("valid")
	verdicts      = listed("verdicts")
	visits        = listed("visits")
	weekendCues   = listed("weekendCues")
	weekly        = listed("weekly")
	weighing      = listed("weighing")
	whereabouts   = listed("whereabouts")
	works         = listed("works")
)
