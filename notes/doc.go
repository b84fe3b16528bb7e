// Package notes says what a note is, by pure code: its id, its day, its hash.
//
// The packages below it do the exact work on notes that no model should do:
// time expressions, text search, quantities, statistics, extraction, grounding.
// None of them reads a clock, a file or the network.
package notes
