package router

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

// question reports whether a sentence wants to know something, and why one
// thinks so.
func question(sentence string) (string, bool) {
	if reason, ok := opening(sentence); ok {
		return reason, true
	}
	if leadIn(sentence) {
		if _, rest, ok := strings.Cut(sentence, ","); ok {
			if reason, ok := opening(rest); ok {
				return reason, true
			}
		}
		if afterTime(sentence) {
			return "It asks for something about a time.", true
		}
	}
	plain := strings.TrimRight(unquoted(sentence), " )")
	if strings.HasSuffix(plain, "?") && !tagged(plain) {
		return "It ends with a question mark.", true
	}
	return "", false
}

// tagged reports whether only a tag after a comma asks: "felt great, right?".
func tagged(sentence string) bool {
	i := strings.LastIndexAny(sentence, ",;")
	return i > 0 && tag(sentence[i+1:])
}

// afterTime reports whether a question begins right after a time: "in March
// how often did I run".
func afterTime(sentence string) bool {
	for _, s := range timespan.Scan(sentence, anyTime) {
		if s.Offset > 12 {
			break
		}
		if _, ok := opening(sentence[s.Offset+len(s.Text):]); ok {
			return true
		}
	}
	return false
}

// anyTime is enough of a reference to find time expressions; what they resolve
// to does not matter here.
var anyTime = timespan.Ref{Now: time.Date(2024, 6, 15, 12, 0, 0, 0, time.UTC), WeekStart: time.Monday}

// justTime reports whether a text is no more than a time expression.
func justTime(text string) bool {
	found := timespan.Scan(text, anyTime)
	if len(found) == 0 {
		return false
	}
	for _, w := range lowWords(timespan.Strip(text, found)) {
		if !fillers[w] {
			return false
		}
	}
	return true
}

// fillers may stand before anything and say nothing.
var fillers = wordSet("so and but also hey hi hello ok okay please well um uh btw oh hmm now then just pls plz kindly yo weft quick question thanks thank you anyway alright right yeah yes no")

// opening reports whether a text begins as a question or a request does.
func opening(text string) (string, bool) {
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "\"") || strings.HasPrefix(trimmed, "“") {
		return "", false // somebody else's words
	}
	words := lowWords(text)
	for len(words) > 1 && fillers[words[0]] {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", false
	}
	if w := words[0]; asksWith(words, text) {
		return fmt.Sprintf("It begins with %q, as questions do.", w), true
	}
	if requests(words, text) {
		return fmt.Sprintf("%q asks for information.", strings.Join(words[:min(2, len(words))], " ")), true
	}
	return "", false
}

// inverted reports whether a text begins with a verb before its subject, as
// only questions do: "how did I", "was it".
func inverted(text string) bool {
	words := lowWords(text)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "why", "how", "what", "when", "which", "who", "where":
		return len(words) == 1 || slices.ContainsFunc(words[1:min(4, len(words))], func(w string) bool { return auxiliaries[w] })
	}
	return auxiliaries[words[0]] && len(words) > 1 && subjects[words[1]]
}

var (
	auxiliaries = wordSet("did do does is was were are am have has had can could should would will might")
	subjects    = wordSet("i we you it there they he she my our this that anyone any")

	// afterHow follow "how" in questions; "how nice" is none.
	afterHow = wordSet("did do does is was were are am have has had can could should would will many much often long far fast to come about heavy well quickly old big low high bad good late early frequently tired consistent strong likely soon close")
	// afterWhat follow "what" in questions; "what a day" is none.
	afterWhat  = wordSet("did do does is was were are am have has had can could should would will time day days kind about happened happens exercise exercises workout workouts made makes caused causes helps helped changed percentage else if type types number my to")
	contracted = wordSet("what's whats how's hows when's whens where's wheres who's whos why's whys what're how're")
)

// asksWith reports whether words begin a question.
func asksWith(words []string, text string) bool {
	first := words[0]
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch first {
	case "why":
		return second != "not" || strings.Contains(text, "?")
	case "how":
		if second == "to" && strings.Contains(text, ":") {
			return false // the title of instructions
		}
		return second == "" || afterHow[second]
	case "what":
		if labels(text) && !strings.Contains(text, "?") {
			return false // the heading of a note
		}
		if second == "i" || second == "we" {
			return !strings.Contains(text, ":") && len(words) <= 9
		}
		return second == "" || afterWhat[second] || strings.Contains(text, "?") && second != "a"
	case "when", "where", "who":
		return second == "" || auxiliaries[second] && !(first == "when" && second == "had")
	case "which":
		return second != "" && !auxiliaries[second] && slices.ContainsFunc(words[1:], func(w string) bool { return auxiliaries[w] }) ||
			strings.Contains(text, "?")
	case "does", "whose":
		return second != ""
	case "any":
		return slices.Contains([]string{"idea", "ideas", "clue", "tips", "advice", "pattern", "patterns", "correlation", "chance", "suggestions", "recommendations"}, second)
	}
	if contracted[first] {
		return second != ""
	}
	if !auxiliaries[first] || !subjects[second] {
		return false
	}
	switch {
	case first == "had" || second == "that" && first == "was" && !strings.Contains(text, "?"):
		return false
	case second == "my" && len(words) > 2 && (first == "was" || first == "is" || first == "did"):
		return !superlatives[words[2]] && (first != "did" || strings.Contains(text, "?") || slices.ContainsFunc(words[2:], func(w string) bool { return dids[w] }))
	case (first == "can" || first == "could" || first == "would" || first == "will") && second == "you":
		return len(words) > 2 && !noting[words[2]]
	case first == "do" && second != "i" && second != "we" && second != "you":
		return strings.Contains(text, "?")
	}
	return true
}

var (
	superlatives = wordSet("best worst first last longest fastest hardest easiest heaviest favorite favourite only biggest")
	// dids are verbs that complete "did my …": without one it is "did my squats".
	dids = wordSet("improve go change get increase decrease drop rise help work suffer feel cost take last hurt affect")
	// noting are verbs by which one hands over a note.
	noting = wordSet("add remember note log save put remind record write keep store track jot buy call book schedule")
)

// requests reports whether words begin a request for information. Imperatives
// that hand over a note ("add milk", "find a dentist") are none.
func requests(words []string, text string) bool {
	rest := words[1:]
	second, third := "", ""
	if len(rest) > 0 {
		second = rest[0]
	}
	if len(rest) > 1 {
		third = rest[1]
	}
	switch words[0] {
	case "compare", "summarize", "summarise", "analyze", "analyse", "explain", "recap", "describe", "suggest", "recommend",
		"calculate", "compute", "plot", "visualize", "visualise", "display", "retrieve", "estimate", "summary", "recommendations":
		return second != "" && !labels(text)
	case "show", "list", "graph", "chart", "rank":
		return second != "" && second != "up" && second != "was" && !labels(text) && second != "and"
	case "tell", "give":
		return second == "me" || second == "us"
	case "find", "search", "get", "pull":
		return slices.Contains([]string{"all", "my", "notes", "entries", "every", "when", "where", "out", "any", "mentions", "everything", "me", "for", "up"}, second) &&
			!(words[0] == "get" && second != "me" && second != "all" && second != "my") && third != "a" && !(second == "my" && words[0] == "get")
	case "look":
		return second == "up" || second == "for" && (third == "my" || third == "patterns" || third == "notes" || third == "all") || second == "at" && third == "my"
	case "top":
		return len(rest) > 2 && strings.Trim(second, "0123456789") == "" && !labels(text)
	case "count":
		return second == "my" || second == "how" || second == "the" || second == "all"
	case "check":
		return second == "if" || second == "whether" || second == "how" || second == "when"
	case "review", "evaluate", "assess":
		return second == "my" || second == "last" || second == "this"
	case "break", "walk", "sum":
		return second == "down" && third == "my" || second == "me" || second == "up" && third == "my" || second == "of"
	case "remind":
		return second == "me" && slices.Contains([]string{"what", "when", "how", "why", "where", "who", "of", "about"}, third)
	case "help":
		return second == "me" && third != ""
	case "wondering", "curious":
		return slices.Contains([]string{"why", "how", "if", "whether", "what", "when", "about"}, second)
	case "i":
		return wants(rest)
	case "i'd", "id":
		return slices.Contains(rest, "like") && (slices.Contains(rest, "know") || slices.Contains(rest, "see"))
	case "let":
		return second == "me" && (third == "see" || third == "know")
	case "average", "avg", "total", "stats", "statistics", "trend", "trends", "overview", "history", "number":
		return second != "" && !amounts(text) && !labels(text) && (words[0] != "number" || second == "of")
	}
	return false
}

// wants reads what follows "I": "wonder why", "want to know", "need to see".
func wants(rest []string) bool {
	if len(rest) < 2 {
		return false
	}
	switch rest[0] {
	case "wonder":
		return slices.Contains([]string{"why", "how", "if", "whether", "what", "when"}, rest[1])
	case "want", "need", "would":
		return slices.Contains(rest[:min(5, len(rest))], "know") || rest[1] == "to" && len(rest) > 2 && rest[2] == "see"
	}
	return false
}

// labels reports whether a colon stands after the first words: "list: milk".
func labels(text string) bool {
	i := strings.Index(text, ":")
	return i >= 0 && len(lowWords(text[:i])) <= 2
}

// amounts reports whether a text has numbers apart from its time expressions.
func amounts(text string) bool {
	return strings.ContainsAny(timespan.Strip(text, timespan.Scan(text, anyTime)), "0123456789")
}

// idling reports whether a sentence only greets, thanks or announces a question.
func idling(sentence string) bool {
	words := lowWords(sentence)
	if len(words) == 0 || len(words) > 8 {
		return len(words) == 0
	}
	if slices.Contains(words, "question") && (strings.HasSuffix(sentence, ":") || strings.HasSuffix(sentence, ".") || len(words) <= 3) {
		return true
	}
	for _, w := range words {
		if !fillers[w] && !greetings[w] {
			return false
		}
	}
	return true
}

var greetings = wordSet("good morning evening afternoon there everyone lol haha sorry be honest curious")
