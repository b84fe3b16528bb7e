// Package timespan turns English time expressions into exact days.
//
// Scan reads a whole sentence and returns every expression in it: "compare last
// week with the week before" has two, and the second counts from the first.
// Everything is worked out on calendar days (notes.Day), so that daylight
// saving, leap days and the ends of years need no care by callers.
//
// # Readings
//
// Notes are about the past, so what can be read in several ways is read as the
// latest past one, and Assumed says so: a bare "Monday" is today or the last
// Monday before it, a bare "March" the last March that has begun, "1/5" the
// last January 5. Words that look ahead turn that round ("dentist on Friday"),
// and of two dates that a note leaves open the nearer is taken, so that a span
// may lie in the future. "Last week" is the calendar week before this one, from
// the user's first day of the week; "the last 7 days" and "the past week" end
// today. "Two weeks ago" is a calendar week, "three days ago" a day. Seasons
// are the meteorological ones of the northern hemisphere. "The week before"
// counts from the expression before it in the sentence, otherwise from today.
//
// "Last night" is yesterday evening, except in a sentence about sleep: people
// note their night in the morning, so there it is today, the day whose notes
// tell of it. EntryTime keeps such a note on its own day for the same reason.
//
// Weekdays and hours belong to the one range of their clause wherever it stands,
// "how did Mondays go in May"; of two that are held against each other, both have
// them. Span.Apart tells where the rest of the words are.
//
// # What is no time
//
// Words that are only sometimes about time ("may", "march", "sat", "sun",
// "fall", "second") count where their neighbours say so; set phrases and names
// with such words are listed in namesakes.txt. Titles in quotes are passed over,
// but not what somebody said.
//
// A date that the calendar does not have, such as February 30, is not taken for
// another day, nor for February: Read returns it as Unresolved with the reason,
// as it does what only its owner knows, "my birthday". Spans that contradict
// each other ("yesterday last week") are both returned. Of other languages only
// dates in digits are read. No text makes the package fail, and its work grows
// with the length of the text alone.
package timespan
