package observation

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// names are the canonical forms of names: the stems of their words, as search
// compares them.
type names map[string]string

func (n names) canonical(name string) string {
	c, known := n[name]
	if !known {
		var stems []string
		for t := range search.Each(name) {
			stems = append(stems, search.Stem(t.Folded))
		}
		c = strings.Join(stems, " ")
		n[name] = c
	}
	return c
}

// A subjectSet tells the rows of some subjects.
type subjectSet struct {
	names names
	each  []subject
}

// A subject is what the rows of one thing are named.
type subject struct {
	domain string // empty: any
	owner  bool   // it is not the writer's
	called map[string]bool
	name   string
}

func (n names) of(subjects []*commonv1.Subject) subjectSet {
	set := subjectSet{names: n}
	for _, s := range subjects {
		of := subject{domain: s.GetDomain(), owner: s.GetOwner() != "", called: map[string]bool{}, name: n.canonical(s.GetName())}
		for _, name := range append([]string{s.GetName()}, s.GetForms()...) {
			if c := n.canonical(name); c != "" {
				of.called[c] = true
			}
		}
		set.each = append(set.each, of)
	}
	return set
}

// have reports whether a row is of one of the subjects: of the thing itself, or of a
// kind of thing that the subject names all of. Rows are the writer's alone.
func (s subjectSet) have(r *commonv1.Observation) bool {
	return slices.ContainsFunc(s.each, func(of subject) bool {
		return !of.owner && (of.domain == "" || of.domain == r.GetDomain()) &&
			(of.called[s.names.canonical(r.GetSubject())] ||
				slices.ContainsFunc(r.GetBroader(), func(b string) bool { return of.name == s.names.canonical(b) }))
	})
}

// mention reports whether a row names one of the subjects, be it by a field that is
// no number: the kind of a run.
func (s subjectSet) mention(r *commonv1.Observation) bool {
	return s.have(r) || slices.ContainsFunc(s.each, func(of subject) bool {
		return !of.owner && r.GetText() != "" && of.called[s.names.canonical(r.GetText())]
	})
}
