// Package network tells what the dependencies of a plan mean for its dates:
// critical path, slack, and cycles with their edges.
package network
