package config

import "github.com/weft-mesh/weft/kit/slip"

// hint returns `; did you mean "x"?`, or nothing if no candidate is near.
func hint(word string, candidates []string) string {
	if c := slip.Nearest(word, candidates); c != "" {
		return "; did you mean " + c + "?"
	}
	return ""
}
