package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/quality"
)

// A question is what a vault is asked, with the answer that a careful reader of
// the notes would give. Only the id and the question are needed.
type question struct {
	ID         string   `yaml:"id" json:"id"`
	Question   string   `yaml:"question" json:"question"`
	Before     string   `yaml:"before" json:"before,omitempty"` // a question that is asked before, in the same conversation
	Kind       string   `yaml:"kind" json:"kind"`
	Answerable *bool    `yaml:"answerable" json:"answerable"` // false: the notes do not hold the answer; absent: they do
	Trap       string   `yaml:"trap" json:"trap"`             // what a careless reader would take for the answer
	Truth      string   `yaml:"answer" json:"truth"`
	Notes      []string `yaml:"notes" json:"truth_notes"` // days or files of the notes that the answer stands on
}

// readQuestions reads a file of questions.
func readQuestions(path string) ([]question, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []question
	if err := yaml.UnmarshalWithOptions(data, &all, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no questions", path)
	}
	seen := map[string]bool{}
	for i, q := range all {
		if q.ID == "" || strings.TrimSpace(q.Question) == "" {
			return nil, fmt.Errorf("%s: question %d needs an id and a question", path, i+1)
		}
		if seen[q.ID] {
			return nil, fmt.Errorf("%s: two questions have the id %s", path, q.ID)
		}
		seen[q.ID] = true
		if q.Answerable == nil {
			all[i].Answerable = new(true)
		}
	}
	return all, nil
}

// patience is how long one question may take.
const patience = 2 * time.Minute

// ask puts the question in a conversation of its own. An answer that does not come
// is an answer as well; the error is for what ends all asking.
func (q question) ask(ctx context.Context, desk *quality.Desk, now time.Time) (answer, error) {
	a := answer{question: q, Citations: []citation{}, Gaps: []string{}, Warnings: []string{}, Asked: []string{}}
	turns, err := q.opening(ctx, desk, now)
	if err == nil {
		var report *orchestratorv1.RunReport
		start := time.Now()
		report, err = patiently(ctx, desk, q.Question, now, turns)
		a.Milliseconds = time.Since(start).Milliseconds()
		a.take(report)
	}
	if err == nil {
		err = a.locate(ctx, desk.API())
	}
	if ctx.Err() != nil {
		return a, ctx.Err()
	}
	if err != nil {
		a.Status, a.Failure = orchestratorv1.RunReport_FAILED.String(), err.Error()
	}
	return a, nil
}

// opening returns the turns of the conversation before the question.
func (q question) opening(ctx context.Context, desk *quality.Desk, now time.Time) ([]string, error) {
	if q.Before == "" {
		return nil, nil
	}
	report, err := patiently(ctx, desk, q.Before, now, nil)
	if err != nil {
		return nil, fmt.Errorf("the question before: %w", err)
	}
	turns := []string{"user: " + q.Before}
	if said := []rune(report.GetAnswer()); len(said) > 0 {
		turns = append(turns, "weft: "+string(said[:min(len(said), 2000)])) // what the command line sends
	}
	return turns, nil
}

func patiently(ctx context.Context, desk *quality.Desk, text string, now time.Time, turns []string) (*orchestratorv1.RunReport, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return desk.Ask(ctx, text, now, turns...)
}
