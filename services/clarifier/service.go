package clarifier

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Deps is what the clarifier is built from.
type Deps struct {
	Mind mind.Kind
}

// Service is the clarifier.
type Service struct {
	pb.UnimplementedClarifierServiceServer
	asker asker
}

// An asker words the questions for gaps, which come the most useful first.
type asker interface {
	ask(ctx context.Context, req *pb.ClarifyRequest, gaps []*commonv1.Gap) (*pb.ClarifyResponse, error)
}

// New returns a clarifier with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, false); err != nil {
		return nil, err
	}
	return &Service{asker: rules{}}, nil
}

// Clarify chooses what to ask and words it.
func (s *Service) Clarify(ctx context.Context, req *pb.ClarifyRequest) (*pb.ClarifyResponse, error) {
	if _, err := time.LoadLocation(req.GetContext().GetTimeZone()); err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	return s.asker.ask(ctx, req, choose(req))
}
