package config

import "strings"

// nearest returns the candidate that needs the fewest edits to become word,
// if they are few enough that a person could have meant it.
func nearest(word string, candidates []string) (string, bool) {
	best, least := "", len(word)/3+2
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best, best != ""
}

// hint returns `; did you mean "x"?`, or nothing if no candidate is near.
func hint(word string, candidates []string) string {
	if c, ok := nearest(word, candidates); ok {
		return "; did you mean " + c + "?"
	}
	return ""
}

// distance counts the insertions, deletions, substitutions and swaps of
// neighbours that make b of a.
func distance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
