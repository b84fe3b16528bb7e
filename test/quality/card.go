package quality

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

// A Tally adds up the marks of one measure and class.
type Tally struct{ Hits, Of float64 }

// Share is the share of hits; 1 where there was no try.
func (t Tally) Share() float64 {
	if t.Of == 0 {
		return 1
	}
	return t.Hits / t.Of
}

type row struct{ measure, class string }

// A Card is the result of a suite on one half.
type Card struct {
	Cases    int
	Verdicts []Verdict
	tallies  map[row]Tally
	order    []row
}

// NewCard adds up verdicts.
func NewCard(verdicts []Verdict) *Card {
	c := &Card{Cases: len(verdicts), Verdicts: verdicts, tallies: map[row]Tally{}}
	rank := map[string]int{}
	for _, v := range verdicts {
		for _, m := range v.Marks {
			for _, r := range []row{{m.Measure, ""}, {m.Measure, m.Class}} {
				if r.class == "" && m.Class != "" && strings.HasPrefix(m.Class, "=") {
					continue // a class of its own, no part of a whole
				}
				t, ok := c.tallies[r]
				if !ok {
					c.order = append(c.order, r)
					if _, ok := rank[r.measure]; !ok {
						rank[r.measure] = len(rank)
					}
				}
				c.tallies[r] = Tally{t.Hits + m.Hits, t.Of + m.Of}
				if m.Class == "" {
					break
				}
			}
		}
	}
	sort.SliceStable(c.order, func(i, j int) bool {
		a, b := c.order[i], c.order[j]
		if a.measure != b.measure {
			return rank[a.measure] < rank[b.measure]
		}
		return a.class < b.class
	})
	return c
}

// Measure returns the tally of a whole measure.
func (c *Card) Measure(name string) Tally { return c.tallies[row{name, ""}] }

// Missed returns the targets that the card does not reach, as sentences.
func (c *Card) Missed(targets []Target) []string { return c.less(targets, Target.met) }

// Lost returns the targets from which the card has fallen back.
func (c *Card) Lost(targets []Target) []string { return c.less(targets, Target.kept) }

func (c *Card) less(targets []Target, than func(Target, float64) bool) []string {
	var out []string
	for _, t := range targets {
		if got := c.Measure(t.Measure); !than(t, got.Share()) {
			out = append(out, fmt.Sprintf("%s is %s of %.0f, to reach is %s", t.Measure, percent(got.Share()), got.Of, t))
		}
	}
	return out
}

// WriteTable writes a suite's cards side by side, as a Markdown table: with every
// part of a measure, or with whole measures and the classes of their own.
func WriteTable(w io.Writer, s Suite, cards map[Half]*Card, parts bool) {
	dev, held := cards[Dev], cards[Held]
	fmt.Fprintf(w, "\n## %s\n\n", s.Name)
	fmt.Fprintf(w, "| measure | class | to reach | held back | development |\n|---|---|---|---|---|\n")
	target := map[string]string{}
	for _, t := range s.Targets {
		target[t.Measure] = t.String()
	}
	seen := map[row]bool{}
	for _, c := range []*Card{held, dev} {
		if c == nil {
			continue
		}
		for _, r := range c.order {
			if seen[r] || !parts && r.class != "" && !strings.HasPrefix(r.class, "=") {
				continue
			}
			seen[r] = true
			goal := ""
			if r.class == "" {
				goal = target[r.measure]
			}
			fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n",
				r.measure, strings.TrimPrefix(r.class, "="), goal, held.cell(r), dev.cell(r))
		}
	}
}

func (c *Card) cell(r row) string {
	if c == nil {
		return ""
	}
	t, ok := c.tallies[r]
	if !ok || t.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%s of %.0f", percent(t.Share()), t.Of)
}

// WriteFaults writes what went wrong, case by case.
func (c *Card) WriteFaults(w io.Writer) {
	for _, v := range c.Verdicts {
		if len(v.Faults) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s  %s\n", v.Case, strings.ReplaceAll(strings.TrimSpace(v.Text), "\n", " ⏎ "))
		for _, f := range v.Faults {
			fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(f, "\n", "\n    "))
		}
	}
}
