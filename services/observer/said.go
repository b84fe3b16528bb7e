package observer

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
)

var (
	// wishes are how people say what they want for good. $1 is what.
	wishes = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^(?:and |but |also,? )?i (?:really |much |generally |always )?prefer (.+)$`),
		regexp.MustCompile(`(?i)^(?:and |but )?i(?:'d|’d| would) (?:always |generally )?rather (.+)$`),
		regexp.MustCompile(`(?i)\bfrom now on,? (?:please |i(?:'ll|’ll| will| want to| am going to|'m going to)? )?(.+)$`),
		regexp.MustCompile(`(?i)^(?:please )?always ((?:use|show|give|answer|log|track|write|keep|tell)\b.+)$`),
		regexp.MustCompile(`(?i)^(?:i|we) always (?:log|track|measure|weigh|count|write)\b.*? (in .+)$`),
	}
	// vague is what takes a wish back, or gives it to someone else.
	vague  = regexp.MustCompile(`(?i)\b(?:used to|not sure|maybe|perhaps|might|if|would|could|says?|said|told|thinks?|wants? me|wonder)\b|\?`)
	rather = regexp.MustCompile(`(?i)^(?:and |but )?i(?:'d|’d| would) (?:always |generally )?rather\b`)
	system = regexp.MustCompile(`(?i)\b(metric|imperial)\b`)
	inUnit = regexp.MustCompile(`(?i)\b(?:in|use|using|to|log|show|prefer|me)\s+([\p{L}°/]+)`)
	style  = regexp.MustCompile(`(?i)\b(short|shorter|concise|brief|briefly|detailed|longer|in detail)\b`)
	answer = regexp.MustCompile(`(?i)\b(?:answers?|repl(?:y|ies)|respon\w+|summar\w+)\b`)
	ends   = regexp.MustCompile(`(?i)\s+(?:over|to|than|because|since|when|instead|rather|if|for|on|in|at|before|after)\b.*$`)
)

// preferences returns what a text plainly says is wanted for good.
func preferences(text, source string) []lesson {
	var out []lesson
	for _, s := range sentencesplit.Sentences(text, sentencesplit.Jotted) {
		s = strings.TrimLeft(s, "-*>#+ \t")
		for _, re := range wishes {
			m := re.FindStringSubmatch(s)
			if m == nil {
				continue
			}
			if doubt := rather.ReplaceAllString(s, ""); !vague.MatchString(doubt) {
				what := strings.TrimRight(m[1], ".! ")
				if key, value := wish(what); key != "" {
					out = append(out, lesson{
						contextpage.Item{Category: preference, Key: key, Value: value, Certainty: certain, Source: source},
						"You prefer: " + value + ".",
					})
				}
			}
			break
		}
	}
	return out
}

// unitKeys are what a wish for a unit is about.
var unitKeys = map[string]string{
	quantity.Mass: "weight_unit", quantity.Length: "distance_unit", quantity.Energy: "energy_unit", quantity.Temperature: "temperature_unit",
}

// wish names what a preference is about, so that a later one on the same takes
// its place.
func wish(what string) (key, value string) {
	if m := system.FindString(what); m != "" {
		return "units", strings.ToLower(m)
	}
	for _, m := range append(inUnit.FindAllStringSubmatch(what, -1), inUnit.FindStringSubmatch("prefer "+what)) {
		if m == nil {
			continue
		}
		unit, ok := quantity.Canonical(m[1])
		if !ok {
			continue
		}
		if key := unitKeys[quantity.Dimension(unit)]; key != "" {
			return key, unit
		}
	}
	if m := style.FindString(what); m != "" && answer.MatchString(what) {
		if m = strings.ToLower(m); m == "longer" || strings.Contains(m, "detail") {
			return "response_style", "detailed"
		}
		return "response_style", "concise"
	}
	head := ends.ReplaceAllString(what, "")
	last := ""
	for _, t := range search.Tokens(head) {
		if !search.Stopword(t.Stem) {
			last = t.Folded
		}
	}
	if last == "" {
		return "", ""
	}
	return slug(last, "preference"), what
}

// taken is how people say that they took up a routine. $1 is its name, $2 its kind.
var taken = regexp.MustCompile(`(?i)^(?:today |finally |just )*(?:i |we |have |i've |just |finally |today )*(?:started|began|switched to|moved to|starting)\s+(?:on |with |doing |following )?(?:the |a |an |my )?(?:new )?((?:[\p{L}\d/.+-]+\s){0,4}(program|programme|routine|plan|diet|protocol|regimen|schedule|course|block))\b`)

// routines returns what the user took up. It takes the place of the last of its
// kind.
func routines(text, source string) []lesson {
	var out []lesson
	for _, s := range sentencesplit.Sentences(text, sentencesplit.Jotted) {
		s = strings.TrimLeft(s, "-*>#+ \t")
		if m := taken.FindStringSubmatch(s); m != nil && !vague.MatchString(s) {
			out = append(out, lesson{
				contextpage.Item{Category: fact, Key: slug("current", m[2]), Value: m[1], Certainty: certain, Source: source},
				"You started " + m[1] + ".",
			})
		}
	}
	return out
}
