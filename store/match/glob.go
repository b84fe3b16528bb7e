package match

import (
	"path"
	"strings"
)

// matchGlob reports whether a path matches a pattern: "*" and "?" within a
// folder, "[a-z]" for one character, "**" for any number of folders. The empty
// pattern matches every path.
func matchGlob(pattern, name string) (bool, error) {
	if pattern == "" {
		return true, nil
	}
	parts := strings.Split(strings.TrimPrefix(pattern, "/"), "/")
	for _, p := range parts {
		if _, err := path.Match(p, ""); err != nil {
			return false, err
		}
	}
	return matchParts(parts, strings.Split(name, "/")), nil
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for len(pattern) > 1 && pattern[1] == "**" {
				pattern = pattern[1:]
			}
			for i := range len(name) + 1 {
				if matchParts(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// pathFilter is matchGlob that remembers what it told of a path, for the many
// entries of one file. The pattern is a valid one.
func pathFilter(pattern string) func(string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	known := make(map[string]bool)
	return func(name string) bool {
		ok, seen := known[name]
		if !seen {
			ok, _ = matchGlob(pattern, name)
			known[name] = ok
		}
		return ok
	}
}
