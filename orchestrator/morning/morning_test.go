package morning

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// people is a store of which only the people are asked; more may come.
type people struct {
	roadmaps.Store
	tenant string
	there  []roadmaps.Person
	more   chan roadmaps.Person
	losses int
}

func (s *people) Watch(ctx context.Context, tenant string, changed func(roadmaps.Person)) error {
	if tenant != s.tenant {
		return errors.New("another tenant")
	}
	for _, p := range s.there {
		changed(p)
	}
	if s.losses > 0 {
		s.losses--
		return errors.New("the connection is lost")
	}
	for {
		select {
		case p := <-s.more:
			changed(p)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func wait(ctx context.Context, until time.Time) error {
	select {
	case <-time.After(time.Until(until)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestEachMorningEverybodyIsLookedAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // it is midnight in UTC
		zone, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		ann, bob := roadmaps.Person{Tenant: "acme", User: "ann"}, roadmaps.Person{Tenant: "acme", User: "bob"}
		store := &people{tenant: "acme", there: []roadmaps.Person{ann}, more: make(chan roadmaps.Person), losses: 2}
		var keys, at []string
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ended := make(chan error)
		go func() {
			ended <- Keep(ctx, Options{
				At: 6*60 + 30, Zone: zone, Store: store, Now: time.Now, Wait: wait, Log: slog.New(slog.DiscardHandler),
				Tenants: func(context.Context) ([]string, error) { return []string{"acme"}, nil },
				Look: func(_ context.Context, p roadmaps.Person, key string) error {
					keys, at = append(keys, key), append(at, time.Now().In(zone).Format("2 15:04"))
					if p == ann {
						return errors.New("the calendar can't be read")
					}
					return nil
				},
			})
		}()
		time.Sleep(7 * time.Hour)
		synctest.Wait()
		store.more <- bob // whose first roadmap comes in the day
		store.more <- bob
		synctest.Wait()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		want := []string{"morning-ann-2000-01-01", "morning-bob-2000-01-01", "morning-ann-2000-01-02", "morning-bob-2000-01-02"}
		slices.Sort(keys[2:])
		if !slices.Equal(keys, want) || !slices.Equal(at, []string{"1 06:30", "1 08:00", "2 06:30", "2 06:30"}) {
			t.Errorf("it looked at %v, at %v", keys, at)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	})
}

func TestItIsDueAtTheHourOfTheZone(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for now, want := range map[string]string{
		"2027-03-27 05:00": "2027-03-27 06:30", "2027-03-27 06:30": "2027-03-28 06:30", "2027-03-28 01:00": "2027-03-28 06:30", "2027-10-31 07:00": "2027-11-01 06:30",
	} {
		at, err := time.ParseInLocation("2006-01-02 15:04", now, zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := next(at, 6*60+30, zone).Format("2006-01-02 15:04"); got != want {
			t.Errorf("after %s it is due at %s, not %s", now, got, want)
		}
	}
}
