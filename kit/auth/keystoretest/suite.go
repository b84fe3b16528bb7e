// Package keystoretest is what every auth.KeyStore has to hold.
package keystoretest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/auth"
)

// Run tests a store, of which open returns an empty one.
func Run(t *testing.T, open func(t *testing.T) auth.KeyStore) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, auth.KeyStore){
		"a key is listed for its tenant alone":                   listedForItsTenant,
		"nobody gives a scope that they don't have":              noEscalation,
		"a repeated call gives its key a new text":               repeated,
		"a rotated key works on for its grace":                   testRotation,
		"without a grace a rotated key ends at once":             rotatedWithoutGrace,
		"a key is rotated once, however many try at once":        rotatedOnce,
		"a key is revoked once, however many try at once":        revokedOnce,
		"keys that are made at once are all kept":                madeAtOnce,
		"another tenant's key is not there":                      notThere,
		"a refused change leaves everything as it was":           refusedChange,
		"a tenant's keys are bounded, and what ended makes room": bounded,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// A clock is set by a test.
type clock struct{ at atomic.Int64 }

func newKeyring(s auth.KeyStore) (auth.Keyring, *clock) {
	c := &clock{}
	c.at.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Unix())
	return auth.Keyring{Store: s, Now: func() time.Time { return time.Unix(c.at.Load(), 0).UTC() }}, c
}

func (c *clock) pass(d time.Duration) { c.at.Add(int64(d / time.Second)) }

var both = []auth.Scope{auth.Read, auth.Write}

func newKey(tenant string) auth.Key {
	return auth.Key{Name: "reports", Tenant: tenant, User: "reports", Kind: auth.Service, Scopes: both}
}

func create(t *testing.T, r auth.Keyring, tenant string) auth.Key {
	t.Helper()
	k, text, err := r.CreateKey(t.Context(), both, newKey(tenant), 0, "")
	if err != nil || text == "" {
		t.Fatal(text, err)
	}
	return k
}

// list returns the keys of the tenant acme.
func listKeys(t *testing.T, r auth.Keyring) []auth.Key {
	t.Helper()
	keys, err := r.ListKeys(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func listedForItsTenant(t *testing.T, s auth.KeyStore) {
	r, c := newKeyring(s)
	if keys := listKeys(t, r); len(keys) != 0 {
		t.Errorf("an empty store has %v", keys)
	}
	first := create(t, r, "acme")
	create(t, r, "other")
	c.pass(time.Second)
	last, _, err := r.CreateKey(t.Context(), both, newKey("acme"), time.Hour, "id")
	if err != nil {
		t.Fatal(err)
	}
	keys := listKeys(t, r)
	if len(keys) != 2 || keys[0].ID != first.ID || keys[1].ID != last.ID || !keys[0].Created.Equal(first.Created) ||
		!slices.Equal(keys[1].Scopes, both) || keys[1].Hash != last.Hash || !keys[1].Expires.Equal(r.Now().Add(time.Hour)) {
		t.Errorf("listed are %v", keys)
	}
}

func noEscalation(t *testing.T, s auth.KeyStore) {
	r, _ := newKeyring(s)
	k := create(t, r, "acme")
	_, _, err := r.CreateKey(t.Context(), []auth.Scope{auth.Read, auth.Admin}, newKey("acme"), 0, "")
	missing, ok := errors.AsType[*auth.MissingScopeError](err)
	if !ok || missing.Scope != auth.Write {
		t.Errorf("made: %v", err)
	}
	if _, _, _, err = r.RotateKey(t.Context(), []auth.Scope{auth.Admin}, "acme", k.ID, time.Hour, ""); !errors.As(err, &missing) {
		t.Errorf("rotated: %v", err)
	}
	if keys := listKeys(t, r); len(keys) != 1 || keys[0].Successor != "" || keys[0].Expires != nil {
		t.Errorf("there are %v", keys)
	}
}

func repeated(t *testing.T, s auth.KeyStore) {
	r, c := newKeyring(s)
	ctx := t.Context()
	made, text, err := r.CreateKey(ctx, both, newKey("acme"), time.Hour, "id")
	if err != nil {
		t.Fatal(err)
	}
	c.pass(time.Minute)
	again, other, err := r.CreateKey(ctx, both, newKey("acme"), time.Hour, "id")
	if err != nil || again.ID != made.ID || other == text || again.Hash == made.Hash || !again.Expires.Equal(*made.Expires) {
		t.Errorf("again: %v, %v", again, err)
	}
	if keys := listKeys(t, r); len(keys) != 1 || keys[0].Hash != again.Hash {
		t.Errorf("there are %v", keys)
	}
	elsewhere, _, err := r.CreateKey(ctx, both, newKey("other"), time.Hour, "id")
	if err != nil || elsewhere.ID == made.ID {
		t.Errorf("another tenant with the same request id: %v, %v", elsewhere, err)
	}
	changed := newKey("acme")
	changed.User = "eve"
	if _, _, err := r.CreateKey(ctx, both, changed, time.Hour, "id"); !errors.Is(err, auth.ErrKeyRequestReused) {
		t.Errorf("with another user: %v", err)
	}
	if _, _, err := r.CreateKey(ctx, both, newKey("acme"), 2*time.Hour, "id"); !errors.Is(err, auth.ErrKeyRequestReused) {
		t.Errorf("with another lifetime: %v", err)
	}
	c.pass(10 * time.Minute)
	if _, _, err := r.CreateKey(ctx, both, newKey("acme"), time.Hour, "id"); !errors.Is(err, auth.ErrKeyRequestReused) {
		t.Errorf("late: %v", err)
	}
	soon, _, err := r.CreateKey(ctx, both, newKey("acme"), 0, "id 2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.RevokeKey(ctx, "acme", soon.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.CreateKey(ctx, both, newKey("acme"), 0, "id 2"); !errors.Is(err, auth.ErrKeyRequestReused) {
		t.Errorf("of a key that was revoked: %v", err)
	}
}

// standsForTheSame reports whether two keys admit the same caller to the same.
func standsForTheSame(a, b auth.Key) bool {
	return a.User == b.User && a.Name == b.Name && a.Kind == b.Kind && slices.Equal(a.Scopes, b.Scopes)
}

func testRotation(t *testing.T, s auth.KeyStore) {
	r, c := newKeyring(s)
	ctx := t.Context()
	k, _, err := r.CreateKey(ctx, both, newKey("acme"), 90*24*time.Hour, "")
	if err != nil {
		t.Fatal(err)
	}
	c.pass(80 * 24 * time.Hour)
	made, old, text, err := r.RotateKey(ctx, both, "acme", k.ID, 7*24*time.Hour, "id")
	if err != nil || text == "" || !standsForTheSame(k, made) || !made.Expires.Equal(r.Now().Add(90*24*time.Hour)) || old.Successor != made.ID || !old.Expires.Equal(r.Now().Add(7*24*time.Hour)) {
		t.Errorf("rotated: %v, %v, %v", made, old, err)
	}
	c.pass(time.Minute)
	again, _, second, err := r.RotateKey(ctx, both, "acme", k.ID, 7*24*time.Hour, "id")
	if err != nil || again.ID != made.ID || second == text || again.Hash == made.Hash {
		t.Errorf("again: %v, %v", again, err)
	}
	var state *auth.KeyStateError
	if _, _, _, err = r.RotateKey(ctx, both, "acme", k.ID, 0, "another"); !errors.As(err, &state) || state.Successor != made.ID {
		t.Errorf("a second time: %v", err)
	}
	keys := listKeys(t, r)
	if len(keys) != 2 || keys[0].State(r.Now()) != "active" || keys[1].State(r.Now()) != "active" {
		t.Errorf("within the grace: %v", keys)
	}
	c.pass(7 * 24 * time.Hour)
	if keys := listKeys(t, r); keys[0].State(r.Now()) != "expired" || keys[1].State(r.Now()) != "active" {
		t.Errorf("after the grace: %v", keys)
	}
}

func rotatedWithoutGrace(t *testing.T, s auth.KeyStore) {
	r, c := newKeyring(s)
	ctx := t.Context()
	k, _, err := r.CreateKey(ctx, both, newKey("acme"), 90*24*time.Hour, "")
	if err != nil {
		t.Fatal(err)
	}
	last, gone, _, err := r.RotateKey(ctx, both, "acme", k.ID, 0, "")
	if err != nil || gone.State(r.Now()) != "expired" {
		t.Errorf("without a grace: %v, %v", gone, err)
	}
	c.pass(90 * 24 * time.Hour)
	_, _, _, err = r.RotateKey(ctx, both, "acme", last.ID, time.Hour, "")
	if state, ok := errors.AsType[*auth.KeyStateError](err); !ok || state.State != "expired" {
		t.Errorf("an expired key: %v", err)
	}
}

// atOnce runs something at once, and returns how often it succeeded.
func atOnce(do func() error) (done int, errs []error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			err := do()
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				done++
			} else {
				errs = append(errs, err)
			}
		})
	}
	group.Wait()
	return done, errs
}

func rotatedOnce(t *testing.T, s auth.KeyStore) {
	r, _ := newKeyring(s)
	k := create(t, r, "acme")
	done, errs := atOnce(func() error {
		_, _, _, err := r.RotateKey(t.Context(), both, "acme", k.ID, time.Hour, "")
		return err
	})
	for _, err := range errs {
		if _, ok := errors.AsType[*auth.KeyStateError](err); !ok {
			t.Error(err)
		}
	}
	if keys := listKeys(t, r); done != 1 || len(keys) != 2 {
		t.Errorf("%d rotations, and there are %v", done, keys)
	}
}

func revokedOnce(t *testing.T, s auth.KeyStore) {
	r, c := newKeyring(s)
	k := create(t, r, "acme")
	if done, errs := atOnce(func() error { _, err := r.RevokeKey(t.Context(), "acme", k.ID); return err }); done != 8 {
		t.Error(errs)
	}
	at := r.Now()
	c.pass(time.Hour)
	again, err := r.RevokeKey(t.Context(), "acme", k.ID)
	if err != nil || !again.Revoked.Equal(at) {
		t.Errorf("%v, %v", again, err)
	}
	_, _, _, err = r.RotateKey(t.Context(), both, "acme", k.ID, time.Hour, "")
	if state, ok := errors.AsType[*auth.KeyStateError](err); !ok || state.State != "revoked" {
		t.Errorf("rotated: %v", err)
	}
}

func madeAtOnce(t *testing.T, s auth.KeyStore) {
	r, _ := newKeyring(s)
	done, errs := atOnce(func() error { _, _, err := r.CreateKey(t.Context(), both, newKey("acme"), 0, ""); return err })
	if done != 8 || len(listKeys(t, r)) != 8 {
		t.Errorf("%d are made, %v", done, errs)
	}
	same, errs := atOnce(func() error { _, _, err := r.CreateKey(t.Context(), both, newKey("acme"), 0, "id"); return err })
	if same != 8 || len(listKeys(t, r)) != 9 {
		t.Errorf("%d calls with one id are done, %v", same, errs)
	}
}

func notThere(t *testing.T, s auth.KeyStore) {
	r, _ := newKeyring(s)
	k := create(t, r, "acme")
	for _, id := range []string{k.ID, "", "x", k.ID + "\n", "*"} {
		if _, err := r.RevokeKey(t.Context(), "other", id); !errors.Is(err, auth.ErrNoKey) {
			t.Errorf("revoked %q: %v", id, err)
		}
		if _, _, _, err := r.RotateKey(t.Context(), both, "other", id, 0, ""); !errors.Is(err, auth.ErrNoKey) {
			t.Errorf("rotated %q: %v", id, err)
		}
	}
	if keys := listKeys(t, r); len(keys) != 1 || keys[0].Revoked != nil || keys[0].Successor != "" {
		t.Errorf("there are %v", keys)
	}
}

func refusedChange(t *testing.T, s auth.KeyStore) {
	r, _ := newKeyring(s)
	create(t, r, "acme")
	no := errors.New("no")
	err := s.ChangeKeys(t.Context(), "acme", func(keys []auth.Key) ([]auth.Key, error) {
		keys[0].User = "eve"
		return nil, no
	})
	if keys := listKeys(t, r); !errors.Is(err, no) || len(keys) != 1 || keys[0].User != "reports" {
		t.Errorf("%v, %v", keys, err)
	}
}

func bounded(t *testing.T, s auth.KeyStore) {
	r, c := newKeyring(s)
	err := s.ChangeKeys(t.Context(), "acme", func(keys []auth.Key) ([]auth.Key, error) {
		for i := range auth.MaxKeys {
			k, _ := auth.Issue(newKey("acme"), r.Now().Add(time.Duration(i)*time.Second))
			k.ID = fmt.Sprintf("key-%04d", i)
			keys = append(keys, k)
		}
		return keys, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.CreateKey(t.Context(), both, newKey("acme"), 0, ""); !errors.Is(err, auth.ErrMaxKeys) {
		t.Errorf("one more: %v", err)
	}
	if _, _, _, err := r.RotateKey(t.Context(), both, "acme", "key-0007", time.Hour, ""); !errors.Is(err, auth.ErrMaxKeys) {
		t.Errorf("one more by rotation: %v", err)
	}
	create(t, r, "other")
	for _, id := range []string{"key-0007", "key-0003"} {
		if _, err := r.RevokeKey(t.Context(), "acme", id); err != nil {
			t.Fatal(err)
		}
		c.pass(time.Second)
	}
	made := create(t, r, "acme")
	has := func(id string) bool {
		return slices.ContainsFunc(listKeys(t, r), func(k auth.Key) bool { return k.ID == id })
	}
	if has("key-0007") || !has("key-0003") || !has(made.ID) {
		t.Error("not the key that ended first makes room")
	}
}
