// Package analyzer is the agent that computes what entries say, tells what it
// means for a question, and judges whether that is enough to answer it. Its
// contract is weft.analyzer.v1.
//
// Code comes first. From the parsed data of each entry, and from its text for
// the domains that the data lacks, it computes facts: counts, sums, averages,
// extremes, rates, trends, changes between spans, records, streaks, gaps in
// logging, and how often two things fall together. A fact carries its sample
// size and the entries it stands on.
//
// It is worked out in layers. Package ask reads a question once into a query: what is
// to be computed of which entries. Package note reads the entries: their numbers and
// words, what tells of an event, which note is on which subject; package money the
// amounts that a note lists. Package chronicle finds in notes when something happened.
// This package brings them together and computes.
//
// What somebody keeps a series of is named once and then in fewer words: a note that
// continues one is read with the words that it leaves out (note/series.go), and the
// answer says that it was (series.go).
//
// What the subjects of a question are, the notes tell (topic.go, part.go).
// Then every part goes one way: the spans or kinds of days that it is about
// (contrast.go), the entries that count in them (entries.go), what is measured in
// these (choose.go, written.go), how that is grouped (group.go), and what becomes
// of the values (tell.go names an aggregate for each). A comparison goes this way
// once for each side (compare.go), and whatever differs is put in one form
// (difference.go): two spans, two subjects, two kinds of days that a circumstance
// divides (relate.go), the first value and the last (progress.go), two elements of a
// series by their places in time (place.go), an occasion and what came before it
// (explain.go).
//
// What a question says of which entries count is a restriction: days of a shift or
// a stay, before or after something, in such sets, with a number, without a thing
// (ask/restrict.go). Where the notes can decide it, it selects their days, or
// filters them on their one way (restrict.go, stretch.go).
//
// What is paid is read by package money from the lists that notes make of it: each
// amount with the words that it is of, and whether it is a price, a part, a total,
// what came back or what is left. Of a question for money only these are values
// (paid.go), and of what somebody owes the latest balance told, or what was lent less
// what came back (debt.go).
//
// A question for a day, or for the days between two things, is answered from what
// the notes tell of an event, which package chronicle finds; moment.go and interval.go
// tell it.
//
// Every word of a question that restricts it is accounted for: a reading took it,
// a subject stands for it, or the notes behind the value share it. What is left,
// the answer says it did not take into account (unheeded.go).
//
// A value is told as far as it can be trusted. What speaks against its being of what
// was asked is gathered (evidence.go): words that were left out, notes on it
// that give another kind of number or none, amounts that need not be of it, a number far
// from all others, one number where several were supposed. A table weighs that (doubt.go): the value is told, told with
// the reason to doubt it, or not told as a value.
//
// The rule mind then phrases those facts that bear on the question:
//
//   - a simple question is told counts, sums, dates and the notes themselves;
//   - why is told what coincides: what was measured otherwise than before, what
//     circumstances the notes tell of, and the reasons that they give;
//   - a comparison has both sides and their difference, progress has the first
//     value, the last, the trend and the record;
//   - a recommendation has what was done of late and usually, and how the user
//     has been.
//
// A model mind reads the notes as well, in as many parts as its window needs. The
// facts are given to it and stay; it adds findings, each of which must stand on
// notes or facts that it names and hold no number of its own, and unknowns that
// can be searched for.
//
// Correlation is called that. What a note denies or only plans is no event. No
// notes on a subject are a gap and never a guess. The verdict comes last.
//
// An analysis has no state, so a failed call may be repeated anywhere. A request
// that breaks a bound, a time zone that is not known or a range that can't be
// read is INVALID_ARGUMENT; there is no other failure of its own.
package analyzer
