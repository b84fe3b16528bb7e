// Package chronicle finds in notes when something happened, or is to happen.
//
// An event of a question is named by words: what it is of, and perhaps what was done.
// A [Happening] is what one note tells of it: how much of those words it has, in which
// sentence, whether it says that it was so, and on which day. That is the day that the
// sentence gives, or one behind it that goes on about the event, else the day of the
// note. Words of a deed are known by their families (deeds.txt): who asks when the
// boiler was fixed is answered by a note that it was repaired.
//
// Of several happenings the one counts that is told most plainly. That it happened is
// plainer than that it was planned, and of two alike the later word holds.
package chronicle
