package quality

import (
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A data is what is compared with a label: how many of the values that must be
// there are right, and which are missing, wrong or invented.
type data struct {
	right, wanted int
	agreed        int // right, those counted that may be absent
	produced      int
	faults        []string
	invented      []string
}

func (d *data) add(e data) {
	d.right += e.right
	d.agreed += e.agreed
	d.wanted += e.wanted
	d.produced += e.produced
	d.faults = append(d.faults, e.faults...)
	d.invented = append(d.invented, e.invented...)
}

// compare holds what was found against a label. Keys of the label that end in
// "?" may be absent without being wrong.
func compare(path string, want, got any, optional bool) data {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return missing(path, want, got, optional)
		}
		return compareObjects(path, w, g, optional)
	case []any:
		g, ok := got.([]any)
		if !ok {
			return missing(path, want, got, optional)
		}
		return compareLists(path, w, g, optional)
	}
	d := data{produced: 1}
	if !optional {
		d.wanted = 1
	}
	if sameValue(want, got) {
		d.agreed = 1
		if !optional {
			d.right = 1
		}
		return d
	}
	d.faults = []string{fmt.Sprintf("%s is %s, should be %v", path, show(got), want)}
	if optional || isObject(got) {
		d.invented = []string{fmt.Sprintf("%s = %s", path, show(got))}
	}
	return d
}

func compareObjects(path string, want, got map[string]any, optional bool) data {
	var d data
	known := map[string]bool{}
	for _, key := range keys(want) {
		name, may := strings.CutSuffix(key, "?")
		known[name] = true
		g, ok := got[name]
		if !ok {
			d.add(missing(path+"."+name, want[key], nil, optional || may))
			continue
		}
		d.add(compare(path+"."+name, want[key], g, optional || may))
	}
	for _, name := range keys(got) {
		if !known[name] {
			d.add(invented(path+"."+name, got[name]))
		}
	}
	return d
}

// compareLists pairs the items that fit best, whatever their order.
func compareLists(path string, want, got []any, optional bool) data {
	type pair struct{ w, g, score int }
	var pairs []pair
	for i, w := range want {
		for j, g := range got {
			c := compare("", w, g, false)
			if score := 4*c.agreed - len(c.faults) - len(c.invented); c.agreed > 0 {
				pairs = append(pairs, pair{i, j, score})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].score > pairs[b].score })
	var d data
	usedW, usedG := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if usedW[p.w] || usedG[p.g] {
			continue
		}
		usedW[p.w], usedG[p.g] = true, true
		d.add(compare(fmt.Sprintf("%s[%d]", path, p.w), want[p.w], got[p.g], optional))
	}
	for i, w := range want {
		if !usedW[i] {
			d.add(missing(fmt.Sprintf("%s[%d]", path, i), w, nil, optional))
		}
	}
	for j, g := range got {
		if !usedG[j] {
			d.add(invented(fmt.Sprintf("%s[+]", path), g))
		}
	}
	return d
}

// missing counts the values of a label that nothing was found for.
func missing(path string, want, got any, optional bool) data {
	var d data
	if got != nil {
		d.add(invented(path, got))
	}
	if optional {
		return d
	}
	n := leaves(want)
	d.wanted += n
	if n > 0 {
		d.faults = append(d.faults, fmt.Sprintf("%s is missing: %v", path, want))
	}
	return d
}

func invented(path string, got any) data {
	n := leaves(got)
	d := data{produced: n}
	for range n {
		d.invented = append(d.invented, "")
	}
	if n > 0 {
		d.invented[0] = fmt.Sprintf("%s = %s", path, show(got))
	}
	return d
}

// leaves counts the values that must be there, or are.
func leaves(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case map[string]any:
		if isQuantity(v) {
			return 1
		}
		n := 0
		for key, x := range v {
			if !strings.HasSuffix(key, "?") {
				n += leaves(x)
			}
		}
		return n
	case []any:
		n := 0
		for _, x := range v {
			n += leaves(x)
		}
		return n
	}
	return 1
}

func keys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func isObject(v any) bool {
	m, ok := v.(map[string]any)
	return ok && !isQuantity(m)
}

func isQuantity(m map[string]any) bool {
	_, ok := m["value"].(float64)
	return ok
}

// sameValue compares a label's value, which may offer alternatives ("egg|eggs"),
// with one that was found.
func sameValue(want, got any) bool {
	for _, w := range strings.Split(fmt.Sprint(want), "|") {
		if sameScalar(strings.TrimSpace(w), got) {
			return true
		}
	}
	return false
}

func sameScalar(want string, got any) bool {
	switch g := got.(type) {
	case string:
		return strings.EqualFold(strings.TrimSpace(g), want)
	case bool:
		return want == strconv.FormatBool(g)
	case float64:
		w, ok := readQuantity(want)
		return ok && (w.unit == "" || w.unit == "%") && equal(w.value, g)
	case map[string]any:
		if !isQuantity(g) {
			return false
		}
		unit, _ := g["unit"].(string)
		w, ok := readQuantity(want)
		return ok && w.same(amount{g["value"].(float64), unit})
	}
	return false
}

// An amount is a number with its canonical unit.
type amount struct {
	value float64
	unit  string
}

// same reports whether two amounts are equal, whatever their units.
func (a amount) same(b amount) bool {
	if a.unit == b.unit {
		return equal(a.value, b.value)
	}
	v, ok := quantity.Convert(b.value, b.unit, a.unit)
	return ok && equal(a.value, v)
}

func equal(a, b float64) bool {
	return math.Abs(a-b) <= 0.005*math.Max(math.Abs(a), math.Abs(b))+1e-9
}

var (
	clockAmount = regexp.MustCompile(`^(\d+):(\d\d)(?::(\d\d))?\s*(.*)$`)
	plainAmount = regexp.MustCompile(`^([$€£])?\s*(-?[\d.]+)\s*(.*)$`)
)

// readQuantity reads an amount as labels write it: "80 kg", "43:30 min",
// "5:10 /km", "4.50 €".
func readQuantity(s string) (amount, bool) {
	if m := clockAmount.FindStringSubmatch(s); m != nil {
		a, _ := strconv.ParseFloat(m[1], 64)
		b, _ := strconv.ParseFloat(m[2], 64)
		v := a + b/60
		if m[3] != "" {
			c, _ := strconv.ParseFloat(m[3], 64)
			v = a*60 + b + c/60
		}
		unit := m[4]
		if strings.HasPrefix(unit, "/") {
			unit = "min" + strings.ReplaceAll(unit, " ", "")
		}
		return amount{v, canonical(unit)}, unit != ""
	}
	m := plainAmount.FindStringSubmatch(strings.ReplaceAll(s, ",", ""))
	if m == nil {
		return amount{}, false
	}
	v, err := strconv.ParseFloat(m[2], 64)
	return amount{v, canonical(m[1] + m[3])}, err == nil
}

func canonical(unit string) string {
	if c, ok := quantity.Canonical(unit); ok {
		return c
	}
	return unit
}

func show(v any) string {
	if m, ok := v.(map[string]any); ok && isQuantity(m) {
		unit, _ := m["unit"].(string)
		return strings.TrimSpace(fmt.Sprintf("%v %s", m["value"], unit))
	}
	return fmt.Sprint(v)
}
