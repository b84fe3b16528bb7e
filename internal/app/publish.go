package app

import (
	"context"
	"time"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/replangraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/services/executor"
	"github.com/weft-mesh/weft/services/executor/owncalendar"
)

const (
	// calendarTime is how long one roadmap may take to be written: hundreds of blocks, each a
	// request to a server far away.
	calendarTime   = 2 * time.Minute
	calendarOutput = 64 << 10
)

// calendarServer is the executor's own server, which writes into a calendar.
func (m *mesh) calendarServer(cal config.Calendar) executor.Server {
	return executor.Server{
		URL: cal.At, Timeout: calendarTime, OutputBytes: calendarOutput,
		Operations: map[string]executor.Operation{owncalendar.Write: {Idempotent: true}},
		Own: owncalendar.New(owncalendar.Options{Version: m.Version, Now: time.Now, Source: func() (caldav.Source, error) {
			source, err := calendarSource(cal)
			return caldav.Source{URL: source.At, User: source.User, Password: source.Password}, err
		}}),
	}
}

// publishes reports whether a person's roadmaps are written into a calendar: those of the
// configured user, if there is one.
func (m *mesh) publishes(p roadmaps.Person) bool {
	_, writes := m.Config.CalendarToWrite()
	return writes && p.Tenant == m.Config.Tenant && p.User == m.Config.User && !m.toolless()
}

// publishing is what the graph asks that writes roadmaps into a calendar. sign completes grants.
func (m *mesh) publishing(sign func(*executorv1.Grant, time.Time) *executorv1.Grant) publishgraph.Deps {
	d := publishgraph.Deps{Timelines: m.roadmaps, Writes: m.publishes, Sign: sign, TimeZone: m.zone, Now: time.Now}
	if !m.toolless() {
		d.Executor = m.executor()
	}
	return d
}

// publishEachMorning has the calendar hold what the roadmaps are by then: what was changed in
// files, and what could not be written when it was kept.
func (m *mesh) publishEachMorning(ctx context.Context, runs *runsAPI, p roadmaps.Person, key string) error {
	if !m.publishes(p) {
		return nil
	}
	input, err := anypb.New(&planningv1.Publishing{Occasion: replangraph.Morning})
	if err != nil {
		return err
	}
	_, err = runs.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: publishgraph.Name, Input: input, RequestId: key + "-calendar"})
	return err
}
