package grounding_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func note(label, id, text string, headings ...string) *commonv1.EvidenceNote {
	e := &commonv1.Entry{Id: id, Text: text, Headings: headings}
	if !strings.HasPrefix(id, "note_") {
		e.Date = id[:10]
	}
	return &commonv1.EvidenceNote{Label: label, Entry: e}
}

func evidence(t testing.TB) grounding.Evidence {
	t.Helper()
	load := &commonv1.Measure{Domain: "strength", Name: "load"}
	return grounding.Evidence{
		Today: notes.NewDay(2026, 2, 10),
		Form: &commonv1.QueryForm{
			Text:       "Bench: plan was 100 kg. Did I do it with Anna last week?",
			Subjects:   []*commonv1.Subject{{Name: "bench press", Words: "Bench"}},
			Ranges:     []*commonv1.ScopeRange{{Start: "2026-02-02", End: "2026-02-08", Label: "last week"}},
			Conditions: []*commonv1.Condition{{Measure: load, Operator: commonv1.Operator_OPERATOR_MORE, Value: 61, Unit: "kg"}},
		},
		Notes: []*commonv1.EvidenceNote{
			note("n1", "2026-02-03_18-04-11", "Bench 3x5 @ 80kg with Marco, felt heavy.\nSlept 5h, walked 8,421 steps."),
			note("n2", "note_8f58dc44bcfd_2f453c20", "Swordfish", "House", "Wifi 7"),
			note("n3", "2026-02-05_07-00-00", "Ran 10.2 km with Café Runners in 3330 s, see [[2025-06-01]]"),
			note("n4", "2026-02-07_09-00-00", "Squats 5/5/5 at 185 lb. Race on March 14, 2026. Finished in 45:30."),
		},
		Analysis: &commonv1.Analysis{
			Facts: []*commonv1.Fact{
				{
					Kind: commonv1.FactKind_FACT_KIND_CHANGE, Subject: "bench press", Measure: load, Value: 82.46, Unit: "kg", Baseline: proto.Float64(75),
					SampleSize: 14, BaselineSize: 17, Range: &commonv1.ScopeRange{Start: "2026-01-01", End: "2026-02-08"},
					Observations: []*commonv1.Observation{{EntryId: "2026-01-19_06-30-00", Date: "2026-01-19", Minute: 390, Value: 77.5, Unit: "kg"}},
				},
				{
					Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Subject: "sleep", Measure: &commonv1.Measure{Domain: "sleep", Name: "duration"},
					Value: 6.9, Unit: "h", SampleSize: 31,
				},
				{Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: commonv1.Aggregate_AGGREGATE_RATE, Subject: "running", Value: 2.5, Unit: "per week", SampleSize: 10, EntryIds: []string{"2026-01-03_07-00-00"}},
				{
					Kind: commonv1.FactKind_FACT_KIND_VALUES, Subject: "pull-up", Value: 999, Unit: "kg",
					Observations: append(slices.Repeat([]*commonv1.Observation{{EntryId: "2026-01-19_06-30-00", Date: "2026-01-19", Value: 12.5, Unit: "kg"}}, 6),
						&commonv1.Observation{EntryId: "2026-01-19_06-30-00", Date: "2026-01-19", Value: 15, Unit: "kg"}),
				},
			},
			Findings: []*commonv1.Finding{{Kind: commonv1.FindingKind_FINDING_KIND_STATEMENT, Claim: "It took 4 nights"}},
		},
		Gaps: []*commonv1.Gap{
			{Id: "g", Reason: commonv1.GapReason_GAP_REASON_NO_NOTES, Words: []string{"resting pulse", "Easter"}},
			{Id: "c", Reason: commonv1.GapReason_GAP_REASON_CUT, Seen: 500, Total: 1074},
		},
		Clarifications: []*commonv1.Clarification{{Question: "How do you feel, 1 to 9?", Answer: "around 7, my left knee is a bit wired"}, {Answer: "declined 66", Declined: true}},
		Search:         &commonv1.SearchOutcome{Missing: []*commonv1.MissingWord{{Word: "Sworfish", Like: []string{"Swordfight"}}}},
		Unresolved:     []*commonv1.UnresolvedTime{{Text: "November 31", Reason: "November has 30 days"}},
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, answer string
		want         string // kind:text of each problem
	}{
		{"what stands in a note", "You benched 3×5 at 80 kg on 2026-02-03.", ""},
		{"an undated note by its title", "Your note “House › Wifi 7” says: “Swordfish” [note_8f58dc44bcfd_2f453c20].", ""},
		{"an undated note that was not retrieved", "Swordfish [note_8f58dc44bcfd_00000000].", "citation:[note_8f58dc44bcfd_00000000]"},
		{"a number that no note has", "You benched 3x11 at 85 kg.", "number:11 number:85 kg"},
		{"the right number in the wrong unit", "You benched 80 lb.", "number:80 lb"},
		{"the unit converted and rounded", "You squatted 84 kg (83.9 kg).", ""},
		{"the unit converted and not rounded", "You squatted 83 kg.", "number:83 kg"},
		{"zeros and separators", "80.0 kg, 8421 steps or 8,421 steps", ""},
		{"a number of a computed fact, rounded as shown", "82 kg, exactly 82.5 kg or 82.46 kg", ""},
		{"more digits than there are", "82.47 kg", "number:82.47 kg"},
		{"difference and percent of a change", "That is 7.46 kg or 9.9% (about 10%) more than 75 kg.", ""},
		{"a wrong percent", "That is 12% more.", "number:12%"},
		{"hours and minutes for decimal hours", "You slept 6 h 54 min on average over 31 nights, 5 hours once.", ""},
		{"a duration in other clothes", "It took 55:30 for 10.2 km, and 45.5 minutes later on.", ""},
		{"a duration that is wrong", "It took 55:31.", "number:55:31"},
		{"the time of an entry", "You wrote it at 18:04 or 6:04 pm.", ""},
		{"a time nobody wrote", "You wrote it at 5:04 pm.", "number:5:04 pm"},
		{"number words", "You trained on three days, seven of ten.", ""},
		{"number words are not judged", "You had eleven sessions.", ""},
		{"number words that only point", "The two lifts are alike. Both eleven and the eleven.", ""},
		{"a count does not stand for kilograms", "You lifted 31 kg.", "number:31 kg"},
		{"a rate", "You ran 2.5 times a week, 3 times on average.", ""},
		{"list numbers are no claims", "1. You slept 5 h\n2. You ran\n42) done", ""},
		{"digits of a date are no evidence for numbers", "You did 2026 push-ups and 26 others.", "number:26"},
		{"what was asked may be denied", "There is no note of 100 kg.", ""},
		{"what was asked may stand over a part of the answer", "**Did I bench 100 kg?**\nYou did not.", ""},
		{"the question may be repeated as a whole", "**Bench: plan was 100 kg. Did I do it with Anna last week?**\nYou did not.", ""},
		{"a long question may be repeated in part", "**Bench: plan was 100 kg. Did I do …**\nYou did not.", ""},
		{"its beginning alone is a claim", "Bench: plan was 100 kg.", "number:100 kg"},
		{"a date may end a sentence", "It was on 19 Jan. Zebras follow.", ""},
		{"a link to a day in the words of a note is no citation", "> see [[2025-06-01]]", ""},
		{"a number that nobody asked for may not", "**Did I bench 111 kg?**\nYou did not.", "number:111 kg"},
		{"what was asked may not be claimed", "Yes, you benched 100 kg.", "number:100 kg"},
		{"what the user said counts as evidence, word for word", "You said: “around 7, my left knee is a bit wired”.", ""},
		{"what the user did not say in these words is no quotation", "You said: “around 7, your left knee is a bit wired”.", "quote:around 7, your left knee is a bit wired"},
		{"the values of a fact, with their days and times", "It was 77.5 kg on Jan 19 [2026-01-19] at 6:30.", ""},
		{"the sizes of both samples", "From 14 and 17 values.", ""},
		{"the days of all notes of a fact", "The first was on Sat 3 Jan, the last on 2026-01-19.", ""},
		{"the same value several times in a note", "On 2026-01-19: 6 × 12.5 kg, 15 kg.", ""},
		{"a list of values has no total", "That is 999 kg.", "number:999 kg"},
		{"a condition of the question", "Of more than 61 kg there are 14 values.", ""},
		{"how much of the notes was seen", "I saw 500 of 1,074 notes.", ""},
		{"words that no note has, and those like them", "No note has “Sworfish”; some have “Swordfight”.", ""},
		{"a time that there is not", "November has 30 days.", ""},
		{"seven o'clock is no seven hours", "You ran for 420 min.", "number:420 min"},
		{"declined clarifications don't", "You said 66.", "number:66"},
		{"dates in the usual notations", "Feb 3, 3 February 2026, Tuesday, Feb 3rd, 03.02.2026, 2/3/2026, 3/2/2026, 2026/02/03, in February, in 2026, 2026: yes", ""},
		{"dates without evidence", "On Feb 4, 2026-02-06, in April and in 2024.", "date:Feb 4 date:2026-02-06 date:April date:2024"},
		{"four digits with a unit are no year", "You ate 2024 kcal and swam 1900 m.", "number:2024 kcal number:1900 m"},
		{"the wrong weekday", "Monday, February 3", "date:Monday, February 3"},
		{"may is a verb", "You may rest. March on.", ""},
		{"days of ranges, of texts and today", "From 2026-01-01 to February 8 and on Mar 14; as of 2026-02-10.", ""},
		{"a citation by day and by id", "Heavy [2026-02-03] [2026-02-05_07-00-00].", ""},
		{"a citation of what was not retrieved", "Heavy [2026-02-04] [2026-02-05_07-00-01].", "citation:[2026-02-04] citation:[2026-02-05_07-00-01]"},
		{"a day of the scope is no entry", "Heavy [2026-02-02].", "citation:[2026-02-02]"},
		{"quoted words", "You wrote “felt heavy” and \"Slept 5h … steps\", you said “a bit wired”.", ""},
		{"words that nobody said", "You wrote “felt really heavy”.", "quote:felt really heavy"},
		{"names and words of any language are not judged", "Du hast mit Julia auf der Bank gedrückt.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range grounding.Check(c.answer, nil, evidence(t)) {
				got = append(got, string(p.Kind)+":"+p.Text)
				if !strings.Contains(c.answer, p.Claim) || !strings.Contains(p.Claim, p.Text) || p.Reason == "" {
					t.Errorf("the claim %q of %q is not where it stands, or has no reason", p.Claim, p.Text)
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got  %q\nwant %q", s, c.want)
			}
		})
	}
}

func TestCitations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		id, date, quote string
		want            string
	}{
		{"a quote as it stands", "2026-02-03_18-04-11", "2026-02-03", "felt heavy.\nSlept 5h", ""},
		{"an entry that was not retrieved", "2026-02-03_18-04-12", "2026-02-03", "x", "was not retrieved"},
		{"another day", "2026-02-03_18-04-11", "2026-02-04", "felt heavy", "is of 2026-02-03"},
		{"words that are almost there", "2026-02-03_18-04-11", "2026-02-03", "Felt heavy", "does not contain"},
		{"no words", "2026-02-03_18-04-11", "2026-02-03", " ", "quotes nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := grounding.Check("", []*commonv1.Citation{{Id: c.id, Date: c.date, Quote: c.quote}}, evidence(t))
			if c.want == "" {
				if len(got) != 0 {
					t.Errorf("got %v, want no problem", got)
				}
				return
			}
			if len(got) != 1 || !strings.Contains(got[0].Reason, c.want) {
				t.Errorf("got %v, want %q", got, c.want)
			}
		})
	}
}

func TestCitedNotesMayBeCounted(t *testing.T) {
	t.Parallel()
	ev := evidence(t)
	ev.Notes = append(ev.Notes, note("n5", "2026-02-03_20-00-00", "Read a book"))
	cited := []*commonv1.Citation{
		{Id: "2026-02-03_18-04-11", Date: "2026-02-03", Quote: "Bench"}, {Id: "2026-02-03_20-00-00", Date: "2026-02-03", Quote: "Read"},
	}
	if got := grounding.Check("These are 2 notes.", cited, ev); len(got) > 0 {
		t.Errorf("got %v", got)
	}
	if got := grounding.Check("These are 37 notes.", cited, ev); len(got) != 1 {
		t.Errorf("got %v, want one problem", got)
	}
}

func TestAFactIsToldByItsValueInAnyUnit(t *testing.T) {
	t.Parallel()
	f := &commonv1.Fact{Value: 82.46, Unit: "kg"}
	for answer, want := range map[string]bool{"It was 82.5 kg.": true, "It was 181.8 lb.": true, "It was 83 kg.": false, "82.5 h": false, "": false} {
		if got := grounding.Tells(answer, f); got != want {
			t.Errorf("%q tells it: %v", answer, got)
		}
	}
}
