package synthesizer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAnAnswerEndsWithWhatItDoesNotTakeIntoAccount(t *testing.T) {
	t.Parallel()
	r := counted("bench press", "Bench press: on 2 days last week (2026-02-02 to 2026-02-08).", 2, 2, "2026-02-03_18-04-11", "2026-02-05_18-15-00")
	for _, words := range []string{"with kofi", "for 3x5"} {
		r.Analysis.Gaps = append(r.Analysis.Gaps, &commonv1.Gap{
			Id: words, Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: commonv1.Severity_SEVERITY_NICE_TO_HAVE, Searched: true,
			Description: "“" + words + "” was not taken into account.",
		})
	}
	a, _ := synthesize(t, r)
	if !strings.HasPrefix(a.GetText(), "You noted bench press on 2 days") || !strings.HasSuffix(a.GetText(), "\n\nI did not take “with kofi” and “for 3x5” into account.") {
		t.Errorf("the answer is:\n%s", a.GetText())
	}
	if len(a.GetGapsDisclosed()) != 2 || a.GetConfidence() != commonv1.Confidence_CONFIDENCE_MEDIUM {
		t.Errorf("disclosed %q with %s", a.GetGapsDisclosed(), a.GetConfidence())
	}
}

func TestAnAnswerSaysWhichNotesItTakesForWhatTheyDoNotName(t *testing.T) {
	t.Parallel()
	r := counted("bench press", "Bench press: on 2 days last week (2026-02-02 to 2026-02-08).", 2, 2, "2026-02-03_18-04-11", "2026-02-05_18-15-00")
	r.Analysis.Gaps = append(r.Analysis.Gaps, &commonv1.Gap{
		Id: "taken:bench", Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: commonv1.Severity_SEVERITY_NICE_TO_HAVE, Searched: true,
		Description: "Taken for “bench press”: “80 kg” and others like these.",
	})
	a, _ := synthesize(t, r)
	if !strings.HasSuffix(a.GetText(), "\n\nI took “80 kg” and others like these for “bench press”.") || strings.Contains(a.GetText(), "Taken") {
		t.Errorf("the answer is:\n%s", a.GetText())
	}
}
