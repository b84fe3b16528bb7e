package analyzer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// TestANoteNeedNotHaveTheWordsThatSayNothing asks with words that the notes do
// without, and with such as no note may do without.
func TestANoteNeedNotHaveTheWordsThatSayNothing(t *testing.T) {
	t.Parallel()
	petrol := []*commonv1.Entry{entry("2026-01-05 19", "form filled"), entry("2026-01-19 19", "petrol 500"), entry("2026-02-12 10", "phone fell. screen gone. 3200 at the shop"), entry("2026-02-13 10", "new tyre on the bike"), entry("2026-02-14 10", "lunch with Tom."), entry("2026-02-15 10", "dinner, alone.")}
	for _, tt := range []struct {
		question, subjects, want string // the notes told, or the critical gap
	}{
		{"when did I last fill petrol", "fill, petrol", "2026-01-19"},
		{"how much was the new phone screen", "new, phone, screen", "3200"},
		{"how much was the new phone", "new, phone", "topic:new-phone"},
		{"did I have dinner with Tom", "dinner, tom", "topic:dinner-tom"},
	} {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			a := question{text: tt.question, kind: simple, subjects: strings.Split(tt.subjects, ", "), ranges: []*commonv1.ScopeRange{{}}, entries: petrol}.ask(t)
			if !strings.Contains(print(a), tt.want) {
				t.Errorf("want %q in\n%s", tt.want, print(a))
			}
		})
	}
}
