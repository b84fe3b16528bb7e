package gather

import (
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// observed are the values that the instructions of a retrieval found, each once.
type observed struct {
	rows   []*commonv1.Observation
	total  int
	given  map[field]bool
	unread map[string]*commonv1.UnreadNote
}

// A field is where values stand. What one answer has there, it has whole.
type field struct{ entry, domain, object, measure, subject string }

func newObserved() *observed {
	return &observed{given: map[field]bool{}, unread: map[string]*commonv1.UnreadNote{}}
}

// add takes in the answer of one shard.
func (o *observed) add(answer *pb.RetrieveResponse) {
	o.total += int(answer.GetTotalObservations())
	var fields []field
	for _, row := range answer.GetObservations() {
		at := field{row.GetEntryId(), row.GetDomain(), row.GetObject(), row.GetMeasure(), row.GetSubject()}
		if o.given[at] {
			o.total--
			continue
		}
		fields, o.rows = append(fields, at), append(o.rows, row)
	}
	for _, at := range fields {
		o.given[at] = true
	}
	for _, u := range answer.GetUnread() {
		if o.unread[u.GetEntryId()] == nil {
			o.unread[u.GetEntryId()] = u
		}
	}
}

// tell puts what was observed into a response, in the order of time.
func (o *observed) tell(resp *pb.RetrieveResponse, limit int) {
	resp.Observations, resp.TotalObservations = observation.Latest(o.rows, limit), int32(o.total)
	for _, u := range o.unread {
		resp.Unread = append(resp.Unread, u)
	}
	stable.Sort(resp.Unread, observation.CompareUnread)
}
