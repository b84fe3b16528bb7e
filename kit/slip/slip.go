// Package slip tells what a person meant who mistyped a name. It is pure, and
// knows nothing of what the names are of.
package slip

import "strings"

// Nearest returns the candidate that needs the fewest edits to become the word, ""
// if that is more than a person could have slipped: a third of the letters and one.
// Case makes no difference.
func Nearest(word string, candidates []string) string {
	best, least := "", len(word)/3+2
	for _, c := range candidates {
		if d := Distance(strings.ToLower(word), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// short is how long words are that need no memory of their own.
const short = 24

// Distance counts the bytes that are wrong, missing, too many, or swapped with the
// next between two words.
func Distance(a, b string) int {
	var rows [3][short + 1]int
	two, one, row := rows[0][:], rows[1][:], rows[2][:] // of the table, for a's bytes i-2, i-1 and i
	if len(b) > short {
		two, one, row = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
