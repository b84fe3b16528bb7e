package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
)

func putTimeline(t testing.TB, s *Store, scope store.Scope, at uint64, text string) uint64 {
	t.Helper()
	revision, err := s.PutTimeline(t.Context(), scope, at, []byte(text), map[string]store.Roadmap{"RM-1": {Document: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

// watchTimelines returns the users that a watch tells of.
func watchTimelines(t *testing.T, s *Store, tenant string) <-chan string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	users, ended := make(chan string, 100), make(chan error, 1)
	go func() { ended <- s.WatchTimelines(ctx, tenant, func(user string) { users <- user }) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the watch ended with %v", err)
		}
	})
	return users
}

func told(t *testing.T, users <-chan string, want string) {
	t.Helper()
	select {
	case got := <-users:
		if got != want {
			t.Fatalf("it tells of %q, want %q", got, want)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("nobody tells of %q", want)
	}
}

func TestAWatchThatHasLostItsConnectionTellsWhatWasChangedMeanwhile(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	watching, writing := open(t, url, Options{}), open(t, url, Options{})
	ann, bob := store.Scope{Tenant: "acme", User: "ann"}, store.Scope{Tenant: "acme", User: "bob"}
	putTimeline(t, writing, ann, 0, "one")
	users := watchTimelines(t, watching, "acme")
	told(t, users, "ann")
	name := watching.pool.Config().ConnConfig.Database
	for at := range uint64(3) {
		cluster.Admin(t, "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'weft' AND datname = '"+name+"'")
		// The first attempt may find that its connection was cut.
		for {
			_, err := writing.PutTimeline(t.Context(), bob, at, []byte("one"), nil)
			if err == nil {
				break
			}
			if !errors.Is(err, store.ErrUnavailable) {
				t.Fatal(err)
			}
		}
		told(t, users, "bob")
	}
}

func TestAConnectionThatIsSilentIsTriedAndGoesOn(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	watching, writing := open(t, url, Options{}), open(t, url, Options{})
	watching.listener.silence = time.Millisecond
	users := watchTimelines(t, watching, "acme")
	at := uint64(0)
	for range 50 {
		at = putTimeline(t, writing, store.Scope{Tenant: "acme", User: "ann"}, at, "one")
		told(t, users, "ann")
	}
}

// The connection is there for those who watch.
func TestNobodyListensWhereNobodyWatches(t *testing.T) {
	t.Parallel()
	s := open(t, cluster.Database(t), Options{})
	ann := store.Scope{Tenant: "acme", User: "ann"}
	at := uint64(0)
	for range 3 {
		ctx, cancel := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		at = putTimeline(t, s, ann, at, "one")
		if err := s.WatchTimelines(ctx, ann.Tenant, func(string) { cancel(enough) }); !errors.Is(err, enough) {
			t.Fatal(err)
		}
		s.listener.runs.Wait()
	}
}

func TestATimelineIsCopiedUntilItIsChangedHere(t *testing.T) {
	t.Parallel()
	s := open(t, cluster.Database(t), Options{})
	ann := storetest.Scope
	copied := func(revision uint64, id string, want bool) {
		t.Helper()
		done, err := s.CopyTimeline(t.Context(), ann, revision, []byte(id), map[string]store.Roadmap{id: {Document: []byte(id)}})
		if err != nil || done != want {
			t.Fatalf("of revision %d: %v, %v", revision, done, err)
		}
	}
	copied(7, "RM-1", true)
	copied(7, "RM-2", false) // what is there is as new
	copied(9, "RM-3", true)
	if _, _, err := s.Roadmap(t.Context(), ann, "RM-1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of the copy before there is left %v", err)
	}
	if text, at, err := s.Timeline(t.Context(), ann); err != nil || at != 9 || string(text) != "RM-3" {
		t.Errorf("it is %q at %d, %v", text, at, err)
	}
	if have, err := s.CopiedTimelines(t.Context(), ann.Tenant); err != nil || len(have) != 1 || have[ann.User] != 9 {
		t.Errorf("copied are %v, %v", have, err)
	}
	if at := putTimeline(t, s, ann, 9, "own"); at != 10 {
		t.Errorf("the next revision is %d", at)
	}
	copied(20, "RM-4", false)
	if text, _, err := s.Roadmap(t.Context(), ann, "RM-1"); err != nil || string(text) != "own" {
		t.Errorf("it is %q, %v", text, err)
	}
}
