package observation

import (
	"slices"

	"github.com/weft-mesh/weft/notes/ownfield"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// frontRows returns the rows of the fields of front matter.
func frontRows(e *commonv1.Entry, minute int32) []*commonv1.Observation {
	var rows []*commonv1.Observation
	for _, f := range ownfield.InFrontOf(e) {
		if f.Read && sane(f.Value) {
			rows = append(rows, &commonv1.Observation{
				EntryId: e.GetId(), Date: e.GetDate(), Minute: minute, Domain: ownfield.Domain, Subject: f.Name,
				Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Value: f.Value, Unit: f.Unit,
			})
		}
	}
	return rows
}

// frontUnread returns the entries of whose front matter a field of a selection is not one
// number.
func frontUnread(entries []*commonv1.Entry, sel *commonv1.Selection) []*commonv1.UnreadNote {
	subjects := names{}.of(sel.GetSubjects())
	var out []*commonv1.UnreadNote
	for _, e := range entries {
		fields := ownfield.InFrontOf(e)
		i := slices.IndexFunc(fields, func(f ownfield.Field) bool {
			return !f.Read && subjects.have(&commonv1.Observation{Domain: ownfield.Domain, Subject: f.Name})
		})
		if i >= 0 {
			out = append(out, &commonv1.UnreadNote{
				EntryId: e.GetId(), Date: e.GetDate(), Reason: commonv1.UnreadReason_UNREAD_REASON_NUMBER,
				Words: &commonv1.TextRange{Start: int32(fields[i].Start), End: int32(fields[i].End)},
			})
		}
	}
	return out
}
