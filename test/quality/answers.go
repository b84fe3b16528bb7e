package quality

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/quantity"
)

// answerCase says what an answer has to hold.
type answerCase struct {
	ID       string   `yaml:"id"`
	Vault    string   `yaml:"vault"`
	Ask      string   `yaml:"ask"`
	Now      string   `yaml:"now"`
	Computed []string `yaml:"computed"` // values, with units
	Field    string   `yaml:"field"`    // of a domain's schema that the computed values are from; "" for none
	Facts    []string `yaml:"facts"`    // words; "|" separates alternatives
	Forbid   []string `yaml:"forbid"`   // words that must not be there
	Cites    []string `yaml:"cites"`    // days whose notes must be cited
	Gap      bool     `yaml:"gap"`      // the notes hold no answer
}

func answersSuite() Suite {
	return Suite{
		Name: "answers",
		Run:  runAnswers,
		Targets: []Target{
			{Measure: "computed and wrong", Max: 0.03},
			{Measure: "the values are shown", Min: 0.6, Floor: 0.3},
			{Measure: "answered where the notes hold it", Min: 0.95, Floor: 0.95},
			{Measure: "answers with an ungrounded number, date or quote"},
			{Measure: "gap told where the notes hold nothing", Min: 0.95, Floor: 0.9},
		},
	}
}

func runAnswers(ctx context.Context, e Env, files map[string][]byte) (_ []Verdict, err error) {
	cases, err := load[answerCase](files)
	if err != nil {
		return nil, err
	}
	desks, stop, err := e.desks(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := stop(); err == nil {
			err = e
		}
	}()
	return each(cases, func(_ string, c answerCase) (Verdict, error) {
		d, ok := desks[c.Vault]
		if !ok {
			return Verdict{}, fmt.Errorf("%s: no vault %q", c.ID, c.Vault)
		}
		report, err := d.ask(ctx, c.Ask, c.Now)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		var ids []string
		for _, e := range report.GetRetrieved() {
			ids = append(ids, e.GetId())
		}
		texts, err := d.texts(ctx, ids)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		return c.judge(report, texts), nil
	})
}

func (c answerCase) judge(report *orchestratorv1.RunReport, texts map[string]string) Verdict {
	v := Verdict{Case: c.ID, Text: c.Ask}
	answer := report.GetAnswer()
	right := true
	for _, want := range c.Computed {
		ok := tells(answer, want)
		right = right && ok
		v.Marks = append(v.Marks, mark("the values are shown", c.Vault, ok))
		if !ok {
			v.fault("does not tell %s", want)
		}
	}
	if len(c.Computed) > 0 {
		states := computes(report)
		v.Marks = append(v.Marks, mark("computed", c.Vault, states))
		if c.Field != "" {
			v.Marks = append(v.Marks, mark("computed where a field is declared", c.Vault, states))
		}
		if states {
			v.Marks = append(v.Marks, mark("computed and wrong", c.Vault, !right))
		}
		if states && !right {
			v.fault("computes another number")
		}
	}
	for _, want := range c.Facts {
		ok := slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return says(answer, w) })
		v.Marks = append(v.Marks, mark("facts", c.Vault, ok))
		if !ok {
			v.fault("does not say %q", want)
		}
	}
	for _, bad := range c.Forbid {
		ok := !hasWord(answer, bad)
		v.Marks = append(v.Marks, mark("nothing forbidden", c.Vault, ok))
		if !ok {
			v.fault("says %q", bad)
		}
	}
	for _, day := range c.Cites {
		ok := slices.ContainsFunc(report.GetCitations(), func(c *commonv1.Citation) bool { return c.GetDate() == day })
		v.Marks = append(v.Marks, mark("days cited", c.Vault, ok))
		if !ok {
			v.fault("does not cite %s", day)
		}
	}
	if c.Gap {
		told := report.GetStatus() == orchestratorv1.RunReport_WAITING || slices.ContainsFunc(report.GetGaps(), saysSo)
		v.Marks = append(v.Marks, mark("gap told where the notes hold nothing", c.Vault, told))
		if !told {
			v.fault("tells no gap")
		}
	} else {
		// An answer that shows nothing, though the notes hold it, is a fault of another kind.
		found := len(report.GetCitations()) > 0
		v.Marks = append(v.Marks, mark("answered where the notes hold it", c.Vault, found))
		if !found {
			v.fault("ends as %s", report.GetStatus())
		}
	}
	loose := ungrounded(report, texts)
	v.Marks = append(v.Marks, mark("answers with an ungrounded number, date or quote", "", len(loose) > 0))
	if len(loose) > 0 {
		v.fault("ungrounded: %s", strings.Join(loose, ", "))
	}
	v.Marks = append(v.Marks, mark("answers all right", c.Vault, len(v.Faults) == 0))
	if len(v.Faults) > 0 {
		v.fault("answer: %s", answer)
	}
	return v
}

// computes reports whether an answer states a value that was computed of a
// measure, with no word that it could not be. How many notes mention something is
// no such value.
func computes(report *orchestratorv1.RunReport) bool {
	states := false
	for _, f := range report.GetFacts() {
		if slices.ContainsFunc(f.GetUnread(), func(u *commonv1.UnreadNote) bool { return observation.Stops(u.GetReason()) }) {
			return false
		}
		kind := f.GetKind()
		states = states || f.GetMeasure() != nil &&
			(kind == commonv1.FactKind_FACT_KIND_AGGREGATE || kind == commonv1.FactKind_FACT_KIND_CHANGE)
	}
	return states
}

// saysSo reports whether a gap has the answer say that the notes hold none.
func saysSo(g *commonv1.Gap) bool {
	switch g.GetReason() {
	case commonv1.GapReason_GAP_REASON_NO_NOTES, commonv1.GapReason_GAP_REASON_NO_VALUE, commonv1.GapReason_GAP_REASON_NOT_STATED,
		commonv1.GapReason_GAP_REASON_PRESENT_STATE, commonv1.GapReason_GAP_REASON_AMBIGUOUS, commonv1.GapReason_GAP_REASON_TIME_UNKNOWN:
		return true
	}
	return false
}

const months = "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"

var (
	wordEdge   = `(?:^|$|[^\pL\pN])`
	bareNumber = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	isoDate    = regexp.MustCompile(`\b(\d{4}-\d\d-\d\d)(?:_\d\d-\d\d-\d\d(?:-\d+)?)?\b`)
	dayInWords = regexp.MustCompile(`\b(?:(\d{1,2}) )?(` + months + `)(?: (\d{4}))?\b`)
	quoted     = regexp.MustCompile(`[“"]([^“”"\n]{4,})[”"]|(?m:^ *> .*$)`) // a long one is a block
)

func hasWord(text, word string) bool {
	ok, err := regexp.MatchString(`(?i)`+wordEdge+regexp.QuoteMeta(word)+wordEdge, text)
	return err == nil && ok
}

// says reports whether a text has a word, in whatever ending: "meetings" says
// meeting, "Feb 11" doesn't say Feb 1, and "tomorrow" doesn't say Tom.
func says(text, word string) bool {
	ok, err := regexp.MatchString(`(?i)`+wordEdge+regexp.QuoteMeta(word)+`(?:e?s|['’]s|e?d|ing)?`+wordEdge, text)
	return err == nil && ok
}

// tells reports whether an answer names an amount, in whatever unit, exactly or
// rounded to the digits that it shows.
func tells(answer, want string) bool {
	w, ok := readQuantity(want)
	if q := quantity.Scan(want); len(q) == 1 && strings.TrimSpace(q[0].Text) == strings.TrimSpace(want) {
		w, ok = amount{q[0].Value, q[0].Unit}, true
	}
	if !ok {
		return says(answer, want)
	}
	for _, q := range quantity.Scan(answer) {
		if w.unit == q.Unit || w.unit == "" && quantity.Dimension(q.Unit) == "" {
			if rounds(w.value, q.Value, q.Text) {
				return true
			}
			continue
		}
		if v, ok := quantity.Convert(w.value, w.unit, q.Unit); ok && rounds(v, q.Value, q.Text) {
			return true
		}
	}
	if clock := clockAmount.FindString(want); clock != "" && quantity.Dimension(w.unit) == quantity.Duration {
		// A time in a note needs no unit: "5 miles 47:52".
		return says(answer, strings.TrimSpace(strings.TrimRight(clock, "abcdefghijklmnopqrstuvwxyz ")))
	}
	if w.unit != "" {
		return false
	}
	for _, word := range strings.FieldsFunc(answer, func(r rune) bool { return strings.ContainsRune(" \n\t,;:()*_%", r) }) {
		word = strings.TrimRight(strings.ToLower(word), ".")
		if n, ok := map[string]float64{"once": 1, "twice": 2, "never": 0, "none": 0, "no": 0}[word]; ok && n == w.value {
			return true
		}
		if n, ok := quantity.NumberWord(word); ok && n == w.value {
			return true
		}
		if n, err := strconv.ParseFloat(word, 64); err == nil && rounds(w.value, n, word) {
			return true
		}
	}
	return false
}

// rounds reports whether got, written as text, is want rounded to its digits.
func rounds(want, got float64, text string) bool {
	if equal(want, got) {
		return true
	}
	step := 1.0
	if strings.Contains(text, ":") {
		step = 1.0 / 60 // seconds of a minute
	} else if m := bareNumber.FindString(text); strings.Contains(m, ".") {
		step = math.Pow10(-(len(m) - strings.LastIndex(m, ".") - 1))
	}
	return want >= 10 && math.Abs(want-got) <= step/2+1e-9
}

// ungrounded returns what an answer says that stands nowhere: quotes that no
// note holds, days without a retrieved note that no span names, and numbers that
// stand neither in a note nor in a computed fact or finding nor in the question. The words
// that were searched for may be quoted, and what the answer lists may be counted.
func ungrounded(report *orchestratorv1.RunReport, texts map[string]string) []string {
	g := groundsOf(report, texts)
	var loose []string
	answer := report.GetAnswer()
	for _, m := range isoDate.FindAllStringSubmatch(answer, -1) {
		if !g.days[m[1]] {
			loose = append(loose, m[0])
		}
	}
	plain := quoted.ReplaceAllStringFunc(answer, func(q string) string {
		if !g.holds(q) {
			loose = append(loose, q)
		}
		return ""
	})
	plain = isoDate.ReplaceAllString(plain, "")
	plain = dayInWords.ReplaceAllStringFunc(plain, func(day string) string {
		if !g.named(day) {
			loose = append(loose, day)
		}
		return ""
	})
	known := make([]bool, len(plain))
	for _, q := range quantity.Scan(plain) {
		if slices.ContainsFunc(g.amounts, func(a amount) bool { return tells(q.Text, fmt.Sprint(a.value, " ", a.unit)) }) {
			for i := q.Start; i < q.End; i++ {
				known[i] = true
			}
		}
	}
	for _, at := range bareNumber.FindAllStringIndex(plain, -1) {
		if n := plain[at[0]:at[1]]; !known[at[0]] && !g.numbers[number(n)] && !g.rounded(n) {
			loose = append(loose, n)
		}
	}
	return loose
}

// grounds are what an answer may stand on.
type grounds struct {
	words   string // of the retrieved notes, the question and the searches
	days    map[string]bool
	numbers map[string]bool
	amounts []amount // of computed facts
}

func groundsOf(report *orchestratorv1.RunReport, texts map[string]string) grounds {
	g := grounds{days: map[string]bool{}, numbers: map[string]bool{}}
	var words strings.Builder
	for _, text := range texts {
		words.WriteString(flat(text) + "\n")
		addNumbers(g.numbers, text)
	}
	words.WriteString(flat(report.GetQueryPortion()) + "\n")
	addNumbers(g.numbers, report.GetQueryPortion())
	span := func(r interface {
		GetStart() string
		GetEnd() string
	}) {
		g.days[r.GetStart()], g.days[r.GetEnd()] = true, true
		if days, err := notes.ParseRange(r.GetStart(), r.GetEnd()); err == nil {
			addNumbers(g.numbers, fmt.Sprint(days.Days())) // "the last 30 days"
		}
	}
	for _, e := range report.GetRetrieved() {
		g.days[e.GetDate()] = true
	}
	for _, r := range report.GetTimeRanges() {
		span(r)
	}
	for _, i := range report.GetInstructions() {
		span(i.GetDateRange())
		for _, searched := range append(slices.Clone(i.GetKeywords()), i.GetTopic()) {
			words.WriteString(flat(searched) + "\n")
		}
	}
	for _, gap := range report.GetGaps() {
		for _, r := range gap.GetRanges() {
			span(r)
		}
		for _, t := range gap.GetWords() {
			words.WriteString(flat(t) + "\n")
		}
		addNumbers(g.numbers, fmt.Sprint(gap.GetSeen(), " ", gap.GetTotal()))
	}
	for _, f := range report.GetFacts() {
		addNumbers(g.numbers, fmt.Sprint(len(f.GetUnread()))) // how many notes state no value
		span(f.GetRange())
		addNumbers(g.numbers, f.GetGroup())
		addNumbers(g.numbers, fmt.Sprint(f.GetSampleSize(), " ", f.GetBaselineSize(), " ", len(f.GetEntryIds())))
		for _, o := range f.GetObservations() {
			g.days[o.GetDate()] = true
			g.amounts = append(g.amounts, amount{o.GetValue(), o.GetUnit()})
		}
		g.amounts = append(g.amounts, amount{math.Abs(f.GetValue()), f.GetUnit()})
		if f.Baseline == nil {
			continue
		}
		diff := math.Abs(f.GetValue() - f.GetBaseline())
		g.amounts = append(g.amounts, amount{math.Abs(f.GetBaseline()), f.GetUnit()}, amount{diff, f.GetUnit()})
		if f.GetBaseline() != 0 {
			g.amounts = append(g.amounts, amount{math.Round(100 * diff / math.Abs(f.GetBaseline())), "%"})
		}
	}
	for _, f := range report.GetFindings() {
		addNumbers(g.numbers, f.GetClaim())
	}
	cited := map[string]bool{}
	for _, c := range report.GetCitations() {
		cited[c.GetDate()] = true
	}
	addNumbers(g.numbers, fmt.Sprint(len(report.GetRetrieved()), " ", report.GetTotalFound(), " ", len(report.GetCitations()), " ", len(cited)))
	for day := range g.days {
		year, _, _ := strings.Cut(day, "-")
		g.numbers[year] = true // "this year (2026)"
	}
	g.words = words.String()
	return g
}

// rounded reports whether a number is a computed one that has no unit of its
// own, such as a rate, rounded to the digits that it shows.
func (g grounds) rounded(n string) bool {
	v, err := strconv.ParseFloat(n, 64)
	_, decimals, _ := strings.Cut(n, ".")
	return err == nil && decimals != "" && slices.ContainsFunc(g.amounts, func(a amount) bool {
		return math.Abs(a.value-v) <= math.Pow10(-len(decimals))/2+1e-9
	})
}

// named reports whether a day or month as answers write it, "Wed 18 Jun 2025" or
// "June 2025", is one that is known, in whatever year if it tells none.
func (g grounds) named(text string) bool {
	m := dayInWords.FindStringSubmatch(text)
	for day := range g.days {
		d, err := notes.ParseDay(day)
		if err != nil || d.IsZero() || d.Month.String()[:3] != m[2][:3] {
			continue
		}
		if (m[1] == "" || m[1] == strconv.Itoa(d.Date)) && (m[3] == "" || m[3] == strconv.Itoa(d.Year)) {
			return true
		}
	}
	return false
}

// holds reports whether a quotation stands in a note, with the sign of an
// omission at its end or within.
func (g grounds) holds(quotation string) bool {
	for part := range strings.SplitSeq(flat(strings.Trim(quotation, `“”"> `)), "…") {
		if part = strings.Trim(part, " ."); !strings.Contains(g.words, part) {
			return false
		}
	}
	return true
}

func addNumbers(set map[string]bool, text string) {
	for _, n := range bareNumber.FindAllString(text, -1) {
		set[number(n)] = true
	}
}

// number is how a number is compared: without separators of thousands.
func number(s string) string {
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil {
		return s
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func flat(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
