// Package notegraph is the graph that an input walks: from a note or a question
// to an entry or a cited answer. Its states call the agents; only here are
// entries and the global context written.
//
// The picture in docs/architecture.md is printed from this table.
package notegraph
