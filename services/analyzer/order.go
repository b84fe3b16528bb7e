package analyzer

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// newest quotes the latest of some notes, as many as the question asks for, and
// reports whether there are any.
func (q *inquiry) newest(all []*note) bool {
	dated := today(q.req.GetContext()).String()
	all = slices.DeleteFunc(slices.Clone(all), func(n *note) bool { return n.day() > dated }) // not yet
	stable.Sort(all, latestFirst)
	most := int(q.form.GetLimit())
	if most == 0 {
		most = few
	}
	shown := min(len(all), most)
	if !q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, all, most) {
		return false
	}
	if q.form.GetLimit() == 0 && len(q.terms) > 0 && len(all) > shown {
		g := q.gap(commonv1.GapReason_GAP_REASON_CUT)
		g.Seen, g.Total = int32(shown), q.total(len(all))
	}
	return true
}

// total is how many notes there are of a kind, of which so many were retrieved; 0 if
// there may be others.
func (q *inquiry) total(retrieved int) int32 {
	if int(q.req.GetSearch().GetTotal()) > len(q.req.GetEvidence()) {
		return 0
	}
	return int32(retrieved)
}

// naming returns the notes that cover the question, and if there is none those that name
// all that it is about: of "when did I last go to the pool" the pool.
func (q *inquiry) naming() []*note {
	out := q.covering()
	if len(out) > 0 || len(q.terms) == 0 || len(q.req.GetUnresolvedTimes()) > 0 {
		return out
	}
	return q.which(func(n *note) bool { return allIn(q.terms, n.words) && q.ofDays(n) })
}

// A coming is what a note says of a day to come.
type coming struct {
	passage
	day notes.Day
}

// comes quotes what notes say of the next time of what the question names, the soonest
// first, and reports whether they do.
func (q *inquiry) comes() bool {
	return q.quoteComing(commonv1.FindingKind_FINDING_KIND_QUOTED, q.naming()) ||
		len(q.terms) > 0 && q.quoteComing(commonv1.FindingKind_FINDING_KIND_CLOSEST, q.which(q.comesOn))
}

// comesOn reports whether what a note says of a day to come names something of the question:
// "next is the 20th" may be of anything.
func (q *inquiry) comesOn(n *note) bool {
	c, ok := q.ahead(n)
	return ok && q.namedIn(c.passage)
}

func (q *inquiry) quoteComing(kind commonv1.FindingKind, from []*note) bool {
	var all []coming
	for _, n := range from[:min(len(from), mostRead)] {
		if c, ok := q.ahead(n); ok {
			all = append(all, c)
		}
	}
	stable.Sort(all, func(a, b coming) int { return a.day.Compare(b.day) })
	all = q.withoutSettled(all)
	f := &commonv1.Finding{Kind: kind}
	for _, c := range all[:min(len(all), max(few, int(q.form.GetLimit())))] {
		q.putPassage(f, c.note, c.words)
	}
	return q.add(f)
}

// withoutSettled leaves out what a later one of some comings settles otherwise.
func (q *inquiry) withoutSettled(all []coming) []coming {
	var from []*note
	for _, c := range all {
		from = append(from, c.note)
	}
	later := q.settlements(from)
	return slices.DeleteFunc(all, func(c coming) bool { return len(q.settling(c.note, later)) > 0 })
}

// ahead returns what a note says of the first day to come that it names, where it does
// so beside what the question names if anywhere, or of its own day if that is to come.
func (q *inquiry) ahead(n *note) (coming, bool) {
	from := today(q.req.GetContext())
	var all []coming
	if day, err := notes.ParseDay(n.day()); err == nil && day.After(from) {
		all = append(all, coming{passage{n, q.words(n)}, day})
	}
	if n.day() != "" {
		sentences := sentencesOf(n.text())
		for _, m := range eventtime.Ahead(eventtime.Note{At: n.at(), Text: n.text()}, q.weekStart(), from) {
			for _, s := range sentences {
				if s.start <= m.Offset && m.Offset < s.end {
					all = append(all, coming{passage{n, trimmed(n.text(), s.start, s.end)}, m.Day})
				}
			}
		}
	}
	if len(all) == 0 {
		return coming{}, false
	}
	return slices.MinFunc(all, func(a, b coming) int {
		return cmp.Or(first(q.namedIn(a.passage), q.namedIn(b.passage)), a.day.Compare(b.day))
	}), true
}

// namedIn reports whether a passage has something that the question names.
func (q *inquiry) namedIn(p passage) bool {
	return anyIn(q.terms, wordsOf(p.text()[p.words.GetStart():p.words.GetEnd()]))
}
