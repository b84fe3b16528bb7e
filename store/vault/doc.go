// Package vault keeps notes in a folder of Markdown files, which people edit in
// Obsidian, with git or with any editor while Weft runs.
//
//	logs/raw/YYYY/MM/YYYY-MM-DD.md       what was written, a section a note
//	logs/parsed/YYYY/MM/YYYY-MM-DD.json  what a parser made of it, by entry id
//	global-context.md                    the user's global context
//	global-context-archive.md            what was dropped from it
//	.trash/weft/                         texts that were removed or replaced
//	.weft/                               the lock, and vectors of the notes; ignored by git
//	notes/                               texts without a day that were imported
//
// Every other Markdown file is read where it lies. Package dayfile finds the notes in
// it, of one day, of several, or of none; the settings of Obsidian's daily notes
// (.obsidian/daily-notes.json) say how their names tell the day. Hidden folders are
// not read, nor are those of plans, which have a mark (dayfile.PlansMark), and the
// dashboard of plans.
//
// # Links
//
// Reading and writing have one policy for symbolic links, that of safefile.Folder:
// a link is followed as long as it stays in the vault, and one that leads out of it
// is told and not followed. A file is read once: where Weft has its own files, if a
// link there leads to it, else at its own place, unless only the name of a link to it
// tells a day. A linked day file is written into; it stays a link. Weft's own
// folder, .weft, is no link.
//
// # Writing
//
// Weft appends to day files, and changes text in them only where its user has a note
// removed or rewritten. Every write goes to
// a temporary file that is synced and then takes the place of the old one, under
// a lock that other processes of Weft honour. Editors don't, so what the new
// file replaced is compared with what it was made from: if someone wrote in
// between, the change is made again upon their version. On Linux the two files
// are exchanged in one step, so not even the instant between is open, and who had the
// old one open for writing is waited for.
//
// A note is kept in two steps: its key is noted in the parsed file, then its
// text is appended to the day file. A crash between them leaves a key without a
// text, which reading ignores and the next attempt replaces.
//
// # Removing and rewriting
//
// What a note said is written into the trash before its day file is changed: a
// Markdown file a text, with front matter that tells which entry it was, when it
// went there and from where, and its parsed data. Nothing empties the trash. Only
// sections of Weft's own day files are changed, each other byte stays; a note in any
// other file is left to who writes it. A note that others of its second follow leaves
// its heading behind, so that they keep their ids. A crash between the two steps
// leaves a note that is in the trash as well; restoring it clears that.
//
// # Reading
//
// What is held and made again together is a place: a day, or a file with undated
// notes. A file of many days is in as many places.
//
// Entries are held in memory, each as its part of the file and its parsed data as
// JSON, and made when they are asked for: 100,000 of them take less than 1 KB each
// above their texts, the search index included. Every 250 to 750 ms a read looks
// at the files' sizes and times and reads the days again that have changed, so
// that an edit is seen within a second (less often where a look alone takes more
// than 250 ms); Fresh looks at once.
//
// A file that can't be read, or that does not parse, costs its own notes or data
// and is told as a warning; it is never written over. So does a file above 16 MiB, a
// note above 1 MiB and a parsed file above 4 MiB or of too many values, and no write
// makes one. Bytes that are not UTF-8 are read as U+FFFD, and a file with NUL bytes is
// no text; both are told once, by Options.Notice. Front matter that
// is no YAML, or one that would keep a parser busy (see package document), is told
// and left out. Pipes, devices and folders that are named like notes are passed over,
// and folders below the 64th in each other are told and left out. Of many warnings
// the first 20 are told. Of the global context at most store.MaxContext is read; a
// page that was not read whole is not written.
//
// Parsed data carries the hash of the text that it was made from, and the version of
// the domains that made it. When the text has been edited since, the data is not
// returned.
//
// A folder in which nothing may be written is read like any other; writing fails
// with store.ErrReadOnly.
//
// A vault belongs to one tenant and is shared by that tenant's users. Any other
// tenant sees an empty store.
package vault
