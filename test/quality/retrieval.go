package quality

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// retrievalCase says which notes a question needs.
type retrievalCase struct {
	ID       string   `yaml:"id"`
	Vault    string   `yaml:"vault"`
	Ask      string   `yaml:"ask"`
	Now      string   `yaml:"now"`
	Evidence []string `yaml:"evidence"` // "2026-01-05 18:30", or a day for all its notes
}

// mostShown is how many notes agents see of those that bear on a question, best
// first. What lies behind them is not found.
const mostShown = 25

func retrievalSuite() Suite {
	return Suite{
		Name:    "retrieval",
		Run:     runRetrieval,
		Targets: []Target{{Measure: "evidence found", Min: 0.9}},
	}
}

func runRetrieval(ctx context.Context, e Env, files map[string][]byte) (_ []Verdict, err error) {
	cases, err := load[retrievalCase](files)
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
	return each(cases, func(_ string, c retrievalCase) (Verdict, error) {
		d, ok := desks[c.Vault]
		if !ok {
			return Verdict{}, fmt.Errorf("%s: no vault %q", c.ID, c.Vault)
		}
		report, err := d.ask(ctx, c.Ask, c.Now)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		return c.judge(report)
	})
}

func (c retrievalCase) judge(report *orchestratorv1.RunReport) (Verdict, error) {
	v := Verdict{Case: c.ID, Text: c.Ask}
	found := map[string]bool{}
	first := mostShown // where the best of the evidence stands
	shown := report.GetRetrieved()[:min(len(report.GetRetrieved()), mostShown)]
	for i, e := range shown {
		id, err := notes.ParseID(e.GetId())
		if err != nil {
			return v, fmt.Errorf("%s: %w", c.ID, err)
		}
		moment, day := id.Local.Format("2006-01-02 15:04"), id.Local.Format("2006-01-02")
		found[moment], found[day] = true, true
		if slices.Contains(c.Evidence, moment) || slices.Contains(c.Evidence, day) {
			first = min(first, i)
		}
	}
	var lost []string
	for _, at := range c.Evidence {
		if !found[at] {
			lost = append(lost, at)
		}
	}
	n := float64(len(c.Evidence))
	v.Marks = append(v.Marks,
		Mark{"evidence found", c.Vault, n - float64(len(lost)), n},
		mark("questions with all evidence", "", len(lost) == 0),
		mark("a note with the answer among the first 3", "", first < 3),
		mark("a note with the answer among the first 10", "", first < 10),
		mark("a note with the answer among the first 25", "", first < mostShown),
		Mark{"evidence among what was retrieved", "", n - float64(len(lost)), float64(len(shown))})
	if len(lost) > 0 {
		v.fault("%d of %d not retrieved: %s", len(lost), len(c.Evidence), strings.Join(lost, ", "))
		v.fault("looked up: %s", instructions(report))
	}
	return v, nil
}

func instructions(report *orchestratorv1.RunReport) string {
	var out []string
	for _, in := range report.GetInstructions() {
		r := in.GetDateRange()
		out = append(out, fmt.Sprintf("%s %s..%s %v %s%s", strings.ToLower(strings.TrimPrefix(in.GetStrategy().String(), "RETRIEVAL_STRATEGY_")),
			r.GetStart(), r.GetEnd(), in.GetKeywords(), in.GetTopic(), in.GetPattern()))
	}
	return strings.Join(out, " · ")
}
