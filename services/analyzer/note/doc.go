// Package note reads entries: what each of them says, of what, and whether it was
// so.
//
// A [Note] is an entry with its words, its numbers (from its parsed data, and from
// its text for the domains that the data lacks), the amounts of its text, the days
// that it gives, and for each word whether it tells of an event of the user's or is
// denied, planned, asked or somebody else's. A note that corrects another changes
// the numbers of that one and tells of nothing itself. One that continues a series
// in fewer words is read with those that it leaves out.
//
// A [Subject] is what somebody may ask about, with every word that the loaded
// domains have for it, and says which notes are on it and where. A [Lexicon] makes
// subjects of words.
//
// The package knows no question and computes nothing. Notes are read once, by
// [Read]; what takes time is worked out when it is first asked for, so a note must
// not be shared between goroutines.
package note
