package quality

import (
	"bytes"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestACompareTellsRightMissingAndInventedValues(t *testing.T) {
	t.Parallel()
	want := map[string]any{
		"sets": []any{
			map[string]any{"exercise": "bench press", "reps": 5, "load": "80 kg", "feel?": "heavy"},
			map[string]any{"exercise": "squat|squats"},
		},
		"note?": "x",
	}
	squat := map[string]any{"exercise": "squat"}
	load := func(v float64, unit string) map[string]any { return map[string]any{"value": v, "unit": unit} }
	for _, c := range []struct {
		name                    string
		got                     map[string]any
		right, wanted, invented int
	}{
		{"all of it, in another order and unit", map[string]any{"sets": []any{squat,
			map[string]any{"exercise": "Bench Press", "reps": 5.0, "load": load(80000, "g")}}}, 4, 4, 0},
		{"what is optional is no more than allowed", map[string]any{"sets": []any{squat,
			map[string]any{"exercise": "bench press", "reps": 5.0, "load": load(80, "kg"), "feel": "heavy"}}}, 4, 4, 0},
		{"a wrong value is wrong", map[string]any{"sets": []any{squat,
			map[string]any{"exercise": "bench press", "reps": 5.0, "load": load(85, "kg")}}}, 3, 4, 0},
		{"a value more is invented", map[string]any{"sets": []any{squat,
			map[string]any{"exercise": "bench press", "reps": 5.0, "load": load(80, "kg"), "rpe": 8.0}}}, 4, 4, 1},
		{"an item more is invented with all its values", map[string]any{"sets": []any{squat,
			map[string]any{"exercise": "bench press", "reps": 5.0, "load": load(80, "kg")},
			map[string]any{"exercise": "deadlift", "reps": 3.0}}}, 4, 4, 2},
		{"nothing found misses all", map[string]any{}, 0, 4, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := compareObjects("", want, c.got, false)
			if d.right != c.right || d.wanted != c.wanted || len(d.invented) != c.invented {
				t.Errorf("%d of %d right, invented %q; want %d of %d and %d", d.right, d.wanted, d.invented, c.right, c.wanted, c.invented)
			}
		})
	}
}

func TestAmountsAreReadAsLabelsWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]amount{
		"80 kg": {80, "kg"}, "43:30 min": {43.5, "min"}, "5:10 /km": {5 + 10.0/60, "min/km"},
		"4.50 €": {4.5, "EUR"}, "$12": {12, "USD"}, "1,200 kcal": {1200, "kcal"}, "7": {7, ""},
	} {
		if got, ok := readQuantity(text); !ok || !got.same(want) || got.unit != want.unit {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "heavy", "23:30"} {
		if got, ok := readQuantity(text); ok {
			t.Errorf("%q is an amount: %v", text, got)
		}
	}
}

func TestAnAnswerTellsAnAmountInAnyUnitAndRounding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer, want string
		ok           bool
	}{
		{"You ran 12.4 km.", "12.4 km", true},
		{"You ran 12400 m.", "12.4 km", true},
		{"about 12 km", "12.4 km", true},
		{"You ran 13 km.", "12.4 km", false},
		{"1 h 30 min of calls", "90 min", true},
		{"twice in January", "2", true},
		{"Three times.", "3", true},
		{"on 2026-01-03", "3", false},
		{"13 times", "3", false},
		{"on average 36.3 g", "36.25 g", true},
		{"none", "0", true},
		{"5 miles 47:52, fastest ever", "47:52 min", true},
		{"5 miles 47:53, fastest ever", "47:52 min", false},
	} {
		if got := tells(c.answer, c.want); got != c.ok {
			t.Errorf("%q tells %s: %v, want %v", c.answer, c.want, got, c.ok)
		}
	}
}

func TestWhatStandsNowhereIsUngrounded(t *testing.T) {
	t.Parallel()
	report := func(answer string) *orchestratorv1.RunReport {
		return &orchestratorv1.RunReport{
			Answer: answer, QueryPortion: "how far in 2 weeks",
			Retrieved: []*orchestratorv1.RetrievedEntry{{Id: "a", Date: "2026-01-05"}},
			Facts:     []*commonv1.Fact{{Value: 10.2, Unit: "km"}},
		}
	}
	texts := map[string]string{"a": "ran 5k, then\ncake"}
	for _, answer := range []string{
		"10.2 km in 2 weeks (2026-01-05): “ran 5k, then cake”", "5 km, 1 note",
	} {
		if got := ungrounded(report(answer), texts); len(got) > 0 {
			t.Errorf("%q: %q", answer, got)
		}
	}
	for answer, want := range map[string]string{
		"11 km": "11", "on 2026-01-06": "2026-01-06", "“ran 5k with Tom”": "“ran 5k with Tom”",
	} {
		if got := strings.Join(ungrounded(report(answer), texts), " "); got != want {
			t.Errorf("%q: ungrounded is %q, want %q", answer, got, want)
		}
	}
}

func TestPartsAreComparedWithoutTheirSeam(t *testing.T) {
	t.Parallel()
	if !samePart("Bench 5x5 80kg. And", "bench 5x5 80kg") || !samePart("so, why was it heavy", "why was it heavy?") {
		t.Error("a seam counts")
	}
	if samePart("bench 5x5", "bench 5x5 80kg") {
		t.Error("a lost word does not count")
	}
}

func TestACardAddsUpAndMissesTargets(t *testing.T) {
	t.Parallel()
	c := NewCard([]Verdict{
		{Case: "1", Marks: []Mark{mark("type", "", true), mark("recall", "=LOG", true), mark("ranges", "days", true)}},
		{Case: "2", Text: "why", Marks: []Mark{mark("type", "", false), mark("recall", "=QUERY", false), mark("ranges", "weeks", true)}, Faults: []string{"is LOG"}},
	})
	if got := c.Measure("type"); got != (Tally{1, 2}) {
		t.Errorf("type is %v", got)
	}
	if got := c.Measure("ranges"); got != (Tally{2, 2}) {
		t.Errorf("the whole of a measure is not the sum of its classes: %v", got)
	}
	if got := c.Measure("recall"); got.Of != 0 {
		t.Errorf("classes of their own are added up: %v", got)
	}
	targets := []Target{{Measure: "type", Min: 0.95}, {Measure: "ranges", Min: 1}}
	if got := c.Missed(targets); len(got) != 1 || !strings.Contains(got[0], "type is 50 % of 2") {
		t.Errorf("missed: %q", got)
	}
	targets[0].Floor = 0.4
	if got := c.Lost(targets); len(got) != 0 {
		t.Errorf("what has been reached is kept, but %q is lost", got)
	}
	targets[0].Floor = 0.6
	if got := c.Lost(targets); len(got) != 1 {
		t.Errorf("what has been reached is lost, but that is told: %q", got)
	}
	var out bytes.Buffer
	WriteTable(&out, Suite{Name: "router", Targets: targets}, map[Half]*Card{Held: c}, false)
	if strings.Contains(out.String(), "| ranges | days |") || !strings.Contains(out.String(), "| recall | LOG |") {
		t.Errorf("parts of measures stand in\n%s", out.String())
	}
	WriteTable(&out, Suite{Name: "router", Targets: targets}, map[Half]*Card{Held: c}, true)
	c.WriteFaults(&out)
	for _, want := range []string{"| type |  | ≥ 95 % | 50 % of 2 |", "| ranges | days |", "2  why\n    is LOG"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestEveryCaseIsReadable(t *testing.T) {
	t.Parallel()
	check := func(suite string, least int, ids func(map[string][]byte) ([]string, error)) {
		seen, total := map[string]bool{}, 0
		for _, half := range []Half{Dev, Held} {
			files, err := Files(Cases(), suite, half)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ids(files)
			if err != nil {
				t.Errorf("%s: %v", suite, err)
			}
			for _, id := range got {
				if id == "" || seen[id] {
					t.Errorf("%s: id %q is missing or used twice", suite, id)
				}
				seen[id] = true
			}
			total += len(got)
		}
		if total < least {
			t.Errorf("%s has %d cases, fewer than %d", suite, total, least)
		}
	}
	check("router", 300, idsOf(func(c routerCase) string { return c.ID }))
	check("actions", 300, func(files map[string][]byte) ([]string, error) {
		cases, _, err := actionCases(files)
		var out []string
		for _, c := range cases {
			out = append(out, c.want.ID)
		}
		return out, err
	})
	check("time", 300, idsOf(func(c timeCase) string { return c.ID }))
	check("parser", 200, idsOf(func(c parserCase) string { return c.ID }))
	check("corrections", 30, idsOf(func(c correctionCase) string { return c.ID }))
	check("retrieval", 100, idsOf(func(c retrievalCase) string { return c.ID }))
	check("answers", 60, idsOf(func(c answerCase) string { return c.ID }))
}

func idsOf[T any](id func(T) string) func(map[string][]byte) ([]string, error) {
	return func(files map[string][]byte) ([]string, error) {
		cases, err := load[T](files)
		var out []string
		for _, c := range cases {
			out = append(out, id(c.want))
		}
		return out, err
	}
}
