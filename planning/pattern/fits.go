package pattern

import "slices"

// Fits are the templates that a wish may fit by their cues, the likeliest first.
func (s *Set) Fits(wish string) []*Template {
	var out []*Template
	for _, c := range s.scores(wish) {
		if c.weight >= worthNaming {
			out = append(out, c.t)
		}
	}
	return out
}

// scores are what the cues of each template weigh in a wish, the heaviest first.
func (s *Set) scores(wish string) []score {
	said := words(wish)
	said = said[:min(len(said), most)]
	var out []score
	for _, t := range s.Templates {
		if c := t.score(said); c.weight > 0 && t.Name != Generic {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b score) int { return b.weight - a.weight })
	return out
}
