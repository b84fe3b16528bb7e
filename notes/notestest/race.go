//go:build race

package notestest

// slower is how many times slower the race detector makes the work on a text. What
// it is there for, a short text shows as well.
const slower = 8
