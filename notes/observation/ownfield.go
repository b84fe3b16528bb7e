package observation

import (
	"slices"

	"github.com/weft-mesh/weft/notes/assertion"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/notes/ownfield"
)

// ownFields are the fields that the writer of an entry keeps by names of his own: those of its
// text, and of its front matter.
func ownFields(e *commonv1.Entry) []ownfield.Field {
	return slices.Concat(ownfield.InText(e.GetText()), ownfield.InFrontOf(e))
}

// ownRows returns the rows of an entry's own fields. What is in an open task is only
// meant, and what is quoted or somebody else's is none of the writer's.
func ownRows(e *commonv1.Entry, minute int32) []*commonv1.Observation {
	fields := ownFields(e)
	if len(fields) == 0 {
		return nil
	}
	var rows []*commonv1.Observation
	unreal := slices.DeleteFunc(assertion.Scan(e.GetText()), func(s assertion.Span) bool {
		return s.Kind != assertion.Planned && s.Kind != assertion.Quoted && s.Kind != assertion.Others
	})
	for _, f := range fields {
		meant := slices.ContainsFunc(unreal, func(s assertion.Span) bool { return s.Start <= f.Start && f.End <= s.End })
		if f.Read && sane(f.Value) && !meant {
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
		for _, f := range ownFields(e) {
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
