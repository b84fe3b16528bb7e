package planner_test

import (
	"slices"
	"strings"
	"testing"
)

func TestATimeThatNobodyCanTellIsToldAndNotGuessed(t *testing.T) {
	t.Parallel()
	cases := []struct {
		query, loaded string
		unresolved    string
		subjects      string
		ranges        string
		notice        string
	}{
		{"how did I sleep on Feb 30?", "sleep", "Feb 30", "sleep", "",
			"I can't tell which days “Feb 30” means: February has no day 30."},
		{"what did I do on Feb 30?", "", "Feb 30", "", "",
			"I can't tell which days “Feb 30” means: February has no day 30."},
		{"how did I sleep last week and on April 31?", "sleep", "April 31", "sleep", lastWeek,
			"I can't tell which days “April 31” means: April has no day 31. I looked at last week only."},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, strings.Fields(c.loaded)...))
			if len(res.GetUnresolvedTimes()) != 1 || res.GetUnresolvedTimes()[0].GetText() != c.unresolved || res.GetUnresolvedTimes()[0].GetReason() == "" {
				t.Errorf("unresolved times: %v", res.GetUnresolvedTimes())
			}
			if got := subjects(res); got != c.subjects {
				t.Errorf("subjects = %q, want %q", got, c.subjects)
			}
			if got := ranges(res); got != c.ranges {
				t.Errorf("ranges = %s\nwant     %s", got, c.ranges)
			}
			if !slices.Contains(res.GetNotices(), c.notice) {
				t.Errorf("notices = %q\nwant      %q", res.GetNotices(), c.notice)
			}
			if res.GetNextAction() != retrieve {
				t.Errorf("then %v: the notes are searched first", res.GetNextAction())
			}
		})
	}
}

func TestTimesThatDoNotFitTogetherAreBothLookedAt(t *testing.T) {
	t.Parallel()
	res := plan(t, ask(t, "how did I sleep yesterday last week", "sleep"))
	want := `2026-07-14..2026-07-14 "yesterday"; 2026-07-06..2026-07-12 "last week"`
	if got := ranges(res); got != want {
		t.Errorf("ranges = %s\nwant     %s", got, want)
	}
	if want := []string{"“yesterday” is not in “last week”, so I looked at both."}; !slices.Equal(res.GetNotices(), want) {
		t.Errorf("notices = %q", res.GetNotices())
	}
	for _, fine := range []string{"how did I sleep last week and yesterday", "how did I sleep monday tuesday", "did I run yesterday morning"} {
		if res := plan(t, ask(t, fine, "sleep", "running")); len(res.GetNotices()) > 0 {
			t.Errorf("%q: %q", fine, res.GetNotices())
		}
	}
}

func TestATimeToComeIsAnsweredFromPlansAlone(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"what will I eat next week?", "do I run tomorrow?", "what is planned for the garden next month"} {
		req := ask(t, query, "nutrition", "running")
		res := plan(t, req)
		if len(res.GetNotices()) != 1 || !strings.HasPrefix(res.GetNotices()[0], "Notes can't know the future") {
			t.Errorf("%q: notices = %q", query, res.GetNotices())
		}
		after(req, res, nothing)
		if res = plan(t, req); res.GetNextAction() != synthesize {
			t.Errorf("%q: a search that found nothing goes on with %q", query, searches(res))
		}
	}
}

func TestAQuestionThatIsNotEnglishIsLookedUpByItsWords(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"wie habe ich letzte Woche geschlafen?", "¿cuánto he gastado la semana pasada en comida?", "сколько мы бегали"} {
		res := plan(t, ask(t, query, "sleep"))
		if len(res.GetNotices()) != 1 || !strings.Contains(res.GetNotices()[0], "doesn't seem to be in English") {
			t.Errorf("%q: notices = %q", query, res.GetNotices())
		}
		if got := searches(res); !slices.Equal(got, []string{"question " + query}) {
			t.Errorf("%q: searches = %q", query, got)
		}
	}
	for _, english := range []string{"when did I see Jürgen in Köln?", "jalapeño chili recipe", "naïve Bayes notes", "how was the café", "salsa con queso, when?"} {
		if res := plan(t, ask(t, english)); len(res.GetNotices()) > 0 {
			t.Errorf("%q: %q", english, res.GetNotices())
		}
	}
}

func TestAQuestionOfOnlyEmojiIsLookedUpByThem(t *testing.T) {
	t.Parallel()
	res := plan(t, ask(t, "🏃😀?"))
	if want := []string{"Your question has no words, so I looked for notes with its symbols."}; !slices.Equal(res.GetNotices(), want) {
		t.Errorf("notices = %q", res.GetNotices())
	}
	if got := searches(res); !slices.Equal(got, []string{"question 🏃😀?"}) {
		t.Errorf("searches = %q", got)
	}
}
