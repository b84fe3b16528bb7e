package parser

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
)

// withTasks puts the tasks of a note into its data. They are read by code whatever
// the mind: a box is ticked or it is not.
func withTasks(in *input, r *reading) *structpb.Struct {
	tasks, ok := task.NewReader(in.req.GetDomainContext().GetSchemas())
	if !ok || in.req.GetCorrection() {
		return r.data
	}
	found := tasks.Read(excerpt.Head(in.req.GetText(), mostParsed), timespan.Ref{Now: r.at, WeekStart: in.weekStart})
	had := r.data.GetFields()[tasks.Domain].GetStructValue().GetFields()[tasks.Field]
	if len(found) == 0 && had == nil {
		return r.data
	}
	data := r.data.AsMap()
	domain, _ := data[tasks.Domain].(map[string]any)
	if domain == nil {
		domain = map[string]any{}
	}
	delete(domain, tasks.Field)
	if len(found) > 0 {
		domain[tasks.Field] = task.Data(found)
	}
	data[tasks.Domain] = domain
	if len(domain) == 0 {
		delete(data, tasks.Domain)
	}
	out, err := structpb.NewStruct(data)
	if err != nil {
		return r.data // only a text that is not UTF-8 can't be held, and no request has one
	}
	return out
}
