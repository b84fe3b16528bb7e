package draft

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

func request(t testing.TB, text string) Request {
	t.Helper()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return Request{
		Wish: text, Now: time.Date(2026, 11, 27, 12, 0, 0, 0, zone), Templates: set,
		Solve: schedule.Options{Schedules: 50, Seed: 1},
	}
}

func draft(t testing.TB, r Request) *Draft {
	t.Helper()
	d, err := Make(t.Context(), r)
	if err != nil {
		t.Fatalf("%s: %v %v", r.Wish, err, d.Wish.Problems)
	}
	return d
}

func TestAWishBecomesASchedule(t *testing.T) {
	t.Parallel()
	tests := []struct {
		wish, template string
		verdict        problem.Verdict
	}{
		{"half marathon by 25 April, four evenings a week, not on Thursdays", "race_training", problem.Feasible},
		{"Finish my thesis before the end of May, 20 hours a week", "thesis", problem.Feasible},
		{"Run a 10k on March 14 2027, three times a week, no weekends", "race_training", problem.Feasible},
		{"Learn Italian in six months, an hour every morning", "language", problem.Feasible},
		{"Pass the bar exam on 24 February; weekday evenings from 7 to 9 and Saturdays", "exam", problem.Feasible},
		{"Move house by the end of March", "moving_house", problem.Feasible},
		{"plan our wedding for next August", "wedding", problem.Feasible},
		{"Meditate every day for ten minutes", "habit", problem.Feasible},
		{"Renovate the bathroom until Easter, only at weekends", "renovation", problem.Feasible},
		{"find a new job in the next three months, 3 hours a week", "job_search", problem.Impossible},
		{"launch the app within 14 weeks", "product_launch", problem.Feasible},
	}
	for _, tt := range tests {
		t.Run(tt.wish, func(t *testing.T) {
			t.Parallel()
			d := draft(t, request(t, tt.wish))
			if d.Selection.Template.Name != tt.template || d.Result.Verdict != tt.verdict {
				t.Errorf("%s and %s", d.Selection.Template.Name, d.Result.Verdict)
			}
			if tt.verdict == problem.Impossible && roadmap.Explain(d.Result.Certificate, d.Frame, d.Titles()) == "" {
				t.Error("nobody is told why")
			}
		})
	}
}

func TestTheScheduleKeepsWhatWasSaid(t *testing.T) {
	t.Parallel()
	r := request(t, "half marathon by 25 April, four evenings a week, not on Thursdays")
	if got := draft(t, r).Goal.Outline.Nodes[0].Title; got != "Half marathon" {
		t.Errorf("the goal is called %q", got)
	}
	choir := timeline.Commitment{ID: "choir", Title: "Choir", From: time.Date(2026, 12, 1, 19, 30, 0, 0, r.Now.Location()), To: time.Date(2026, 12, 1, 21, 30, 0, 0, r.Now.Location())}
	r.Commitments = func(from, to time.Time) ([]timeline.Commitment, error) {
		if !from.Before(choir.From) || !to.After(choir.To) {
			t.Errorf("commitments are asked for from %s to %s", from, to)
		}
		return []timeline.Commitment{choir}, nil
	}
	d := draft(t, r)
	days := map[string]int{}
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		if b.From.Weekday() == time.Thursday || b.From.Hour() < 17 || b.To.Hour() > 22 {
			t.Errorf("%s is on %s", b.Title, b.From)
		}
		if b.From.Before(choir.To.Add(padding*time.Minute)) && choir.From.Add(-padding*time.Minute).Before(b.To) {
			t.Errorf("%s is on %s, during the choir", b.Title, b.From)
		}
		if strings.HasPrefix(b.Node, "w") {
			days[b.From.Format(time.DateOnly)]++
		}
	}
	for day, n := range days {
		if n > 1 {
			t.Errorf("%d sessions are on %s", n, day)
		}
	}
}

// Who has no time in the evening, and says no more, has the rest of the day.
func TestNotInTheEveningLeavesTheDay(t *testing.T) {
	t.Parallel()
	d := draft(t, request(t, "half marathon by 25 April, three times a week, not in the evening"))
	if d.Result.Verdict != problem.Feasible {
		t.Fatal(d.Result.Verdict)
	}
	weekdays := 0
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		if b.To.Hour() >= 17 && b.To.Hour()+b.To.Minute() > 17 || b.From.Hour() < 7 {
			t.Errorf("%s is on %s", b.Title, b.From)
		}
		if day := b.From.Weekday(); day != time.Saturday && day != time.Sunday {
			weekdays++
		}
	}
	if weekdays == 0 || !slices.ContainsFunc(d.Assumptions, func(a pattern.Assumption) bool {
		return strings.Contains(a.Text, "weekdays, except what you excluded, and weekends")
	}) {
		t.Errorf("%d blocks are on weekdays; it rests on %v", weekdays, d.Assumptions)
	}
}

func TestTheSameRequestHasTheSameSchedule(t *testing.T) {
	t.Parallel()
	r := request(t, "Finish my thesis before the end of May, 20 hours a week")
	if a, b := draft(t, r), draft(t, r); !reflect.DeepEqual(a.Result, b.Result) {
		t.Error("two schedules differ")
	}
}

func TestWorkIsSpreadWhereNobodySaysWhen(t *testing.T) {
	t.Parallel()
	r := request(t, "put the archive of our choir in order by June")
	r.Steps = []Step{{"Sort the scores", 20 * 60}, {"Write the list", 10 * 60}}
	d := draft(t, r)
	blocks := d.Goal.Blocks(d.Frame, d.Result.Schedule)
	if last := blocks[len(blocks)-1].To; last.Before(time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("all is done by %s", last)
	}
	if !slices.ContainsFunc(d.Assumptions, func(a pattern.Assumption) bool { return strings.Contains(a.Text, "even pace") }) {
		t.Errorf("the pace is not told: %v", d.Assumptions)
	}
}

func TestAnswersHaveTheLastWord(t *testing.T) {
	t.Parallel()
	r := request(t, "half marathon by 25 April, four times a week")
	r.Answers = map[string]string{"level": "experienced", "days": "5"}
	if d := draft(t, r); len(d.Questions) != 0 {
		t.Errorf("it still asks %v", d.Questions)
	}
	for name, value := range map[string]string{"level": "hero", "days": "many", "shoes": "2"} {
		r.Answers = map[string]string{name: value}
		if _, err := Make(t.Context(), r); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
	r.Answers, r.Template = nil, "exam"
	if d := draft(t, r); d.Selection.Template.Name != "exam" {
		t.Errorf("the template is %s", d.Selection.Template.Name)
	}
	r.Template = "magic"
	if _, err := Make(t.Context(), r); err == nil || !strings.Contains(err.Error(), "wedding") {
		t.Errorf("an unknown template: %v", err)
	}
}

func TestWhatIsSaidApartFromTheWordsHasTheLastWord(t *testing.T) {
	t.Parallel()
	r := request(t, "thesis by 1 March 2020, mornings")
	by, err := civil.ParseDate("2027-06-30")
	if err != nil {
		t.Fatal(err)
	}
	evenings, err := wish.ReadWindows("weekday evenings", r.Now)
	if err != nil {
		t.Fatal(err)
	}
	r.By, r.Windows = by, evenings
	d := draft(t, r)
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		if b.From.Hour() < 17 || b.From.Weekday() == time.Sunday {
			t.Fatalf("%s is on %s", b.Title, b.From)
		}
	}
	if d.Result.Verdict != problem.Feasible || d.Goal.Outline.Nodes[0].Deadline != by {
		t.Errorf("%s until %s", d.Result.Verdict, d.Goal.Outline.Nodes[0].Deadline)
	}
}

func TestAWishThatContradictsItselfIsNotPlanned(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"thesis by 1 March 2020", "run 5 days a week, only at weekends"} {
		d, err := Make(t.Context(), request(t, text))
		if !errors.Is(err, ErrContradiction) || len(d.Wish.Problems) == 0 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestWhatCanNotBeHasWaysOutThatWereTried(t *testing.T) {
	t.Parallel()
	r := request(t, "find a new job in the next three months, 3 hours a week")
	d := draft(t, r)
	ways, err := d.WaysOut(t.Context(), r)
	if err != nil || len(ways) == 0 {
		t.Fatal(ways, err)
	}
	if told := strings.Join(Told(ways), "\n"); !strings.Contains(told, "allow more than 3 h a week") {
		t.Errorf("no way is to allow more:\n%s", told)
	}
	moving := request(t, "Finish my thesis in 12 weeks, 20 hours a week")
	further, err := draft(t, moving).WaysOut(t.Context(), moving)
	if err != nil || !strings.Contains(strings.Join(Told(further), "\n"), "weeks later") {
		t.Errorf("a thesis has the ways %q, %v", Told(further), err)
	}
	nearly := request(t, "Finish my thesis in 19 weeks, 20 hours a week")
	if last, err := draft(t, nearly).WaysOut(t.Context(), nearly); err != nil || !strings.Contains(strings.Join(Told(last), "\n"), ", a week later") {
		t.Errorf("a thesis that nearly fits has the ways %q, %v", Told(last), err)
	}
	for of, ways := range map[*Request][]Way{&r: ways, &moving: further} {
		for _, w := range ways {
			if d := draft(t, of.With(w)); d.Result.Verdict != problem.Feasible {
				t.Errorf("%s: with %q it is %s", of.Wish, w.Text, d.Result.Verdict)
			}
		}
	}
	if d.Result.Verdict != problem.Impossible || d.End.String() != "2027-02-27" {
		t.Errorf("the draft has changed: %s, %s", d.Result.Verdict, d.End)
	}
}

func TestNothingIsDoneOnDaysAway(t *testing.T) {
	t.Parallel()
	d := draft(t, request(t, "Finish my thesis by the end of May, 20 hours a week, away from 20 December to 3 January"))
	if d.Result.Verdict != problem.Feasible {
		t.Fatalf("verdict %s", d.Result.Verdict)
	}
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		if day := b.From.Format(time.DateOnly); day >= "2026-12-20" && day <= "2027-01-03" {
			t.Errorf("%s is on %s", b.Title, day)
		}
	}
}

func TestAPersonsStepsStandInThePlaceOfThePlainTemplates(t *testing.T) {
	t.Parallel()
	r := request(t, "put the archive of our choir in order by June, 3 hours a week")
	for _, text := range []string{"Sort the scores: 10 h", "Write the list: 6 h 30 min", "Call the printer, 20 min"} {
		s, err := ParseStep(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Steps = append(r.Steps, s)
	}
	d := draft(t, r)
	work := map[string]int{}
	for _, row := range d.Goal.Rows(d.Frame, d.Result.Schedule) {
		work[row.Title] = row.Work
	}
	if d.Result.Verdict != problem.Feasible || work["Sort the scores"] != 600 || work["Write the list"] != 390 || work["Call the printer"] != 20 || len(work) != 5 {
		t.Errorf("%s, %v", d.Result.Verdict, work)
	}
	r.Answers = map[string]string{"steps": "Sort the scores: 10 h; write the list: 6 h 30 min;"}
	r.Steps = nil
	if d := draft(t, r); d.Goal.Outline.Nodes[2].Title != "write the list" || len(d.own) != 2 {
		t.Errorf("an answer gives %v", d.own)
	}
	r.Answers, r.Steps = nil, []Step{{"Sort the scores", 60}}
	r.Wish = "half marathon by 25 April"
	if _, err := Make(t.Context(), r); err == nil || !strings.Contains(err.Error(), "generic_project") {
		t.Errorf("steps beside a template: %v", err)
	}
	for _, text := range []string{"Sort the scores", "Sort: 0 min", ": 10 h", "Sort: 900 h", ""} {
		if s, err := ParseStep(text); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

func TestStepsAreAskedForAndNotMadeUp(t *testing.T) {
	t.Parallel()
	d, err := Make(t.Context(), request(t, "put the archive of our choir in order by June, three evenings a week unless I sing"))
	if !errors.Is(err, ErrNoSteps) || len(d.Outline.Nodes) > 0 || d.Wish.By == 0 {
		t.Fatalf("%v, %v", err, d.Outline.Nodes)
	}
	var asked []string
	for _, q := range d.Questions {
		asked = append(asked, q.Param)
	}
	if !slices.Equal(asked, []string{"unread-1", "steps", "hours"}) {
		t.Errorf("asked is %v", asked)
	}
}

func TestAClauseThatIsNotReadIsAskedAboutUntilItIsSaidAnew(t *testing.T) {
	t.Parallel()
	r := request(t, "half marathon by 25 April, not Fridays when I sing, evenings unless it rains")
	if d := draft(t, r); d.Keeps() || len(d.Unread) != 1 || !IsClause(d.Questions[0].Param) || IsClause(d.Questions[1].Param) {
		t.Errorf("not read is %q, asked %v", d.Unread, d.Questions)
	}
	r.Answers = map[string]string{"unread-1": "weekday evenings, not on Fridays"}
	d := draft(t, r)
	if !d.Keeps() || len(d.Wish.Windows) != 1 || len(d.Wish.Never) != 1 || IsClause(d.Questions[0].Param) {
		t.Errorf("read is %+v, asked %v", d.Wish, d.Questions)
	}
	r.Answers["unread-1"] = Aside
	if d := draft(t, r); !d.Keeps() || d.Wish.Windows != nil {
		t.Errorf("put aside is read as %+v", d.Wish)
	}
	for name, answer := range map[string]string{"unread-1": "Fridays if I can", "unread-2": Aside} {
		r.Answers = map[string]string{name: answer}
		if _, err := Make(t.Context(), r); err == nil {
			t.Errorf("%s=%s is taken", name, answer)
		}
	}
}

func TestNoSessionIsLongerThanIsAllowed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"10k by May, 3x/wk, no run over 50 min", "Finish my thesis by the end of May, 15 hours a week, never more than 2 hours straight"} {
		d := draft(t, request(t, text))
		if d.Result.Verdict != problem.Feasible {
			t.Fatalf("%s: %s", text, d.Result.Verdict)
		}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			if strings.HasPrefix(b.Node, "w") && b.To.Sub(b.From) > time.Duration(d.Wish.Longest)*time.Minute {
				t.Errorf("%s: %s takes %s", text, b.Title, b.To.Sub(b.From))
			}
		}
	}
}

func TestWhatATemplateDoesNotCountInIsToldAsNotKept(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Finish my thesis by the end of May, four evenings a week": false,
		"half marathon by 25 April, every other day":               true,
		"half marathon by 25 April, four evenings a week":          false,
		"Meditate every other day for ten minutes":                 false,
	} {
		d := draft(t, request(t, text))
		told := slices.ContainsFunc(d.Assumptions, func(a pattern.Assumption) bool { return strings.Contains(a.Text, "does not use that") })
		if told != want {
			t.Errorf("%s: told is %v: %v", text, told, d.Assumptions)
		}
	}
}

func TestPartsThatAreNotThereAreNotLeftOut(t *testing.T) {
	t.Parallel()
	r := request(t, "half marathon by 25 April, four evenings a week")
	whole := draft(t, r)
	r.Out = []string{"taper"}
	less := draft(t, r)
	if len(less.Goal.Outline.Nodes) >= len(whole.Goal.Outline.Nodes) {
		t.Errorf("%d of %d nodes are left", len(less.Goal.Outline.Nodes), len(whole.Goal.Outline.Nodes))
	}
	for _, id := range []string{"knitting", "goal", ""} {
		r.Out = []string{id}
		if _, err := Make(t.Context(), r); err == nil {
			t.Errorf("%q is left out", id)
		}
	}
	r.Out, r.Later = nil, map[string]int{"knitting": 3}
	if _, err := Make(t.Context(), r); err == nil {
		t.Error("what isn't there is put off")
	}
}

// A step that is left out does not free the next one of those before it.
func TestWhatFollowsALeftOutStepWaitsForWhatCameBefore(t *testing.T) {
	t.Parallel()
	node := func(id string, on ...outline.Dependency) outline.Node {
		return outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "goal", Estimate: 60, Depends: on}
	}
	o := outline.Outline{Nodes: []outline.Node{
		{ID: "goal", Level: outline.Goal, Title: "Goal"}, node("write"),
		node("read", outline.Dependency{On: "write"}), node("check", outline.Dependency{On: "read", Lag: 1440}),
		node("print", outline.Dependency{On: "check"}, outline.Dependency{On: "write"}), node("frame", outline.Dependency{On: "read", Kind: network.FinishFinish}),
	}}
	without := without(o, []string{"read", "check"})
	for _, want := range []struct {
		id string
		on outline.Dependency
	}{{"print", outline.Dependency{On: "write", Lag: 1440}}, {"frame", outline.Dependency{On: "write", Kind: network.FinishFinish}}} {
		i := slices.IndexFunc(without.Nodes, func(n outline.Node) bool { return n.ID == want.id })
		if got := without.Nodes[i].Depends; len(got) != 1 || got[0].On != want.on.On || got[0].Lag != want.on.Lag || (got[0].Kind == network.FinishFinish) != (want.on.Kind == network.FinishFinish) {
			t.Errorf("%s depends on %+v, not on %+v", want.id, got, want.on)
		}
	}
	for _, n := range withoutDone(o, []string{"write", "read"}).Nodes {
		if n.ID == "check" && len(n.Depends) > 0 {
			t.Errorf("what waited for what is done depends on %+v", n.Depends)
		}
	}
}

// What a template would not split is divided where a day has no room for it by what was said.
func TestTheMostADayDividesWhatATemplateLeavesWhole(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"pass my exam in biology on 20 March, at most 90 minutes a day", "move house by 30 March, at most 90 minutes a day",
		"find a job by 30 April, at most an hour a day", "half marathon by 25 April, four evenings a week, at most 1 hour a day",
	} {
		r := request(t, text)
		d := draft(t, r)
		days := map[civil.Date]int{}
		for _, b := range d.Result.Schedule.Blocks {
			days[civil.DateOf(d.Frame.Time(b.From))] += b.To - b.From
		}
		most := 0
		for _, minutes := range days {
			most = max(most, minutes)
		}
		if d.Result.Verdict != problem.Feasible || most > d.Wish.MostADay {
			t.Errorf("%s: it is %s, with up to %d minutes a day", text, d.Result.Verdict, most)
		}
	}
}

// What a template keeps for the last days begins sooner where the person has no time in those.
func TestWhenSomethingIsUsuallyDoneGivesWayBeforeThePersonsHours(t *testing.T) {
	t.Parallel()
	for text, told := range map[string]int{
		"move house by 30 April, weekends only": 3, "move house by 25 April, weekends only": 0, "move house by 29 April, only on Mondays": 2,
	} {
		d := draft(t, request(t, text))
		sooner := 0
		for _, a := range d.Assumptions {
			if strings.Contains(a.Text, "it may be done from") {
				sooner++
			}
		}
		if d.Result.Verdict != problem.Feasible || sooner != told {
			t.Errorf("%s: it is %s, and %d begin sooner: %+v", text, d.Result.Verdict, sooner, d.Assumptions)
		}
	}
}
