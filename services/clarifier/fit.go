package clarifier

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/llm"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A person trusts what their own notebook asks. So words that a note may have put
// into a model's mouth must not lead them elsewhere.
var (
	address = regexp.MustCompile(`(?i)https?:|www\.|\S@\S+\.\S|\b[\w-]+\.(?:com|net|org|io|dev|example|info|ru|cn|co|app)\b`)
	secret  = regexp.MustCompile(`(?i)\b(?:passwor[dt]\w*|passphrase|passcode|pin(?: code| number)?|api[ -]?keys?|secret keys?|private keys?|access tokens?|credit ?cards?|card numbers?|cvv|iban|social security|ssn|one-time codes?)\b`)
	// effect is what an unanswered question never brings about.
	effect = regexp.MustCompile(`(?i)\b(?:delet|remov|eras|overwrit|chang|send|shar|publish|upload|forward|report)(?:e|es|ed|ing|s)?\b`)
	figure = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
)

const mostQuestion, mostOption, mostSentence = 240, 80, 300

// spoken is everything that was said: a number that stands nowhere in it is made
// up.
func spoken(req *pb.ClarifyRequest, plain *pb.ClarifyResponse) string {
	texts := []string{req.GetQuery(), plain.GetExplanation(), plain.GetFallback()}
	for _, g := range req.GetGaps() {
		texts = append(append(texts, llm.Gap(g)), g.GetReadings()...)
	}
	for _, q := range plain.GetQuestions() {
		texts = append(append(texts, q.GetText()), q.GetOptions()...)
	}
	for _, c := range req.GetPrevious() {
		texts = append(texts, c.GetQuestion(), c.GetAnswer())
	}
	return strings.Join(texts, "\n")
}

// madeUp returns a number of a text that nobody said, or "".
func madeUp(text, known string) string {
	said := figure.FindAllString(known, -1)
	for _, n := range figure.FindAllString(text, -1) {
		if !slices.Contains(said, n) {
			return n
		}
	}
	return ""
}

// leads tells how a text would lead a person astray, "" if it doesn't.
func leads(text string) string {
	switch {
	case address.MatchString(text):
		return "names an address"
	case secret.MatchString(text):
		return "asks for a secret"
	case strings.ContainsAny(text, "\n\r") || strings.Contains(text, "<<<") || strings.Contains(text, "]("):
		return "is more than plain text in one line"
	}
	return ""
}

// unfit tells what is wrong with a sentence for a person to read, "" if nothing is.
func unfit(text, known string, most int) string {
	switch n := madeUp(text, known); {
	case leads(text) != "":
		return leads(text)
	case utf8.RuneCountInString(text) > most:
		return "is too long"
	case n != "":
		return "has the number " + n + ", which nobody said"
	}
	return ""
}

// unfitPromise tells what is wrong with what shall happen without an answer, ""
// if nothing is. What becomes of a correction is for the code to promise.
func unfitPromise(text string, req *pb.ClarifyRequest, known string) string {
	switch {
	case correction(req):
		return ""
	case effect.MatchString(text):
		return "promises more than an answer"
	}
	return unfit(text, known, mostSentence)
}

// unfitQuestion tells what is wrong with a question, "" if nothing is.
func unfitQuestion(text string, req *pb.ClarifyRequest, known string) string {
	switch {
	case !strings.HasSuffix(strings.TrimSpace(text), "?"):
		return "is no question"
	case slices.ContainsFunc(req.GetPrevious(), func(c *commonv1.Clarification) bool { return fold(c.GetQuestion()) == fold(text) }):
		return "was asked before"
	}
	return unfit(text, known, mostQuestion)
}

// unfitOption tells what is wrong with a choice, "" if nothing is. It may have a
// number of its own.
func unfitOption(text string) string {
	if strings.TrimSpace(text) == "" {
		return "is empty"
	}
	return unfit(text, text, mostOption)
}
