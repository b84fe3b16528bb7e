package parser

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// Deps is what the parser is built from.
type Deps struct {
	// Mind is the mind that reads. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
	// Compiled has the schemas by which texts are read. Nil makes one.
	Compiled *extract.Cache
}

// Service is the parser. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedParserServiceServer
	mind  mind.Kind
	model model
	rules rules
}

// An input is a request in the terms of the agent.
type input struct {
	req       *pb.ParseRequest
	zone      *time.Location
	writtenAt time.Time // in the user's zone
	weekStart time.Weekday
	target    string // what a correction is about, as the router put it
}

// A reading is what a mind made of a text.
type reading struct {
	at         time.Time
	data       *structpb.Struct
	tags       []string
	notes      []string
	uncertain  []string
	confidence float64
	correction *pb.Correction
}

// New returns a parser with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	if d.Compiled == nil {
		d.Compiled = extract.NewCache(extract.MostSchemas)
	}
	r := rules{d.Compiled}
	return &Service{mind: d.Mind, model: model{d.Model, r}, rules: r}, nil
}

// Parse reads a note, or finds what a correction changes.
func (s *Service) Parse(ctx context.Context, req *pb.ParseRequest) (*pb.ParseResponse, error) {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", req.GetContext().GetTimeZone())
	}
	in := &input{
		req:       req,
		zone:      zone,
		writtenAt: req.GetWrittenAt().AsTime().In(zone),
		weekStart: weekStart(req.GetContext().GetWeekStart()),
		target:    req.GetCorrectionTarget(),
	}
	return mind.Think(ctx, mind.At(s.mind, req.GetContext().GetDepth(), commonv1.Depth_DEPTH_QUICK), in, s.model.parse, s.rules.parse)
}

// answer puts a reading into the terms of the contract. The text, the day and
// the tags are never a model's.
func answer(in *input, r *reading, from *commonv1.Provenance) *pb.ParseResponse {
	return &pb.ParseResponse{
		Date:            notes.DayOf(r.at).String(),
		Time:            timestamppb.New(r.at),
		DomainData:      withTasks(in, r),
		Tags:            r.tags,
		Notes:           r.notes,
		UncertainFields: r.uncertain,
		Confidence:      r.confidence,
		Correction:      r.correction,
		Provenance:      from,
	}
}
