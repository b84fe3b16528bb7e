package meaning

import (
	"cmp"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
)

// k damps how much the first ranks count: with 60 the first of one list and the tenth of
// another are 0.0164 and 0.0143. It is the value of Cormack, Clarke and Büttcher (2009),
// which lists of all kinds have done well with.
const k = 60

// Fuse joins what words have found, best first, with what is near a question, nearest first:
// each note has the sum of 1/(k + its rank) over both lists. What words have found is
// all in the result.
//
// The scores of the result are those of found, given out anew in the new order, and for the
// notes that only near has, less than the least. So they go with the scores of other searches
// as those of found did. Without near the result is found.
func Fuse(found []search.Ranked, near []Near) []search.Ranked {
	if len(near) == 0 {
		return found
	}
	sum := make(map[string]float64, len(found)+len(near))
	scores := make([]float64, 0, len(found)+len(near))
	out := make([]search.Ranked, 0, len(found)+len(near))
	for i, f := range found {
		sum[f.ID] = 1 / float64(k+i+1)
		scores = append(scores, f.Score)
		out = append(out, search.Ranked{ID: f.ID})
	}
	for i, n := range near {
		if _, known := sum[n.ID]; !known {
			out = append(out, search.Ranked{ID: n.ID})
		}
		sum[n.ID] += 1 / float64(k+i+1)
	}
	for i := range out {
		out[i].Score = sum[out[i].ID]
	}
	slices.SortStableFunc(out, search.CompareRanked)
	slices.SortFunc(scores, func(a, b float64) int { return cmp.Compare(b, a) })
	rescore(out, scores)
	return out
}

// Append joins the same where the order of what words have found is asked for, such as the
// newest first: what only near has comes behind it.
func Append(found []search.Ranked, near []Near) []search.Ranked {
	out := slices.Clone(found)
	known := make(map[string]bool, len(found))
	scores := make([]float64, len(found))
	for i, f := range found {
		known[f.ID], scores[i] = true, f.Score
	}
	for _, n := range near {
		if !known[n.ID] {
			out = append(out, search.Ranked{ID: n.ID})
		}
	}
	rescore(out, scores)
	return out
}

// rescore gives out scores, the highest first. No two are equal: whoever sorts by them gets
// the same order.
func rescore(list []search.Ranked, scores []float64) {
	last := 1.0
	for i := range list {
		score := last * behind
		if i < len(scores) {
			score = scores[i]
		}
		if i > 0 && score >= last {
			score = math.Nextafter(last, math.Inf(-1))
		}
		list[i].Score, last = score, score
	}
}

// behind is what a note that words have not found scores of the one before it.
const behind = 0.99
