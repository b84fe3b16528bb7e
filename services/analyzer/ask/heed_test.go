package ask_test

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

func TestWhatNoReadingTookRestrictsTheQuestion(t *testing.T) {
	t.Parallel()
	today, err := notes.ParseDay("2026-02-23")
	if err != nil {
		t.Fatal(err)
	}
	// What is left of each is for those who know the notes: its subjects, and
	// what says which of them is meant.
	for text, want := range map[string][]string{
		"heaviest bench for 3x5":                         {"bench", "for 3x5"},
		"how far did i run in may":                       nil,
		"how far did i run with Lena in may":             {"with Lena"},
		"average number of drops when I'm on lates":      {"of drops", "on lates"},
		"how many runs took me under 30 minutes":         {"runs"},
		"how long did the migration rehearsal take":      {"the migration rehearsal"},
		"how much did the new glasses set me back":       {"the new glasses"},
		"what percentage of my runs were 6 km or more":   {"of my runs"},
		"how many days since my last beer":               {"beer"},
		"total km in jan and feb combined":               nil,
		"third longest run":                              {"run"},
		"how many smoked fish did I buy":                 {"smoked fish"},
		"difference between my longest and shortest run": {"run"},
	} {
		q := ask.Read(text, commonv1.QueryType_QUERY_TYPE_SIMPLE, today)
		if got := q.Phrased(q.Restricts); !slices.Equal(got, want) {
			t.Errorf("%s: left is %q, want %q", text, got, want)
		}
	}
}
