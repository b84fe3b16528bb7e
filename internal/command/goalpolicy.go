package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// policyFlags say how one is asked until a roadmap is kept. What isn't said is the server's to
// decide, so nothing is sent of flags that nobody has given.
type policyFlags struct {
	given         *pflag.FlagSet
	ask           int32
	cadence       string
	style         string
	tone          string
	autonomy      string
	talkativeness float64
	brainstorming string
	remember      bool
}

// The values of each flag, in the order of the enum from 1 on.
var (
	cadences   = []string{"single", "milestone", "strict"}
	styles     = []string{"concise", "standard", "conversational", "coach"}
	tones      = []string{"neutral", "friendly", "clinical"}
	autonomies = []string{"high", "medium", "low"}
	offers     = []string{"on_demand", "suggest_when_uncertain", "always_offer"}
)

func (f *policyFlags) register(c *cobra.Command) {
	f.given = c.Flags()
	f.given.Int32Var(&f.ask, "ask", 3, "with --keep, the most `questions` it asks before the draft")
	f.given.StringVar(&f.cadence, "cadence", "single", "with --keep, `when` it asks for approvals: single (the schedule), milestone (outline, days and schedule) or strict")
	f.given.StringVar(&f.style, "style", "standard", "with --keep, `how` much it says: concise, standard, conversational or coach")
	f.given.StringVar(&f.tone, "tone", "neutral", "with --keep, the `tone`: neutral, friendly or clinical")
	f.given.StringVar(&f.autonomy, "autonomy", "medium", "with --keep, how `much` it decides itself: high (asks nothing that has a usual answer), medium or low (asks you to approve each stage)")
	f.given.Float64Var(&f.talkativeness, "talkativeness", 1, "with --keep, the `share` of its assumptions that it shows, from 0 to 1")
	f.given.StringVar(&f.brainstorming, "brainstorming", "suggest_when_uncertain", "with --keep, `when` it offers other ways to go about it: on_demand, suggest_when_uncertain or always_offer")
	f.given.BoolVar(&f.remember, "remember", false, "with --keep, ask about later goals in the same way, once this one is kept")
	complete(c, "cadence", cadences...)
	complete(c, "style", styles...)
	complete(c, "tone", tones...)
	complete(c, "autonomy", autonomies...)
	complete(c, "brainstorming", offers...)
}

func (f *policyFlags) policy() (*planningv1.Policy, error) {
	out := &planningv1.Policy{Remember: f.remember}
	if f.given.Changed("ask") {
		if f.ask < 0 || f.ask > 20 {
			return nil, usage("--ask %d: use 0 to 20", f.ask)
		}
		out.ProbingDepth = &f.ask
	}
	if f.given.Changed("talkativeness") {
		if !(f.talkativeness >= 0 && f.talkativeness <= 1) {
			return nil, usage("--talkativeness %v: use 0 to 1", f.talkativeness)
		}
		out.Talkativeness = &f.talkativeness
	}
	for _, choice := range []struct {
		flag, value string
		values      []string
		set         func(n int)
	}{
		{"cadence", f.cadence, cadences, func(n int) { out.Cadence = planningv1.Policy_Cadence(n) }},
		{"style", f.style, styles, func(n int) { out.Style = planningv1.Policy_Style(n) }},
		{"tone", f.tone, tones, func(n int) { out.Tone = planningv1.Policy_Tone(n) }},
		{"autonomy", f.autonomy, autonomies, func(n int) { out.Autonomy = planningv1.Policy_Autonomy(n) }},
		{"brainstorming", f.brainstorming, offers, func(n int) { out.Brainstorming = planningv1.Policy_Brainstorming(n) }},
	} {
		if !f.given.Changed(choice.flag) {
			continue
		}
		at := slices.Index(choice.values, choice.value)
		if at < 0 {
			return nil, usage("--%s %q: use %s", choice.flag, choice.value, strings.Join(choice.values, ", "))
		}
		choice.set(at + 1)
	}
	return out, nil
}
