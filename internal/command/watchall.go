package command

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// watchRuns prints how all runs stand, and each change of it, until the user stops it.
func (p *program) watchRuns(ctx context.Context, only *orchestratorv1.ListRunsRequest, from int64) error {
	req := &orchestratorv1.WatchRunsRequest{FromSequence: from}
	if only.GetGraph() != "" {
		req.Graphs = []string{only.GetGraph()}
	}
	if only.GetStatus() != orchestratorv1.RunReport_STATUS_UNSPECIFIED {
		req.Statuses = []orchestratorv1.RunReport_Status{only.GetStatus()}
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	return watchAll(ctx, p, watch[orchestratorv1.WatchRunsResponse, *orchestratorv1.RunsEvent]{
		from: from,
		open: func(api weftapi.Client, from int64) (grpc.ServerStreamingClient[orchestratorv1.WatchRunsResponse], error) {
			again := proto.CloneOf(req)
			again.FromSequence = from
			return api.WatchRuns(ctx, again)
		},
		event: (*orchestratorv1.WatchRunsResponse).GetEvent,
		text: func(e *orchestratorv1.RunsEvent) string {
			return render.RunsEvent(p.outStyle, e, zone)
		},
	})
}

// A watch is of something that happens among all runs: R is the stream's response, E its
// event.
type watch[R any, E placed] struct {
	from  int64
	open  func(api weftapi.Client, from int64) (grpc.ServerStreamingClient[R], error)
	event func(*R) E
	text  func(E) string
}

// placed is an event that tells from where a watch goes on.
type placed interface {
	proto.Message
	GetSequence() int64
}

// watchAll prints what a watch shows, until the user stops it. A stream that broke is taken
// up where it was.
func watchAll[R any, E placed](ctx context.Context, p *program, all watch[R, E]) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	w := p.walk(false)
	defer w.end()
	f := &follower{run: "all", away: w.away, last: max(all.from-1, 0)}
	again := func() error {
		from := all.from
		if f.last > 0 {
			from = f.last + 1
		}
		stream, err := all.open(s.api(), from)
		for err == nil {
			var m *R
			if m, err = stream.Recv(); err == nil {
				e := all.event(m)
				f.last = e.GetSequence()
				w.end()
				err = p.printMessage(e, func() string { return all.text(e) })
			}
		}
		return err
	}
	return f.insist(ctx, again(), again)
}
