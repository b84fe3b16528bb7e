// Package ask reads a question once, into one value that says what is to be
// computed: a [Query].
//
// A query is a small algebra. Its terms compose, and each has one place:
//
//   - the aggregate: what becomes of the values (a sum, a count, the best, the
//     longest gap, the sentence that says it, …);
//   - the measure: of which dimension, in which unit, or of which counted noun;
//   - the entries that count: within a limit, of a size, the last few, the nth;
//   - the grouping: each week, by month, which weekday, or as a rate;
//   - the interval between two things, and the occasion that places it in time;
//   - the attribute that a note has to tell, and what a sentence has to have;
//   - traits: what else its words say of how it is meant.
//
// Reading knows words and no notes. What the subjects of a question are, which
// notes tell of them and when, is for those who know the notes; they ask the
// query only for where the words stand.
package ask
