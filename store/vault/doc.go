// Package vault keeps notes in a folder of Markdown files, which people edit in
// Obsidian, with git or with any editor while Weft runs.
//
//	logs/raw/YYYY/MM/YYYY-MM-DD.md       what was written, a section a note
//	logs/parsed/YYYY/MM/YYYY-MM-DD.json  what a parser made of it, by entry id
//	global-context.md                    the user's global context
//	global-context-archive.md            what was dropped from it
//	.weft/                               the lock; ignored by git
//
// Package dayfile describes the day files and says which daily notes of other
// origin are read where they lie: those whose name tells a day, and those that
// the settings of Obsidian's daily notes (.obsidian/daily-notes.json) describe.
// Hidden folders are not read, and symbolic links are not followed.
//
// # Writing
//
// Weft appends to day files and never changes text in them. Every write goes to
// a temporary file that is synced and then takes the place of the old one, under
// a lock that other processes of Weft honour. Editors don't, so what the new
// file replaced is compared with what it was made from: if someone wrote in
// between, the change is made again upon their version. On Linux the two files
// are exchanged in one step, so not even the instant between is open.
//
// A note is kept in two steps: its key is noted in the parsed file, then its
// text is appended to the day file. A crash between them leaves a key without a
// text, which reading ignores and the next attempt replaces.
//
// # Reading
//
// Entries are held in memory, each as its part of the file and its parsed data as
// JSON, and made when they are asked for: 100,000 of them take less than 1 KB each
// above their texts, the search index included. Every 250 to 750 ms a read looks
// at the files' sizes and times and reads the days again that have changed, so
// that an edit is seen within a second (less often where a look alone takes more
// than 250 ms); Fresh looks at once.
//
// A file that can't be read, or that does not parse, costs its own notes or data
// and is told as a warning; it is never written over. So does a file above 16 MiB,
// and a note above 1 MiB. Bytes that are not UTF-8 are read as U+FFFD and told;
// front matter that is no YAML is told and left out. Links, pipes and folders that
// are named like notes are passed over.
//
// Parsed data carries the hash of the text that it was made from. When the text
// has been edited since, the data is not returned.
//
// A folder in which nothing may be written is read like any other; writing fails
// with store.ErrReadOnly.
//
// A vault belongs to one tenant and is shared by that tenant's users. Any other
// tenant sees an empty store.
package vault
