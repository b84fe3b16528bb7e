package router

import (
	"context"

	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// A Segment is a part of a text that stands for itself, as tests see it.
type Segment struct {
	Start, End int  // bytes
	Idle       bool // only greets or announces
}

// Segments returns the parts into which a text is cut.
func Segments(text string) []Segment {
	var out []Segment
	for _, s := range (judge{english(), func(string) bool { return false }, recent{}}).split(text) {
		out = append(out, Segment{s.start, s.end, s.kind == idle || s.kind == heads})
	}
	return out
}

// Joins reports whether a word only joins two parts.
func Joins(word string) bool { return english().class["joiner"][word] }

// Certain reports whether rules alone tell all that there is to tell of a request.
func Certain(req *pb.RouteRequest) bool {
	r := newRules()
	res, err := r.route(context.Background(), req)
	return err == nil && certain(r.standing(req, res))
}
