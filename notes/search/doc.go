// Package search finds words and phrases in notes.
//
// Matching is on whole tokens by stem, with accents and case folded: "pr" does
// not match "press", "résumé" matches "resumes", "ran" matches "running".
// Tokens keep their byte offsets, so that what matched can be quoted exactly.
//
// Shapes tell how the numbers of a note stand, for notes that say no more.
//
// Index holds many notes for ranked search. It knows no files: whoever owns the
// notes adds and removes them.
package search
