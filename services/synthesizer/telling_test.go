package synthesizer

import (
	"testing"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func january() *commonv1.DateRange {
	return &commonv1.DateRange{Start: "2026-01-01", End: "2026-01-31"}
}

func oneDay(day string) *commonv1.DateRange { return &commonv1.DateRange{Start: day, End: day} }

func TestAValueIsSaidByWhatNamesIt(t *testing.T) {
	t.Parallel()
	vet := &commonv1.Entry{Id: "e1", Date: "2026-01-10"}
	m := &material{byID: map[string]*commonv1.Entry{"e1": vet}, label: "January"}
	m.focus, _ = notes.ParseRange("2026-01-01", "2026-01-31")
	for _, c := range []struct {
		fact *commonv1.Fact
		want string
	}{
		{&commonv1.Fact{Kind: "sum", Subject: "vet", Value: 212, Unit: "USD", SampleSize: 1, EntryIds: []string{"e1"}, Range: january()}, "Vet: $212, on 2026-01-10"},
		{&commonv1.Fact{Kind: "sum", Subject: "drops", Value: 560, SampleSize: 5, Range: january()}, "Drops: 560 in total in January (2026-01-01 to 2026-01-31), over 5 notes"},
		{&commonv1.Fact{Kind: "average", Subject: "practice exams", Value: 69.8, Unit: "%", SampleSize: 6, Range: january()}, "Practice exams: 69.8% on average in January (2026-01-01 to 2026-01-31)"},
		{&commonv1.Fact{Kind: "average", Subject: "body weight", Measure: "weight", Value: 80.1, Unit: "kg", SampleSize: 1, Range: oneDay("2026-01-08")}, "Your body weight was 80.1 kg on 2026-01-08"},
		{&commonv1.Fact{Kind: "extreme", Subject: "drops", Value: 131, Text: "Highest drops", Range: oneDay("2026-01-03")}, "Highest drops: 131, on 2026-01-03"},
		{&commonv1.Fact{Kind: "record", Subject: "bench press", Measure: "load", Value: 90, Unit: "kg", Range: oneDay("2026-01-03")}, "Your best bench press load is 90 kg, on 2026-01-03"},
		{&commonv1.Fact{Kind: "record", Subject: "blood sugar", Measure: "level", Value: 187, Range: oneDay("2026-01-03")}, "The highest blood sugar level is 187, on 2026-01-03"},
	} {
		if got := m.phraseOf(c.fact); got != c.want {
			t.Errorf("%s of %s: got %q, want %q", c.fact.GetKind(), c.fact.GetSubject(), got, c.want)
		}
	}
}

func TestValuesOfOneThingMakeOneSentence(t *testing.T) {
	t.Parallel()
	distance := &commonv1.Fact{Kind: "extreme", Subject: "run", Measure: "distance", Value: 10, Unit: "mi", Text: "Highest run distance: 10 mi.", Range: oneDay("2026-01-25"), EntryIds: []string{"e1"}}
	duration := &commonv1.Fact{Kind: "extreme", Subject: "run", Measure: "duration", Value: 102.5, Unit: "min", Text: "Highest run duration: 102.5 min.", Range: oneDay("2026-01-25"), EntryIds: []string{"e1"}}
	another := &commonv1.Fact{Kind: "extreme", Subject: "run", Measure: "duration", Value: 110, Unit: "min", Text: "Highest run duration: 110 min.", Range: oneDay("2026-01-27"), EntryIds: []string{"e2"}}
	m := &material{shown: map[string]bool{}}
	say := func(fs ...*commonv1.Fact) string {
		s := statement{facts: fs}
		for _, f := range fs {
			s.words += f.GetText() + " "
		}
		return m.recast(s, false)
	}
	if got, want := say(distance, duration), "Your longest run was 10 mi, on 2026-01-25, the duration 1:42:30 h."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := say(distance, another), "Your longest run was 10 mi, on 2026-01-25. Your longest run was 1 h 50 min, on 2026-01-27."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
