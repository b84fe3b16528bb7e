package observation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAValueIsOfTheDayThatItsClauseNames(t *testing.T) {
	t.Parallel()
	// Rows as the patterns of running and sleep read them, of a note of a Friday.
	run := func(value float64) *commonv1.Observation { return toldRow("running", "runs", value, "km") }
	for text, c := range map[string]struct {
		rows  []*commonv1.Observation
		filed bool
		want  string
	}{
		"Yesterday ran 6 km, today rest.":                  {rows: []*commonv1.Observation{run(6)}, want: "19: 6"},
		"Ran 6 km on Wednesday, 8 km on Thursday.":         {rows: []*commonv1.Observation{run(6)}, want: "18: 6, 19: 8"},
		"Ran 6 km today and 8 km yesterday":                {rows: []*commonv1.Observation{run(6)}, want: "20: 6, 19: 8"},
		"On Monday ran 5 km, on Tuesday 7 km":              {rows: []*commonv1.Observation{run(5)}, want: "16: 5, 17: 7"},
		"Ran 6 km on Wednesday, 8 km by bike on Thursday.": {rows: []*commonv1.Observation{run(6)}, want: "18: 6"},
		"Ran 5 km on Wednesday, ran 5 km on Thursday":      {rows: []*commonv1.Observation{run(5), run(5)}, want: "18: 5, 19: 5"},
		"Ran 5 km.":                      {rows: []*commonv1.Observation{run(5)}, want: "20: 5"},
		"Ran 5 km. Sore from Monday.":    {rows: []*commonv1.Observation{run(5)}, want: "20: 5"},
		"Since Monday I ran 20 km.":      {rows: []*commonv1.Observation{run(20)}, want: ""},
		"On 3 January 2020 I ran 42 km.": {rows: []*commonv1.Observation{run(42)}, want: ""},
		"Ran yesterday":                  {rows: []*commonv1.Observation{toldRow("running", "runs", 0, "")}, want: "19: 0"},
		"Ran 5 km yesterday":             {rows: []*commonv1.Observation{run(5)}, want: "19: 5"},
		"ran 5 km yesterday":             {rows: []*commonv1.Observation{run(5)}, filed: true, want: "20: 5"},
		"Yesterday I ran 6 km, and today I ran 3 km, filed.": {rows: []*commonv1.Observation{run(6), run(3)}, filed: true, want: "19: 6, 20: 3"},
	} {
		for i, row := range c.rows {
			row.Object = fmt.Sprintf("running.runs[%d]", i)
		}
		var got []string
		rows := OnToldDays(&commonv1.Entry{Id: "2026-02-20_09-00-00", Date: "2026-02-20", Text: text}, c.rows, c.filed)
		for _, row := range rows {
			got = append(got, fmt.Sprintf("%s: %v", row.GetDate()[8:], row.GetValue()))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q: got %q, want %q", text, got, c.want)
		}
		objects := map[string]bool{}
		if slices.ContainsFunc(rows, func(r *commonv1.Observation) bool {
			known := objects[r.GetObject()]
			objects[r.GetObject()] = true
			return known
		}) {
			t.Errorf("%q: two values are of one object: %v", text, rows)
		}
	}
}

func toldRow(domain, list string, value float64, unit string) *commonv1.Observation {
	kind := commonv1.MeasureKind_MEASURE_KIND_AMOUNT
	if unit == "" {
		kind = commonv1.MeasureKind_MEASURE_KIND_UNSPECIFIED
	}
	return &commonv1.Observation{EntryId: "2026-02-20_09-00-00", Date: "2026-02-20", Domain: domain, Object: domain + "." + list + "[0]", Measure: "distance", Kind: kind, Value: value, Unit: unit}
}
