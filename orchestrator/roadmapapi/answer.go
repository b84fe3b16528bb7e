package roadmapapi

import (
	"context"
	"errors"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// approve is the option of a pause that is an approval.
const approve = "approve"

// ApproveRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) ApproveRoadmap(ctx context.Context, req *orchestratorv1.ApproveRoadmapRequest) (*orchestratorv1.ApproveRoadmapResponse, error) {
	r, err := s.read(ctx, req.GetRoadmapId())
	if err != nil {
		return nil, err
	}
	if r.GetState() == orchestratorv1.Roadmap_STATE_PROPOSED && r.GetHash() != req.GetHash() {
		if again, err := s.approved(ctx, r.GetRunId(), req); err != nil || again {
			return &orchestratorv1.ApproveRoadmapResponse{Roadmap: r}, err
		}
		return nil, fault.New(codes.Aborted, fault.RoadmapChanged, "the proposal for %s has changed since you looked at it; look again: weft roadmaps show %s", r.GetId(), r.GetId()).
			With("roadmap_id", r.GetId())
	}
	r, err = s.answer(ctx, r, req.GetPauseId(), &orchestratorv1.AnswerRunRequest{OptionId: approve})
	return &orchestratorv1.ApproveRoadmapResponse{Roadmap: r}, err
}

// approved says that a request has come again: what it approves was approved, and the run has
// gone on to the next stage.
func (s *Server) approved(ctx context.Context, run string, req *orchestratorv1.ApproveRoadmapRequest) (bool, error) {
	p := s.person(ctx)
	events, _, err := s.d.RunLog.Load(ctx, runlog.Key{Tenant: p.Tenant, Run: run})
	if err != nil {
		return false, api.RunFault(err, run)
	}
	approves := ""
	for _, e := range events {
		if pause := e.GetInterrupted(); pause != nil && pause.GetInterruptId() == req.GetPauseId() {
			var asked planningv1.Asked
			i := slices.IndexFunc(pause.GetOptions(), func(o *commonv1.PauseOption) bool { return o.GetId() == approve })
			if i >= 0 && pause.GetPayload().UnmarshalTo(&asked) == nil && asked.GetHash() == req.GetHash() {
				approves = pause.GetOptions()[i].GetOutcome()
			}
		}
		if a := e.GetAnswered(); approves != "" && a.GetInterruptId() == req.GetPauseId() {
			return a.GetOutcome() == approves && a.GetUser() == p.User, nil
		}
	}
	return false, nil
}

// AnswerRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) AnswerRoadmap(ctx context.Context, req *orchestratorv1.AnswerRoadmapRequest) (*orchestratorv1.AnswerRoadmapResponse, error) {
	if req.GetOptionId() == approve {
		return nil, fault.Invalid("option_id", "an approval is given by ApproveRoadmap, with the hash of what was looked at")
	}
	answer := &orchestratorv1.AnswerRunRequest{OptionId: req.GetOptionId()}
	if m := req.GetAmendment(); proto.Size(m) > 0 {
		var err error
		if answer.Payload, err = anypb.New(m); err != nil {
			return nil, fault.Invalid("amendment", "%v", err)
		}
	} else if req.GetOptionId() == "" {
		return nil, fault.Invalid("option_id", "choose an option, or say something in amendment")
	}
	r, err := s.read(ctx, req.GetRoadmapId())
	if err != nil {
		return nil, err
	}
	r, err = s.answer(ctx, r, req.GetPauseId(), answer)
	return &orchestratorv1.AnswerRoadmapResponse{Roadmap: r}, err
}

// answer answers what is asked of a roadmap, and returns it once it asks again or is kept.
func (s *Server) answer(ctx context.Context, r *orchestratorv1.Roadmap, pause string, a *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Roadmap, error) {
	i := slices.IndexFunc(r.GetPauses(), func(p *orchestratorv1.Pause) bool { return pause == "" || p.GetId() == pause })
	a.RunId, a.InterruptId = r.GetRunId(), pause
	switch {
	case i >= 0:
		p := r.GetPauses()[i]
		if a.InterruptId = p.GetId(); a.OptionId != "" && !slices.ContainsFunc(p.GetOptions(), func(o *commonv1.PauseOption) bool { return o.GetId() == a.OptionId }) {
			return nil, waits(r)
		}
	case pause == "":
		return nil, waits(r)
	}
	switch _, err := s.d.API.AnswerRun(ctx, a); {
	case errors.Is(err, fault.RunNotWaiting), errors.Is(err, fault.InterruptMismatch):
		if now, lost := s.read(ctx, r.GetId()); lost == nil {
			r = now
		}
		return nil, waits(r)
	case err != nil:
		return nil, err
	}
	return s.settled(ctx, r.GetRunId())
}

// waits says how a roadmap stands that does not wait for what it was asked to do.
func waits(r *orchestratorv1.Roadmap) error {
	stands := map[orchestratorv1.Roadmap_State]string{
		orchestratorv1.Roadmap_STATE_PLANNING:  "is being planned; try again in a moment",
		orchestratorv1.Roadmap_STATE_ACTIVE:    "is already kept. When there is time and how much: weft roadmaps limits " + r.GetId() + " \"at most 4 hours a week\"; its last day: weft roadmaps until. \"weft roadmaps --help\" lists what else can be changed",
		orchestratorv1.Roadmap_STATE_PAUSED:    "is paused",
		orchestratorv1.Roadmap_STATE_DONE:      "is done",
		orchestratorv1.Roadmap_STATE_ABANDONED: "was given up",
		orchestratorv1.Roadmap_STATE_FAILED:    "has failed",
	}[r.GetState()]
	for _, p := range r.GetPauses() {
		var options []string
		for _, o := range p.GetOptions() {
			options = append(options, o.GetId())
		}
		stands = "waits for something else: " + strings.TrimRight(p.GetText(), ".") + ". It can be answered by " + strings.Join(options, ", ") +
			", or in words: weft roadmaps answer " + r.GetId() + " \"…\""
	}
	if stands == "" {
		stands = "does not wait for that"
	}
	return fault.New(codes.FailedPrecondition, fault.RoadmapState, "roadmap %s %s", r.GetId(), stands).
		With("roadmap_id", r.GetId()).With("state", r.GetState().String())
}
