package query

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// subjects takes up what the question is about. If a domain declares it, words that
// this domain does not know remain uncovered; else everything that is no grammar names
// something to look for.
func (r *reader) subjects() {
	f := r.form
	domain := f.GetMeasure().GetDomain()
	if domain == "" && counts[f.GetAggregate()] {
		domain = r.countedDomain()
	}
	if domain != "" {
		r.declared(domain)
	} else {
		r.named()
	}
	for _, s := range f.GetSubjects() {
		s.Owner = r.owner
	}
	if r.owner != "" && len(f.GetSubjects()) == 0 {
		f.Subjects = []*commonv1.Subject{{Name: clipped(strings.ToLower(r.owner)), Words: clipped(r.owner), Owner: clipped(r.owner)}}
	}
}

// countedDomain returns the one domain that declares what is counted, empty if there
// is none or several do.
func (r *reader) countedDomain() string {
	if subjects := r.form.GetSubjects(); len(subjects) > 0 {
		return subjects[0].GetDomain()
	}
	domain := ""
	for _, p := range r.about() {
		for _, x := range p.readings {
			if x.role < beside || x.other || x.role == beside && r.holder(x) == "" {
				continue
			}
			if domain != "" && domain != x.domain {
				return ""
			}
			domain = x.domain
		}
	}
	return domain
}

// declared takes up the names that a domain has, and of its other words the verb.
func (r *reader) declared(domain string) {
	f := r.form
	for i, p := range r.pieces {
		x, ok := byDomain(p.readings, domain)
		if p.used || !ok {
			continue
		}
		words := strings.ToLower(p.text)
		switch x.role {
		case subject: // the money that was spent on coffee is that on coffee
			p.used = x.kind == everything && f.GetMeasure() != nil || r.add(r.lex.subject(words, x))
		case beside:
			if holder := r.holder(x); holder != "" { // long runs are some of the runs
				p.used = r.add(r.lex.subject("", reading{domain: domain, name: holder, role: subject})) &&
					r.addCondition(&commonv1.Condition{Subject: r.lex.subject(words, x)})
			}
		case general: // "how much water did I drink"
			p.used = i > 0 && r.pieces[i-1].does(self|start)
		}
	}
}

// holder returns what the values are about that have a text beside them, empty if
// several are.
func (r *reader) holder(x reading) string {
	name := ""
	for _, f := range r.lex.fields {
		if f.Numeric && f.Domain == x.domain && takes(f, x) {
			if name != "" && name != f.Subject {
				return ""
			}
			name = f.Subject
		}
	}
	return name
}

func (r *reader) add(s *commonv1.Subject) bool {
	same := func(have *commonv1.Subject) bool {
		return have.GetName() == s.GetName() && have.GetDomain() == s.GetDomain()
	}
	if !slices.ContainsFunc(r.form.GetSubjects(), same) {
		if len(r.form.GetSubjects()) == mostSubjects {
			return false
		}
		r.form.Subjects = append(r.form.Subjects, s)
	}
	return true
}

func (r *reader) addCondition(c *commonv1.Condition) bool {
	if len(r.form.GetConditions()) == mostConditions {
		return false
	}
	r.form.Conditions = append(r.form.Conditions, c)
	return true
}

// named takes every name and every other word for something to look for; words side by
// side are one name.
func (r *reader) named() {
	var run []*piece
	flush := func() {
		if len(run) > 0 {
			s := r.called(run)
			if counts[r.form.GetAggregate()] {
				s.Domain = "" // no single domain has all that is counted
			}
			for _, p := range run {
				p.used = p.used || r.add(s)
			}
		}
		run = nil
	}
	for _, p := range r.pieces {
		if p.used || !p.names() && p.unit == "" || p.loose() && search.Stopword(search.Stem(p.text)) {
			flush()
			continue
		}
		if len(p.readings) > 0 || len(run) == longest {
			flush()
		}
		if run = append(run, p); len(p.readings) > 0 {
			flush()
		}
	}
	flush()
}

// called returns what pieces name: a term by its canonical name, other words as they
// stand. What several domains declare is of none: "coffee" is drunk and paid.
func (r *reader) called(run []*piece) *commonv1.Subject {
	name := textOf(run)
	x := best(run[0].readings)
	if len(run) > 1 || x.name == "" {
		return &commonv1.Subject{Name: clipped(name), Words: clipped(name)}
	}
	s := r.lex.subject(strings.ToLower(name), x)
	for _, y := range run[0].readings {
		if y.domain != x.domain && y.role >= beside && !y.other {
			s.Domain = ""
		}
	}
	return s
}

// clipped is the beginning of a name that has no end.
func clipped(name string) string {
	if len(name) <= mostName {
		return name
	}
	return strings.ToValidUTF8(name[:mostName], "")
}

const mostName = 200 // bytes, as instructions bound a word
