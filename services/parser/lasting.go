package parser

import (
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// lasting returns the change of a duration that lay between a start and an end
// of which one changes: who left at five and not at six worked an hour less.
func lasting(in *input, ex *extract.Extractor, h hit, changes []*pb.FieldChange) []*pb.FieldChange {
	if len(changes) != 1 {
		return nil
	}
	var start, end string
	var duration *extract.Field
	for _, f := range extract.Fields(newHunt(in, ex, claim{}).data(h.entry), in.req.GetDomainContext().GetSchemas()) {
		if f.Object != h.field.Object {
			continue
		}
		switch strings.TrimPrefix(f.Path, f.Object+".") {
		case "start":
			start = f.Text
		case "end":
			end = f.Text
		case "duration":
			duration = &f
		}
	}
	was, ok := between(start, end)
	if !ok || duration == nil || !duration.Quantity {
		return nil
	}
	if kept, ok := quantity.Convert(duration.Value, duration.Unit, "h"); !ok || math.Abs(kept-was) > 0.02 {
		return nil
	}
	after := changes[0].GetAfter().GetStringValue()
	switch strings.TrimPrefix(h.field.Path, h.field.Object+".") {
	case "start":
		start = after
	case "end":
		end = after
	default:
		return nil
	}
	is, ok := between(start, end)
	if !ok {
		return nil
	}
	v, ok := quantity.Convert(is, "h", duration.Unit)
	if !ok {
		return nil
	}
	return []*pb.FieldChange{{
		Path: duration.Path + ".value", Before: structpb.NewNumberValue(duration.Value), After: structpb.NewNumberValue(math.Round(v*1e4) / 1e4),
	}}
}

// between returns the hours from one clock time to the next time of another.
func between(start, end string) (float64, bool) {
	a, okA := clockHours(start)
	b, okB := clockHours(end)
	return math.Mod(b-a+24, 24), okA && okB
}

func clockHours(clock string) (float64, bool) {
	hour, minute, ok := strings.Cut(clock, ":")
	h, errH := strconv.Atoi(hour)
	m, errM := strconv.Atoi(minute)
	return float64(h) + float64(m)/60, ok && errH == nil && errM == nil
}
