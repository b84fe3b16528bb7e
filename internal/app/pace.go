package app

import "time"

const (
	// paceOver is the time over which runs that end are counted.
	paceOver = 10 * time.Second
	// waitLeast and waitMost bound when a caller who was refused is to try again.
	waitLeast = time.Second
	waitMost  = time.Minute
	// freed is the part of a full queue, one in so many, that is worth coming back for:
	// whoever was refused is not alone.
	freed = 100
)

// A pace is how fast runs leave the queue. The zero value has seen nothing.
type pace struct {
	since time.Time
	from  int64   // that had left by then
	rate  float64 // a second, over the stretch before
	last  int64
	now   time.Time
}

// saw is told how many runs have left the queue, ever.
func (p *pace) saw(left int64, now time.Time) {
	if p.since.IsZero() || left < p.last { // the queue was made anew
		*p = pace{since: now, from: left}
	}
	if d := now.Sub(p.since); d >= paceOver {
		p.rate = float64(left-p.from) / d.Seconds()
		p.since, p.from = now, left
	}
	p.last, p.now = left, now
}

// wait is when to try again at a queue that is full with so many runs: when a part of
// them has left it, as fast as runs do now.
func (p *pace) wait(limit int) time.Duration {
	rate := p.rate
	if d := p.now.Sub(p.since); d >= time.Second {
		rate = max(rate, float64(p.last-p.from)/d.Seconds())
	}
	if rate == 0 {
		return waitLeast
	}
	d := time.Duration(float64(max(1, limit/freed)) / rate * float64(time.Second))
	return min(max(d, waitLeast), waitMost).Round(time.Second)
}
