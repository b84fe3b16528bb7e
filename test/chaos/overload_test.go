package chaos

import (
	"context"
	"slices"
	"time"
)

// beyondCapacity asks three times as many questions as can be answered. What is answered
// meanwhile is nearly as much as ever, what can't be answered in time is refused, all the
// rest has ended soon after, and a new question is answered at once.
func beyondCapacity(c *trial) {
	s := c.start(Layout{Production: true, Retrievers: 2, Outage: 5 * time.Minute})
	apis := s.Clients(c.T)
	if err := keepDiary(c.Context(), apis[0]); err != nil {
		c.Fatal(err)
	}
	a := askQuestions(apis)
	c.askTooMuch(a, callers, time.Duration(c.some(15, 60))*time.Second)
	if a.partly > len(a.answered)/10 {
		c.Errorf("%d of %d questions were answered in part", a.partly, len(a.answered))
	}
	if len(a.failed) > 0 {
		c.Errorf("failed: %v", a.failed)
	}
	for _, fell := range s.Fell() {
		c.Error(fell)
	}
}

// askTooMuch asks for three times as much as so many callers get who wait for each answer.
func (c *trial) askTooMuch(a *asker, callers int, lasting time.Duration) {
	c.Helper()
	a.best(c.Context(), callers, lasting/3) // everything is warm
	best := a.best(c.Context(), callers, lasting/2)
	under := a.flood(c.Context(), 3*best, lasting)
	over := time.Now()
	ended := make(chan struct{})
	go func() { a.asked.Wait(); close(ended) }()
	within := healing + 2*lasting // three times as much takes that much longer at the best pace, if nothing is refused
	select {
	case <-ended:
	case <-time.After(within):
		c.Errorf("calls are open %v after the last was made", within)
	}
	settled := time.Since(over)
	begun := time.Now()
	ctx, cancel := context.WithTimeout(c.Context(), healing)
	defer cancel()
	a.ask(ctx)
	alone := time.Since(begun)
	slices.Sort(a.refusals)
	var refused time.Duration // the median
	if n := len(a.refusals); n > 0 {
		refused = a.refusals[n/2]
	}
	c.Logf("answers a second: %.1f by %d callers, %.1f of three times as many calls for %v (%.0f %%); %d of %d refused, half of them within %v; %d answered in part; the last ended %v later; then one took %v; others: %v",
		best, callers, under, lasting, 100*under/best, len(a.refusals), a.next, refused.Round(time.Millisecond), a.partly,
		settled.Round(100*time.Millisecond), alone.Round(time.Millisecond), a.failed)
	c.Logf("answers in each five seconds: %v", a.timeline())
	// How much is answered in a few seconds depends on what else the machine does.
	if c.long && under < 0.8*best {
		c.Errorf("%.1f answers a second are less than four fifths of %.1f", under, best)
	}
	if alone > 3*time.Second {
		c.Errorf("a call after it took %v", alone)
	}
}
