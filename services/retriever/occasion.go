package retriever

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/happening"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// mostTelling is how many notes are asked on which day something was.
const mostTelling = 16

// occasion adds to what was found on something that has its day, a birthday or a
// race, what else was noted on that day: it need not name the occasion again.
func (l *lookup) occasion(ctx context.Context, r store.Reader, s store.Scope) error {
	topic := l.instruction.GetTopic()
	if l.instruction.GetStrategy() != commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC || len(l.found) == 0 || !timespan.Happening(topic) {
		return nil
	}
	known := make(map[string]bool, len(l.found))
	var ids []string
	for i, f := range l.found {
		known[f.ID] = true
		if i < mostTelling {
			ids = append(ids, f.ID)
		}
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return err
	}
	var told []happening.Note
	for _, e := range entries {
		if id, err := notes.ParseID(e.GetId()); err == nil && !id.Undated() {
			told = append(told, happening.Note{At: id.Local, Text: e.GetText()})
		}
	}
	days := happening.Days(told, []string{topic}, time.Monday)
	if len(days) == 0 {
		return nil
	}
	rest, err := r.List(ctx, s, notes.Range{Start: days[0], End: days[0]}, "", 0, false)
	if err != nil {
		return err
	}
	score := l.found[len(l.found)-1].Score * relatedWeight
	for _, e := range rest {
		if !known[e.GetId()] && l.mayHold(e) {
			l.found = append(l.found, search.Ranked{ID: e.GetId(), Score: score})
			l.total++
		}
	}
	return nil
}
