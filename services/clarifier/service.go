package clarifier

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
)

// Service is the clarifier. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedClarifierServiceServer
}

// New returns a clarifier.
func New() *Service { return &Service{} }

// Clarify chooses what to ask and words it.
func (*Service) Clarify(_ context.Context, req *pb.ClarifyRequest) (*pb.ClarifyResponse, error) {
	if _, err := time.LoadLocation(req.GetContext().GetTimeZone()); err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	return ask(req), nil
}
