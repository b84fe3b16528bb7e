// Package civil has days and times as people write them, without a zone, and
// says which instant they are in one.
//
// A change of the clock leaves civil times that do not exist (the gap) and such
// that are there twice (the fold). They are read as RFC 5545 §3.3.5 has it:
//
//   - In the gap a time is read with the offset from before it: 02:30 on the day
//     when New York goes from 02:00 to 03:00 is the instant that clocks show as
//     03:30.
//   - In the fold a time is the first of the two.
//
// [time.Date] keeps neither rule. A day begins with its first instant, also
// where midnight is in the gap (Santiago, Beirut), and ends where the next one
// begins; the day that Samoa left out has no length.
package civil
