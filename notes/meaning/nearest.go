package meaning

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/rank"
)

// A Near is a text that is near a question.
type Near struct {
	ID         string
	Similarity float64    // of its nearest passage, from 0 to 1
	Best       rank.Range // that passage
}

// CompareNear orders the nearer first, and of two equal ones the newer.
func CompareNear(a, b Near) int {
	return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), strings.Compare(b.ID, a.ID))
}

// perLook is after how many texts Nearest looks whether it is still asked for.
const perLook = 1024

// Nearest returns the texts that are nearest to a question, the nearest first, at most limit
// of them. What points away from the question is not near it. It looks at every passage: that
// is exact, and for the notes of a person fast enough. When the context ends, what it returns
// is not all.
func Nearest(ctx context.Context, question Vector, texts iter.Seq2[string, []Passage], limit int) []Near {
	length := question.length()
	var best []Near // a heap would save nothing: few texts come in once the list is full
	looked := 0
	for id, passages := range texts {
		if looked++; looked%perLook == 0 && ctx.Err() != nil {
			break
		}
		near := Near{ID: id}
		for _, p := range passages {
			if s := p.similarity(question, length); s > near.Similarity {
				near.Similarity, near.Best = s, p.Range
			}
		}
		if near.Similarity <= 0 || len(best) == limit && (limit == 0 || CompareNear(near, best[limit-1]) > 0) {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, near, CompareNear)
		if len(best) == limit {
			best = best[:limit-1]
		}
		best = slices.Insert(best, at, near)
	}
	return best
}
