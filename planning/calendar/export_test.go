package calendar

import "github.com/weft-mesh/weft/planning/recur"

// Small returns a calendar with bounds that are reached soon.
func Small() *Calendar {
	return &Calendar{bounds: &bounds{1 << 20, 1000, 5000, recur.Budget{Occurrences: 1000, Days: 3_000_000}}}
}
