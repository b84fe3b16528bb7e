package domains

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/slip"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many things a file may declare to bear on one domain, and how many letters the name
// of one has.
const maxBearings, maxBearingName = 8, 40

// A fileBearing is something that bears on a domain, as it is written.
type fileBearing struct {
	What     string   `yaml:"what"`
	Domain   string   `yaml:"domain"`
	Subjects []string `yaml:"subjects"`
	Measures []string `yaml:"measures"`
}

// addBearings fills what bears on domains, as far as the file alone can tell whether it
// makes sense. Whether the other domains have it, checkBearings tells.
func (d *domain) addBearings(s *source, f *file) error {
	for _, on := range slices.Sorted(maps.Keys(f.BearsOn)) {
		at := "$.bears_on." + on
		if len(f.BearsOn[on]) == 0 || len(f.BearsOn[on]) > maxBearings {
			return s.errorf(at, "bears_on: %d things bear on %q; there are 1 to %d", len(f.BearsOn[on]), on, maxBearings)
		}
		for i, b := range f.BearsOn[on] {
			at := fmt.Sprintf("%s[%d]", at, i)
			what := oneLine(b.What)
			switch {
			case what == "" || utf8.RuneCountInString(what) > maxBearingName:
				return s.errorf(at, "bears_on: %q says for people what it is, in at most %d letters: \"what: sleep\"", "what", maxBearingName)
			case b.Domain == "":
				return s.errorf(at, "bears_on: %q needs the domain that its values are of", what)
			case b.Domain == on:
				return s.errorf(at+".domain", "bears_on: %q is of the domain %q itself; only another domain bears on it", what, on)
			}
			selection := &commonv1.Selection{Domain: b.Domain, Measures: b.Measures}
			for _, name := range b.Subjects {
				selection.Subjects = append(selection.Subjects, &commonv1.Subject{Name: name, Words: name, Domain: b.Domain})
			}
			d.bearings = append(d.bearings, &commonv1.Bearing{On: on, What: what, Selection: selection})
		}
	}
	return nil
}

// checkBearings returns an error for each declaration of the users' files that names a domain,
// a measure or a subject which there is not. A shipped one may name what a user's domain, in the
// place of a shipped one, no longer has: then nothing is shown of it.
func (s *Set) checkBearings() []error {
	var errs []error
	for _, d := range s.domains {
		if d.source.shipped {
			continue
		}
		for _, b := range d.bearings {
			if reason := s.missingOf(b); reason != "" {
				errs = append(errs, d.source.errorf("$.bears_on."+b.GetOn(), "bears_on: %s", reason))
			}
		}
	}
	return errs
}

// missingOf says what of a declaration there is not, "" if all is there.
func (s *Set) missingOf(b *commonv1.Bearing) string {
	sel := b.GetSelection()
	if err := s.Check([]string{b.GetOn(), sel.GetDomain()}); err != nil {
		return err.Error()
	}
	schema := s.domains[slices.Index(s.Names(), sel.GetDomain())].schema
	var measures, subjects []string
	for _, f := range extract.Declared(schema) {
		measures = append(measures, f.Measure)
		if f.Subject != "" {
			subjects = append(subjects, f.Subject)
		}
	}
	for _, kind := range schema.GetNames() {
		for _, n := range kind.GetNames() {
			subjects = append(subjects, n.GetName())
		}
	}
	for _, m := range sel.GetMeasures() {
		if !slices.Contains(measures, m) {
			return fmt.Sprintf("the domain %q has no measure %q%s", sel.GetDomain(), m, hintAtNearest(m, measures))
		}
	}
	for _, subject := range sel.GetSubjects() {
		if !slices.Contains(subjects, subject.GetName()) {
			return fmt.Sprintf("the domain %q has no subject %q%s", sel.GetDomain(), subject.GetName(), hintAtNearest(subject.GetName(), subjects))
		}
	}
	return ""
}

// hintAtNearest is a hint at what was probably meant.
func hintAtNearest(word string, there []string) string {
	if near := slip.Nearest(word, there); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	slices.Sort(there)
	if there = slices.Compact(there); len(there) <= maxBearings {
		return "; there are " + strings.Join(there, ", ")
	}
	return ""
}

// bearingsOn returns what all domains declare to bear on some, each once: what comes first of
// one name counts.
func (s *Set) bearingsOn(loaded []*domain) []*commonv1.Bearing {
	var out []*commonv1.Bearing
	seen := map[[2]string]bool{}
	for _, on := range loaded {
		for _, d := range s.domains {
			for _, b := range d.bearings {
				key := [2]string{b.GetOn(), b.GetWhat()}
				if b.GetOn() == on.info.GetName() && !seen[key] {
					seen[key] = true
					out = append(out, b)
				}
			}
		}
	}
	return out
}
