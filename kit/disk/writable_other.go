//go:build !linux && !darwin

package disk

// mayWrite can't tell on this platform: writes find out for themselves.
func mayWrite(string) bool { return true }
