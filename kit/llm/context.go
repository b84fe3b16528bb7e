package llm

import commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

// Today is the day of a call in the user's zone, as a prompt says it: "Monday,
// 2026-02-23".
func Today(c *commonv1.CallContext) string {
	return c.GetNow().AsTime().In(zone(c)).Format("Monday, 2006-01-02")
}

// Spans are the times that a question means, as a prompt says them: "last week:
// 2026-02-16 to 2026-02-22".
func Spans(ranges []*commonv1.ScopeRange) []string {
	var out []string
	for _, r := range ranges {
		from, to := r.GetStart(), r.GetEnd()
		if from == "" && to == "" {
			continue // a time of day: it tells no days
		}
		if from == "" {
			from = "the first note"
		}
		if to == "" {
			to = "now"
		}
		out = append(out, r.GetLabel()+": "+from+" to "+to)
	}
	return out
}
