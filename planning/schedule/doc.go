// Package schedule finds where the tasks of a problem lie on a person's
// timeline, or proves that there is no such place, or says that it found none.
//
// Schedules are generated serially: an activity list says in which order tasks
// are laid, each into the first time that its links, windows, caps and the
// resources leave it. Lists come from rules of priority (latest finish, earliest
// due, apparent tardiness cost), are improved by justification to both sides,
// and bred by a genetic search. The budget is counted in generated schedules, so
// that the same problem, seed and budget give the same schedule on any machine.
//
// Sources: Kolisch and Hartmann, "Experimental investigation of heuristics for
// RCPSP" (2006); Valls, Ballestín and Quintanilla, "Justification and RCPSP"
// (2005); Vepsalainen and Morton, "Priority rules for job shops with weighted
// tardiness costs" (1987).
package schedule
