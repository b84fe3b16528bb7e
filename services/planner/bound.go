package planner

import (
	"fmt"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"google.golang.org/protobuf/proto"
)

// What one question can ask for is bounded: somebody may paste a page. Nobody
// lists so much, and each span and each thing is another search. What is left
// out is said in a notice.
const (
	mostSpans        = 32 // of time; also the highest number that the form of a model knows
	mostParts        = 8
	mostInstructions = 16 // in one plan
	mostNotices      = 15 // as the contract bounds them, less that on its length
)

// bounded returns a request whose question is not longer than is read, and what
// the user should know of that.
func bounded(req *pb.PlanRequest) (*pb.PlanRequest, []string) {
	notice := excerpt.Notice(req.GetQuery())
	if notice == "" {
		return req, nil
	}
	req = proto.CloneOf(req)
	req.Query = excerpt.Of(req.GetQuery(), excerpt.Question)
	return req, []string{notice}
}

// leave notes how many of what the question asks for are left out.
func (q *question) leave(format string, all, most int) {
	if all > most {
		q.left = append(q.left, fmt.Sprintf(format, all, most))
	}
}

// distinct returns the spans of a question that names very many, each once.
// Where "today" is repeated over and over, it is one span.
func distinct(spans []timespan.Span) []timespan.Span {
	if len(spans) <= mostSpans {
		return spans
	}
	type meaning struct {
		days       notes.Range
		hours      [2]int
		onWeekdays string
	}
	seen := map[meaning]bool{}
	var out []timespan.Span
	for _, s := range spans {
		m := meaning{s.Range, [2]int{s.StartHour, s.EndHour}, fmt.Sprint(s.Weekdays)}
		if !seen[m] {
			seen[m] = true
			out = append(out, s)
		}
	}
	return out
}

// written returns what was written of a plan, and notes what there was no room
// for.
func (q *question) written(w *writer) []*commonv1.RetrievalInstruction {
	q.leave("The question asks for %d searches; only the first %d were made.", len(w.out)+w.left, mostInstructions)
	return w.out
}
