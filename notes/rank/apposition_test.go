package rank_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/rank"
)

func TestAThingAndTheNameThatNotesGiveItAreOne(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		says, question, note string
		covers               bool
	}{
		"asked by the thing":  {"Our boat, the Swan, was built long ago.", "where is the boat moored", "the Swan is moored at berth 12", true},
		"asked by the name":   {"Rain. Tea with my sister, Anna.", "when did Anna visit Leeds", "my sister wants to visit Leeds", true},
		"not in a list":       {"Bought rope for our boat, paint, nails", "where is the boat moored", "the paint is moored at berth 12", false},
		"not somebody else's": {"Saw his boat, the Swan, at noon.", "where is the boat moored", "the Swan is moored at berth 12", false},
	} {
		x := others(indexOf(
			rank.Note{ID: "says", At: at(-60, 8, 0), Text: tt.says},
			rank.Note{ID: "note", At: at(2, 8, 0), Text: tt.note},
		))
		covers := false
		for _, m := range x.Rank(rank.Question{Text: tt.question}).Notes {
			covers = covers || m.ID == "note" && m.Covers
		}
		if covers != tt.covers {
			t.Errorf("%s: covers %v", name, covers)
		}
	}
}
