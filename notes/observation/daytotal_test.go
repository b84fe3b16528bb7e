package observation_test

import (
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestPiecesOfADayAreAddedUpFirst(t *testing.T) {
	t.Parallel()
	night := func(id string, hours float64) *commonv1.Observation {
		return &commonv1.Observation{
			EntryId: id, Date: id[:10], Domain: "sleep", Measure: "duration", Subject: "sleep", Object: "sleep.nights[0]",
			Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Value: hours, Unit: "h", OfDay: true,
		}
	}
	pieces := []*commonv1.Observation{
		night("2026-05-01_08-00-00", 8), night("2026-05-02_03-00-00", 4), night("2026-05-02_08-00-00", 2), night("2026-05-03_08-00-00", 7),
	}
	slept := &commonv1.Measure{Domain: "sleep", Name: "duration"}
	under := []*commonv1.Condition{{Measure: slept, Operator: commonv1.Operator_OPERATOR_LESS, Value: 6.5, Unit: "h"}}
	for name, tt := range map[string]struct {
		form *commonv1.QueryForm
		rows []*commonv1.Observation
		want string
		days int32
	}{
		"the average":               {form: &commonv1.QueryForm{Aggregate: commonv1.Aggregate_AGGREGATE_MEAN}, want: "MEAN 7h", days: 3},
		"the total":                 {form: &commonv1.QueryForm{Aggregate: commonv1.Aggregate_AGGREGATE_SUM}, want: "SUM 21h", days: 3},
		"the least":                 {form: &commonv1.QueryForm{Aggregate: commonv1.Aggregate_AGGREGATE_MIN}, want: "MIN 6h", days: 3},
		"the most":                  {form: &commonv1.QueryForm{Aggregate: commonv1.Aggregate_AGGREGATE_MAX}, want: "MAX 8h", days: 3},
		"nights under so many":      {form: &commonv1.QueryForm{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_DAYS, Conditions: under}, want: "COUNT_DAYS 1", days: 2},
		"one that two notes repeat": {form: &commonv1.QueryForm{Aggregate: commonv1.Aggregate_AGGREGATE_MEAN}, rows: append(slices.Clone(pieces), night("2026-05-03_20-00-00", 7)), want: "VALUES 8h 4h 2h 7h 7h", days: 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := tt.rows
			if rows == nil {
				rows = pieces
			}
			tt.form.Measure = slept
			facts := observation.Compute(tt.form, rows, nil, time.Monday)
			if len(facts) != 1 || brief(facts[0]) != tt.want || facts[0].GetSampleSize() != tt.days {
				t.Errorf("%v, want %s of %d", facts, tt.want, tt.days)
			}
		})
	}
}
