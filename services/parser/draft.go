package parser

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	"github.com/weft-mesh/weft/notes/task"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A draft is what the rules have read of a note, with all that tells whether a model
// may find more or less in it.
type draft struct {
	r    *reading
	ex   *extract.Extractor
	text string // as far as it is read for data

	fields     []extract.Declaration // that a model may fill in
	sentences  []stretch
	quantities []quantity.Quantity
	names      []extract.Named
	people     []assertion.Person
	unreal     []assertion.Span
	readings   []object
	open       []observation.Unplaced
}

// A stretch is a part of a text, in bytes; end is excluded.
type stretch struct{ start, end int }

func (s stretch) meets(start, end int) bool { return s.start < end && start < s.end }

// An object is one of a draft that holds a number, with its label for a model.
type object struct {
	label, path string
	fields      []extract.Field
}

// list is the path of the list that holds the object, "" if none does.
func (l object) list() string {
	if at := strings.LastIndexByte(l.path, '['); at > 0 && strings.HasSuffix(l.path, "]") {
		return l.path[:at]
	}
	return ""
}

func newDraft(in *input, ex *extract.Extractor, r *reading) *draft {
	schemas := in.req.GetDomainContext().GetSchemas()
	text := excerpt.Head(in.req.GetText(), mostParsed)
	d := &draft{r: r, ex: ex, text: text, quantities: quantity.Scan(text), names: ex.Names(text), people: assertion.People(text), unreal: assertion.Scan(text)}
	for _, part := range sentencesplit.SplitText(text, sentencesplit.Jotted) {
		d.sentences = append(d.sentences, stretch{part.Start, part.End})
	}
	tasks, _ := task.NewReader(schemas) // code reads them
	for _, f := range ex.Declared() {
		if path := tasks.Domain + "." + tasks.Field; (f.Numeric || f.Text) && f.Path != path && !strings.HasPrefix(f.Path, path+"[") {
			d.fields = append(d.fields, f)
		}
	}
	for _, f := range extract.Fields(r.data, schemas) {
		at := slices.IndexFunc(d.readings, func(l object) bool { return l.path == f.Object })
		if at < 0 {
			at, d.readings = len(d.readings), append(d.readings, object{path: f.Object})
		}
		d.readings[at].fields = append(d.readings[at].fields, f)
	}
	d.readings = slices.DeleteFunc(d.readings, func(l object) bool {
		return l.path == "" || !slices.ContainsFunc(l.fields, func(f extract.Field) bool { return f.Numeric })
	})
	for i := range d.readings {
		d.readings[i].label = fmt.Sprintf("r%d", i+1)
	}
	e := &commonv1.Entry{Id: "note", Date: "0001-01-01", Text: text, DomainData: r.data}
	d.open = observation.NewReader(schemas).Unplaced(e, d.fields, d.names)
	return d
}

// A doubt is a sentence of a note of which the draft may lack or misread something.
type doubt struct {
	stretch
	fields []extract.Declaration // that could hold its numbers
}

// doubts returns the sentences with a number that the rules left unread, or with one
// that they took for the writer's beside somebody whose it may be.
func (d *draft) doubts() []doubt {
	var out []doubt
	open, people := d.open, d.people
	for _, s := range d.sentences {
		one := doubt{stretch: s}
		for ; len(open) > 0 && open[0].Start < s.end; open = open[1:] {
			one.fields = append(one.fields, open[0].Fields...)
		}
		doubtful := false
		for ; len(people) > 0 && people[0].Start < s.end; people = people[1:] {
			doubtful = doubtful || !people[0].Told && d.another(people[0])
		}
		if len(one.fields) > 0 || doubtful && d.holds(s) {
			one.fields = d.beside(one.fields)
			out = append(out, one)
		}
	}
	return out
}

// another reports whether a person is not the writer, and no name of something.
func (d *draft) another(p assertion.Person) bool {
	is := stretch{p.Start, p.End}
	return !p.Own && !slices.ContainsFunc(d.names, func(n extract.Named) bool { return is.meets(n.Start, n.End) }) &&
		!slices.ContainsFunc(d.fields, func(f extract.Declaration) bool { return strings.EqualFold(f.Key, d.text[p.Start:p.End]) })
}

// holds reports whether the draft has a number that stands in a sentence.
func (d *draft) holds(s stretch) bool {
	said := numeralsOf(d.text[s.start:s.end])
	return len(said) > 0 && slices.ContainsFunc(d.readings, func(l object) bool { return slices.ContainsFunc(l.fields, said.have) })
}

// numerals are the numbers of a text, whoever's they are.
type numerals []quantity.Quantity

func numeralsOf(text string) numerals {
	out := append(numerals(quantity.Scan(text)), bare(text)...)
	for _, t := range numbers(text) {
		out = append(out, quantity.Quantity{Value: t.number, Unit: t.unit})
		if t.clock != "" {
			out = append(out, quantity.Quantity{Value: t.hours})
		}
	}
	return out
}

// bare are the numbers of a text without their units.
func bare(text string) numerals {
	var out numerals
	for _, n := range digits.FindAllString(text, -1) {
		if v, err := strconv.ParseFloat(strings.ReplaceAll(n, ",", "."), 64); err == nil {
			out = append(out, quantity.Quantity{Value: v})
		}
	}
	return out
}

var digits = regexp.MustCompile(`\d+(?:[.,]\d+)?`)

// have reports whether a value is one of the numbers.
func (ns numerals) have(f extract.Field) bool {
	return f.Numeric && slices.ContainsFunc(ns, func(q quantity.Quantity) bool {
		v, ok := quantity.Convert(q.Value, q.Unit, f.Unit)
		return same(q.Value, f.Value) || ok && same(v, f.Value)
	})
}

// beside returns the fields of the objects that could hold something, each once.
func (d *draft) beside(could []extract.Declaration) []extract.Declaration {
	var out []extract.Declaration
	for _, f := range d.fields {
		if slices.ContainsFunc(could, func(c extract.Declaration) bool {
			return c.Path == f.Path || c.Parent() == f.Parent() && strings.HasSuffix(f.Parent(), "[]")
		}) {
			out = append(out, f)
		}
	}
	return out
}

// around returns the sentences of some doubts, each with its neighbours.
func (d *draft) around(doubts []doubt) string {
	var b strings.Builder
	last := -1
	for i, s := range d.sentences {
		near := stretch{d.sentences[max(0, i-1)].start, d.sentences[min(i+1, len(d.sentences)-1)].end}
		if !slices.ContainsFunc(doubts, func(x doubt) bool { return near.meets(x.start, x.end) }) {
			continue
		}
		if i > last+1 {
			b.WriteString("… ")
		}
		b.WriteString(d.text[s.start:s.end])
		last = i
	}
	if last < len(d.sentences)-1 {
		return strings.TrimRight(b.String(), " ") + " …"
	}
	return b.String()
}

// shown are the readings that may be of a text.
func (d *draft) shown(text string) []shown {
	var out []shown
	said := numeralsOf(text)
	for _, l := range d.readings {
		var values []string
		for _, f := range l.fields {
			value := f.Text
			if f.Numeric {
				value = strings.TrimSpace(fmt.Sprintf("%g %s", f.Value, f.Unit))
			}
			values = append(values, l.key(f)+" = "+value)
		}
		if len(text) >= len(d.text) || slices.ContainsFunc(l.fields, said.have) {
			out = append(out, shown{l.label, cmp.Or(l.list(), l.path) + ": " + strings.Join(values, "; ")})
		}
	}
	return out
}

// key is how a value of the object is called behind its label.
func (l object) key(f extract.Field) string { return strings.TrimPrefix(f.Path, l.path+".") }

// lacking are the fields of some doubts, with what each holds.
func lacking(doubts []doubt) []shown {
	var out []shown
	for _, x := range doubts {
		for _, f := range x.fields {
			if slices.ContainsFunc(out, func(s shown) bool { return s.Label == f.Path }) {
				continue
			}
			is := "words"
			switch {
			case f.Quantity && f.Dimension != "":
				is = f.Dimension + " with its unit"
			case f.Quantity:
				is = "a number with its unit"
			case f.Numeric:
				is = "a number"
			}
			out = append(out, shown{f.Path, is})
		}
	}
	return out
}
