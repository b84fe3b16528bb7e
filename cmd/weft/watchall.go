package main

import (
	"context"

	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/render"
)

// watchRuns prints how all runs stand, and each change of it, until the user stops it.
func (p *program) watchRuns(ctx context.Context, only runFilter, from int64) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	zone, err := p.zone()
	if err != nil {
		return err
	}
	req := &orchestratorv1.WatchRunsRequest{FromSequence: from}
	if only.graph != "" {
		req.Graphs = []string{only.graph}
	}
	if only.status != orchestratorv1.RunReport_STATUS_UNSPECIFIED {
		req.Statuses = []orchestratorv1.RunReport_Status{only.status}
	}
	w := p.walk(false)
	defer w.end()
	// A stream that broke is taken up where it was.
	f := &follower{run: "all", away: w.away, last: max(from-1, 0)}
	watch := func() error {
		again := proto.CloneOf(req)
		if f.last > 0 {
			again.FromSequence = f.last + 1
		}
		stream, err := s.api().WatchRuns(ctx, again)
		for err == nil {
			var m *orchestratorv1.WatchRunsResponse
			if m, err = stream.Recv(); err == nil {
				f.last = m.GetEvent().GetSequence()
				w.end()
				err = p.printMessage(m.GetEvent(), func() string { return render.RunsEvent(p.outStyle, m.GetEvent(), zone) })
			}
		}
		return err
	}
	return f.insist(ctx, watch(), watch)
}
