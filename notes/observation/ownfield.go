package observation

import (
	"slices"

	"github.com/weft-mesh/weft/notes/assertion"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/notes/ownfield"
)

// ownRows returns the rows of the fields that a writer keeps by names of his own.
func ownRows(e *commonv1.Entry, minute int32) []*commonv1.Observation {
	var rows []*commonv1.Observation
	planned := assertion.Scan(e.GetText())
	planned = slices.DeleteFunc(planned, func(s assertion.Span) bool { return s.Kind != assertion.Planned })
	for _, f := range ownfield.InText(e.GetText()) {
		intended := slices.ContainsFunc(planned, func(s assertion.Span) bool { return s.Start <= f.Start && f.End <= s.End })
		if f.Read && sane(f.Value) && !intended {
			rows = append(rows, &commonv1.Observation{
				EntryId: e.GetId(), Date: e.GetDate(), Minute: minute, Domain: ownfield.Domain, Subject: f.Name,
				Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Value: f.Value, Unit: f.Unit,
			})
		}
	}
	return rows
}

// ownUnread returns the entries that have one of the fields of a selection with a value
// that is not one number. What else an entry says of their subject is not the field.
func ownUnread(entries []*commonv1.Entry, sel *commonv1.Selection) []*commonv1.UnreadNote {
	subjects := names{}.of(sel.GetSubjects())
	var out []*commonv1.UnreadNote
	for _, e := range entries {
		for _, f := range ownfield.InText(e.GetText()) {
			if !f.Read && subjects.have(&commonv1.Observation{Domain: ownfield.Domain, Subject: f.Name}) {
				out = append(out, &commonv1.UnreadNote{
					EntryId: e.GetId(), Date: e.GetDate(), Reason: commonv1.UnreadReason_UNREAD_REASON_NUMBER,
					Words: &commonv1.TextRange{Start: int32(f.Start), End: int32(f.End)},
				})
				break
			}
		}
	}
	return out
}
