package observation

import (
	"regexp"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// summary begins a note that sums up its day.
var summary = regexp.MustCompile(`(?i)^[#*_\s-]*(?:(?:day|daily|evening|today'?s?) (?:summary|recap|review|overview)|(?:summary|recap)(?: of (?:the|my|today|day)\b.*?)?:|today in summary|tageszusammenfassung|zusammenfassung|resumen del día)`)

// Repeats reports whether a row of an entry that sums up its day tells again what an earlier
// note of the day has told: "Day summary: ran 5 km".
func Repeats(e *commonv1.Entry, row *commonv1.Observation, earlier []*commonv1.Observation) bool {
	return summary.MatchString(e.GetText()) && slices.ContainsFunc(earlier, func(o *commonv1.Observation) bool {
		return o.GetEntryId() != row.GetEntryId() && o.GetDate() == row.GetDate() && o.GetDomain() == row.GetDomain() &&
			o.GetSubject() == row.GetSubject() && o.GetMeasure() == row.GetMeasure() && near(o.GetValue(), o.GetUnit(), figure{row.GetValue(), row.GetUnit()})
	})
}
