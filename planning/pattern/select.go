package pattern

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/planning/outline"
)

// Selection is the template that a wish fits.
type Selection struct {
	Template *Template
	Spec     outline.PatternSpec
	Params   Values   // what the cues settle
	Reasons  []string // for a person
	// Question is to be asked before going on, since it isn't sure; "": it is.
	Question string
}

const (
	// enough is what a template's cues have to weigh to be taken without asking,
	// and sure how confident that has to be.
	enough = 3
	sure   = .6
	// worthNaming is what they have to weigh to be asked about.
	worthNaming = 2
	most        = 2_000 // words of a wish that are read
)

type score struct {
	t       *Template
	weight  int
	found   []string
	params  Values
	settled map[string]int // the weight by which each parameter is
}

// Select tells which template a wish fits by the templates' cues. If none stands
// out it is the generic one, with little confidence and a question.
func (s *Set) Select(wish string) Selection {
	scores := s.scores(wish)
	second := 0
	if len(scores) > 1 {
		second = scores[1].weight
	}
	if len(scores) == 0 || scores[0].weight < enough || confidence(scores[0].weight, second) < sure {
		return s.unsure(scores)
	}
	best := scores[0]
	return Selection{
		Template: best.t, Params: best.params,
		Spec:    best.t.spec(confidence(best.weight, second)),
		Reasons: []string{fmt.Sprintf("%s means %s", quoted(best.found), best.t.label())},
	}
}

// confidence grows with the weight, and falls with that of the second.
func confidence(weight, second int) float64 { return float64(weight-second) / float64(weight+1) }

func (s *Set) unsure(scores []score) Selection {
	g := s.Get(Generic)
	out := Selection{Template: g, Spec: g.spec(.3), Params: Values{}, Question: "What should be there at the end, and what are the big steps towards it?"}
	if len(scores) == 0 || scores[0].weight < worthNaming {
		out.Reasons = []string{"none of its words points to a template"}
		return out
	}
	var labels []string
	for _, c := range scores[:min(3, len(scores))] {
		if c.weight < worthNaming {
			continue
		}
		out.Reasons = append(out.Reasons, fmt.Sprintf("%s may mean %s, but that is not certain", quoted(c.found), c.t.label()))
		labels = append(labels, c.t.label())
	}
	out.Question = "Is this about " + strings.Join(labels, " or ") + ", or about something else?"
	return out
}

func (t *Template) spec(confidence float64) outline.PatternSpec {
	return outline.PatternSpec{Pattern: t.Pattern, Subtype: t.Subtype, Variant: t.Name, Confidence: confidence, IntroducedBy: outline.BySystem}
}

func (t *Template) label() string { return strings.ReplaceAll(t.Name, "_", " ") }

func quoted(found []string) string { return `"` + strings.Join(found, `", "`) + `"` }

// score weighs the cues of a template. One that is part of a longer one, such
// as "marathon" of "half marathon", settles nothing against it.
func (t *Template) score(said []string) score {
	out := score{t: t, params: Values{}, settled: map[string]int{}}
	for _, c := range t.Cues {
		i := slices.IndexFunc(c.Words, func(w string) bool { return contains(said, strings.Fields(w)) })
		if i < 0 {
			continue
		}
		out.weight += c.Weight
		if c.Weight > 0 {
			out.found = append(out.found, strings.TrimSuffix(c.Words[i], "*"))
		}
		for key, v := range c.Set {
			if length := len(strings.Fields(c.Words[i])); length > out.settled[key] {
				out.params[key], out.settled[key] = v, length
			}
		}
	}
	return out
}

func contains(said, cue []string) bool {
	for i := 0; i+len(cue) <= len(said); i++ {
		if slices.EqualFunc(said[i:i+len(cue)], cue, func(s, c string) bool {
			stem, open := strings.CutSuffix(c, "*")
			return s == c || open && strings.HasPrefix(s, stem)
		}) {
			return true
		}
	}
	return false
}

// words are those of a text in small letters; apostrophes belong to them.
func words(text string) []string {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
}
