// Package meaning finds texts by vectors that a model has made of them, and joins what is
// found so with what words have found. It is pure code: it knows no model and no store.
//
// A vector is kept as one signed byte for each number. Only its direction counts, and that
// is kept well: of vectors of 768 numbers the similarity is off by less than 0.01.
package meaning
