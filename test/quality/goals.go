package quality

import (
	"context"
	"fmt"
	"time"

	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

// goalCase says whether an input is a wish to be planned over weeks.
type goalCase struct {
	ID   string `yaml:"id"`
	Text string `yaml:"text"`
	Type string `yaml:"type"` // GOAL, or any other type, which all mean that it is none
}

const goal = "GOAL"

// goalsNow is the moment of the cases: a Monday evening early in a year, as most of them
// speak of the months ahead.
var goalsNow = time.Date(2027, time.January, 4, 17, 30, 0, 0, time.UTC)

// takenForGoal is a measure: what is taken for a goal and is none is not kept as a note.
const takenForGoal = "wrongly taken for one"

func goalsSuite() Suite {
	return Suite{Name: "goals", Run: runGoals, Targets: []Target{{Measure: takenForGoal}}}
}

func runGoals(ctx context.Context, _ Env, files map[string][]byte) ([]Verdict, error) {
	cases, err := load[goalCase](files)
	if err != nil {
		return nil, err
	}
	tools, err := exampleTools(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := router.New(router.Deps{})
	if err != nil {
		return nil, err
	}
	return each(cases, func(_ string, c goalCase) (Verdict, error) {
		res, err := rules.Route(ctx, &routerv1.RouteRequest{Context: caller(goalsNow), Text: c.Text, Tools: tools, PlansGoals: true})
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		return c.judge(res), nil
	})
}

func (c goalCase) judge(res *routerv1.RouteResponse) Verdict {
	v := Verdict{Case: c.ID, Text: c.Text}
	got, measure := typeOf(res), takenForGoal
	if c.Type == goal {
		measure = "found"
	}
	v.Marks = append(v.Marks, mark(measure, "", got == goal))
	if (c.Type == goal) != (got == goal) {
		v.fault("it is %s, should be %s (%s)", got, c.Type, res.GetReasoning())
	}
	return v
}
