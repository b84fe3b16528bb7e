// Package computed works out values that a model names and never computes itself: it
// says which words of which notes hold the numbers and what is to be done with them. The
// words are looked up in the notes, the numbers are read from them by the reader of
// quantities that reads notes, and an item whose words don't stand there, or don't hold
// the number, makes its value void: a total without one of its parts is a wrong total.
package computed

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// An Op is what is done with numbers.
type Op string

// What can be done. Count needs no numbers, Difference is the first minus the rest, and
// Ratio the first of two over the second.
const (
	Sum        Op = "sum"
	Mean       Op = "mean"
	Count      Op = "count"
	Difference Op = "difference"
	Product    Op = "product"
	Ratio      Op = "ratio"
	Min        Op = "min"
	Max        Op = "max"
)

// A Value is a number that is to be worked out of items, of other values, or of both;
// these come after the items.
type Value struct {
	Name  string
	Op    Op
	Items []Item
	Of    []string // names of other values
}

// An Item is a number in a note, as a model names it.
type Item struct {
	Note   string  // the note's label
	Words  string  // of the note, copied
	Number float64 // what the model takes them to say; where they hold several, it tells which
	Unit   string  // likewise, "" for none
}

// A Result is a value that was worked out.
type Result struct {
	Number float64
	Unit   string // canonical, "" for none
	Items  []Item // of it and of the values that it is made of, with what code read
}

// Values works out all values over the texts of notes by their labels. What can't be
// worked out is among the errors by its name.
func Values(all []Value, notes map[string]string) (map[string]Result, map[string]error) {
	w := worker{notes: notes, values: map[string]Value{}, done: map[string]Result{}, failed: map[string]error{}}
	for _, v := range all {
		if _, twice := w.values[v.Name]; twice {
			w.failed[v.Name] = errors.New("there are two values of this name")
		}
		w.values[v.Name] = v
	}
	for name := range w.values {
		_, _ = w.value(name) // its error is kept
	}
	return w.done, w.failed
}

// Read looks one item up in the texts of notes by their labels, and reads its number. A
// thing that was named without a number or a unit may hold none.
func Read(it Item, notes map[string]string) (Item, error) {
	w := worker{notes: notes}
	read, err := w.read(it, Sum)
	if err != nil && it.Number == 0 && it.Unit == "" {
		return w.read(it, Count)
	}
	return read, err
}

// Over does an operation on items that were read.
func Over(op Op, items []Item) (Result, error) {
	number, unit, err := combine(op, items)
	return Result{Number: number, Unit: unit, Items: items}, err
}

type worker struct {
	notes  map[string]string
	values map[string]Value
	done   map[string]Result
	failed map[string]error
	open   []string // the values that are being worked out, outermost first
}

func (w *worker) value(name string) (Result, error) {
	if err := w.failed[name]; err != nil {
		return Result{}, err
	}
	if r, ok := w.done[name]; ok {
		return r, nil
	}
	v, known := w.values[name]
	switch {
	case !known:
		return Result{}, fmt.Errorf("there is no value %q", name)
	case slices.Contains(w.open, name):
		return Result{}, fmt.Errorf("%q is made of itself", name)
	}
	w.open = append(w.open, name)
	r, err := w.workOut(v)
	w.open = w.open[:len(w.open)-1]
	if err != nil {
		w.failed[name] = err
		return Result{}, err
	}
	w.done[name] = r
	return r, nil
}

func (w *worker) workOut(v Value) (Result, error) {
	var items []Item
	for _, it := range v.Items {
		read, err := w.read(it, v.Op)
		if err != nil {
			return Result{}, err
		}
		if !slices.Contains(items, read) { // the same words twice are one thing
			items = append(items, read)
		}
	}
	parts, made := items, slices.Clone(items)
	for _, name := range v.Of {
		r, err := w.value(name)
		if err != nil {
			return Result{}, fmt.Errorf("it is made of %q: %w", name, err)
		}
		parts = append(parts[:len(parts):len(parts)], Item{Number: r.Number, Unit: r.Unit})
		made = append(made, r.Items...)
	}
	number, unit, err := combine(v.Op, parts)
	if err == nil && (math.IsNaN(number) || math.IsInf(number, 0)) {
		err = errors.New("it has no value")
	}
	return Result{Number: number, Unit: unit, Items: made}, err
}

// read looks an item up in its note.
func (w *worker) read(it Item, op Op) (Item, error) {
	text, known := w.notes[it.Note]
	switch {
	case !known:
		return Item{}, fmt.Errorf("there is no note %s", it.Note)
	case strings.TrimSpace(it.Words) == "" || !strings.Contains(plain(text), plain(it.Words)):
		return Item{}, fmt.Errorf("%q does not stand in the note %s", it.Words, it.Note)
	case op == Count:
		return Item{Note: it.Note, Words: it.Words}, nil
	}
	number, unit, err := numberOf(it)
	if err == nil && unit == "" {
		unit = unitAround(text, it.Words, number)
	}
	return Item{Note: it.Note, Words: it.Words, Number: number, Unit: unit}, err
}

// unitAround returns the unit that a note writes at a number whose words leave it out:
// of "£84.20" they may be "84.20". It is empty if there is none, or several.
func unitAround(text, words string, number float64) string {
	unit := ""
	for _, q := range quantity.Scan(text) {
		if q.Unit == "" || !same(q.Value, number) || !strings.Contains(plain(q.Text), plain(words)) {
			continue
		}
		if unit != "" && unit != q.Unit {
			return ""
		}
		unit = q.Unit
	}
	return unit
}

// plain is a text without marks of Markdown, in lower case, each blank one space.
func plain(text string) string {
	text = strings.NewReplacer("*", "", "_", "", "`", "").Replace(strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

// numberOf reads the number that an item names. Words with one number say it
// themselves; of several the model tells which.
func numberOf(it Item) (float64, string, error) {
	found := numbers(it.Words)
	if len(found) == 1 {
		return found[0].Value, found[0].Unit, nil
	}
	unit, _ := quantity.Canonical(it.Unit)
	for _, q := range found {
		v, ok := q.Value, true
		if unit != "" && q.Unit != "" && q.Unit != unit {
			v, ok = quantity.Convert(q.Value, q.Unit, unit)
		}
		if ok && same(v, it.Number) {
			return q.Value, q.Unit, nil
		}
	}
	if len(found) == 0 {
		return 0, "", fmt.Errorf("%q holds no number", it.Words)
	}
	return 0, "", fmt.Errorf("%q holds several numbers, and none of them is %g %s", it.Words, it.Number, it.Unit)
}

// same reports whether two numbers are one but for how they were rounded.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b)) }
