package analyzer_test

import (
	"fmt"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// diary is a fortnight of many things.
func diary() []*commonv1.Entry {
	return []*commonv1.Entry{
		entry("2026-02-09 07", "Slept 7h. Coffee."),
		entry("2026-02-10 19", "Ran 5 km, 27:30."),
		entry("2026-02-11 13", "Spent €12.50 on lunch."),
		entry("2026-02-12 20", "Swam with Anna, lovely."),
		entry("2026-02-13 08", "Slept 8h. Coffee and toast."),
		entry("2026-02-16 07", "Slept 6h"),
		entry("2026-02-16 19", "Ran 5 km, 27:00."),
		entry("2026-02-17 13", "Spent €8 on coffee and €40 on groceries."),
		entry("2026-02-18 19", "Ran 3 miles."),
		entry("2026-02-19 20", "Skipped my run, too tired. No coffee today."),
		entry("2026-02-20 08", "Slept 7.5 h."),
		entry("2026-02-21 09", "Long run, 10km, 56:00. Tomorrow I want to swim."),
		entry("2026-02-22 23", "Spent €15.20 on a cinema ticket."),
	}
}

func TestSimpleQuestions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, subject string
		kind                string // of the fact
		about, measure      string
		value               float64
		unit                string
		sample              int32
		claim               string // what a finding says
	}{
		{"how far sums distances in one unit", "How far did I run last week?", "running", "sum", "run", "distance", 19.83, "km", 3, "Total run distance: 19.83 km last week"},
		{"how many times counts days and no skipped run", "How many times did I run last week?", "running", "count", "running", "days", 3, "days", 3, "Running: on 3 days last week"},
		{"how often counts", "How often did I run last week?", "run", "count", "run", "days", 3, "days", 3, "on 3 days last week"},
		{"how many kilometres asks for the distance", "How many km did I run last week?", "running", "sum", "run", "distance", 19.83, "km", 3, "19.83 km"},
		{"an average has its spread and its size", "How much do I sleep on average?", "sleep", "average", "sleep", "duration", 6.75, "h", 2, "6 to 7.5 h, n = 2"},
		{"hours of sleep are summed", "How many hours did I sleep last week?", "sleep", "sum", "sleep", "duration", 13.5, "h", 2, "13.5 h"},
		{"money is summed over what it went to", "How much did I spend last week?", "spending", "sum", "spending", "spent", 63.2, "EUR", 3, "63.2 EUR"},
		{"the longest run is dated", "What was my longest run last week?", "running", "extreme", "run", "distance", 10, "km", 3, "10 km on 2026-02-21"},
		{"the fastest run has the least pace", "What was my fastest pace last week?", "running", "extreme", "run", "pace", 5.4, "min/km", 2, "5.4 min/km on 2026-02-16"},
		{"when is the last day and how long ago", "When did I last run?", "running", "count", "running", "days ago", 2, "days", 1, "2026-02-21 (2 days ago)"},
		{"did I shows the notes", "Did I run last week?", "running", "count", "running", "days", 3, "days", 3, "Ran 5 km, 27:00."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := question{
				text: tt.text, kind: simple, subjects: []string{tt.subject}, ranges: []*commonv1.ScopeRange{lastWeek},
				domains: []string{"running", "sleep", "money", "nutrition"}, entries: diary(),
			}.ask(t)
			f := fact(t, a, tt.kind, tt.about, tt.measure)
			if f.GetValue() != tt.value || f.GetUnit() != tt.unit || f.GetSampleSize() != tt.sample {
				t.Errorf("%v in\n%s", f, print(a))
			}
			finding(t, a, tt.claim)
			wantVerdict(t, a, sufficient)
		})
	}
}

func TestWhatIsDeniedIsAnAnswerAndNoEvent(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Did I have coffee on Thursday?", kind: simple, subjects: []string{"coffee"}, domains: []string{"nutrition"}, entries: diary(),
		ranges: []*commonv1.ScopeRange{{Start: "2026-02-19", End: "2026-02-19", Label: "Thursday"}},
	}.ask(t)
	finding(t, a, "No coffee on 2026-02-19. On 2026-02-19", "No coffee today")
	wantVerdict(t, a, sufficient)
}

func TestWhatIsOnlyPlannedIsNoEvent(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Show me my swims of last week", kind: simple, subjects: []string{"swim"}, domains: []string{"swimming"}, entries: diary(),
		ranges: []*commonv1.ScopeRange{lastWeek},
	}.ask(t)
	if f := findingOf(a, "On 2026-02-21"); f != nil && !strings.HasPrefix(f.GetClaim(), "No swim") {
		t.Errorf("the plan counts: %s", f.GetClaim())
	}
}

func TestSilenceOfDenseNotesIsAnAnswer(t *testing.T) {
	t.Parallel()
	q := question{
		text: "How many times did I swim last week?", kind: simple, subjects: []string{"swimming"}, domains: []string{"swimming"},
		entries: diary(), ranges: []*commonv1.ScopeRange{lastWeek},
	}
	q.entries[11] = entry("2026-02-21 09", "Long run, 10km, 56:00.")
	a := q.ask(t)
	finding(t, a, "No note tells of swimming last week", "notes on 7 of its 7 days")
	finding(t, a, "The last note on swimming before that is of 2026-02-12.")
	wantVerdict(t, a, sufficient)

	// With notes on two days of the week only, silence says little.
	q.entries = q.entries[:6]
	a = q.ask(t)
	if g := gap(a, "time:swimming@2026-02-16..2026-02-22"); g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, a, insufficient)
}

func TestAMissingNumberIsAGapThatAnotherDomainMayFill(t *testing.T) {
	t.Parallel()
	q := question{
		text: "How far did I swim in the last two weeks?", kind: simple, subjects: []string{"swim"}, domains: []string{"running"},
		entries: diary(), ranges: []*commonv1.ScopeRange{{Start: "2026-02-09", End: "2026-02-22", Label: "the last two weeks"}},
	}
	q.entries[3] = entry("2026-02-12 20", "Swam with Anna, lovely.")
	a := q.ask(t)
	g := gap(a, "measure:swim@2026-02-09..2026-02-22")
	if g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL || g.GetSuspectedDomain() != "swimming" {
		t.Errorf("gap %v of\n%s", g, print(a))
	}
	wantVerdict(t, a, insufficient)

	q.domains = []string{"running", "swimming"}
	q.entries[3] = entry("2026-02-12 20", "Swam 1500m with Anna, lovely.")
	a = q.ask(t)
	if f := fact(t, a, "sum", "swim", "distance"); f.GetValue() != 1500 && f.GetValue() != 1.5 {
		t.Errorf("%v", f)
	}
	wantVerdict(t, a, sufficient)
}

func TestParsedDataIsBelievedBeforeTheText(t *testing.T) {
	t.Parallel()
	e := entry("2026-02-17 18", "Bench press 5x5 @ 80kg")
	e.DomainData = structOf(t, map[string]any{"strength": map[string]any{"sets": []any{
		map[string]any{"exercise": "bench press", "sets": 5, "reps": 5, "load": map[string]any{"value": 85, "unit": "kg"}},
	}}})
	a := question{
		text: "What was my heaviest bench press?", kind: simple, subjects: []string{"bench"}, domains: []string{"strength"}, entries: []*commonv1.Entry{e},
	}.ask(t)
	if f := fact(t, a, "extreme", "bench press", "load"); f.GetValue() != 85 {
		t.Errorf("the correction of the data is not read: %v", f)
	}
}

func TestALongerNameIsAnotherThing(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Show me my bench press sessions", kind: simple, subjects: []string{"bench press"}, domains: []string{"strength"},
		entries: []*commonv1.Entry{
			entry("2026-02-16 18", "Incline bench press 3x8 60kg"), entry("2026-02-17 18", "Press release is out"), entry("2026-02-18 18", "Benched 5x5 80kg"),
		},
	}.ask(t)
	finding(t, a, "On 2026-02-18")
	for _, day := range []string{"2026-02-16", "2026-02-17"} {
		if f := findingOf(a, "On "+day); f != nil {
			t.Errorf("%s is taken for a bench press", f.GetClaim())
		}
	}
}

func TestManyNotesAreCountedBehindTheShownOnes(t *testing.T) {
	t.Parallel()
	var entries []*commonv1.Entry
	for i := range 40 {
		entries = append(entries, entry(fmt.Sprintf("2026-01-%02d %02d", 1+i/2, 8+10*(i%2)), "Ran 5 km"))
	}
	a := question{text: "Show me all my runs", kind: simple, subjects: []string{"running"}, domains: []string{"running"}, entries: entries}.ask(t)
	finding(t, a, "10 entries more on running, from 2026-01-16 to 2026-01-20.")
	if f := fact(t, a, "count", "running", "days"); f.GetValue() != 20 || len(f.GetEntryIds()) != 40 {
		t.Errorf("%v", f)
	}
}

func TestHoursOfTheDayBoundASpan(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry("2026-02-16 07", "Ran 5 km"), entry("2026-02-16 23", "Ran 3 km"), entry("2026-02-23 01", "Ran 2 km"), entry("2026-02-16 00", "Ran 1 km"),
	}
	tests := []struct {
		name       string
		start, end int32
		want       float64
	}{
		{"whole days", 0, 0, 9},
		{"mornings", 5, 12, 5},
		{"nights run past midnight into the next day", 22, 4, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := &commonv1.ScopeRange{Start: "2026-02-16", End: "2026-02-22", StartHour: tt.start, EndHour: tt.end, Label: "last week"}
			a := question{text: "How far did I run?", kind: simple, subjects: []string{"running"}, domains: []string{"running"}, entries: entries, ranges: []*commonv1.ScopeRange{r}}.ask(t)
			if f := fact(t, a, "sum", "run", "distance"); f.GetValue() != tt.want {
				t.Errorf("%v km, want %v", f.GetValue(), tt.want)
			}
		})
	}
}

func TestQuotesStandInTheNotes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Nothing to tell here. ", 30) + "Then I ran 5 km by the river, slowly. " + strings.Repeat("And so on. ", 30)
	a := question{text: "Show me my runs", kind: simple, subjects: []string{"run"}, domains: []string{"running"}, entries: []*commonv1.Entry{entry("2026-02-16 18", long)}}.ask(t)
	finding(t, a, "On 2026-02-16: “Then I ran 5 km by the river, slowly.”")
}

func TestAQuestionMayBeOfAUnit(t *testing.T) {
	t.Parallel()
	steps := []*commonv1.Entry{entry("2026-02-04 20", "10,300 steps"), entry("2026-02-08 20", "8,900 steps, then rain"), entry("2026-02-10 09", "2 kg of plums")}
	for text, subjects := range map[string][]string{
		"how many steps did i average": {"steps"}, "average steps per day": nil,
	} {
		a := question{text: text, kind: simple, subjects: subjects, domains: []string{"running", "general"}, entries: steps}.ask(t)
		finding(t, a, "9600 steps")
	}
}

func TestEachNoteIsOneOfWhatItCounts(t *testing.T) {
	t.Parallel()
	notes := []*commonv1.Entry{
		entry("2026-02-03 20", "futsal, lost 5-4. 1 goal, hit the post twice"),
		entry("2026-02-10 20", "8-8 draw!! 4 goals for me"),
		entry("2026-02-17 20", "won 7-3, 2 goals"),
	}
	t.Run("what is only named is counted", func(t *testing.T) {
		t.Parallel()
		finding(t, question{text: "goals this month?", kind: simple, subjects: []string{"goals"}, domains: []string{"general"}, entries: notes}.ask(t), "Total goals", "7")
	})
	t.Run("the most of a game is that of a note", func(t *testing.T) {
		t.Parallel()
		a := question{text: "most goals I scored in a game", kind: simple, subjects: []string{"goals", "game"}, domains: []string{"general"}, entries: notes}.ask(t)
		finding(t, a, "Highest", "4", "2026-02-10")
		wantVerdict(t, a, sufficient)
	})
}
