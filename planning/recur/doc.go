// Package recur expands recurrence by RFC 5545: on civil dates first, then in
// the zone.
//
// # Which rules
//
// [Parse] takes YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY and MINUTELY with every
// part of the standard, but for BYSETPOS in the last two. SECONDLY is refused
// ([TooFine]); so are parts that contradict each other by the standard, but for
// COUNT and UNTIL, and values out of range. EXRULE, which the standard has
// dropped, and RSCALE (RFC 7529) are not known. Hours and minutes are those of
// the clock: of every third hour the one after a change of the clock may be two
// or four hours on.
//
// # Where the standard is silent
//
//   - A civil time in the gap of a change of the clock is read with the offset
//     from before it, one that is there twice is the first ([civil]).
//   - DTSTART is always an occurrence and the first that COUNT counts, also where
//     no rule matches it.
//   - A year of a rule with BYWEEKNO is the year of its weeks: 29 December 1997
//     is in 1998. The standard gives no example with an interval.
//   - BYSETPOS counts in the whole period, with what is before DTSTART.
//   - The second 60 is read as 59.
//   - UNTIL without a time takes in its whole day, and UNTIL of another kind than
//     DTSTART is read for what it says instead of refused, as it is in many files.
//   - EXDATE without a time takes out all of its day; so does one with a time
//     where DTSTART has none.
//   - Occurrences end with the year 9999.
package recur
