package render

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wire"
)

const (
	goalWork  = 10 // columns of "123 h 30 min"
	goalDays  = 25 // of "Mon 30 Nov – Tue 12 Jan 27"
	goalTitle = 56 // the most of a title
)

// Goal returns a draft for a person to look at: what was understood, the roadmap with its days, its
// first two weeks and the load of each week, whether it holds, else the ways out, and what it rests
// on. Without all, parts are told by their sums.
func Goal(style screen.Style, d *draft.Draft, ways []string, all bool) string {
	var out strings.Builder
	rows := d.Goal.Rows(d.Frame, d.Result.Schedule)
	out.WriteString(style.Bold(shown(rows[0].Title)) + "\n")
	notKept(&out, style, d, true)
	readings(&out, style, d)
	fact(&out, style, "template", goalTemplate(d))
	for _, line := range d.Hours() {
		fact(&out, style, "hours", line)
	}
	fact(&out, style, "days", fmt.Sprintf("%s until %s", goalDay(d.Start, true), goalDay(d.End, true)))
	out.WriteString("\n")
	for _, r := range grouped(rows[1:], all) {
		out.WriteString(goalRow(style, r))
	}
	if d.Result.Verdict == problem.Feasible {
		out.WriteString("\n" + Schedule(style, DraftItems(d), wire.FromWeeks(d.Weeks()), d.Frame.Time(0).Location()))
	}
	out.WriteString("\n" + style.Wrap(Verdict(style, d), "", "") + "\n")
	if len(ways) > 0 {
		out.WriteString("What would help, each tried on its own:\n")
	}
	for _, w := range ways {
		out.WriteString(style.Wrap(shown(w), "- ", "  ") + "\n")
	}
	assumptions(&out, style, d)
	return out.String()
}

// DraftItems are the blocks of goals.
func DraftItems(drafts ...*draft.Draft) []WeekItem {
	var out []WeekItem
	for _, d := range drafts {
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			out = append(out, WeekItem{From: b.From, To: b.To, Title: b.Title, Plan: d.Title()})
		}
	}
	return out
}

// grouped are the rows to show: without all, none that is deep, and what comes
// again below the same part as one.
func grouped(rows []roadmap.Row, all bool) []roadmap.Row {
	if all {
		return rows
	}
	type key struct{ parent, title string }
	var out []roadmap.Row
	at, times := map[key]int{}, map[int]int{}
	for _, r := range rows {
		k := key{r.Parent, r.Title}
		i, again := at[k]
		switch {
		case deep(r, all):
		case again:
			times[i]++
			o := &out[i]
			o.Work, o.Blocks, o.Last = o.Work+r.Work, o.Blocks+r.Blocks, max(o.Last, r.Last)
		default:
			at[k] = len(out)
			out = append(out, r)
		}
	}
	for i, n := range times {
		out[i].Title += fmt.Sprintf(" (%d times)", n+1)
	}
	return out
}

// deep tells whether a row is left out of a short roadmap, as are weeks, each of which is told with
// its load.
func deep(r roadmap.Row, all bool) bool {
	return !all && (r.Depth > 2 || r.Level == outline.SubGoal && strings.HasPrefix(r.Title, "Week "))
}

func maybe(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

func fact(out *strings.Builder, style screen.Style, name, text string) {
	fmt.Fprintf(out, "%s %s\n", style.Dim(fmt.Sprintf("%-9s", name)), text)
}

func goalTemplate(d *draft.Draft) string {
	name := strings.ReplaceAll(d.Selection.Template.Name, "_", " ")
	if d.Selection.Question != "" {
		return name + ": " + d.Selection.Question + " Choose with --template"
	}
	return name + ", because " + strings.Join(d.Selection.Reasons, "; ")
}

func goalRow(style screen.Style, r roadmap.Row) string {
	indent := strings.Repeat("  ", r.Depth-1)
	title := clip(style, shown(r.Title), goalTitle-len(indent))
	pad := strings.Repeat(" ", max(0, goalTitle-len(indent)-style.Columns(title)))
	if r.Level == outline.Phase || r.Level == outline.Cycle || r.Depth == 1 {
		title = style.Bold(title)
	}
	work := ""
	if r.Work > 0 {
		work = civil.Length(r.Work)
	}
	return strings.TrimRight(fmt.Sprintf("%s%s%s  %*s  %s", indent, title, pad, goalWork, work, style.Dim(goalSpan(r))), " ") + "\n"
}

// clip cuts a text off at so many columns.
func clip(style screen.Style, text string, columns int) string {
	if style.Columns(text) <= columns {
		return text
	}
	return strings.TrimRight(cell(text, columns), " ") + "…"
}

func goalSpan(r roadmap.Row) string {
	switch {
	case r.First == 0 && r.Deadline != 0:
		return "by " + goalDay(r.Deadline, true)
	case r.First == 0:
		return ""
	case r.Blocks == 1 && r.From != r.To:
		return goalDay(r.First, true) + r.From.Format(", 15:04–") + r.To.Format("15:04")
	case r.First == r.Last:
		return goalDay(r.First, true)
	}
	return goalDay(r.First, r.First.Year() != r.Last.Year()) + " – " + goalDay(r.Last, true)
}

func goalDay(d civil.Date, year bool) string {
	y, m, day := d.Split()
	t := time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
	if year {
		return t.Format("Mon 2 Jan 2006")
	}
	return t.Format("Mon 2 Jan")
}

// Verdict says whether a schedule holds, or why none can be.
func Verdict(style screen.Style, d *draft.Draft) string {
	if d.Result.Verdict != problem.Feasible {
		return refused(style, d.Result, d.Frame, d.Titles())
	}
	says := style.Good("It fits.")
	if !d.Keeps() {
		says = style.Warn("It fits, apart from what is not used.")
	}
	return holds(style, says, d.Goal.Blocks(d.Frame, d.Result.Schedule), len(d.Commitments), searched(d.Result, d.Took))
}

func holds(style screen.Style, says string, blocks []roadmap.Block, commitments int, searched string) string {
	return says + fmt.Sprintf(" %d blocks, %s in all, checked against your words and %d calendar events. %s",
		len(blocks), civil.Length(total(blocks)), commitments, style.Dim(searched))
}

func refused(style screen.Style, r schedule.Result, f timeline.Frame, titles map[string]string) string {
	if r.Verdict == problem.Impossible {
		return style.Bad("It can't be done:") + " " + shown(roadmap.Explain(r.Certificate, f, titles)) + ". " + style.Dim("This is proven, and the proof was checked.")
	}
	return style.Warn("No schedule was found") + fmt.Sprintf(" among the %d tried. That does not prove that there is none.", r.Generated)
}

func total(blocks []roadmap.Block) problem.Minute {
	var sum time.Duration
	for _, b := range blocks {
		sum += b.To.Sub(b.From)
	}
	return problem.Minute(sum / time.Minute)
}

// searched tells what the search took, and the time where that is known.
func searched(r schedule.Result, took time.Duration) string {
	if took == 0 {
		return fmt.Sprintf("(%d schedules tried)", r.Generated)
	}
	return fmt.Sprintf("(%d schedules tried in %s)", r.Generated, took.Round(time.Millisecond))
}

// notKept tells what of a wish a draft doesn't keep, how to say it in another way
// where that can be answered, and what speaks against the draft.
func notKept(out *strings.Builder, style screen.Style, d *draft.Draft, answers bool) {
	for i, text := range d.Unread {
		line := style.Warn("“" + shown(text) + "”")
		if answers {
			line += style.Dim("  --answer " + d.Questions[i].Param + "=…")
		}
		out.WriteString(style.Wrap(line, style.Warn("not used  "), "          ") + "\n")
	}
	if answers && len(d.Unread) > 0 {
		out.WriteString(style.Wrap("What does that mean for the schedule? Answer with "+draft.ClauseAnswers+".", "          ", "          ") + "\n")
	}
	for _, a := range d.Assumptions {
		if a.Kind == pattern.Warning {
			out.WriteString(style.Wrap(shown(a.Text), style.Warn("! "), "  ") + "\n")
		}
	}
}

// GoalSteps asks for the steps of a goal that no template is for; command names
// them, as an example.
func GoalSteps(style screen.Style, d *draft.Draft, command string) string {
	var out strings.Builder
	out.WriteString(style.Bold(shown(d.Title())) + "\n")
	notKept(&out, style, d, true)
	readings(&out, style, d)
	fact(&out, style, "template", goalTemplate(d))
	out.WriteString("\n" + style.Wrap("Nothing is planned yet, because only you know what has to be done. Name the steps in order, and how long each takes:", "", "") + "\n\n")
	out.WriteString("  " + style.Accent(shown(command)) + "\n")
	return out.String()
}

func readings(out *strings.Builder, style screen.Style, d *draft.Draft) {
	for _, r := range d.Wish.Readings {
		writeReading(out, style, r.Words, r.Means, r.Assumed)
	}
}

// writeReading tells what was read from some words, or chosen apart from them.
func writeReading(out *strings.Builder, style screen.Style, words, means string, assumed bool) {
	switch "" {
	case words:
		fact(out, style, "chosen", shown(means))
		return
	case means:
		out.WriteString(style.Wrap(style.Warn("“"+shown(words)+"”"), style.Warn("not used  "), "          ") + "\n")
		return
	}
	fact(out, style, "read", shown(means)+style.Dim("  “"+shown(words)+"”"+maybe(assumed, ", assumed")))
}

// assumptions tells what a draft rests on, and how to say otherwise.
func assumptions(out *strings.Builder, style screen.Style, d *draft.Draft) {
	if len(d.Assumptions) == 0 {
		return
	}
	out.WriteString("\n" + style.Bold("Assumed") + "\n")
	for _, a := range d.Assumptions {
		if a.Kind != pattern.Warning {
			out.WriteString(style.Wrap(assumption(style, d, a), "- ", "  ") + "\n")
		}
	}
}

// assumption tells one, and how to say otherwise where it is an answer.
func assumption(style screen.Style, d *draft.Draft, a pattern.Assumption) string {
	for _, q := range d.Questions {
		if q.Param == a.Param {
			return fmt.Sprintf("%s %s  %s", shown(q.Text), label(q, q.Default), style.Dim("--answer "+q.Param+"="+choices(q)))
		}
	}
	return shown(a.Text)
}

func label(q pattern.Question, v pattern.Value) string {
	for _, c := range q.Choices {
		if c.Value == v.Text {
			return cmp.Or(c.Label, c.Value)
		}
	}
	return v.String()
}

func choices(q pattern.Question) string {
	if len(q.Choices) == 0 {
		return fmt.Sprintf("%d…%d", q.Min, q.Max)
	}
	var out []string
	for _, c := range q.Choices {
		out = append(out, c.Value)
	}
	return strings.Join(out, "|")
}
