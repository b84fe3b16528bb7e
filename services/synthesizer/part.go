package synthesizer

import (
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many quotes answer a question, or a part of one, and how many bytes of a note
// each has.
const (
	conciseQuotes, detailedQuotes = 3, 10
	conciseQuote, detailedQuote   = 400, 800
	listedQuote                   = 200
	mostTasks                     = 20
)

// A part is a question, or one of several in one, with what was found for it.
type part struct {
	*writer
	lead     string // what stands over it; "" over a question that is whole
	form     *commonv1.QueryForm
	findings []*commonv1.Finding
	gaps     []*commonv1.Gap

	quotes  int  // how many quotes are shown
	leftOut bool // more quotes than are shown
	closest bool // notes that come closest are shown
	// elsewhere: it is said that notes of the days asked about have nothing on it.
	elsewhere bool
	against   bool // notes that speak against something are shown
	repeated  bool // something that answers it is shown for another part already
}

// parts takes the question apart as the plan does. What belongs to no part is the
// first one's.
func (w *writer) parts() []*part {
	parts := []*part{{writer: w, form: w.req.GetForm()}}
	byID := map[int32]*part{}
	if subs := w.req.GetSubQueries(); len(subs) > 1 {
		for _, s := range subs {
			lead, more := cut(clean(s.GetQuestion()), conciseQuote)
			p := &part{writer: w, lead: "**" + lead + ellipsis(more) + "**", form: s.GetForm()}
			parts, byID[s.GetId()] = append(parts, p), p
		}
	}
	of := func(id int32) *part {
		if p := byID[id]; p != nil {
			return p
		}
		return parts[0]
	}
	for _, f := range w.req.GetAnalysis().GetFindings() {
		p := of(f.GetSubQueryId())
		p.findings = append(p.findings, f)
	}
	for _, g := range w.gaps {
		p := of(g.GetSubQueryId())
		p.gaps = append(p.gaps, g)
	}
	if !slices.ContainsFunc(parts[1:], func(p *part) bool { return len(p.findings)+len(p.gaps) > 0 }) {
		return parts[:1] // it was answered as a whole
	}
	return parts
}

// write writes what was found for the part, and under its lead what is not known
// of it.
func (p *part) write() {
	if p.lead != "" {
		p.sections = append(p.sections, section{kind: partLead, lead: p.lead})
	}
	for _, g := range p.gaps {
		if g.GetReason() == commonv1.GapReason_GAP_REASON_NO_ADVICE {
			p.say(p.missing(g, false))
		}
	}
	before := len(p.sections)
	for _, f := range p.findings {
		p.finding(f)
	}
	if p.leftOut && !p.detailed {
		p.say(render("left out", nil))
	}
	if p.repeated && len(p.sections) == before {
		p.sections = append(p.sections, section{lead: render("above", nil)})
	}
	if p.lead != "" {
		p.tellGaps()
	}
}

// finding tells one finding.
func (p *part) finding(f *commonv1.Finding) {
	var facts []*commonv1.Fact
	for _, id := range f.GetFactIds() {
		for _, fact := range p.req.GetAnalysis().GetFacts() {
			if fact.GetId() == id && p.isNew("fact "+id) {
				facts = append(facts, fact)
			}
		}
	}
	if f.GetKind() == commonv1.FindingKind_FINDING_KIND_ALSO_NOTED {
		p.besides(facts)
		return
	}
	p.facts(facts, f.GetKind())
	switch f.GetKind() {
	case commonv1.FindingKind_FINDING_KIND_SAID:
		p.said(f)
	case commonv1.FindingKind_FINDING_KIND_STATEMENT:
		p.statement(f)
	default:
		p.quote(f)
	}
}

// isNew reports whether something is not shown yet, and remembers if it is.
func (p *part) isNew(key string) bool {
	first := p.first(key)
	p.repeated = p.repeated || !first
	return first
}

// quote shows the words of notes that a finding names; of one that rests on notes
// alone, what of them answers best.
func (p *part) quote(f *commonv1.Finding) {
	quotes := f.GetQuotes()
	if len(quotes)+len(f.GetFactIds()) == 0 {
		for _, id := range f.GetEntryIds() {
			quotes = append(quotes, &commonv1.Quote{EntryId: id})
		}
	}
	most, length := p.limits()
	kind := f.GetKind()
	if kind == commonv1.FindingKind_FINDING_KIND_RESTRICTION {
		most = p.quotes + len(quotes) // never left out
	}
	var items []string
	for _, q := range quotes {
		n := p.byID[q.GetEntryId()]
		if n == nil {
			continue
		}
		words, more := cut(wordsOf(n, q.GetRange()), roomFor(wordsOf(n, q.GetRange()), length))
		before, after := goesOn(n.GetEntry().GetText(), words)
		switch key := "quote " + q.GetEntryId() + " " + words; {
		case p.quotes >= most:
			p.leftOut = p.leftOut || !p.done[key]
		case p.isNew(key):
			p.quotes++
			items = append(items, quotation(p.calendar.name(n.GetEntry()), words, before, more || after, p.cite(n, words)))
		}
	}
	if len(items) == 0 {
		return
	}
	v := struct {
		Elsewhere string
		Besides   bool
		Advice    bool
		Alone     bool     // the days are all that is asked about
		Tasks     string   // which tasks are asked for
		Latest    string   // the day of the latest note, if the latest are asked for
		Partly    bool     // others that may be on it follow
		Next      bool     // what is to come is asked for
		Absent    []string // words that no note has
	}{"", p.against, p.form.GetWanted() == commonv1.Wanted_WANTED_ADVICE, len(p.form.GetSubjects())+len(p.form.GetConditions())+len(p.form.GetUncovered()) == 0, p.tasks(p.form), p.latest(quotes), p.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST && p.closestFollows(f), p.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_NEXT, p.absent()}
	if p.req.GetSearch().GetOtherDays() && v.Tasks == "" {
		v.Elsewhere = p.calendar.spans(p.form.GetRanges())
		p.elsewhere = p.elsewhere || v.Elsewhere != "" && (kind == commonv1.FindingKind_FINDING_KIND_CLOSEST || kind == commonv1.FindingKind_FINDING_KIND_QUOTED)
	}
	p.list(kind.String(), render(kindOf("lead", kind.String(), "FINDING_KIND_"), v), items)
	p.closest = p.closest || kind == commonv1.FindingKind_FINDING_KIND_CLOSEST
	p.against = p.against || kind == commonv1.FindingKind_FINDING_KIND_RESTRICTION
}

// closestFollows reports whether a finding of what comes closest follows one of the same part.
func (p *part) closestFollows(f *commonv1.Finding) bool {
	all := p.req.GetAnalysis().GetFindings()
	at := slices.Index(all, f)
	return at >= 0 && slices.ContainsFunc(all[at+1:], func(o *commonv1.Finding) bool {
		return o.GetKind() == commonv1.FindingKind_FINDING_KIND_CLOSEST && o.GetSubQueryId() == f.GetSubQueryId()
	})
}

// latest names the day of the first quote if the latest are asked for, and none of the
// others is of a later day.
func (p *part) latest(quotes []*commonv1.Quote) string {
	if p.form.GetAggregate() != commonv1.Aggregate_AGGREGATE_LATEST || len(quotes) == 0 {
		return ""
	}
	day := p.date(quotes[0].GetEntryId())
	if slices.ContainsFunc(quotes, func(q *commonv1.Quote) bool { return p.date(q.GetEntryId()) > day }) {
		return ""
	}
	return p.calendar.day(day)
}

// limits are how many quotes are shown, and how much of each.
func (p *part) limits() (quotes, length int) {
	if p.detailed && p.tasks(p.form) == "" {
		return detailedQuotes, detailedQuote
	}
	switch p.form.GetWanted() {
	case commonv1.Wanted_WANTED_TASKS:
		return mostTasks, listedQuote
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_SUMMARY:
		return detailedQuotes, listedQuote // the notes are what is asked for
	}
	return conciseQuotes, conciseQuote
}

// tasks names the tasks that are asked for: "open tasks", "overdue tasks, this week".
// It is empty if none are.
func (w *writer) tasks(form *commonv1.QueryForm) string {
	if form.GetWanted() != commonv1.Wanted_WANTED_TASKS {
		return ""
	}
	return render(kindOf("tasks", form.GetTasks().String(), "TASK_STATE_"), w.calendar.spans(form.GetRanges()))
}

// said tells what the user said, as his own word.
func (p *part) said(f *commonv1.Finding) {
	for _, c := range p.req.GetClarifications() {
		words, more := cut(strings.TrimSpace(c.GetAnswer()), detailedQuote)
		switch {
		case c.GetGapId() != f.GetGapId() || c.GetDeclined() || words == "":
		case lined(words):
			p.say(render("said", words))
		default:
			p.list("", render("lead said", nil), []string{block(words, more)})
			p.say(render("keep", nil))
		}
	}
}

// statement tells what a model found, with the notes it stands on.
func (p *part) statement(f *commonv1.Finding) {
	claim := strings.TrimRight(sentence(f.GetClaim()), ".")
	if claim == "" {
		return
	}
	for _, id := range f.GetEntryIds() {
		if n := p.byID[id]; n != nil {
			words, _ := cut(wordsOf(n, nil), conciseQuote)
			claim += p.cite(n, words)
		}
	}
	p.say(sentence(claim))
}
