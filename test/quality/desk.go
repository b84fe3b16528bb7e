package quality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A Desk answers questions about one vault, by rules if nothing else is set, with the
// whole mesh in this process.
type Desk struct {
	session *app.Session
}

// Open starts a mesh on the vault in a folder, for somebody in a time zone whose
// week begins on a day such as "monday". It reads no configuration of the user.
func Open(ctx context.Context, dir, zone, week string, more ...config.Override) (*Desk, error) {
	c, err := config.Load(config.Source{Overrides: append([]config.Override{
		{Path: "vault", Value: dir},
		{Path: "time_zone", Value: zone},
		{Path: "week_start", Value: week},
		{Path: "user", Value: "quality"},
	}, more...)})
	if err != nil {
		return nil, err
	}
	s, err := app.Connect(ctx, app.Target{Config: c, Log: slog.New(slog.DiscardHandler), Version: "quality"})
	if err != nil {
		return nil, err
	}
	return &Desk{s}, nil
}

// API is the public API of the mesh.
func (d *Desk) API() weftapi.Client { return d.session.API() }

// Close stops the mesh.
func (d *Desk) Close(ctx context.Context) error { return d.session.Close(context.WithoutCancel(ctx)) }

// Ask returns the report of a run that answers a question, when it has ended or
// asks back. The turns are what was said before, oldest first.
func (d *Desk) Ask(ctx context.Context, question string, now time.Time, turns ...string) (*orchestratorv1.RunReport, error) {
	stream, err := d.API().ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{Input: &orchestratorv1.Input{
		Text: question, Now: timestamppb.New(now), Intent: commonv1.InputType_INPUT_TYPE_QUERY, Session: turns,
	}})
	if err != nil {
		return nil, err
	}
	id := ""
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return d.report(ctx, id)
		}
		if err != nil {
			return nil, err
		}
		id = res.GetEvent().GetRunId()
	}
}

// decline says that the user does not answer what a run asks, and returns the
// run's report at its end.
func (d *Desk) decline(ctx context.Context, waiting *orchestratorv1.RunReport) (*orchestratorv1.RunReport, error) {
	id := waiting.GetRunId()
	if _, err := d.API().AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{
		RunId: id, InterruptId: waiting.GetInterruptId(), Decline: true,
	}); err != nil {
		return nil, err
	}
	watch, err := d.API().WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id, UntilPause: true})
	if err != nil {
		return nil, err
	}
	for {
		if _, err := watch.Recv(); errors.Is(err, io.EOF) {
			return d.report(ctx, id)
		} else if err != nil {
			return nil, err
		}
	}
}

func (d *Desk) report(ctx context.Context, id string) (*orchestratorv1.RunReport, error) {
	res, err := d.API().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", id, err)
	}
	return res.GetRun().GetReport(), nil
}

// texts returns the notes with these ids.
func (d *Desk) texts(ctx context.Context, ids []string) (map[string]string, error) {
	out := map[string]string{}
	for _, id := range ids {
		res, err := d.API().GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: id})
		if err != nil {
			return nil, err
		}
		out[id] = res.GetEntry().GetText()
	}
	return out, nil
}
