package note

import (
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/terse"
)

// readSeries reads notes that continue a series in fewer words than named it with those
// that they leave out: "aai 132" as "aai fasting sugar 132".
func (r *reader) readSeries(ns []*Note) {
	all := make([]terse.Note, len(ns))
	for i, n := range ns {
		if n.Mends == nil { // what a correction gives is in the note that it corrects
			all[i] = terse.Note{Text: n.Entry.GetText(), Minute: n.Hour*60 + n.minute}
		}
	}
	stems := stemmer{}
	for _, of := range slices.Backward(terse.Read(all, r.forms)) {
		n := ns[of.Note]
		switch {
		case of.Start == of.At && n.reads(of.At): // it says enough without the name
		case len(of.Fits) > 0 && of.Start == 0:
			n.Unplaced = append(n.Unplaced, of)
		case len(of.Fits) == 0:
			n.Continues = append(n.Continues, of)
			n.scanned = false
			n.insert(of.At, of.Behind)
			n.insert(of.Start, of.Before)
			r.readNote(n, stems)
		}
	}
}

// reads reports whether a domain has read the amount at a byte of the note.
func (n *Note) reads(at int) bool {
	return slices.ContainsFunc(n.Amounts(), func(a Amount) bool {
		return a.Start == at && slices.ContainsFunc(n.Numbers, func(v Number) bool { return v.Value == a.Value })
	})
}

// insert puts words that a note leaves out where they would stand.
func (n *Note) insert(at int, words []search.Token) {
	i := slices.IndexFunc(n.Tokens, func(t search.Token) bool { return t.Start >= at })
	for k, t := range words {
		t.Text, t.Start, t.End = "", at, at
		n.Tokens = slices.Insert(n.Tokens, i+k, t)
	}
}

// text is what the note says, with the words that it leaves out.
func (n *Note) text() string {
	text := n.Entry.GetText()
	for _, r := range n.Continues { // the last of them first
		text = r.Text(text)
	}
	return text
}
