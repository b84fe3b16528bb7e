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

	"github.com/weft-mesh/weft/notes/quantity"
)

// answerCase says what an answer has to hold.
type answerCase struct {
	ID       string   `yaml:"id"`
	Vault    string   `yaml:"vault"`
	Ask      string   `yaml:"ask"`
	Now      string   `yaml:"now"`
	Computed []string `yaml:"computed"` // values, with units
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
			{Measure: "computed facts", Min: 1},
			{Measure: "answers with an ungrounded number, date or quote"},
			{Measure: "gap told where the notes hold nothing", Min: 1},
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
		d := desks[c.Vault]
		if d == nil {
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
	for _, want := range c.Computed {
		ok := tells(answer, want)
		v.Marks = append(v.Marks, mark("computed facts", c.Vault, ok))
		if !ok {
			v.fault("does not tell %s", want)
		}
	}
	for _, want := range c.Facts {
		ok := slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return hasFold(answer, w) })
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
		told := report.GetStatus() == orchestratorv1.RunReport_PARTIAL || slices.ContainsFunc(report.GetGaps(), func(g *commonv1.Gap) bool {
			return g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL
		})
		v.Marks = append(v.Marks, mark("gap told where the notes hold nothing", c.Vault, told))
		if !told {
			v.fault("tells no gap")
		}
	} else {
		// An answer that says it has none, though the notes hold it, is a fault of another kind.
		found := report.GetStatus() == orchestratorv1.RunReport_COMPLETED
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

var (
	wordEdge   = `(?:^|$|[^\pL\pN])`
	bareNumber = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	isoDate    = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`)
	quoted     = regexp.MustCompile(`[“"]([^“”"\n]{4,})[”"]`)
)

func hasWord(text, word string) bool {
	ok, err := regexp.MatchString(`(?i)`+wordEdge+regexp.QuoteMeta(word)+wordEdge, text)
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
		return hasFold(answer, want)
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
	if m := bareNumber.FindString(text); strings.Contains(m, ".") {
		step = math.Pow10(-(len(m) - strings.LastIndex(m, ".") - 1))
	}
	return want >= 10 && math.Abs(want-got) <= step/2+1e-9
}

// ungrounded returns what an answer says that stands nowhere: quotes that no
// note holds, days without a retrieved note that no span names, and numbers that
// stand neither in a note nor in a computed fact nor in the question.
func ungrounded(report *orchestratorv1.RunReport, texts map[string]string) []string {
	var corpus strings.Builder
	days, numbers := map[string]bool{}, map[string]bool{}
	for _, e := range report.GetRetrieved() {
		days[e.GetDate()] = true
	}
	for _, text := range texts {
		corpus.WriteString(flat(text) + "\n")
		addNumbers(numbers, text)
	}
	for _, r := range report.GetTimeRanges() {
		days[r.GetStart()], days[r.GetEnd()] = true, true
	}
	for _, i := range report.GetInstructions() {
		days[i.GetDateRange().GetStart()], days[i.GetDateRange().GetEnd()] = true, true
	}
	for _, f := range report.GetFacts() {
		days[f.GetRange().GetStart()], days[f.GetRange().GetEnd()] = true, true
		addNumbers(numbers, f.GetText())
		addNumbers(numbers, fmt.Sprint(f.GetSampleSize(), " ", len(f.GetEntryIds())))
	}
	for _, g := range report.GetGaps() {
		days[g.GetDateRange().GetStart()], days[g.GetDateRange().GetEnd()] = true, true
	}
	addNumbers(numbers, report.GetQueryPortion())
	addNumbers(numbers, fmt.Sprint(len(report.GetRetrieved()), " ", report.GetTotalFound()))

	var loose []string
	answer := report.GetAnswer()
	for _, day := range isoDate.FindAllString(answer, -1) {
		if !days[day] {
			loose = append(loose, day)
		}
	}
	plain := quoted.ReplaceAllStringFunc(answer, func(q string) string {
		words := flat(strings.Trim(q, `“”"`))
		words = strings.TrimSpace(strings.Trim(words, "…."))
		if !strings.Contains(corpus.String(), words) && !strings.Contains(flat(report.GetQueryPortion()), words) {
			loose = append(loose, q)
		}
		return ""
	})
	for _, n := range bareNumber.FindAllString(isoDate.ReplaceAllString(plain, ""), -1) {
		if !numbers[number(n)] {
			loose = append(loose, n)
		}
	}
	return loose
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
