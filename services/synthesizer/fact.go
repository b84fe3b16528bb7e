package synthesizer

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/ownfield"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many values of a fact, groups of a result, and unread notes are shown one by
// one.
const mostValues, mostGroups, mostUnread = 10, 31, 3

// A telling is what templates know of a fact.
type telling struct {
	*commonv1.Fact
	What, Days                  string // "running distance, May 2026"; its days alone
	Value, Other                string // value with how it was made, and baseline
	Difference                  string
	Side, OtherSide             string
	Name, Of, Made, Day, Unsafe string
	Sum, Less, Bare             bool // Bare: without a number
}

func (p *part) tell(f *commonv1.Fact) telling {
	v := telling{
		Fact: f, What: p.what(f.GetSubject(), f.GetMeasure()), Days: p.calendar.span(f.GetRange()),
		Name: p.calendar.group(p.form.GetGroupBy(), clean(f.GetGroup())), Other: p.amount(f, f.GetBaseline()),
		Bare: f.GetMeasure() == nil && !isCount(f) && f.GetKind() == commonv1.FactKind_FACT_KIND_AGGREGATE,
		Sum:  p.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_SUM,
	}
	for _, c := range p.form.GetConditions() {
		v.What += ", " + p.condition(c)
	}
	if v.Days != "" && f.GetKind() != commonv1.FactKind_FACT_KIND_CHANGE {
		v.What += ", " + v.Days
	}
	value := p.amount(f, f.GetValue())
	if v.Bare {
		value = ""
	}
	v.Value = render(kindOf("how", f.GetAggregate().String(), "AGGREGATE_"), value)
	switch n := int(f.GetSampleSize()); {
	case isCount(f) || n == 0:
	case n == len(f.GetEntryIds()):
		v.Made = count(n, "note")
	case n < len(f.GetEntryIds()): // parts of a day were added up
		v.Made = count(n, "day")
	default:
		v.Made = count(n, "value")
	}
	by := f.GetValue()
	if f.Baseline != nil {
		by -= f.GetBaseline()
	}
	v.Less = by < 0
	if a := p.amount(f, math.Abs(by)); strings.ContainsAny(a, "123456789") {
		v.Difference = a
	}
	return v
}

// condition names what the values of a question have to be: "with “long run”", "duration
// under 6 h".
func (w *writer) condition(c *commonv1.Condition) string {
	v := struct {
		What, Value string
		Without     bool
	}{clean(c.GetSubject().GetName()), amount{value: c.GetValue(), unit: c.GetUnit()}.String(), c.GetWithout()}
	if c.GetMeasure() != nil {
		v.What = clean(c.GetMeasure().GetName())
	}
	return render(kindOf("condition", c.GetOperator().String(), "OPERATOR_"), v)
}

// what names what a number is about: "running distance", "bench press load". The
// base domain is everybody's, so its name says nothing.
func (w *writer) what(subject string, m *commonv1.Measure) string {
	measure, of := clean(strings.ReplaceAll(m.GetName(), "_", " ")), clean(subject)
	if loaded := w.req.GetDomainContext().GetLoaded(); of == "" && (len(loaded) == 0 || loaded[0] != m.GetDomain()) {
		of = m.GetDomain()
	}
	if m.GetDomain() == ownfield.Domain {
		return of + " (your own field)"
	}
	if of == measure || strings.HasSuffix(of, " "+measure) {
		return of
	}
	return strings.TrimSpace(of + " " + measure)
}

func isCount(f *commonv1.Fact) bool {
	return f.GetAggregate() == commonv1.Aggregate_AGGREGATE_RATE && f.GetMeasure() == nil ||
		f.GetAggregate() == commonv1.Aggregate_AGGREGATE_COUNT_NOTES || f.GetAggregate() == commonv1.Aggregate_AGGREGATE_COUNT_DAYS
}

// isOne reports whether a fact is one of its values: the most, the latest.
func isOne(f *commonv1.Fact) bool {
	switch f.GetAggregate() {
	case commonv1.Aggregate_AGGREGATE_MIN, commonv1.Aggregate_AGGREGATE_MAX, commonv1.Aggregate_AGGREGATE_FIRST, commonv1.Aggregate_AGGREGATE_LATEST:
		return true
	}
	return false
}

// facts tells facts: comparisons before their sides, the groups of a result as one
// list.
func (p *part) facts(all []*commonv1.Fact, of commonv1.FindingKind) {
	all = slices.Clone(all)
	stable.Sort(all, func(a, b *commonv1.Fact) int {
		change := func(f *commonv1.Fact) int {
			if f.GetKind() == commonv1.FactKind_FACT_KIND_CHANGE {
				return 0
			}
			return 1
		}
		return change(a) - change(b)
	})
	for i, f := range all {
		v := p.tell(f)
		switch kind := f.GetKind(); {
		case kind == commonv1.FactKind_FACT_KIND_CO_OCCURRENCE:
			v.What = p.what(f.GetBaselineSubject(), f.GetMeasure())
			p.list("together", render("lead correlation", nil), []string{render("together", v)})
		case kind == commonv1.FactKind_FACT_KIND_CHANGE:
			p.change(f, v)
		case kind == commonv1.FactKind_FACT_KIND_TREND:
			p.made(f, render("trend", v))
		case kind == commonv1.FactKind_FACT_KIND_VALUES && totalStopped(f):
			v.Unsafe = p.unread(f.GetUnread())
			p.made(f, render("unsafe", v))
		case kind == commonv1.FactKind_FACT_KIND_VALUES:
			p.made(f, render(kindOf("values", f.GetAggregate().String(), "AGGREGATE_"), v))
		case f.GetGroup() != "":
			p.group(f, v, i)
		case isCount(f):
			first := "counted"
			if of == commonv1.FindingKind_FINDING_KIND_MENTIONED {
				first = "mention"
			}
			p.made(f, render(kindOf(first, f.GetAggregate().String(), "AGGREGATE_"), v))
		case isOne(f) && len(f.GetObservations()) == 1:
			p.one(f, v)
		default:
			p.made(f, render("aggregate", v))
		}
	}
	p.asides(all)
}

// totalStopped reports whether nothing was computed over values because a note was not read whole.
func totalStopped(f *commonv1.Fact) bool {
	return f.GetKind() == commonv1.FactKind_FACT_KIND_VALUES && slices.ContainsFunc(f.GetUnread(), func(u *commonv1.UnreadNote) bool {
		return observation.Stops(u.GetReason())
	})
}

// asides tells which numbers beside values were not counted.
func (p *part) asides(facts []*commonv1.Fact) {
	var notes []*commonv1.UnreadNote
	for _, f := range facts {
		for _, u := range f.GetUnread() {
			if !totalStopped(f) && p.first("aside "+u.GetEntryId()) {
				notes = append(notes, u)
			}
		}
	}
	var without []*commonv1.UnreadNote
	notes = slices.DeleteFunc(notes, func(u *commonv1.UnreadNote) bool {
		lacks := u.GetReason() == commonv1.UnreadReason_UNREAD_REASON_UNSTATED
		if lacks {
			without = append(without, u)
		}
		return lacks
	})
	if len(notes) > 0 {
		p.say(render("asides", p.unread(notes)))
	}
	if len(without) > 0 {
		p.say(render("unstated", struct{ Notes, Days string }{count(len(without), "other note"), p.unread(without)}))
	}
}

// group tells the result of a group, with the values it is made of.
func (p *part) group(f *commonv1.Fact, v telling, i int) {
	if i >= mostGroups {
		p.say(render("more groups", nil))
		return
	}
	whole := v
	if p.form.GetGroupBy() == commonv1.GroupBy_GROUP_BY_SUBJECT {
		whole.What = p.what("", f.GetMeasure())
	}
	v.Of = strings.Join(p.values(f), "; ")
	p.list("groups", render("groups", whole), []string{render("group", v)})
}

// made tells a fact in a sentence, and under it the values it is made of.
func (p *part) made(f *commonv1.Fact, lead string) {
	if items := p.values(f); len(items) > 0 {
		p.list("", lead, items)
	} else {
		p.say(lead + ".")
	}
}

// one tells a fact that is one of its values, with its day.
func (p *part) one(f *commonv1.Fact, v telling) {
	o := f.GetObservations()[0]
	v.Day = p.calendar.day(o.GetDate()) + p.corrected([]*commonv1.Observation{o}) + p.citeValue(o.GetEntryId(), inNote(o))
	if v.Bare || f.GetSampleSize() < 2 {
		v.Made = ""
	}
	if p.form.GetWanted() == commonv1.Wanted_WANTED_WHEN {
		p.say(render("when", v) + ".")
	} else {
		p.say(render("aggregate", v) + ".")
	}
}

// change tells a comparison. A side is named by what tells it from the other.
func (p *part) change(f *commonv1.Fact, v telling) {
	side := func(subject string, r *commonv1.ScopeRange) string {
		return strings.Trim(clean(subject)+", "+p.calendar.span(r), ", ")
	}
	subject := ""
	if f.GetBaselineSubject() != "" {
		v.What, subject = p.what("", f.GetMeasure()), f.GetSubject()
	}
	v.Side, v.OtherSide = side(subject, f.GetRange()), side(f.GetBaselineSubject(), f.GetBaselineRange())
	p.say(render("change", v) + ".")
}

// amount writes a number of a fact, its currency as its notes do.
func (p *part) amount(f *commonv1.Fact, v float64) string {
	a := amount{value: v, unit: f.GetUnit()}
	for _, o := range f.GetObservations() {
		a = a.written(p.text(o.GetEntryId()))
	}
	return a.String()
}

// values are the values that a fact stands on, or the days that it counts, a note at
// a time: all, or the first and the last.
func (p *part) values(f *commonv1.Fact) []string {
	var out []string
	if rows := f.GetObservations(); !isCount(f) {
		for len(rows) > 0 {
			n := 1
			for n < len(rows) && rows[n].GetEntryId() == rows[0].GetEntryId() && rows[n].GetDate() == rows[0].GetDate() {
				n++
			}
			out = append(out, p.line(f, rows[:n]))
			rows = rows[n:]
		}
		if n := int(f.GetSampleSize()); n > len(f.GetObservations()) && len(out) == 2 && !isOne(f) {
			return ends(out[0], out[1], n)
		}
		return out
	}
	noted := p.notedDays(f)
	day := func(n notedDay) string { return p.day(n.date, n.entry) + p.citeValue(n.entry, "") }
	if n := len(noted); n > mostValues {
		return ends(day(noted[0]), day(noted[n-1]), n)
	}
	for _, n := range noted {
		out = append(out, day(n))
	}
	return out
}

// A notedDay is a day and the entry that tells of it, mostly its own.
type notedDay struct{ date, entry string }

// notedDays are the days and entries that a count is of.
func (p *part) notedDays(f *commonv1.Fact) []notedDay {
	var out []notedDay
	told := map[string]bool{}
	for _, o := range f.GetObservations() {
		told[o.GetEntryId()] = true
		out = append(out, notedDay{o.GetDate(), o.GetEntryId()})
	}
	if slices.ContainsFunc(f.GetEntryIds(), func(id string) bool { return !told[id] }) { // there are more than are shown
		out = nil
		for _, id := range f.GetEntryIds() {
			out = append(out, notedDay{p.date(id), id})
		}
	}
	return slices.CompactFunc(out, func(a, b notedDay) bool {
		return a.date == b.date && (a.entry == b.entry || f.GetAggregate() == commonv1.Aggregate_AGGREGATE_COUNT_DAYS)
	})
}

// ends are the first and the last of many.
func ends(first, last string, of int) []string {
	return []string{first + " (the first)", last + " (the last of " + number(float64(of)) + ")"}
}

// day names the day of an entry, or an undated one.
func (p *part) day(date, id string) string {
	if s := p.calendar.day(date); s != "" {
		return s
	}
	return p.calendar.name(p.byID[id].GetEntry())
}

// citeValue cites the line of a note that gives a value.
func (p *part) citeValue(id, value string) string {
	n := p.byID[id]
	if n == nil {
		return ""
	}
	return p.cite(n, valueLine(n, value))
}

// inNote is a value as its note may have it: a field of one's own by its name, as others
// may have the same number.
func inNote(o *commonv1.Observation) string {
	if o.GetDomain() == ownfield.Domain {
		return o.GetSubject() + ":" // or two
	}
	return strconv.FormatFloat(o.GetValue(), 'f', -1, 64)
}

// line writes what one note gives: "Sat 2 May: 3 × 80 kg, 70 kg". What it is of is
// told where the fact does not.
func (p *part) line(f *commonv1.Fact, rows []*commonv1.Observation) string {
	var values []string
	last, times := "", 1
	for _, o := range rows {
		v := clean(o.GetText())
		if v == "" {
			v = amount{value: o.GetValue(), unit: o.GetUnit()}.written(p.text(o.GetEntryId())).String()
		}
		if f.GetMeasure() == nil {
			v = p.what("", &commonv1.Measure{Name: o.GetMeasure()}) + " " + v
		}
		if s := clean(o.GetSubject()); f.GetSubject() == "" && s != "" {
			v += " (" + s + ")"
		}
		if v == last {
			times++
			values[len(values)-1] = fmt.Sprintf("%d × %s", times, v)
			continue
		}
		last, times = v, 1
		values = append(values, v)
	}
	o := rows[0]
	return p.day(o.GetDate(), o.GetEntryId()) + ": " + strings.Join(values, ", ") + p.corrected(rows) + p.citeValue(o.GetEntryId(), inNote(o))
}

// corrected says when a value of a note was corrected that the note's words do not have.
func (p *part) corrected(rows []*commonv1.Observation) string {
	e := p.byID[rows[0].GetEntryId()].GetEntry()
	by, err := notes.ParseID(e.GetCorrectedBy())
	said := quantity.Scan(e.GetText())
	shown := !slices.ContainsFunc(rows, func(o *commonv1.Observation) bool {
		return !slices.ContainsFunc(said, func(q quantity.Quantity) bool {
			v, ok := quantity.Convert(q.Value, q.Unit, o.GetUnit())
			return q.Value == o.GetValue() || ok && math.Abs(v-o.GetValue()) < 1e-6
		})
	})
	if e.GetCorrectedBy() == "" || err != nil || by.Undated() || shown {
		return ""
	}
	return " (corrected on " + p.calendar.day(by.Day().String()) + ")"
}

// unread says which notes were not read whole, and why.
func (p *part) unread(notes []*commonv1.UnreadNote) string {
	var out []string
	for _, u := range notes[:min(len(notes), mostUnread)] {
		v := struct{ Day, Words, Cite string }{Day: p.day(u.GetDate(), u.GetEntryId())}
		if n := p.byID[u.GetEntryId()]; n != nil {
			v.Day = p.day(n.GetEntry().GetDate(), u.GetEntryId()) // a correction may mean another one
			words, _ := cut(within(n.GetEntry().GetText(), u.GetWords()), linedQuote)
			if v.Words = words; words == "" || !lined(words) {
				v.Words, words = "", valueLine(n, "")
			}
			v.Cite = p.cite(n, words)
		}
		out = append(out, render(kindOf("unread", u.GetReason().String(), "UNREAD_REASON_"), v))
	}
	if len(notes) > mostUnread && notes[0].GetReason() == commonv1.UnreadReason_UNREAD_REASON_UNSTATED {
		out = append(out, "…")
	} else if len(notes) > mostUnread {
		out = append(out, render("unread more", nil))
	}
	return strings.Join(out, "; ")
}
