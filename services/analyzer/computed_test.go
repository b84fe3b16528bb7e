package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestWhatAQuestionAsksInPassingIsComputed(t *testing.T) {
	t.Parallel()
	month := func(label, start, end string) *commonv1.ScopeRange {
		return &commonv1.ScopeRange{Start: start, End: end, Role: commonv1.RangeRole_RANGE_ROLE_FOCUS, Label: label}
	}
	january, february := month("January", "2026-01-01", "2026-01-31"), month("February", "2026-02-01", "2026-02-23")
	weekends := &commonv1.ScopeRange{Role: commonv1.RangeRole_RANGE_ROLE_FOCUS, Label: "weekends",
		Weekdays: []commonv1.Weekday{commonv1.Weekday_WEEKDAY_SATURDAY, commonv1.Weekday_WEEKDAY_SUNDAY}}
	runs := []*commonv1.Entry{
		entry("2026-01-05 07", "Run 5.0 km in 30:00."), entry("2026-01-12 07", "Run 6.0 km in 36:00."),
		entry("2026-02-02 07", "Run 5.0 km in 29:00."), entry("2026-02-09 07", "Run 10.0 km in 59:00."),
	}
	nights := []*commonv1.Entry{
		entry("2026-02-13 07", "Slept 7h."), entry("2026-02-14 09", "Slept 9h."), entry("2026-02-15 09", "Slept 8h."), entry("2026-02-16 07", "Slept 6h."),
	}
	for name, tt := range map[string]struct {
		question
		says []string
	}{
		"a bare unit asks for a sum": {
			question{text: "km in january", ranges: []*commonv1.ScopeRange{january}, domains: []string{"running"}, entries: runs},
			[]string{"Total run distance: 11 km"},
		},
		"a sum comes in the unit asked for": {
			question{text: "how many miles did i run in january", subjects: []string{"run"}, ranges: []*commonv1.ScopeRange{january}, domains: []string{"running"}, entries: runs},
			[]string{"Total run distance: 6.84 mi"},
		},
		"several spans are added up": {
			question{text: "total km in january and february", ranges: []*commonv1.ScopeRange{january, february}, domains: []string{"running"}, entries: runs},
			[]string{"Total run distance: 26 km"},
		},
		"the fastest of a size is told by its time": {
			question{text: "my fastest 5k", subjects: []string{"5 km"}, domains: []string{"running"}, entries: runs},
			[]string{"29 min on 2026-02-02", "5.8 min/km on 2026-02-02"},
		},
		"days of the week are held against the others": {
			question{text: "do i sleep longer on weekends", subjects: []string{"sleep"}, ranges: []*commonv1.ScopeRange{weekends}, domains: []string{"sleep"}, entries: nights},
			[]string{"Average sleep duration: 8.5 h", "against 6.5 h"},
		},
		"days between two things are counted": {
			question{
				text: "how many days between lena's birthday and my longest run", subjects: []string{"birthday", "run"}, domains: []string{"running"},
				entries: append([]*commonv1.Entry{entry("2026-01-17 14", "Lena's birthday! Twelve people.")}, runs...),
			},
			[]string{"(2026-01-17)", "(2026-02-09) it is 23 days"},
		},
		"what lies ahead is counted down to": {
			question{
				text: "how many weeks until my exam", subjects: []string{"exam"},
				entries: []*commonv1.Entry{entry("2026-01-12 20", "Booked the exam, it is on march 14.")},
			},
			[]string{"It is 19 days until exam, on 2026-03-14."},
		},
		"what the user has numbered is counted by that": {
			question{
				text: "how many loaves of sourdough so far", subjects: []string{"sourdough"},
				entries: []*commonv1.Entry{
					entry("2026-01-10 20", "Sourdough attempt 1. A brick."), entry("2026-01-20 20", "The sourdough starter smells."),
					entry("2026-01-23 20", "Sourdough attempt 2: flat."), entry("2026-02-05 20", "Sourdough no 3, walnuts."),
				},
			},
			[]string{"up to 3, on 2026-02-05"},
		},
		"amounts without a word are of what they were of before": {
			question{
				text: "how far did i swim", subjects: []string{"swim"}, domains: []string{"swimming"},
				entries: []*commonv1.Entry{
					entry("2026-01-12 11", "Swim at the baths. 600 m in 22:10. Puffed"), entry("2026-01-16 12", "swam 700m, 25 min"),
					entry("2026-01-21 10", "800 m, 28:40"), entry("2026-02-18 11", "1000 m !! 34:45, shoulder fine"), entry("2026-02-18 20", "2 h"),
				},
			},
			[]string{"Total swim distance: 3100 m", "from 4 values"},
		},
		"a time that is over is held against now": {
			question{
				text: "rent: what was it in january and what is it now", subjects: []string{"rent"}, ranges: []*commonv1.ScopeRange{january}, domains: []string{"money"},
				entries: []*commonv1.Entry{entry("2026-01-02 11", "rent 1450 paid, $1450"), entry("2026-02-01 12", "rent $1510")},
			},
			[]string{"1510 USD on 2026-02-01 against 1450 USD on 2026-01-02: 60 USD more"},
		},
		"of two things the sums are held against each other": {
			question{
				text: "did i spend more on books or on bread", subjects: []string{"books", "bread"},
				entries: []*commonv1.Entry{entry("2026-01-02 11", "Books €30"), entry("2026-02-01 12", "Bread €4.50"), entry("2026-02-02 12", "Bread €5.50")},
			},
			[]string{"10 EUR", "against 30 EUR of books"},
		},
		"the days to what lasts several are those to its first": {
			question{
				text: "how many days until i fly to perth", subjects: []string{"fly", "perth"},
				entries: []*commonv1.Entry{entry("2026-01-02 11", "Booked Perth, 12 to 21 April, return"), entry("2026-01-03 11", "Des can't fly")},
			},
			[]string{"It is 48 days until perth, on 2026-04-12."},
		},
		"the days between the first and the fourth of a kind": {
			question{
				text: "days between my first exam and the fourth one", subjects: []string{"exam"},
				entries: []*commonv1.Entry{entry("2026-01-02 11", "exam 1: bad"), entry("2026-01-12 11", "exam 2: better"), entry("2026-01-20 11", "exam 4: good")},
			},
			[]string{"it is 18 days"},
		},
		"the best of each month is no sum": {
			question{text: "longest run in each month", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"6 km in January 2026", "10 km in February 2026"},
		},
		"what notes count is added up": {
			question{
				text: "total drops", subjects: []string{"drops"},
				entries: []*commonv1.Entry{entry("2026-01-12 11", "118 drops yesterday and 131 today"), entry("2026-01-16 11", "drops 126, no rain"), entry("2026-01-17 11", "88 drops")},
			},
			[]string{"463"},
		},
		"an amount behind another thing in another sentence is of that": {
			question{
				text: "what did the boiler cost in total", subjects: []string{"boiler"},
				entries: []*commonv1.Entry{entry("2026-01-12 11", "Boiler fixed, £85 in all"), entry("2026-01-16 11", "aldi 90.30. boiler still dry")},
			},
			[]string{"85 GBP"},
		},
		"the worst of what hurts is the most": {
			question{
				text: "worst migraine", subjects: []string{"migraine"},
				entries: []*commonv1.Entry{entry("2026-01-12 11", "migraine, 8/10"), entry("2026-02-16 12", "mild migraine, 4/10")},
			},
			[]string{"8/10 on 2026-01-12"},
		},
		"what is done in sets is counted over all of them": {
			question{
				text: "how many push-ups", subjects: []string{"push-up"}, domains: []string{"strength"},
				entries: []*commonv1.Entry{entry("2026-01-12 11", "push-ups 3x20"), entry("2026-02-16 12", "push-ups 2x30")},
			},
			[]string{"120"},
		},
		"an amount right before a thing is of it": {
			question{
				text: "how many kg of tomatoes", subjects: []string{"tomatoes"},
				entries: []*commonv1.Entry{entry("2026-01-12 11", "plot: 2.4kg tomatoes, 1.5kg beans"), entry("2026-02-16 12", "tomatoes 1.1kg")},
			},
			[]string{"3.5 kg"},
		},
		"a place in the order is no record": {
			question{text: "third longest run", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"Third highest run distance: 5 km on 2026-01-05."},
		},
		"a place behind the last is said to be none": {
			question{text: "my seventh longest run", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"There is no seventh run distance: the notes give 4 values"},
		},
		"the first few are added up": {
			question{text: "sum of my two longest runs", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"together: 16 km"},
		},
		"how far extremes lie apart": {
			question{text: "difference between my longest and shortest run", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"10 km on 2026-02-09 against 5 km", "5 km more"},
		},
		"a share is of what gives the value": {
			question{text: "what percentage of my runs were 6 km or more", subjects: []string{"run"}, domains: []string{"running"}, entries: append(runs[:4:4], entry("2026-02-11 08", "Went for a run."))},
			[]string{"on 2 of the 4 days", "50 %"},
		},
		"days with something are held against those without": {
			question{
				text: "how long do i sleep on days when i run vs when i dont", kind: comparison, subjects: []string{"sleep", "run"}, domains: []string{"sleep", "running"},
				entries: append([]*commonv1.Entry{entry("2026-02-14 12", "Run 5.0 km in 30:00."), entry("2026-02-15 12", "Run 5.0 km in 30:00.")}, nights...),
			},
			[]string{"Average sleep duration: 8.5 h on days with run", "against 6.5 h on the other days"},
		},
		"what went to several things is added up": {
			question{
				text: "what did i spend on coffee and groceries together", subjects: []string{"coffee", "groceries"}, domains: []string{"money"},
				entries: []*commonv1.Entry{entry("2026-02-17 13", "Coffee €4."), entry("2026-02-18 13", "Groceries €40.")},
			},
			[]string{"Total coffee and groceries: 44 EUR"},
		},
		"a rate is no length of each": {
			question{text: "average weekly km in january", subjects: []string{"run"}, ranges: []*commonv1.ScopeRange{january}, domains: []string{"running"}, entries: runs},
			[]string{"Run distance: 2.48 km per week in January"},
		},
		"what was cancelled is not counted": {
			question{
				text: "how many syncs did i have", subjects: []string{"sync"},
				entries: []*commonv1.Entry{entry("2026-02-05 14", "Sync, an hour."), entry("2026-02-12 14", "Sync, tired."), entry("2026-02-19 14", "The sync was cancelled.")},
			},
			[]string{"Sync: on 2 days"},
		},
		"marks are compared by what they are out of": {
			question{
				text: "best bread so far", subjects: []string{"bread"},
				entries: []*commonv1.Entry{entry("2026-02-05 14", "Rye bread, 220 degrees, 4/10"), entry("2026-02-12 14", "Olive bread, 9/10"), entry("2026-02-19 14", "White bread 7/10")},
			},
			[]string{"9/10 on 2026-02-12"},
		},
		"each month by itself": {
			question{text: "average run distance by month", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"Average run distance by month in all notes: 5.5 km in January 2026 (n = 2) and 7.5 km in February 2026 (n = 2)."},
		},
		"the longest time from one to the next": {
			question{text: "longest time between two runs", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"21 days, from 2026-01-12 to 2026-02-02"},
		},
		"from the first of a kind to its last": {
			question{text: "how long between my first and my last run", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"(2026-01-05)", "(2026-02-09) it is 35 days"},
		},
		"how long ago a record is": {
			question{text: "how many days since my longest run", subjects: []string{"run"}, domains: []string{"running"}, entries: runs},
			[]string{"It is 14 days since my longest run, on 2026-02-09."},
		},
		"what a note itself says it went from and to": {
			question{text: "by how much did my savings grow", subjects: []string{"savings"}, domains: []string{"money"}, entries: []*commonv1.Entry{
				entry("2026-01-31 20", "Putting $300 in savings."), entry("2026-02-16 12", "savings at $2,140. was $900 in the summer"),
			}},
			[]string{"from 900 USD to 2140 USD", "1240 USD more"},
		},
		"a bare number right behind its name has the others' unit": {
			question{text: "total of my copays", subjects: []string{"copay"}, entries: []*commonv1.Entry{
				entry("2026-01-10 20", "Urgent care, copay $40"), entry("2026-02-16 12", "Dr Patel. copay 30. next in 3 weeks"),
			}},
			[]string{"Total copay: 70 USD"},
		},
		"a dose told twice is one dose": {
			question{text: "how much propranolol do i take", subjects: []string{"propranolol"}, entries: []*commonv1.Entry{
				entry("2026-02-16 12", "new: propranolol 40 mg a day"), entry("2026-02-16 21", "first propranolol 40mg tonight"),
			}},
			[]string{"Latest propranolol dose: 40 mg"},
		},
		"the second of what is numbered": {
			question{text: "when was my second sourdough attempt", subjects: []string{"sourdough", "attempt"}, entries: []*commonv1.Entry{
				entry("2026-01-10 20", "Sourdough attempt 1. A brick."), entry("2026-01-20 20", "The sourdough starter smells."), entry("2026-01-23 20", "Sourdough attempt 2: flat."),
			}},
			[]string{"second sourdough on 2026-01-23"},
		},
		"a price without its sign is in the notes' currency": {
			question{
				text: "what have i spent on groceries", subjects: []string{"groceries"}, domains: []string{"money"},
				entries: []*commonv1.Entry{entry("2026-02-02 20", "groceries 66.20"), entry("2026-02-09 20", "groceries $43.85"), entry("2026-02-17 20", "groceries 58.30")},
			},
			[]string{"168.35 USD"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.kind = simple
			finding(t, tt.ask(t), tt.says...)
		})
	}
}

func TestAThingIsCalledByItsOwnNamesOnly(t *testing.T) {
	t.Parallel()
	a := question{
		text: "how much did i spend on coffee", kind: simple, subjects: []string{"coffee"}, domains: []string{"money", "nutrition", "running"},
		entries: []*commonv1.Entry{
			entry("2026-02-02 08", "Coffee $4.50 at the station."), entry("2026-02-03 08", "Got into the half, $130 gone."), entry("2026-02-04 08", "Small green salad, $9."),
		},
	}.ask(t)
	finding(t, a, "Total coffee", "4.5 USD")
}
