package command

import (
	"context"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func (p *program) pausesWatchCommand() *cobra.Command {
	req := &orchestratorv1.WatchPausesRequest{}
	var kind string
	c := &cobra.Command{
		Use:   "watch",
		Short: "Print open pauses, and each that opens or closes, until you stop it",
		Long: `Prints the open pauses of all runs with how to answer each, and then each that
opens or closes, until you stop it. With -o json each is one line of JSON, a
PausesEvent; --from is one more than the sequence of the last one you saw.`,
		Example: `  weft pauses watch
  weft pauses watch --mine --kind approval
  weft pauses watch -o json | jq -c 'select(.opened) | .opened'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if req.GetFromSequence() < 0 {
				return usage("--from %d: use 1 or more, or 0 for the open pauses", req.GetFromSequence())
			}
			if req.Kind, err = parsePauseKind(kind); err != nil {
				return err
			}
			return p.watchPauses(cmd.Context(), req)
		},
	}
	c.Flags().Int64Var(&req.FromSequence, "from", 0, "continue from this `place` instead of printing what is open")
	pauseFilter(c, &req.Mine, &kind, &req.Graph)
	return c
}

func (p *program) watchPauses(ctx context.Context, req *orchestratorv1.WatchPausesRequest) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	return watchAll(ctx, p, watch[orchestratorv1.WatchPausesResponse, *orchestratorv1.PausesEvent]{
		from: req.GetFromSequence(),
		open: func(api weftapi.Client, from int64) (grpc.ServerStreamingClient[orchestratorv1.WatchPausesResponse], error) {
			again := proto.CloneOf(req)
			again.FromSequence = from
			return api.WatchPauses(ctx, again)
		},
		event: (*orchestratorv1.WatchPausesResponse).GetEvent,
		text: func(e *orchestratorv1.PausesEvent) string {
			return render.PausesEvent(p.outStyle, e, zone)
		},
	})
}
