package psplib_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/psplib"
)

const small = `************************************************************************
file with basedata            : small.bas
************************************************************************
jobs (incl. supersource/sink ):  4
RESOURCES
  - renewable                 :  2   R
************************************************************************
PRECEDENCE RELATIONS:
jobnr.    #modes  #successors   successors
   1        1          2           2   3
   2        1          1           4
   3        1          1           4
   4        1          0
************************************************************************
REQUESTS/DURATIONS:
jobnr. mode duration  R 1  R 2
------------------------------------------------------------------------
  1      1     0       0    0
  2      1     8       4    0
  3      1     4       1    3
  4      1     0       0    0
************************************************************************
RESOURCEAVAILABILITIES:
  R 1  R 2
   4    3
************************************************************************
`

func TestAProjectIsRead(t *testing.T) {
	t.Parallel()
	p, err := psplib.ReadProject(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Tasks) != 4 || len(p.Links) != 4 || len(p.Resources) != 2 || p.Horizon != 12 ||
		p.Tasks[2].Work != 4 || p.Tasks[2].Uses[1] != 3 || p.Resources[0].Capacity != 4 {
		t.Errorf("%+v", p)
	}
}

func TestWhatIsNoInstanceIsRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":                   "",
		"a job beyond the bounds":   strings.Replace(small, "   3        1          1           4", "   999999 1 0", 1),
		"successors that there are": strings.Replace(small, "2           2   3", "3           2   3", 1),
		"a successor without a job": strings.Replace(small, "2           2   3", "2           2   7", 1),
		"more than there is":        strings.Replace(small, "   4    3\n", "   3    3\n", 1),
	} {
		if _, err := psplib.ReadProject(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, text := range []string{"1 2 3 4 5 6 7", "1 2 x 4 5 6", "-1 2 3 4 5 6"} {
		if _, err := psplib.ReadTardiness(strings.NewReader(text), 2); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestTardinessIsRead(t *testing.T) {
	t.Parallel()
	all, err := psplib.ReadTardiness(strings.NewReader(" 3 4\n 1 2\n 5 6\n 7 8 9 10 11 12"), 2)
	if err != nil || len(all) != 2 || all[0].Tasks[1].Work != 4 || all[0].Tasks[1].Weight != 2 || all[0].Tasks[1].Due != 6 || all[1].Horizon != 15 {
		t.Errorf("%+v %v", all, err)
	}
}

func TestWhatIsMadeIsValid(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := psplib.Project(r, psplib.Parameters{Jobs: 30, Complexity: 1.8, Factor: .5, Strength: .2})
		w := psplib.Tardiness(r, 40, .6, .6)
		for _, p := range []problem.Problem{p, w} {
			if err := problem.Validate(&p); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
		if len(p.Links) < 40 {
			t.Errorf("seed %d: %d links", seed, len(p.Links))
		}
	}
}

func FuzzReadProject(f *testing.F) {
	f.Add(small)
	f.Fuzz(func(_ *testing.T, text string) {
		_, _ = psplib.ReadProject(strings.NewReader(text))
	})
}
