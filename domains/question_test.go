package domains_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"buf.build/go/protovalidate"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// asked is on Wednesday, July 15, 2026, ten in the morning.
var asked = timespan.Ref{Now: time.Date(2026, 7, 15, 10, 0, 0, 0, time.UTC), WeekStart: time.Monday}

// lexicon prepares most of the lexicon domains once; a Lexicon is immutable.
var lexicon = sync.OnceValue(func() *query.Lexicon {
	set, err := domains.Builtin()
	if err != nil {
		panic(err)
	}
	return query.NewLexicon(set.Context([]string{"general", "running", "sleep", "money", "strength", "nutrition", "mood"}))
})

func readForm(text string) *commonv1.QueryForm {
	return query.Read(text, timespan.Read(text, asked), asked, lexicon())
}

// short writes a form in a line.
func shortForm(f *commonv1.QueryForm) string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	say("%s", strings.TrimPrefix(f.GetWanted().String(), "WANTED_"))
	if f.GetPermission() {
		say("permission")
	}
	if f.GetTasks() != 0 {
		say("%s", strings.TrimPrefix(f.GetTasks().String(), "TASK_STATE_"))
	}
	if f.GetAggregate() != 0 {
		say("%s", strings.TrimPrefix(f.GetAggregate().String(), "AGGREGATE_"))
	}
	if m := f.GetMeasure(); m != nil {
		say("%s.%s", m.GetDomain(), m.GetName())
	}
	for _, s := range f.GetSubjects() {
		say("(%s)", strings.TrimPrefix(s.GetDomain()+"/"+s.GetName(), "/"))
		if s.GetOwner() != "" {
			say("of %s", s.GetOwner())
		}
	}
	for _, c := range f.GetConditions() {
		if c.GetMeasure() != nil {
			say("%s %s %v %s", c.GetMeasure().GetName(), strings.TrimPrefix(c.GetOperator().String(), "OPERATOR_"), c.GetValue(), c.GetUnit())
		} else {
			say("with=%t %s", !c.GetWithout(), c.GetSubject().GetName())
		}
	}
	if f.GetGroupBy() != 0 {
		say("each %s", strings.TrimPrefix(f.GetGroupBy().String(), "GROUP_BY_"))
	}
	if f.GetLimit() > 0 {
		say("most %d", f.GetLimit())
	}
	if f.GetLatest() {
		say("latest")
	}
	for _, r := range f.GetRanges() {
		say("[%s]", r.GetLabel())
	}
	if len(f.GetUncovered()) > 0 {
		say("?%s", strings.Join(f.GetUncovered(), ","))
	}
	for _, s := range f.GetSides() {
		say("| %s", shortForm(s))
	}
	return strings.Join(out, " ")
}

func TestAQuestionIsReadIntoAForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// A declared number, by what asks for it, by its name, its unit or its subject.
		"how far did I run in May?":                    "AGGREGATE SUM running.distance (running/run) [May]",
		"how many km did I run last month":             "AGGREGATE SUM running.distance (running/run) [last month]",
		"how long did I sleep last night":              "AGGREGATE SUM sleep.duration (sleep/sleep) [last night]",
		"how much sleep did I get last night":          "AGGREGATE SUM sleep.duration (sleep/sleep) [last night]",
		"how much did I spend on groceries":            "AGGREGATE SUM money.spending (money/groceries)",
		"how much water did I drink in June":           "AGGREGATE SUM nutrition.amount (nutrition/water) [June]",
		"how many steps did I take yesterday":          "AGGREGATE SUM general.count (general/steps) [yesterday]",
		"how many grams of protein did I eat":          "AGGREGATE SUM nutrition.protein (nutrition/food)",
		"average sleep quality in June":                "AGGREGATE MEAN sleep.quality (sleep/sleep) [June]",
		"average heart rate on my runs":                "AGGREGATE MEAN running.heart rate (running/run)",
		"highest stress ever":                          "AGGREGATE MAX general.rating (general/stress)",
		"what was my longest run this year?":           "AGGREGATE MAX running.distance (running/run) [this year]",
		"how long was my longest run":                  "AGGREGATE MAX running.duration (running/run)",
		"what's my current weight?":                    "AGGREGATE LATEST general.weight (general/body weight) latest",
		"what was my weight in May and what is it now": "AGGREGATE LATEST general.weight (general/body weight) latest [May] ?now",
		"when was my heaviest squat?":                  "WHEN MAX strength.load (strength/squat)",
		"three longest runs":                           "AGGREGATE MAX running.distance (running/run) most 3",
		"is my weight going up":                        "TREND general.weight (general/body weight)",
		"how far do I run per week":                    "AGGREGATE SUM running.distance (running/run) each WEEK",
		"how far did I run each month this year":       "AGGREGATE SUM running.distance (running/run) each MONTH [this year]",
		"how many km a week do I run on average":       "AGGREGATE RATE running.distance (running/run)",
		"what do I weigh now":                          "AGGREGATE LATEST general.weight (general/body weight) latest",
		"how much do I weigh in pounds":                "AGGREGATE LATEST general.weight (general/body weight)",
		"how much did I weigh in May":                  "AGGREGATE SUM general.weight (general/body weight) [May]",
		"average of my weigh-ins":                      "AGGREGATE MEAN general.weight (general/body weight)",
		"how much did I run this year in miles":        "AGGREGATE SUM running.distance (running/run) [this year]",
		"what's the least I've slept":                  "AGGREGATE MIN sleep.duration (sleep/sleep)",
		"what's the most I've slept in June":           "AGGREGATE MAX sleep.duration (sleep/sleep) [June]",
		"how much time did I spend running in June?":   "AGGREGATE SUM running.duration (running/run) [June]",
		"total time spent running in June":             "AGGREGATE SUM running.duration (running/run) [June]",
		"how much weight have I lost since May": "COMPARE general.weight (general/body weight) [since May] " +
			"| AGGREGATE LATEST general.weight (general/body weight) [since May] | AGGREGATE FIRST general.weight (general/body weight) [since May]",
		"when did I lose my keys":              "WHEN (lose) (keys)",
		"in which week did I run the furthest": "AGGREGATE MAX running.distance (running/run) each WEEK ?in which week",
		"longest run in each month":            "AGGREGATE MAX running.distance (running/run) each MONTH",
		// Counts.
		"how many runs did I do in June?":      "AGGREGATE COUNT_NOTES (running/run) [June]",
		"how often did I run in June":          "AGGREGATE COUNT_DAYS (running/run) [June]",
		"how often do I run":                   "AGGREGATE RATE (running/run)",
		"how often did I mention Anna in May?": "AGGREGATE COUNT_DAYS (Anna) [May]",
		"how many long runs did I do":          "AGGREGATE COUNT_NOTES (running/run) with=true long run",
		// Conditions.
		"when was the first time I ran 10 km":           "WHEN FIRST running.distance (running/run) distance AT_LEAST 10 km",
		"when did I last run over 11 km":                "WHEN LATEST running.distance (running/run) distance MORE 11 km",
		"what was my first run of 10 km":                "AGGREGATE FIRST running.distance (running/run) distance AT_LEAST 10 km",
		"how far did I run on runs over 10 km":          "AGGREGATE SUM running.distance (running/run) distance MORE 10 km",
		"how many nights did I sleep under six hours":   "AGGREGATE COUNT_DAYS (sleep/sleep) duration LESS 6 h",
		"what was the total distance of my long runs":   "AGGREGATE SUM running.distance (running/run) with=true long run",
		"how many times did I run with Anna":            "AGGREGATE COUNT_NOTES (running/run) ?with,anna",
		"how far did I run without a break in the rain": "AGGREGATE SUM running.distance (running/run) ?without,break,rain",
		// Comparisons.
		"did I sleep longer in May than in June?": "COMPARE MEAN sleep.duration (sleep/sleep) [May] [June] " +
			"| AGGREGATE MEAN sleep.duration (sleep/sleep) [May] | AGGREGATE MEAN sleep.duration (sleep/sleep) [June]",
		"do I sleep longer on weekdays or weekends?": "COMPARE MEAN sleep.duration (sleep/sleep) [weekdays] [weekends] " +
			"| AGGREGATE MEAN sleep.duration (sleep/sleep) [weekdays] | AGGREGATE MEAN sleep.duration (sleep/sleep) [weekends]",
		"did I spend more on groceries or eating out": "COMPARE SUM money.spending (money/groceries) (money/eating out) " +
			"| AGGREGATE SUM money.spending (money/groceries) | AGGREGATE SUM money.spending (money/eating out)",
		"compare my sleep in May and June": "COMPARE SUM sleep.duration (sleep/sleep) [May] [June] " +
			"| AGGREGATE SUM sleep.duration (sleep/sleep) [May] | AGGREGATE SUM sleep.duration (sleep/sleep) [June]",
		"compare morning and evening runs": "COMPARE SUM running.distance (running/run) [morning] [evening] " +
			"| AGGREGATE SUM running.distance (running/run) [morning] | AGGREGATE SUM running.distance (running/run) [evening]",
		"how has my weight changed since May?": "COMPARE general.weight (general/body weight) [since May] " +
			"| AGGREGATE LATEST general.weight (general/body weight) [since May] | AGGREGATE FIRST general.weight (general/body weight) [since May]",
		"how has my sleep changed since May?": "TREND sleep.duration (sleep/sleep) [since May]",
		"when did I change the filter?":       "WHEN (change) (filter)",
		"did I change the bed sheets?":        "EXISTS (change) (bed) (sheets)",
		"how much did I run in May":           "AGGREGATE SUM running.distance (running/run) [May]",
		"which day did I run the most?":       "WHEN MAX running.distance (running/run)",
		"did I spend more than last month": "COMPARE SUM money.spending [last month] " +
			"| AGGREGATE SUM money.spending [since then] | AGGREGATE SUM money.spending [last month]",
		// What is quoted.
		"what is the boiler serial number":     "LOOKUP (boiler serial number)",
		"when did I last water the fern?":      "WHEN LATEST nutrition.amount (nutrition/water) ?fern",
		"show me last week's runs":             "LIST (running/run) [last week]",
		"what did I do last week":              "SUMMARY [last week]",
		"did I return the books?":              "EXISTS (return) (books)",
		"why did I cancel the trip":            "WHY (cancel) (trip)",
		"should I run today?":                  "ADVICE (running/run) [today]",
		"is my father allowed to drive?":       "ADVICE permission (father) (drive)",
		"may I eat nuts?":                      "ADVICE permission (nutrition/nuts)",
		"how do I feel right now?":             "NOW",
		"am I hungry?":                         "NOW",
		"what is due next week":                "TASKS DUE [next week]",
		"what are my open tasks?":              "TASKS OPEN",
		"what tasks do I have for the shed?":   "TASKS OPEN (shed)",
		"what do I have to do today?":          "TASKS OPEN [today]",
		"which tasks are overdue?":             "TASKS OVERDUE",
		"is anything due tomorrow?":            "TASKS DUE [tomorrow]",
		"which tasks have I finished?":         "TASKS DONE",
		"show me all my tasks":                 "TASKS",
		"show my last note":                    "LIST LATEST most 1",
		"show my last three notes":             "LIST LATEST most 3",
		"what was my latest haircut?":          "LOOKUP LATEST (money/haircut)",
		"did he last fall":                     "LOOKUP LATEST (fall) of he",
		"when is my next dentist appointment?": "WHEN NEXT (dentist) (appointment)",
		"what is next to the shed?":            "LOOKUP (shed) ?next to",
		"is it better?":                        "LOOKUP ?it,better",
		"my sister's birth certificate":        "LOOKUP (birth certificate) of sister",
		"why didn't I run last week":           "WHY (running/run) [last week] ?didn't",
		"wie habe ich letzte Woche geschlafen": "LOOKUP (wie habe ich letzte Woche) (geschlafen)",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got := shortForm(readForm(text)); got != want {
				t.Errorf("\ngot  %s\nwant %s", got, want)
			}
		})
	}
}

func TestTheMeasureHasItsKindAndTheUnitThatIsAskedFor(t *testing.T) {
	t.Parallel()
	m := readForm("how many miles did I run in May").GetMeasure()
	if m.GetKind() != commonv1.MeasureKind_MEASURE_KIND_AMOUNT || m.GetUnit() != "mi" || m.GetWords() != "miles" {
		t.Errorf("miles are %v", m)
	}
	if m := readForm("what is my current weight").GetMeasure(); m.GetKind() != commonv1.MeasureKind_MEASURE_KIND_READING {
		t.Errorf("a weight is %v", m)
	}
	if s := readForm("how far did I run in May").GetSubjects()[0]; !slices.Contains(s.GetForms(), "jogged") {
		t.Errorf("a run is known as %q", s.GetForms())
	}
}

// Each of these once was, or may be, computed wrong.
func TestInDoubtAQuestionIsQuoted(t *testing.T) {
	t.Parallel()
	for text, why := range map[string]query.Reason{
		"how far did I run uphill":                        query.Uncovered,
		"how far did I run that day":                      query.Uncovered,
		"how far could I run":                             query.Uncovered,
		"how far did Ben run in May":                      query.Uncovered,
		"how far did Ben's dog run":                       query.Owner,
		"how much did she spend":                          query.Owner,
		"how much did I spend on a bike":                  query.Uncovered, // which is transport, and less than that
		"how much did I spend at Aldi":                    query.Uncovered,
		"how many km did I drive":                         query.NoMeasure,
		"how many days since my last run":                 query.Uncovered,
		"how many days in a row did I run":                query.Uncovered,
		"how often did I skip breakfast":                  query.Uncovered,
		"how long did it take to get to work yesterday":   query.Uncovered,
		"how far did I go in May":                         query.NoMeasure, // on foot or at a run
		"how many coffees did I drink":                    query.NoMeasure, // a note may have two
		"how many squats did I do":                        query.NoMeasure,
		"how much bench press did I do":                   query.NoMeasure, // its sets, its load or its time
		"what is the lowest of my squats":                 query.Kind,
		"how far do I run":                                query.NoAggregate,
		"how long were my naps in May":                    query.NoAggregate,
		"how much weight do I have in total":              query.NotAdded,
		"how many km a month do I run on average":         query.Several,
		"three longest runs":                              query.Several,
		"how often did I call my mother from the station": query.NoSubject,
		"what was my last run":                            query.Kind,
		"when was my last nap":                            query.Kind, // there may be one without its length
		"did I ever run a marathon":                       query.Kind,
		"compare last week with the week before":          query.NoMeasure,
		"is it better?":                                   query.Reference,
		"which one?":                                      query.Reference,
		"wie viel habe ich gestern ausgegeben":            query.Foreign,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if f := readForm(text); query.Why(f) != why || query.Admit(f) != query.Quote {
				t.Errorf("reason %d, want %d: %s", query.Why(f), why, shortForm(f))
			}
		})
	}
}

var computed = []string{
	"how far did I run in May", "how much did I spend on groceries in June", "how long did I sleep last night", "highest stress this year",
	"what is my heaviest bench press", "how often did I run in June", "did I sleep longer in May than in June", "how many long runs did I do in May",
	"when was my longest run", "average sleep quality in June", "how far do I run per week", "what is my current weight",
}

func TestAWordThatNothingTakesUpMakesItAQuotation(t *testing.T) {
	t.Parallel()
	for _, text := range computed {
		if f := readForm(text); query.Admit(f) != query.Compute {
			t.Errorf("%q is quoted for reason %d: %s", text, query.Why(f), shortForm(f))
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		words := strings.Fields(rapid.SampledFrom(computed).Draw(rt, "question"))
		at := rapid.IntRange(0, len(words)).Draw(rt, "at")
		word := rapid.SampledFrom([]string{"uphill", "Anna", "blue", "not", "only", "planned", "secretly", "zorp", "his", "would", "that"}).Draw(rt, "word")
		text := strings.Join(slices.Insert(words, at, word), " ")
		if f := readForm(text); query.Admit(f) == query.Compute {
			rt.Fatalf("%q is computed: %s", text, shortForm(f))
		}
	})
}

func TestAFormKeepsItsContract(t *testing.T) {
	t.Parallel()
	valid, err := protovalidate.New()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields("how far many much did do I run sleep spend groceries on in May than or with without over 10 km average last my Ben's week per each it that coffee, compare vs 3 longest € ? 😀 ё")
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 30).Draw(rt, "words"), " ")
		f := readForm(text)
		if err := valid.Validate(f); err != nil || f.GetWanted() == commonv1.Wanted_WANTED_UNSPECIFIED {
			rt.Fatalf("%q: %v %s", text, err, shortForm(f))
		}
	})
	for _, text := range []string{"", "??", strings.Repeat("zq ", 700), "why " + strings.Repeat("a", 4000), strings.Repeat("with coffee ", 300)} {
		if err := valid.Validate(readForm(text)); err != nil {
			t.Errorf("%.30q…: %v", text, err)
		}
	}
}

// The test does not run beside others: it counts processor time.
func TestTheWorkOnAQuestionGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, excerpt.Question, func(text string) { readForm(text) })
}

func TestADomainThatKnowsTheWordsIsOffered(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	lex := query.NewLexicon(set.Context([]string{"general", "running"}))
	for text, want := range map[string][]string{
		"when did I last swim lengths":     {"swimming"},
		"how far did I run":                nil,
		"what did the plumber say":         nil,
		"what should I do better tomorrow": nil,
	} {
		if got := lex.Offers(query.Read(text, timespan.Read(text, asked), asked, lex)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	const text = "did I spend more on groceries or eating out in May"
	times := timespan.Read(text, asked)
	lexicon()
	for b.Loop() {
		query.Read(text, times, asked, lexicon())
	}
}
