package app

import (
	"context"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/morning"
	"github.com/weft-mesh/weft/orchestrator/replangraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// lookEachMorning has the roadmaps of people looked at each day, where that is configured and
// this process is a server.
func (m *mesh) lookEachMorning(runs *runsAPI) error {
	at, ok := m.Config.MorningMinutes()
	if !ok || !m.Serves {
		return nil
	}
	zone, err := time.LoadLocation(m.zone)
	if err != nil {
		return err
	}
	m.stack.Go("roadmaps each morning", func(ctx context.Context) error {
		return morning.Keep(ctx, morning.Options{
			At: at, Zone: zone, Store: m.roadmaps, Now: m.PlanningNow, Wait: waitUntil, Log: m.Log,
			Tenants: func(ctx context.Context) ([]string, error) {
				var out []string
				scopes, err := m.whoseNotes(ctx)
				for _, s := range scopes {
					out = append(out, s.Tenant)
				}
				return out, err
			},
			Look: func(ctx context.Context, p roadmaps.Person, key string) error {
				ctx = auth.With(ctx, auth.Principal{Tenant: p.Tenant, User: p.User, Kind: auth.Person, Scopes: []auth.Scope{auth.Write}})
				if err := m.publishEachMorning(ctx, runs, p, key); err != nil {
					m.Log.WarnContext(ctx, "roadmaps were not written into the calendar this morning", "user", p.User, "error", err)
				}
				differs, err := replangraph.Look(ctx, m.goals(), p)
				if err != nil || !differs {
					return err
				}
				input, err := anypb.New(&planningv1.Replanning{Occasion: replangraph.Morning})
				if err != nil {
					return err
				}
				_, err = runs.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: replangraph.Name, Input: input, RequestId: key})
				return err
			},
		})
	})
	return nil
}

// waitUntil waits for a moment by the wall clock, which a laptop that sleeps sets forward: so
// it looks at it each minute.
func waitUntil(ctx context.Context, until time.Time) error {
	for {
		left := time.Until(until.Round(0))
		if left <= 0 {
			return nil
		}
		timer := time.NewTimer(min(left, time.Minute))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}
