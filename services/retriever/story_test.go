package retriever

import (
	"slices"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

// A kept note, by when it was written.
type kept struct{ at, text string }

// told returns when the notes were written that a search finds, in order.
func told(t *testing.T, diary []kept, in *commonv1.RetrievalInstruction) []string {
	t.Helper()
	v, err := vault.Open(t.TempDir(), vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	at := map[string]string{}
	for _, n := range diary {
		when, err := time.Parse("2006-01-02 15:04", n.at)
		if err != nil {
			t.Fatal(err)
		}
		e, err := v.Keep(t.Context(), scope, store.NewEntry{Key: n.at, Time: when, Text: n.text})
		if err != nil {
			t.Fatal(err)
		}
		at[e.GetId()] = n.at
	}
	resp, err := service(t, v).Retrieve(t.Context(), request(in))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range resp.GetEntries() {
		out = append(out, at[e.GetEntry().GetId()])
	}
	slices.Sort(out)
	if n := int(resp.GetResults()[0].GetTotal()); n != len(out) {
		t.Errorf("total = %d of %d entries", n, len(out))
	}
	return out
}

func TestANoteThatGoesOnWithOneFoundComesWithIt(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-14 07:50", "A croissant at the station, again."},
		{"2026-01-14 11:00", "Hungry and grumpy, see above."},
		{"2026-01-14 12:00", "It passed after lunch."},
		{"2026-01-14 18:00", "Deadlift 1x5 @ 120kg."},
		{"2026-01-15 08:00", "That was a short night."},
	}
	want := []string{"2026-01-14 07:50", "2026-01-14 11:00", "2026-01-14 12:00"}
	if got := told(t, diary, topic("croissant")); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestATopicLeadsToTheRestOfItsStory(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-16 21:00", "First propranolol tonight."},
		{"2026-01-23 18:00", "Dizzy standing up at work. The propranolol?"},
		{"2026-01-29 14:00", "Propranolol seems to work. Dizzy at work when I stand up."},
		{"2026-01-30 13:00", "Message to the doctor about the dizziness: take it with food."},
	}
	for _, at := range []string{"2026-01-02", "2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09"} {
		diary = append(diary, kept{at + " 20:00", "Long day at work."}) // a word of many notes leads nowhere
	}
	want := []string{"2026-01-16 21:00", "2026-01-23 18:00", "2026-01-29 14:00", "2026-01-30 13:00"}
	if got := told(t, diary, topic("propranolol")); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	only := topic("propranolol")
	only.DateRange = days("2026-01-16", "2026-01-29")
	if got := told(t, diary, only); !slices.Equal(got, want[:3]) {
		t.Errorf("in a range it found %q, want %q", got, want[:3])
	}
	if got := told(t, diary, keywords(false, "propranolol")); !slices.Equal(got, want[:3]) {
		t.Errorf("a search for words found %q, want %q", got, want[:3])
	}
}

func TestAStoryGoesOnWithItsNamesAndAmounts(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-04 13:30", "Rang Helen the mortgage broker, we pay 702 a month now."},
		{"2026-01-05 12:00", "Helped Tom with the shed."},
		{"2026-01-25 11:20", "Helen rang back: 4.21 % for five years."},
		{"2026-02-07 13:20", "Signed for the 4.21. Done."},
	}
	want := []string{"2026-01-04 13:30", "2026-01-25 11:20", "2026-02-07 13:20"}
	if got := told(t, diary, topic("mortgage")); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestTheDayOfAnOccasionComesWithIt(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-16 20:00", "Baked a cake for Lena's birthday. It leans."},
		{"2026-01-17 14:00", "Lena's birthday! Twelve people in a flat for four."},
		{"2026-01-17 23:30", "Three glasses of wine. Good people."},
		{"2026-01-18 10:00", "Slept in."},
	}
	want := []string{"2026-01-16 20:00", "2026-01-17 14:00", "2026-01-17 23:30"}
	got := told(t, diary, &commonv1.RetrievalInstruction{Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "birthday"})
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	got = told(t, diary, &commonv1.RetrievalInstruction{Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "cake"})
	if want := want[:2]; !slices.Equal(got, want) { // the other one is about Lena too
		t.Errorf("a cake has no day of its own: found %v, want %v", got, want)
	}
}

func TestWhatIsNotedWithoutAWordIsFoundByItsShape(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-05 06:40", "BGL 8.4 fasting"},
		{"2026-01-06 06:30", "bgl 8.1, slept badly"},
		{"2026-01-07 18:00", "Jam, 3.5 kg of sugar"},
		{"2026-01-19 06:30", "7.9. Slept 5 h"},
		{"2026-01-20 06:30", "6.9, first one under 7"},
		{"2026-01-20 17:00", "Petrol 61.20"},
		{"2026-01-21 06:30", "82.4 kg"},
	}
	// Those that say what it is come along: they are the key to the others.
	want := []string{"2026-01-05 06:40", "2026-01-06 06:30", "2026-01-19 06:30", "2026-01-20 06:30"}
	late := topic("bgl")
	late.DateRange = days("2026-01-15", "2026-01-31")
	if got := told(t, diary, late); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	// So does what names something else that they may be of.
	diary = append([]kept{{"2026-01-04 06:35", "Lactate 7.6"}}, diary...)
	if got, want := told(t, diary, late), append([]string{"2026-01-04 06:35"}, want...); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestAmountsAreFoundByHowTheyAreWritten(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-05 17:00", "Aldi 97.30"},
		{"2026-01-06 12:00", "mirror glass £18 off ebay"},
		{"2026-01-07 18:00", "Ran 5.2 km in 31 min"},
		{"2026-01-08 18:00", "New shoes, 65 euros"},
	}
	want := []string{"2026-01-05 17:00", "2026-01-06 12:00"}
	if got := told(t, diary, keywords(false, "£", "0.00")); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
