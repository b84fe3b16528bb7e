package grounding_test

import (
	"fmt"
	"testing"

	"github.com/weft-mesh/weft/notes/grounding"
)

func BenchmarkCheckAgainst1000Entries(b *testing.B) {
	ev := thousand(b)
	const answer = "You benched 3×5 at 80 kg on 2026-02-03, “felt heavy”, with Marco [2026-02-03]. That is 7.46 kg (9.9%) more than 75 kg."
	for b.Loop() {
		if p := grounding.Check(answer, nil, ev); len(p) > 0 {
			b.Fatal(p)
		}
	}
}

// What stands nowhere is looked for everywhere.
func BenchmarkCheckOfWhatNoneOf1000EntriesSays(b *testing.B) {
	ev := thousand(b)
	for b.Loop() {
		if p := grounding.Check("You benched 347 kg with Ahmed on 2026-05-05.", nil, ev); len(p) != 3 {
			b.Fatal(p)
		}
	}
}

func thousand(b *testing.B) grounding.Evidence {
	ev := evidence(b)
	for i := range 1000 {
		id := fmt.Sprintf("2025-%02d-%02d_%02d-00-00", i/84+1, i/3%28+1, i%24)
		ev.Notes = append(ev.Notes, note("n1", id, fmt.Sprintf("Bench 3x5 @ %d kg with Marco, felt heavy. Slept %d h on the 3rd night.", 60+i%40, i%9)))
	}
	return ev
}
