package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/civil"
)

// differencesShown is how much of what differs is told line by line.
const differencesShown = 12

// weeksShown is of how many weeks it is told what they hold.
const weeksShown = 6

// Replan returns what differs from a person's roadmaps, what is proposed, and what is asked.
func Replan(style screen.Style, run *orchestratorv1.Run, r *planningv1.ReplanReport, zone *time.Location) string {
	var out strings.Builder
	if list := r.GetObserved().GetDifferences(); len(list) > 0 {
		out.WriteString(style.Bold("What has changed") + "\n")
		for _, d := range list[:min(len(list), differencesShown)] {
			out.WriteString(style.Wrap(shown(d.GetText()), "  "+style.Dim(stretch(d.GetStartTime().AsTime(), d.GetEndTime().AsTime(), zone))+"  ", "      ") + "\n")
		}
		if n := len(list) - differencesShown; n > 0 {
			out.WriteString(style.Dim(fmt.Sprintf("  and %d more", n)) + "\n")
		}
	}
	p := r.GetProposal()
	if len(p.GetMoves()) > 0 {
		out.WriteString("\n" + style.Bold(replanned(r.GetResult())) + "\n")
	}
	for _, m := range p.GetMoves() {
		out.WriteString("  " + clip(style, shown(m.GetTitle()), shortTitle+16) + style.Dim("  "+shown(p.GetTitles()[m.GetRoadmapId()])) + "\n")
		for _, line := range [][2]string{{"was", stretches(m.GetFrom(), zone)}, {"now", stretches(m.GetTo(), zone)}, {"why", cmp.Or(m.GetReason(), "it fits better there")}} {
			if line[1] != "" {
				out.WriteString(style.Wrap(shown(line[1]), "    "+style.Dim(line[0])+"  ", "         ") + "\n")
			}
		}
	}
	for _, s := range p.GetSlips() {
		out.WriteString(style.Wrap(fmt.Sprintf("“%s” now ends on %s; it was %s", shown(s.GetTitle()), s.GetEnd(), s.GetWas()), "  ", "  ") + "\n")
	}
	for _, id := range slices.Sorted(maps.Keys(p.GetStuck())) {
		out.WriteString("\n" + style.Wrap(style.Warn("Not scheduled")+"  "+shown(p.GetStuck()[id]), "", "  ") + "\n")
	}
	if len(p.GetWeeks()) > 0 && len(p.GetMoves()) > 0 {
		out.WriteString("\n" + style.Bold("The weeks after that") + "\n" + loads(style, p))
	}
	if out.Len() > 0 {
		out.WriteString("\n")
	}
	if told := replanResult(r.GetResult()); told != "" {
		out.WriteString(style.Wrap(told, "", "") + "\n")
	}
	out.WriteString(Publication(style, r.GetResult().GetCalendar()))
	for _, pause := range run.GetPauses() {
		out.WriteString(replanPause(style, pause))
	}
	return out.String()
}

func replanned(r *planningv1.ReplanResult) string {
	switch r.GetOutcome() {
	case planningv1.ReplanResult_OUTCOME_APPLIED:
		return "Moved"
	case planningv1.ReplanResult_OUTCOME_DECLINED, planningv1.ReplanResult_OUTCOME_EXPIRED:
		return "Proposed, but not moved"
	}
	return "Proposed"
}

func replanResult(r *planningv1.ReplanResult) string {
	switch r.GetOutcome() {
	case planningv1.ReplanResult_OUTCOME_UNCHANGED:
		return "Nothing has to move."
	case planningv1.ReplanResult_OUTCOME_APPLIED:
		return "Done; each move is in its roadmap's log."
	case planningv1.ReplanResult_OUTCOME_DECLINED, planningv1.ReplanResult_OUTCOME_EXPIRED:
		return "Everything stays where it is: " + shown(r.GetReason()) + "."
	}
	return ""
}

// loads tells what the roadmaps take of each week.
func loads(style screen.Style, p *planningv1.Proposal) string {
	var out strings.Builder
	for _, w := range p.GetWeeks()[:min(len(p.GetWeeks()), weeksShown)] {
		var sum int64
		var parts []string
		for _, s := range w.GetShares() {
			sum += s.GetMinutes()
			if s.GetMinutes() > 0 {
				parts = append(parts, shown(p.GetTitles()[s.GetRoadmapId()])+" "+civil.Length(int(s.GetMinutes())))
			}
		}
		share := "  –"
		if w.GetRoom() > 0 {
			share = fmt.Sprintf("%2d %%", 100*sum/w.GetRoom())
		}
		line := fmt.Sprintf("%s of %s", share, civil.Length(int(w.GetRoom())))
		out.WriteString(style.Wrap(line+style.Dim("  "+strings.Join(parts, ", ")), "  "+style.Dim(w.GetMonday())+"  ", "              ") + "\n")
	}
	return out.String()
}

func replanPause(style screen.Style, p *orchestratorv1.Pause) string {
	var out strings.Builder
	out.WriteString(style.Wrap(style.Bold(shown(p.GetText())), "", "") + "\n")
	if p.GetState() != "WAIT_CONSENT" { // else it stands above
		for line := range strings.SplitSeq(p.GetExplanation(), "\n") {
			if line != "" {
				out.WriteString(style.Wrap(shown(line), "", "") + "\n")
			}
		}
	}
	for _, o := range p.GetOptions() {
		out.WriteString(style.Wrap(shown(o.GetLabel())+style.Dim("  weft answer "+p.GetRunId()+" "+o.GetId()), "- ", "  ") + "\n")
	}
	return out.String()
}

// stretches tells when something lies.
func stretches(spans []*planningv1.Span, zone *time.Location) string {
	var out []string
	for _, s := range spans {
		out = append(out, stretch(s.GetStartTime().AsTime(), s.GetEndTime().AsTime(), zone))
	}
	return strings.Join(out, ", ")
}

func stretch(from, to time.Time, zone *time.Location) string {
	from, to = from.In(zone), to.In(zone)
	if from.Equal(to) {
		return from.Format("Mon 2 Jan")
	}
	return from.Format("Mon 2 Jan 15:04") + "–" + to.Format("15:04")
}
