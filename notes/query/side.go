package query

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// sides takes a comparison apart into complete forms: by its days, by its subjects,
// by what a note has or has not, or by the ends of what has changed. Where both days and subjects differ it is not
// clear what is held against what, and there are no sides.
func (r *reader) sides() {
	f := r.form
	if f.GetWanted() != commonv1.Wanted_WANTED_COMPARE {
		return
	}
	days := r.days()
	i := slices.IndexFunc(r.with, func(w restriction) bool { return w.sign.does(both) })
	switch {
	case r.changing:
		for _, end := range []commonv1.Aggregate{last, earliest} {
			s := r.side()
			s.Aggregate, s.Text = end, f.GetText()
			f.Sides = append(f.Sides, s)
		}
	case i >= 0:
		for _, without := range []bool{false, true} {
			s := r.side()
			s.Conditions = append(s.Conditions, &commonv1.Condition{Subject: r.called(r.with[i].pieces), Without: without})
			s.Text = strings.ToLower(r.with[i].pieces[0].text)
			f.Sides = append(f.Sides, s)
		}
	case len(days) > 1 && len(f.GetSubjects()) < 2:
		for _, d := range days {
			s := r.side()
			s.Ranges, s.Text = []*commonv1.ScopeRange{d}, d.GetLabel()
			f.Sides = append(f.Sides, s)
		}
	case len(days) < 2 && len(f.GetSubjects()) > 1:
		for _, about := range f.GetSubjects() {
			s := r.side()
			s.Subjects, s.Text = []*commonv1.Subject{about}, about.GetName()
			f.Sides = append(f.Sides, s)
		}
	}
	if len(f.GetSides()) > mostSides {
		f.Sides = nil
		return
	}
	for _, p := range r.pieces { // "compare May with June"
		p.used = p.used || len(f.GetSides()) > 0 && p.does(with|both)
	}
}

// side returns the question without its sides, as one number.
func (r *reader) side() *commonv1.QueryForm {
	s := proto.CloneOf(r.form)
	s.Wanted, s.Sides, s.Uncovered = commonv1.Wanted_WANTED_AGGREGATE, nil, nil
	return s
}

// days returns the days of each side: those that are named, and for "more than last
// month" what came since.
func (r *reader) days() []*commonv1.ScopeRange {
	all := r.form.GetRanges()
	if len(all) != 1 {
		return all
	}
	for i, p := range r.pieces {
		if p.span == 0 {
			continue
		}
		if i > 0 && r.pieces[i-1].does(than) {
			if now, ok := r.since(all[0]); ok {
				return []*commonv1.ScopeRange{now, all[0]}
			}
		}
		if parts := r.apart(p.text); len(parts) > 1 { // "weekdays or weekends"
			return parts
		}
	}
	return all
}

// apart reads the two sides of a span that package timespan has taken for one.
func (r *reader) apart(text string) []*commonv1.ScopeRange {
	words := strings.Fields(text)
	for i, w := range words {
		rules := grammarOnce().phrases[strings.ToLower(w)]
		if len(rules) == 0 || !rules[len(rules)-1].rule.has(versus) {
			continue
		}
		left := timespan.Scan(strings.Join(words[:i], " "), r.ref)
		right := timespan.Scan(strings.Join(words[i+1:], " "), r.ref)
		if len(left) == 1 && len(right) == 1 {
			return ranges(append(left, right...))
		}
	}
	return nil
}
