package evaluator

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// Deps is what the evaluator is built from.
type Deps struct {
	// Mind is the mind that judges. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// Service is the evaluator.
type Service struct {
	pb.UnimplementedEvaluatorServiceServer
	mind  mind.Kind
	model model
}

// New returns an evaluator with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	return &Service{mind: d.Mind, model: model{d.Model}}, nil
}

// Evaluate judges an answer.
func (s *Service) Evaluate(ctx context.Context, req *pb.EvaluateRequest) (*pb.EvaluateResponse, error) {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	if form := excerpt.Form(req.GetForm()); form != req.GetForm() {
		req = proto.CloneOf(req)
		req.Form = form
	}
	m := consider(req, notes.DayOf(req.GetContext().GetNow().AsTime().In(zone)))
	// Code looks first, whatever the mind: what it finds stands.
	byCode, err := judge(m)
	if err != nil {
		return nil, err
	}
	return mind.Think(ctx, mind.At(s.mind, req.GetContext().GetDepth(), commonv1.Depth_DEPTH_FOCUSED), m,
		func(ctx context.Context, m *matter) (*pb.EvaluateResponse, *commonv1.Provenance, error) {
			return s.model.evaluate(ctx, m, byCode)
		},
		func(context.Context, *matter) (*pb.EvaluateResponse, error) {
			return respond(byCode, mind.ByRules()), nil
		})
}
