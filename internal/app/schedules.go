package app

import (
	"context"
	"slices"
	"time"

	"github.com/weft-mesh/weft/orchestrator/schedule"
	"github.com/weft-mesh/weft/orchestrator/scheduleapi"
)

func (m *mesh) openSchedules(ctx context.Context) (err error) {
	m.timed, err = schedule.OpenStore(ctx, m.nc, schedule.Options{
		Replicas: m.Config.NATS.Replicas, Placement: placement(m.Config.NATS),
	})
	return err
}

func (m *mesh) apiOfSchedules(runs *runsAPI, notes *notesAPI) *schedulesAPI {
	return scheduleapi.New(scheduleapi.Deps{
		Schedules: m.timed, Runs: runs, Notes: notes, RunLog: m.runs, TimeZone: m.zone,
		BuiltIn:      map[string]scheduleapi.BuiltIn{morningLook: m.lookThisMorning(runs)},
		MessageBytes: int(m.Config.Limits.MaxMessageBytes), Now: time.Now,
	})
}

// keepSchedules has schedules start their runs, for the tenants whose runs this process takes.
// A command that ends in a moment doesn't: servers catch up.
func (m *mesh) keepSchedules(api *schedulesAPI) {
	if !m.Serves {
		return
	}
	k := schedule.NewKeeper(m.timed, schedule.KeeperOptions{
		Runs: api.Runs(), Serves: m.servesTenant(), Now: time.Now, Wait: waitUntil, Log: m.Log,
	})
	m.stack.Go("schedules", k.Keep)
}

// servesTenant finds out whether this process takes the runs of a tenant.
func (m *mesh) servesTenant() func(tenant string) bool {
	tenants := m.tenants()
	return func(tenant string) bool { return len(tenants) == 0 || slices.Contains(tenants, tenant) }
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
