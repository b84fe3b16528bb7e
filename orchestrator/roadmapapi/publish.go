package roadmapapi

import (
	"bytes"
	"context"
	"slices"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// writtenWithin is how long a change of a roadmap waits for its calendar. The run goes on.
const writtenWithin = 5 * time.Second

// publish begins to write a roadmap that was changed into its person's calendar, if anything of
// what stands there has changed, and waits for that a while. The change is kept already: what goes
// wrong now is told where the roadmap is.
func (s *Server) publish(ctx context.Context, p roadmaps.Person, before, after *planningv1.Roadmap) error {
	was, err := publishgraph.Arguments(before)
	if err != nil {
		return err
	}
	is, err := publishgraph.Arguments(after)
	if err != nil || !s.publishes(p) || bytes.Equal(was, is) {
		return err
	}
	input, err := anypb.New(&planningv1.Publishing{RoadmapIds: []string{after.GetId()}, Occasion: "change"})
	if err != nil {
		return err
	}
	started, err := s.d.API.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: publishgraph.Name, Input: input})
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, writtenWithin)
	defer cancel()
	s.d.API.Settled(within, runlog.Key{Tenant: p.Tenant, Run: started.GetRun().GetId()})
	return nil
}

func (s *Server) publishes(p roadmaps.Person) bool { return s.d.Publishes != nil && s.d.Publishes(p) }

// written returns what came of writing a roadmap into its person's calendar last, nil if that
// never was, is under way, or can't be told.
func (s *Server) written(ctx context.Context, p roadmaps.Person, id string) *planningv1.Publication {
	if !s.publishes(p) {
		return nil
	}
	only := func(r runlog.Standing) bool { return r.Graph == publishgraph.Name }
	of := func(r runlog.Summary) bool {
		started, in := r.First.GetStarted(), &planningv1.Publishing{}
		return started.GetUser() == p.User && started.GetInput().UnmarshalTo(in) == nil &&
			(len(in.GetRoadmapIds()) == 0 || slices.Contains(in.GetRoadmapIds(), id))
	}
	runs, _, err := s.d.RunLog.List(ctx, p.Tenant, "", 1, only, of)
	if err != nil || len(runs) == 0 {
		return nil
	}
	run, err := s.d.API.Run(ctx, runs[0].Key)
	var report planningv1.PublishReport
	if err != nil || run.GetReport().GetDetail().UnmarshalTo(&report) != nil {
		return nil
	}
	return report.GetResult()
}
