package analyzer_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer"
)

const (
	lookup = commonv1.Wanted_WANTED_LOOKUP
	when   = commonv1.Wanted_WANTED_WHEN
	list   = commonv1.Wanted_WANTED_LIST

	noNotes   = commonv1.GapReason_GAP_REASON_NO_NOTES
	notStated = commonv1.GapReason_GAP_REASON_NOT_STATED
	cut       = commonv1.GapReason_GAP_REASON_CUT
)

func TestWhatSaysAllThatIsAskedIsQuotedBestFirst(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "boiler serial number"), evidence: []*commonv1.EvidenceNote{
		best(note("2026-01-03 10", "Plumber came.\nBoiler serial number is 77-A. Paid cash.", "*boiler"), "serial number is 77-A"),
		note("2026-01-02 10", "Boiler makes noise.", "boiler"),
		note("2025-01-02 10", "Boiler serial number 12-B, the old one.", "*boiler"),
		note("2025-01-03 10", "serial number of the boiler, third", "*boiler"),
		note("2025-01-04 10", "serial number of the boiler, fourth", "*boiler"),
	}}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "Plumber came.\nBoiler serial number is 77-A. Paid cash.", "Boiler serial number 12-B, the old one.", "serial number of the boiler, third")
	wantVerdict(t, a, sufficient)
	if len(a.GetGaps()) != 0 || len(a.GetFacts()) != 0 {
		t.Errorf("gaps %v, facts %v", a.GetGaps(), a.GetFacts())
	}
}

func TestAQuotationShowsThePassageAround(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("The engineer took his time over it. ", 12)
	for name, tt := range map[string]struct{ text, want string }{
		"what stands before and after":     {"Gas man came.\nBoiler service done. 140 all in.", "Gas man came.\nBoiler service done. 140 all in."},
		"up to a heading":                  {"# House\nBoiler service done.\n## Garden\nBeans are in.", "Boiler service done."},
		"up to a blank line":               {"Created: May 5, 2026\n\nBoiler service done.\n\nBeans are in.", "Boiler service done."},
		"what comes after before the rest": {long + "Boiler service done. 140 all in.", strings.Repeat("The engineer took his time over it. ", 4) + "Boiler service done. 140 all in."},
		"a short passage whole":            {"Gas man came. " + strings.Repeat("He took his time. ", 12) + "Boiler service done. 140 all in.", "Gas man came. " + strings.Repeat("He took his time. ", 12) + "Boiler service done. 140 all in."},
		"not without a limit":              {"Boiler service done. " + long, "Boiler service done. " + strings.TrimSpace(strings.Repeat("The engineer took his time over it. ", 5))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := question{form: form(lookup, "boiler service"), evidence: []*commonv1.EvidenceNote{
				best(note("2026-01-03 10", tt.text, "*boiler", "*service"), "Boiler service done."),
			}}
			q.wantShown(t, q.ask(t), quoted, tt.want)
		})
	}
}

func TestAQuotationReachesTheDayThatIsAskedForIfItIsNear(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("The engineer took his time over it. ", 7)
	text := "Boiler service done. " + filler + "The next one is on 3 May. " + filler
	for wanted, want := range map[commonv1.Wanted]string{
		when:   "Boiler service done. " + filler + "The next one is on 3 May.",
		lookup: "Boiler service done. " + strings.TrimSpace(strings.Repeat("The engineer took his time over it. ", 5)),
	} {
		q := question{form: form(wanted, "boiler service"), evidence: []*commonv1.EvidenceNote{
			best(note("2026-01-03 10", text, "*boiler", "*service"), "Boiler service done."),
		}}
		q.wantShown(t, q.ask(t), quoted, want)
	}
}

func TestWhatIsFoundByWordsThatStandForThoseAskedIsNoMoreThanTheClosest(t *testing.T) {
	t.Parallel()
	// The search knows "for" and "fine" for the cost of things.
	q := question{form: form(commonv1.Wanted_WANTED_AGGREGATE, "car cost"), evidence: []*commonv1.EvidenceNote{
		note("2026-01-03 10", "1000 m in the pool, shoulder fine.", "*car", "cost"), note("2026-01-04 10", "Car washed.", "car"),
	}}
	a := q.ask(t)
	q.wantShown(t, a, closest, "1000 m in the pool, shoulder fine.", "Car washed.")
	wantGap(t, a, notStated, minor, "car", "cost")
	q.form.Subjects[0].Forms = []string{"pool"} // which a vocabulary equates with it
	q.wantShown(t, q.ask(t), quoted, "1000 m in the pool, shoulder fine.")
	q.form.Wanted = list // of which any may be wanted
	q.form.Subjects[0].Forms = nil
	q.wantShown(t, q.ask(t), quoted, "1000 m in the pool, shoulder fine.")
}

func TestWordsWithoutANumberDoNotAnswerHowMuch(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_AGGREGATE, "goat"), evidence: []*commonv1.EvidenceNote{note("2026-03-29 10", "Ate too much goat.", "*goat")}}
	q.wantShown(t, q.ask(t), closest, "Ate too much goat.")
}

func TestAPhraseIsLookedForByEachOfItsWords(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "lamp cost"), evidence: []*commonv1.EvidenceNote{note("2026-01-31 10", "Flea market, bought a lamp.", "lamp")}}
	a := q.ask(t)
	q.wantShown(t, a, closest, "Flea market, bought a lamp.")
	wantVerdict(t, a, sufficient)
}

func TestNotesThatSpeakOfTheDaysAreShownWhereNoneIsOfThem(t *testing.T) {
	t.Parallel()
	f := form(list)
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-28", End: "2026-03-01", Label: "this weekend"}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("2026-02-20 10", "Slept well. Lunch with Ana next Saturday. Rain."), note("2026-02-21 10", "- [ ] renew the pass 📅 2026-03-01"),
		note("2026-02-22 10", "Swam 1 km."),
	}}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "Lunch with Ana next Saturday.", "- [ ] renew the pass 📅 2026-03-01")
	if len(a.GetGaps()) != 0 {
		t.Errorf("gaps %v", a.GetGaps())
	}
	q.evidence = append(q.evidence, note("2026-02-28 18", "Ana was late."))
	q.wantShown(t, q.ask(t), quoted, "Lunch with Ana next Saturday.", "- [ ] renew the pass 📅 2026-03-01", "Ana was late.")
	q.evidence = q.evidence[2:3]
	a = q.ask(t)
	q.wantShown(t, a, closest, "Swam 1 km.")
	wantGap(t, a, noNotes, minor)
}

func TestANoteThatSpeaksOfTheDaysAnswersForThem(t *testing.T) {
	t.Parallel()
	f := form(lookup, "dentist")
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-26", End: "2026-02-26", Label: "Thursday"}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("2026-02-10 10", "Dentist: all fine.", "*dentist"), note("2026-02-19 10", "Dentist next Thursday at 9:30.", "*dentist"),
	}}
	q.wantShown(t, q.ask(t), quoted, "Dentist next Thursday at 9:30.")
}

func TestOfDaysAloneTheNearestNotesComeClosest(t *testing.T) {
	t.Parallel()
	f := form(list)
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-01-15", End: "2026-01-15", Label: "January 15"}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("2026-01-02 10", "Frost."), note("2026-01-14 10", "Snow."), note("2026-01-17 10", "Thaw."), note("2026-01-29 10", "Rain."),
	}}
	q.wantShown(t, q.ask(t), closest, "Snow.", "Thaw.", "Frost.")
}

func TestNowTakesALaterNumberAndACorrectionToo(t *testing.T) {
	t.Parallel()
	f := form(commonv1.Wanted_WANTED_AGGREGATE, "suma", "dose")
	f.Latest = true
	fixed := note("2026-01-04 10", "The suma was 100 not 50.", "suma")
	fixed.Entry.Correction = true
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("2025-11-09 10", "Suma, dose 50 mg.", "*suma", "dose"), note("2026-01-03 10", "Migraine. Suma 100 mg.", "suma"), fixed,
	}}
	q.wantShown(t, q.ask(t), quoted, "Suma, dose 50 mg.", "The suma was 100 not 50.", "Migraine. Suma 100 mg.")
	q.form.Wanted = lookup // for which any number may be of something else
	q.wantShown(t, q.ask(t), quoted, "Suma, dose 50 mg.", "The suma was 100 not 50.")
}

func TestWhatComesClosestIsQuotedAndTheWordsThatItLacksAreNamed(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "red tent", "waterproof"), evidence: []*commonv1.EvidenceNote{
		note("2026-01-03 10", "Bought a red tent.", "tent"), note("2026-01-04 10", "Tent leaks."),
	}}
	a := q.ask(t)
	q.wantShown(t, a, closest, "Bought a red tent.", "Tent leaks.")
	wantGap(t, a, notStated, minor, "waterproof")
	wantVerdict(t, a, sufficient)
}

func TestAWordThatNoNoteHasIsNamedAsTheUserWroteIt(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "garage", "key"), evidence: []*commonv1.EvidenceNote{note("2026-01-03 10", "Key is under the garbage bin.", "key")},
		edit: func(r *analyzerv1.AnalyzeRequest) {
			r.Search.Missing = []*commonv1.MissingWord{{Word: "garage", Like: []string{"garbage"}}, {Word: "kept"}}
		}}
	a := q.ask(t)
	q.wantShown(t, a, closest, "Key is under the garbage bin.")
	wantGap(t, a, noNotes, minor, "garage")
	wantVerdict(t, a, sufficient)
}

func TestAbsenceOfEverythingIsCriticalAndNamesWhatWasSearched(t *testing.T) {
	t.Parallel()
	f := form(lookup, "waxwings")
	f.Ranges = []*commonv1.ScopeRange{lastWeek}
	a := question{form: f}.ask(t)
	g := wantGap(t, a, noNotes, critical, "waxwings")
	if !g.GetSearched() || len(g.GetRanges()) != 1 || g.GetRanges()[0].GetLabel() != "last week" {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, a, insufficient)
}

func TestASubjectIsKnownByItsOtherNames(t *testing.T) {
	t.Parallel()
	f := form(lookup, "bench press")
	f.Subjects[0].Words, f.Subjects[0].Forms = "BP", []string{"bench"}
	f.Uncovered = []string{"with", "spotter"}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-01-03 10", "Bench 5x5.")}}
	wantGap(t, q.ask(t), notStated, minor, "spotter")
}

func TestANoteOfAnotherDayIsNoAnswerForTheDaysAsked(t *testing.T) {
	t.Parallel()
	f := form(lookup, "lunch")
	f.Ranges = []*commonv1.ScopeRange{lastWeek}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-01-03 10", "Lunch: soup.", "*lunch")},
		edit: func(r *analyzerv1.AnalyzeRequest) { r.Search.OtherDays = true }}
	a := q.ask(t)
	q.wantShown(t, a, closest, "Lunch: soup.")
	if g := wantGap(t, a, noNotes, minor, "lunch"); g.GetRanges()[0] == nil || g.GetRanges()[0].GetStart() != "2026-02-16" {
		t.Errorf("gap %v", g)
	}
}

func TestDaysThatNoWordNamedLeaveNothingOut(t *testing.T) {
	t.Parallel()
	f := form(lookup, "lunch")
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-16", End: "2026-02-22", Assumed: true}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-01-03 10", "Lunch: soup.", "*lunch")}}
	q.wantShown(t, q.ask(t), quoted, "Lunch: soup.")
}

func TestWhenIsAnsweredByADayOnWhichItWasSo(t *testing.T) {
	t.Parallel()
	f := form(when, "fern")
	f.Aggregate = commonv1.Aggregate_AGGREGATE_LATEST
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("House plants", "Fern: watered often.", "*fern"),
		note("2026-02-01 10", "Watered the fern.", "*fern"),
		note("2026-02-10 10", "Watered the fern again.", "*fern"),
		note("2026-02-20 10", "Need to water the fern tomorrow.", "*fern"),
	}}
	q.wantShown(t, q.ask(t), quoted, "Watered the fern again.", "Watered the fern.", "Fern: watered often.")
}

func TestWhenIDidSomethingLastIsNotAnsweredByWhatIsNoDoingOfMine(t *testing.T) {
	t.Parallel()
	for text, mine := range map[string]bool{
		"Tom ran 30 km":            false,
		"Ran out of milk":          false,
		"Bought running shoes":     false,
		"Booked a run for Monday":  false,
		"> I had a good run today": false,
		"Run with Tom, 8 km":       true,
		"Ran 8 km, race on Monday": true,
	} {
		f := form(when, "run")
		f.Aggregate, f.Text = commonv1.Aggregate_AGGREGATE_LATEST, "When did I last run?"
		q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-09 10", "Run of 5 km.", "*run"), note("2026-02-20 10", text, "*run")}}
		want := []string{"Run of 5 km.", text}
		if mine {
			want = []string{text, "Run of 5 km."}
		}
		q.wantShown(t, q.ask(t), quoted, want...)
	}
}

func TestWhereNoNoteSaysThatItWasSoTheLatestOnesMayBeOnIt(t *testing.T) {
	t.Parallel()
	f := form(when, "run")
	f.Aggregate, f.Text = commonv1.Aggregate_AGGREGATE_LATEST, "When did I last run?"
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-20 10", "Failed to run.", "*run")}}
	q.wantShown(t, q.ask(t), closest, "Failed to run.")
}

func TestANoteWithoutADayIsTheLastToTellWhen(t *testing.T) {
	t.Parallel()
	q := question{form: form(when, "fern"), evidence: []*commonv1.EvidenceNote{
		note("House plants", "Fern: watered often.", "*fern"), note("2026-02-01 10", "Watered the fern.", "*fern"),
	}}
	q.wantShown(t, q.ask(t), quoted, "Watered the fern.", "Fern: watered often.")
}

func TestNotesThatBearOnNothingAskedAreNotShown(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "helmet"), evidence: []*commonv1.EvidenceNote{note("2026-02-01 10", "Watered the fern.", "often")}}
	a := q.ask(t)
	wantGap(t, a, noNotes, critical, "helmet")
	wantVerdict(t, a, insufficient)
}

func TestAWordThatNotesHaveByAnotherNameIsNotAbsent(t *testing.T) {
	t.Parallel()
	f := form(lookup, "wheels", "colour")
	f.Subjects[0].Forms = []string{"bike"}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-01 10", "Bike fixed.", "wheels")}, edit: func(r *analyzerv1.AnalyzeRequest) {
		r.Search.Missing = []*commonv1.MissingWord{{Word: "wheels"}, {Word: "colour"}}
	}}
	a := q.ask(t)
	wantGap(t, a, noNotes, minor, "colour")
	if len(a.GetGaps()) != 1 {
		t.Errorf("what is absent is also lacking: %v", a.GetGaps())
	}
}

func TestWhatANoteMustNotHaveIsNotLacking(t *testing.T) {
	t.Parallel()
	f := form(lookup, "tea", "honey")
	f.Conditions = []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "milk", Words: "milk"}, Without: true}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-01 10", "Tea.", "tea")}}
	wantGap(t, q.ask(t), notStated, minor, "honey")
}

func TestALineWithoutEndIsShownAsFarAsItWasFound(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word after word and ", 400) + "the boiler is a Vaillant " + strings.Repeat("and on it goes ", 400)
	q := question{form: form(lookup, "boiler"), evidence: []*commonv1.EvidenceNote{best(note("2026-02-01 10", long, "*boiler"), "the boiler is a Vaillant ")}}
	q.wantShown(t, q.ask(t), quoted, "the boiler is a Vaillant")
}

func TestNowTakesTheLatestWordAndWhatChangedIt(t *testing.T) {
	t.Parallel()
	f := form(lookup, "propranolol")
	f.Latest = true
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("2025-07-01 10", "Propranolol 80 mg.", "*propranolol"),
		note("2025-09-01 10", "Propranolol 40 mg.", "*propranolol"),
		note("2025-12-01 10", "Sunny. Halved the propranolol, says the neurologist.", "propranolol"),
	}}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "Propranolol 40 mg.", "Sunny. Halved the propranolol, says the neurologist.", "Propranolol 80 mg.")
}

func TestAListIsInTheOrderOfTimeAndSaysHowManyItLeavesOut(t *testing.T) {
	t.Parallel()
	f := form(list)
	f.Ranges = []*commonv1.ScopeRange{lastWeek}
	q := question{form: f}
	for _, hour := range []string{"18", "09", "07", "08", "10", "11", "12", "13", "14", "15", "16", "17"} {
		q.evidence = append(q.evidence, note("2026-02-17 "+hour, "at "+hour))
	}
	q.evidence = append(q.evidence, note("2026-02-01 10", "another week"))
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.Search.Total = 54
		for found, days := range map[int32]*commonv1.DateRange{40: {Start: "2026-02-16", End: "2026-02-22"}, 54: {Start: "2026-02-01", End: "2026-02-22"}} {
			r.RetrievalHistory = append(r.RetrievalHistory, &commonv1.RetrievalAttempt{EntriesFound: found, Instruction: &commonv1.RetrievalInstruction{DateRange: days}})
		}
	}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "at 07", "at 08", "at 09", "at 10", "at 11", "at 12", "at 13", "at 14", "at 15", "at 16")
	if g := wantGap(t, a, cut, minor); g.GetSeen() != 10 || g.GetTotal() != 40 {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, a, sufficient)
}

func TestWeekdaysOfARangeCount(t *testing.T) {
	t.Parallel()
	f := form(list)
	f.Ranges = []*commonv1.ScopeRange{{Weekdays: []commonv1.Weekday{commonv1.Weekday_WEEKDAY_SUNDAY}}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-21 10", "Saturday"), note("2026-02-22 10", "Sunday")}}
	q.wantShown(t, q.ask(t), quoted, "Sunday")
}

func TestADevelopmentThatIsNotDeclaredIsTheFirstNoteAndTheLatest(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_TREND, "sourdough"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-02 10", "Sourdough better.", "*sourdough"), note("2026-02-20 10", "Sourdough great.", "*sourdough"), note("2026-01-02 10", "Sourdough flat.", "*sourdough"),
	}}
	q.form.Uncovered = []string{"crumb"}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "Sourdough flat.", "Sourdough great.")
	wantGap(t, a, commonv1.GapReason_GAP_REASON_UNCOVERED, minor, "crumb")
}

func TestEachSideOfAComparisonIsQuoted(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_COMPARE), evidence: []*commonv1.EvidenceNote{
		note("2026-02-02 10", "The Nikon is sharp.", "Nikon"), note("2026-02-03 10", "The Nikon is heavy.", "Nikon"),
		note("2026-02-04 10", "Nikon once more.", "Nikon"), note("2026-02-05 10", "Zeiss costs too much.", "Zeiss"),
	}}
	q.form.Sides = []*commonv1.QueryForm{form(lookup, "Nikon"), form(lookup, "Zeiss"), form(lookup, "Swarovski")}
	a := q.ask(t)
	q.wantShown(t, a, closest, "The Nikon is sharp.", "The Nikon is heavy.", "Zeiss costs too much.")
	wantGap(t, a, noNotes, minor, "Swarovski")
	if len(a.GetGaps()) != 1 {
		t.Errorf("gaps %v", a.GetGaps())
	}
	q.form.Sides = q.form.GetSides()[:2]
	q.wantShown(t, q.ask(t), quoted, "The Nikon is sharp.", "The Nikon is heavy.", "Zeiss costs too much.")
}

func TestTimesThatCantBeComparedSayWhatKeepsThemFromIt(t *testing.T) {
	t.Parallel()
	morning := &commonv1.ScopeRange{Label: "morning", StartHour: 5, EndHour: 12}
	evening := &commonv1.ScopeRange{Label: "evening", StartHour: 17, EndHour: 22}
	f, one, other := form(commonv1.Wanted_WANTED_COMPARE, "workouts"), form(commonv1.Wanted_WANTED_AGGREGATE, "workouts"), form(commonv1.Wanted_WANTED_AGGREGATE, "workouts")
	f.Ranges, one.Ranges, other.Ranges = []*commonv1.ScopeRange{morning, evening}, []*commonv1.ScopeRange{morning}, []*commonv1.ScopeRange{evening}
	f.Sides = []*commonv1.QueryForm{one, other}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-02 10", "Workouts went well.", "workouts")}}
	wantGap(t, q.ask(t), commonv1.GapReason_GAP_REASON_UNCOVERED, minor, "workouts")
}

func TestAQuestionInAnotherLanguageIsQuoted(t *testing.T) {
	t.Parallel()
	f := form(commonv1.Wanted_WANTED_ADVICE, "Kupplung")
	f.Foreign = true
	q := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-02 10", "Kupplung rutscht.", "*Kupplung")}}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "Kupplung rutscht.")
	if len(a.GetGaps()) != 0 {
		t.Errorf("gaps %v", a.GetGaps())
	}
}

func TestOpenTasksAreQuotedByTheirLinesTheNextDueFirst(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_TASKS), evidence: []*commonv1.EvidenceNote{
		note("2026-02-17 10", "Sunny.\n- [x] pay the rent ✅ 2026-02-18\n- [ ] return the books 📅 2026-02-26\n- [ ] call Ben\n"),
		note("2026-02-18 10", "- [ ] renew the passport 📅 2026-02-24"),
	}}
	q.wantShown(t, q.ask(t), quoted, "- [ ] renew the passport 📅 2026-02-24", "- [ ] return the books 📅 2026-02-26", "- [ ] call Ben", "- [x] pay the rent ✅ 2026-02-18")
	q.form.Tasks = commonv1.TaskState_TASK_STATE_DUE
	q.form.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-25", End: "2026-02-28", Label: "later this week"}}
	q.wantShown(t, q.ask(t), quoted, "- [ ] return the books 📅 2026-02-26")

	// What is not all is told of how many, though the other notes were not retrieved.
	q.edit = func(req *analyzerv1.AnalyzeRequest) {
		req.RetrievalHistory = append(req.RetrievalHistory, &commonv1.RetrievalAttempt{Attempt: 2, Tasks: 21, Instruction: &commonv1.RetrievalInstruction{
			Id: 2, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS, Form: req.GetForm(),
		}})
	}
	if g := q.ask(t).GetGaps(); len(g) != 1 || g[0].GetReason() != commonv1.GapReason_GAP_REASON_CUT || g[0].GetSeen() != 1 || g[0].GetTotal() != 21 {
		t.Errorf("gaps %v", g)
	}
	// That there is none is told as such, and no note is shown in its place.
	q.edit, q.form.Tasks, q.form.Ranges = nil, commonv1.TaskState_TASK_STATE_OVERDUE, nil
	if a := q.ask(t); len(a.GetFindings()) > 0 || len(a.GetGaps()) != 1 || a.GetGaps()[0].GetReason() != commonv1.GapReason_GAP_REASON_NO_NOTES {
		t.Errorf("of nothing overdue: %v", a)
	}
}

func TestWhateverIsFoundBestWholeRunesOfItAreShown(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "a"), evidence: []*commonv1.EvidenceNote{note("2026-02-17 10", "a", "*a")}}
	req := q.request(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab .!?\n\r\té🌱-*,;"))).Draw(t, "text")
		n := req.GetEvidence()[0]
		n.Entry.Text = text
		n.Best = &commonv1.TextRange{Start: rapid.Int32Range(-2, 40).Draw(t, "start"), End: rapid.Int32Range(-2, 40).Draw(t, "end")}
		res, err := analyzer.New().Analyze(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range res.GetAnalysis().GetFindings() {
			r := f.GetQuotes()[0].GetRange()
			shown := text[r.GetStart():r.GetEnd()]
			if shown == "" || strings.TrimSpace(shown) != shown || !utf8.ValidString(shown) {
				t.Fatalf("%q is shown of %q", shown, text)
			}
		}
	})
}
