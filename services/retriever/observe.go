package retriever

import (
	"context"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

// observed is what the instructions for OBSERVATIONS found together.
type observed struct {
	rows   []*commonv1.Observation
	unread []*commonv1.UnreadNote
}

func (l *lookup) observes() bool {
	return l.instruction.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS
}

// observe reads the values of all lookups that ask for some, each note once.
func (s *Service) observe(ctx context.Context, scope store.Scope, by *schemaSet, lookups []lookup) (observed, error) {
	var out observed
	if !slices.ContainsFunc(lookups, func(l lookup) bool { return l.observes() }) {
		return out, nil
	}
	r, done := by.reader()
	defer done()
	fill := s.patterns.fill(by)
	rowsOf := s.rows.of(r, by.version)
	listed, read := map[notes.Range][]*commonv1.Entry{}, map[string][]*commonv1.Observation{}
	given, unread := map[*commonv1.Observation]bool{}, map[string]bool{}
	for i := range lookups {
		l := &lookups[i]
		if !l.observes() || l.outside {
			continue
		}
		entries, known := listed[l.within]
		if !known {
			var err error
			if entries, err = s.list(ctx, scope, l); err != nil {
				return out, err
			}
			listed[l.within] = entries
		}
		selection := l.instruction.GetSelection()
		selects := observation.Selects(selection)
		var own []*commonv1.Observation
		for j, e := range entries {
			if e.GetDomainData() == nil { // no parser has seen it
				e = fill(e)
				entries[j] = e
			}
			rows, known := read[e.GetId()]
			if !known {
				rows = rowsOf(e)
				read[e.GetId()] = rows
			}
			before := len(own)
			for _, row := range rows {
				if !selects(row) {
					continue
				}
				if own = append(own, row); !given[row] {
					given[row] = true
					out.rows = append(out.rows, row)
				}
			}
			if len(own) > before {
				l.noted++
			}
		}
		l.values = len(own)
		for _, u := range r.Unread(entries, selection, own) {
			if !unread[u.GetEntryId()] {
				unread[u.GetEntryId()] = true
				out.unread = append(out.unread, u)
			}
		}
	}
	return out, nil
}

// list returns the entries in which a lookup looks.
func (s *Service) list(ctx context.Context, scope store.Scope, l *lookup) ([]*commonv1.Entry, error) {
	// Only a search tells which files could not be read.
	files, err := s.store.Find(ctx, scope, store.Query{Range: l.within, Limit: 1})
	if err != nil {
		return nil, err
	}
	l.warnings = files.Warnings
	return s.store.List(ctx, scope, l.within, "", 0, false)
}

// tell puts what was observed into a response, in the order of time.
func (o observed) tell(resp *pb.RetrieveResponse, limit int) {
	slices.SortFunc(o.unread, observation.CompareUnread)
	resp.Observations, resp.Unread = observation.Latest(o.rows, limit), o.unread
	resp.TotalObservations = int32(len(o.rows))
}
