// Package planner turns a question into things to look up, and decides what
// comes next.
//
// Contract: weft.planner.v1.PlannerService. The rules read what a question is
// about (canonical names by the domains' vocabulary), what kind of answer it
// wants, and which spans of time it names; package timespan resolves those.
// They take a question of several parts apart, say how the parts depend on each
// other, and write the instructions for the retriever.
//
// The notes are always searched before the user is asked. A later plan fills the
// gaps that the analyzer told: it looks for what was not looked for yet, loads a
// domain that a gap needs, asks what no note can hold, and stops when nothing is
// left. An empty result widens the range that was asked for, outward from that
// range: by its own length, by 7, 14, 30 and 90 days, then to all notes; not if
// the user named dates. No plan repeats an instruction of the run.
//
// A model, where one is configured, chooses subjects, parts, searches and what
// comes next. Times are the rules', spans are chosen by number, and what the
// rules above forbid is refused; where no valid search is left, theirs are made.
//
// Failure policy: every question has a plan. Only a time zone that does not
// exist is refused.
package planner
