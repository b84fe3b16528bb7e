package synthesizer

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// Deps is what the synthesizer is built from.
type Deps struct {
	Mind mind.Kind
}

// Service is the synthesizer.
type Service struct {
	pb.UnimplementedSynthesizerServiceServer
	writer writer
}

// A writer composes an answer and hands out its drafts while it does.
type writer interface {
	write(ctx context.Context, req *pb.SynthesizeRequest, draft func(string) error) (*pb.Answer, *commonv1.Provenance, error)
}

// maxReaders is how many domains are kept ready to read a note again.
const maxReaders = 64

// New returns a synthesizer with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, false); err != nil {
		return nil, err
	}
	return &Service{writer: rules{readers: extract.NewCache(maxReaders)}}, nil
}

// Synthesize writes an answer.
func (s *Service) Synthesize(req *pb.SynthesizeRequest, stream grpc.ServerStreamingServer[pb.SynthesizeResponse]) error {
	if _, err := time.LoadLocation(req.GetContext().GetTimeZone()); err != nil {
		return fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	ctx := stream.Context()
	answer, provenance, err := s.writer.write(ctx, req, func(words string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return stream.Send(&pb.SynthesizeResponse{Part: &pb.SynthesizeResponse_Draft{Draft: words}})
	})
	if err != nil {
		return err
	}
	return stream.Send(&pb.SynthesizeResponse{
		Part:       &pb.SynthesizeResponse_Answer{Answer: answer},
		Provenance: provenance,
	})
}
