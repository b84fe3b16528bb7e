package analyzer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer"
)

func TestAMindThatIsNotThereIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := analyzer.New(analyzer.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("New = %v", err)
	}
}

func TestProvenanceNamesTheRules(t *testing.T) {
	t.Parallel()
	s, err := analyzer.New(analyzer.Deps{Mind: mind.Rules})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.Analyze(t.Context(), heavyBench.request(t))
	if err != nil {
		t.Fatal(err)
	}
	if p := resp.GetProvenance(); p.GetMind() != commonv1.Mind_MIND_RULES || p.GetAttempts() != 1 {
		t.Errorf("provenance %v", p)
	}
}

func TestInvalidRequests(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		edit  func(*analyzerv1.AnalyzeRequest)
		field string
	}{
		{"a time zone that does not exist", func(r *analyzerv1.AnalyzeRequest) { r.Context.TimeZone = "Mars/Base" }, "context.time_zone"},
		{"a day that does not exist", func(r *analyzerv1.AnalyzeRequest) { r.Scope.Ranges[0].End = "2026-02-30" }, "scope.ranges[0]"},
		{"a range that ends before it starts", func(r *analyzerv1.AnalyzeRequest) { r.Scope.Ranges[0].End = "2025-01-01" }, "scope.ranges[0]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := analyzer.New(analyzer.Deps{})
			if err != nil {
				t.Fatal(err)
			}
			req := proto.CloneOf(heavyBench.request(t))
			tt.edit(req)
			_, err = s.Analyze(t.Context(), req)
			e, ok := errors.AsType[*fault.Error](err)
			if !ok || len(e.Violations) != 1 || e.Violations[0].Field != tt.field {
				t.Errorf("err = %#v, want a violation of %s", err, tt.field)
			}
		})
	}
}

func TestTheSameRequestGivesTheSameAnalysis(t *testing.T) {
	t.Parallel()
	first := heavyBench.ask(t)
	for range 5 {
		if again := heavyBench.ask(t); !proto.Equal(first, again) {
			t.Fatalf("%s\nand then\n%s", print(first), print(again))
		}
	}
}

func TestTheOrderOfEntriesDoesNotMatter(t *testing.T) {
	t.Parallel()
	want := heavyBench.ask(t)
	rapid.Check(t, func(rt *rapid.T) {
		q := heavyBench
		q.entries = rapid.Permutation(story()).Draw(rt, "entries")
		if got := q.ask(t); !proto.Equal(want, got) {
			rt.Fatalf("%s\nand\n%s", print(want), print(got))
		}
	})
}

// TestWhateverIsAskedKeepsTheRules draws notes and questions, and has ask check
// what every analysis must keep.
func TestWhateverIsAskedKeepsTheRules(t *testing.T) {
	t.Parallel()
	texts := []string{"Slept 5h", "slept 8 h, felt great", "Bench press 5x5 @ 80kg felt heavy", "Skipped squats", "Ran 5 km, 25:30", "no coffee",
		"Stressed because of the deadline", "", "…", "squat 3x5 1e309kg", "€12 lunch", "Tomorrow I want to run", "- [ ] buy milk\n## 23:59\nbench"}
	words := []string{"bench press", "sleep", "running", "swimming", "coffee", "workout", "spending", "?", "the"}
	asked := []string{"Why was I tired?", "How much did I sleep?", "Compare last week", "What should I do?", "How is my progress?", "When did I last run?", "", "longest streak"}
	rapid.Check(t, func(rt *rapid.T) {
		var entries []*commonv1.Entry
		for i, text := range rapid.SliceOfN(rapid.SampledFrom(texts), 0, 25).Draw(rt, "texts") {
			day := rapid.IntRange(1, 28).Draw(rt, "day")
			e := entry(fmt.Sprintf("2026-02-%02d %02d", day, i%24), text)
			e.Id = fmt.Sprintf("%s-%d", e.GetId(), i+2)
			entries = append(entries, e)
		}
		kinds := []commonv1.QueryType{0, simple, insight, comparison, recommend, commonv1.QueryType_QUERY_TYPE_CORRECTION}
		q := question{
			text: rapid.SampledFrom(asked).Draw(rt, "question"), kind: rapid.SampledFrom(kinds).Draw(rt, "kind"),
			subjects: rapid.SliceOfN(rapid.SampledFrom(words), 0, 2).Draw(rt, "subjects"),
			domains:  []string{"strength", "running", "sleep"}, entries: entries,
		}
		all := []*commonv1.ScopeRange{lastWeek, weekBefore, {Start: "2026-02-10"}, {}}
		q.ranges = rapid.SliceOfN(rapid.SampledFrom(all), 0, 3).Draw(rt, "ranges")
		a := q.ask(t)
		if t.Failed() {
			rt.Fatalf("%+v", q)
		}
		if len(entries) == 0 && len(a.GetFacts()) > 0 {
			rt.Fatalf("facts of nothing: %s", print(a))
		}
	})
}

// TestTenThousandEntriesAreAnalyzedInTime bounds the work on a large scope. The
// bound is many times what it takes, so that only growth with the square of the
// entries breaks it.
func TestTenThousandEntriesAreAnalyzedInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 10,000 notes")
	}
	q := large(10_000)
	start := time.Now()
	a := q.ask(t)
	if d := time.Since(start); d > 3*time.Minute {
		t.Errorf("it took %v", d)
	}
	t.Logf("%v, %d facts, %d bytes", time.Since(start), len(a.GetFacts()), proto.Size(a))
	wantVerdict(t, a, sufficient)
}

// large is the question of the story over n notes without parsed data.
func large(n int) question {
	q := heavyBench
	q.entries = nil
	at := time.Date(2026, 2, 22, 20, 0, 0, 0, time.UTC)
	for i := range n {
		texts := story()
		e := entry(at.Format("2006-01-02 15"), texts[i%len(texts)].GetText()+strings.Repeat(" Quiet day.", i%5))
		q.entries = append(q.entries, e)
		at = at.Add(-11 * time.Hour)
	}
	return q
}

func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{20, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, err := analyzer.New(analyzer.Deps{})
			if err != nil {
				b.Fatal(err)
			}
			req := large(n).request(b)
			for b.Loop() {
				if _, err := s.Analyze(b.Context(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
