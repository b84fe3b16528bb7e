package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/wire"
)

const shortTitle = 30 // columns of a title in a short roadmap

// GoalShort returns a draft in a few lines: its parts alone, whether it holds, else
// the ways out, and the first of what it rests on.
func GoalShort(style screen.Style, d *draft.Draft, ways []string) string {
	var out strings.Builder
	out.WriteString(shortRoadmap(style, d, true))
	out.WriteString("\n" + style.Wrap(Verdict(style, d), "", "") + "\n")
	if len(ways) > 0 {
		out.WriteString("What would help, each tried on its own:\n")
	}
	for _, w := range ways {
		out.WriteString(style.Wrap(shown(w), "- ", "  ") + "\n")
	}
	out.WriteString(firstAssumption(style, d))
	return out.String()
}

// Goals returns several goals on one timeline, in short, and whether they hold
// together; also their first two weeks and what they take of each week if weeks is true.
func Goals(style screen.Style, s *draft.Shared, weeks bool) string {
	var out strings.Builder
	for _, d := range s.Drafts {
		out.WriteString(shortRoadmap(style, d, false) + "\n")
	}
	if weeks && s.Result.Verdict == problem.Feasible {
		out.WriteString(Schedule(style, DraftItems(s.Drafts...), wire.FromWeeks(s.Weeks()), s.Frame.Time(0).Location()) + "\n")
	}
	out.WriteString(style.Wrap(Together(style, s), "", "") + "\n")
	return out.String()
}

// Together says whether several goals hold together, or why they can't.
func Together(style screen.Style, s *draft.Shared) string {
	if s.Result.Verdict != problem.Feasible {
		return refused(style, s.Result, s.Frame, s.Titles())
	}
	var all []roadmap.Block
	for _, d := range s.Drafts {
		all = append(all, d.Goal.Blocks(s.Frame, s.Result.Schedule)...)
	}
	says := style.Good("They fit together.")
	if slices.ContainsFunc(s.Drafts, func(d *draft.Draft) bool { return !d.Keeps() }) {
		says = style.Warn("They fit together, apart from what is not used.")
	}
	return holds(style, says, all, len(s.Commitments), searched(s.Result, s.Took))
}

func shortRoadmap(style screen.Style, d *draft.Draft, answers bool) string {
	var out strings.Builder
	rows := d.Goal.Rows(d.Frame, d.Result.Schedule)
	var read []string
	for _, r := range d.Wish.Readings {
		read = append(read, r.Means)
	}
	out.WriteString(style.Bold(shown(rows[0].Title)) + "\n")
	notKept(&out, style, d, answers)
	if len(read) > 0 {
		out.WriteString(style.Wrap(style.Dim(shown(strings.Join(read, "; "))), "  ", "  ") + "\n")
	}
	for _, r := range rows[1:] {
		if r.Depth > 1 {
			continue
		}
		title := clip(style, shown(r.Title), shortTitle)
		work := ""
		if r.Work > 0 {
			work = civil.Length(r.Work)
		}
		line := fmt.Sprintf("  %s%s%12s  %s", title, strings.Repeat(" ", max(0, shortTitle-style.Columns(title))), work, style.Dim(goalSpan(r)))
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

// firstAssumption tells the assumption that matters most, and how many more there
// are.
func firstAssumption(style screen.Style, d *draft.Draft) string {
	told := slices.DeleteFunc(slices.Clone(d.Assumptions), func(a pattern.Assumption) bool { return a.Kind == pattern.Warning })
	if len(told) == 0 {
		return ""
	}
	text := assumption(style, d, told[0])
	if n := len(told) - 1; n > 0 {
		text += style.Dim(fmt.Sprintf("  (and %d more)", n))
	}
	return style.Wrap(text, style.Bold("Assumed: "), "  ") + "\n"
}

// Moves returns what lies elsewhere than before, in the order of time, and why.
func Moves(style screen.Style, moves []draft.Move) string {
	var out strings.Builder
	for _, m := range moves {
		goal := m.Draft.Goal.Outline.Nodes[0].Title
		out.WriteString(style.Bold(clip(style, shown(m.Title), shortTitle+16)) + style.Dim("  "+shown(goal)) + "\n")
		for _, line := range [][2]string{{"was", spans(m, m.From)}, {"now", spans(m, m.To)}, {"why", cmp.Or(m.Why, "it fits better there")}} {
			out.WriteString(style.Wrap(shown(line[1]), "  "+style.Dim(line[0])+"  ", "       ") + "\n")
		}
	}
	return out.String()
}

// spans tells when blocks lie, each day once.
func spans(m draft.Move, blocks []problem.Span) string {
	var out []string
	day := ""
	for _, b := range blocks {
		from, to := m.Draft.Frame.Time(b.From), m.Draft.Frame.Time(b.To)
		hours := from.Format("15:04") + "–" + to.Format("15:04")
		if this := from.Format("Mon 2 Jan"); this != day {
			day = this
			hours = day + " " + hours
		}
		out = append(out, hours)
	}
	return strings.Join(out, ", ")
}
