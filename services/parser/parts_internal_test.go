package parser

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestPiecesAreTheTextAndEndWhereNothingIsTornApart(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("bench press three sets of five at eighty kilos ", 60)
	for name, text := range map[string]string{
		"lines":         "squat 5x5\n\nbench 3x5\nran 5 km",
		"long sentence": long,
		"sentences":     strings.Repeat("Ran 5 km in the rain. ", 100),
		"no words":      strings.Repeat("ü", 3000),
		"nothing":       "",
	} {
		got := pieces(text)
		if strings.Join(got, "") != text {
			t.Errorf("%s: the pieces are another text", name)
		}
		for _, p := range got {
			if len(p) > longestPiece || !utf8.ValidString(p) || name == "sentences" && !strings.HasSuffix(p, ". ") || name == "long sentence" && !strings.HasSuffix(p, " ") {
				t.Errorf("%s: a piece is %q", name, p)
			}
		}
	}
}

func TestPartsAreAllOfATextAndEachFits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.StringMatching(`[a-zäö .\n]{0,300}`)).Draw(t, "lines"), "\n")
		room := rapid.IntRange(1, 5000).Draw(t, "room")
		parts := divide(text, func(s string) bool { return len(s) <= room })
		if parts == nil {
			return
		}
		if strings.Join(parts, "") != text {
			t.Fatal("the parts are another text")
		}
		for i, p := range parts {
			if len(p) > room {
				t.Fatalf("part %d has %d bytes of %d", i, len(p), room)
			}
		}
	})
}

func TestDataOfPartsIsThatOfAll(t *testing.T) {
	t.Parallel()
	one := map[string]any{"strength": map[string]any{"sets": []any{"a"}, "session": map[string]any{"feel": "good"}}}
	two := map[string]any{"strength": map[string]any{"sets": []any{"b"}, "session": map[string]any{"feel": "bad", "place": "gym"}}, "running": map[string]any{"runs": []any{"c"}}}
	want := map[string]any{
		"strength": map[string]any{"sets": []any{"a", "b"}, "session": map[string]any{"feel": "good", "place": "gym"}},
		"running":  map[string]any{"runs": []any{"c"}},
	}
	if got := join(join(nil, one), two); !reflect.DeepEqual(got, want) {
		t.Errorf("joined: %v", got)
	}
	if len(one["strength"].(map[string]any)["sets"].([]any)) != 1 {
		t.Error("joining changed what was joined")
	}
}
