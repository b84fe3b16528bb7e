package api

import (
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// outage tells whom a run waits for because they can't be reached, nil for nobody.
func outage(p *graph.Progress) *orchestratorv1.Outage {
	if p.Status().Ended() || p.Outage == nil {
		return nil
	}
	out := toldOutage(p.Outage, p.OutageTime)
	out.Attempts = p.Outage.GetAttempts()
	return out
}

// lastOutage is outage for a list, which knows only the last event of each run.
func lastOutage(last *runv1.Event) *orchestratorv1.Outage {
	r := last.GetReleased()
	if r.GetWaited() == nil {
		return nil
	}
	return toldOutage(r, last.GetTime().AsTime())
}

func toldOutage(r *runv1.Released, at time.Time) *orchestratorv1.Outage {
	return &orchestratorv1.Outage{
		State: r.GetState(), WaitsFor: r.GetWaitsFor(), SinceTime: r.GetSince(), Error: r.GetError(),
		RetryTime: timestamppb.New(at.Add(r.GetPause().AsDuration())),
	}
}
