package network

import "sort"

// far is later than any time: the sum of all durations and lags of the largest
// network is below.
const far Minute = 1 << 60

// A calendar counts minutes of its spans alone. A nil one counts all time.
type calendar struct {
	spans  []Span
	before []Minute // minutes of the spans before each; one more entry for all
}

func newCalendar(spans []Span) *calendar {
	c := &calendar{spans, make([]Minute, len(spans)+1)}
	for i, s := range spans {
		c.before[i+1] = c.before[i] + s.To - s.From
	}
	return c
}

func (c *calendar) total() Minute { return c.before[len(c.spans)] }

// count returns how many minutes of the calendar are before t.
func (c *calendar) count(t Minute) Minute {
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].To > t })
	if i == len(c.spans) {
		return c.total()
	}
	return c.before[i] + max(0, t-c.spans[i].From)
}

func (c *calendar) begin() Minute {
	if len(c.spans) == 0 {
		return far
	}
	return c.spans[0].From
}

// after returns the earliest time that is lag or more after t: far if the
// calendar ends before, 0 if a lead goes back beyond its begin.
func (c *calendar) after(t, lag Minute) Minute {
	if c == nil || lag == 0 {
		return t + lag
	}
	n := c.count(t) + lag
	switch {
	case n <= 0:
		return 0
	case n > c.total():
		return far
	}
	i := sort.Search(len(c.spans), func(i int) bool { return c.before[i+1] >= n })
	return c.spans[i].From + n - c.before[i]
}

// latest returns the latest time of which after is no later than t: far if there
// is no latest. Before the calendar begins all time counts, so that there is
// an answer.
func (c *calendar) latest(t, lag Minute) Minute {
	if c == nil || lag == 0 {
		return t - lag
	}
	n := c.count(t) - lag
	if n >= c.total() {
		return far
	}
	if n < 0 {
		return n + min(t, c.begin())
	}
	i := sort.Search(len(c.spans), func(i int) bool { return c.before[i+1] > n })
	return c.spans[i].From + n - c.before[i]
}
