package rank_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes/rank"
)

// Of those that have every word that matters the newest, or the oldest, come first, in half
// of the room; the best have the other half.
func TestTheNewestOrTheOldestComeFirstWhereTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	x := rank.New()
	for day := 1; day <= 20; day++ {
		text := "Mails, and a swim, and a walk past the old pool."
		if day > 5 && day < 15 {
			text = "Swim in the pool, a long swim, the pool was empty."
		}
		x.Put(rank.Note{ID: fmt.Sprintf("%02d", day), At: at(day, 8, 0), Text: text})
	}
	x.Put(rank.Note{ID: "other", At: at(25, 8, 0), Text: "The pool has a new roof."})
	for _, tt := range []struct {
		order rank.Order
		want  []string
	}{
		{rank.BestFirst, []string{"14", "13", "12", "11"}},
		{rank.NewestFirst, []string{"20", "19", "14", "13"}},
		{rank.OldestFirst, []string{"01", "02", "14", "13"}},
	} {
		var got []string
		for _, m := range x.Rank(rank.Question{Text: "my swim in the pool", Order: tt.order, Limit: 4}).Notes {
			got = append(got, m.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("order %d: %q, want %q", tt.order, got, tt.want)
		}
	}
}
