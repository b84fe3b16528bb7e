package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/calendars"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmapapi"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/wire"
	"github.com/weft-mesh/weft/store"
)

// openRoadmaps opens where roadmaps are kept: where notes are in a database, there, else on
// the bus.
func (m *mesh) openRoadmaps(ctx context.Context) (err error) {
	if m.database != nil {
		m.roadmaps = roadmaps.Rows{Table: m.database}
		return m.copyRoadmaps(ctx)
	}
	m.roadmaps, err = roadmaps.OpenBus(ctx, m.nc, roadmaps.BusOptions{Replicas: m.Config.NATS.Replicas, Placement: placement(m.Config.NATS)})
	return err
}

// copyRoadmaps copies into the database what was kept on the bus, before notes were in a
// database or while Weft kept roadmaps nowhere else.
func (m *mesh) copyRoadmaps(ctx context.Context) error {
	copied, err := roadmaps.CopyBus(ctx, m.nc, m.database)
	if errors.Is(err, store.ErrUnavailable) {
		return databaseFault(err)
	}
	if err != nil {
		return fmt.Errorf("copy roadmaps from the bus into the database: %w", err)
	}
	if copied.People > 0 {
		m.Log.InfoContext(ctx, "roadmaps were copied from the bus into the database", "people", copied.People)
	}
	if copied.Left > 0 {
		m.Log.WarnContext(ctx, "roadmaps on the bus are not shown: these people have others in the database since; "+
			"if nobody misses them, remove the bucket: nats kv del weft_roadmaps", "people", copied.Left)
	}
	return nil
}

// goals is what the graph of goals asks.
func (m *mesh) goals() planninggraph.Deps {
	out := planninggraph.Deps{Timelines: m.roadmaps, Calendars: m.readCalendars, Publishes: m.publishes, TimeZone: m.zone, Now: m.PlanningNow}
	if m.spent != nil {
		out.Costs.Today = m.spent.Today
	}
	return out
}

// readCalendars reads the calendars of the configured user, and tells what of them could not be
// read beside what is told with each commitment. Others have none: their
// callers say what their time holds.
func (m *mesh) readCalendars(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, []string, error) {
	if p.Tenant != m.Config.Tenant || p.User != m.Config.User {
		return nil, nil, nil
	}
	sources, err := calendarSources(m.Config)
	if err != nil || len(sources) == 0 {
		return nil, nil, err
	}
	zone, err := time.LoadLocation(m.zone)
	if err != nil {
		return nil, nil, err
	}
	held, warnings, err := calendars.Read(ctx, sources, from, to, zone)
	var general []string
	for _, w := range warnings {
		m.Log.DebugContext(ctx, "a calendar was not read as it is", "warning", w.String())
		if w.General {
			general = append(general, w.String())
		}
	}
	if err != nil {
		return nil, nil, err
	}
	others, err := m.withoutOwn(ctx, p, wire.FromCommitments(held))
	return others, general, err
}

// withoutOwn leaves out blocks of the person's own roadmaps that a calendar holds, as Weft has
// written them there or the person has imported them: they are on the timeline already.
func (m *mesh) withoutOwn(ctx context.Context, p roadmaps.Person, held []*planningv1.Commitment) ([]*planningv1.Commitment, error) {
	timeline, err := m.roadmaps.Timeline(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the timeline: %w", err)
	}
	own := map[string]bool{}
	for _, r := range timeline.GetRoadmaps() {
		for _, b := range r.GetBlocks() {
			own[calendar.StableUID(r.GetId(), b.GetId(), 1)] = true
		}
	}
	return slices.DeleteFunc(held, func(c *planningv1.Commitment) bool { return own[c.GetId()] }), nil
}

// roadmapsAPI is the API of roadmaps.
func (m *mesh) roadmapsAPI(runs *runsAPI) *roadmapsAPI {
	depths, depth := m.Config.LLM.Depths(), m.Config.LLM.DefaultDepth()
	return roadmapapi.New(roadmapapi.Deps{
		Depth: func(user string) commonv1.Depth { return cmp.Or(depths[user], depth) },
		API:   runs, RunLog: m.runs, Store: m.roadmaps, Held: m.readCalendars, Calendars: m.lookAtCalendars, Publishes: m.publishes, TimeZone: m.zone, Now: m.PlanningNow,
	})
}

// lookAtCalendars reads each calendar of the configured user.
func (m *mesh) lookAtCalendars(ctx context.Context, p roadmaps.Person, from, to time.Time) []roadmapapi.Calendar {
	if p.Tenant != m.Config.Tenant || p.User != m.Config.User {
		return nil
	}
	zone, err := time.LoadLocation(m.zone)
	var out []roadmapapi.Calendar
	for _, cal := range m.Config.UserCalendars() {
		one := roadmapapi.Calendar{Name: cal.Name, Source: cal.At, Err: err}
		if source, err := calendarSource(cal); err != nil {
			one.Err = err
		} else if one.Err == nil {
			held, warnings, err := calendars.Read(ctx, []calendars.Source{source}, from, to, zone)
			one.Events, one.Err = len(held), err
			for _, w := range warnings {
				one.Warnings = append(one.Warnings, w.String())
			}
		}
		out = append(out, one)
	}
	return out
}

// calendarSources are the calendars that are configured, with their passwords.
func calendarSources(c *config.Config) ([]calendars.Source, error) {
	var out []calendars.Source
	for _, cal := range c.UserCalendars() {
		s, err := calendarSource(cal)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func calendarSource(cal config.Calendar) (calendars.Source, error) {
	s := calendars.Source{Name: cal.Name, At: cal.At, User: cal.User}
	if cal.Password == "" {
		return s, nil
	}
	var err error
	if s.Password, err = config.Secret(cal.Password); err != nil {
		return s, fmt.Errorf("the password of calendar %s: %w", cal.Name, err)
	}
	return s, nil
}
