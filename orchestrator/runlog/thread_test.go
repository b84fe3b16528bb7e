package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// openThreads opens a log whose threads are bounded.
func openThreads(t *testing.T, o ThreadOptions) *Log {
	t.Helper()
	l := openLog(t)
	l.o.Threads = o
	if err := l.openThreads(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l
}

// said returns the runs of a thread, the latest first.
func said(t *testing.T, l *Log, k ThreadKey) string {
	t.Helper()
	var runs []string
	for turn, err := range l.Turns(t.Context(), k, 0) {
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, turn.Run)
	}
	return strings.Join(runs, " ")
}

func add(t *testing.T, l *Log, k ThreadKey, runs ...string) {
	t.Helper()
	for _, run := range runs {
		if err := l.AddTurn(t.Context(), k, run, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAThreadIsReadFromItsEndAndAmongOthers(t *testing.T) {
	t.Parallel()
	l := openThreads(t, ThreadOptions{})
	a, b := ThreadKey{"local", "a"}, ThreadKey{"local", "b"}
	add(t, l, a, "1")
	add(t, l, b, "2")
	add(t, l, a, "3", "4")
	add(t, l, ThreadKey{"other", "a"}, "5")
	if got := said(t, l, a); got != "4 3 1" {
		t.Errorf("the turns are %q", got)
	}
	list, err := l.Threads(t.Context(), "local")
	if err != nil || len(list) != 2 || list[0].ID != "a" || list[0].Turns != 3 || list[0].Last.Run != "4" || list[1].ID != "b" {
		t.Errorf("the threads are %+v, %v", list, err)
	}
	if first, err := l.FirstTurn(t.Context(), a); err != nil || first.Run != "1" {
		t.Errorf("the first turn is %+v, %v", first, err)
	}
	// The sequence of a turn of another thread, or tenant, leads nowhere.
	for turn, err := range l.Turns(t.Context(), b, list[0].Last.Sequence) {
		t.Errorf("%+v, %v", turn, err)
	}
	if err := l.DeleteThread(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Thread(t.Context(), a); !errors.Is(err, ErrNotFound) {
		t.Errorf("after it was deleted: %v", err)
	}
	if got := said(t, l, ThreadKey{"other", "a"}); got != "5" {
		t.Errorf("the other tenant's is %q", got)
	}
	add(t, l, a, "6")
	if got := said(t, l, a); got != "6" {
		t.Errorf("begun anew it is %q", got)
	}
}

func TestTurnsThatAreAddedAtOnceAreAllThereOnce(t *testing.T) {
	t.Parallel()
	l := openThreads(t, ThreadOptions{})
	k := ThreadKey{"local", "a"}
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			if err := l.AddTurn(t.Context(), k, fmt.Sprintf("%02d", i), nil); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	runs := strings.Fields(said(t, l, k))
	slices.Sort(runs)
	if len(runs) != 16 || len(slices.Compact(runs)) != 16 {
		t.Errorf("the turns are %q", runs)
	}
}

func TestATurnThatIsAddedAgainIsOne(t *testing.T) {
	t.Parallel()
	l := openThreads(t, ThreadOptions{})
	k := ThreadKey{"local", "a"}
	add(t, l, k, "1", "2", "2")
	if got := said(t, l, k); got != "2 1" {
		t.Errorf("the turns are %q", got)
	}
}

func TestTheOldestTurnFallsOut(t *testing.T) {
	t.Parallel()
	l := openThreads(t, ThreadOptions{Turns: 3})
	k := ThreadKey{"local", "a"}
	add(t, l, k, "1", "2", "3", "4", "5")
	if got := said(t, l, k); got != "5 4 3" {
		t.Errorf("the turns are %q", got)
	}
	if first, err := l.FirstTurn(t.Context(), k); err != nil || first.Run != "3" {
		t.Errorf("the first turn is %+v, %v", first, err)
	}
}

func TestAThreadWithoutATurnForLongIsGone(t *testing.T) {
	t.Parallel()
	l := openThreads(t, ThreadOptions{Expires: 100 * time.Millisecond})
	k := ThreadKey{"local", "a"}
	add(t, l, k, "1")
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := l.Thread(ctx, k)
		if errors.Is(err, ErrNotFound) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		<-tick.C
	}
}

func TestNoNameReachesIntoAnotherThread(t *testing.T) {
	t.Parallel()
	l := openThreads(t, ThreadOptions{})
	add(t, l, ThreadKey{"other", "a"}, "1")
	for _, k := range []ThreadKey{{"*", "a"}, {"local", "*"}, {"local", ">"}, {"local", "a.b"}, {"local", ""}, {"", "a"}} {
		_, err := l.Thread(t.Context(), k)
		for what, err := range map[string]error{
			"is found": err, "takes a turn": l.AddTurn(t.Context(), k, "2", nil), "is deleted": l.DeleteThread(t.Context(), k),
		} {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%v %s: %v", k, what, err)
			}
		}
		if got := said(t, l, k); got != "" {
			t.Errorf("%v has the turns %s", k, got)
		}
	}
}
