package vault

import (
	"errors"
	"os"
	"path"
	"syscall"
	"time"

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

// awaitWriters waits until nobody has a file open for writing, at most two seconds: who opened it
// before it was exchanged still writes into it afterwards. A lease for reading is given only
// then. The file has a name of ours, so nobody opens it anew. Where there are no leases, as on
// many networks' file systems, nothing is waited for.
func awaitWriters(root *os.Root, name string) {
	f, err := root.Open(name)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }() // which gives the lease back
	for range mostLeaseTries {
		if _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK); !errors.Is(err, unix.EAGAIN) {
			return
		}
		time.Sleep(betweenLeaseTries)
	}
}

const (
	mostLeaseTries    = 400
	betweenLeaseTries = 5 * time.Millisecond
)

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
