package synthesizer

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/sourceline"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// Deps is what the synthesizer is built from.
type Deps struct {
	// Mind is the mind that writes. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// Service is the synthesizer.
type Service struct {
	pb.UnimplementedSynthesizerServiceServer
	mind  mind.Kind
	model model
}

// New returns a synthesizer with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	return &Service{mind: d.Mind, model: model{d.Model}}, nil
}

// drafts are the words of an answer on their way to whoever watches. A watcher
// who is gone stops nothing here: the call's own context does.
type drafts struct{ send func(string) }

func (d drafts) say(words string) {
	if words != "" {
		d.send(words)
	}
}

// void says that what was sent so far is not the answer.
func (d drafts) void() { d.send("") }

// written is an answer and where it came from.
type written struct {
	answer     *pb.Answer
	provenance *commonv1.Provenance
}

// GetProvenance tells where the answer came from.
func (w *written) GetProvenance() *commonv1.Provenance { return w.provenance }

// Synthesize writes an answer.
func (s *Service) Synthesize(req *pb.SynthesizeRequest, stream grpc.ServerStreamingServer[pb.SynthesizeResponse]) error {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		return fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	var lost error
	begun := false
	d := drafts{send: func(words string) {
		if lost == nil {
			lost = stream.Send(&pb.SynthesizeResponse{Part: &pb.SynthesizeResponse_Draft{Draft: words}})
		}
		begun = true
	}}
	done, err := mind.Think(stream.Context(), mind.At(s.mind, req.GetContext().GetDepth(), commonv1.Depth_DEPTH_QUICK), req,
		func(ctx context.Context, req *pb.SynthesizeRequest) (*written, *commonv1.Provenance, error) {
			return s.model.write(ctx, req, zone, d)
		},
		func(_ context.Context, req *pb.SynthesizeRequest) (*written, error) {
			if begun {
				d.void()
			}
			return write(req, zone, d), nil
		})
	if err == nil {
		err = lost
	}
	if err != nil {
		return err
	}
	locate(done.answer.GetCitations(), req.GetEvidence())
	return stream.Send(&pb.SynthesizeResponse{
		Part:       &pb.SynthesizeResponse_Answer{Answer: done.answer},
		Provenance: done.provenance,
	})
}

// locate tells where the words of citations stand in their files.
func locate(citations []*commonv1.Citation, evidence []*commonv1.EvidenceNote) {
	for _, c := range citations {
		i := slices.IndexFunc(evidence, func(n *commonv1.EvidenceNote) bool { return n.GetEntry().GetId() == c.GetId() })
		if i >= 0 {
			c.Source = sourceline.Of(evidence[i].GetEntry(), c.GetQuote())
		}
	}
}
