// Package stable sorts lists of large values with little code. [slices.SortStableFunc] is compiled once for
// each kind of value, some seven kilobytes each time; this sorts numbers in its place, and is as fast.
package stable

import "slices"

// Sort sorts a list in place. What compares equal stays in its order.
func Sort[L ~[]E, E any](list L, compare func(a, b E) int) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(list[i], list[j]) })
	was := slices.Clone(list)
	for i, at := range order {
		list[i] = was[at]
	}
}
