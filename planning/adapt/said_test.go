package adapt

import "testing"

func TestTheLogTellsTimesAsPeopleSayThem(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]string{
		"saw done; free again: block 1 of step-1 (2027-02-23 17:30 – 2027-02-23 18:30), block 3 of step-1 (2027-02-25 17:30 – 2027-02-25 18:30)": "saw done; free again: Tue 23 Feb 17:30–18:30, Thu 25 Feb 17:30–18:30",
		"block 1 of x (2027-02-33 17:30 – 2027-02-23 18:30)": "block 1 of x (2027-02-33 17:30 – 2027-02-23 18:30)",
		"the schedule was approved":                          "the schedule was approved",
	} {
		if got := TimesAsSaid(what); got != want {
			t.Errorf("%q is told as %q, not %q", what, got, want)
		}
	}
}
