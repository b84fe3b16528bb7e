package app

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// countsKept is for how long it is remembered how many questions there were.
	countsKept = 5 * time.Minute
	// paceKept is for how long the pace of answers is believed without a new one.
	paceKept = time.Minute
)

// An answerWait refuses questions that could not be answered within a time, for the
// questions that their tenant has before them. It goes by Little's law: what was asked
// when n questions were open and answered t later shows that one takes t/n. An input whose
// intent is not said may be a note, which is never refused for this.
type answerWait struct {
	open func(ctx context.Context, tenant string) (int, error) // questions that are not answered
	most time.Duration                                         // a question may wait; 0 is for ever
	// least is with how many open questions they wait for each other, and not for a model:
	// with fewer the law tells nothing of how many could be answered side by side.
	least int

	mu      sync.Mutex
	tenants map[string]*openQuestions
}

// openQuestions are those of one tenant.
type openQuestions struct {
	counts   []openCount   // the oldest first
	each     time.Duration // what one question takes, as a moving mean; 0 if that is not known
	measured time.Time
}

type openCount struct {
	at time.Time
	n  int
}

// check returns nil if another question of a tenant can be answered in time, as far as is
// known, and otherwise the error for the caller.
func (w *answerWait) check(ctx context.Context, tenant string) error {
	if w.most == 0 {
		return nil
	}
	n, err := w.count(ctx, tenant)
	if err != nil {
		return nil // the bounds of the queue hold all the same
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	q := w.questionsOf(tenant)
	if expected := q.each * time.Duration(n); n >= w.least && time.Since(q.measured) < paceKept && expected > w.most {
		wait := min(max(expected-w.most, waitLeast), waitMost).Round(time.Second)
		return full(fmt.Sprintf("%d questions are open, and another one would take about %v", n, expected.Round(time.Second)), "runs.max_answer_wait", wait)
	}
	q.counts[len(q.counts)-1].n++
	return nil
}

// count counts the open questions of a tenant, if that was not done just now.
func (w *answerWait) count(ctx context.Context, tenant string) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q := w.questionsOf(tenant)
	if last := len(q.counts) - 1; last >= 0 && time.Since(q.counts[last].at) < tenantEvery {
		return q.counts[last].n, nil
	}
	// Others wait for this count: it does not end with the one who asked for it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), countWithin)
	defer cancel()
	n, err := w.open(ctx, tenant)
	if err != nil {
		return 0, err
	}
	now := time.Now()
	for len(q.counts) > 0 && now.Sub(q.counts[0].at) > countsKept {
		q.counts = q.counts[1:]
	}
	q.counts = append(q.counts, openCount{now, n})
	return n, nil
}

// questionsOf returns what is known of a tenant, and forgets those that have asked nothing for
// long.
func (w *answerWait) questionsOf(tenant string) *openQuestions {
	if q := w.tenants[tenant]; q != nil {
		return q
	}
	for name, q := range w.tenants {
		if len(q.counts) == 0 || time.Since(q.counts[len(q.counts)-1].at) > countsKept {
			delete(w.tenants, name)
		}
	}
	if w.tenants == nil {
		w.tenants = map[string]*openQuestions{}
	}
	w.tenants[tenant] = &openQuestions{}
	return w.tenants[tenant]
}

// answered is told of a question that was answered now, without a pause, and how long
// after it was asked.
func (w *answerWait) answered(tenant string, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q := w.tenants[tenant]
	if q == nil {
		return
	}
	now := time.Now()
	asked, n := now.Add(-took), 0
	for _, c := range q.counts {
		if c.at.After(asked) {
			break
		}
		n = c.n
	}
	if n < w.least {
		return
	}
	each := took / time.Duration(n)
	if q.each == 0 || now.Sub(q.measured) > paceKept {
		q.each = each
	}
	q.each += (each - q.each) / 4
	q.measured = now
}
