package timespan

import (
	"slices"
	"strings"
)

// Notes are about the past, and a bare "Friday" is the last one, unless the
// words around it speak of what is to come.

// A bearing says where in time a text looks.
type bearing int

const (
	silent  bearing = iota // nothing tells
	unknown                // both may be
	likely                 // both may be, what is to come rather
	backward
	expected // what one is usually told of beforehand
	onward
)

// ahead reports whether what is to come is meant.
func (b bearing) ahead() bool { return b == onward || b == expected }

// ahead reports whether the expression at token i stands in talk of what is to
// come.
func (s *scanner) ahead(i int) bool { return s.looks(i).ahead() }

// looks finds where the words around token i look: the nearest that tells
// decides, first before it, then after it. A note that says nothing of it is
// sooner about the nearer date.
func (s *scanner) looks(i int) bearing {
	if s.contrasts {
		return backward
	}
	whole := i // where what a part is taken from begins: "the end of March"
	for portions[s.low(whole-1)] {
		whole--
	}
	at := whole
	for leadsIn[s.low(at-1)] {
		at--
	}
	led := whole - 1
	if s.low(led) == "the" && (s.low(led-1) == "until" || s.low(led-1) == "till") {
		led--
	}
	switch s.low(led) {
	case "since", "after":
		return backward
	case "until", "till", "to", "before":
		if s.counting(led) || s.inquires(i) && (s.asksForPlans(0, led) || s.low(led-1) == "on" && be[s.low(led-2)]) {
			return onward
		}
	case "from":
		if s.inquires(i) && !s.engaged(whole-1, false) && !s.runsOn(i) && s.told(i, at, -1, false) != onward {
			return backward
		}
	}
	return s.looksPast(i, at, whole)
}

// looksPast finds it where the word before token whole does not tell.
func (s *scanner) looksPast(i, at, whole int) bearing {
	lead := s.low(whole - 1)
	toward := lead == "for" || lead == "to" || s.low(whole-2) == "for" || s.low(whole-2) == "to"
	if b := s.told(i, at, -1, toward); b != silent {
		return b
	}
	if b := s.awaited(at); lead != "from" && b != silent {
		return b
	}
	if b := s.told(i, at, +1, toward); b != silent {
		return b
	}
	switch {
	case s.follows(i):
		return onward
	case lead == "from":
		return unknown
	case s.engaged(at, toward), s.placedOn(at):
		return expected
	case s.headed(i), s.inquires(i) && be[s.low(at-1)]: // "what is on 4 June?"
		return likely
	case !s.inquires(i) && (lead == "by" || whole > 1 && (lead == "until" || lead == "till")):
		return onward
	case !s.inquires(i) && at > 0:
		return unknown // else it heads an entry, or is all there is
	}
	return backward
}

// placedOn reports whether a question in the present asks for what is on the day whose words
// begin at token at: "is the school play on 18 June?", "what is on Wednesday?", "who comes
// on 2 March?", "does the plumber come on Friday?", "anything on Friday?".
func (s *scanner) placedOn(at int) bool {
	if !s.inquires(at) {
		return false
	}
	first := at
	for first > 0 && !s.breaks(first-1) {
		first--
	}
	on, asks, verb := s.low(at) == "on" || s.asksForPlans(first, at), s.low(first), s.low(first+1)
	switch {
	case asks == "is", asks == "are", asks == "anything":
		return on
	case asks == "does", asks == "do":
		return on && verb != "i" && verb != "we"
	case be[verb], verb == "'s", strings.HasSuffix(asks, "'s"), asks == "whats", asks == "whos":
		return on && askers[asks] && (at == first+2 || at == first+1 || s.asksForPlans(first, at))
	}
	return asks == "who" && len(verb) > 3 && strings.HasSuffix(verb, "s") || asks == "what" && verb == "happens"
}

// asksForPlans reports whether the words of a question between two tokens ask for what is
// planned.
func (s *scanner) asksForPlans(first, end int) bool {
	return slices.ContainsFunc(s.toks[first:end], func(t token) bool {
		switch t.low {
		case "planned", "plans", "scheduled", "happening", "happens":
			return true
		}
		return false
	})
}

// follows reports whether token i stands in a list of plans, after what is to
// come: "sprint ends Friday, demo on Monday".
func (s *scanner) follows(i int) bool {
	if s.inquires(i) || s.prev == nil || !s.prev.bounded() || !s.prev.Range.Start.After(s.today) {
		return false
	}
	for k := s.prevEnd; k < i; k++ {
		if t := s.tense(k); s.breaks(k) || t == gone || t == being {
			return false
		}
	}
	return true
}

// told finds the nearest word that tells where the time at token i lies, before
// the words that lead into it, which begin at token at, or after it. In a note
// what has happened tells no more than its own clause.
func (s *scanner) told(i, at, dir int, toward bool) bearing {
	first, last := at-1, max(0, at-10)
	if dir > 0 {
		first, last = i+1, min(len(s.toks)-1, i+7)
	}
	clause, inquires := true, s.inquires(i)
	for k := first; k*dir <= last*dir && k >= 0 && !s.breaks(k); k += dir {
		clause = clause && (inquires || !s.pauses(k))
		switch t := s.tense(k); {
		case t == coming, t == arranged && toward:
			return onward
		case t == being && clause && s.states(k, at, dir, inquires):
			if b := s.statedFor(i, at, k, dir); b != silent {
				return b
			}
		case t == arranged && clause && dir > 0 && subjects[s.low(k-1)]:
			return backward // "the 3rd I bought a bike"
		default:
			if b := t.bearing(clause, clause || dir < 0, inquires); b != silent {
				return b
			}
		}
	}
	return silent
}

// bearing returns where a word of the tense has a time lie that stands in its clause,
// or near it, in a question or not.
func (t tense) bearing(clause, near, inquires bool) bearing {
	switch {
	case t == arranged && !inquires && near:
		return likely
	case t == payment && !inquires:
		return unknown
	case clause && (t == gone || t == arranged || t == payment):
		return backward
	}
	return silent
}

// states reports whether "is" at token k says something of the time whose words
// begin at token at.
func (s *scanner) states(k, at, dir int, inquires bool) bool {
	if present[s.low(k-1)] || s.resumes(k+2, at) {
		return false
	}
	return !inquires || dir < 0 && s.at(k-1).kind == word && !s.function(k-1) && !askers[s.low(k-1)]
}

// statedFor tells where the time at token i lies of which "is" at token k says
// something: "surgery is on April 20", "wednesday is my last day", "the visit is
// from the 3rd".
func (s *scanner) statedFor(i, at, k, dir int) bearing {
	beside := k == at-1 || k == at-2 && s.low(at-1) == "from"
	if dir > 0 {
		beside = k == i+1
	}
	switch {
	case dir < 0 && s.low(at) == "on" && s.inquires(i):
		return expected // "is the party on 9 June?" may be asked after it
	case dir < 0 && s.low(at) == "on", beside && weekdayName(s.low(i)), beside && dir < 0 && (at < i || s.low(at) == "the"):
		return onward
	case beside && dir < 0:
		return likely
	}
	return silent
}

// resumes reports whether another subject stands between two tokens: "I am not
// sure but I think on Friday".
func (s *scanner) resumes(i, end int) bool {
	for ; i < end; i++ {
		if subjects[s.low(i)] {
			return true
		}
	}
	return false
}

// pauses reports whether a clause of a note ends at token k.
func (s *scanner) pauses(k int) bool {
	t := s.toks[k]
	return t.kind == mark && strings.Contains(",:()–—", t.low) && !(t.glued && s.at(k+1).glued)
}

// timeWord reports whether token k names a unit, a day, a month or a season.
func (s *scanner) timeWord(k int) bool {
	w := s.low(k)
	_, month := months[w]
	return units[w] != 0 || weekdayName(w) || month || seasonName(w) || s.at(k).kind == number || counts[w] > 0 || vague[w] > 0
}

// runsOn reports whether "on" or "onwards" follows: "from August on".
func (s *scanner) runsOn(i int) bool {
	return s.low(i+1) == "on" || s.low(i+1) == "onwards" || s.low(i+1) == "onward"
}

// soon and longAgo bound, in days, when a date that a note names without saying
// of which year is sooner the next than the last one: "insurance for August" in
// July.
const (
	soon    = 120
	longAgo = 230
)

// nearer reports whether the next of two such periods is meant, by where the
// text around them looks.
func (s *scanner) nearer(last, next value, look bearing) bool {
	if !last.bounded() || !next.bounded() {
		return look.ahead()
	}
	until, ago := next.Range.Start.Sub(s.today), s.today.Sub(last.Range.End)
	return look == onward || look == expected && (until < longAgo || until < ago) || look == likely && until < ago || look == unknown && until <= soon && ago >= longAgo
}

// breaks reports whether a sentence ends at token k.
func (s *scanner) breaks(k int) bool {
	t := s.toks[k]
	return t.kind == mark && strings.Contains(".!?;", t.low) && !(t.glued && s.at(k+1).glued)
}

// engaged reports whether the words before token i name what one is usually
// told of beforehand: "dentist on Friday", "rent for July".
func (s *scanner) engaged(i int, toward bool) bool {
	found := false
	for k := i - 1; k >= max(0, i-6) && !s.breaks(k); k-- {
		w := s.low(k)
		found = found || toward && agendas[w] && k == i-2 || !s.inquires(k) && (engagements[w] || engagements[singular(w)] || toward && provisions[w])
		if verdicts[w] {
			return false
		}
	}
	for k := i; k < min(len(s.toks), i+8); k++ {
		if verdicts[s.low(k)] {
			return false
		}
	}
	return found
}

// awaited tells where the words before token i look, if they ask for what one is usually
// told of beforehand: "is there a race in September?" asks what will be, and "is the
// viewing on 9 June?" may be asked after it.
func (s *scanner) awaited(i int) bearing {
	for k := i - 1; k >= max(0, i-6) && !s.breaks(k); k-- {
		if !engagements[s.low(k)] || !s.awaits(k) {
			continue
		}
		if slices.ContainsFunc(s.toks[max(0, k-6):k], func(t token) bool { return t.low == "there" }) {
			return onward
		}
		return expected
	}
	return silent
}

// awaits reports whether what token k names is asked for as what there is, or
// will be: "is there a race in September", "when is my exam in June".
func (s *scanner) awaits(k int) bool {
	found, toward := false, s.low(k-1) == "for" || articles[s.low(k-1)] && s.low(k-2) == "for"
	for k--; k >= 0 && !s.breaks(k) && !s.pauses(k); k-- {
		w := s.low(k)
		switch {
		case w == "got" && (s.low(k-1) == "have" || subjects[s.low(k-1)]):
		case pastTense(w):
			return false
		case possession[w] && subjects[s.low(k-1)], toward && chooses[w], be[w], w == "'s" && askers[s.low(k-1)], askers[w] && strings.HasSuffix(w, "'s"), possession[w] && (subjects[s.low(k+1)] || s.low(k-2) == "do"):
			found = true
		}
	}
	return found
}

// headed reports whether the date at token i of a note stands before what one is
// usually told of, or before "is": "mid June exam", "15 May is the deadline".
func (s *scanner) headed(i int) bool {
	at := i
	for at < i+4 && (s.timeWord(at) || ordinalEnding(s.low(at)) || s.low(at) == "of") {
		at++
	}
	if at == i {
		return false
	}
	if weekdayName(s.low(i)) {
		return at == i+1 && engagements[s.low(at)] && !s.past && !s.inquires(i) && (at+1 == len(s.toks) || s.clockAt(at+1) || joins[s.low(at+1)] || s.at(at+1).kind == number || attends[s.low(at+1)])
	}
	return engagements[s.low(at)] && !s.past && !s.inquires(i) || s.low(at) == "is" && articles[s.low(at+1)]
}

type tense int

const (
	telling  tense = iota // says nothing of time
	gone                  // a verb in the past
	being                 // "is"
	arranged              // fixed before it happens: "planned", "moved"
	payment               // what is paid for may lie on either side
	coming                // the future
)

// tense tells what the word at token k says of time.
func (s *scanner) tense(k int) tense {
	w, before := s.toks[k].low, s.low(k-1)
	switch {
	case w == "to":
		return s.tenseOfTo(k)
	case w == "next" && !s.timeWord(k+1):
		return coming // "next session on the 26th"
	case appointments[w] && s.past && s.inquires(k): // "what did he say at the appointment in March"
	case comingWords[w], s.progressive(k), s.plansAsked(k):
		return coming
	case possession[w] && pastTense(s.low(k+1)): // "I have talked"
		return gone
	case !s.inquires(k) && s.foretells(k):
		return coming
	case w == "am" && before != "i" && s.low(k+1) != "i": // of the clock
	case w == "'s" && subjects[before]:
		return being
	case arrangedWords[w] && s.inquires(k) && pastBe[before]:
		return gone // "what was planned for January"
	default:
		return tenseOf(w)
	}
	return telling
}

var pastBe = map[string]bool{"was": true, "were": true}

// foretells reports whether the word at token k of a note is one in the present that
// speaks of the future.
func (s *scanner) foretells(k int) bool {
	w := s.low(k)
	return timetable[w] || subjects[s.low(k-1)] && (plans[w] || w == "can") || s.orders(k)
}

// tenseOf tells what a word by itself says of time.
func tenseOf(w string) tense {
	switch {
	case be[w]:
		return being
	case arrangedWords[w]:
		return arranged
	case paymentWords[w]:
		return payment
	case pastTense(w):
		return gone
	}
	return telling
}

// tenseOfTo tells what "to" at token k says of time: what one has to do is to come.
func (s *scanner) tenseOfTo(k int) tense {
	before, after := s.low(k-1), s.low(k+1)
	switch {
	case before == "supposed" && (s.low(k-2) == "was" || s.low(k-2) == "were"):
		return gone
	case obliges[before] && !requests[after]:
		return coming
	case (after == "do" || after == "dos") && before != "forgot" && before != "want" && before != "able":
		return coming
	}
	return telling
}

// progressive reports whether token k tells of what is under way or about to be:
// "going to", "we're moving", "she is visiting".
func (s *scanner) progressive(k int) bool {
	w, before := s.low(k), s.low(k-1)
	if w == "going" && s.low(k+1) == "to" || w == "forward" && strings.HasPrefix(before, "look") {
		return true
	}
	return strings.HasSuffix(w, "ing") && !lasting[w] && (be[before] || before == "'s") && !s.inquires(k)
}

// plansAsked reports whether the word at token k asks for what is to come.
func (s *scanner) plansAsked(k int) bool {
	w, before, first := s.low(k), s.low(k-1), s.low(k-2)
	switch {
	case w == "have", w == "need":
		return first == "do" // "what do I have on Friday"
	case w == "got":
		return possession[first] && subjects[before] && (s.low(k+1) == "on" || s.low(k+1) == "anything") // "what have I got on"
	case hosting[w] && (be[before] || before == "'s" || askers[before]):
		return true // "who's bringing what for Halloween"
	}
	return engaging[w] && subjects[before] && be[first] && s.low(k-3) != "how" // "what are we doing on Friday"
}

// orders reports whether the word at token k begins a note to oneself. Where no
// object follows it may as well be a thing: "water on the 10th".
func (s *scanner) orders(k int) bool {
	w := s.low(k)
	return orders[w] && (k == 0 || s.breaks(k-1) || s.pauses(k-1)) && !(ordered[w] && (s.at(k+1).kind != word || leadsIn[s.low(k+1)] && s.low(k+1) != "the" && s.low(k+1) != "this"))
}

// pastTense reports whether a word is a verb that tells of the past.
func pastTense(low string) bool {
	return pastWords[low] || len(low) > 4 && strings.HasSuffix(low, "ed") && !endsLikePast[low]
}
