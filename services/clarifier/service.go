package clarifier

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
)

// Deps is what the clarifier is built from.
type Deps struct {
	// Mind is the mind that words. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// Service is the clarifier. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedClarifierServiceServer
	mind  mind.Kind
	model model
}

// New returns a clarifier with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	return &Service{mind: d.Mind, model: model{d.Model}}, nil
}

// Clarify chooses what to ask and words it.
func (s *Service) Clarify(ctx context.Context, req *pb.ClarifyRequest) (*pb.ClarifyResponse, error) {
	if _, err := time.LoadLocation(req.GetContext().GetTimeZone()); err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	return mind.Think(ctx, s.mind, req, s.model.ask, byRules)
}
