// Package dayfile reads and writes the Markdown in which notes lie.
//
// # Day files
//
// Weft writes one file a day, logs/raw/2026/01/2026-01-05.md, with a section
// for each note:
//
//	## 07:30
//	Ran 5k before breakfast.
//
//	## 10:45:12 [correction]
//	It was 6k.
//
// A section begins with its time heading: "## " and a time of day, then
// " [correction]" if it is one. Seconds are written when they are not zero.
// Repeated headings of one second are separate notes.
//
// What stands between two headings is the note's text and the line ends around
// it. Weft ends a text with a line end and puts a blank line before the next
// heading; reading takes away just that: up to two line ends before a heading,
// one at the end of the file, and one blank line after the heading (formatters
// like to put it there, so a text that itself begins with a blank line is
// written with one more). So a text comes back byte for byte, with its own line
// ends of either kind, its leading and trailing blank lines, and whatever else.
//
// A line of a text that looks like a time heading is written with a backslash
// before it, which Markdown shows as the plain line; reading takes the backslash
// away. If the line already began with backslashes it gets one more.
//
// A heading that ends in CR LF is taken as a sign that the whole section was
// converted, as git does on Windows: its text is read with plain line feeds.
//
// # Other files
//
// A file that Weft did not write may have front matter, a title, prose and other
// headings. Read finds its notes, for the vault and for an import alike; docs/vault.md
// tells what tells the day of a note. A dated part is split at headings of level 2 to
// 4 that begin with a time of day; the rest of such a heading belongs to the text.
// What stands above the first of them is a note of its own, at the time of the front
// matter or else at noon. A part that no day is known of is split at each heading.
// The fields of front matter that tell nothing of the file itself are a note of their
// own, whose text is their lines. It is of the day of the file, if that has one. Headings at which a text was split are
// what its notes know as their headings.
package dayfile
