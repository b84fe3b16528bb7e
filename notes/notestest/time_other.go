//go:build !unix

package notestest

import "time"

var begun = time.Now()

// processorTime is the time on the clock, where the system tells no other.
func processorTime() time.Duration { return time.Since(begun) }
