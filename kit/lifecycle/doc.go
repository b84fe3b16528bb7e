// Package lifecycle starts the parts of a process in order and stops them in
// the reverse order, within a grace period. Sleep is a wait that a stop ends.
package lifecycle
