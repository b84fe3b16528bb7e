package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/terse"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// readSeries reads notes that continue a series in fewer words than named it with those
// that they leave out: "aai 132" as "aai fasting sugar 132".
func (r *reader) readSeries(ns []*note) {
	all := make([]terse.Note, len(ns))
	for i, n := range ns {
		if n.mends == nil { // what a correction gives is in the note that it corrects
			all[i] = terse.Note{Text: n.entry.GetText(), Minute: n.hour*60 + n.minute}
		}
	}
	stems := stemmer{}
	for _, of := range slices.Backward(terse.Read(all, r.forms)) {
		n := ns[of.Note]
		switch {
		case of.Start == of.At && n.reads(of.At): // it says enough without the name
		case len(of.Fits) > 0 && of.Start == 0:
			n.unplaced = append(n.unplaced, of)
		case len(of.Fits) == 0:
			n.continues = append(n.continues, of)
			n.scanned = false
			n.insert(of.At, of.Behind)
			n.insert(of.Start, of.Before)
			r.readNote(n, stems)
		}
	}
}

// reads reports whether a domain has read the amount at a byte of the note.
func (n *note) reads(at int) bool {
	return slices.ContainsFunc(n.amounts(), func(a amountIn) bool {
		return a.start == at && slices.ContainsFunc(n.numbers, func(v number) bool { return v.value == a.value })
	})
}

// insert puts words that a note leaves out where they would stand.
func (n *note) insert(at int, words []search.Token) {
	i := slices.IndexFunc(n.tokens, func(t search.Token) bool { return t.Start >= at })
	for k, t := range words {
		t.Text, t.Start, t.End = "", at, at
		n.tokens = slices.Insert(n.tokens, i+k, t)
	}
}

// text is what the note says, with the words that it leaves out.
func (n *note) text() string {
	text := n.entry.GetText()
	for _, r := range n.continues { // the last of them first
		text = r.Text(text)
	}
	return text
}

// shownTaken is how many notes that continue a series are quoted.
const shownTaken = 2

// taken are the gaps which say that notes that facts stand on were read as of a series,
// by words which they leave out and the question asks for.
func (q *inquiry) taken() []*commonv1.Gap {
	computed := map[string]bool{}
	for _, f := range q.facts {
		for _, id := range f.GetEntryIds() {
			computed[id] = computed[id] || f.GetKind() != kindMention
		}
	}
	bySeries := map[string][]string{}
	var names []string
	for _, n := range q.notes {
		for _, r := range n.continues {
			if !computed[n.entry.GetId()] || len(r.Before)+len(r.Behind) == 0 || !q.asks(n, search.Tokens(r.Name)) {
				continue
			}
			if bySeries[r.Name] == nil {
				names = append(names, r.Name)
			}
			bySeries[r.Name] = append(bySeries[r.Name], "“"+n.entry.GetText()[r.Start:r.End]+"”")
		}
	}
	var out []*commonv1.Gap
	for _, name := range names {
		quotes := slices.Compact(bySeries[name])
		if len(quotes) > shownTaken {
			quotes = append(quotes[:shownTaken], "others like these")
		}
		out = append(out, &commonv1.Gap{
			Id: "taken:" + slug(name), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
			Description: fmt.Sprintf("Taken for “%s”: %s.", name, list(quotes)),
		})
	}
	return out
}

// unplaced are numbers of notes that fit several series, one of which a question asks
// of.
func (q *inquiry) unplaced() []string {
	asked := slices.Concat(q.focus, q.baseline)
	var out []string
	for _, n := range q.notes {
		for _, r := range n.unplaced {
			if q.asks(n, r.Behind) && slices.ContainsFunc(asked, func(s span) bool { return s.holds(n) }) {
				out = append(out, n.entry.GetText()[r.Start:r.End])
			}
		}
	}
	return out
}

// asks reports whether a question of the request is about what words name that a note
// leaves out, and none that it has.
func (q *inquiry) asks(n *note, words []search.Token) bool {
	own := search.Tokens(n.entry.GetText())
	return slices.ContainsFunc(q.parts, func(p *part) bool {
		return slices.ContainsFunc(p.subjects, func(s *subject) bool {
			return slices.ContainsFunc(s.parts(), func(one *subject) bool {
				said, _ := one.place(own)
				left, _ := one.place(words)
				return said < 0 && left >= 0
			})
		})
	})
}
