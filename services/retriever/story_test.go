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

// A plan for a day to come is found with the later note by which it is off, that names no day and
// may be of weeks later, and not with one of something else.
func TestAPlanComesWithTheNoteThatSettlesIt(t *testing.T) {
	t.Parallel()
	diary := []kept{
		{"2026-01-05 17:00", "Dentist on 10 September at 9"},
		{"2026-01-06 12:00", "Dentist was lovely on the phone"},
		{"2026-01-25 12:00", "Dentist cancelled"},
		{"2026-01-26 12:00", "Ann's dentist cancelled"},
	}
	in := &commonv1.RetrievalInstruction{
		Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"10 September"},
		Prefer: []*commonv1.DateRange{{Start: "2026-09-10", End: "2026-09-10"}},
	}
	want := []string{"2026-01-05 17:00", "2026-01-25 12:00"}
	if got := told(t, diary, in); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
