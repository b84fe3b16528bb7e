//go:build !unix

package command

// watchSize never yields: the size is looked at with each key.
func watchSize() (changed <-chan struct{}, stop func()) { return nil, func() {} }
