package observer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/sentencesplit"
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
		if doubtsNumber(e.GetText()) {
			return reading{entry: e}
		}
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

var unsure = regexp.MustCompile(`(?i)\b(?:maybe|perhaps|possibly|not sure|might have|may have|(?:can|don)['’]t remember)\b`)

// doubtsNumber reports whether the writer of a text is unsure of a number in it. The
// observer learns nothing from the numbers of such a note.
func doubtsNumber(text string) bool {
	return unsure.MatchString(text) && slices.ContainsFunc(sentencesplit.Sentences(text, sentencesplit.Jotted), func(s string) bool {
		return unsure.MatchString(s) && figure.MatchString(s)
	})
}

// best are the measures of which more is a record worth keeping.
var best = []string{"load", "distance"}

// A mark is the highest number on a subject.
type mark struct {
	extract.Number
	entry string
	days  []string // the days with such a number, each once
}

func (m mark) key() string {
	if m.Measure == "load" {
		return slug(m.Subject, "record")
	}
	return slug(m.Subject, m.Measure, "record")
}

// value returns the number and the days that it is the most of, so that a line claims no
// more than the notes hold.
func (m mark) value() string {
	if len(m.days) == 1 {
		return m.showNumber()
	}
	return fmt.Sprintf("%s, the most read in notes of %d days since %s", m.showNumber(), len(m.days), slices.Min(m.days))
}

func (m mark) showNumber() string {
	return strings.TrimSpace(strconv.FormatFloat(m.Value, 'f', -1, 64) + " " + m.Unit)
}

// record is the line for a mark.
func (m mark) record(how, value string) lesson {
	return lesson{
		contextpage.Item{Category: fact, Key: m.key(), Value: value, Certainty: certain, Source: m.entry},
		fmt.Sprintf("%s: %s %s of %s.", how, m.Subject, m.Measure, value),
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
			day := r.entry.GetDate()
			at := slices.IndexFunc(out, func(o mark) bool { return o.same(n) })
			if at < 0 {
				out = append(out, mark{n, r.entry.GetId(), []string{day}})
				continue
			}
			m := &out[at]
			if !slices.Contains(m.days, day) {
				m.days = append(m.days, day)
			}
			if less(m.Number, n) {
				m.Number, m.entry = n, r.entry.GetId()
			}
		}
	}
	return out
}

var claimed = regexp.MustCompile(`(?i)\b(?:pr|pb|personal (?:record|best)|new (?:record|best|max)|all[- ]time (?:best|high))\b`)

// minRecordDays is how many earlier days need a number before a higher one is a record.
const minRecordDays = 5

// records returns the numbers of the entry that are higher than all before, and
// those that the user calls a record.
func (n *numbered) records() []lesson {
	called := len(marks(n.current)) == 1 && callsRecord(n.current.entry.GetText())
	var out []lesson
	for _, m := range marks(append(slices.Clone(n.recent), n.current)...) {
		known, onPage := n.o.page.Find(fact, m.key())
		switch {
		case m.entry != n.current.entry.GetId() || onPage && !beats(m, known):
		case called:
			out = append(out, m.record("New best", m.showNumber()))
		case onPage || len(m.days) > minRecordDays:
			out = append(out, m.record("New best", m.value()))
		}
	}
	return out
}

// callsRecord reports whether a text asserts a record of its writer's. "Not a PR", a hoped
// for one and one of somebody else's are none.
func callsRecord(text string) bool {
	at := claimed.FindStringIndex(text)
	return at != nil && !slices.ContainsFunc(assertion.Scan(text), func(s assertion.Span) bool { return s.Start < at[1] && at[0] < s.End })
}

// mostTimes is how many times a record a number may be that beats it: what is more is sooner
// a slip of the keys or a tale than a best.
const mostTimes = 3

// beats reports whether a mark is higher than the record on the page.
func beats(m mark, known contextpage.Item) bool {
	qs := quantity.Scan(known.Value)
	if len(qs) == 0 {
		return false
	}
	record := extract.Number{Value: qs[0].Value, Unit: qs[0].Unit}
	most := extract.Number{Value: mostTimes * record.Value, Unit: record.Unit}
	return less(record, m.Number) && !less(most, m.Number)
}

// mended returns the records that rested on the corrected entry and are another
// number now, which another entry may hold.
func (n *numbered) mended() []lesson {
	var out []lesson
	for _, m := range marks(append([]reading{n.current}, n.recent...)...) {
		known, ok := n.o.page.Find(fact, m.key())
		if !ok || known.Source != n.current.entry.GetId() || strings.HasPrefix(known.Value+",", m.showNumber()+",") {
			continue
		}
		out = append(out, m.record("The best after a correction", m.value()))
	}
	return out
}
