package planner_test

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
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
		{"what did I do on Feb 30?", "", "Feb 30", "", last30,
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
			if got := strings.Join(res.GetScope().GetSubjects(), ", "); got != c.subjects {
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
	want := `FOCUS 2026-07-14..2026-07-14 "yesterday"; FOCUS 2026-07-06..2026-07-12 "last week"`
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
	for _, query := range []string{"what will I eat next week?", "do I run tomorrow?", "what is planned for next month"} {
		req := ask(t, query, "nutrition", "running")
		res := plan(t, req)
		if len(res.GetNotices()) != 1 || !strings.HasPrefix(res.GetNotices()[0], "Notes can't know what is to come") {
			t.Errorf("%q: notices = %q", query, res.GetNotices())
		}
		if !slices.ContainsFunc(searches(res), func(s string) bool { return strings.Contains(s, "plan, goal") }) {
			t.Errorf("%q: plans are not looked for: %q", query, searches(res))
		}
		after(req, res, nothing)
		if res = plan(t, req); res.GetNextAction() != synthesize {
			t.Errorf("%q: a search that found nothing goes on with %q", query, searches(res))
		}
	}
}

func TestAQuestionThatIsNotEnglishIsLookedUpByItsWords(t *testing.T) {
	t.Parallel()
	cases := []struct{ query, subjects string }{
		{"wie habe ich letzte Woche geschlafen?", "geschlafen"},
		{"¿cuánto he gastado la semana pasada en comida?", "gastado, pasada, comida"},
		{"сколько мы бегали", "сколько, мы, бегали"},
	}
	for _, c := range cases {
		res := plan(t, ask(t, c.query, "sleep"))
		if len(res.GetNotices()) != 1 || !strings.Contains(res.GetNotices()[0], "does not seem to be in English") {
			t.Errorf("%q: notices = %q", c.query, res.GetNotices())
		}
		if got := strings.Join(res.GetScope().GetSubjects(), ", "); !strings.Contains(got, c.subjects) {
			t.Errorf("%q: subjects = %q, want %q among them", c.query, got, c.subjects)
		}
		if len(res.GetScope().GetRanges()) > 0 {
			t.Errorf("%q: it is looked up in %s", c.query, ranges(res))
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
	want := &pb.PlanResponse{Notices: []string{"The question has no words, so I looked for notes with its signs."}}
	if !slices.Equal(res.GetNotices(), want.GetNotices()) {
		t.Errorf("notices = %q", res.GetNotices())
	}
	if got := searches(res); len(got) != 1 || !strings.Contains(got[0], "🏃") || !strings.Contains(got[0], "😀") {
		t.Errorf("searches = %q", got)
	}
}

func TestWeekdaysAreComparedWithTheOtherDays(t *testing.T) {
	t.Parallel()
	const (
		weekend = "SATURDAY SUNDAY"
		work    = "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY"
	)
	cases := []struct {
		query, ranges string
		days          []string
	}{
		{"do I sleep better on weekends", `FOCUS 2026-06-16..2026-07-15 "weekends"; BASELINE 2026-06-16..2026-07-15 "the other days"`, []string{weekend, work}},
		{"why am I tired on Mondays?", `FOCUS 2026-06-16..2026-07-15 "Mondays"; BASELINE 2026-06-16..2026-07-15 "the other days"`,
			[]string{"MONDAY", "TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY"}},
		{"did I sleep more on weekends than on weekdays", `FOCUS 2026-06-16..2026-07-15 "weekends"; BASELINE 2026-06-16..2026-07-15 "weekdays"`, []string{weekend, work}},
		{"how did I sleep on Mondays in June", `FOCUS 2026-06-01..2026-06-30 "Mondays in June"`, []string{"MONDAY"}},
		{"how did I sleep last week", lastWeek, []string{""}},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			res := plan(t, ask(t, c.query, "sleep"))
			if got := ranges(res); got != c.ranges {
				t.Errorf("ranges = %s\nwant     %s", got, c.ranges)
			}
			var days []string
			for _, r := range res.GetScope().GetRanges() {
				var names []string
				for d := commonv1.Weekday_WEEKDAY_MONDAY; d <= commonv1.Weekday_WEEKDAY_SUNDAY; d++ {
					if slices.Contains(r.GetWeekdays(), d) {
						names = append(names, enum(d, "WEEKDAY_"))
					}
				}
				days = append(days, strings.Join(names, " "))
			}
			if !slices.Equal(days, c.days) {
				t.Errorf("weekdays = %q, want %q", days, c.days)
			}
		})
	}
}
