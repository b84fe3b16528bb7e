package retriever

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

// findTasks carries out the lookups for tasks. They are read from the texts, not from
// what was parsed of them: a box that was ticked in an editor counts at once. A note
// is as good as the first of its tasks in the order in which they are told.
func (s *Service) findTasks(ctx context.Context, scope store.Scope, req *pb.RetrieveRequest, by *schemaSet, now time.Time, lookups []lookup) error {
	for i := range lookups {
		l := &lookups[i]
		if l.instruction.GetStrategy() != commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS || l.outside {
			continue
		}
		if !by.hasTasks {
			continue
		}
		entries, err := s.list(ctx, scope, l, 0)
		if err != nil {
			return err
		}
		question := task.Ask(l.instruction.GetForm(), now, timespan.WeekStart(req.GetContext().GetWeekStart()))
		have := map[string]bool{}
		for _, t := range by.tasks.Find(entries, question) {
			if !t.Partly && !t.UnreadDue() { // another shard may have some that are
				l.tasks++
			}
			if id := t.Entry.GetId(); !have[id] {
				have[id] = true
				l.found = append(l.found, search.Ranked{ID: id, Score: 1 / float64(len(have))})
			}
		}
		l.total = len(l.found)
	}
	return nil
}
