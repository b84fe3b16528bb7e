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
		"one note of many says it in fewer words":                   {evidence{values: five, on: 5, aside: 1}, trusted},
		"one note in fewer words would be told in its place":        {evidence{values: five, on: 5, aside: 1, instead: true}, reserved},
		"many notes say it in fewer words":                          {evidence{values: five, on: 5, aside: 3}, reserved},
		"many notes lack what the question narrows it to":           {evidence{values: five, on: 5, aside: 9, narrowed: true}, trusted},
		"nearly all notes lack what the question narrows it to":     {evidence{values: five[:1], on: 1, aside: 4, narrowed: true}, reserved},
		"one thing has one value, whatever else others have":        {evidence{values: five[:1], on: 1, aside: 4, one: true}, trusted},
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
