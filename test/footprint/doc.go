// Package footprint measures what Weft takes of a machine before it does anything
// for anybody: the size of the binary, the time until a server is ready, its
// memory, and the time until a caller hears of a run. "make footprint" prints what
// docs/performance.md tells.
package footprint
