//go:build unix

package notestest

import (
	"syscall"
	"time"
)

// processorTime is how long processors have worked for this process. What other
// processes do to a busy machine is not in it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
