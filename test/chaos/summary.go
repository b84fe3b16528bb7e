package chaos

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Result is what a scenario came to.
type Result struct {
	Name     string
	Runs     map[Kind]int   // acknowledged
	Faults   map[string]int // by kind
	Findings Findings
}

// NewResult returns a result of nothing yet.
func NewResult(name string) Result {
	return Result{Name: name, Runs: map[Kind]int{}, Faults: map[string]int{}, Findings: Findings{}}
}

// A Summary collects the results of scenarios that run side by side.
type Summary struct {
	mu      sync.Mutex
	results []Result
}

// Add adds a result.
func (s *Summary) Add(r Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results = append(s.results, r)
}

// Table tells the results and their sums as a table of Markdown.
func (s *Summary) Table() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := NewResult("all")
	for _, r := range s.results {
		sum.and(r)
	}
	rows := append(slices.SortedFunc(slices.Values(s.results), func(a, b Result) int { return strings.Compare(a.Name, b.Name) }), sum)
	var b strings.Builder
	b.WriteString("| scenario | faults | runs |")
	for _, what := range AllFindings() {
		fmt.Fprintf(&b, " %s |", what)
	}
	b.WriteString("\n|---|---|--:|" + strings.Repeat("--:|", len(AllFindings())) + "\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %d |", r.Name, told(r.Faults), total(r.Runs))
		for _, what := range AllFindings() {
			fmt.Fprintf(&b, " %d |", len(r.Findings[what]))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nRuns by type: %s.\n", told(sum.Runs))
	return b.String()
}

// and adds another result to this one.
func (r *Result) and(o Result) {
	for k, n := range o.Runs {
		r.Runs[k] += n
	}
	for k, n := range o.Faults {
		r.Faults[k] += n
	}
	for k, all := range o.Findings {
		r.Findings[k] = append(r.Findings[k], all...)
	}
}

// told lists things with their numbers.
func told[K ~string](numbers map[K]int) string {
	var out []string
	for _, what := range slices.Sorted(maps.Keys(numbers)) {
		out = append(out, fmt.Sprintf("%d × %s", numbers[what], what))
	}
	return strings.Join(out, ", ")
}

func total[K comparable](numbers map[K]int) int {
	n := 0
	for _, one := range numbers {
		n += one
	}
	return n
}
