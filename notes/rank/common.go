package rank

import (
	_ "embed"
	"math"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
)

//go:embed common.txt
var commonList string

// common has how frequent a word of English is, by its stem, counted from 1.
var common = sync.OnceValue(func() map[string]int {
	out := make(map[string]int)
	for i, w := range listed(commonList) {
		if stem := search.Stem(w); out[stem] == 0 {
			out[stem] = i + 1
		}
	}
	return out
})

// A word of everybody's weighs less than one that is rare in English, from veryCommon
// on by the logarithm of its rank.
const (
	veryCommon, rare = 200, 5000
	commonWeight     = 0.5
)

// telling is how much a word of a question tells of a subject. Few notes of a small
// vault have the word "felt", and no more is known of those that have it.
func telling(stem string) float64 {
	rank := common()[stem]
	if rank == 0 {
		return 1
	}
	share := math.Log(float64(rank)/veryCommon) / math.Log(float64(rare)/veryCommon)
	return commonWeight + (1-commonWeight)*min(1, max(0, share))
}
