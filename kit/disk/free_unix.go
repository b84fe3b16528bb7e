//go:build linux || darwin

package disk

import "golang.org/x/sys/unix"

// Free returns the bytes that this user may still write to the file system of
// a folder. ok is false where that can't be told, or where nothing is written:
// a read-only file system has no room and needs none.
func Free(dir string) (bytes int64, ok bool) {
	var st unix.Statfs_t
	if unix.Access(dir, unix.W_OK) != nil || unix.Statfs(dir, &st) != nil {
		return 0, false
	}
	return int64(st.Bavail) * int64(st.Bsize), true //nolint:unconvert // 32 bits on macOS
}
