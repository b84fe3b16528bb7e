package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/adapt"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
)

// RoadmapState is where a roadmap stands, in a word.
func RoadmapState(s orchestratorv1.Roadmap_State) string {
	return strings.ToLower(strings.TrimPrefix(s.String(), "STATE_"))
}

// RoadmapLine tells a roadmap in a line.
func RoadmapLine(style screen.Style, r *orchestratorv1.Roadmap) string {
	line := fmt.Sprintf("%s  %-9s  %s", r.GetId(), RoadmapState(r.GetState()), clip(style, shown(r.GetTitle()), shortTitle+16))
	if r.GetDeadline() != "" {
		line += style.Dim("  by " + r.GetDeadline())
	}
	return line + "\n"
}

// Roadmap returns a roadmap for a person to look at: its parts with their days, what comes
// next or is proposed, and what is asked.
func Roadmap(style screen.Style, r *orchestratorv1.Roadmap, now time.Time, zone *time.Location) string {
	var out strings.Builder
	out.WriteString(style.Bold(shown(r.GetTitle())) + "\n")
	state := RoadmapState(r.GetState())
	if r.GetDeadline() != "" {
		state += ", by " + r.GetDeadline()
	}
	fact(&out, style, "roadmap", r.GetId()+style.Dim("  "+state))
	v := view{style: style, zone: zone, nodes: r.GetContent().GetOutline().GetNodes(), blocks: r.GetContent().GetBlocks()}
	if draft := r.GetPlanning().GetDraft(); draft != nil {
		drafted(&out, style, draft)
		v.nodes, v.blocks = draft.GetOutline().GetOutline().GetNodes(), draft.GetSchedule().GetBlocks()
	}
	for _, w := range r.GetWarnings() {
		out.WriteString(style.Wrap(shown(w.GetText()), style.Warn("! "), "  ") + "\n")
	}
	for _, read := range r.GetReadings() {
		writeReading(&out, style, read.GetWords(), read.GetMeans(), read.GetAssumed())
	}
	if len(v.nodes) > 1 {
		out.WriteString("\n" + v.parts())
	}
	if scheduled := r.GetPlanning().GetDraft().GetSchedule(); len(scheduled.GetBlocks()) > 0 {
		out.WriteString("\n" + Schedule(style, v.items(), scheduled.GetWeeks(), zone))
	}
	if r.GetContent() != nil {
		out.WriteString(rests(style, r.GetContent().GetAssumptions()))
		out.WriteString(v.next(now))
		out.WriteString(changes(style, r.GetContent().GetAdaptations(), zone))
		if text := Publication(style, r.GetCalendar()); text != "" {
			out.WriteString("\n" + text)
		}
	}
	for _, p := range r.GetPauses() {
		out.WriteString("\n" + roadmapPause(style, r, p))
	}
	return out.String()
}

// mostRests is how many lines tell what a roadmap rests on.
const mostRests = 6

// rests tells what a roadmap that is kept rests on: what could not be read of calendars comes first.
func rests(style screen.Style, assumptions []string) string {
	if len(assumptions) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("\n" + style.Bold("Based on") + "\n")
	for i, text := range assumptions {
		if i == mostRests {
			out.WriteString(style.Dim(fmt.Sprintf("  and %d more; -o json shows them", len(assumptions)-i)) + "\n")
			break
		}
		out.WriteString(style.Wrap(shown(text), "- ", "  ") + "\n")
	}
	return out.String()
}

// drafted tells what was read of a goal, and what is not kept.
func drafted(out *strings.Builder, style screen.Style, d *planningv1.Draft) {
	clauses := slices.DeleteFunc(slices.Clone(d.GetUnderstood().GetQuestions()), func(q *planningv1.Question) bool { return !draft.IsClause(q.GetId()) })
	for i, text := range d.GetUnderstood().GetUnread() {
		line := style.Warn("“" + shown(text) + "”")
		if d.GetSchedule() != nil && i < len(clauses) { // else it is asked below
			line += style.Dim("  --answer " + clauses[i].GetId() + "=…")
		}
		out.WriteString(style.Wrap(line, style.Warn("not used  "), "          ") + "\n")
	}
	all := slices.Concat(d.GetOutline().GetAssumptions(), d.GetSchedule().GetAssumptions())
	for _, a := range all {
		if a.GetKind() == planningv1.Assumption_KIND_WARNING {
			out.WriteString(style.Wrap(shown(a.GetText()), style.Warn("! "), "  ") + "\n")
		}
	}
	for _, r := range d.GetUnderstood().GetReadings() {
		writeReading(out, style, r.GetWords(), r.GetMeans(), r.GetAssumed())
	}
	for _, said := range d.GetGoal().GetSaid() {
		fact(out, style, "said", shown(said))
	}
	for _, h := range d.GetRoadmap().GetHours() {
		fact(out, style, "hours", shown(h))
	}
	if d.GetSchedule() == nil { // else it says what came of it
		for _, o := range d.GetRoadmap().GetOptions() {
			if o.GetTaken() {
				fact(out, style, "pace", shown(o.GetText()))
			} else {
				fact(out, style, "not taken", shown(o.GetText()+": "+o.GetReason()))
			}
		}
	}
	quiet := 0
	for _, a := range all {
		switch {
		case a.GetKind() == planningv1.Assumption_KIND_WARNING:
		case a.GetQuiet():
			quiet++
		default:
			out.WriteString(style.Wrap(shown(a.GetText()), style.Dim("assumed   "), "          ") + "\n")
		}
	}
	if quiet > 0 {
		fact(out, style, "assumed", style.Dim(fmt.Sprintf("%d more, hidden as you asked", quiet)))
	}
}

// view is a tree and the time for it.
type view struct {
	style  screen.Style
	zone   *time.Location
	nodes  []*planningv1.Node
	blocks []*planningv1.Block
}

// A part is what a node and all below it take.
type part struct {
	work        time.Duration
	first, last time.Time
	// how many tasks it has, and of those how many are done and how many won't be
	tasks, done, dropped int
}

// parts tells the parts of the goal and what they take.
func (v *view) parts() string {
	parents, depth := map[string]string{}, map[string]int{}
	sums := map[string]*part{}
	for _, n := range v.nodes {
		parents[n.GetId()] = n.GetParentId()
		depth[n.GetId()] = depth[n.GetParentId()] + 1
		sums[n.GetId()] = &part{}
	}
	each := func(id string, do func(*part)) {
		for up := 0; id != "" && sums[id] != nil && up <= len(v.nodes); up++ {
			do(sums[id])
			id = parents[id]
		}
	}
	for _, n := range v.nodes {
		if n.GetLevel() < planningv1.Level_LEVEL_TASK {
			continue
		}
		each(n.GetId(), func(p *part) {
			p.tasks++
			switch n.GetStatus() {
			case planningv1.Node_STATUS_DONE:
				p.done++
			case planningv1.Node_STATUS_DROPPED:
				p.dropped++
			}
		})
	}
	for _, b := range v.blocks {
		id, _, _ := strings.Cut(b.GetNodeId(), "@") // of a cycle that is not expanded yet
		if sums[b.GetNodeId()] != nil {
			id = b.GetNodeId()
		}
		from, to := b.GetStartTime().AsTime().In(v.zone), b.GetEndTime().AsTime().In(v.zone)
		if !from.Before(to) { // a milestone, which a roadmap that is kept has no block for
			continue
		}
		each(id, func(p *part) {
			p.work += to.Sub(from)
			if p.first.IsZero() || from.Before(p.first) {
				p.first = from
			}
			if to.After(p.last) {
				p.last = to
			}
		})
	}
	var out strings.Builder
	for _, n := range v.nodes {
		if depth[n.GetId()] == 2 {
			out.WriteString(v.part(n, sums[n.GetId()]))
		}
	}
	return out.String()
}

func (v *view) part(n *planningv1.Node, p *part) string {
	title := clip(v.style, shown(n.GetTitle()), shortTitle)
	work, days := "", ""
	if p.work > 0 {
		work = civil.Length(int(p.work.Minutes()))
		days = p.first.Format("Mon 2 Jan 2006")
		if last := p.last.Add(-time.Minute).Format("Mon 2 Jan 2006"); last != days {
			days += " – " + last
		}
	} else if n.GetDeadline() != "" {
		days = "by " + n.GetDeadline()
	}
	days += p.progress()
	line := fmt.Sprintf("  %s%s%12s  %s", title, strings.Repeat(" ", max(0, shortTitle-v.style.Columns(title))), work, v.style.Dim(days))
	return strings.TrimRight(line, " ") + "\n"
}

// progress tells how much of a part is done.
func (p *part) progress() (text string) {
	left := p.tasks - p.dropped
	switch {
	case p.tasks == 1 && p.done == 1:
		return "  done"
	case p.tasks == 1 && p.dropped == 1:
		return "  left out"
	case p.done > 0:
		text = fmt.Sprintf("  %d of %d done", p.done, left)
	}
	if p.dropped > 0 {
		text += fmt.Sprintf("  %d left out", p.dropped)
	}
	return text
}

// items are the blocks that take time, with their titles.
func (v *view) items() []WeekItem {
	titles := map[string]string{}
	for _, n := range v.nodes {
		titles[n.GetId()] = n.GetTitle()
	}
	var out []WeekItem
	for _, b := range v.blocks {
		id, _, _ := strings.Cut(b.GetNodeId(), "@") // of a cycle that is not expanded yet
		if from, to := b.GetStartTime().AsTime(), b.GetEndTime().AsTime(); from.Before(to) {
			out = append(out, WeekItem{From: from, To: to, Title: cmp.Or(titles[b.GetNodeId()], titles[id])})
		}
	}
	return out
}

const (
	nextBlocks  = 8
	lastChanges = 5
)

// next tells the blocks that come, each with its id.
func (v *view) next(now time.Time) string {
	titles := map[string]string{}
	for _, n := range v.nodes {
		titles[n.GetId()] = n.GetTitle()
	}
	blocks := slices.SortedFunc(slices.Values(v.blocks), func(a, b *planningv1.Block) int {
		return a.GetStartTime().AsTime().Compare(b.GetStartTime().AsTime())
	})
	blocks = slices.DeleteFunc(blocks, func(b *planningv1.Block) bool { return b.GetDone() || !now.Before(b.GetEndTime().AsTime()) })
	if len(blocks) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("\n" + v.style.Bold("Next") + "\n")
	for _, b := range blocks[:min(len(blocks), nextBlocks)] {
		from, to := b.GetStartTime().AsTime().In(v.zone), b.GetEndTime().AsTime().In(v.zone)
		line := fmt.Sprintf("  %s–%s  %s", from.Format("Mon 2 Jan 2006 15:04"), to.Format("15:04"), clip(v.style, shown(titles[b.GetNodeId()]), shortTitle+10))
		out.WriteString(line + v.style.Dim("  block "+b.GetId()+maybe(b.GetLocked(), ", locked")) + "\n")
	}
	if n := len(blocks) - nextBlocks; n > 0 {
		out.WriteString(v.style.Dim(fmt.Sprintf("  and %d more", n)) + "\n")
	}
	return out.String()
}

// changes tells the last changes.
func changes(style screen.Style, log []*planningv1.Adaptation, zone *time.Location) string {
	if len(log) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("\n" + style.Bold("Changed") + "\n")
	for _, a := range log[max(0, len(log)-lastChanges):] {
		text := shown(a.GetWho()) + ": " + shown(adapt.TimesAsSaid(a.GetWhat()))
		if a.GetWhy() != "" {
			text += " — " + shown(a.GetWhy())
		}
		out.WriteString(style.Wrap(text, style.Dim(a.GetTime().AsTime().In(zone).Format("  2 Jan 15:04  ")), "                ") + "\n")
	}
	return out.String()
}

// roadmapPause tells what is asked, and what to type.
func roadmapPause(style screen.Style, r *orchestratorv1.Roadmap, p *orchestratorv1.Pause) string {
	var out strings.Builder
	out.WriteString(style.Wrap(style.Bold(shown(p.GetText())), "", "") + "\n")
	for _, line := range strings.Split(p.GetExplanation(), "\n") {
		if line != "" && r.GetState() != orchestratorv1.Roadmap_STATE_PROPOSED { // else it stands above
			out.WriteString(style.Wrap(shown(line), "", "") + "\n")
		}
	}
	id := r.GetId()
	for _, q := range r.GetPlanning().GetAsked().GetQuestions() {
		out.WriteString(style.Wrap(shown(q.GetText())+style.Dim("  "+answerFlag(q)), "- ", "  ") + "\n")
	}
	for _, o := range p.GetOptions() {
		command := "weft roadmaps answer " + id + " --option " + o.GetId()
		switch o.GetId() {
		case "give_up":
			words := "Say what should be different" + style.Dim("  weft roadmaps answer "+id+" \"until the end of March\"")
			out.WriteString(style.Wrap(words, "- ", "  ") + "\n")
		case "approve":
			command = "weft roadmaps approve " + id
		case "reject":
			command = "weft roadmaps reject " + id + " \"not on Mondays\""
		}
		out.WriteString(style.Wrap(shown(o.GetLabel())+style.Dim("  "+command), "- ", "  ") + "\n")
	}
	return out.String()
}

// answerFlag is how a question is answered.
func answerFlag(q *planningv1.Question) string {
	var values []string
	for _, c := range q.GetChoices() {
		values = append(values, c.GetValue())
	}
	value := strings.Join(values, "|")
	if value == "" && q.GetMax() > 0 {
		value = fmt.Sprintf("%d…%d", q.GetMin(), q.GetMax())
	}
	flag := "--answer " + q.GetId() + "=" + cmp.Or(value, "…")
	if q.GetDefault() != "" {
		flag += " (usual: " + q.GetDefault() + ")"
	}
	return flag
}

// AgendaItems are what a person's time is for, as items of a week.
func AgendaItems(items []*orchestratorv1.AgendaItem) []WeekItem {
	var out []WeekItem
	for _, i := range items {
		if b := i.GetBlock(); b != nil {
			out = append(out, WeekItem{From: b.GetStartTime().AsTime(), To: b.GetEndTime().AsTime(), Title: i.GetTitle(), Plan: i.GetGoal()})
			continue
		}
		c := i.GetCommitment()
		out = append(out, WeekItem{From: c.GetStartTime().AsTime(), To: c.GetEndTime().AsTime(), AllDay: c.GetAllDay(), Title: i.GetTitle()})
	}
	return out
}

// Agenda tells a day line by line, and of what lies on several days the part that is on this one.
func Agenda(style screen.Style, items []*orchestratorv1.AgendaItem, day civil.Date, zone *time.Location) string {
	var out strings.Builder
	for _, i := range items {
		if c := i.GetCommitment(); c != nil {
			when := stretchOnDay(c.GetStartTime().AsTime(), c.GetEndTime().AsTime(), day, zone)
			if c.GetAllDay() {
				when = allDay
			}
			fmt.Fprintf(&out, "%-11s  %s\n", when, style.Dim(clip(style, shown(i.GetTitle()), goalTitle)))
			continue
		}
		b := i.GetBlock()
		box := "[ ]"
		if b.GetDone() {
			box = "[x]"
		}
		fmt.Fprintf(&out, "%-11s  %s %s%s\n", stretchOnDay(b.GetStartTime().AsTime(), b.GetEndTime().AsTime(), day, zone),
			box, clip(style, shown(i.GetTitle()), goalTitle), style.Dim("  "+clip(style, shown(i.GetGoal()), shortTitle)+", block "+b.GetId()))
	}
	return out.String()
}

const allDay = "all day"

// stretchOnDay tells what of a stretch of time lies on a day, such as "18:00–24:00".
func stretchOnDay(from, to time.Time, day civil.Date, zone *time.Location) string {
	begin, end := day.In(zone), (day + 1).In(zone)
	switch {
	case !from.After(begin) && !to.Before(end):
		return allDay
	case from.Before(begin):
		from = begin
	}
	until := "24:00"
	if to.Before(end) {
		until = to.In(zone).Format("15:04")
	}
	return from.In(zone).Format("15:04") + "–" + until
}
