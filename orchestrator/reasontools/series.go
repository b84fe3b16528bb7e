package reasontools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/search"
)

const (
	mostValues = 10_000 // of a measure that are read
	mostIDs    = 5      // of notes that a value stands on that are told
)

// A measure is a number that some domain declares.
type measure struct {
	extract.Declaration
	subjects []string
}

func (m measure) String() string { return m.Domain + "." + strings.ReplaceAll(m.Measure, " ", "_") }

// declaredMeasures are those that domains declare, each once.
func declaredMeasures(dc *commonv1.DomainContext) []measure {
	var out []measure
	for _, s := range dc.GetSchemas() {
		for _, f := range extract.Declared(s) {
			if !f.Numeric || f.Measure == "" {
				continue
			}
			i := slices.IndexFunc(out, func(m measure) bool { return m.Domain == f.Domain && m.Measure == f.Measure })
			if i < 0 {
				i = len(out)
				out = append(out, measure{Declaration: f})
			}
			out[i].subjects = append(out[i].subjects, f.Subject, f.Key)
		}
	}
	return out
}

// measuresMeant are the measures that a name or words mean: of that name, or with all the words among
// their own. Those of which the words leave least out come before others, and words of the name
// before words of what it is about.
func measuresMeant(all []measure, words string) []measure {
	wanted := search.Meaning(strings.NewReplacer(".", " ", "_", " ").Replace(words))
	var out, close []measure
	for _, m := range all {
		own := strings.ReplaceAll(m.Measure, "_", " ")
		switch {
		case strings.EqualFold(m.String(), strings.ReplaceAll(strings.TrimSpace(words), " ", "_")):
			return []measure{m}
		case len(wanted) == 0:
		case hasWords(wanted, m.Domain+" "+own):
			close = append(close, m)
		case hasWords(wanted, m.Domain+" "+own+" "+strings.ReplaceAll(strings.Join(m.subjects, " "), "_", " ")):
			out = append(out, m)
		}
	}
	if len(close) == 0 {
		return out
	}
	least := slices.MinFunc(close, func(a, b measure) int { return a.wordCount() - b.wordCount() }).wordCount()
	return slices.DeleteFunc(close, func(m measure) bool { return m.wordCount() > least })
}

// wordCount is how many words a measure's name has.
func (m measure) wordCount() int {
	return len(search.Meaning(m.Domain + " " + strings.ReplaceAll(m.Measure, "_", " ")))
}

// measureNames tells measures, those of a domain together.
func measureNames(all []measure) string {
	var out []string
	for _, m := range all {
		out = append(out, m.String())
	}
	return strings.Join(out, ", ")
}

var (
	aggregates = map[string]commonv1.Aggregate{
		"sum": commonv1.Aggregate_AGGREGATE_SUM, "mean": commonv1.Aggregate_AGGREGATE_MEAN, "median": commonv1.Aggregate_AGGREGATE_MEDIAN,
		"min": commonv1.Aggregate_AGGREGATE_MIN, "max": commonv1.Aggregate_AGGREGATE_MAX, "first": commonv1.Aggregate_AGGREGATE_FIRST,
		"latest": commonv1.Aggregate_AGGREGATE_LATEST, "count_notes": commonv1.Aggregate_AGGREGATE_COUNT_NOTES,
		"count_days": commonv1.Aggregate_AGGREGATE_COUNT_DAYS, "per_week": commonv1.Aggregate_AGGREGATE_RATE,
	}
	groups = map[string]commonv1.GroupBy{
		"day": commonv1.GroupBy_GROUP_BY_DAY, "week": commonv1.GroupBy_GROUP_BY_WEEK, "month": commonv1.GroupBy_GROUP_BY_MONTH,
		"year": commonv1.GroupBy_GROUP_BY_YEAR, "weekday": commonv1.GroupBy_GROUP_BY_WEEKDAY, "subject": commonv1.GroupBy_GROUP_BY_SUBJECT,
	}
)

const seriesArgs = `"measure":{"type":"string","minLength":1,"maxLength":100},"about":{"type":"string","maxLength":100},` + fromTo +
	`,"compute":{"type":"string","enum":["sum","mean","median","min","max","first","latest","count_notes","count_days","per_week","trend"]}` +
	`,"by":{"type":"string","enum":["day","week","month","year","weekday","subject"]},"versus_from":` + dayPattern + `,"versus_to":` + dayPattern + `,` + cursorArg

type seriesOf struct {
	Measure, About, Compute, By string
	days
	VersusFrom string `json:"versus_from"`
	VersusTo   string `json:"versus_to"`
	Cursor     int
}

// form is what is asked for, as questions are.
func (in seriesOf) form(m measure, subject *commonv1.Subject) *commonv1.QueryForm {
	side := func(on days) *commonv1.QueryForm {
		f := &commonv1.QueryForm{
			Wanted: commonv1.Wanted_WANTED_AGGREGATE, Measure: &commonv1.Measure{Domain: m.Domain, Name: m.Measure}, Aggregate: aggregates[in.Compute],
		}
		if in.Compute == "trend" {
			f.Wanted = commonv1.Wanted_WANTED_TREND
		}
		if subject != nil {
			f.Subjects = []*commonv1.Subject{subject}
		}
		if on != (days{}) {
			f.Ranges = []*commonv1.ScopeRange{{Start: on.From, End: on.To}}
		}
		return f
	}
	out := side(in.days)
	if versus := (days{in.VersusFrom, in.VersusTo}); versus != (days{}) {
		out.Sides = []*commonv1.QueryForm{side(in.days), side(versus)}
		out.Ranges, out.Wanted = nil, commonv1.Wanted_WANTED_COMPARE
	} else {
		out.GroupBy = groups[in.By]
	}
	return out
}

// series tells the values of a measure, or what code works out of them.
func (d Deps) series(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in seriesOf
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	for _, on := range []days{in.days, {in.VersusFrom, in.VersusTo}} {
		if _, err := on.read(); err != nil {
			return failed("bad_arguments", err)
		}
	}
	dc := d.Domains()
	all := declaredMeasures(dc)
	is := measuresMeant(all, in.Measure)
	switch {
	case len(is) == 0:
		return reason.Failed("not_found", "there is no such measure. There are: "+measureNames(all))
	case len(is) > 1:
		return reason.Failed("ambiguous", "name one of these measures: "+measureNames(is))
	}
	m, subject := is[0], subjectOf(dc, is[0].Domain, in.About)
	res, err := d.valuesOf(ctx, c, m, nil)
	if err == nil && missing(res) > 0 { // those of other days are told of only where all have room
		res, err = d.valuesOf(ctx, c, m, in.allDays().dateRange())
	}
	if err != nil {
		return failed("search_failed", err)
	}
	if cut := missing(res); cut > 0 {
		return reason.Failed("too_many", fmt.Sprintf("there are %d more values than are read at a time; name fewer days by from and to", cut))
	}
	rows, also := res.GetObservations(), map[string]any{"measure": m.String()}
	form := in.form(m, subject)
	if in.Compute == "" && len(form.GetSides()) == 0 && in.By == "" {
		return degraded(d.tellValues(form, rows, stoppingTotals(res.GetUnread()), in.Cursor, also), res)
	}
	facts := observation.Compute(form, rows, res.GetUnread(), d.WeekStart)
	if len(facts) == 0 {
		return degraded(noValues(m, subject, rows), res)
	}
	return degraded(in.worked(m, facts, also), res)
}

// stoppingTotals returns the notes that keep something from being worked out.
func stoppingTotals(unread []*commonv1.UnreadNote) []*commonv1.UnreadNote {
	return slices.DeleteFunc(slices.Clone(unread), func(u *commonv1.UnreadNote) bool { return !observation.Stops(u.GetReason()) })
}

// valuesOf retrieves the values of a measure on some days, nil for all.
func (d Deps) valuesOf(ctx context.Context, c *commonv1.CallContext, m measure, on *commonv1.DateRange) (*retrieverv1.RetrieveResponse, error) {
	return d.Retriever.Retrieve(ctx, &retrieverv1.RetrieveRequest{
		Context: c, Schemas: d.Schemas(m.Domain), MaxEntries: 1, MaxObservations: mostValues,
		Instructions: []*commonv1.RetrievalInstruction{{
			Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS, Purpose: "The values of a measure.", DateRange: on,
			Selection: &commonv1.Selection{Domain: m.Domain, Measures: []string{m.Measure}},
		}},
	})
}

// missing is how many values there are that a response has no room for.
func missing(res *retrieverv1.RetrieveResponse) int {
	return int(res.GetTotalObservations()) - len(res.GetObservations())
}

// allDays are the days from the first to the last that are asked for.
func (in seriesOf) allDays() days {
	if (days{in.VersusFrom, in.VersusTo}) == (days{}) {
		return in.days
	}
	out := days{From: min(in.From, in.VersusFrom), To: max(in.To, in.VersusTo)}
	if in.To == "" || in.VersusTo == "" {
		out.To = ""
	}
	return out
}

// worked tells what was worked out, and why something was not.
func (in seriesOf) worked(m measure, facts []*commonv1.Fact, also map[string]any) reason.Result {
	l := list[worked]{name: "results", thing: "result"}
	var open []*commonv1.UnreadNote
	plain, cut := false, false
	for _, f := range facts {
		l.items = append(l.items, tellFact(f))
		open = append(open, stoppingTotals(f.GetUnread())...)
		values := f.GetKind() == commonv1.FactKind_FACT_KIND_VALUES
		plain = plain || values && f.GetAggregate() == commonv1.Aggregate_AGGREGATE_UNSPECIFIED
		cut = cut || values && int(f.GetSampleSize()) > len(f.GetObservations())
	}
	r := l.page(in.Cursor, 1, also)
	say := func(format string, args ...any) {
		r.Explanations = append(r.Explanations, fmt.Sprintf(format, args...))
	}
	switch {
	case !r.OK:
		return r
	case len(open) > 0:
		say("%s", unreadTold(open, plain))
		r.Confidence = .5
	case !plain:
	case in.Compute == "sum" && m.Kind != extract.Amount:
		say("%s is a %s and never added up, so values are told.", m, m.Kind)
	case in.Compute != "":
		say("There are too few values for that, so values are told.")
	}
	if cut {
		say("Of many values the first and the last are told; without compute and by, series tells all.")
	}
	return r
}

// A value is one that a note gives.
type value struct {
	Day   string  `json:"day"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
	Of    string  `json:"of,omitempty"`
	Note  string  `json:"note"`
}

func valueIn(r *commonv1.Observation) value {
	return value{Day: r.GetDate(), Value: r.GetValue(), Unit: r.GetUnit(), Of: r.GetSubject(), Note: r.GetEntryId()}
}

func (d Deps) tellValues(form *commonv1.QueryForm, all []*commonv1.Observation, unread []*commonv1.UnreadNote, cursor int, also map[string]any) reason.Result {
	l := list[value]{name: "values", thing: "value"}
	for _, r := range observation.Select(form, all) {
		l.items = append(l.items, valueIn(r))
	}
	r := l.page(cursor, 1, also)
	if open := slices.DeleteFunc(slices.Clone(unread), func(u *commonv1.UnreadNote) bool { return !isAskedDay(form, u.GetDate()) }); r.OK && len(open) > 0 {
		r.Explanations, r.Confidence = append(r.Explanations, unreadTold(open, false)), .5
	}
	return r
}

// isAskedDay says that a day is one of those that a form asks for.
func isAskedDay(form *commonv1.QueryForm, day string) bool {
	return len(form.GetRanges()) == 0 || slices.ContainsFunc(form.GetRanges(), func(r *commonv1.ScopeRange) bool {
		return day >= r.GetStart() && (r.GetEnd() == "" || day <= r.GetEnd())
	})
}

// unreadTold says which notes were not read whole.
func unreadTold(unread []*commonv1.UnreadNote, stopped bool) string {
	var ids []string
	for _, u := range unread {
		if !slices.Contains(ids, u.GetEntryId()) {
			ids = append(ids, u.GetEntryId())
		}
	}
	told := fmt.Sprintf("%s may hold other values: %s", count(len(ids), "note"), strings.Join(ids[:min(len(ids), mostIDs)], ", "))
	if n := len(ids) - mostIDs; n > 0 {
		told += fmt.Sprintf(" and %d more", n)
	}
	if stopped {
		told += ". So nothing was worked out, and values are told; read these notes, and have compute work it out"
	}
	return told + "."
}

// noValues says that there are none, and of what there are some.
func noValues(m measure, subject *commonv1.Subject, rows []*commonv1.Observation) reason.Result {
	var of []string
	for _, r := range rows {
		if s := r.GetSubject(); s != "" && !slices.Contains(of, s) {
			of = append(of, s)
		}
	}
	told := fmt.Sprintf("No value of %s", m)
	if subject != nil {
		told += " of “" + subject.GetName() + "”"
	}
	told += " on these days."
	if len(of) > 0 {
		told += fmt.Sprintf(" All notes have %s, of %s.", count(len(rows), "value"), strings.Join(of[:min(len(of), 20)], ", "))
	}
	return found(1, map[string]any{"results": []worked{}}, "%s", told)
}

// A worked value is what values come to.
type worked struct {
	Group    string   `json:"group,omitempty"`
	From     string   `json:"from,omitempty"`
	To       string   `json:"to,omitempty"`
	What     string   `json:"what"`
	Value    *float64 `json:"value,omitempty"`
	Unit     string   `json:"unit,omitempty"`
	Versus   *float64 `json:"versus,omitempty"`
	Of       string   `json:"of,omitempty"`
	Values   int      `json:"of_values"`
	Each     []value  `json:"values,omitempty"`
	Notes    []string `json:"notes,omitempty"`
	NotesAll int      `json:"notes_in_all,omitempty"`
}

func tellFact(f *commonv1.Fact) worked {
	out := worked{
		Group: f.GetGroup(), From: f.GetRange().GetStart(), To: f.GetRange().GetEnd(), Unit: f.GetUnit(), Of: f.GetSubject(), Versus: f.Baseline,
		What: word(f.GetKind(), "FACT_KIND_"), Values: int(f.GetSampleSize()), Notes: f.GetEntryIds(),
	}
	if f.GetAggregate() != commonv1.Aggregate_AGGREGATE_UNSPECIFIED {
		out.What = strings.TrimPrefix(out.What+" of "+word(f.GetAggregate(), "AGGREGATE_"), "aggregate of ")
	}
	if f.GetKind() == commonv1.FactKind_FACT_KIND_VALUES {
		for _, r := range f.GetObservations() {
			out.Each = append(out.Each, valueIn(r))
		}
		out.Notes = nil
	} else {
		out.Value = &f.Value
	}
	if n := len(out.Notes); n > mostIDs {
		out.Notes, out.NotesAll = out.Notes[n-mostIDs:], n
	}
	return out
}

// subjectOf is what a name or another word for it means in a domain, nil for no words.
func subjectOf(dc *commonv1.DomainContext, domain, about string) *commonv1.Subject {
	wanted := search.Meaning(about)
	if len(wanted) == 0 {
		return nil
	}
	same := func(name string) bool { return hasWords(wanted, name) && len(search.Meaning(name)) == len(wanted) }
	for _, s := range dc.GetSchemas() {
		if s.GetDomain() != domain {
			continue
		}
		for _, l := range s.GetNames() {
			for _, n := range l.GetNames() {
				if same(n.GetName()) || slices.ContainsFunc(n.GetAliases(), same) {
					return &commonv1.Subject{Name: n.GetName(), Forms: n.GetAliases()}
				}
			}
		}
		for term, name := range s.GetVocabulary() {
			if same(term) {
				return &commonv1.Subject{Name: name, Forms: []string{about}}
			}
		}
	}
	return &commonv1.Subject{Name: strings.TrimSpace(about)}
}
