package grounding_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestANotesOwnWordsAreGrounded(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"bench", "3x5", "80kg", "@ 82.5 kg", "ran 5k in 27:41", "slept 7h30", "8,421 steps", "felt heavy", "with Marco", "on Feb 3",
		"2026-02-03", "at 7 pm", "€12.50", "5:30/km", "half an hour", "twelve", ".", ",", "\n", "1/2", "99%", "#12", "B12", "~60 g",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := "bench " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "words"), " ")
		n := note("n1", "2026-02-03_18-04-11", text)
		ev := grounding.Evidence{Notes: []*commonv1.EvidenceNote{n}}
		if got := grounding.Check(text, []*commonv1.Citation{{Id: n.Entry.Id, Date: n.Entry.Date, Quote: text}}, ev); len(got) > 0 {
			t.Fatalf("%q: %v", text, got)
		}
	})
}

func TestANumberIsGroundedIfAndOnlyIfItRoundsToTheFact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := float64(rapid.IntRange(1000, 999999).Draw(t, "value")) / 100
		digits := rapid.IntRange(0, 2).Draw(t, "digits")
		off := rapid.SampledFrom([]int{0, 1, -1, 7}).Draw(t, "off")
		scale := []float64{1, 10, 100}[digits]
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'f', digits, 64), 64)
		if err != nil {
			t.Fatal(err)
		}
		shown := strconv.FormatFloat(rounded+float64(off)/scale, 'f', digits, 64) + " kg"
		ev := grounding.Evidence{
			Today:    notes.NewDay(2026, 2, 3),
			Analysis: &commonv1.Analysis{Facts: []*commonv1.Fact{{Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Value: value, Unit: "kg"}}},
		}
		got := grounding.Check("It was "+shown+" then.", nil, ev)
		// Exactly half a step may be rounded either way.
		half := strings.HasSuffix(strconv.FormatFloat(value*scale*10, 'f', 0, 64), "5")
		if ok := len(got) == 0; ok != (off == 0) && !(half && (off == 1 || off == -1)) {
			t.Fatalf("%s for %v: %v", shown, value, got)
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add("You benched “80 kg” on Feb 3 [2026-02-03], 7h30 at 5:30/km.", "Bench 80 kg")
	f.Add("[2026-02-03", "\"")
	f.Add("31.12.99 30 February 12:99:99 1,2,3.4", "½ km Ran 2026-99-99")
	f.Fuzz(func(t *testing.T, answer, text string) {
		ev := grounding.Evidence{Notes: []*commonv1.EvidenceNote{note("n1", "2026-02-03_18-04-11", text)}}
		for _, p := range grounding.Check(answer, nil, ev) {
			if p.Text == "" || !strings.Contains(answer, p.Text) {
				t.Fatalf("the problem %+v is not about words of %q", p, answer)
			}
		}
	})
}
