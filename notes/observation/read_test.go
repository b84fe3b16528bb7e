package observation_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func structOf(t testing.TB, js string) *structpb.Struct {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(js), &m); err != nil {
		t.Fatal(err)
	}
	s, err := structpb.NewStruct(m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// schemas are of runs, of money and of sleep, as the domains declare them.
func schemas(t testing.TB) []*commonv1.DomainSchema {
	quantity := `"$defs": {"quantity": {"type": "object", "properties": {"value": {"type": "number"}, "unit": {"type": "string"}}}}`
	out := []*commonv1.DomainSchema{}
	for name, properties := range map[string]string{
		"running": `"runs": {"type": "array", "items": {"type": "object", "x-weft-subject": "run", "properties": {
			"distance": {"$ref": "#/$defs/quantity", "x-weft-measure": "distance", "x-weft-kind": "amount"},
			"duration": {"$ref": "#/$defs/quantity", "x-weft-measure": "duration", "x-weft-kind": "amount", "x-weft-unit": "min"},
			"repeat_distance": {"$ref": "#/$defs/quantity", "x-weft-measure": "repeat distance"},
			"heart_rate": {"type": "number", "x-weft-measure": "heart rate"},
			"kind": {"type": "string"}}}}`,
		"money": `"spending": {"type": "array", "items": {"type": "object", "x-weft-subject": "spending", "properties": {
			"amount": {"$ref": "#/$defs/quantity", "x-weft-measure": "spent", "x-weft-kind": "amount", "x-weft-lowered": ["refunded", "got back"]},
			"category": {"type": "string", "x-weft-subject": true}}}}`,
		"sleep": `"nights": {"type": "array", "items": {"type": "object", "x-weft-subject": "sleep", "properties": {
			"duration": {"$ref": "#/$defs/quantity", "x-weft-measure": "duration", "x-weft-kind": "amount", "x-weft-unit": "h"}}}},
			"naps": {"type": "array", "items": {"type": "object", "x-weft-subject": "nap", "properties": {
			"duration": {"$ref": "#/$defs/quantity", "x-weft-measure": "duration", "x-weft-kind": "amount", "x-weft-unit": "min"}}}}`,
	} {
		out = append(out, &commonv1.DomainSchema{Domain: name, JsonSchema: structOf(t, `{"type": "object", "properties": {`+properties+`}, `+quantity+`}`)})
	}
	return out
}

func entry(t testing.TB, id, text, data string) *commonv1.Entry {
	e := &commonv1.Entry{Id: id, Text: text}
	if !strings.HasPrefix(id, "note_") {
		e.Date = id[:10]
	}
	if data != "" {
		e.DomainData = structOf(t, data)
	}
	return e
}

// told writes rows as "subject measure value unit".
func told(rows []*commonv1.Observation) []string {
	var out []string
	for _, r := range rows {
		v, _ := json.Marshal(r.GetValue())
		if r.GetText() != "" {
			v = []byte(r.GetText())
		}
		out = append(out, strings.TrimSpace(strings.Join([]string{r.GetSubject(), r.GetMeasure(), string(v), r.GetUnit()}, " ")))
	}
	slices.Sort(out)
	return out
}

func TestRowsAreWhatSchemasDeclare(t *testing.T) {
	t.Parallel()
	e := entry(t, "2026-05-03_07-30-00", "", `{
		"running": {"runs": [{"distance": {"value": 8, "unit": "km"}, "duration": {"value": 40}, "kind": "long run", "shoes": "blue"}]},
		"money": {"spending": [{"amount": {"value": 12, "unit": "EUR"}, "category": "groceries"}]},
		"garden": {"beds": 3}}`)
	rows := observation.NewReader(schemas(t)).Of(e)
	want := []string{"groceries category groceries", "groceries spent 12 EUR", "run distance 8 km", "run kind long run"}
	if got := told(rows); !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	for _, r := range rows {
		if r.GetMeasure() != "spent" {
			continue
		}
		if r.GetDate() != "2026-05-03" || r.GetMinute() != 7*60+30 || r.GetEntryId() != e.GetId() || r.GetObject() != "money.spending[0]" ||
			r.GetKind() != commonv1.MeasureKind_MEASURE_KIND_AMOUNT || !slices.Equal(r.GetBroader(), []string{"spending", "money"}) {
			t.Errorf("the row is %v", r)
		}
	}
}

func TestNoRowsOfCorrectionsAndUndatedNotes(t *testing.T) {
	t.Parallel()
	const data = `{"running": {"runs": [{"distance": {"value": 8, "unit": "km"}}]}}`
	record := entry(t, "2026-05-03_07-30-00", "", data)
	record.Correction = true
	for _, e := range []*commonv1.Entry{record, entry(t, "note_1_2", "", data)} {
		if rows := observation.NewReader(schemas(t)).Of(e); len(rows) > 0 {
			t.Errorf("%s has rows %v", e.GetId(), rows)
		}
	}
}

func TestADomainThatIsAThingOfItsOwnTakesNothingElseIn(t *testing.T) {
	t.Parallel()
	e := entry(t, "2026-05-03_07-30-00", "", `{"sleep": {"nights": [{"duration": {"value": 7, "unit": "h"}}], "naps": [{"duration": {"value": 20, "unit": "min"}}]}}`)
	form := &commonv1.QueryForm{
		Measure:  &commonv1.Measure{Domain: "sleep", Name: "duration"},
		Subjects: []*commonv1.Subject{{Name: "sleep", Domain: "sleep"}},
	}
	if got := told(observation.Select(form, observation.NewReader(schemas(t)).Of(e))); !slices.Equal(got, []string{"sleep duration 7 h"}) {
		t.Errorf("sleep is %q", got)
	}
}

func TestUnreadNotes(t *testing.T) {
	t.Parallel()
	const (
		eight  = `{"running": {"runs": [{"distance": {"value": 8, "unit": "km"}}]}}`
		bought = `{"money": {"spending": [{"amount": {"value": 12, "unit": "EUR"}, "category": "groceries"}]}}`
	)
	runs := &commonv1.Selection{Domain: "running", Measures: []string{"distance"}, Subjects: []*commonv1.Subject{{Name: "run", Forms: []string{"jog", "jogged"}}}}
	money := &commonv1.Selection{Domain: "money", Measures: []string{"spent"}, Subjects: []*commonv1.Subject{{Name: "spending"}}}
	nights := &commonv1.Selection{Domain: "sleep", Measures: []string{"duration"}, Subjects: []*commonv1.Subject{{Name: "sleep", Forms: []string{"slept"}}}}
	groceries := &commonv1.Selection{Domain: "money", Measures: []string{"spent"}, Subjects: []*commonv1.Subject{{Name: "groceries"}}}
	for name, tt := range map[string]struct {
		sel        *commonv1.Selection
		text, data string
		correction bool
		want       string // the words that nobody could place
		reason     commonv1.UnreadReason
	}{
		"a number of the dimension beside the subject":          {sel: runs, text: "Jogged home, 5 km in the end", want: "5 km", reason: number},
		"a bare number in a sentence with the subject":          {sel: runs, text: "Ran 12 today.", want: "12", reason: number},
		"a second number that no field has":                     {sel: runs, text: "Ran 8 km, then 3 km back", data: eight, want: "3 km", reason: number},
		"a number of something else in another clause":          {sel: runs, text: "Ran 8 km, then 4 km on the boat", data: eight, want: "then 4 km on the boat", reason: aside},
		"a number of something else in another sentence":        {sel: runs, text: "Ran 8 km. 3 miles of cobbles to the shop.", data: eight, want: "3 miles of cobbles to the shop", reason: aside},
		"a number behind something else":                        {sel: runs, text: "Ran 8 km. Then a bus ride of 4 km", data: eight, want: "Then a bus ride of 4 km", reason: aside},
		"what a number behind something else took":              {sel: runs, text: "Ran 8 km, the bus took 4 km, too", data: eight, want: "the bus took 4 km", reason: aside},
		"a number behind the subject":                           {sel: runs, text: "Ran 8 km, and a run of 4 km", data: eight, want: "4 km", reason: number},
		"a number of something else in the same clause":         {sel: runs, text: "Ran 8 km and 4 km on the boat", data: eight, want: "4 km", reason: number},
		"of two numbers one that may be of it":                  {sel: runs, text: "Ran 8 km, 4 km on the boat, 3 km back", data: eight, want: "3 km", reason: number},
		"a number whose unit nobody wrote":                      {sel: runs, text: "Ran 8 today", data: `{"running": {"runs": [{"distance": {"value": 8}}]}}`, want: "8", reason: number},
		"a number beside somebody else's":                       {sel: runs, text: "Went for a run with Tom, he did 10 km, my run was 3 km", want: "3 km", reason: owner},
		"a number that a field has":                             {sel: runs, text: "Ran 8 km", data: eight},
		"a number that a field has in another unit":             {sel: runs, text: "Ran 8000 m", data: eight},
		"a number that a field has, but for rounding":           {sel: runs, text: "Ran 4.97 mi", data: eight},
		"a number whose unit may mean another":                  {sel: runs, text: "Run, 20m", data: `{"running": {"runs": [{"duration": {"value": 20, "unit": "min"}}]}}`, reason: unstated},
		"something else in the same domain":                     {sel: nights, text: "Nap of 20 min", data: `{"sleep": {"naps": [{"duration": {"value": 20, "unit": "min"}}]}}`},
		"a part of what a field has":                            {sel: runs, text: "Ran 8 km with 4x400 m", data: `{"running": {"runs": [{"distance": {"value": 8, "unit": "km"}, "repeats": 4, "repeat_distance": {"value": 400, "unit": "m"}}]}}`},
		"a number of another field":                             {sel: runs, text: "Run: 4x400 m", data: `{"running": {"runs": [{"repeat_distance": {"value": 400, "unit": "m"}}]}}`, want: "4", reason: number},
		"a number of something else of the domain":              {sel: nights, text: "Slept 7 h, napped 20 min", data: `{"sleep": {"nights": [{"duration": {"value": 7, "unit": "h"}}], "naps": [{"duration": {"value": 20, "unit": "min"}}]}}`},
		"the sum of what fields have":                           {sel: runs, text: "Ran 5 km and 3 km, 8 km in all", data: `{"running": {"runs": [{"distance": {"value": 5, "unit": "km"}}, {"distance": {"value": 3, "unit": "km"}}]}}`},
		"a number of another domain's data":                     {sel: runs, text: "Drove 30 km to run", data: `{"garden": {"drive": {"value": 30, "unit": "km"}}}`},
		"a number of another dimension":                         {sel: runs, text: "Jogged for 30 min"},
		"a number of a note on something else":                  {sel: runs, text: "Drove 300 km to Bern"},
		"a bare number in another sentence":                     {sel: runs, text: "Went for a run. Met 3 friends."},
		"what is planned":                                       {sel: runs, text: "Tomorrow I want to run 10 km"},
		"what is denied":                                        {sel: runs, text: "Didn't run the 10 km"},
		"what is asked":                                         {sel: runs, text: "Did I run 10 km?", want: "10 km", reason: number},
		"how much more it was":                                  {sel: runs, text: "Ran 8 km, 3 km longer than last time", data: eight, want: "3 km", reason: compared},
		"what is a limit":                                       {sel: runs, text: "Wanted a run of up to 4 km", want: "4 km", reason: bounded},
		"what is of each":                                       {sel: runs, text: "Two runs of 4 km each", want: "4 km", reason: apiece},
		"what is of another time":                               {sel: runs, text: "Ran 8 km. Last month I ran 60 km", data: eight, want: "60 km", reason: otherTime},
		"a number that stops the total behind one that doesn't": {sel: runs, text: "Ran 8 km, 3 km longer than last time, then 4 km back", data: eight, want: "4 km", reason: number},
		"what came back":                                        {sel: money, text: "Got 15 EUR back for the bottles", want: "15 EUR", reason: lowered},
		"what came back and was counted":                        {sel: money, text: "Refunded 12 EUR for groceries", data: bought, want: "12 EUR", reason: number},
		"what was given back after it was paid":                 {sel: money, text: "Groceries 12 EUR, got it back", data: bought, want: "12 EUR", reason: number},
		"who came back":                                         {sel: money, text: "Groceries 12 EUR, got back late", data: bought},
		"what was paid beside what came back":                   {sel: money, text: "Groceries 12 EUR, refunded 12 EUR", data: bought, want: "12 EUR", reason: lowered},
		"a number of a table":                                   {sel: runs, text: "Runs\n\n| day | km |\n|---|--:|\n| Mon | 4 |\n", want: "4", reason: number},
		"a price of a table":                                    {sel: money, text: "| item | price (EUR) |\n|---|---|\n| milk | 2 |", want: "2", reason: number},
		"another column of a table":                             {sel: runs, text: "Runs\n\n| day | bpm |\n|---|---|\n| Mon | 140 |"},
		"what somebody else did":                                {sel: runs, text: "Tom ran 10 km"},
		"what is quoted":                                        {sel: runs, text: "> she ran 10 km every day"},
		"how many there are of something beside the subject":    {sel: runs, text: "Ran with 2 dogs"},
		"how many there are of the subject":                     {sel: runs, text: "Went for 2 runs", want: "2", reason: number},
		"what a rating is out of":                               {sel: runs, text: "Ran, mood was 7/10", data: `{"mood": {"rating": 7}}`},
		"the hour of a day":                                     {sel: runs, text: "Off for a run at 6, easy"},
		"a number of nothing at the beginning":                  {sel: nights, text: "8h. Sore calf", data: "", want: "8h", reason: number},
		"a number of something that is named":                   {sel: nights, text: "8h of study"},
		"a number of nothing, and of another size":              {sel: nights, text: "40 min. Late again"},
		"a number of nothing behind other things":               {sel: nights, text: "Laptop on a Sunday. 8h. Never again"},
		"data of something that the note does not name":         {sel: nights, text: "8h and 60 km, cold", data: `{"running": {"runs": [{"duration": {"value": 8, "unit": "h"}}]}}`, want: "8h", reason: number},
		"data of something that the note names":                 {sel: nights, text: "8h and 60 km of running", data: `{"running": {"runs": [{"duration": {"value": 8, "unit": "h"}}]}}`},
		"a number of nothing, where notes name the subject":     {sel: groceries, text: "12 EUR. Cold"},
		"how long it is until something":                        {sel: nights, text: "Less than three weeks to the release, so: protect sleep, protect gym.", data: `{"sleep": {"nights": [{"duration": {"value": 7, "unit": "h"}}]}}`},
		"a day and a clock time":                                {sel: runs, text: "Run on 2026-05-01 at 6:30"},
		"the number of a line":                                  {sel: runs, text: "1) run\n2) eat"},
		"a year":                                                {sel: runs, text: "Run like in 2024"},
		"a telephone number":                                    {sel: runs, text: "Run club: 0151 2345678"},
		"money that was spent on whatever":                      {sel: money, text: "New shoes 89 EUR", want: "89 EUR", reason: number},
		"money of a currency of which there is nothing":         {sel: money, text: "New shoes $89"},
		"money for what was asked":                              {sel: groceries, text: "Groceries: 20 EUR", want: "20 EUR", reason: number},
		"money for something else":                              {sel: groceries, text: "New shoes 89 EUR"},
		"money that is data":                                    {sel: money, text: "Groceries 12 EUR", data: bought},
		"a correction that the target does not show":            {sel: runs, text: "actually it was 7.4, not 9", correction: true, want: "9", reason: correction},
		"a correction that the target shows":                    {sel: runs, text: "actually it was 6, not 7.4", correction: true},
		"a correction that names its subject and no target":     {sel: runs, text: "Correction: the run was 4 km", want: "4 km", reason: correction},
		"a correction that may be of anything":                  {sel: runs, text: "that was 11", correction: true, want: "11", reason: correction},
		"a correction that another note shows":                  {sel: runs, text: "that was 12", correction: true},
		"a correction that an earlier target shows":             {sel: runs, text: "that was 11.5", correction: true},
		"a correction of what no row has":                       {sel: runs, text: "2 glasses, not 1.5", correction: true},
		"it takes its own number back":                          {sel: runs, text: "Ran 8 km. No, 9.", data: eight, want: "No, 9", reason: correction},
		"it takes its own number back, with a unit":             {sel: runs, text: "Ran 8 km, no wait 9 km", data: eight, want: "no wait 9 km", reason: correction},
		"it takes its own number back in German":                {sel: runs, text: "8 km gelaufen. Quatsch, 9", data: eight, want: "Quatsch, 9", reason: correction},
		"it takes its own number back in Spanish":               {sel: runs, text: "Corrí 8 km, digo, 9", data: eight, want: "digo, 9", reason: correction},
		"it numbers something":                                  {sel: runs, text: "Ran 8 km. No. 9 of the field.", data: eight},
		"it counts something":                                   {sel: runs, text: "Ran 8 km. No, 9 people came.", data: eight},
		"a correction that it did not happen":                   {sel: runs, text: "Correction: I did not run on Saturday", correction: true, want: "run on Saturday", reason: correction},
		"a correction that something else did not happen":       {sel: runs, text: "Correction: I did not swim on Saturday", correction: true},
		"a correction of something else":                        {sel: runs, text: "it was 40 min", correction: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := observation.NewReader(schemas(t))
			e := entry(t, "2026-05-10_12-00-00", tt.text, tt.data)
			e.Correction = tt.correction
			entries := []*commonv1.Entry{
				e,
				entry(t, "2026-05-09_08-00-00", "Ran 9 km", `{"running": {"runs": [{"distance": {"value": 9, "unit": "km"}}]}}`),
				entry(t, "2026-05-09_18-00-00", "Ran 6 km", `{"running": {"runs": [{"distance": {"value": 6, "unit": "km"}}]}}`),
				entry(t, "2026-04-20_18-00-00", "Ran 11.5 km", `{"running": {"runs": [{"distance": {"value": 11.5, "unit": "km"}}]}}`),
				entry(t, "2026-05-08_18-00-00", "Groceries 12 EUR", bought),
				entry(t, "2026-05-08_07-00-00", "Slept 7 h", `{"sleep": {"nights": [{"duration": {"value": 7, "unit": "h"}}]}}`),
			}
			var rows []*commonv1.Observation
			for _, e := range entries {
				rows = append(rows, slices.DeleteFunc(r.Of(e), func(row *commonv1.Observation) bool { return !observation.Selects(tt.sel)(row) })...)
			}
			got, reason := "", commonv1.UnreadReason_UNREAD_REASON_UNSPECIFIED
			for _, u := range r.Unread(entries, tt.sel, rows) {
				if u.GetEntryId() != e.GetId() {
					t.Errorf("%s is unread", u.GetEntryId())
					continue
				}
				got, reason = tt.text[u.GetWords().GetStart():u.GetWords().GetEnd()], u.GetReason()
			}
			if got != tt.want || reason != tt.reason {
				t.Errorf("unread %q, %v; want %q, %v", got, reason, tt.want, tt.reason)
			}
		})
	}
}

const (
	owner      = commonv1.UnreadReason_UNREAD_REASON_OWNER
	aside      = commonv1.UnreadReason_UNREAD_REASON_ASIDE
	compared   = commonv1.UnreadReason_UNREAD_REASON_COMPARED
	bounded    = commonv1.UnreadReason_UNREAD_REASON_BOUNDED
	apiece     = commonv1.UnreadReason_UNREAD_REASON_APIECE
	otherTime  = commonv1.UnreadReason_UNREAD_REASON_OTHER_TIME
	unstated   = commonv1.UnreadReason_UNREAD_REASON_UNSTATED
	lowered    = commonv1.UnreadReason_UNREAD_REASON_LOWERED
	number     = commonv1.UnreadReason_UNREAD_REASON_NUMBER
	correction = commonv1.UnreadReason_UNREAD_REASON_CORRECTION
)

func TestACorrectionOfALaterDayIsOpenForTheDayThatItMayMean(t *testing.T) {
	t.Parallel()
	runs := &commonv1.Selection{Domain: "running", Measures: []string{"distance"}, Subjects: []*commonv1.Subject{{Name: "run"}}}
	for name, tt := range map[string]struct {
		text       string
		correction bool
		want       string // the day that it may mean
	}{
		"it names the day":                   {text: "The run on May 9 was 6 km, not 9.", want: "2026-05-09"},
		"it denies that it was on the day":   {text: "Correction: I did not run on May 9", correction: true, want: "2026-05-09"},
		"it names another day":               {text: "The run on May 8 was 6 km, not 9.", correction: true},
		"it denies a value of the day":       {text: "Correction: the run was 6 km, not 9 km", correction: true, want: "2026-05-09"},
		"it denies another value":            {text: "Correction: the run was 6 km, not 7 km", correction: true},
		"it says only what is right":         {text: "Correction: the run was 6 km", correction: true},
		"a note of its own denies the value": {text: "Ran 6 km, not 9 km"},
		"it is of something else":            {text: "Correction: I did not swim on May 9", correction: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := observation.NewReader(schemas(t))
			ran := entry(t, "2026-05-09_08-00-00", "Ran 9 km", `{"running": {"runs": [{"distance": {"value": 9, "unit": "km"}}]}}`)
			later := entry(t, "2026-05-20_12-00-00", tt.text, "")
			later.Correction = tt.correction
			day, err := notes.ParseDay(ran.GetDate())
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, u := range r.OpenLater([]*commonv1.Entry{later}, []*commonv1.Entry{ran}, notes.Range{Start: day, End: day}, runs, r.Of(ran)) {
				got = u.GetDate()
			}
			if got != tt.want {
				t.Errorf("it may mean %q, want %q", got, tt.want)
			}
		})
	}
}
