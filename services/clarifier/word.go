package clarifier

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A wording is a question with its choices.
type wording struct {
	text    string
	options []string
}

// states are how a person or a thing may be, to choose from or to say better.
var states = []string{"good", "so-so", "bad"}

// word makes the question for a gap by its reason and its arguments, in the words of
// the field.
func word(req *pb.ClarifyRequest, g *commonv1.Gap) wording {
	about := list(g.GetWords())
	w := wording{options: fixed(req, g)}
	switch {
	case corrects(req, g):
		w.text = "Which note do you want to correct?"
	case g.GetReason() == ambiguous && about == "":
		w.text = "What do you mean?"
	case g.GetReason() == ambiguous:
		w.text = "What do you mean by " + about + "?"
	case g.GetReason() == presentState && feels(g):
		w = wording{"How do you feel right now?", states}
	case g.GetReason() == presentState:
		w = wording{"As for " + about + ": how is it right now?", states}
	default:
		w.text = strings.TrimSuffix("Is there something on "+about, " on ") + " that you haven't noted" + when(g) + "?"
	}
	w.text = proper(req, w.text)
	return w
}

// feels reports whether a state is how the person feels, and no more is told.
func feels(g *commonv1.Gap) bool {
	return !slices.ContainsFunc(g.GetWords(), func(w string) bool { return search.Stem(w) != "feel" })
}

// fixed are the choices that stand for a gap, whoever words it: entries, or what
// the question may mean.
func fixed(req *pb.ClarifyRequest, g *commonv1.Gap) []string {
	if o := req.GetOptions()[g.GetId()].GetValues(); len(o) > 0 {
		return o
	}
	var out []string
	for _, reading := range g.GetReadings() {
		if reading = strings.TrimSpace(reading); reading != "" && !slices.Contains(out, reading) {
			out = append(out, reading)
		}
	}
	if len(out) < 2 { // one is no choice
		return nil
	}
	return out
}

// corrects reports whether it is unclear which note a correction is about: then
// the choices are entries. What a question may mean is told by readings.
func corrects(req *pb.ClarifyRequest, g *commonv1.Gap) bool {
	_, entries := req.GetOptions()[g.GetId()]
	return entries && g.GetReason() == ambiguous
}

// list puts words in quotation marks, joined as a person would.
func list(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return "“" + words[0] + "”"
	default:
		return "“" + strings.Join(words[:n-1], "”, “") + "” and “" + words[n-1] + "”"
	}
}

// when names the days of a gap.
func when(g *commonv1.Gap) string {
	for _, r := range g.GetRanges() {
		if r.GetLabel() != "" {
			return " (" + r.GetLabel() + ")"
		}
	}
	return ""
}

// abbreviation is a word that nobody would say: "bp", "rdl".
var abbreviation = regexp.MustCompile(`^[b-df-hj-np-tv-xz]{2,4}$`)

var anyWord = regexp.MustCompile(`\b\w+\b`)

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
