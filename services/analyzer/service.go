package analyzer

import (
	"context"
	"fmt"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Service is the analyzer's gRPC service.
type Service struct {
	analyzerv1.UnimplementedAnalyzerServiceServer
}

// New returns an analyzer.
func New() *Service { return &Service{} }

// Analyze computes what was declared, chooses what to quote, and judges whether
// that is enough.
func (*Service) Analyze(_ context.Context, req *analyzerv1.AnalyzeRequest) (*analyzerv1.AnalyzeResponse, error) {
	if err := check(req); err != nil {
		return nil, err
	}
	q := analyze(req)
	return &analyzerv1.AnalyzeResponse{Provenance: mind.ByRules(), Analysis: q.analysis(), Notices: q.notices}, nil
}

// check returns what of a request the contract's rules can't say is wrong.
func check(req *analyzerv1.AnalyzeRequest) error {
	if zone := req.GetContext().GetTimeZone(); zone == "" {
		return fault.Invalid("context.time_zone", "it is empty: use an IANA name such as \"Europe/Berlin\"")
	} else if _, err := time.LoadLocation(zone); err != nil {
		return fault.Invalid("context.time_zone", "%q is no time zone: use an IANA name such as \"Europe/Berlin\"", zone)
	}
	return checkRanges("form", req.GetForm())
}

func checkRanges(path string, form *commonv1.QueryForm) error {
	for i, r := range form.GetRanges() {
		if _, err := notes.ParseRange(r.GetStart(), r.GetEnd()); err != nil {
			return fault.Invalid(fmt.Sprintf("%s.ranges[%d]", path, i), "%v", err)
		}
	}
	for i, side := range form.GetSides() {
		if err := checkRanges(fmt.Sprintf("%s.sides[%d]", path, i), side); err != nil {
			return err
		}
	}
	return nil
}
