package planner_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/notestest"
)

func TestWhatAQuestionAsksForTooMuchOfIsSaid(t *testing.T) {
	t.Parallel()
	var dates []string
	for i := range 40 {
		dates = append(dates, time.Date(2026, 1, 1+3*i, 0, 0, 0, 0, time.UTC).Format("2006-01-02"))
	}
	for name, tt := range map[string]struct{ query, notice string }{
		"spans": {
			"How did I sleep on " + strings.Join(dates, " and ") + "?",
			"The question names 40 spans of time; only the first 32 were looked at.",
		},
		"parts": {
			strings.Repeat("How did I sleep last week? What did I eat yesterday? ", 5),
			"The question has 10 parts, more than 8, so it was read as one.",
		},
		"searches": {
			"What did I do on " + strings.Join(dates[:20], " and ") + "?",
			"searches; only the first 16 were made.",
		},
		"bytes": {
			strings.Repeat("today ", 10_000) + "how did I sleep?",
			"The question is long (60016 bytes); only its first and last 2047 bytes were read.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, tt.query))
			if !slices.ContainsFunc(res.GetNotices(), func(n string) bool { return strings.HasSuffix(n, tt.notice) }) {
				t.Errorf("notices = %q\nwant      %q", res.GetNotices(), tt.notice)
			}
			if len(res.GetInstructions()) == 0 || len(res.GetInstructions()) > 16 || len(res.GetTimeRanges()) > 32 || len(res.GetNotices()) > 16 {
				t.Errorf("%d instructions, %d times, %d notices", len(res.GetInstructions()), len(res.GetTimeRanges()), len(res.GetNotices()))
			}
		})
	}
}

func TestATimeThatIsSaidOverAndOverIsOneTime(t *testing.T) {
	t.Parallel()
	res := plan(t, ask(t, "How did I sleep "+strings.Repeat("last week and ", 200)+"last week?"))
	if len(res.GetForm().GetRanges()) > 2 || len(res.GetNotices()) > 0 {
		t.Errorf("%d ranges, notices %q", len(res.GetForm().GetRanges()), res.GetNotices())
	}
}

func TestAQuestionAtTheEndOfALongPasteIsRead(t *testing.T) {
	t.Parallel()
	paste := strings.Repeat("The committee met and nothing was decided. ", 1000)
	res := plan(t, ask(t, paste+"How did I sleep last week?"))
	if got := res.GetForm().GetText(); len(got) > excerpt.Question || !strings.HasSuffix(got, "How did I sleep last week?") {
		t.Errorf("the question is %d bytes long and ends with %q", len(got), got[len(got)-40:])
	}
	if len(res.GetTimeRanges()) != 1 {
		t.Errorf("times = %v", res.GetTimeRanges())
	}
}

// The longest question is four times as long as what is read of one: with the bound
// gone, the work would grow with the square. The test does not run beside others: it
// counts processor time.
func TestTheWorkOnAQuestionGrowsWithItsLength(t *testing.T) {
	req := ask(t, "", "strength", "running", "sleep")
	notestest.Linear(t, 4*excerpt.Question, func(text string) {
		req.Query = text
		plan(t, req)
	})
}
