package network_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "github.com/weft-mesh/weft/planning/network"
)

func ids(durations ...Minute) []Activity {
	out := make([]Activity, len(durations))
	for i, d := range durations {
		out[i] = Activity{ID: string(rune('A' + i)), Duration: d}
	}
	return out
}

func TestEarliestTimesByKindOfLink(t *testing.T) {
	t.Parallel()
	office := map[string][]Span{"office": {{0, 60}, {100, 160}, {1000, 2000}}}
	for _, c := range []struct {
		name string
		link Link
		want Minute // earliest start of B, which takes 20, after A, which takes 50
	}{
		{"after the finish", Link{Kind: FinishStart}, 50},
		{"paint dries", Link{Kind: FinishStart, Lag: 30}, 80},
		{"a lead lets it begin before", Link{Kind: FinishStart, Lag: -30}, 20},
		{"a long lead does not go before the start", Link{Kind: FinishStart, Lag: -90}, 0},
		{"after the start", Link{Kind: StartStart, Lag: 10}, 10},
		{"finish no earlier than the finish", Link{Kind: FinishFinish}, 30},
		{"finish no earlier than the start", Link{Kind: StartFinish, Lag: 25}, 5},
		{"hours of the office alone", Link{Kind: FinishStart, Lag: 30, Calendar: "office"}, 120},
		{"to the end of the office", Link{Kind: FinishStart, Lag: 70, Calendar: "office"}, 160},
		{"a lead in hours of the office", Link{Kind: FinishStart, Lag: -20, Calendar: "office"}, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.link.From, c.link.To = "A", "B"
			got, err := Analyse(ids(50, 20), []Link{c.link}, office)
			if err != nil {
				t.Fatal(err)
			}
			if s := got.Times[1].EarliestStart; s != c.want {
				t.Errorf("B starts at %d, want %d", s, c.want)
			}
		})
	}
}

func TestSlackAndCriticalPaths(t *testing.T) {
	t.Parallel()
	// A then B (long) or C (short), then D; E has nothing to do with them.
	got, err := Analyse(ids(10, 50, 20, 10, 5), []Link{
		{From: "A", To: "B", Kind: FinishStart}, {From: "A", To: "C", Kind: FinishStart},
		{From: "B", To: "D", Kind: FinishStart}, {From: "C", To: "D", Kind: FinishStart, Lag: 10},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Times{10, 30, 30, 50, 20, 20}); got.Times[2] != want {
		t.Errorf("C has %+v, want %+v", got.Times[2], want)
	}
	if got.End != 70 || got.Times[4].Total != 65 {
		t.Errorf("end %d, slack of E %d", got.End, got.Times[4].Total)
	}
	if paths := got.CriticalPaths(5); len(paths) != 1 || !slices.Equal(paths[0], []int{0, 1, 3}) {
		t.Errorf("critical paths are %v", paths)
	}
}

func TestADeadlineThatCannotBeKeptShowsAsNegativeSlack(t *testing.T) {
	t.Parallel()
	a := ids(50, 50)
	a[1].Deadline = 70
	got, err := Analyse(a, []Link{{From: "A", To: "B", Kind: FinishStart}}, nil)
	if err != nil || got.Times[0].Total != -30 || len(got.Critical()) != 2 {
		t.Errorf("%+v %v", got, err)
	}
}

func TestCircles(t *testing.T) {
	t.Parallel()
	week := map[string][]Span{"week": {{0, 100}, {500, 600}}}
	for _, c := range []struct {
		name  string
		a     []Activity
		links []Link
		want  []string // nil: it holds
	}{
		{"round three", ids(1, 1, 1), []Link{{"A", "B", FinishStart, 0, ""}, {"B", "C", FinishStart, 0, ""}, {"C", "A", FinishStart, 0, ""}}, []string{"A", "B", "C"}},
		{"the short one of two", ids(1, 1, 1), []Link{{"A", "B", FinishStart, 0, ""}, {"B", "C", FinishStart, 0, ""}, {"C", "A", FinishStart, 0, ""}, {"C", "B", FinishStart, 0, ""}}, []string{"B", "C"}},
		{"after itself", ids(1), []Link{{"A", "A", FinishStart, 0, ""}}, []string{"A"}},
		{"start together", ids(5, 9), []Link{{"A", "B", StartStart, 0, ""}, {"B", "A", StartStart, 0, ""}}, nil},
		{"milestones at the same minute", ids(0, 0), []Link{{"A", "B", FinishStart, 0, ""}, {"B", "A", FinishStart, 0, ""}}, nil},
		{"at most ten after the finish", ids(5, 9), []Link{{"A", "B", FinishStart, 0, ""}, {"B", "A", StartFinish, -10, ""}}, nil},
		{"at most ten and at least eleven", ids(5, 9), []Link{{"A", "B", FinishStart, 11, ""}, {"B", "A", StartFinish, -10, ""}}, []string{"A", "B"}},
		{"a lead in a calendar that does not reach", ids(5, 9), []Link{{"A", "B", FinishStart, 110, "week"}, {"B", "A", StartFinish, -90, ""}}, []string{"A", "B"}},
		{"a lead in a calendar that does", ids(5, 9), []Link{{"A", "B", FinishStart, 50, ""}, {"B", "A", StartFinish, -60, "week"}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := Analyse(c.a, c.links, week)
			if c.want == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			cycle, ok := errors.AsType[*CycleError](err)
			if !ok {
				t.Fatalf("no circle found: %v", err)
			}
			slices.Sort(cycle.IDs)
			if !slices.Equal(cycle.IDs, c.want) {
				t.Errorf("circle of %v, want %v", cycle.IDs, c.want)
			}
		})
	}
}

func TestInputThatCannotBeAnalysedIsNamed(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"same id twice":       second(Analyse([]Activity{{ID: "A"}, {ID: "A"}}, nil, nil)),
		"negative duration":   second(Analyse(ids(-1), nil, nil)),
		"unknown activity":    second(Analyse(ids(1), []Link{{"A", "Z", FinishStart, 0, ""}}, nil)),
		"unknown kind":        second(Analyse(ids(1, 1), []Link{{"A", "B", "XX", 0, ""}}, nil)),
		"lag beyond bounds":   second(Analyse(ids(1, 1), []Link{{"A", "B", FinishStart, MaxLag + 1, ""}}, nil)),
		"unknown calendar":    second(Analyse(ids(1, 1), []Link{{"A", "B", FinishStart, 1, "moon"}}, nil)),
		"spans that overlap":  second(Analyse(ids(1), nil, map[string][]Span{"x": {{0, 10}, {9, 12}}})),
		"calendar that ends":  second(Analyse(ids(1, 1), []Link{{"A", "B", FinishStart, 9, "x"}}, map[string][]Span{"x": {{0, 5}}})),
		"calendar of nothing": second(Analyse(ids(1, 1), []Link{{"A", "B", FinishStart, 9, "x"}}, map[string][]Span{"x": nil})),
	} {
		if _, ok := errors.AsType[*InputError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// drawn is a small network with lags and a calendar with gaps.
func drawn(t *rapid.T) ([]Activity, []Link, map[string][]Span) {
	n := rapid.IntRange(1, 6).Draw(t, "activities")
	a := make([]Activity, n)
	for i := range a {
		a[i] = Activity{ID: fmt.Sprint(i), Duration: rapid.IntRange(0, 6).Draw(t, "duration"), Release: rapid.IntRange(0, 5).Draw(t, "release")}
	}
	names := []string{"", "", "half"}
	links := make([]Link, rapid.IntRange(0, 9).Draw(t, "links"))
	for i := range links {
		from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		links[i] = Link{fmt.Sprint(from), fmt.Sprint(to),
			rapid.SampledFrom([]Kind{FinishStart, StartStart, FinishFinish, StartFinish}).Draw(t, "kind"),
			rapid.IntRange(-6, 6).Draw(t, "lag"), rapid.SampledFrom(names).Draw(t, "calendar")}
	}
	var half []Span
	for at := 0; at < 600; at += 7 {
		half = append(half, Span{at + 2, at + 5})
	}
	return a, links, map[string][]Span{"half": half}
}

// naive relaxes earliest starts by counting minutes one by one.
func naive(a []Activity, links []Link) (start []Minute, ok bool) {
	in := func(m Minute, calendar string) bool { return calendar == "" || m >= 0 && m%7 >= 2 && m%7 < 5 }
	start = make([]Minute, len(a))
	for i := range a {
		start[i] = a[i].Release
	}
	index := func(id string) int { return int(id[0] - '0') }
	for range 60 {
		changed := false
		for _, l := range links {
			f, t := index(l.From), index(l.To)
			end := start[f]
			if l.Kind == FinishStart || l.Kind == FinishFinish {
				end += a[f].Duration
			}
			for left := l.Lag; left > 0; end++ {
				if in(end, l.Calendar) {
					left--
				}
			}
			if l.Lag < 0 { // the earliest time with at most so many minutes of it up to the end
				for left := -l.Lag; end > -20; end-- {
					if in(end-1, l.Calendar) {
						if left == 0 {
							break
						}
						left--
					}
				}
			}
			if l.Kind == FinishFinish || l.Kind == StartFinish {
				end -= a[t].Duration
			}
			if end > start[t] {
				start[t], changed = end, true
			}
		}
		if !changed {
			return start, true
		}
	}
	return nil, false
}

func TestTimesAreThoseOfNaiveRelaxation(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, links, spans := drawn(t)
		start, ok := naive(a, links)
		got, err := Analyse(a, links, spans)
		if cycle, is := errors.AsType[*CycleError](err); is {
			for i, l := range cycle.Links {
				if next := cycle.Links[(i+1)%len(cycle.Links)]; links[l].To != links[next].From {
					t.Fatalf("%v is no circle", cycle.Links)
				}
			}
			if ok && !cycle.Open {
				t.Fatalf("%v, but %v holds", err, start)
			}
			return
		}
		if err != nil || !ok {
			t.Fatalf("%v; naive settled: %v", err, ok)
		}
		for i, x := range got.Times {
			if x.EarliestStart != start[i] {
				t.Fatalf("activity %d starts at %d, naive %d", i, x.EarliestStart, start[i])
			}
			total, free := slacks(a, links, i, start, got.End)
			if total != x.Total || free != x.Free {
				t.Fatalf("activity %d has slack %d and %d, naive %d and %d", i, x.Total, x.Free, total, free)
			}
		}
	})
}

// slacks starts one activity ever later until the end moves, or another does.
func slacks(a []Activity, links []Link, i int, start []Minute, end Minute) (total, free Minute) {
	free = -1
	for late := 1; ; late++ {
		b := slices.Clone(a)
		b[i].Release = start[i] + late
		moved, ok := naive(b, links)
		keeps, others := ok, ok
		for j := range moved {
			keeps = keeps && moved[j]+a[j].Duration <= end
			others = others && (j == i || moved[j] == start[j])
		}
		// Only an activity that may itself be where it is asked to be.
		if free < 0 && (!keeps || !others) {
			free = late - 1
		}
		if !keeps {
			return late - 1, free
		}
	}
}

func grid(n, each int, back bool) ([]Activity, []Link) {
	a := make([]Activity, n)
	var links []Link
	for i := range a {
		a[i] = Activity{ID: fmt.Sprint(i), Duration: 10 + i*7919%50}
		for k := 1; k <= each && i > 0; k++ {
			links = append(links, Link{From: fmt.Sprint(i * (k * 31 % 97) / 97), To: fmt.Sprint(i), Kind: FinishStart, Lag: i % 20})
		}
	}
	if back {
		links = append(links, Link{From: fmt.Sprint(n - 1), To: "0", Kind: FinishStart})
	}
	return a, links
}

func BenchmarkAnalyse(b *testing.B) {
	for _, back := range []bool{false, true} {
		a, links := grid(10_000, 4, back)
		b.Run(fmt.Sprintf("circle=%v", back), func(b *testing.B) {
			for b.Loop() {
				if _, err := Analyse(a, links, nil); (err != nil) != back {
					b.Fatal(err)
				}
			}
		})
	}
}
