package dayfile

import (
	"strings"
	"unicode/utf8"
)

// A Trouble is why a file is not read, or not as it is.
type Trouble int

// The troubles that a file may have.
const (
	NoTrouble  Trouble = iota
	NotUTF8            // it is read, with U+FFFD in place of what is no character
	Binary             // it is no text
	Dashboard          // Weft tells in it how plans stand
	TooLarge           // it has more bytes than are read
	Unreadable         // it could not be opened or read
)

// binaryHead is how much of a file is looked at to see whether it is text, as git
// does it.
const binaryHead = 8000

// ReadBytes is Read for a content that may be anything.
func ReadBytes(p, content string, s DateSettings) (Page, Trouble) {
	if _, own := IsRawPath(p); !own && strings.IndexByte(content[:min(len(content), binaryHead)], 0) >= 0 {
		return Page{}, Binary
	}
	if isDashboard(p, content) {
		return Page{}, Dashboard
	}
	if !utf8.ValidString(content) {
		return Read(p, strings.ToValidUTF8(content, "\uFFFD"), s), NotUTF8
	}
	return Read(p, content, s), NoTrouble
}

// A Tally is what a census counts of one file.
type Tally struct {
	notes     [ByHeading + 1]int32 // by what told their days
	ambiguous int32
	trouble   Trouble
}

// TallyOf counts what was read of a file.
func TallyOf(p Page, trouble Trouble) Tally {
	t := Tally{trouble: trouble}
	for _, n := range p.Notes {
		t.notes[n.Dated]++
		if n.Ambiguous {
			t.ambiguous++
		}
	}
	return t
}

// Trouble returns what trouble the file has.
func (t Tally) Trouble() Trouble { return t.trouble }

// A Census counts the files of a folder by what is read of them. A file that has
// notes of several kinds counts for each.
type Census struct {
	kinds     [ByHeading + 1]Count
	ambiguous Count
	troubles  [Unreadable + 1]Count
	empty     int
	// NotMarkdown and Conflicts are files that are not looked into: those of other
	// kinds, and copies that a program for syncing has left behind.
	NotMarkdown, Conflicts int
	// Warnings are what could not be read of files, and lines that were not read as they
	// stand, each with its file.
	Warnings []string
}

// A Count is how many files there are of a kind, and notes in them.
type Count struct {
	Files int `json:"files"`
	Notes int `json:"notes"`
}

func (c *Count) add(notes int32) {
	if notes > 0 {
		c.Files, c.Notes = c.Files+1, c.Notes+int(notes)
	}
}

// Add counts a file.
func (c *Census) Add(t Tally) {
	all := int32(0)
	for kind, n := range t.notes {
		c.kinds[kind].add(n)
		all += n
	}
	c.ambiguous.add(t.ambiguous)
	c.troubles[t.trouble].Files++
	c.troubles[t.trouble].Notes += int(all)
	if all == 0 && t.trouble == NoTrouble {
		c.empty++
	}
}

// A Row is a line of the table that a census is.
type Row struct {
	What string `json:"what"`
	Read bool   `json:"read"` // its notes are read
	// Part says that its notes are among those of other rows.
	Part bool `json:"part"`
	Count
	Hint string `json:"hint,omitempty"` // what it means for the notes
}

// Rows returns what there is at least one file of: what is read, then what is
// remarkable of that, then what is not read.
func (c *Census) Rows() []Row {
	out := []Row{}
	add := func(r Row) {
		if r.Files > 0 {
			out = append(out, r)
		}
	}
	add(Row{What: "dated by name", Read: true, Count: c.kinds[ByName]})
	add(Row{What: "dated by front matter", Read: true, Count: c.kinds[ByFrontMatter]})
	add(Row{What: "dated by heading", Read: true, Count: c.kinds[ByHeading]})
	add(Row{What: "undated", Read: true, Count: c.kinds[Undated], Hint: "can be searched, but belong to no day"})
	add(Row{What: "ambiguous date", Read: true, Part: true, Count: c.ambiguous, Hint: "03/04/2026 is read as March 4"})
	if odd := c.troubles[NotUTF8]; odd.Notes > 0 {
		add(Row{What: "not UTF-8", Read: true, Part: true, Count: odd, Hint: "some characters are unreadable"})
	} else {
		add(Row{What: "not UTF-8", Count: odd, Hint: "convert it to UTF-8"})
	}
	add(Row{What: "without text", Count: Count{Files: c.empty}})
	add(Row{What: "not Markdown", Count: Count{Files: c.NotMarkdown}})
	add(Row{What: "binary", Count: c.troubles[Binary]})
	add(Row{What: "too large", Count: c.troubles[TooLarge]})
	add(Row{What: "unreadable", Count: c.troubles[Unreadable]})
	add(Row{What: "sync conflict", Count: Count{Files: c.Conflicts}, Hint: "merge it into the note by hand"})
	return out
}
