package retriever

import (
	"context"
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
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

// observe reads the values of all lookups that ask for some, each note once. What is noted
// for a day to come has not happened: it is no value, and told as one of another time.
func (s *Service) observe(ctx context.Context, scope store.Scope, by *schemaSet, today notes.Day, lookups []lookup) (observed, error) {
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
			if entries, err = s.list(ctx, scope, l, observation.MaxToldDays); err != nil {
				return out, err
			}
			listed[l.within] = entries
		}
		selection := l.instruction.GetSelection()
		selects := observation.Selects(selection)
		var found valuesByDay
		for j, e := range entries {
			filed := e.GetDomainData() != nil // a parser has seen it
			if !filed {
				e = fill(e)
				entries[j] = e
			}
			rows, known := read[e.GetId()]
			if !known {
				rows = rowsOf(e, filed)
				read[e.GetId()] = rows
			}
			if found.addValuesOf(e, rows, l.within, today, selects) {
				l.noted++
			}
		}
		if l.values = len(found.own); l.values == 0 {
			continue
		}
		for _, row := range found.own {
			if !given[row] {
				given[row] = true
				out.rows = append(out.rows, row)
			}
		}
		bear := slices.DeleteFunc(found.bear, func(e *commonv1.Entry) bool { return e.GetDate() > today.String() })
		after, err := s.listAfter(ctx, scope, l, listed)
		if err != nil {
			return out, err
		}
		open := r.OpenLater(after, bear, l.within, selection, found.own)
		for _, u := range slices.Concat(r.Unread(bear, selection, append(found.own, found.aside...)), found.ahead, open) {
			if !unread[u.GetEntryId()] {
				unread[u.GetEntryId()] = true
				out.unread = append(out.unread, u)
			}
		}
	}
	return out, nil
}

// valuesByDay are the values that a lookup asks for, by their days.
type valuesByDay struct {
	own, aside []*commonv1.Observation // of the days that are asked about, and of others
	ahead      []*commonv1.UnreadNote  // of days to come among those
	bear       []*commonv1.Entry       // notes of the days that are asked about, or that tell of them
}

// addValuesOf takes the values of a note, and reports whether one of them is of a day that is asked about.
func (f *valuesByDay) addValuesOf(e *commonv1.Entry, rows []*commonv1.Observation, within notes.Range, today notes.Day, selects func(*commonv1.Observation) bool) bool {
	before := len(f.own)
	for _, row := range rows {
		switch {
		case !isAskedFor(selects, e, row, f.own[:before]):
		case !onDayOf(within, row.GetDate()):
			f.aside = append(f.aside, row)
		case row.GetDate() > today.String():
			f.ahead = append(f.ahead, &commonv1.UnreadNote{
				EntryId: e.GetId(), Date: row.GetDate(), Reason: commonv1.UnreadReason_UNREAD_REASON_OTHER_TIME,
				Words: &commonv1.TextRange{End: int32(len(e.GetText()))},
			})
		default:
			f.own = append(f.own, row)
		}
	}
	tells := len(f.own) > before
	if tells || onDayOf(within, e.GetDate()) {
		f.bear = append(f.bear, e)
	}
	return tells
}

// onDayOf reports whether a day lies in a range. An undated note lies in all that have no
// bounds.
func onDayOf(within notes.Range, date string) bool {
	if within.IsZero() {
		return true
	}
	day, err := notes.ParseDay(date)
	return err == nil && !day.IsZero() && within.Contains(day)
}

// isAskedFor reports whether a selection has a row of an entry that earlier rows don't have already.
func isAskedFor(selects func(*commonv1.Observation) bool, e *commonv1.Entry, row *commonv1.Observation, earlier []*commonv1.Observation) bool {
	return selects(row) && !observation.Repeats(e, row, earlier)
}

// list returns the entries in which a lookup looks, and those of so many later days.
func (s *Service) list(ctx context.Context, scope store.Scope, l *lookup, later int) ([]*commonv1.Entry, error) {
	// Only a search tells which files could not be read.
	files, err := s.store.Find(ctx, scope, store.Query{Range: l.within, Limit: 1})
	if err != nil {
		return nil, err
	}
	l.warnings = files.Warnings
	within := l.within
	if !within.End.IsZero() {
		within.End = within.End.AddDays(later)
	}
	return s.store.List(ctx, scope, within, "", 0, false)
}

// listAfter returns the entries after a lookup's range that may correct something of it.
func (s *Service) listAfter(ctx context.Context, scope store.Scope, l *lookup, listed map[notes.Range][]*commonv1.Entry) ([]*commonv1.Entry, error) {
	if l.within.End.IsZero() {
		return nil, nil
	}
	after := notes.Range{Start: l.within.End.AddDays(1), End: l.within.End.AddDays(observation.CorrectedWithin)}
	if entries, known := listed[after]; known {
		return entries, nil
	}
	entries, err := s.store.List(ctx, scope, after, "", 0, false)
	if err == nil {
		listed[after] = entries
	}
	return entries, err
}

// tell puts what was observed into a response, in the order of time.
func (o observed) tell(resp *pb.RetrieveResponse, limit int) {
	stable.Sort(o.unread, observation.CompareUnread)
	resp.Observations, resp.Unread = observation.Latest(o.rows, limit), o.unread
	resp.TotalObservations = int32(len(o.rows))
}
