package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/replangraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/schedule"
	"github.com/weft-mesh/weft/orchestrator/scheduleapi"
	"github.com/weft-mesh/weft/planning/civil"
)

const (
	// morningLook is what the schedule does that looks at a person's roadmaps each day.
	morningLook = "morning"
	// tenantsAnew is how often it is looked which tenants there are.
	tenantsAnew = time.Hour
	// watchAgain is how long it waits after a loss.
	watchAgain = 30 * time.Second
)

// morningID is the id of a person's schedule.
func morningID(user string) string {
	sum := sha256.Sum256([]byte(user))
	return morningLook + "-" + hex.EncodeToString(sum[:8])
}

// morningSchedule has a person's roadmaps looked at each day. Where the day's moment is over it
// is due at once: a server may have slept through it.
func morningSchedule(p roadmaps.Person, minutes int, zone *time.Location, now time.Time) schedule.Schedule {
	midnight := civil.At(civil.DateOf(now.In(zone)), 0, 0, 0).First(zone)
	return schedule.Schedule{
		Tenant: p.Tenant, ID: morningID(p.User), BuiltIn: morningLook,
		Description: "looks at your roadmaps, and proposes what could move where life differs",
		Cron:        fmt.Sprintf("%d %d * * *", minutes%60, minutes/60), Zone: zone.String(), Graph: replangraph.Name,
		// What was proposed the day before waits until the next look.
		Overlap: schedule.ReplaceRun, Missed: schedule.RunOnce,
		Owner:   schedule.Owner{User: p.User, Kind: string(auth.Person), Scopes: []string{string(auth.Read), string(auth.Write)}},
		Created: now.UTC(), Settled: midnight.Add(-time.Second).UTC(),
	}
}

// lookEachMorning keeps a schedule for each person who has roadmaps, where that is configured
// and this process is a server; where it is not, it removes them.
func (m *mesh) lookEachMorning() error {
	if !m.Serves {
		return nil
	}
	minutes, looks := m.Config.MorningMinutes()
	zone, err := time.LoadLocation(m.zone)
	if err != nil {
		return err
	}
	m.stack.Go("schedules of mornings", func(ctx context.Context) error {
		var watches sync.WaitGroup
		defer watches.Wait()
		for known := map[string]bool{}; ctx.Err() == nil; {
			scopes, err := m.whoseNotes(ctx)
			if err != nil {
				m.Log.WarnContext(ctx, "whose roadmaps to look at could not be read", "error", err)
			}
			for _, s := range scopes {
				if known[s.Tenant] {
					continue
				}
				known[s.Tenant] = true
				if looks {
					watches.Go(func() { m.keepMornings(ctx, s.Tenant, minutes, zone) })
				} else if err := m.removeMornings(ctx, s.Tenant); err != nil && ctx.Err() == nil {
					m.Log.WarnContext(ctx, "schedules of mornings could not be removed", "tenant", s.Tenant, "error", err)
				}
			}
			_ = waitUntil(ctx, time.Now().Add(tenantsAnew))
		}
		return ctx.Err()
	})
	return nil
}

// keepMornings keeps a schedule for each person of a tenant who has roadmaps.
func (m *mesh) keepMornings(ctx context.Context, tenant string, minutes int, zone *time.Location) {
	for ctx.Err() == nil {
		err := m.roadmaps.Watch(ctx, tenant, func(p roadmaps.Person) {
			if err := m.timed.Ensure(ctx, morningSchedule(p, minutes, zone, time.Now())); err != nil && ctx.Err() == nil {
				m.Log.WarnContext(ctx, "a schedule of mornings could not be kept", "tenant", p.Tenant, "user", p.User, "error", err)
			}
		})
		if ctx.Err() != nil {
			return
		}
		m.Log.WarnContext(ctx, "roadmaps can't be watched now", "tenant", tenant, "error", err)
		_ = waitUntil(ctx, time.Now().Add(watchAgain))
	}
}

// removeMornings removes the schedules that an earlier configuration had this server make.
func (m *mesh) removeMornings(ctx context.Context, tenant string) error {
	ids, err := m.timed.ListIDs(ctx, tenant)
	for _, id := range ids {
		if strings.HasPrefix(id, morningLook+"-") {
			err = errors.Join(err, m.timed.Delete(ctx, tenant, id, func(*schedule.Schedule) error { return nil }))
		}
	}
	return err
}

// lookThisMorning looks at the caller's roadmaps, and starts a run if life differs from them.
func (m *mesh) lookThisMorning(runs *runsAPI) scheduleapi.BuiltIn {
	return func(ctx context.Context, at time.Time, requestID string) (string, error) {
		by := runs.Caller(ctx)
		p := roadmaps.Person{Tenant: by.Tenant, User: by.User}
		if err := m.publishEachMorning(ctx, runs, p, requestID); err != nil {
			m.Log.WarnContext(ctx, "roadmaps were not written into the calendar this morning", "user", p.User, "error", err)
		}
		differs, err := replangraph.Look(ctx, m.goals(), p)
		if err != nil || !differs {
			return "", err
		}
		input, err := anypb.New(&planningv1.Replanning{Occasion: replangraph.Morning})
		if err != nil {
			return "", err
		}
		started, err := runs.StartRun(ctx, &orchestratorv1.StartRunRequest{
			Graph: replangraph.Name, Input: input, RequestId: requestID,
			Labels: map[string]string{scheduleapi.LabelSchedule: morningID(p.User), scheduleapi.LabelTime: at.UTC().Format(time.RFC3339)},
		})
		return started.GetRun().GetId(), err
	}
}
