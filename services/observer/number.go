package observer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// numbered are the latest entries with their numbers.
type numbered struct {
	o       *observation
	current reading
	recent  []reading // without the current entry
}

// A reading is an entry with its numbers.
type reading struct {
	entry   *commonv1.Entry
	numbers []extract.Number
}

// read reads the entries by the domains' schemas; those that no parser has seen
// are extracted here.
func (o *observation) read(memory *extract.Memory) *numbered {
	schemas := o.req.GetDomainContext().GetSchemas()
	texts := sync.OnceValue(func() *extract.Reader { return memory.Reader(schemas) })
	fields := extract.NewFieldReader(schemas)
	read := func(e *commonv1.Entry) reading {
		if e.GetDomainData() == nil {
			return reading{e, texts().Numbers(e.GetText())}
		}
		return reading{e, fields.Numbers(e.GetDomainData())}
	}
	n := &numbered{o: o}
	if e := o.req.GetEntry(); e != nil {
		n.current = read(e)
	}
	for _, e := range o.req.GetRecent() {
		if e.GetId() != o.req.GetEntry().GetId() && !e.GetCorrection() {
			n.recent = append(n.recent, read(e))
		}
	}
	return n
}

// best are the measures of which more is a record worth keeping.
var best = []string{"load", "distance"}

// A mark is the highest number on a subject.
type mark struct {
	extract.Number
	entry string
}

func (m mark) key() string {
	if m.Measure == "load" {
		return slug(m.Subject, "record")
	}
	return slug(m.Subject, m.Measure, "record")
}

func (m mark) value() string {
	return strings.TrimSpace(strconv.FormatFloat(m.Value, 'f', -1, 64) + " " + m.Unit)
}

// record is the line for a mark.
func (m mark) record(how string) lesson {
	return lesson{
		contextpage.Item{Category: fact, Key: m.key(), Value: m.value(), Certainty: certain, Source: m.entry},
		fmt.Sprintf("%s: %s %s of %s.", how, m.Subject, m.Measure, m.value()),
	}
}

func (m mark) same(n extract.Number) bool {
	return m.Domain == n.Domain && m.Subject == n.Subject && m.Measure == n.Measure
}

// less reports whether a number is below another; numbers in units that can't
// be compared are not.
func less(a, b extract.Number) bool {
	v, ok := quantity.Convert(a.Value, a.Unit, b.Unit)
	return ok && v < b.Value-1e-9
}

// marks returns the highest number per subject and measure.
func marks(readings ...reading) []mark {
	var out []mark
	for _, r := range readings {
		for _, n := range r.numbers {
			if !slices.Contains(best, n.Measure) || n.Value <= 0 {
				continue
			}
			m := mark{n, r.entry.GetId()}
			at := slices.IndexFunc(out, func(o mark) bool { return o.same(n) })
			switch {
			case at < 0:
				out = append(out, m)
			case less(out[at].Number, n):
				out[at] = m
			}
		}
	}
	return out
}

var claimed = regexp.MustCompile(`(?i)\b(?:pr|pb|personal (?:record|best)|new (?:record|best|max)|all[- ]time (?:best|high))\b`)

// records returns the numbers of the entry that are higher than all before, and
// those that the user calls a record.
func (n *numbered) records() []lesson {
	before := marks(n.recent...)
	said := claimed.MatchString(n.current.entry.GetText())
	current := marks(n.current)
	var out []lesson
	for _, m := range current {
		at := slices.IndexFunc(before, func(b mark) bool { return b.same(m.Number) })
		known, onPage := n.o.page.Find(fact, m.key())
		switch {
		case at >= 0 && !less(before[at].Number, m.Number):
			continue
		case onPage && !beats(m, known):
			continue
		case at < 0 && !onPage && !(said && len(current) == 1):
			continue // a first value beats nothing
		}
		out = append(out, m.record("New best"))
	}
	return out
}

// beats reports whether a mark is higher than the record on the page.
func beats(m mark, known contextpage.Item) bool {
	qs := quantity.Scan(known.Value)
	return len(qs) > 0 && less(extract.Number{Value: qs[0].Value, Unit: qs[0].Unit}, m.Number)
}

// mended returns the records that rested on the corrected entry and are another
// number now, which another entry may hold.
func (n *numbered) mended() []lesson {
	var out []lesson
	for _, m := range marks(append([]reading{n.current}, n.recent...)...) {
		known, ok := n.o.page.Find(fact, m.key())
		if !ok || known.Source != n.current.entry.GetId() || known.Value == m.value() {
			continue
		}
		out = append(out, m.record("The best after a correction"))
	}
	return out
}

// leastKnown is how many entries have to be known before something counts as
// done for the first time.
const leastKnown = 5

// firsts returns the subjects of the entry that no earlier entry has. Older
// entries than the latest are not known here, so it is likely and no more.
func (n *numbered) firsts() []lesson {
	if len(n.recent) < leastKnown {
		return nil
	}
	var out []lesson
	for _, m := range marks(n.current) {
		seen := slices.ContainsFunc(n.recent, func(r reading) bool {
			return slices.ContainsFunc(r.numbers, func(x extract.Number) bool { return x.Domain == m.Domain && x.Subject == m.Subject })
		})
		key := slug("first", m.Subject)
		_, known := n.o.page.Find(fact, key)
		_, recorded := n.o.page.Find(fact, m.key())
		if seen || known || recorded || slices.ContainsFunc(out, func(l lesson) bool { return l.Key == key }) {
			continue
		}
		out = append(out, lesson{
			contextpage.Item{Category: fact, Key: key, Value: n.current.entry.GetDate(), Certainty: likely, Source: m.entry},
			fmt.Sprintf("First note on %s.", m.Subject),
		})
	}
	return out
}
