package command

import (
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestALookOverTheNotesSaysWhoLookedAndWhatWasFound(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.weft("", "log", "My left knee is injured since the marathon.", "--now", "2026-02-18T18:20").mustExit(t, exitDone)
	got := h.weft("", "reflect", "--since", "30d")
	got.mustExit(t, exitDone)
	if got.out != "nothing new to remember\n" {
		t.Errorf("printed %q", got.out)
	}
	mustContain(t, got.errOut, "no model is configured for this, so rules reviewed 1 note since 2026-01-24")
	got = h.weft("", "reflect", "--since", "2026-02-20", "-o", "json")
	mustContain(t, got.out, `"since": "2026-02-20"`)
	h.weft("", "reflect", "--since", "yesterday").mustExit(t, exitUsage)
	mustContain(t, h.weft("", "reflect", "--help").out, "weft reflect --since 30d", "Without a model, rules look")
}

func TestWhatALookOverTheNotesFoundIsPrintedWithItsSource(t *testing.T) {
	t.Parallel()
	var p program
	got := p.reflected(&orchestratorv1.ReflectResponse{
		Updates: []*observerv1.ContextUpdate{{
			Category: observerv1.Category_CATEGORY_FACT, Key: "knee_injury", Value: "left side",
			Certainty: observerv1.Certainty_CERTAINTY_LIKELY, Source: "2026-02-18_18-20-00",
		}},
		Archived:   []string{"- mood: low (tentative, from query 2025-10-01)"},
		Provenance: &commonv1.Provenance{Mind: commonv1.Mind_MIND_MODEL},
	})
	want := "fact  knee_injury: left side (likely, from 2026-02-18_18-20-00)\narchived  - mood: low (tentative, from query 2025-10-01)\n"
	if got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

func TestADayBackIsADateOrSoManyDays(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 2, 23, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{"30d": "2026-01-24", "4w": "2026-01-26", "0d": "2026-02-23", "2026-01-31": "2026-01-31", "soon": "", "99999d": "", "2026-02-31": ""} {
		got, err := dayBack("--since", text, today)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, error %v", text, got, err)
		}
		if err != nil && !strings.Contains(err.Error(), "30d") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
