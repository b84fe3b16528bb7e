package planninggraph

import (
	"cmp"
	"math"
	"slices"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A lead is the first sentence of a pause, in each tone; %s is the goal.
type lead struct{ neutral, friendly, clinical string }

func (l lead) in(t planningv1.Policy_Tone) string {
	switch t {
	case planningv1.Policy_TONE_FRIENDLY:
		return l.friendly
	case planningv1.Policy_TONE_CLINICAL:
		return l.clinical
	}
	return l.neutral
}

// An asking is what a pause is about: why it waits, or the stage that is to be approved.
type asking struct {
	reason graph.Outcome
	stage  planningv1.Stage
}

// unsureOutline is why it waits where there is an outline that is not sure.
const unsureOutline graph.Outcome = "unsure_outline"

// leads are those of all pauses; the one without a reason and a stage is for all others.
var leads = map[asking]lead{
	{stage: planningv1.Stage_STAGE_OUTLINE}: {
		"Is this what %s takes?", "This is what I think it takes: %s. Does it look right to you?", "Approval of the outline: %s.",
	},
	{stage: planningv1.Stage_STAGE_ROADMAP}: {
		"Are these the days for %s?", "These days could work: %s. Do they suit you?", "Approval of the days: %s.",
	},
	{stage: planningv1.Stage_STAGE_SCHEDULE}: {
		"Keep this schedule for %s?", "I've found the hours: %s. Shall we keep them?", "Approval of the schedule: %s.",
	},
	{reason: Missing}: {
		"A few answers make the plan better: %s", "A few answers from you would make this plan a better one: %s", "Missing information: %s.",
	},
	{reason: Contradictory}: {
		"This goal contradicts itself: %s", "I'm afraid this contradicts itself: %s", "Contradiction: %s.",
	},
	{reason: Proposing}: {
		"This is planned as a new kind of goal: “%s”. Should it be added? %s", "This looks like a kind of plan that is new to me: “%s”. Should I remember it? %s", "Proposed kind of plan “%s”: %s.",
	},
	{reason: Capped}: {
		"This is taking a while. Should it continue? %s", "This is taking a while. Should I continue? %s", "Limit of work reached: %s.",
	},
	{reason: Expired}: {
		"There was no answer in time. Do you still want this? %s", "I haven't heard from you about this. Do you still want it? %s", "No answer in time: %s.",
	},
	{reason: unsureOutline}: {
		"Is this right? %s", "I'm not quite sure of this one. Does it look right to you? %s", "Outline of low confidence: %s.",
	},
	{reason: Infeasible}: {
		"There is not enough time for all of it: %s", "I'm sorry, there isn't enough time for all of it: %s", "No schedule: %s.",
	},
	{reason: IdeasFound}: {
		"Which way do you want to go about it? %s", "Here are some other ways to go about it. Does one of them suit you better? %s", "Alternatives: %s.",
	},
	{reason: NoIdeas}: {
		"No other way was found. Keep the outline? %s", "I couldn't think of another way this time. Shall we keep the outline? %s", "No alternatives: %s.",
	},
	{}: {
		"Planning can't continue without you: %s", "I can't continue without you: %s", "Stopped: %s.",
	},
}

// next is what comes after an answer.
var next = map[asking]string{
	{stage: planningv1.Stage_STAGE_OUTLINE}:  "Next, days are found for it, and you are asked again.",
	{stage: planningv1.Stage_STAGE_ROADMAP}:  "Next, hours are found, and you are asked again.",
	{stage: planningv1.Stage_STAGE_SCHEDULE}: "Next, it goes onto your timeline, where you can change it at any time.",
	{reason: Missing}:                        "Next comes a draft; nothing is kept until you approve it.",
	{reason: Infeasible}:                     "Next, a schedule is made with that change, and you are asked again.",
	{}:                                       "Next, planning continues from here; nothing is kept until you approve it.",
}

// advice is what to look at before answering.
var advice = map[asking]string{
	{stage: planningv1.Stage_STAGE_OUTLINE}:  "Look first for what is missing, and for what you could do without.",
	{stage: planningv1.Stage_STAGE_ROADMAP}:  "Look first at the fullest week: could you do it twice?",
	{stage: planningv1.Stage_STAGE_SCHEDULE}: "Look at the first week first: that is the one that has to work.",
	{reason: Missing}:                        "Answer what you know; the rest can be changed later.",
	{reason: Infeasible}:                     "First ask yourself which part matters most to you.",
}

// say is the text of a pause: the lead in the person's tone, and what comes next for those who
// want to hear it.
func say(p *planningv1.Policy, about asking) string {
	l, known := leads[about]
	if !known {
		about = asking{}
		l = leads[about]
	}
	out := l.in(p.GetTone())
	var more []string
	switch p.GetStyle() {
	case planningv1.Policy_STYLE_COACH:
		more = []string{advice[about], cmp.Or(next[about], next[asking{}])}
	case planningv1.Policy_STYLE_CONVERSATIONAL:
		more = []string{cmp.Or(next[about], next[asking{}])}
	}
	for _, text := range more {
		out = then(out, text)
	}
	return out
}

// then is a text and one more sentence. The text may end with the goal, and so without a full stop.
func then(text, more string) string {
	if more == "" {
		return text
	}
	if !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return text + " " + more
}

// explain is the explanation of a pause, whose lines are one for those who want little. It loses none
// of them: they say what is not kept.
func explain(p *planningv1.Policy, text string) string {
	if p.GetStyle() == planningv1.Policy_STYLE_CONCISE {
		return strings.ReplaceAll(text, "\n", "; ")
	}
	return text
}

// Offered are the ways out that a person is offered. The last one, a later end, is always among
// them: those before it are much alike.
func Offered(p *planningv1.Policy, ways []*planningv1.Way) []*planningv1.Way {
	most := Several(p)
	if len(ways) <= most {
		return ways
	}
	return append(slices.Clone(ways[:most-1]), ways[len(ways)-1])
}

// told are assumptions, of which those are quiet that are more than a person wants to hear. What
// was not asked comes before what follows from it; warnings are never quiet.
func told(p *planningv1.Policy, list []*planningv1.Assumption) []*planningv1.Assumption {
	if p == nil || p.Talkativeness == nil {
		return list
	}
	var usual []int
	for _, kind := range []bool{true, false} {
		for i, a := range list {
			if a.GetKind() != planningv1.Assumption_KIND_WARNING && (a.GetKind() == planningv1.Assumption_KIND_DEFAULT) == kind {
				usual = append(usual, i)
			}
		}
	}
	out := slices.Clone(list)
	for _, i := range usual[int(math.Ceil(p.GetTalkativeness()*float64(len(usual)))):] {
		out[i] = proto.CloneOf(list[i])
		out[i].Quiet = true
	}
	return out
}
