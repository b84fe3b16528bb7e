package observation

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// groups cuts a sample into the groups that its form wants, in the order of time,
// of the week, or of the subjects' names.
func (s sample) groups(weekStart time.Weekday) []sample {
	if s.form.GetGroupBy() == commonv1.GroupBy_GROUP_BY_UNSPECIFIED {
		return []sample{s}
	}
	at := map[string]*sample{}
	var order []string // sorts as the groups are told
	for _, r := range s.rows {
		key, name := groupOf(s.form.GetGroupBy(), r, weekStart)
		if at[key] == nil {
			at[key] = &sample{form: s.form, unit: s.unit, group: name}
			order = append(order, key)
		}
		at[key].rows = append(at[key].rows, r)
	}
	slices.Sort(order)
	out := make([]sample, len(order))
	for i, key := range order {
		out[i] = *at[key]
	}
	return out
}

// groupOf returns the group of a row, and by what to order it.
func groupOf(by commonv1.GroupBy, r *commonv1.Observation, weekStart time.Weekday) (key, name string) {
	date := r.GetDate()
	switch by {
	case commonv1.GroupBy_GROUP_BY_MONTH:
		date = date[:min(len(date), len("2006-01"))]
	case commonv1.GroupBy_GROUP_BY_YEAR:
		date = date[:min(len(date), len("2006"))]
	case commonv1.GroupBy_GROUP_BY_SUBJECT:
		return r.GetSubject(), r.GetSubject()
	case commonv1.GroupBy_GROUP_BY_WEEK:
		if day, err := notes.ParseDay(date); err == nil {
			date = stat.WeekOf(day, weekStart).String()
		}
	case commonv1.GroupBy_GROUP_BY_WEEKDAY:
		if day, err := notes.ParseDay(date); err == nil {
			w := day.Weekday()
			return string(rune('0' + (w-weekStart+7)%7)), w.String()
		}
	}
	return date, date
}
