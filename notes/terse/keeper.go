package terse

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
)

// shortened are words that are written short.
var shortened = map[string]string{"avg": "average", "ave": "average", "temp": "temperature", "wt": "weight", "no": "number"}

// A keeper finds the series of notes.
type keeper struct {
	forms  func(string) []string
	keys   map[string]string // by the stems of a word
	series []*series
}

// keysOf returns what the words of a name stand for, each once.
func (k *keeper) keysOf(name []search.Token) []string {
	var out []string
	for _, t := range name {
		word := t.Folded
		if long, ok := shortened[word]; ok {
			word = long
		}
		if key := k.key(word); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// key is one for all words that mean the same.
func (k *keeper) key(word string) string {
	var stems []string
	key := ""
	for _, form := range k.forms(word) {
		s := ""
		for _, t := range search.Tokens(form) {
			if !slices.Contains(idle, t.Folded) {
				s += " " + t.Stem
			}
		}
		stems = append(stems, s)
		key = cmp.Or(key, k.keys[s])
	}
	key = cmp.Or(key, stems[0])
	for _, s := range stems {
		k.keys[s] = key
	}
	return key
}

// place puts a sample that has a name into the series of that name, or begins one.
// A name that is a part of another's continues that, where it fits. It is false for
// a sample without a name, and for one that fits several.
func (k *keeper) place(x sample) (r *Reading, placed bool) {
	if len(x.keys) == 0 {
		return nil, false
	}
	fits := k.fitting(x)
	for _, s := range k.series {
		if s.called(x.keys) && s.alike(x) && (len(fits) == 0 || s.within(x, bandShort)) {
			r = s.reading(x)
			r.Before, r.Behind = nil, nil // it has other words for it
			s.add(x)
			return r, true
		}
	}
	switch len(fits) {
	case 0:
		s := &series{keys: map[string]bool{}}
		for _, key := range x.keys {
			s.keys[key] = true
		}
		s.add(x)
		k.series = append(k.series, s)
		return nil, true
	case 1:
		r = fits[0].reading(x)
		fits[0].add(x)
		return r, true
	}
	return nil, false
}

// fitting returns the series that a sample continues, whose name it has only a part
// of. Those that write numbers as it does go before those that have a unit beside
// theirs.
func (k *keeper) fitting(x sample) []*series {
	var same, other []*series
	for _, s := range k.series {
		switch {
		case !s.fits(x):
		case x.amounts[0].written == "" && !s.bare:
			other = append(other, s)
		default:
			same = append(same, s)
		}
	}
	if len(same) > 0 {
		return same
	}
	return other
}
