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

// stretches are the fields that begin and end what a duration lasts.
var stretches = [][2]string{{"start", "end"}, {"bedtime", "wake_time"}}

// lasting returns the change of a duration that lay between a start and an end
// of which one changes: who left at five and not at six worked an hour less.
func lasting(all []extract.Field, changing extract.Field, changes []*pb.FieldChange) []*pb.FieldChange {
	if len(changes) != 1 {
		return nil
	}
	held := map[string]extract.Field{}
	for _, f := range all {
		if f.Object == changing.Object {
			held[strings.TrimPrefix(f.Path, f.Object+".")] = f
		}
	}
	duration := held["duration"]
	changed := strings.TrimPrefix(changing.Path, changing.Object+".")
	for _, s := range stretches {
		if changed != s[0] && changed != s[1] {
			continue
		}
		was, ok := between(held[s[0]].Text, held[s[1]].Text)
		kept, counted := quantity.Convert(duration.Value, duration.Unit, "h")
		if !ok || !counted || !duration.Quantity || math.Abs(kept-was) > 0.02 {
			return nil
		}
		ends := map[string]string{s[0]: held[s[0]].Text, s[1]: held[s[1]].Text, changed: changes[0].GetAfter().GetStringValue()}
		is, ok := between(ends[s[0]], ends[s[1]])
		if !ok {
			return nil
		}
		v, _ := quantity.Convert(is, "h", duration.Unit)
		return []*pb.FieldChange{{
			Path: duration.Path + ".value", Before: structpb.NewNumberValue(duration.Value), After: structpb.NewNumberValue(math.Round(v*1e4) / 1e4),
		}}
	}
	return nil
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
