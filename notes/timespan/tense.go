package timespan

import "strings"

// Notes are about the past, and a bare "Friday" is the last one, unless the
// words around it speak of what is to come.

// ahead reports whether the expression at token i stands in talk of what is to
// come: the nearest word that tells decides, first before it, then after it.
func (s *scanner) ahead(i int) bool {
	at := i
	for s.low(at-1) == "the" || s.low(at-1) == "on" || s.low(at-1) == "at" || s.low(at-1) == "in" || s.low(at-1) == "by" {
		at--
	}
	toward := s.low(i-1) == "for" || s.low(i-1) == "to" || s.low(i-2) == "for" || s.low(i-2) == "to"
	for k := at - 1; k >= max(0, at-10) && !s.breaks(k); k-- {
		switch t := s.tense(k); {
		case t == arranged && toward:
			return true
		case t == coming:
			return true
		case t == being && s.low(i-1) == "on" && k == at-1 && !s.asks:
			return true // "surgery is on April 20"
		case t == gone || t == arranged:
			return false
		}
	}
	for k := i + 1; k < min(len(s.toks), i+8) && !s.breaks(k); k++ {
		switch s.tense(k) {
		case coming:
			return true
		case gone, arranged:
			return false
		}
	}
	return !s.asks && s.engaged(at, toward)
}

// breaks reports whether a sentence ends at token k.
func (s *scanner) breaks(k int) bool {
	t := s.toks[k]
	return t.kind == mark && strings.Contains(".!?;", t.low) && !(t.glued && s.at(k+1).glued)
}

// engaged reports whether the words before token i name what one is usually
// told of beforehand: "dentist on Friday", "rent for July".
func (s *scanner) engaged(i int, toward bool) bool {
	for k := i - 1; k >= max(0, i-6) && !s.breaks(k); k-- {
		if engagements[s.low(k)] || toward && provisions[s.low(k)] {
			return true
		}
	}
	return false
}

type tense int

const (
	telling  tense = iota // says nothing of time
	gone                  // a verb in the past
	being                 // "is"
	arranged              // fixed before it happens: "planned", "moved"
	coming                // the future
)

func (s *scanner) tense(k int) tense {
	w := s.toks[k].low
	switch {
	case w == "going":
		if s.low(k+1) == "to" || s.low(k-1) == "am" || s.low(k-1) == "are" || s.low(k-1) == "i'm" || s.low(k-1) == "we're" {
			return coming
		}
	case w == "to":
		switch s.low(k - 1) {
		case "have", "has", "need", "needs", "want", "wants", "got":
			return coming
		}
		if (s.low(k+1) == "do" || s.low(k+1) == "dos") && s.low(k-1) != "forgot" && s.low(k-1) != "want" && s.low(k-1) != "able" {
			return coming
		}
	case w == "forward" && strings.HasPrefix(s.low(k-1), "look"):
		return coming
	case w == "is" || w == "are" || w == "'s" && s.low(k+1) == "on":
		return being
	case comingWords[w]:
		return coming
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
		"let's", "lets", "shall", "starts", "begins", "opens", "expires", "arrives", "leaves", "departs", "ends", "happens", "tbd")

	arrangedWords = set("planned", "booked", "scheduled", "reserved", "moved", "postponed", "pushed", "rescheduled", "delayed",
		"confirmed", "arranged", "shifted", "invited", "set")

	engagements = set("dentist", "exam", "interview", "flight", "rehearsal", "checkup", "vaccination")

	provisions = set("rent", "budget", "goal", "goals", "target", "targets", "tickets", "ticket", "idea", "ideas", "resolution", "resolutions")
)

// pastTense reports whether a word is a verb that tells of the past.
func pastTense(low string) bool {
	return pastWords[low] || len(low) > 4 && strings.HasSuffix(low, "ed") && !endsLikePast[low]
}

var endsLikePast = set("need", "speed", "indeed", "hundred", "wicked", "naked", "breed", "bleed", "greed", "tweed", "exceed", "proceed")

var askers = set("what", "when", "how", "which", "who", "where", "why", "whats", "what's", "how's", "show", "list", "did", "compare", "sum",
	"summary", "summarize", "summarise", "total", "average", "any", "find", "tell")

// asksSomething reports whether a text is a question or a request.
func (s *scanner) asksSomething() bool {
	for i, t := range s.toks {
		if t.low == "?" || i < 6 && askers[t.low] {
			return true
		}
	}
	return false
}
