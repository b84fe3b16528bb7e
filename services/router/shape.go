package router

import (
	"slices"
	"strings"
)

// A shape tells words of a class by how they look.
type shape func(word string) bool

// shapes returns the shapes of the classes that have one. The class itself lists
// the words that its shape doesn't reach; the words that only look so are
// classes of their own.
func shapes(class map[string]map[string]bool) map[string]shape {
	other := []string{"adverb", "preposition", "conjunction", "state", "quality", "aux", "object", "participle", "past", "comparative", "determiner", "person"}
	out := map[string]shape{
		"past":       regularPast,
		"participle": regularPast,
		"ing":        func(w string) bool { return ends(w, "ing") },
		// a verb that a subject may stand before: "helped", "hurts"
		"finite": func(w string) bool {
			stem, y := strings.CutSuffix(w, "ies")
			return class["past"][w] || regularPast(w) || y && class["base"][stem+"y"] || ends(w, "s") && (class["base"][w[:len(w)-1]] || ends(w, "es") && class["base"][w[:len(w)-2]])
		},
		"number": func(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' },
		// "plumber's", not "that's"
		"owner": func(w string) bool {
			return strings.HasSuffix(w, "'s") && !class["contraction"][w]
		},
		"plural": func(w string) bool {
			return len(w) > 3 && ends(w, "s") && !ends(w, "ss", "us", "is", "'s") && !class["singular"][w]
		},
		// "calmer", not "after"
		"comparative": func(w string) bool {
			return len(w) > 4 && ends(w, "er") && !class["positive"][w]
		},
	}
	// what can name something alone
	out["noun"] = func(w string) bool {
		return !ends(w, "ing") && !slices.ContainsFunc(other, func(name string) bool {
			return class[name][w] || out[name] != nil && out[name](w)
		}) && !out["number"](w)
	}
	return out
}

// regularPast reports whether a word looks like the past of a regular verb.
func regularPast(w string) bool {
	return len(w) > 4 && ends(w, "ed") && !ends(w, "eed", "hundred", "naked", "sacred")
}

func ends(w string, with ...string) bool {
	return slices.ContainsFunc(with, func(end string) bool { return strings.HasSuffix(w, end) })
}
