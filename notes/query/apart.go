package query

import (
	"regexp"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"google.golang.org/protobuf/proto"
)

// eachTime is what stands between times each of which is asked about: "in January, and in
// February". "In January and February" is one time.
var eachTime = regexp.MustCompile(`(?i)(?:\band|,)\s+(?:in|on|at|during|over)\b`)

// FormsApart returns the sides of a comparison, or a form for each of the times that a question
// names one by one, or else the form itself.
func FormsApart(form *commonv1.QueryForm) []*commonv1.QueryForm {
	if sides := form.GetSides(); len(sides) > 0 {
		return sides
	}
	if len(form.GetRanges()) < 2 || form.GetWanted() != commonv1.Wanted_WANTED_AGGREGATE || form.GetGroupBy() != commonv1.GroupBy_GROUP_BY_UNSPECIFIED ||
		!added[form.GetAggregate()] || !eachTime.MatchString(form.GetText()) {
		return []*commonv1.QueryForm{form}
	}
	var out []*commonv1.QueryForm
	for _, r := range form.GetRanges() {
		one := proto.CloneOf(form)
		one.Ranges = []*commonv1.ScopeRange{r}
		out = append(out, one)
	}
	return out
}

// added are the aggregates that several times have one each of.
var added = map[commonv1.Aggregate]bool{
	commonv1.Aggregate_AGGREGATE_SUM: true, commonv1.Aggregate_AGGREGATE_MEAN: true, commonv1.Aggregate_AGGREGATE_MEDIAN: true,
	commonv1.Aggregate_AGGREGATE_COUNT_DAYS: true,
}
