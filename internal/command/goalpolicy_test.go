package command

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
)

func policyOf(t *testing.T, args string) (*planningv1.Policy, error) {
	t.Helper()
	var f policyFlags
	c := &cobra.Command{}
	f.register(c)
	if err := c.ParseFlags(strings.Fields(args)); err != nil {
		t.Fatal(err)
	}
	return f.policy()
}

func TestFlagsSayHowOneIsAsked(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]*planningv1.Policy{
		"":                         {}, // so that what a person has chosen for all goals holds
		"--ask 0":                  {ProbingDepth: proto.Int32(0)},
		"--ask 3 --cadence single": {ProbingDepth: proto.Int32(3), Cadence: planningv1.Policy_CADENCE_SINGLE},
		"--style coach --tone friendly --autonomy low --talkativeness 0 --cadence strict": {
			Style: planningv1.Policy_STYLE_COACH, Tone: planningv1.Policy_TONE_FRIENDLY, Autonomy: planningv1.Policy_AUTONOMY_LOW,
			Talkativeness: proto.Float64(0), Cadence: planningv1.Policy_CADENCE_STRICT,
		},
		"--style concise --tone clinical --autonomy high --brainstorming always_offer --remember": {
			Remember: true,
			Style:    planningv1.Policy_STYLE_CONCISE, Tone: planningv1.Policy_TONE_CLINICAL, Autonomy: planningv1.Policy_AUTONOMY_HIGH,
			Brainstorming: planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER,
		},
	} {
		if got, err := policyOf(t, args); err != nil || !proto.Equal(got, want) {
			t.Errorf("%q is %v, %v", args, got, err)
		}
	}
	for _, args := range []string{"--ask -1", "--ask 21", "--style loud", "--tone=", "--autonomy full", "--talkativeness 1.1", "--talkativeness NaN", "--cadence never", "--brainstorming often"} {
		if got, err := policyOf(t, args); err == nil {
			t.Errorf("%q is taken for %v", args, got)
		}
	}
}
