package clarifier

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A wording is a question with its choices.
type wording struct {
	text    string
	options []string
}

var (
	scale  = []string{"1 – very low", "2", "3 – medium", "4", "5 – very high"}
	amount = []string{"none", "a little", "a lot"}
	howOK  = []string{"good", "so-so", "bad", "don't remember"}
	yesNo  = []string{"yes", "no"}
)

// states are what a description of how something is now may speak of. The
// first match words the question.
var states = []struct {
	words   *regexp.Regexp
	text    string
	options []string
}{
	{regexp.MustCompile(`(?i)\b(?:pain|hurt\w*|injur\w+|ache\w*|aching)\b`), "Does anything hurt right now?", []string{"no", "a little", "yes"}},
	{regexp.MustCompile(`(?i)\b(?:sore|soreness|stiff\w*)\b`), "How sore are you right now?", []string{"not at all", "a little", "very"}},
	{regexp.MustCompile(`(?i)\b(?:ill|illness|sick|unwell)\b`), "Are you ill, or were you in the last days?", yesNo},
	{regexp.MustCompile(`(?i)\b(?:stress\w*|pressure)\b`), "How much stress do you have at the moment?", amount},
	{regexp.MustCompile(`(?i)\b(?:mood)\b`), "How is your mood right now?", scale},
	{regexp.MustCompile(`(?i)\b(?:energy|tired\w*|fatigue\w*|rested|recover\w+)\b`), "How much energy do you have right now?", scale},
	{regexp.MustCompile(`(?i)\b(?:time (?:available|you have)|how much time|available time)\b`), "How much time do you have?", []string{"15 minutes", "30 minutes", "an hour", "more"}},
	{regexp.MustCompile(`(?i)\b(?:goals?|aims?|priorit\w+)\b`), "What matters most to you here?", nil},
	{regexp.MustCompile(`(?i)\b(?:effort|how hard|how heavy|rpe)\b`), "How hard was it?", []string{"1 – very easy", "2", "3 – medium", "4", "5 – as hard as it gets"}},
	{regexp.MustCompile(`(?i)\b(?:differs|different|explains?)\b`), "Was anything different then: sleep, stress, food, illness?", []string{"no", "less sleep", "more stress", "ate differently", "was ill"}},
	{regexp.MustCompile(`(?i)\b(?:feel\w*|felt)\b`), "How do you feel right now?", []string{"fresh", "normal", "tired", "exhausted"}},
}

// asks turn what was searched in vain into a question. $1 and $2 are the words
// of the description.
var asks = []struct {
	words   *regexp.Regexp
	text    string
	options []string
}{
	{regexp.MustCompile(`(?i)does(?: not|n't) say what to compare`), "What should be compared with what?", nil},
	{regexp.MustCompile(`(?i)does(?: not|n't) say what it is about`), "What is your question about?", nil},
	{regexp.MustCompile(`(?i)^no note (?:of|from|for) (.+?) tells of (.+?), which`), "How was your $2 in the time you ask about ($1)?", howOK},
	{regexp.MustCompile(`(?i)^no note (?:of|from|for) (.+?) tells of (.+?)[.]?$`), "Is there something on $2 for $1 that you did not note?", nil},
	{regexp.MustCompile(`(?i)^the notes on (.+?) in (.+?) have no number\b`), "Do you remember the number for $1 in $2?", nil},
	{regexp.MustCompile(`(?i)^(?:there are )?no (?:notes?|entries|data) (?:of|from|for) (.+?) to compare\b`), "How was it in the time before ($1)?", nil},
}

var (
	correction = regexp.MustCompile(`(?i)\bcorrect\w*|\bwhich (?:note|entry)\b`)
	question   = regexp.MustCompile(`\?\s*$`)
	whClause   = regexp.MustCompile(`(?i)^(?:how|what|whether|which|when|where|who|why)\b`)
	inNoNote   = regexp.MustCompile(`(?i)\s+(?:is|are) (?:in no note|not (?:noted|in (?:your|the) notes)|unknown|unclear|missing)[.]?$`)
)

// word makes the question for a gap, in the words of the field.
func word(req *pb.ClarifyRequest, g *commonv1.Gap) wording {
	w := wordingOf(g, strings.TrimSpace(g.GetDescription()))
	if o := req.GetOptions()[g.GetId()].GetValues(); len(o) > 0 {
		w.options = o
	}
	w.text = proper(req, w.text)
	return w
}

// stateOf returns which of the states a text speaks of, or -1.
func stateOf(text string) int {
	for i, s := range states {
		if s.words.MatchString(text) {
			return i
		}
	}
	return -1
}

func wordingOf(g *commonv1.Gap, d string) wording {
	if question.MatchString(d) {
		return wording{upper(d), optionsFor(d)}
	}
	for _, a := range asks {
		if m := a.words.FindStringSubmatchIndex(d); m != nil {
			return wording{string(a.words.ExpandString(nil, a.text, d, m)), a.options}
		}
	}
	switch g.GetType() {
	case commonv1.GapType_GAP_TYPE_CLARIFICATION:
		if correction.MatchString(g.GetId() + " " + d) {
			return wording{"Which note do you want to correct?", nil}
		}
	case commonv1.GapType_GAP_TYPE_SUBJECTIVE:
		if i := stateOf(d); i >= 0 {
			return wording{states[i].text, states[i].options}
		}
	}
	d = strings.TrimRight(inNoNote.ReplaceAllString(d, ""), ".! ")
	if whClause.MatchString(d) {
		return wording{"Can you tell me " + lower(d) + "?", nil}
	}
	if g.GetType() == commonv1.GapType_GAP_TYPE_CLARIFICATION {
		return wording{"What do you mean? " + upper(d) + ".", nil}
	}
	return wording{"What can you tell me about this: " + lower(d) + "?", nil}
}

var polar = regexp.MustCompile(`(?i)^(?:do|did|does|is|are|was|were|have|has|had|can|could|will|would|should)\b`)

// optionsFor returns yes and no where a question wants one of them.
func optionsFor(q string) []string {
	if polar.MatchString(q) && !strings.Contains(strings.ToLower(q), " or ") {
		return yesNo
	}
	return nil
}

// abbreviation is a word that nobody would say: "bp", "rdl".
var abbreviation = regexp.MustCompile(`^[b-df-hj-np-tv-xz]{2,4}$`)

// proper writes out the abbreviations that vocabulary knows.
func proper(req *pb.ClarifyRequest, text string) string {
	return anyWord.ReplaceAllStringFunc(text, func(w string) string {
		term := strings.ToLower(w)
		if full := req.GetVocabulary()[term]; abbreviation.MatchString(term) && len(full) > len(w) {
			return full
		}
		return w
	})
}

var anyWord = regexp.MustCompile(`\b\w+\b`)

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) {
		return s // an abbreviation
	}
	return string(unicode.ToLower(r)) + s[n:]
}
