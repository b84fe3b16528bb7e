package timespan

import "strings"

// person reports whether the month's name at token i is somebody's: "with
// April", "June's husband", "Jan said".
func (s *scanner) person(i int) bool {
	if !givenNames[s.low(i)] || s.comparing && s.low(i-1) == "with" {
		return false
	}
	if s.at(i+1).kind == possessive && !company[s.low(i-1)] {
		return kin[s.low(i+2)] || kin[s.low(i+3)] && !s.function(i+2) && s.at(i+2).kind == word
	}
	if _, _, yeared := s.yearSuffix(i + 1); yeared || s.at(i+1).kind == number {
		return false
	}
	before, after := s.low(i-1), s.low(i+1)
	if cues[before] {
		return false
	}
	switch {
	case auxiliaries[before] && deeds[after], be[before] && presences[after]:
		return true
	case before == "with" && s.low(i-2) != "start" && s.low(i-2) != "compared",
		company[before],
		before == "/" && s.low(i-2) == "w",
		speaks[after], strings.HasSuffix(after, "ly") && speaks[s.low(i+2)],
		after == "and" && (s.low(i+2) == "i" || s.low(i+2) == "me" || s.low(i+2) == "her"),
		(after == "is" || after == "was") && whereabouts[s.low(i+2)],
		(after == "came" || after == "comes" || after == "went") && visits[s.low(i+2)]:
		return true
	case before == "and" || before == "&": // "with Tom and April"
		t := s.at(i - 2)
		_, month := months[t.low]
		return t.kind == word && t.capital() && !month && i > 2 && s.at(i).capital() && s.at(i-3).kind == word && !weekdayName(t.low) && !seasonName(t.low)
	case before == "'s": // "my sister's April" is none
		return false
	}
	return false
}

func weekdayName(w string) bool { _, ok := weekdays[w]; return ok }

func seasonName(w string) bool { return seasons[w] != 0 }

var (
	givenNames = set("april", "may", "june", "jan", "august", "summer", "autumn")

	// company are words that only a person follows.
	company = set("told", "met", "meet", "meeting", "saw", "ask", "asked", "call", "called", "calling", "text", "texted", "texting", "message", "messaged",
		"email", "emailed", "visit", "visited", "visiting", "hug", "hugged", "thank", "thanked", "miss", "missed", "love", "loved", "invite", "invited",
		"aunt", "auntie", "uncle", "mrs", "mr", "ms", "dr", "prof", "friend", "sister", "brother", "cousin", "daughter", "son", "wife",
		"husband", "girlfriend", "boyfriend", "gf", "bf", "mum", "mom", "colleague", "boss", "coach", "neighbor", "neighbour", "dear", "hey", "hi", "tell", "show", "invite", "gave", "lent", "named",
		"owe", "owes", "owed", "pay", "helped", "hosted", "married", "phoned", "rang", "remind", "reminded", "babysit", "babysat")

	// speaks are what only persons do.
	speaks = set("said", "says", "told", "tells", "asked", "asks", "called", "calls", "texted", "wants", "wanted", "thinks", "thought", "loves",
		"likes", "liked", "brought", "cooked", "helped", "showed", "gave", "lent", "invited", "hugged", "cried", "laughed", "smiled",
		"recommended", "suggested", "mentioned", "drove", "lives", "works", "paid", "forgot", "knows", "knew", "slept", "ate", "ran", "baked", "swam",
		"visited", "joined", "owes", "borrowed", "sent", "wrote", "played", "moved", "hates", "hated", "felt", "needs", "turned")

	// kin are what a person has, and a month has not.
	kin = set("husband", "wife", "mom", "mum", "mother", "dad", "father", "son", "daughter", "kid", "kids", "baby", "boyfriend", "girlfriend",
		"partner", "fiance", "brother", "sister", "friend", "friends", "boss", "birthday", "wedding", "party", "house", "place", "flat", "apartment",
		"car", "dog", "cat", "number", "phone", "email", "address", "job", "advice", "recipe", "idea", "name", "room", "family", "parents",
		"anniversary", "graduation", "funeral", "surgery", "cake", "teacher", "school", "favorite", "favourite", "gift", "present", "book", "lawyer",
		"doctor", "surname", "voice", "message", "text")

	// auxiliaries stand before the person that a question is about: "where does
	// April live", "when is June coming".
	auxiliaries = set("did", "does", "do", "can", "could", "will", "would", "should", "has", "had", "may")

	deeds = set("say", "tell", "think", "know", "want", "like", "come", "call", "write", "cook", "bring", "give", "ask", "mention", "recommend", "suggest",
		"live", "work", "eat", "drink", "owe", "text", "send", "visit", "love", "hate", "need", "lend", "borrow", "get", "have", "buy", "read", "said", "told",
		"promised", "play", "sing", "study", "teach", "drive", "hear", "meet", "ever", "still", "already", "really")

	presences = set("coming", "visiting", "staying", "leaving", "moving", "working", "arriving", "allergic", "vegan", "vegetarian", "married", "single", "pregnant",
		"still", "my", "her", "his", "in", "at", "with", "from", "okay", "ok", "sick", "home", "joining", "bringing")

	whereabouts = set("here", "there", "my", "our", "his", "her", "sick", "late", "with", "at", "home", "away", "pregnant", "tired", "sad", "angry")

	visits = set("over", "by", "along", "with", "home", "to")
)
