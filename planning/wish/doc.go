// Package wish reads what somebody wants to reach, and what their life leaves
// room for, from one sentence or a few: "half marathon by 17 October, four
// evenings a week, not on Thursdays".
//
// It reads dates, how often and how long, when it may be and may not, and steps, clause by
// clause: one is read whole or not at all, since what a part of it says may be bound
// by the rest ("not after 9 unless it's Friday"). A clause that is not read is
// quoted, never guessed. Each reading names the words that it was read from and says
// so where another is possible. What the goal itself is, is not looked at here:
// planning/pattern finds the template for it.
//
// A wish looks ahead: "17 October" is the next one, "by January" is before
// January begins, "until Easter" includes it, and "in six months" counts from
// today. A duration is taken for that of a session only where the words say how
// often ("half an hour every morning", "twice a week for an hour"), so that
// "a marathon in under four hours" stays part of the goal.
package wish
