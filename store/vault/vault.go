package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/weft-mesh/weft/store"
)

// DefaultTenant is the tenant of a vault that names none.
const DefaultTenant = "local"

// Options say how a vault is opened. The zero value is good.
type Options struct {
	ReadOnly bool           // nothing is written, not even a lock
	TimeZone *time.Location // of the notes' times; nil is UTC
	Tenant   string         // whom the vault belongs to; "" is DefaultTenant
	// Now tells the time that is written into the vault and by which reading
	// decides when to look at the files again; nil is time.Now.
	Now func() time.Time
}

// A Vault is a store.Writer on a folder. It is safe for concurrent use.
type Vault struct {
	dir    string
	opts   Options
	lock   *lock
	scanMu sync.Mutex // held by whoever looks at the files
	// mu guards state. It is changed with both mutexes held, so either is
	// enough to read it.
	mu      sync.RWMutex
	state   *state
	scanned time.Time     // when the last look at the files began; zero before the first
	took    time.Duration // how long a look takes that finds nothing new; the first reads everything
}

var _ store.Writer = (*Vault)(nil)

// Open opens the vault in a folder, which must exist. If nothing may be written
// there, as in a backup or on a disk that is mounted so, it is opened for reading
// only; ReadOnly tells.
func Open(dir string, opts Options) (*Vault, error) {
	if opts.TimeZone == nil {
		opts.TimeZone = time.UTC
	}
	if opts.Tenant == "" {
		opts.Tenant = DefaultTenant
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the vault: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("opening the vault: %w", err)
	}
	if _, err := os.ReadDir(dir); err != nil {
		return nil, fmt.Errorf("opening the vault: %w", err)
	}
	v := &Vault{dir: dir, opts: opts, state: newState(opts.TimeZone)}
	if opts.ReadOnly {
		return v, nil
	}
	switch err := v.prepare(); {
	case unwritable(err):
		v.opts.ReadOnly = true
		return v, nil
	case err != nil:
		return nil, fmt.Errorf("opening the vault: %w", err)
	}
	v.lock = newLock(filepath.Join(dir, stateFolder, "write.lock"))
	return v, nil
}

// stateFolder holds what is Weft's own and nobody else's.
const stateFolder = ".weft"

// abandoned is how old a temporary file is that no writer can still be busy with.
const abandoned = time.Hour

// unwritable reports whether an error says that nothing may be written in a place.
func unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// prepare makes the folder for Weft's own files, sees whether they can be written,
// and clears away what a crash left there.
func (v *Vault) prepare() error {
	tmp := filepath.Join(v.dir, stateFolder, "tmp")
	if err := os.MkdirAll(tmp, 0o700); err != nil {
		return err
	}
	probe, err := os.CreateTemp(tmp, ".weft-*.tmp")
	if err != nil {
		return err
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return err
	}
	left, err := os.ReadDir(tmp)
	if err != nil {
		return err
	}
	for _, f := range left {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(tmp, f.Name()))
		}
	}
	ignore := filepath.Join(v.dir, stateFolder, ".gitignore")
	if _, err := os.Stat(ignore); err == nil {
		return nil
	}
	if err := os.WriteFile(ignore, []byte("*\n"), 0o600); err != nil {
		_ = os.Remove(ignore) // half of it would be taken for all of it
		return err
	}
	return nil
}

// Dir returns the vault's folder as an absolute path without symbolic links.
func (v *Vault) Dir() string { return v.dir }

// ReadOnly reports whether nothing is written: every call that would write fails
// with store.ErrReadOnly.
func (v *Vault) ReadOnly() bool { return v.opts.ReadOnly }

// Close releases the lock file.
func (v *Vault) Close() error {
	if v.lock == nil {
		return nil
	}
	return v.lock.close()
}

// foreign reports whether a scope is not that of the vault's tenant.
func (v *Vault) foreign(s store.Scope) bool { return s.Tenant != v.opts.Tenant }

// Writable returns store.ErrReadOnly if nothing is written here.
func (v *Vault) Writable(s store.Scope) error {
	if v.opts.ReadOnly {
		return store.ErrReadOnly
	}
	if v.foreign(s) {
		return fmt.Errorf("tenant %q has no vault here: %w", s.Tenant, store.ErrNotFound)
	}
	return nil
}

// write runs do with the vault locked against every other writer.
func (v *Vault) write(ctx context.Context, s store.Scope, do func() error) error {
	if err := v.Writable(s); err != nil {
		return err
	}
	unlock, err := v.lock.acquire(ctx)
	if err != nil {
		return fmt.Errorf("locking the vault: %w", err)
	}
	defer unlock()
	v.scanMu.Lock()
	defer v.scanMu.Unlock()
	if err = do(); errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", store.ErrNoSpace, err)
	}
	return err
}

// path returns the place of a file that is named relative to the vault.
func (v *Vault) path(rel string) string { return filepath.Join(v.dir, filepath.FromSlash(rel)) }
