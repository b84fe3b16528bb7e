// Package health watches what a process needs to do its work.
//
// A [Monitor] holds named conditions. Each is probed once a second, or told by
// whoever notices that it fails; the process is ready while all hold. A condition
// that is lost, and one that is regained, is one line of the log. [Monitor.While]
// bounds work by the conditions it needs: once one of them has been lost for some
// seconds, the work is ended with the reason, in place of a wait for an answer that
// won't come.
package health
