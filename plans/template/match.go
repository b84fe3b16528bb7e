package template

import (
	"regexp"
	"slices"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
)

// Match returns the values by which the objective of a template says the same as a wish;
// false if it does not, or if the template has places that its objective has not. Capitals,
// white space and a mark at the end make no difference.
func Match(c *planv1.Content, wish string) (map[string]string, bool) {
	objective := strings.TrimRight(strings.TrimSpace(c.GetObjective()), ".!")
	var pattern strings.Builder
	var names []string
	at := 0
	for _, m := range place.FindAllStringSubmatchIndex(objective, -1) {
		pattern.WriteString(literal(objective[at:m[0]]))
		pattern.WriteString(`(.+?)`)
		names = append(names, objective[m[2]:m[3]])
		at = m[1]
	}
	pattern.WriteString(literal(objective[at:]))
	for _, name := range Names(c) {
		if !slices.Contains(names, name) {
			return nil, false
		}
	}
	r, err := regexp.Compile(`(?i)^` + pattern.String() + `$`)
	if err != nil {
		return nil, false
	}
	said := r.FindStringSubmatch(strings.TrimRight(strings.Join(strings.Fields(wish), " "), ".!"))
	if said == nil {
		return nil, false
	}
	values := map[string]string{}
	for i, name := range names {
		if was, twice := values[name]; twice && was != said[i+1] {
			return nil, false
		}
		values[name] = said[i+1]
	}
	return values, true
}

// literal is a text as a pattern, in which any white space stands for any other.
func literal(text string) string {
	var out []string
	for _, part := range regexp.MustCompile(`\s+`).Split(text, -1) {
		out = append(out, regexp.QuoteMeta(part))
	}
	return strings.Join(out, " ")
}
