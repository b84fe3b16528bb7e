package planner

import (
	"regexp"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// kinds are the signs of each kind of question, in the order in which they
// count: "why am I slower than last year" asks for reasons although it compares.
var kinds = []struct {
	kind commonv1.QueryType
	form *regexp.Regexp
}{
	{commonv1.QueryType_QUERY_TYPE_INSIGHT, regexp.MustCompile(`\b(why|whys|how come|reasons? (?:for|why|behind)|what(?:'s| is| was)? (?:caus\w+|mak\w+|made|behind|triggers?|triggered|sets?\b.*\boff|sends?|sent|pushe[sd]|brings? on|brought on)|caused?|explain\w*)\b`)},
	{commonv1.QueryType_QUERY_TYPE_RECOMMENDATION, regexp.MustCompile(`\b(should (?:i|we|my)|should be|recommend\w*|suggest\w*|advice|advise|tips?|how (?:to|can i|could i|do i (?:fix|improve|get|avoid|stop|start|reduce|increase))|what (?:can|could) i (?:do|change|try)|what to|ready (?:to|for)|good idea|help me (?:plan|improve|decide|choose|fix)|(?:make|write|create|give|need|want)(?: me)? (?:a|my|the) (?:\w+ )?plan|^plan |please plan|what's next|whats next|what next)\b`)},
	{commonv1.QueryType_QUERY_TYPE_INSIGHT, regexp.MustCompile(`\b(correlat\w*|affect(?:s|ed|ing)?|effects?|impact\w*|influenc\w*|relat(?:ed|ion) (?:to|between)|relationship between|connection|link(?:ed)? between|patterns?|(?:better|worse|more|less|faster|slower) (?:when|after|if|on|with|without)|what helps|what (?:does|do|did) .+ do (?:for|to) me|(?:good|bad) for (?:my|me)|notic\w+|insights?|anything (?:unusual|interesting))\b`)},
	{commonv1.QueryType_QUERY_TYPE_COMPARISON, regexp.MustCompile(`\b(compar\w*|vs|versus|than|differen\w*|progress\w*|improv\w*|trend\w*|chang(?:e|ed|es|ing)|increas\w*|decreas\w*|evol\w*|develop\w*|(?:getting|gotten|become|becoming|got) (?:\w+ )?(?:better|worse|stronger|weaker|faster|slower|fitter|more|less|heavier|lighter)|over time|on track|plateau\w*)\b`)},
	{commonv1.QueryType_QUERY_TYPE_INSIGHT, regexp.MustCompile(`\b(analy[sz]e|analysis|how am i doing|how(?:'s| is| are|s) (?:my \w+|things|it|everything|life)(?: \w+)? (?:going|doing|looking)|how have i been|how(?:'s| is|s) it going|how (?:is|are) (?:my )?things)\b`)},
}

// typeOf returns what kind of answer a question wants. What is none of the
// others is SIMPLE: the facts answer it.
func typeOf(query string) commonv1.QueryType {
	low := bound.ReplaceAllString(plain(query), " ")
	for _, k := range kinds {
		if k.form.MatchString(low) {
			return k.kind
		}
	}
	return commonv1.QueryType_QUERY_TYPE_SIMPLE
}

// bound is a number that something is held against, which compares nothing:
// "runs of more than 10 km", "nights under six hours".
var bound = regexp.MustCompile(`\b(?:(?:more|less|fewer|longer|shorter|faster|slower|heavier|lighter|higher|lower|bigger|smaller|later|earlier|older|better|worse)(?: \w+)? than|over|under|above|below|at least|at most|up to) (?:\$|€|£)?(?:\d\S*|one|two|three|four|five|six|seven|eight|nine|ten|half)\b`)

// recent are questions that mean the present unless they say otherwise.
var recent = regexp.MustCompile(`\b(how am i|how(?:'s| is| are|s) (?:my|things|it|everything|life)|how have i|am i (?:getting|sleeping|eating|training|doing|improving|on track|ok|okay|overtraining|still)|is my|are my|do i (?:sleep|eat|train|run|work|drink) enough|summar\w+|recap|overview|analy[sz]e|what have i been|lately|these days|nowadays)\b`)

// throughout are questions that mean all notes: of anything that ever happened,
// of each time it did, of how often it does. A habit shows in many notes.
var throughout = regexp.MustCompile(`\b(ever|all|every|each|any|how often|always|usual|usually|typical|typically|normally|so far|overall|altogether|in total|all[- ]time|history|how many times|when(?:ever)?|times|up or down|going (?:up|down)|rising|falling|average|avg|median|record|best|worst|furthest|most in (?:a|one)|(?:high|low|long|short|light|heavi|fast|slow|bigg|small|cheap|dear)est)\b`)

// together are questions of what goes with what. The more notes, the more
// samples, so they mean all of them.
var together = regexp.MustCompile(`\b(correlat\w*|affect(?:s|ed|ing)?|effects?|impact\w*|influenc\w*|relat(?:ed|ion|ionship)|connection|link(?:ed)? between|after|before|when(?:ever)?|following|on days|what (?:does|do|did) .+ do (?:for|to) me)\b`)

// plain returns a text in lower case with plain apostrophes.
func plain(s string) string { return strings.ReplaceAll(strings.ToLower(s), "’", "'") }
