package synthesizer

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestASumIsSaidAsSomebodySaysWhatTheySpent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, subject, want string }{
		{"how much did i spend in november", "spent", "You spent €1,167.20 in November, over 4 notes"},
		{"what did i spend on groceries", "groceries", "You spent €1,167.20 on groceries in November, over 4 notes"},
		{"what did the gigs pay", "gigs", ""},
	} {
		m := &material{query: c.query}
		f := &commonv1.Fact{Kind: "sum", Subject: c.subject, Unit: "EUR", Value: 1167.2, SampleSize: 4}
		if got := m.paidFor(f, amount(f.GetValue(), f.GetUnit()), " in November"); got != c.want {
			t.Errorf("%s: %q", c.query, got)
		}
	}
}
