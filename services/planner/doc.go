// Package planner turns a question into things to look up, and decides what comes
// next.
//
// Contract: weft.planner.v1.PlannerService. Package query reads the question into a
// form, and decides whether it is computed; package timespan resolves its times.
// The rules ask for the notes that bear on it, best first, which never comes back
// empty for a word of time; for everything of the days of a list or a summary; and
// for the values that a form is computed from. A question of several parts is taken
// apart, with how the parts depend on each other.
//
// The notes are always searched before the user is asked. A later plan fills the
// gaps that the analyzer told: it looks for what was not looked for yet, loads a
// domain that a gap needs, asks what no note can hold, and stops when nothing is
// left. Days that hold nothing are widened, outward from them: by their own length,
// by 7, 14, 30 and 90 days, then to all notes; for dates that the user named, to the
// notes around them and those that write them. No plan repeats an instruction of the
// run.
//
// What is to be done by tools is drafted as a plan by a model, in one call: it is shown
// the tools and the notes that bear on it, and what it writes is held against the tools,
// their schemas and the texts that it has seen. An address or a number that stands in none
// of them is told as a risk of the plan. Nothing is done by a draft: a person decides.
//
// Failure policy: every question has a plan; only a time zone that does not exist is
// refused. Without a model nothing is drafted, and the error says what is possible then.
package planner
