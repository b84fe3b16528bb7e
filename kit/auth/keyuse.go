package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/safefile"
)

// keepUsesEvery is how often uses of keys are written: a process that crashes loses as much.
const keepUsesEvery = time.Minute

// A KeyUse says when a key was used, as far as that was kept.
type KeyUse struct {
	First time.Time `json:"first"`
	Last  time.Time `json:"last"`
}

func (u KeyUse) and(v KeyUse) KeyUse {
	if u.First.IsZero() || v.First.Before(u.First) {
		u.First = v.First
	}
	if v.Last.After(u.Last) {
		u.Last = v.Last
	}
	return u
}

type useFile struct {
	Uses map[string]KeyUse `json:"uses"`
}

// usesOf is the file beside a file of keys that has their uses. The file of keys itself is not
// written by use.
func usesOf(keys string) string { return keys + ".uses" }

// ReadKeyUses returns when the keys of a file were used, by their ids.
func ReadKeyUses(keys string) (map[string]KeyUse, error) {
	data, err := safefile.Read(usesOf(keys), fileMost)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var f useFile
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	if err != nil {
		return nil, fmt.Errorf("read uses of keys in %s: %w", usesOf(keys), err)
	}
	return f.Uses, nil
}

// KeyUses note uses of the keys of a file.
type KeyUses struct {
	keys string
	log  *slog.Logger
	mu   sync.Mutex
	new  map[string]KeyUse // since they were last written
}

// NewKeyUses returns what notes uses of the keys of a file.
func NewKeyUses(keys string, log *slog.Logger) *KeyUses {
	return &KeyUses{keys: keys, log: log, new: map[string]KeyUse{}}
}

// Note notes that a key is used.
func (u *KeyUses) Note(id string, now time.Time) {
	now = now.UTC().Truncate(time.Second)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.new[id] = u.new[id].and(KeyUse{now, now})
}

// ListUses returns when keys were used, by their ids.
func (u *KeyUses) ListUses() (map[string]KeyUse, error) {
	kept, err := ReadKeyUses(u.keys)
	if err != nil {
		return nil, err
	}
	return u.add(kept), nil
}

// add returns uses with those that are not written yet.
func (u *KeyUses) add(to map[string]KeyUse) map[string]KeyUse {
	out := maps.Clone(to)
	if out == nil {
		out = map[string]KeyUse{}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, use := range u.new {
		out[id] = out[id].and(use)
	}
	return out
}

// Keep writes uses each minute, and when ctx ends.
func (u *KeyUses) Keep(ctx context.Context) error {
	failed := false
	for going := true; going; {
		going = lifecycle.Sleep(ctx, keepUsesEvery)
		err := u.Write(context.WithoutCancel(ctx))
		if err != nil && !failed {
			u.log.WarnContext(ctx, "uses of API keys can't be written, so it is not known when keys were last used", "error", err)
		}
		failed = err != nil
	}
	return nil
}

// Write writes what is not written yet, beside what other processes have written, and forgets
// keys that are gone.
func (u *KeyUses) Write(ctx context.Context) error {
	u.mu.Lock()
	none := len(u.new) == 0
	u.mu.Unlock()
	if none {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lockUsesTime)
	defer cancel()
	l := flock.New(usesOf(u.keys) + ".lock")
	if _, err := l.TryLockContext(ctx, lockPause); err != nil {
		return fmt.Errorf("lock %s: %w", l.Path(), err)
	}
	defer func() { _ = l.Unlock() }() // closing the file can't be retried
	uses, err := u.ListUses()
	if err != nil {
		return err
	}
	keys, err := ReadKeys(u.keys)
	if err != nil {
		return err
	}
	here := map[string]bool{}
	for _, k := range keys {
		here[k.ID] = true
	}
	maps.DeleteFunc(uses, func(id string, _ KeyUse) bool { return !here[id] })
	data, err := json.MarshalIndent(useFile{uses}, "", "  ")
	if err != nil {
		return err
	}
	if err := safefile.Replace(usesOf(u.keys), append(data, '\n'), 0o600); err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.DeleteFunc(u.new, func(id string, use KeyUse) bool { return !use.Last.After(uses[id].Last) })
	return nil
}

// lockUsesTime bounds the wait for another process that writes uses.
const lockUsesTime = 2 * time.Second
