package config

import (
	"strings"

	"github.com/weft-mesh/weft/kit/fault"
)

// A Problem is one thing that is wrong with a configuration.
type Problem struct {
	Path    string // the setting, "" if it is about the file as a whole
	Origin  Origin // where its value comes from
	Message string // what is wrong and what to do
}

func (p Problem) String() string {
	parts := make([]string, 0, 3)
	if where := p.Origin.String(); p.Origin.Kind != FromDefault {
		parts = append(parts, where)
	}
	if p.Path != "" {
		parts = append(parts, p.Path)
	}
	return strings.Join(append(parts, hideURL(p.Message)), ": ")
}

// An InvalidError is everything that is wrong with a configuration. It is
// fault.ConfigInvalid.
type InvalidError struct{ Problems []Problem }

// Error returns one line a problem.
func (e *InvalidError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Is reports whether target is the reason for which a configuration is refused.
func (e *InvalidError) Is(target error) bool { return target == fault.ConfigInvalid }

// invalid returns the error for problems, nil if there are none.
func invalid(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &InvalidError{problems}
}
