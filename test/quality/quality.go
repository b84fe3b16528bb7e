// Package quality measures how often Weft is right. Labelled cases, written from
// how people write, are run through the agents; a scorecard tells accuracy,
// precision and recall by class.
//
// Some cases (dev) are there to develop on: the scorecard shows which of them
// fail. The others (held) are looked at only to report: the scorecard shows
// their totals and nothing else, so that they stay a fair judge.
package quality

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// A Half is one of the two halves of the cases.
type Half string

// The halves.
const (
	Dev  Half = "dev"
	Held Half = "held"
)

// A Suite measures one kind of work.
type Suite struct {
	Name string
	// Run judges the cases of a suite. The files are those of one half, by
	// their names.
	Run func(ctx context.Context, e Env, files map[string][]byte) ([]Verdict, error)
	// Targets are what is to be reached on the held-back half.
	Targets []Target
}

// Env is what suites need of the world.
type Env struct {
	// Vaults are folders that hold a copy of each vault, by name.
	Vaults map[string]string
}

// A Verdict is what one case came to.
type Verdict struct {
	Case  string // its id
	Text  string // what went in
	Marks []Mark
	// Faults says what was wrong, a line each. Empty if nothing was.
	Faults []string
}

// A Mark counts for one measure: so many hits of so many tries.
type Mark struct {
	Measure string
	Class   string // a part of the measure, such as one input type; "" for all
	Hits    float64
	Of      float64
}

// A Target is what a measure has to reach, and what it must not fall back from.
type Target struct {
	Measure string
	Min     float64 // share of hits, 0 to 1
	Max     float64 // for measures that count what is wrong; 0 means none may be, unless Min is set
	// Floor is what has been reached, where that is less than the target: the
	// least share of hits, or the greatest of what is wrong.
	Floor float64
}

// met reports whether a share reaches the target.
func (t Target) met(share float64) bool {
	if t.Min > 0 {
		return share >= t.Min-1e-9
	}
	return share <= t.Max+1e-9
}

// kept reports whether a share has not fallen back.
func (t Target) kept(share float64) bool {
	if t.Floor > 0 {
		t.Min, t.Max = min(t.Min, t.Floor), max(t.Max, t.Floor)
	}
	return t.met(share)
}

func (t Target) String() string {
	if t.Min > 0 {
		return "≥ " + percent(t.Min)
	}
	if t.Max == 0 {
		return "none"
	}
	return "< " + percent(t.Max)
}

func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", share*100), ".0") + " %"
}

// Suites are all suites, in the order of the work.
func Suites() []Suite {
	return []Suite{
		routerSuite(),
		actionsSuite(),
		goalsSuite(),
		timeSuite(),
		parserSuite(),
		correctionsSuite(),
		retrievalSuite(),
		answersSuite(),
	}
}

// Files reads a suite's files of one half.
func Files(cases fs.FS, suite string, half Half) (map[string][]byte, error) {
	dir := path.Join(suite, string(half))
	names, err := fs.Glob(cases, dir+"/*.yaml")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no cases in %s", dir)
	}
	files := make(map[string][]byte, len(names))
	for _, name := range names {
		if files[strings.TrimSuffix(path.Base(name), ".yaml")], err = fs.ReadFile(cases, name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// A labelled is a case with the topic that its file is about.
type labelled[T any] struct {
	topic string
	want  T
}

// load reads the cases of all files, in the order of the files' names.
func load[T any](files map[string][]byte) ([]labelled[T], error) {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	var out []labelled[T]
	for _, name := range names {
		var cases []T
		if err := yaml.UnmarshalWithOptions(files[name], &cases, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("%s.yaml: %w", name, err)
		}
		for _, c := range cases {
			out = append(out, labelled[T]{name, c})
		}
	}
	return out, nil
}

// mark is a mark of one try.
func mark(measure, class string, hit bool) Mark {
	m := Mark{Measure: measure, Class: class, Of: 1}
	if hit {
		m.Hits = 1
	}
	return m
}
