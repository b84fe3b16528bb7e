package timespan

import "strings"

// Notes are about the past, and a bare "Friday" is the last one, unless the
// words around it speak of what is to come.

// A bearing says where in time a text looks.
type bearing int

const (
	unknown bearing = iota
	backward
	onward
)

// ahead reports whether the expression at token i stands in talk of what is to
// come.
func (s *scanner) ahead(i int) bool { return s.looks(i) == onward }

// looks finds where the words around token i look: the nearest that tells
// decides, first before it, then after it.
func (s *scanner) looks(i int) bearing {
	if s.contrasts {
		return backward
	}
	at := i
	for leadsIn[s.low(at-1)] {
		at--
	}
	switch s.low(i - 1) {
	case "since", "after":
		return backward
	case "from":
		if !s.engaged(i-1, false) && !s.runsOn(i) {
			return backward
		}
	}
	toward := s.low(i-1) == "for" || s.low(i-1) == "to" || s.low(i-2) == "for" || s.low(i-2) == "to"
	for k := at - 1; k >= max(0, at-10) && !s.breaks(k); k-- {
		switch t := s.tense(k); {
		case t == arranged && toward, t == coming:
			return onward
		case t == being && !s.asks && k == at-1 && at < i:
			return onward // "surgery is on April 20"
		case t == arranged && !s.asks:
			return unknown
		case t == gone || t == arranged:
			return backward
		}
	}
	for k := i + 1; k < min(len(s.toks), i+8) && !s.breaks(k); k++ {
		switch t := s.tense(k); {
		case t == arranged && toward, t == coming:
			return onward
		case t == arranged && !s.asks:
			return unknown
		case t == gone || t == arranged:
			return backward
		}
	}
	switch low := s.low(i - 1); {
	case low == "from":
		return unknown
	case s.engaged(at, toward), !s.asks && (low == "by" || i > 1 && (low == "until" || low == "till")):
		return onward
	}
	return backward
}

// runsOn reports whether "on" or "onwards" follows: "from August on".
func (s *scanner) runsOn(i int) bool {
	return s.low(i+1) == "on" || s.low(i+1) == "onwards" || s.low(i+1) == "onward"
}

// soon and longAgo bound, in days, when a date that a note names without saying
// of which year is sooner the next than the last one: "insurance for August" in
// July.
const (
	soon    = 100
	longAgo = 230
)

// nearer reports whether the next of two such periods is meant where nothing
// else tells.
func (s *scanner) nearer(last, next value) bool {
	return last.bounded() && next.bounded() && next.Range.Start.Sub(s.today) <= soon && s.today.Sub(last.Range.End) >= longAgo
}

// leadsIn are words that lead into a time.
var leadsIn = set("the", "on", "at", "in", "by", "this")

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
		found = found || toward && agendas[w] || !s.asks && (engagements[w] || toward && provisions[w])
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

type tense int

const (
	telling  tense = iota // says nothing of time
	gone                  // a verb in the past
	being                 // "is"
	arranged              // fixed before it happens: "planned", "moved"
	coming                // the future
)

// tense tells what the word at token k says of time.
func (s *scanner) tense(k int) tense {
	w, before := s.toks[k].low, s.low(k-1)
	switch {
	case w == "to":
		if obliges[before] && !requests[s.low(k+1)] || (s.low(k+1) == "do" || s.low(k+1) == "dos") && before != "forgot" && before != "want" && before != "able" {
			return coming
		}
	case w == "going" && s.low(k+1) == "to", w == "forward" && strings.HasPrefix(before, "look"), comingWords[w]:
		return coming
	case strings.HasSuffix(w, "ing") && !lasting[w] && (be[before] || before == "'s") && !s.asks: // "we're moving", "she is visiting"
		return coming
	case s.low(k-2) == "do" && (w == "have" || w == "need"): // "what do I have on Friday"
		return coming
	case timetable[w] && !s.asks, subjects[before] && plans[w] && !s.asks, orders[w] && (k == 0 || s.breaks(k-1)) && !s.asks:
		return coming
	case be[w]:
		return being
	case arrangedWords[w]:
		return arranged
	case pastTense(w):
		return gone
	}
	return telling
}

var (
	comingWords = set("will", "i'll", "we'll", "he'll", "she'll", "they'll", "it'll", "gonna", "todo", "todos", "deadline", "due", "upcoming",
		"appointment", "appointments", "appt", "plan", "plans", "planning", "remind", "reminder", "wanna", "should", "must", "gotta",
		"let's", "lets", "shall", "hopefully", "starts", "begins", "opens", "expires", "arrives", "leaves", "departs", "ends", "happens")

	// timetable are verbs in the present that a plan is told in.
	timetable = set("renews", "comes", "come", "arrive", "visits", "returns", "flies", "closes", "lands", "moves", "retires", "graduates", "finishes")

	arrangedWords = set("planned", "booked", "scheduled", "reserved", "moved", "postponed", "pushed", "rescheduled", "delayed",
		"confirmed", "arranged", "shifted", "invited", "set", "registered", "signed", "enrolled", "applied", "bought", "got")

	be = set("is", "are", "am", "i'm", "im", "we're", "he's", "she's", "they're", "it's", "were're")
	// requests are what one wants to do with one's notes.
	requests = set("see", "know", "find", "read", "check", "compare", "look", "remember", "send", "show", "understand", "get", "review")

	subjects = set("i", "we", "he", "she", "they", "it", "you")
	obliges  = set("have", "has", "need", "needs", "want", "wants", "got", "remember", "try", "promised", "agreed", "hope", "hoping", "offered", "decided", "supposed", "trying")

	// lasting are what goes on now, not what is to come.
	lasting = set("feeling", "hurting", "sleeping", "eating", "struggling", "thinking", "remembering", "missing", "reading", "looking", "being",
		"doing", "improving", "losing", "gaining", "trying", "interesting", "exhausting", "tiring", "amazing", "boring", "aching", "bleeding",
		"coughing", "drinking", "spending", "averaging", "tracking", "logging", "writing", "wondering", "morning", "evening", "nothing", "something")

	// plans are verbs in the present that speak of the future with a day.
	plans = set("start", "starts", "begin", "fly", "flies", "leave", "travel", "move", "moves", "meet", "see", "have", "has", "get", "come", "comes",
		"visit", "visits", "arrive", "return", "returns", "present", "defend", "host", "finish", "finishes", "race", "play", "turn", "turns", "marry")

	// orders begin a note to oneself.
	orders = set("call", "buy", "pay", "book", "pick", "send", "bring", "renew", "cancel", "submit", "return", "email", "order", "clean", "fix",
		"wash", "prepare", "prep", "pack", "get", "register", "sign", "write", "water", "check", "meet", "finish", "drop", "collect", "text", "starting")

	// engagements are what one is usually told of beforehand.
	engagements = set("dentist", "exam", "interview", "flight", "rehearsal", "checkup", "vaccination", "appointment", "concert", "wedding", "meeting",
		"marathon", "race", "physio", "doctor", "doc", "gp", "vet", "haircut", "surgery", "operation", "mri", "presentation", "conference", "holiday",
		"vacation", "visits", "visit", "audit", "recital", "competition", "closed", "defense", "viewing", "delivery", "party", "leave", "off", "trip", "course", "workshop", "therapy", "session", "control", "follow")

	// verdicts are what one says of it afterwards.
	verdicts = set("great", "fun", "awesome", "awful", "terrible", "nice", "good", "bad", "amazing", "boring", "tired", "exhausted", "sore", "pb", "pr", "hungover", "lol", "cost", "costs")

	agendas = set("list", "lists", "agenda", "schedule", "calendar", "menu", "lineup")

	provisions = set("rent", "budget", "goal", "goals", "target", "targets", "tickets", "ticket", "idea", "ideas", "resolution", "resolutions")
)

// pastTense reports whether a word is a verb that tells of the past.
func pastTense(low string) bool {
	return pastWords[low] || len(low) > 4 && strings.HasSuffix(low, "ed") && !endsLikePast[low]
}

var endsLikePast = set("need", "speed", "indeed", "hundred", "wicked", "naked", "breed", "bleed", "greed", "tweed", "exceed", "proceed")

var askers = set("what", "when", "how", "which", "who", "where", "why", "whats", "what's", "how's", "show", "list", "did", "compare", "sum",
	"summary", "summarize", "summarise", "total", "average", "any", "find", "tell")

// questions are words that hardly stand in a note, wherever they stand.
var questions = set("what", "whats", "what's", "how", "which", "who", "did", "show", "find", "check", "look")

// asksSomething reports whether a text is a question or a request.
func (s *scanner) asksSomething() bool {
	for i, t := range s.toks {
		before := s.low(i - 1)
		if t.low == "?" || i < 6 && askers[t.low] || questions[t.low] ||
			before == "to" && (t.low == "see" || t.low == "know") || before == "give" && t.low == "me" || before == "sum" && t.low == "up" ||
			before == "need" && (t.low == "my" || t.low == "the" || t.low == "all") {
			return true
		}
	}
	return false
}
