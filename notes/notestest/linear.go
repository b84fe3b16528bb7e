package notestest

import (
	"testing"
	"time"
)

const (
	// quick is so little work that how it grows can't be told from noise.
	quick = 100 * time.Millisecond
	// steps is how many times longer the long text is than the short one, and
	// mostGrowth how many times more work it may be. Work that grows with the
	// square of the length would be sixteen times as much.
	steps, mostGrowth = 4, 10
	// tries is how often a text is worked on. Of the long text the least time counts
	// and of the short one the greatest, so that noise never fails a test.
	tries = 6
)

// Linear fails if the work on a text of one of the shapes grows faster than the
// text. The longest has so many bytes. It must not run beside other tests, since
// it counts the time of all processors that the process has used.
func Linear(t *testing.T, most int, work func(text string)) {
	t.Helper()
	most /= slower
	for _, s := range Shapes() {
		long := spent(work, s.Text(most))
		if long < quick {
			continue
		}
		short := spent(work, s.Text(most/steps))
		for range tries - 1 {
			if long <= mostGrowth*short {
				break
			}
			long = min(long, spent(work, s.Text(most)))
			short = max(short, spent(work, s.Text(most/steps)))
		}
		if long > mostGrowth*short {
			t.Errorf("%s: %d bytes take %v, a fourth of them %v", s.Name, most, long, short)
		}
	}
}

// spent is the processor time of work on a text.
func spent(work func(string), text string) time.Duration {
	begin := processorTime()
	work(text)
	return processorTime() - begin
}
