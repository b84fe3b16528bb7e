package planner

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestTheRetrieverIsToldWhatAnAnswerHasToHave(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		form *commonv1.QueryForm
		want commonv1.AnswerType
	}{
		"a day for when":                           {&commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_WHEN, Measure: &commonv1.Measure{}}, commonv1.AnswerType_ANSWER_TYPE_DAY},
		"a number for a value":                     {&commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_AGGREGATE}, commonv1.AnswerType_ANSWER_TYPE_NUMBER},
		"a number for a measure that is looked up": {&commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_LOOKUP, Measure: &commonv1.Measure{}}, commonv1.AnswerType_ANSWER_TYPE_NUMBER},
		"nothing for all else":                     {&commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_WHY}, commonv1.AnswerType_ANSWER_TYPE_UNSPECIFIED},
	} {
		if got := answerType(tt.form); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
