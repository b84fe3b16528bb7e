package vault

import "os"

// exchangeByLink swaps two files where that can't be done in one step: b is
// replaced in one step, and what it was stays reachable as a. What is written
// into the old file until it is read again is thus seen; only a file that was
// renamed over b between the two steps is not.
func exchangeByLink(root *os.Root, a, b string) error {
	kept := a + ".old"
	if err := root.Link(b, kept); err != nil {
		return root.Rename(a, b) // a file system without links
	}
	if err := root.Rename(a, b); err != nil {
		_ = root.Remove(kept)
		return err
	}
	return root.Rename(kept, a)
}
