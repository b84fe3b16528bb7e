package evaluator

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// Deps is what the evaluator is built from.
type Deps struct {
	Mind mind.Kind
}

// Service is the evaluator.
type Service struct {
	pb.UnimplementedEvaluatorServiceServer
	judge judge
}

// A judge looks at one answer on each dimension.
type judge interface {
	judge(ctx context.Context, c *matter) ([]verdict, *commonv1.Provenance, error)
}

// New returns an evaluator with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, false); err != nil {
		return nil, err
	}
	return &Service{judge: rules{}}, nil
}

// Evaluate judges an answer.
func (s *Service) Evaluate(ctx context.Context, req *pb.EvaluateRequest) (*pb.EvaluateResponse, error) {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	m := consider(req, notes.DayOf(req.GetContext().GetNow().AsTime().In(zone)))
	verdicts, provenance, err := s.judge.judge(ctx, m)
	if err != nil {
		return nil, err
	}
	return respond(req, verdicts, provenance), nil
}
