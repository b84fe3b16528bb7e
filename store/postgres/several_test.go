package postgres

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
)

func TestProcessesThatStartTogetherMakeTheTablesOnce(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			s, err := Open(t.Context(), url, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			_ = s.Close()
		})
	}
	wg.Wait()
}

func TestTablesOfANewerWeftAreLeftAlone(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	open(t, url, Options{})
	if _, err := connect(t, url).Exec(t.Context(), `INSERT INTO weft.version (version) VALUES (1000)`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), url, Options{}); err == nil {
		t.Error("it was opened")
	}
}

func TestWhatOneProcessWritesAnotherFindsAtOnce(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	writer, reader := open(t, url, Options{}), open(t, url, Options{ReadOnly: true})
	found := func(word string) int {
		t.Helper()
		r, err := reader.Find(t.Context(), storetest.Scope, store.Query{Terms: []store.Term{{Forms: []string{word}}}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Total
	}
	expect := func(benched, squatted int) {
		t.Helper()
		if b, s := found("benched"), found("squatted"); b != benched || s != squatted {
			t.Errorf("%d benched and %d squatted, want %d and %d", b, s, benched, squatted)
		}
	}
	expect(0, 0)
	id := keep(t, writer, storetest.Scope, "k", "Benched 80")
	expect(1, 0)
	if _, err := writer.Rewrite(t.Context(), storetest.Scope, id, notes.Hash("Benched 80"), "Squatted 120"); err != nil {
		t.Fatal(err)
	}
	expect(0, 1)
	if _, err := writer.Remove(t.Context(), storetest.Scope, id, notes.Hash("Squatted 120")); err != nil {
		t.Fatal(err)
	}
	expect(0, 0)
	keep(t, writer, storetest.Scope, "l", "Benched 90") // takes the id
	expect(1, 0)
	if _, err := writer.Remove(t.Context(), storetest.Scope, id, notes.Hash("Benched 90")); err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Restore(t.Context(), storetest.Scope, id, notes.Hash("Squatted 120")); err != nil {
		t.Fatal(err)
	}
	expect(0, 1)
	if _, err := reader.Keep(t.Context(), storetest.Scope, store.NewEntry{Key: "m", Time: monday, Text: "x"}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("a process that only reads kept a note: %v", err)
	}
}

func TestSeveralOrchestratorsKeepEachNoteOnceAndLoseNone(t *testing.T) {
	t.Parallel()
	const processes, each = 4, 25
	url := cluster.Database(t)
	var stores []*Store
	for range processes {
		stores = append(stores, open(t, url, Options{}))
	}
	var wg sync.WaitGroup
	for _, s := range stores {
		wg.Go(func() {
			for i := range each { // every process tries every note, in the same second
				n := store.NewEntry{Key: fmt.Sprint(i), Time: monday, Text: fmt.Sprintf("note %d", i)}
				if _, err := s.Keep(t.Context(), storetest.Scope, n); err != nil {
					t.Error(err)
				}
				if _, err := s.Find(t.Context(), storetest.Scope, store.Query{Terms: []store.Term{{Forms: []string{"note"}}}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for _, s := range stores {
		r, err := s.Find(t.Context(), storetest.Scope, store.Query{Terms: []store.Term{{Forms: []string{"note"}}}})
		if err != nil || r.Total != each {
			t.Errorf("%d notes are found, %v, want %d", r.Total, err, each)
		}
	}
}

func TestADatabaseThatComesBackIsUsedAgain(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	s := open(t, url, Options{})
	keep(t, s, storetest.Scope, "k", "Benched 80")
	cluster.Admin(t, "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'weft' AND datname = '"+s.pool.Config().ConnConfig.Database+"'")
	deadline := time.Now().Add(10 * time.Second)
	for {
		_, err := s.Keep(t.Context(), storetest.Scope, store.NewEntry{Key: "l", Time: monday, Text: "Rowed"})
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrUnavailable) || time.Now().After(deadline) {
			t.Fatalf("after the connections were cut: %v", err)
		}
	}
	r, err := s.Find(t.Context(), storetest.Scope, store.Query{})
	if err != nil || r.Total != 2 {
		t.Errorf("%d notes, %v, want each once", r.Total, err)
	}
}
