package analyzer

import (
	"testing"

	"github.com/weft-mesh/weft/notes/stat"
)

func TestHowFarAValueIsTrustedDependsOnWhatIsKnownOfIt(t *testing.T) {
	t.Parallel()
	five := make(stat.Series, 5)
	for name, tt := range map[string]struct {
		evidence
		want trust
	}{
		"nothing speaks against it":                                 {evidence{values: five, on: 5}, trusted},
		"most notes give another kind of number":                    {evidence{values: five, on: 20, other: 9}, reserved},
		"most give another kind, but the question says which":       {evidence{values: five, on: 20, other: 9, asked: true}, trusted},
		"one value lies far from the others":                        {evidence{values: five, on: 5, apart: true}, reserved},
		"one lies far from the others, and most are something else": {evidence{values: five, on: 20, other: 9, apart: true}, withheld},
		"words of the question were left out":                       {evidence{values: five, on: 5, unheeded: true}, reserved},
		"it is of nothing that the question names":                  {evidence{values: five, unheeded: true, unnamed: true}, withheld},
		"what a third of the notes don't add is told with it":       {evidence{values: five, on: 8, rest: 3}, trusted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, why := weigh(tt.evidence); got != tt.want {
				t.Errorf("trust is %d, want %d: %s", got, tt.want, why)
			}
		})
	}
}
