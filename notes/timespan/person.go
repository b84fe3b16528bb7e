package timespan

// person reports whether the month's name at token i is somebody's: "with
// April", "June's husband", "Jan said".
func (s *scanner) person(i int) bool {
	if !givenNames[s.low(i)] || s.comparing && s.low(i-1) == "with" {
		return false
	}
	if s.at(i+1).kind == possessive {
		return kin[s.low(i+2)]
	}
	if _, _, yeared := s.yearSuffix(i + 1); yeared || s.at(i+1).kind == number {
		return false
	}
	before, after := s.low(i-1), s.low(i+1)
	if cues[before] {
		return false
	}
	switch {
	case before == "with" && s.low(i-2) != "start" && s.low(i-2) != "compared",
		company[before],
		speaks[after],
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
		"husband", "girlfriend", "boyfriend", "gf", "bf", "mum", "mom", "colleague", "boss", "coach", "neighbor", "neighbour", "dear", "hey", "hi", "gave", "lent", "named",
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

	whereabouts = set("here", "there", "my", "our", "his", "her", "sick", "late", "with", "at", "home", "away", "pregnant", "tired", "sad", "angry")

	visits = set("over", "by", "along", "with", "home", "to")
)
