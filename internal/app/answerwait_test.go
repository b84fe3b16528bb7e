package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
)

// Questions come three times as fast as they are answered. They are refused when the
// answer would take longer than it may, told when to come back, and accepted again when
// those before them are done.
func TestQuestionsThatCannotBeAnsweredInTimeAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		open := []time.Time{} // when they were asked, oldest first
		w := &answerWait{
			open: func(context.Context, string) (int, error) { return len(open), nil }, most: 30 * time.Second, least: 16,
		}
		const takes = 100 * time.Millisecond
		answer := func() {
			if len(open) > 0 {
				w.answered("me", time.Since(open[0]))
				open = open[1:]
			}
		}
		refused, deepest := 0, 0
		for range 600 { // a minute
			for range 3 {
				err := w.check(t.Context(), "me")
				if err == nil {
					open = append(open, time.Now())
					continue
				}
				f, ok := errors.AsType[*fault.Error](err)
				if !ok || f.Reason != fault.QueueFull || f.RetryAfter < time.Second || f.Metadata["limit"] != "runs.max_answer_wait" {
					t.Fatalf("refused with %v", err)
				}
				refused++
			}
			deepest = max(deepest, len(open))
			time.Sleep(takes)
			answer()
		}
		if refused == 0 || deepest < 250 || deepest > 400 {
			t.Errorf("%d refused, and at most %d were open, of which 300 can be answered in time", refused, deepest)
		}
		if err := w.check(t.Context(), "other"); err != nil {
			t.Errorf("another tenant: %v", err)
		}
		for len(open) > 0 {
			time.Sleep(takes)
			answer()
		}
		time.Sleep(2 * time.Second)
		if err := w.check(t.Context(), "me"); err != nil {
			t.Errorf("after it: %v", err)
		}
	})
}

// A few questions to a slow model are no queue, however long each takes.
func TestAFewSlowQuestionsAreNotRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		open := 0
		w := &answerWait{open: func(context.Context, string) (int, error) { return open, nil }, most: 30 * time.Second, least: 64}
		for range 60 {
			if err := w.check(t.Context(), "me"); err != nil {
				t.Fatal(err)
			}
			open++
			time.Sleep(2 * time.Second)
			w.answered("me", 20*time.Second)
		}
	})
}
