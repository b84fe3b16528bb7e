package grounding_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAClaimStandsOnTheNotesThatItCites(t *testing.T) {
	t.Parallel()
	ev := grounding.Evidence{
		Today: notes.NewDay(2026, 11, 24), // a Tuesday
		Form:  &commonv1.QueryForm{Text: "When do I see Dr Roth, and what did the 3 stoves cost?"},
		Notes: []*commonv1.EvidenceNote{
			note("n1", "2026-11-20_09-00-00", "Dr Roth: Thurs 14:40, bring the X-rays. Paid 85 € last time."),
			note("n2", "2026-11-03_09-00-00", "Stove 1,240 €, flue 310 €. Delivery tomorrow, “mind the step”."),
			note("n4", "2026-11-12_09-00-00", "La operación ya no es el 26: jueves 3 de diciembre. Concert 13 December 17:00."),
			note("n3", "2026-11-10_09-00-00", "Rent 900 €, heating 85 €."),
			note("n5", "2026-05-17_09-00-00", "A vacina foi quinta passada, dia 14 [7]. Custou £84.20, ontem mais 20 pounds."),
		},
		Facts: []*commonv1.Fact{
			{Id: "v1", Kind: commonv1.FactKind_FACT_KIND_NAMED, Value: 1550, Unit: "EUR"},
			{Id: "f1", Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Value: 985, Unit: "EUR", EntryIds: []string{"2026-11-10_09-00-00"}, Observations: []*commonv1.Observation{
				{EntryId: "2026-11-10_09-00-00", Date: "2026-11-10", Value: 900, Unit: "EUR"}, {EntryId: "2026-11-10_09-00-00", Date: "2026-11-10", Value: 85, Unit: "EUR"},
			}},
		},
	}
	for _, c := range []struct{ name, answer, want string }{
		{"what the cited note says", "You paid 85 € [2026-11-20].", ""},
		{"what another note says", "You paid 900 € [2026-11-20].", "number:900 €"},
		{"any note where none is cited", "You paid 900 €.", ""},
		{"what no note says", "You paid 901 €.", "number:901 €"},
		{"two notes that are cited", "You paid 85 € and 1,240 € [2026-11-20, 2026-11-03_09-00-00] [2026-11-03].", ""},
		{"a reference behind the stop", "You paid 900 €. [2026-11-20] The stove was 1,240 €. [2026-11-03]", "number:900 €"},
		{"what was computed stands on any note", "Together 1,550 € [2026-11-03].", ""},
		{"the day that a weekday of the note means", "It is on Thursday, 26 November, at 14:40 [2026-11-20].", ""},
		{"another day than it means", "It is on 27 November at 14:40 [2026-11-20].", "date:27 November"},
		{"tomorrow, as it was written", "It came on 4 November [2026-11-03].", ""},
		{"how long ago", "That was 3 weeks ago, 21 days [2026-11-03].", ""},
		{"how long ago it was not", "That was 5 weeks ago [2026-11-03].", "number:5 weeks"},
		{"numbers of dates are no amounts", "You paid 24 € [2026-11-20].", "number:24 €"},
		{"quoted words of the note", "Your note says “mind the step” [2026-11-03].", ""},
		{"quoted words of another one", "Your note says “mind the step” [2026-11-10].", "quote:mind the step"},
		{"a note that was not shown", "You paid 85 € [2026-11-21].", "citation:2026-11-21"},
		{"the day of the note that was told before", "It came [2026-11-03]. Since 3 November you pay 85 € [2026-11-20].", ""},
		{"the day of a note that was told nowhere", "It came [2026-11-03]. Since 10 November you pay 85 € [2026-11-20].", "date:10 November"},
		{"a reference behind words that have a stop", "You wrote “mind the step” and “Delivery tomorrow” on 3 November [2026-11-03].", ""},
		{"a day in the words of another language", "It is on Thursday, 3 December [2026-11-12].", ""},
		{"another day than those words name", "It is on 4 December [2026-11-12].", "date:4 December"},
		{"a time behind a day", "It is on 13 December at 17:00 [2026-11-12].", ""},
		{"another language", "Du siehst Dr. Roth am Donnerstag, dem 26. November, um 14:40 Uhr [2026-11-20].", ""},
		{"what was computed of the cited note", "You paid 985 € in all [2026-11-10].", ""},
		{"what was computed of another note", "You paid 985 € in all [2026-11-03].", "number:985 €"},
		{"the value of another note that code has read", "The stove was 900 € [2026-11-03].", "number:900 €"},
		{"a day that the note's own day tells", "It was on 14 May: “quinta passada, dia 14” [2026-05-17].", ""},
		{"its day of the week", "It was on Thursday, 14 May 2026 [2026-05-17].", ""},
		{"another day near it", "It was on 13 May [2026-05-17].", "date:13 May"},
		{"the same day of another month", "It was on 14 March [2026-05-17].", "date:14 March"},
		{"yesterday in another language", "You paid on 16 May [2026-05-17].", ""},
		{"a currency by its sign", "It cost £84.20 and £20 [2026-05-17].", ""},
		{"a currency by its name", "It cost 84.20 pounds [2026-05-17].", ""},
		{"another currency", "It cost €84.20 [2026-05-17].", "number:€84.20"},
		{"a reference of its own", "It cost £84.20 [3] [2026-05-17].", "citation:[3]"},
		{"a number in brackets that the note has", "It was on 14 May [7] [2026-05-17].", ""},
		{"what was asked is no claim", "Nothing is said of 3 stoves.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range grounding.Claims(c.answer, ev) {
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
