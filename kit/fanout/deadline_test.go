package fanout

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
)

func TestADeadlineCountsFromTheArrivalAndIsBoundByTheCallersClock(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		patience time.Duration
		arrived  time.Duration // after it was sent, by the clock of who takes it
		left     time.Duration // at the arrival
		late     time.Duration
	}{
		"at once":                                {10 * time.Second, 0, 10 * time.Second, 0},
		"a clock that is a little fast":          {time.Second, 1500 * time.Millisecond, time.Second, 0},
		"a clock that is slow":                   {time.Second, -time.Minute, time.Second, 0},
		"under way for a part of the time":       {10 * time.Second, 9 * time.Second, 3 * time.Second, 0},
		"under way for longer than it is wanted": {time.Second, 10 * time.Second, -7 * time.Second, 7 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := nats.Header{}
			setDeadline(h, sent, sent.Add(tt.patience))
			arrived := sent.Add(tt.arrived)
			deadline, late := Deadline(micro.Headers(h), arrived)
			if left := deadline.Sub(arrived); left != tt.left || late != tt.late {
				t.Errorf("%v left, %v late; want %v and %v", left, late, tt.left, tt.late)
			}
		})
	}
	if deadline, late := Deadline(micro.Headers{}, sent); !deadline.IsZero() || late != 0 {
		t.Errorf("a request without a deadline has one: %v, %v", deadline, late)
	}
	if deadline, _ := Deadline(micro.Headers{timeoutHeader: {"1s"}, deadlineHeader: {"soon"}}, sent); deadline != sent.Add(time.Second) {
		t.Errorf("of a time that can't be read: %v", deadline)
	}
}
