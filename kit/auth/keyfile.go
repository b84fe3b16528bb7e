package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"github.com/weft-mesh/weft/kit/safefile"
)

const lockPause = 10 * time.Millisecond

// ErrKeyFile is returned by a KeyFile that can't be read or written.
var ErrKeyFile = errors.New("the key file can't be used")

// ErrNoKey is returned for the id of a key that is not there.
var ErrNoKey = errors.New("there is no such key")

// ReadKeys returns the keys of a file, the oldest first; none if it is not there.
func ReadKeys(path string) ([]Key, error) {
	data, info, err := safefile.ReadInfo(path, fileMost)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = owned(info)
	}
	if err != nil {
		return nil, err
	}
	byID, err := parseKeys(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return slices.SortedStableFunc(maps.Values(byID), olderKey), nil
}

// AddKey puts a key into a file, which it makes if it is not there.
func AddKey(ctx context.Context, path string, k Key) error {
	if err := k.Check(); err != nil {
		return err
	}
	return change(ctx, path, func(keys []Key) ([]Key, error) { return append(keys, k), nil })
}

// RevokeKey marks a key as revoked. To revoke it again changes nothing.
func RevokeKey(ctx context.Context, path, id string, now time.Time) error {
	return change(ctx, path, func(keys []Key) ([]Key, error) {
		i, err := findKey(keys, id)
		if err != nil {
			return nil, err
		}
		keys[i].markRevoked(now)
		return keys, nil
	})
}

// A KeyFile is a KeyStore in a file that operators may change meanwhile.
type KeyFile string

// ListKeys implements KeyStore.
func (f KeyFile) ListKeys(_ context.Context, tenant string) ([]Key, error) {
	keys, err := ReadKeys(string(f))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeyFile, err)
	}
	return slices.DeleteFunc(keys, func(k Key) bool { return k.Tenant != tenant }), nil
}

// ChangeKeys implements KeyStore.
func (f KeyFile) ChangeKeys(ctx context.Context, tenant string, to func([]Key) ([]Key, error)) error {
	var refused error // which is no fault of the file
	err := change(ctx, string(f), func(keys []Key) ([]Key, error) {
		var own, others []Key
		for _, k := range keys {
			if k.Tenant == tenant {
				own = append(own, k)
			} else {
				others = append(others, k)
			}
		}
		if own, refused = to(own); refused != nil {
			return nil, refused
		}
		return append(others, own...), nil
	})
	if err != nil && refused == nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", ErrKeyFile, err)
	}
	return err
}

// change rewrites a file of keys in one step, one process at a time.
func change(ctx context.Context, path string, to func([]Key) ([]Key, error)) error {
	l := flock.New(path + ".lock")
	if _, err := l.TryLockContext(ctx, lockPause); err != nil {
		return fmt.Errorf("lock %s: %w", l.Path(), err)
	}
	defer func() { _ = l.Unlock() }() // closing the file can't be retried
	keys, err := ReadKeys(path)
	if err != nil {
		return err
	}
	if keys, err = to(keys); err != nil {
		return err
	}
	data, err := json.MarshalIndent(keyFile{keys}, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".keys-*") // for this user only
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
