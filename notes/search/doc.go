// Package search tells which words stand in a text.
//
// Matching is on whole tokens by stem, with accents and case folded: "pr" does
// not match "press", "résumé" matches "resumes", "ran" matches "running".
// Tokens keep their byte offsets, so that what matched can be quoted exactly.
//
// Shapes tell how the numbers of a note stand, for notes that say no more.
//
// Many notes are searched with package rank.
package search
