// Package terse reads running series. Who has written "aai fasting sugar 168" and
// "weighed 82.6 kg" writes "aai 132" and "77.4" a month later and means the same:
// what a number is of is said when it is named first, and less is said each time
// it comes again.
//
// A series is learned from the notes that name it, and a note continues it with a
// number of its kind and size that leaves out words of the name, or all of them.
// What fits two series continues neither.
package terse

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// A Note is a text with when in its day it was written.
type Note struct {
	Text   string
	Minute int // of the day
}

// A Reading is what a note means by a number whose name it leaves out.
type Reading struct {
	Note       int            // index of the note
	Start, End int            // bytes of its words: "aai 132"
	At         int            // byte at which its amounts begin
	Before     []search.Token // words of the name that are left out before those that it has
	Behind     []search.Token // and behind those, or out of all names that it may have
	Unit       string         // that is left out, "" for none
	Name       string         // of the series
	Named      []int          // notes that name it
	of         *series
	Fits       [][]int // notes that name each series which it fits, if there are several: then it continues none
}

// Text is the text of a note with what a reading of it adds.
func (r Reading) Text(text string) string {
	amounts := text[r.At:r.End]
	if r.Unit != "" {
		amounts += " " + r.Unit
	}
	name := strings.Fields(words(r.Before) + " " + text[r.Start:r.At] + words(r.Behind))
	return text[:r.Start] + strings.Join(append(name, amounts), " ") + text[r.End:]
}

// called is the name of a sample as it is written.
func called(text string, s sample) string {
	if name := strings.Trim(text[s.start:s.at], " :=~–-#0123456789$€£₹"); name != "" {
		return name
	}
	return words(s.label)
}

func words(ts []search.Token) string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.Folded
	}
	return strings.Join(out, " ")
}

// Read returns how notes, which come in order of time, continue the series among
// them. Forms gives the words that mean the same as one.
func Read(all []Note, forms func(string) []string) []Reading {
	k := &keeper{forms: forms, keys: map[string]string{}}
	var open []sample
	var out []Reading
	take := func(r *Reading) {
		if r != nil && (r.Unit != "" || len(r.Before)+len(r.Behind) > 0) {
			out = append(out, *r)
		}
	}
	for i, n := range all {
		for _, s := range samplesOf(n) {
			s.note = i
			s.called, s.keys = called(n.Text, s), k.keysOf(s.label)
			r, placed := k.place(s)
			if take(r); !placed {
				open = append(open, s)
			}
		}
	}
	for grown := true; grown; { // what continues a series shows how far it reaches
		grown = false
		open = slices.DeleteFunc(open, func(s sample) bool {
			fits := k.fitting(s)
			if len(fits) != 1 {
				return false
			}
			take(fits[0].reading(s))
			fits[0].add(s)
			grown = true
			return true
		})
	}
	for i, r := range out {
		out[i].Named = r.of.named()
	}
	for _, s := range open {
		if fits := k.fitting(s); len(fits) > 1 {
			r := Reading{Note: s.note, Start: s.start, At: s.at, End: s.end}
			for _, f := range fits {
				r.Fits, r.Behind = append(r.Fits, f.named()), append(r.Behind, f.missing(s)...)
			}
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Reading) int { return cmp.Or(a.Note-b.Note, a.Start-b.Start) })
	return out
}
