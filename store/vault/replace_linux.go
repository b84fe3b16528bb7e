package vault

import (
	"errors"
	"os"
	"path"
	"syscall"

	"golang.org/x/sys/unix"
)

// exchange swaps two files in one step. Their folders are opened in the root, and
// the last part of a name is never followed.
func exchange(root *os.Root, a, b string) error {
	from, err := openFolder(root, path.Dir(a))
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	to, err := openFolder(root, path.Dir(b))
	if err != nil {
		return err
	}
	defer func() { _ = to.Close() }()
	err = unix.Renameat2(int(from.Fd()), path.Base(a), int(to.Fd()), path.Base(b), unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) {
		return exchangeByLink(root, a, b)
	}
	if err != nil {
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
	}
	return nil
}

func sameDevice(root *os.Root, a, b string) bool {
	x, err := root.Stat(a)
	if err != nil {
		return false
	}
	y, err := root.Stat(b)
	if err != nil {
		return false
	}
	p, ok := x.Sys().(*syscall.Stat_t)
	q, ok2 := y.Sys().(*syscall.Stat_t)
	return ok && ok2 && p.Dev == q.Dev
}
