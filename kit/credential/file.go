package credential

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	randomBytes = 32   // of a token that is made here
	least       = 32   // characters, so that nobody guesses it
	most        = 4096 // bytes of a file with a token

	lockEvery = 10 * time.Millisecond // while another process makes the token
)

// LockSuffix is what Make adds to the name of a token's file for the one that it
// locks meanwhile. It is never removed.
const LockSuffix = ".lock"

// Make returns the token of a file, and makes the file if it is not there, or if
// others could read it and so may know the token. Several processes may do so at
// the same time and get the same token.
func Make(ctx context.Context, path string) (Token, error) {
	l := flock.New(path + LockSuffix)
	if _, err := l.TryLockContext(ctx, lockEvery); err != nil {
		if ctx.Err() != nil {
			return "", fmt.Errorf("wait for the process that has locked %s: %w", l.Path(), context.Cause(ctx))
		}
		return "", refused(path, reason(err))
	}
	defer func() { _ = l.Unlock() }() // closing the file can't be retried
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return write(path)
	case err != nil:
		return "", refused(path, reason(err))
	case !info.Mode().IsRegular():
		return "", refused(path, safefile.ErrNotRegular.Error())
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return write(path)
	}
	return Read(path)
}

// Read returns the token of a file that must be there. What is wrong with it is
// said without telling what it holds.
func Read(path string) (Token, error) {
	data, err := safefile.Read(path, most)
	if err != nil {
		return "", refused(path, reason(err))
	}
	text := strings.TrimSpace(string(data))
	if len(text) < least {
		return "", refused(path, fmt.Sprintf("it has %d characters, and a token needs at least %d", len(text), least))
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", refused(path, "a token is one word of visible ASCII characters")
	}
	return Token(text), nil
}

// write makes a token and puts it into a file in one step.
func write(path string) (Token, error) {
	secret := make([]byte, randomBytes)
	_, _ = rand.Read(secret) // never fails
	text := base64.RawURLEncoding.EncodeToString(secret)
	f, err := os.CreateTemp(filepath.Dir(path), ".token-*") // for this user only
	if err != nil {
		return "", refused(path, reason(err))
	}
	_, err = f.WriteString(text + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", refused(path, reason(err))
	}
	return Token(text), nil
}

// reason returns an error in the system's words, without the path that the
// message names anyway.
func reason(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err.Error()
	}
	return err.Error()
}

func refused(path, why string) error {
	return fault.New(codes.FailedPrecondition, fault.CredentialInvalid,
		"can't use the token file %s: %s; remove it so that a server makes a new one, or set token_file to a file written by \"openssl rand -hex 32\"", path, why).
		With("file", path)
}
