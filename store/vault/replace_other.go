//go:build !linux

package vault

import "os"

// exchange swaps two files.
func exchange(root *os.Root, a, b string) error { return exchangeByLink(root, a, b) }

// awaitWriters can't tell here who has a file open.
func awaitWriters(_ *os.Root, _ string) {}

// sameDevice can't be told portably; beside the target always works.
func sameDevice(_ *os.Root, _, _ string) bool { return false }
