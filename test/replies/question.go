package replies

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/goccy/go-yaml"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/quality"
)

// A Question is asked of a life's notes.
type Question struct {
	ID         string   `yaml:"id"`
	Before     string   `yaml:"before"` // what is asked before, in the same conversation
	Question   string   `yaml:"question"`
	Kind       string   `yaml:"kind"`
	Truth      string   `yaml:"truth"`
	Answerable bool     `yaml:"answerable"` // false: the notes don't tell
	Must       []string `yaml:"must"`       // patterns that a right answer has, all of them
	MustNot    []string `yaml:"mustnot"`    // patterns of tempting wrong answers
	Miss       string   `yaml:"miss"`       // why the kept reply is not right, for one that is not
}

// Questions reads those of a life.
func Questions(life string) ([]Question, error) {
	path := filepath.Join(life, "questions.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []Question
	if err := yaml.UnmarshalWithOptions(data, &out, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

// A Verdict is what an answer is worth.
type Verdict string

// What an answer can be. Wrong states what is tempting and false.
const (
	Right  Verdict = "right"
	Missed Verdict = "missed"
	Wrong  Verdict = "wrong"
)

// Judge tells what an answer is worth.
func (q Question) Judge(answer string) Verdict {
	for _, p := range q.MustNot {
		if regexp.MustCompile("(?is)" + p).MatchString(answer) {
			return Wrong
		}
	}
	for _, p := range q.Must {
		if !regexp.MustCompile("(?is)" + p).MatchString(answer) {
			return Missed
		}
	}
	return Right
}

// Ask asks a question of a desk, at noon of the day on which the lives are looked at,
// after what is asked before it.
func (q Question) Ask(ctx context.Context, d *quality.Desk) (*orchestratorv1.RunReport, error) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	var turns []string
	if q.Before != "" {
		first, err := d.Ask(ctx, q.Before, now)
		if err != nil {
			return nil, fmt.Errorf("%q before it: %w", q.Before, err)
		}
		turns = []string{"user: " + q.Before, "weft: " + first.GetAnswer()}
	}
	return d.Ask(ctx, q.Question, now, turns...)
}
