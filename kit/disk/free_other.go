//go:build !linux && !darwin

package disk

// Free can't tell on this platform: writes find out for themselves.
func Free(string) (bytes int64, ok bool) { return 0, false }
