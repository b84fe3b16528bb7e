// Package roadmap lays an outline on a person's time: it makes of the two the
// problem that the solver takes, and of a schedule the days of each part of the
// outline.
//
// Days are whole there: work of a node that begins on a day may begin with its
// first minute, and a deadline is the end of its day, both in the person's zone.
// What bounds a node bounds all below it.
package roadmap
