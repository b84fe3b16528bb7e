package runlog

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A madeRun is a run as a test has made it.
type madeRun struct {
	id     string
	began  Beginning
	status graph.Status
}

var aDay = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

func makeRuns(t *rapid.T, l *Log, tenant string) []madeRun {
	var out []madeRun
	for i := range rapid.IntRange(0, 12).Draw(t, "runs") {
		r := madeRun{id: fmt.Sprintf("%02d", i), status: rapid.SampledFrom([]graph.Status{graph.Running, graph.Waiting, graph.Completed}).Draw(t, "status")}
		r.began = Beginning{
			User: rapid.SampledFrom([]string{"ann", "bob"}).Draw(t, "user"), Time: aDay.AddDate(0, 0, rapid.IntRange(0, 3).Draw(t, "day")),
			Labels: rapid.MapOfN(rapid.SampledFrom([]string{"a", "b"}), rapid.SampledFrom([]string{"", "1"}), 0, 2).Draw(t, "labels"),
		}
		started := &runv1.Event{Sequence: 1, Time: timestamppb.New(r.began.Time), Kind: &runv1.Event_Started{Started: &runv1.Started{
			RunId: r.id, Tenant: tenant, User: r.began.User, Graph: "test", GraphVersion: 1, Labels: r.began.Labels,
		}}}
		if err := l.Begin(t.Context(), Key{tenant, r.id}, []*runv1.Event{started}, graph.Standing{Status: r.status}); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	slices.Reverse(out)
	return out
}

// Whatever is asked for, the pages of a search together have each run that is meant once,
// newest first, and each page knows how many there are, whatever is remembered.
func TestThePagesOfASearchHaveEachRunThatIsMeantOnce(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	tenants := 0
	rapid.Check(t, func(t *rapid.T) {
		tenants++
		tenant := fmt.Sprint("t", tenants)
		made := makeRuns(t, l, tenant)
		for range 3 {
			var q Query
			meant := func(madeRun) bool { return true }
			also := func(more func(madeRun) bool) {
				before := meant
				meant = func(r madeRun) bool { return before(r) && more(r) }
			}
			if rapid.Bool().Draw(t, "by status") {
				status := graph.Waiting.String()
				q.Standing = func(s Standing) bool { return s.Status == status }
				also(func(r madeRun) bool { return r.status.String() == status })
			}
			if rapid.Bool().Draw(t, "by beginning") {
				of := func(b Beginning) bool { return b.User == "ann" && b.Time.After(aDay) && b.Labels["a"] == "1" }
				q.Beginning = of
				also(func(r madeRun) bool { return of(r.began) })
			}
			if rapid.Bool().Draw(t, "by reading") {
				of := func(b Beginning) bool { return maps.Equal(b.Labels, map[string]string{"b": ""}) }
				q.Summary = func(s Summary) bool { return of(BeginningOf(s.First)) }
				also(func(r madeRun) bool { return of(r.began) })
			}
			q.Count = rapid.Bool().Draw(t, "counted")
			var want, got []string
			for _, r := range made {
				if meant(r) {
					want = append(want, r.id)
				}
			}
			for more := true; more; {
				page, err := l.Search(t.Context(), tenant, q, rapid.IntRange(1, 4).Draw(t, "size"))
				if err != nil {
					t.Fatal(err)
				}
				if q.Count && page.Total != len(want) || !q.Count && page.Total != 0 {
					t.Fatalf("%d are counted (asked for: %v), and %q are meant", page.Total, q.Count, want)
				}
				for _, s := range page.Runs {
					got = append(got, s.Key.Run)
				}
				if more = page.More; more {
					q.Before = got[len(got)-1]
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q are found, want %q", got, want)
			}
		}
	})
}

func TestAThreadHasTheNewestLabelsOfItsTurns(t *testing.T) {
	t.Parallel()
	many := map[string]string{}
	for i := range mostLabels {
		many[fmt.Sprintf("k%02d", i)] = "new"
	}
	for name, c := range map[string]struct{ old, added, want map[string]string }{
		"none":                    {},
		"the first":               {nil, map[string]string{"a": "1"}, map[string]string{"a": "1"}},
		"none are added":          {map[string]string{"a": "1"}, nil, map[string]string{"a": "1"}},
		"another value":           {map[string]string{"a": "1", "b": "2"}, map[string]string{"a": "3"}, map[string]string{"a": "3", "b": "2"}},
		"as many as there may be": {map[string]string{"a": "1", "k03": "old"}, many, many},
	} {
		if got := addLabels(c.old, c.added); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	l := openThreads(t, ThreadOptions{Turns: 2, Expires: time.Hour})
	k := ThreadKey{"local", "one"}
	for run, labels := range []map[string]string{{"a": "1"}, nil, {"b": "2"}, nil} {
		if err := l.AddTurn(t.Context(), k, fmt.Sprint(run), labels); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := l.Thread(t.Context(), k); err != nil || !maps.Equal(got.Last.Labels, map[string]string{"a": "1", "b": "2"}) {
		t.Errorf("after the turns that had them fell out the labels are %v, %v", got.Last.Labels, err)
	}
}

// BenchmarkSearch finds ten runs among 10,000 by a label that one in a hundred has, once how
// they began is remembered.
func BenchmarkSearch(b *testing.B) {
	l := openLog(b)
	for i := range 10_000 {
		id := fmt.Sprintf("%05d", i)
		labels := map[string]string{"customer": fmt.Sprint(i % 100)}
		started := &runv1.Event{Sequence: 1, Time: timestamppb.New(aDay), Kind: &runv1.Event_Started{Started: &runv1.Started{
			RunId: id, Tenant: "local", User: "ann", Graph: "test", GraphVersion: 1, Labels: labels,
		}}}
		if err := l.Begin(b.Context(), Key{"local", id}, []*runv1.Event{started}, graph.Standing{Status: graph.Completed}); err != nil {
			b.Fatal(err)
		}
	}
	for name, count := range map[string]bool{"a page": false, "a page and the total": true} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				q := Query{Beginning: func(s Beginning) bool { return s.Labels["customer"] == "7" }, Count: count}
				found, err := l.Search(b.Context(), "local", q, 10)
				if err != nil || len(found.Runs) != 10 || count && found.Total != 100 {
					b.Fatal(found, err)
				}
			}
		})
	}
}
