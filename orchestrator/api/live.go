package api

import (
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// live tells what is shown and not kept.
func live(key runlog.Key, l *runv1.Live, now time.Time) *orchestratorv1.RunEvent {
	out := &orchestratorv1.RunEvent{RunId: key.Run, Time: timestamppb.New(now)}
	switch k := l.GetKind().(type) {
	case *runv1.Live_Entered:
		out.Kind = &orchestratorv1.RunEvent_Entered{Entered: &orchestratorv1.StepEntered{
			State:  k.Entered.GetState(),
			Branch: k.Entered.GetBranch(),
		}}
	case *runv1.Live_Draft:
		out.Kind = &orchestratorv1.RunEvent_Draft{Draft: k.Draft}
	default:
		return nil
	}
	return out
}
