package graph_test

import (
	"errors"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestAnAnswerIsTakenUntilItsWaitIsOver(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, p, err := walk(t, j, options(), waiting(time.Hour)...)
	if err != nil || p.Status() != graph.Waiting {
		t.Fatalf("walk: %v, %v", p, err)
	}
	pause := p.Waiting()[0]
	over := pause.GetExpireTime().AsTime()
	answer := &runv1.Answered{InterruptId: pause.GetInterruptId(), Outcome: "yes"}
	for _, tt := range []struct {
		at      time.Time
		expired bool
	}{{over.Add(-time.Nanosecond), false}, {over, true}, {over.Add(2 * time.Second), true}} {
		run, err := g.Folded(j.kept())
		if err != nil {
			t.Fatal(err)
		}
		err = run.Accept(answer, auth.Principal{Scopes: []auth.Scope{auth.Write}}, tt.at)
		late, expired := errors.AsType[*graph.ExpiredError](err)
		if expired != tt.expired || err != nil && late.Pause.GetInterruptId() != pause.GetInterruptId() {
			t.Errorf("at %v, where the wait is over at %v: %v", tt.at, over, err)
		}
	}
}
