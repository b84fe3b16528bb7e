package auth

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

const (
	// MaxKeys is how many keys a tenant may have: each change of a file writes all of it.
	MaxKeys = 1000
	// MaxKeyLifetime bounds when a key that has an end expires.
	MaxKeyLifetime = 3650 * 24 * time.Hour
	// MaxKeyGrace bounds how long a key works on after it was rotated.
	MaxKeyGrace = 30 * 24 * time.Hour
	// repeatWithin is how long a request id answers with the key that it made, and a new text.
	repeatWithin = 10 * time.Minute
)

var (
	// ErrMaxKeys is returned for a tenant that has as many active keys as it may.
	ErrMaxKeys = fmt.Errorf("a tenant has %d active keys at most", MaxKeys)
	// ErrKeyRequestReused is returned for a request id that made a key before, if the call is
	// another one, comes late, or the key is no longer as it was made.
	ErrKeyRequestReused = errors.New("request id was used for another key")
)

// A MissingScopeError is for who would give a key a scope that they don't have.
type MissingScopeError struct{ Scope Scope }

func (e *MissingScopeError) Error() string {
	return fmt.Sprintf("the scope %s can only be given by somebody who has it", e.Scope)
}

// A KeyStateError is for a key that can't be rotated, since it no longer counts or was rotated
// before.
type KeyStateError struct {
	ID        string
	State     string
	Successor string
}

func (e *KeyStateError) Error() string {
	if e.Successor != "" {
		return fmt.Sprintf("the key %s was replaced by %s before", e.ID, e.Successor)
	}
	return fmt.Sprintf("the key %s is %s", e.ID, e.State)
}

// A KeyStore keeps API keys.
type KeyStore interface {
	// ListKeys returns the keys of a tenant, in any order.
	ListKeys(ctx context.Context, tenant string) ([]Key, error)
	// ChangeKeys puts what change returns in the place of the keys of a tenant, in one step:
	// nobody else changes them meanwhile. It may call change more than once. If change fails,
	// nothing is changed and its error is returned.
	ChangeKeys(ctx context.Context, tenant string, change func([]Key) ([]Key, error)) error
}

// A Keyring manages the keys of a store, by rules that are the same for all stores.
type Keyring struct {
	Store KeyStore
	Now   func() time.Time
}

// ListKeys returns the keys of a tenant, the oldest first.
func (r Keyring) ListKeys(ctx context.Context, tenant string) ([]Key, error) {
	keys, err := r.Store.ListKeys(ctx, tenant)
	slices.SortFunc(keys, olderKey)
	return keys, err
}

func olderKey(a, b Key) int {
	return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
}

// CreateKey makes a key of what k says of name, tenant, user, kind and scopes, for who has the
// scopes by, and returns it with its text. A lifetime of 0 never ends. With a request id that
// has just made the same key, it returns that one with a new text in place of the old one.
func (r Keyring) CreateKey(ctx context.Context, by []Scope, k Key, lifetime time.Duration, request string) (Key, string, error) {
	if err := mayGive(by, k.Scopes); err != nil {
		return Key{}, "", err
	}
	k, text := issueKey(k, keyIDFor(request, k.Tenant), lifetime, r.Now())
	if err := k.Check(); err != nil {
		return Key{}, "", err
	}
	var made Key
	err := r.Store.ChangeKeys(ctx, k.Tenant, func(keys []Key) (out []Key, err error) {
		out, made, err = putKey(keys, k, r.Now())
		return out, err
	})
	return made, text, err
}

// RotateKey makes a new key like an active one, for who has the scopes by. The old key works on
// for a while.
func (r Keyring) RotateKey(ctx context.Context, by []Scope, tenant, id string, grace time.Duration, request string) (made, old Key, text string, err error) {
	err = r.Store.ChangeKeys(ctx, tenant, func(keys []Key) ([]Key, error) {
		i, err := findKey(keys, id)
		if err != nil {
			return nil, err
		}
		old = keys[i]
		if err := mayGive(by, old.Scopes); err != nil {
			return nil, err
		}
		var lifetime time.Duration
		if old.Expires != nil {
			lifetime = old.Expires.Sub(old.Created)
		}
		next := Key{Name: old.Name, Tenant: tenant, User: old.User, Kind: old.Kind, Scopes: old.Scopes}
		next, text = issueKey(next, keyIDFor(request, tenant, id), lifetime, r.Now())
		if old.Successor == next.ID { // this call was made before
			if j, err := findKey(keys, next.ID); err == nil { // the end of the old key came nearer since
				next.Created, next.Expires = keys[j].Created, keys[j].Expires
			}
			keys, made, err = putKey(keys, next, r.Now())
			return keys, err
		}
		if state := old.State(r.Now()); state != keyActive || old.Successor != "" {
			return nil, &KeyStateError{id, state, old.Successor}
		}
		end := r.Now().UTC().Add(grace).Truncate(time.Second)
		if old.Expires == nil || end.Before(*old.Expires) {
			old.Expires = &end
		}
		old.Successor = next.ID
		keys[i] = old
		keys, made, err = putKey(keys, next, r.Now())
		return keys, err
	})
	return made, old, text, err
}

// RevokeKey marks a key of a tenant as revoked. To revoke it again changes nothing.
func (r Keyring) RevokeKey(ctx context.Context, tenant, id string) (revoked Key, err error) {
	err = r.Store.ChangeKeys(ctx, tenant, func(keys []Key) ([]Key, error) {
		i, err := findKey(keys, id)
		if err != nil {
			return nil, err
		}
		keys[i].markRevoked(r.Now())
		revoked = keys[i]
		return keys, nil
	})
	return revoked, err
}

// CheckKeyNames refuses names that would not be told on one line.
func CheckKeyNames(name, user string) error {
	for what, text := range map[string]string{"name": name, "user": user} {
		if strings.TrimSpace(text) == "" {
			return fmt.Errorf("the %s is blank", what)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return fmt.Errorf("the %s %q has a line break or another character that can't be seen", what, text)
		}
	}
	return nil
}

func mayGive(by, scopes []Scope) error {
	for _, s := range scopes {
		if !slices.Contains(by, s) {
			return &MissingScopeError{s}
		}
	}
	return nil
}

func findKey(keys []Key, id string) (int, error) {
	i := slices.IndexFunc(keys, func(k Key) bool { return k.ID == id })
	if i < 0 {
		return 0, fmt.Errorf("%.100q: %w", id, ErrNoKey)
	}
	return i, nil
}

// putKey adds a key that was just issued. If the call that made it is repeated, the key is
// there already: it gets the new text, and keeps its times.
func putKey(keys []Key, k Key, now time.Time) ([]Key, Key, error) {
	i, err := findKey(keys, k.ID)
	if err != nil {
		keys, err = makeRoom(keys, now)
		return append(keys, k), k, err
	}
	is := &keys[i]
	if is.State(now) != keyActive || is.Successor != "" || now.Sub(is.Created) > repeatWithin || !sameKey(*is, k) {
		return nil, Key{}, ErrKeyRequestReused
	}
	is.Hash = k.Hash
	return keys, *is, nil
}

// sameKey reports whether two keys were asked for in the same words.
func sameKey(a, b Key) bool {
	lifetime := func(k Key) time.Duration {
		if k.Expires == nil {
			return 0
		}
		return k.Expires.Sub(k.Created)
	}
	scopes := func(k Key) []Scope { return slices.Sorted(slices.Values(k.Scopes)) }
	return a.Name == b.Name && a.User == b.User && a.Kind == b.Kind && lifetime(a) == lifetime(b) && slices.Equal(scopes(a), scopes(b))
}

// makeRoom forgets the keys that ended longest ago, if a tenant has as many keys as it may. What
// is forgotten is refused as before.
func makeRoom(keys []Key, now time.Time) ([]Key, error) {
	ended := func(k Key) time.Time {
		end := now
		if k.Revoked != nil {
			end = *k.Revoked
		}
		if k.Expires != nil && k.Expires.Before(end) {
			end = *k.Expires
		}
		return end
	}
	for len(keys) >= MaxKeys {
		oldest := -1
		for i, k := range keys {
			if k.State(now) != keyActive && (oldest < 0 || ended(k).Before(ended(keys[oldest]))) {
				oldest = i
			}
		}
		if oldest < 0 {
			return nil, ErrMaxKeys
		}
		keys = slices.Delete(keys, oldest, oldest+1)
	}
	return keys, nil
}

// keyIDFor returns the id of the key that a request makes, "" for any if it can't be repeated.
// It is no secret, and tells nothing of the request id.
func keyIDFor(request string, of ...string) string {
	if request == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(append(of, request), "\x00")))
	return hex.EncodeToString(sum[:requestIDBytes])
}
