package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/weft-mesh/weft/kit/safefile"
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
	// Notice is told, once for each time that a file changes, what is odd about
	// files but costs no note: that one is no text, or has characters that are not
	// UTF-8. Nil is told nothing.
	Notice func(message string)
}

// A Vault is a store.Writer on a folder. It is safe for concurrent use.
type Vault struct {
	files  *safefile.Folder
	opts   Options
	lock   *lock
	scanMu sync.Mutex // held by whoever looks at the files
	// mu guards state. It is changed with both mutexes held, so either is
	// enough to read it.
	mu      sync.RWMutex
	state   *state
	recent  recentData  // guarded by scanMu
	made    madeEntries // of this vault
	vectors heldVectors
	looks   int           // how many there were; guarded by scanMu
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
	if opts.Notice == nil {
		opts.Notice = func(string) {}
	}
	files, err := safefile.OpenFolder(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the vault: %w", err)
	}
	v := &Vault{files: files, opts: opts, state: newState(opts.TimeZone)}
	if err := v.open(); err != nil {
		_ = files.Close()
		return nil, fmt.Errorf("opening the vault: %w", err)
	}
	return v, nil
}

// open sees whether the vault can be read, and prepares it to be written.
func (v *Vault) open() error {
	if err := v.files.List(".", func(fs.DirEntry) {}); err != nil {
		return err
	}
	if v.opts.ReadOnly {
		return nil
	}
	err := v.prepare()
	if unwritable(err) {
		v.opts.ReadOnly = true
		return nil
	}
	if err != nil {
		return err
	}
	v.lock = newLock(filepath.Join(v.Dir(), filepath.FromSlash(lockFile)))
	return nil
}

// stateFolder holds what is Weft's own and nobody else's.
const (
	stateFolder = ".weft"
	tempFolder  = stateFolder + "/tmp"
	lockFile    = stateFolder + "/write.lock"
)

// abandoned is how old a temporary file is that no writer can still be busy with.
const abandoned = time.Hour

// unwritable reports whether an error says that nothing may be written in a place.
func unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// prepare makes the folder for Weft's own files, sees whether they can be written,
// and clears away what a crash left there.
func (v *Vault) prepare() error {
	if err := v.makeOwn(); err != nil {
		return err
	}
	probe, err := v.tempFile(tempFolder)
	if err != nil {
		return err
	}
	root := v.files.Root()
	if err := errors.Join(probe.Close(), root.Remove(path.Join(tempFolder, path.Base(probe.Name())))); err != nil {
		return err
	}
	err = v.files.List(tempFolder, func(f fs.DirEntry) {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = root.Remove(path.Join(tempFolder, f.Name()))
		}
	})
	if err != nil {
		return err
	}
	ignore, err := root.OpenFile(stateFolder+"/.gitignore", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = ignore.WriteString("*\n")
	if err = errors.Join(err, ignore.Close()); err != nil {
		_ = root.Remove(stateFolder + "/.gitignore") // half of it would be taken for all of it
	}
	return err
}

// makeOwn makes the folders for Weft's own files. They are no links: what lies in
// them is written without looking where it leads.
func (v *Vault) makeOwn() error {
	for _, folder := range []string{stateFolder, tempFolder} {
		if err := v.files.Root().Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		real, err := v.files.Resolve(folder)
		if err != nil {
			return err
		}
		if info, err := v.files.Root().Lstat(folder); err != nil || real != folder || !info.IsDir() {
			return &fs.PathError{Op: "open", Path: folder, Err: errNoFolder}
		}
	}
	return v.files.Free(lockFile)
}

var errNoFolder = errors.New("it is no folder of its own; remove it, Weft makes it again")

// Dir returns the vault's folder as an absolute path without symbolic links.
func (v *Vault) Dir() string { return v.files.Path() }

// Files returns the folder that the vault is, with all that is in it.
func (v *Vault) Files() *safefile.Folder { return v.files }

// ReadOnly reports whether nothing is written: every call that would write fails
// with store.ErrReadOnly.
func (v *Vault) ReadOnly() bool { return v.opts.ReadOnly }

// Close releases the folder and the lock file.
func (v *Vault) Close() error {
	if v.lock == nil {
		return v.files.Close()
	}
	return errors.Join(v.lock.close(), v.files.Close())
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
	if err := v.files.Renew(); err != nil {
		return err
	}
	if err = do(); errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", store.ErrNoSpace, err)
	}
	return err
}
