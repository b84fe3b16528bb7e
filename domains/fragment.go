package domains

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/slip"
	"github.com/weft-mesh/weft/notes/extract"
)

// fragments are parts of notations that several patterns share, by their names.
// A pattern or another fragment refers to one as <name>.
type fragments map[string]string

var (
	fragmentName = regexp.MustCompile(`^[a-z][a-z0-9 ]*$`)
	reference    = regexp.MustCompile(`<([a-z][a-z0-9 ]*)>`)
)

// mostExpanded bounds a notation in bytes once its fragments stand in it, so that
// fragments of fragments cannot grow without end.
const mostExpanded = 4000

// newFragments checks a file's fragments, each by itself.
func newFragments(s *source, f fragments, kinds []string) (fragments, error) {
	sorted := slices.Sorted(maps.Keys(f))
	for _, name := range sorted {
		if len(f[name]) > mostExpanded {
			return nil, s.errorf("$.fragments."+name, "fragment %q is longer than %d bytes", name, mostExpanded)
		}
	}
	for _, name := range sorted {
		at := "$.fragments." + name
		if !fragmentName.MatchString(name) {
			return nil, s.errorf(at, "fragments: %q cannot name a fragment (lower-case letters, digits, blanks)", name)
		}
		text, err := f.expand(f[name])
		if err == nil {
			// A word in front, since a fragment may be optional and a pattern not.
			_, err = extract.Slots("x "+text, kinds)
		}
		if err != nil {
			return nil, s.errorf(at, "fragment %q: %s", name, reason(err))
		}
	}
	return f, nil
}

// reason is an error without the place within a text that nobody wrote.
func reason(err error) string {
	var se *extract.SyntaxError
	if errors.As(err, &se) {
		return se.Reason
	}
	return err.Error()
}

// expand replaces the references of a notation by what they stand for.
func (f fragments) expand(notation string) (string, error) {
	for depth := 0; ; depth++ {
		if len(notation) > mostExpanded {
			return "", fmt.Errorf("with its fragments it is longer than %d bytes", mostExpanded)
		}
		var unknown string
		used := false
		notation = reference.ReplaceAllStringFunc(notation, func(ref string) string {
			used = true
			name := ref[1 : len(ref)-1]
			body, ok := f[name]
			if !ok {
				unknown = name
			}
			return "(" + strings.TrimSpace(body) + ")"
		})
		switch {
		case unknown != "":
			return "", fmt.Errorf("there is no fragment <%s>%s", unknown, hint(slip.Nearest(unknown, slices.Sorted(maps.Keys(f)))))
		case !used:
			return notation, nil
		case depth > 8:
			return "", errors.New("its fragments refer to each other without end")
		}
	}
}

func hint(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean <%s>?", near)
}
