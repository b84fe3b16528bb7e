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
)

// stateDir returns the folder of what a mesh keeps for a vault besides notes:
// its runs and who holds it. It makes the folder. That is .weft in the vault;
// for a vault in which this user may not write, it is one of the user's own, so
// that questions can be asked about notes that nobody may change.
func stateDir(vault string) (string, error) {
	inside := filepath.Join(vault, ".weft")
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

// writable makes a folder if it is not there, and finds out whether files can be
// made in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".try-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
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

// natsDir returns the folder of the NATS server inside this process.
func natsDir(c *config.Config) (string, error) {
	if c.NATS.Dir != "" {
		return c.NATS.Dir, nil
	}
	state, err := stateDir(c.Vault)
	if err != nil {
		return "", err
	}
	return filepath.Join(state, "nats"), nil
}
