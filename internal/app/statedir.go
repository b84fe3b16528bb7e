package app

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/kit/safefile"
)

// natsFolder is where the NATS server inside this process keeps its streams.
const natsFolder = "nats"

// stateDir returns the folder of what a mesh keeps for a vault besides notes:
// its runs, its token and who holds it. It makes the folder, and sees to it that
// only this user may look into it. That is .weft in the vault; for a vault in
// which this user may not write, it is one of the user's own, so that questions
// can be asked about notes that nobody may change.
func stateDir(vault string) (string, error) {
	if info, err := os.Stat(vault); err == nil && !info.IsDir() {
		return "", unreadable(vault, syscall.ENOTDIR)
	}
	inside := insideDir(vault)
	err := writable(inside)
	if err == nil {
		return inside, nil
	}
	if !mayNotWrite(err) {
		return "", unreadable(vault, err)
	}
	outside, homeErr := ownDir(vault)
	if homeErr != nil {
		return "", unreadable(vault, err)
	}
	if err := writable(outside); err != nil {
		return "", unreadable(vault, err)
	}
	return outside, nil
}

// findState returns the folder that stateDir would choose, and makes none: the
// first in which this user may write, as far as the system tells.
func findState(vault string) string {
	for _, dir := range stateDirs(vault) {
		if _, ok := disk.Free(existing(dir)); ok {
			return dir
		}
	}
	return insideDir(vault)
}

func insideDir(vault string) string { return filepath.Join(vault, ".weft") }

// stateDirs returns the folders that stateDir chooses from.
func stateDirs(vault string) []string {
	dirs := []string{insideDir(vault)}
	if own, err := ownDir(vault); err == nil {
		dirs = append(dirs, own)
	}
	return dirs
}

// errLinked says that a place where Weft writes is a link. Files are made there by
// their paths, and a vault that came from elsewhere could have them made anywhere.
var errLinked = errors.New("it is a link, and Weft doesn't write its own files through links; remove it")

// writable makes a folder if it is not there, finds out whether files can be made
// in it, and closes it to others. Neither it nor what a mesh writes in it may be a
// link or a pipe.
func writable(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, name := range []string{"", lockFile, holderFile, holderFile + ".tmp", tokenName, tokenName + credential.LockSuffix, grantName, natsFolder} {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return &fs.PathError{Op: "open", Path: path, Err: errLinked}
		case info.IsDir() != (name == "" || name == natsFolder):
			return &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
		case !info.IsDir() && !info.Mode().IsRegular():
			return &fs.PathError{Op: "open", Path: path, Err: safefile.ErrNotRegular}
		}
	}
	f, err := os.CreateTemp(dir, ".try-*")
	if err != nil {
		return err
	}
	made, statErr := f.Stat()
	if err := errors.Join(statErr, f.Close(), os.Remove(f.Name())); err != nil {
		return err
	}
	if made.Mode().Perm()&others != 0 {
		return nil // this disk knows no permissions: what is on it is as open as the notes
	}
	return tighten(dir)
}

// tighten closes a folder, and what lies in it, to others. It fails if the folder
// is somebody else's. A token stays as it is, so that it can be seen that others
// may know it.
func tighten(dir string) error {
	if private(dir) {
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil && e.Type()&fs.ModeSymlink == 0 && e.Name() != tokenName {
			// The folder is closed already: one that stays open in it is no hole.
			_ = os.Chmod(filepath.Join(dir, e.Name()), info.Mode().Perm()&^others)
		}
	}
	return nil
}

// others are the permissions of everybody but the owner.
const others fs.FileMode = 0o077

// private reports whether only its owner may look into a folder.
func private(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.Mode().Perm()&others == 0
}

func mayNotWrite(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// ownDir names the folder of this user's runs on a vault, after the vault's path.
func ownDir(vault string) (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		state = filepath.Join(home, ".local", "state")
	}
	full, err := filepath.Abs(vault)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	sum := sha256.Sum256([]byte(full))
	return filepath.Join(state, "weft", "vaults", hex.EncodeToString(sum[:8])), nil
}

// natsDir returns the folder of the NATS server inside this process, of a mesh
// that has a state folder.
func natsDir(c *config.Config, state string) string {
	if c.NATS.Dir != "" {
		return c.NATS.Dir
	}
	return filepath.Join(state, natsFolder)
}
