package notes

import "testing"

func TestARangeOfTenThousandYearsHasAllItsDays(t *testing.T) {
	t.Parallel()
	r, err := ParseRange("0001-01-01", "9999-12-31")
	if err != nil || r.Days() != 3_652_059 {
		t.Errorf("it has %d days (%v)", r.Days(), err)
	}
}
