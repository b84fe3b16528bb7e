// Package observation turns the parsed data of notes into rows, and rows into
// facts: filter, group, aggregate.
//
// A row is a value that the writer gives of himself, with its day, its declared
// field and its unit. Nothing else is ever computed with. A reading is never added
// up, values of different dimensions or currencies are never joined, and what
// stands on notes of which one was not read whole is told value by value.
package observation
