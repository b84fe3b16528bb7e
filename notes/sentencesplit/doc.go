// Package sentencesplit splits a text into its sentences. The parts put together are
// the text again, byte by byte: a sentence has the space behind it.
//
// A sentence ends at a line's end and behind a mark that a blank follows, with the
// quotation marks and brackets that close behind the mark. A point ends none behind an
// initial ("K."), a shortened word ("Dr.", "z. B."), a list's number, or the number of a
// day ("12.03.", "am 3. Mai"). What is quoted on one line is one piece, whatever
// sentences it has. In case of doubt a sentence goes on: what is cut in the middle says
// something else, and what is too long still says all.
package sentencesplit
