package recur_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

func TestWhatIsDueOfATaskThatRepeats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, rule, start string
		basis             recur.Basis
		pilesUp           bool
		times             int
		due, on, today    string
		want              string
	}{
		{"nothing is settled yet", "FREQ=DAILY;INTERVAL=3", "2026-01-01", recur.FromSchedule, false, 0, "", "", "2025-12-01", "2026-01-01"},
		{"the next date, though done late", "FREQ=DAILY;INTERVAL=3", "2026-01-01", recur.FromSchedule, false, 1, "2026-01-01", "2026-01-03", "2026-01-03", "2026-01-04"},
		{"the latest that was missed", "FREQ=DAILY;INTERVAL=3", "2026-01-01", recur.FromSchedule, false, 1, "2026-01-01", "2026-01-01", "2026-01-12", "2026-01-10"},
		{"each that was missed", "FREQ=DAILY;INTERVAL=3", "2026-01-01", recur.FromSchedule, true, 1, "2026-01-01", "2026-01-01", "2026-01-12", "2026-01-04 2026-01-07 2026-01-10"},
		{"only the next, when none is missed", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-01-01", recur.FromSchedule, true, 1, "2026-01-01", "2026-01-01", "2026-01-12", "2026-02-01"},
		{"the rule has ended", "FREQ=DAILY;COUNT=2", "2026-01-01", recur.FromSchedule, false, 2, "2026-01-02", "2026-01-02", "2026-01-12", ""},
		{"three days after it was done", "FREQ=DAILY;INTERVAL=3", "2026-01-01", recur.FromCompletion, false, 1, "2026-01-01", "2026-01-09", "2026-01-20", "2026-01-12"},
		{"the start, before it was ever done", "FREQ=DAILY;INTERVAL=3", "2026-01-01", recur.FromCompletion, true, 0, "", "", "2026-01-20", "2026-01-01"},
		{"done before it was due", "FREQ=WEEKLY", "2026-01-08", recur.FromCompletion, false, 1, "2026-01-08", "2026-01-02", "2026-01-02", "2026-01-09"},
		{"the Monday of the week after next", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2026-01-05", recur.FromCompletion, false, 1, "2026-01-05", "2026-01-07", "2026-01-07", "2026-01-19"},
		{"a month from the 31st", "FREQ=MONTHLY", "2026-01-31", recur.FromCompletion, false, 1, "2026-01-31", "2026-01-31", "2026-02-01", "2026-02-28"},
		{"a year from 29 February", "FREQ=YEARLY", "2024-02-29", recur.FromCompletion, false, 1, "2024-02-29", "2024-02-29", "2024-03-01", "2025-02-28"},
		{"the last day of a month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", recur.FromCompletion, false, 1, "2026-01-31", "2026-02-02", "2026-02-02", "2026-02-28"},
		{"done as often as it counts", "FREQ=DAILY;COUNT=2", "2026-01-01", recur.FromCompletion, false, 2, "2026-01-02", "2026-01-02", "2026-01-12", ""},
		{"after its last day", "FREQ=DAILY;INTERVAL=9;UNTIL=20260110", "2026-01-01", recur.FromCompletion, false, 1, "2026-01-01", "2026-01-02", "2026-01-12", ""},
		{"a month on is after its last day", "FREQ=MONTHLY;UNTIL=20260110", "2026-01-01", recur.FromCompletion, false, 1, "2026-01-01", "2026-01-02", "2026-01-12", ""},
	} {
		r := recur.Repeat{Rule: rule(t, c.rule), Start: date(t, c.start), Basis: c.basis, PilesUp: c.pilesUp}
		s := recur.Settled{Times: c.times}
		if c.times > 0 {
			s.Due, s.On = date(t, c.due), date(t, c.on)
		}
		got := strings.Trim(fmt.Sprint(r.Open(s, date(t, c.today))), "[]")
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestOnlyTheLatestThousandPileUp(t *testing.T) {
	t.Parallel()
	r := recur.Repeat{Rule: rule(t, "FREQ=DAILY"), Start: date(t, "2000-01-01"), Basis: recur.FromSchedule, PilesUp: true}
	got := r.Open(recur.Settled{}, date(t, "2026-01-01"))
	if len(got) != 1000 || got[999] != date(t, "2026-01-01") {
		t.Error(len(got), got[len(got)-1])
	}
}

func date(t interface{ Fatal(...any) }, text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
