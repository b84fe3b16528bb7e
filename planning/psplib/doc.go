// Package psplib reads and makes the instances that schedulers are measured by:
// projects in the format of PSPLIB (Kolisch and Sprecher, 1996) and weighted
// tardiness on one machine in that of the OR-Library (Beasley, 1990).
//
// The sets themselves are not part of this repository. Where they are missing,
// the generators make instances of the same parameters, which are alike but not
// the same: gaps to published values can't be told by them.
package psplib
