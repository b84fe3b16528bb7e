// Package draft goes from a wish in words to blocks in a calendar, by rules: it
// reads the wish, selects a template, builds the outline, holds it against the
// grammar, lays it on the person's time, and has the solver find a schedule or
// prove that there is none. What the solver says is checked by code of its own.
//
// A draft tells everything that it rests on: what was read from which words,
// what was assumed, what could be asked, and what was not read.
package draft
