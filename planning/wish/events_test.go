package wish

import "testing"

func TestDaysThatCalendarsSettleAreReadFromWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]EventDays{
		"tidy up, on my free days":                             {Only: true},
		"tidy up on days off":                                  {Only: true},
		"tidy up, only on my days off":                         {Only: true},
		"tidy up, not on my days off":                          {},
		"tidy up, not the day after a night shift":             {Title: "night shift", After: true},
		"tidy up, but not on the day after night shifts":       {Title: "night shifts", After: true},
		"tidy up, never on days with a late shift":             {Title: "late shift"},
		"tidy up, no work on days with Spätdienst":             {Title: "spätdienst"},
		"tidy up, not on days with a late shift, by the 1 May": {Title: "late shift"},
		"tidy up, not on days with a late shift by 1 May":      {Title: "late shift"},
	} {
		w, err := Read(text, now, nil)
		if err != nil || len(w.ByEvents) != 1 || len(w.Unread) > 0 || w.Title != "tidy up" {
			t.Errorf("%s: %+v, %q, %v", text, w.ByEvents, w.Unread, err)
			continue
		}
		got := w.ByEvents[0]
		got.Words = ""
		if got != want {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
	for _, text := range []string{"tidy up, not the day after a night shift unless I slept", "tidy up, on my free days if it is dry", "tidy up, not the day after"} {
		if w, err := Read(text, now, nil); err != nil || len(w.Unread) == 0 || len(w.ByEvents) > 0 {
			t.Errorf("%s is read: %+v, %v", text, w.ByEvents, err)
		}
	}
}
