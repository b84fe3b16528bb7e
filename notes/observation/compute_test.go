package observation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	amount  = commonv1.MeasureKind_MEASURE_KIND_AMOUNT
	reading = commonv1.MeasureKind_MEASURE_KIND_READING
)

// row is a value of a day, by its minute, its object and what it is of.
func row(date string, value float64, unit string, of ...func(*commonv1.Observation)) *commonv1.Observation {
	r := &commonv1.Observation{
		EntryId: date + "_08-00-00", Date: date, Minute: 8 * 60, Domain: "running", Measure: "distance", Subject: "run",
		Kind: amount, Value: value, Unit: unit, Object: "running.runs[0]", Broader: []string{"running"},
	}
	for _, change := range of {
		change(r)
	}
	return r
}

func at(minute int32) func(*commonv1.Observation) {
	return func(r *commonv1.Observation) {
		r.Minute, r.EntryId = minute, fmt.Sprintf("%s_%02d-%02d-00", r.GetDate(), minute/60, minute%60)
	}
}

func field(domain, measure, subject, object string, kind commonv1.MeasureKind) func(*commonv1.Observation) {
	return func(r *commonv1.Observation) {
		r.Domain, r.Measure, r.Subject, r.Object, r.Kind, r.Broader = domain, measure, subject, domain+"."+object, kind, []string{domain}
	}
}

func text(measure, value string) func(*commonv1.Observation) {
	return func(r *commonv1.Observation) {
		r.Measure, r.Text, r.Value, r.Unit, r.Kind = measure, value, 0, "", commonv1.MeasureKind_MEASURE_KIND_UNSPECIFIED
	}
}

func spent(subject string) func(*commonv1.Observation) {
	return field("money", "spent", subject, "spending[0]", amount)
}

var (
	distance = &commonv1.Measure{Domain: "running", Name: "distance", Kind: amount}
	money    = &commonv1.Measure{Domain: "money", Name: "spent", Kind: amount}
)

func within(start, end string) []*commonv1.ScopeRange {
	return []*commonv1.ScopeRange{{Start: start, End: end}}
}

// brief writes a fact as "SUM 12 km", with its group or what it is compared with.
func brief(f *commonv1.Fact) string {
	kind := strings.TrimPrefix(f.GetKind().String(), "FACT_KIND_")
	if a := strings.TrimPrefix(f.GetAggregate().String(), "AGGREGATE_"); f.GetKind() == commonv1.FactKind_FACT_KIND_AGGREGATE {
		kind = a
	}
	out := kind
	if f.GetKind() == commonv1.FactKind_FACT_KIND_VALUES {
		for _, o := range f.GetObservations() {
			out += fmt.Sprintf(" %v%s", o.GetValue(), o.GetUnit())
		}
		return out
	}
	out += fmt.Sprintf(" %v%s", f.GetValue(), f.GetUnit())
	if f.Baseline != nil {
		out += fmt.Sprintf(" from %v", f.GetBaseline())
	}
	if n := len(f.GetUnread()); n > 0 {
		out += fmt.Sprintf(", beside %d", n)
	}
	if f.GetGroup() != "" {
		out = f.GetGroup() + ": " + out
	}
	return out
}

func TestFacts(t *testing.T) {
	t.Parallel()
	rows := []*commonv1.Observation{
		row("2026-05-04", 5, "km"), row("2026-05-06", 10, "km", at(7*60)), row("2026-05-06", 2, "km", at(22*60)),
		row("2026-05-11", 3, "mi"), row("2026-06-01", 8, "km"), row("2026-06-03", 30, "", field("running", "duration", "run", "runs[0]", amount)),
		row("2026-05-06", 0, "", text("kind", "long run"), at(7*60)),
		row("2026-05-04", 12, "EUR", spent("groceries")), row("2026-05-05", 8, "EUR", spent("coffee")), row("2026-05-06", 20, "USD", spent("groceries")),
		row("2026-05-04", 70, "kg", field("general", "weight", "body weight", "weight", reading)), row("2026-05-18", 69, "kg", field("general", "weight", "body weight", "weight", reading)),
	}
	weight := &commonv1.Measure{Domain: "general", Name: "weight", Kind: reading}
	subject := func(names ...string) []*commonv1.Subject {
		var out []*commonv1.Subject
		for _, n := range names {
			out = append(out, &commonv1.Subject{Name: n})
		}
		return out
	}
	may, june := within("2026-05-01", "2026-05-31"), within("2026-06-01", "2026-06-30")
	type form = commonv1.QueryForm
	for name, tt := range map[string]struct {
		form   *form
		unread []*commonv1.UnreadNote
		want   []string
	}{
		"a sum, in the commonest unit":                {form: &form{Measure: distance, Aggregate: sum, Ranges: may}, want: []string{"SUM 21.828032km"}},
		"a sum, in the unit that is asked for":        {form: &form{Measure: &commonv1.Measure{Domain: "running", Name: "distance", Unit: "m"}, Aggregate: sum, Ranges: june}, want: []string{"SUM 8000m"}},
		"the rows of a subject":                       {form: &form{Measure: money, Aggregate: sum, Subjects: subject("Coffees")}, want: []string{"SUM 8EUR"}},
		"a domain's name takes all of it":             {form: &form{Measure: money, Aggregate: sum, Subjects: subject("money")}, want: []string{"SUM 20EUR", "SUM 20USD"}},
		"somebody else's things are not the writer's": {form: &form{Measure: distance, Aggregate: sum, Subjects: []*commonv1.Subject{{Name: "run", Owner: "my sister"}}}},
		"currencies are not added up":                 {form: &form{Measure: money, Aggregate: sum, Ranges: may}, want: []string{"SUM 20EUR", "SUM 20USD"}},
		"a reading is not added up":                   {form: &form{Measure: weight, Aggregate: sum}, want: []string{"VALUES 70kg 69kg"}},
		"a mean of readings":                          {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_MEAN}, want: []string{"MEAN 69.5kg"}},
		"a median":                                    {form: &form{Measure: distance, Aggregate: commonv1.Aggregate_AGGREGATE_MEDIAN, Ranges: within("2026-05-06", "")}, want: []string{"MEDIAN 6.414016km"}},
		"the greatest":                                {form: &form{Measure: distance, Aggregate: commonv1.Aggregate_AGGREGATE_MAX}, want: []string{"MAX 10km"}},
		"the two greatest":                            {form: &form{Measure: distance, Aggregate: commonv1.Aggregate_AGGREGATE_MAX, Limit: 2}, want: []string{"VALUES 10km 8km"}},
		"the least":                                   {form: &form{Measure: distance, Aggregate: commonv1.Aggregate_AGGREGATE_MIN, Ranges: may}, want: []string{"MIN 2km"}},
		"the last":                                    {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST}, want: []string{"LATEST 69kg"}},
		"what is so now is the last":                  {form: &form{Measure: weight, Latest: true}, want: []string{"LATEST 69kg"}},
		"the first":                                   {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_FIRST}, want: []string{"FIRST 70kg"}},
		"nothing in particular":                       {form: &form{Measure: distance, Ranges: june}, want: []string{"VALUES 8km"}},
		"how many notes":                              {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_NOTES, Subjects: subject("run"), Ranges: may}, want: []string{"COUNT_NOTES 4"}},
		"on how many days":                            {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_DAYS, Subjects: subject("run"), Ranges: may}, want: []string{"COUNT_DAYS 3"}},
		"notes a week":                                {form: &form{Aggregate: rate, Subjects: subject("run"), Ranges: within("2026-05-04", "2026-05-17")}, want: []string{"RATE 2"}},
		"how much a week":                             {form: &form{Measure: distance, Aggregate: rate, Ranges: within("2026-05-04", "2026-05-10")}, want: []string{"RATE 17km"}},
		"a rate needs a week":                         {form: &form{Measure: distance, Aggregate: rate, Ranges: within("2026-05-04", "2026-05-06")}, want: []string{"VALUES 5km 10km 2km"}},
		"by month":                                    {form: &form{Measure: distance, Aggregate: sum, GroupBy: commonv1.GroupBy_GROUP_BY_MONTH}, want: []string{"2026-05: SUM 21.828032km", "2026-06: SUM 8km"}},
		"by week":                                     {form: &form{Measure: distance, Aggregate: sum, Ranges: may, GroupBy: commonv1.GroupBy_GROUP_BY_WEEK}, want: []string{"2026-05-04: SUM 17km", "2026-05-11: SUM 4.828032km"}},
		"by weekday, from the first day of the week":  {form: &form{Measure: distance, Aggregate: sum, GroupBy: commonv1.GroupBy_GROUP_BY_WEEKDAY, Ranges: may}, want: []string{"Monday: SUM 9.828032km", "Wednesday: SUM 12km"}},
		"by subject":                                  {form: &form{Measure: money, Aggregate: sum, GroupBy: commonv1.GroupBy_GROUP_BY_SUBJECT}, want: []string{"coffee: SUM 8EUR", "groceries: SUM 12EUR", "groceries: SUM 20USD"}},
		"the greatest group":                          {form: &form{Measure: distance, Aggregate: sum, GroupBy: commonv1.GroupBy_GROUP_BY_MONTH, Limit: 1}, want: []string{"2026-05: SUM 21.828032km"}},
		"of each of two times": {form: &form{
			Text: "How far in January, and in February?", Wanted: commonv1.Wanted_WANTED_AGGREGATE, Measure: distance, Aggregate: sum,
			Ranges: []*commonv1.ScopeRange{{Start: "2026-05-01", End: "2026-05-31"}, {Start: "2026-06-01", End: "2026-06-30"}},
		}, want: []string{"SUM 21.828032km", "SUM 8km"}},
		"of two times together": {form: &form{
			Text: "How far in January and February?", Wanted: commonv1.Wanted_WANTED_AGGREGATE, Measure: distance, Aggregate: sum,
			Ranges: []*commonv1.ScopeRange{{Start: "2026-05-01", End: "2026-05-31"}, {Start: "2026-06-01", End: "2026-06-30"}},
		}, want: []string{"SUM 29.828032km"}},
		"on a weekday":      {form: &form{Measure: distance, Aggregate: sum, Ranges: []*commonv1.ScopeRange{{Weekdays: []commonv1.Weekday{commonv1.Weekday_WEEKDAY_WEDNESDAY}}}}, want: []string{"SUM 12km"}},
		"at some hours":     {form: &form{Measure: distance, Aggregate: sum, Ranges: []*commonv1.ScopeRange{{StartHour: 5, EndHour: 8}}}, want: []string{"SUM 10km"}},
		"over midnight":     {form: &form{Measure: distance, Aggregate: sum, Ranges: []*commonv1.ScopeRange{{StartHour: 21, EndHour: 3}}}, want: []string{"SUM 2km"}},
		"in two ranges":     {form: &form{Measure: distance, Aggregate: sum, Ranges: append(within("2026-05-04", "2026-05-04"), june...)}, want: []string{"SUM 13km"}},
		"more than so many": {form: &form{Measure: distance, Aggregate: sum, Conditions: []*commonv1.Condition{{Measure: distance, Operator: commonv1.Operator_OPERATOR_MORE, Value: 4.9, Unit: "km"}}}, want: []string{"SUM 23km"}},
		"of two on a day, what the condition is of":     {form: &form{Measure: distance, Aggregate: sum, Ranges: may, Conditions: []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "long run"}}}}, want: []string{"SUM 10km"}},
		"on days with something else":                   {form: &form{Measure: distance, Aggregate: sum, Conditions: []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "groceries"}}}}, want: []string{"SUM 17km"}},
		"on days without something else":                {form: &form{Measure: distance, Aggregate: sum, Ranges: may, Conditions: []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "groceries"}, Without: true}}}, want: []string{"SUM 3mi"}},
		"days on which a condition is met":              {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_DAYS, Conditions: []*commonv1.Condition{{Measure: distance, Operator: commonv1.Operator_OPERATOR_AT_LEAST, Value: 5, Unit: "km"}}}, want: []string{"COUNT_DAYS 3"}},
		"nothing":                                       {form: &form{Measure: distance, Aggregate: sum, Ranges: within("2025-01-01", "2025-12-31")}},
		"a form about nothing":                          {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_NOTES}},
		"few values have no trend":                      {form: &form{Wanted: commonv1.Wanted_WANTED_TREND, Measure: weight}, want: []string{"VALUES 70kg 69kg"}},
		"a comparison":                                  {form: &form{Sides: []*form{{Measure: distance, Aggregate: sum, Ranges: may}, {Measure: distance, Aggregate: sum, Ranges: june}}}, want: []string{"SUM 21.828032km", "SUM 8km", "CHANGE 21.828032km from 8", "CHANGE 5.457008km from 8"}},
		"a comparison of currencies":                    {form: &form{Sides: []*form{{Measure: money, Aggregate: sum, Subjects: subject("coffee")}, {Measure: money, Aggregate: sum, Ranges: within("2026-05-06", "")}}}, want: []string{"SUM 8EUR", "SUM 20USD"}},
		"a comparison of which one side is nothing":     {form: &form{Sides: []*form{{Measure: distance, Aggregate: sum, Ranges: may}, {Measure: distance, Aggregate: sum, Ranges: within("2025-01-01", "2025-12-31")}}}, want: []string{"SUM 21.828032km"}},
		"a comparison of which one side is unread":      {form: &form{Sides: []*form{{Measure: distance, Aggregate: sum, Ranges: within("2026-05-04", "2026-05-04")}, {Measure: distance, Aggregate: sum, Ranges: june}}}, unread: unreadOn("2026-06-20"), want: []string{"SUM 5km", "VALUES 8km"}},
		"no total while a note is unread":               {form: &form{Measure: distance, Aggregate: sum, Ranges: june}, unread: unreadOn("2026-06-20"), want: []string{"VALUES 8km"}},
		"a total beside a number of something else":     {form: &form{Measure: distance, Aggregate: sum, Ranges: june}, unread: []*commonv1.UnreadNote{{EntryId: "2026-06-20_08-00-00", Date: "2026-06-20", Reason: aside}}, want: []string{"SUM 8km, beside 1"}},
		"no greatest while a note is unread":            {form: &form{Measure: distance, Aggregate: commonv1.Aggregate_AGGREGATE_MAX, Ranges: june}, unread: unreadOn("2026-06-20"), want: []string{"VALUES 8km"}},
		"no count while a note is unread":               {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_DAYS, Subjects: subject("run"), Ranges: within("2026-06-01", "2026-06-02")}, unread: unreadOn("2026-06-02"), want: []string{"VALUES 8km"}},
		"how far the latest is from the first":          {form: &form{Sides: []*form{{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST}, {Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_FIRST}}}, unread: unreadOn("2026-05-11"), want: []string{"LATEST 69kg", "FIRST 70kg", "CHANGE 69kg from 70"}},
		"the latest that is the first":                  {form: &form{Sides: []*form{{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST, Ranges: within("2026-05-10", "")}, {Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_FIRST, Ranges: within("2026-05-10", "")}}}, want: []string{"LATEST 69kg"}},
		"the latest behind an unread note":              {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST}, unread: unreadOn("2026-05-11"), want: []string{"LATEST 69kg"}},
		"no latest while a note since is unread":        {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST}, unread: unreadOn("2026-05-18"), want: []string{"VALUES 70kg 69kg"}},
		"no latest while an undated note is unread":     {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST}, unread: unreadOn(""), want: []string{"VALUES 70kg 69kg"}},
		"a total beside what came back":                 {form: &form{Measure: distance, Aggregate: sum, Ranges: june}, unread: []*commonv1.UnreadNote{{EntryId: "2026-06-20_08-00-00", Date: "2026-06-20", Reason: lowered}}, want: []string{"SUM 8km, beside 1"}},
		"what states no value is told of values":        {form: &form{Measure: distance, Aggregate: commonv1.Aggregate_AGGREGATE_MAX, Ranges: june}, unread: []*commonv1.UnreadNote{{EntryId: "2026-06-20_08-00-00", Date: "2026-06-20", Reason: unstated}}, want: []string{"MAX 8km, beside 1"}},
		"what states no value is one of its notes":      {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_NOTES, Subjects: subject("run"), Ranges: may}, unread: []*commonv1.UnreadNote{{EntryId: "2026-05-20_08-00-00", Date: "2026-05-20", Reason: unstated}}, want: []string{"COUNT_NOTES 4"}},
		"an unread note that counts already":            {form: &form{Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_DAYS, Subjects: subject("run"), Ranges: within("2026-06-01", "2026-06-02")}, unread: []*commonv1.UnreadNote{{EntryId: "2026-06-01_08-00-00", Date: "2026-06-01", Reason: number}}, want: []string{"COUNT_DAYS 1"}},
		"no groups while a note is unread":              {form: &form{Measure: distance, Aggregate: sum, Ranges: june, GroupBy: commonv1.GroupBy_GROUP_BY_DAY}, unread: unreadOn("2026-06-20"), want: []string{"VALUES 8km"}},
		"an unread note of other days hinders nothing":  {form: &form{Measure: distance, Aggregate: sum, Ranges: june}, unread: unreadOn("2026-07-01", ""), want: []string{"SUM 8km"}},
		"an undated unread note, where no day is named": {form: &form{Measure: weight, Aggregate: commonv1.Aggregate_AGGREGATE_MEAN}, unread: unreadOn(""), want: []string{"VALUES 70kg 69kg"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for i, f := range observation.Compute(tt.form, rows, tt.unread, time.Monday) {
				got = append(got, brief(f))
				if want := fmt.Sprintf("f%d", i+1); f.GetId() != want {
					t.Errorf("its id is %s, want %s", f.GetId(), want)
				}
				if strings.HasPrefix(brief(f), "VALUES") != (f.GetKind() == commonv1.FactKind_FACT_KIND_VALUES) || len(tt.unread) == 0 && len(f.GetUnread()) > 0 {
					t.Errorf("the fact is %v", f)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("facts %q, want %q", got, tt.want)
			}
		})
	}
}

func TestADayWithNoneIsNoDayThatIsCounted(t *testing.T) {
	t.Parallel()
	eggs := func(date string, n float64) *commonv1.Observation {
		return row(date, n, "", func(r *commonv1.Observation) { r.Domain, r.Measure, r.Subject, r.Object = "own_fields", "", "eggs", "" })
	}
	rows := []*commonv1.Observation{eggs("2026-05-01", 4), eggs("2026-05-02", 0), eggs("2026-05-03", 2)}
	for of, want := range map[commonv1.Aggregate]string{
		commonv1.Aggregate_AGGREGATE_COUNT_DAYS: "COUNT_DAYS 2, beside 1",
		commonv1.Aggregate_AGGREGATE_MEAN:       "MEAN 2",
	} {
		form := &commonv1.QueryForm{Aggregate: of, Subjects: []*commonv1.Subject{{Name: "eggs", Domain: "own_fields"}}}
		if of == commonv1.Aggregate_AGGREGATE_MEAN {
			form.Measure = &commonv1.Measure{Domain: "own_fields"}
		}
		if facts := observation.Compute(form, rows, nil, time.Monday); len(facts) != 1 || brief(facts[0]) != want {
			t.Errorf("%v, want %s", facts, want)
		}
	}
}

const (
	sum  = commonv1.Aggregate_AGGREGATE_SUM
	rate = commonv1.Aggregate_AGGREGATE_RATE
)

func unreadOn(dates ...string) []*commonv1.UnreadNote {
	var out []*commonv1.UnreadNote
	for _, d := range dates {
		out = append(out, &commonv1.UnreadNote{EntryId: d, Date: d, Reason: number})
	}
	return out
}

func TestANightBelongsToTheDayOnWhichItBegan(t *testing.T) {
	t.Parallel()
	late := row("2026-05-07", 3, "km", at(60))
	for date, want := range map[string]int{"2026-05-06": 1, "2026-05-07": 0} {
		form := &commonv1.QueryForm{Measure: distance, Ranges: []*commonv1.ScopeRange{{Start: date, End: date, StartHour: 21, EndHour: 3}}}
		if got := observation.Select(form, []*commonv1.Observation{late}); len(got) != want {
			t.Errorf("the night of %s has %v", date, got)
		}
	}
}

func TestAFactShowsWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	var rows []*commonv1.Observation
	for i := range 11 {
		rows = append(rows, row(fmt.Sprintf("2026-05-%02d", i+1), float64(i+1), "km"))
	}
	form := &commonv1.QueryForm{Measure: distance, Aggregate: sum, Ranges: within("2026-05-01", "2026-05-10")}
	f := observation.Compute(form, rows, nil, time.Monday)[0]
	if len(f.GetObservations()) != 10 || f.GetSampleSize() != 10 || len(f.GetEntryIds()) != 10 || f.GetRange().GetEnd() != "2026-05-10" {
		t.Errorf("of ten values: %v", f)
	}
	form.Ranges = nil
	f = observation.Compute(form, rows, nil, time.Monday)[0]
	if got := f.GetObservations(); len(got) != 2 || got[0].GetValue() != 1 || got[1].GetValue() != 11 || f.GetSampleSize() != 11 {
		t.Errorf("of eleven values: %v", f)
	}
	form.Aggregate = commonv1.Aggregate_AGGREGATE_MAX
	f = observation.Compute(form, rows, nil, time.Monday)[0]
	if got := f.GetObservations(); len(got) != 1 || got[0].GetDate() != "2026-05-11" {
		t.Errorf("of the greatest: %v", f)
	}
}

func TestSeveralValuesOfTheLastNoteAreAllTold(t *testing.T) {
	t.Parallel()
	rows := []*commonv1.Observation{row("2026-05-01", 5, "km"), row("2026-05-02", 7, "km"), row("2026-05-02", 9, "km")}
	f := observation.Compute(&commonv1.QueryForm{Measure: distance, Latest: true}, rows, nil, time.Monday)[0]
	if f.GetKind() != commonv1.FactKind_FACT_KIND_VALUES || len(f.GetObservations()) != 2 {
		t.Errorf("the last is %v", f)
	}
}

func TestATrendIsALine(t *testing.T) {
	t.Parallel()
	var rising, noise []*commonv1.Observation
	for i, v := range []float64{5, 9, 3, 8, 4, 7, 6, 5} {
		date := notes.NewDay(2026, 5, 1+7*i).String()
		rising = append(rising, row(date, float64(10+2*i), "km"))
		noise = append(noise, row(date, v, "km"))
	}
	form := &commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_TREND, Measure: distance}
	if got := brief(observation.Compute(form, rising, nil, time.Monday)[0]); got != "TREND 2km" {
		t.Errorf("what rises: %s", got)
	}
	if got := brief(observation.Compute(form, noise, nil, time.Monday)[0]); got != "TREND 0km" {
		t.Errorf("what goes up and down: %s", got)
	}
}

func TestAbsurdValuesAreNeverTold(t *testing.T) {
	t.Parallel()
	rows := []*commonv1.Observation{row("2026-05-01", math.NaN(), "km"), row("2026-05-02", math.Inf(1), "km"), row("2026-05-03", 1e15, "km")}
	if facts := observation.Compute(&commonv1.QueryForm{Measure: distance, Aggregate: sum}, rows, nil, time.Monday); len(facts) > 0 {
		t.Errorf("facts %v", facts)
	}
}

func TestWhatGoesTogether(t *testing.T) {
	t.Parallel()
	quality := field("sleep", "quality", "sleep", "nights[0]", commonv1.MeasureKind_MEASURE_KIND_RATING)
	var rows []*commonv1.Observation
	for i := range 40 {
		date := notes.NewDay(2026, 5, 1+i).String()
		value := float64(80 - 20*(i%2) + i%3)
		if i > 36 {
			value = 5
		}
		rows = append(rows, row(date, value, "", quality))
		if i%2 == 1 {
			rows = append(rows, row(date, 30, "g", field("nutrition", "quantity", "chocolate", "meals[0]", amount)))
		}
		if i%3 == 1 {
			rows = append(rows, row(date, 5, "km"))
		}
		if i > 36 {
			rows = append(rows, row(date, 1, "h", field("work", "duration", "meeting", "sessions[0]", amount)))
		}
	}
	for name, form := range map[string]*commonv1.QueryForm{
		"of a measure":             {Wanted: commonv1.Wanted_WANTED_WHY, Measure: &commonv1.Measure{Domain: "sleep", Name: "quality"}, Ranges: within("2026-05-01", "2026-05-07")},
		"of a rating of a subject": {Wanted: commonv1.Wanted_WANTED_WHY, Subjects: []*commonv1.Subject{{Name: "sleep"}}},
	} {
		facts := observation.CoOccur(form, rows)
		if len(facts) != 1 {
			t.Errorf("%s: %d facts", name, len(facts))
			continue
		}
		f := facts[0]
		if f.GetSubject() != "chocolate" || f.GetBaselineSubject() != "sleep" || f.GetSampleSize() != 20 || f.GetBaselineSize() != 20 || f.GetValue() >= f.GetBaseline() || f.GetMeasure().GetName() != "quality" {
			t.Errorf("%s: %v", name, f)
		}
	}
	if facts := observation.CoOccur(&commonv1.QueryForm{Subjects: []*commonv1.Subject{{Name: "headache"}}}, rows); len(facts) > 0 {
		t.Errorf("of what nobody rates: %v", facts)
	}
}

func anyRows(t *rapid.T) []*commonv1.Observation {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *commonv1.Observation {
		date := notes.NewDay(2026, 1, 1+rapid.IntRange(0, 90).Draw(t, "day")).String()
		return row(date, float64(rapid.IntRange(-400, 4000).Draw(t, "value"))/4, rapid.SampledFrom([]string{"EUR", "USD", "CHF"}).Draw(t, "unit"),
			spent(rapid.SampledFrom([]string{"groceries", "coffee", "rent"}).Draw(t, "subject")), at(rapid.Int32Range(0, 1439).Draw(t, "minute")))
	}), 0, 40).Draw(t, "rows")
}

func anyForm(t *rapid.T) *commonv1.QueryForm {
	return &commonv1.QueryForm{
		Wanted:    commonv1.Wanted(rapid.IntRange(0, 12).Draw(t, "wanted")),
		Measure:   proto.CloneOf(money),
		Aggregate: commonv1.Aggregate(rapid.IntRange(0, 10).Draw(t, "aggregate")),
		GroupBy:   commonv1.GroupBy(rapid.IntRange(0, 6).Draw(t, "group by")),
		Limit:     int32(rapid.IntRange(0, 3).Draw(t, "limit")),
		Latest:    rapid.Bool().Draw(t, "latest"),
	}
}

func TestTheSumsOfGroupsAreTheSumOfAll(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := anyRows(t)
		sums := func(by commonv1.GroupBy) map[string]float64 {
			out := map[string]float64{}
			for _, f := range observation.Compute(&commonv1.QueryForm{Measure: money, Aggregate: sum, GroupBy: by}, rows, nil, time.Sunday) {
				out[f.GetUnit()] += f.GetValue()
			}
			return out
		}
		all := sums(commonv1.GroupBy_GROUP_BY_UNSPECIFIED)
		grouped := sums(commonv1.GroupBy(rapid.IntRange(1, 6).Draw(t, "group by")))
		if len(all) != len(grouped) {
			t.Fatalf("%v and %v", all, grouped)
		}
		for unit, v := range all {
			if math.Abs(v-grouped[unit]) > 1e-6 {
				t.Fatalf("%v of all, %v of groups", all, grouped)
			}
		}
	})
}

func TestTheOrderOfRowsNeverMatters(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows, form := anyRows(t), anyForm(t)
		want := observation.Compute(form, rows, nil, time.Monday)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		got := observation.Compute(form, rows, nil, time.Monday)
		if !slices.EqualFunc(got, want, func(a, b *commonv1.Fact) bool { return proto.Equal(a, b) }) {
			t.Fatalf("%v and %v", got, want)
		}
	})
}

func TestNoFactMixesCurrencies(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		form := anyForm(t)
		for _, f := range observation.Compute(form, anyRows(t), nil, time.Monday) {
			if form.GetAggregate() == commonv1.Aggregate_AGGREGATE_COUNT_NOTES || form.GetAggregate() == commonv1.Aggregate_AGGREGATE_COUNT_DAYS {
				continue
			}
			for _, o := range f.GetObservations() {
				if o.GetUnit() != f.GetObservations()[0].GetUnit() || f.GetUnit() != "" && o.GetUnit() != f.GetUnit() {
					t.Fatalf("%v", f)
				}
			}
		}
	})
}

func TestAReadingIsNeverAddedUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows, form := anyRows(t), anyForm(t)
		if len(rows) == 0 {
			return
		}
		rows[rapid.IntRange(0, len(rows)-1).Draw(t, "which")].Kind = reading
		form.GroupBy = commonv1.GroupBy_GROUP_BY_UNSPECIFIED
		for _, f := range observation.Compute(form, rows, nil, time.Monday) {
			summed := f.GetAggregate() == sum || f.GetAggregate() == rate
			if !summed || f.GetKind() != commonv1.FactKind_FACT_KIND_AGGREGATE {
				continue
			}
			for _, r := range rows {
				if r.GetKind() == reading && slices.Contains(f.GetEntryIds(), r.GetEntryId()) && r.GetUnit() == f.GetUnit() {
					t.Fatalf("%v has %v", f, r)
				}
			}
		}
	})
}
