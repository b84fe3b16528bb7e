package app

import (
	"context"
	"fmt"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/calendars"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/wire"
)

// openRoadmaps opens where roadmaps are kept.
func (m *mesh) openRoadmaps(ctx context.Context) (err error) {
	m.roadmaps, err = roadmaps.OpenBus(ctx, m.nc, roadmaps.BusOptions{Replicas: m.Config.NATS.Replicas, Placement: placement(m.Config.NATS)})
	return err
}

// goals is what the graph of goals asks.
func (m *mesh) goals() planninggraph.Deps {
	return planninggraph.Deps{Timelines: m.roadmaps, Calendars: m.readCalendars, TimeZone: m.zone, Now: time.Now}
}

// readCalendars reads the calendars of the configured user. Others have none: their
// callers say what their time holds.
func (m *mesh) readCalendars(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, error) {
	if p.Tenant != m.Config.Tenant || p.User != m.Config.User {
		return nil, nil
	}
	sources, err := calendarSources(m.Config)
	if err != nil || len(sources) == 0 {
		return nil, err
	}
	zone, err := time.LoadLocation(m.zone)
	if err != nil {
		return nil, err
	}
	held, warnings, err := calendars.Read(ctx, sources, from, to, zone)
	for _, w := range warnings {
		m.Log.WarnContext(ctx, "a calendar was not read as it is", "warning", w.String())
	}
	return wire.FromCommitments(held), err
}

// calendarSources are the calendars that are configured, with their passwords.
func calendarSources(c *config.Config) ([]calendars.Source, error) {
	var out []calendars.Source
	for _, cal := range c.UserCalendars() {
		s := calendars.Source{Name: cal.Name, At: cal.At, User: cal.User}
		if cal.Password != "" {
			var err error
			if s.Password, err = config.Secret(cal.Password); err != nil {
				return nil, fmt.Errorf("the password of calendar %s: %w", cal.Name, err)
			}
		}
		out = append(out, s)
	}
	return out, nil
}
