package render

import (
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Report returns what a run has brought: the note that was kept, the answer,
// and the questions that it waits with.
func Report(style screen.Style, r *orchestratorv1.RunReport) string {
	var parts []string
	if r.GetEntry() != nil {
		parts = append(parts, kept(style, r))
	}
	if r.GetCompletedFrom() != "" {
		parts = append(parts, style.Wrap("Understood as: "+oneLine(r.GetQueryPortion()), "", "")+"\n")
	}
	if r.GetAnswer() != "" && !r.GetDetail().MessageIs(&reasonv1.ReasonReport{}) { // which tells it itself
		parts = append(parts, Answer(style, r.GetAnswer(), r.GetCitations()))
	}
	if r.GetStatus() == orchestratorv1.RunReport_WAITING {
		parts = append(parts, Questions(style, r.GetQuestionContext(), r.GetQuestions()))
	}
	return strings.Join(parts, "\n")
}

// kept tells what became of a note.
func kept(style screen.Style, r *orchestratorv1.RunReport) string {
	var out strings.Builder
	e := r.GetEntry()
	verb := "Kept"
	if r.GetStatus() == orchestratorv1.RunReport_STATUS_UNSPECIFIED {
		verb = "Would keep"
	}
	out.WriteString(style.Good(verb) + " " + style.Bold(e.GetId()) + place(style, e) + "\n")
	out.WriteString(Data(style, e.GetDomainData(), "  "))
	if c := r.GetCorrected(); c != nil {
		out.WriteString(style.Good("Corrected") + " " + style.Bold(c.GetId()) + place(style, c) + "\n")
		out.WriteString("  " + style.Dim("“"+fit(style, oneLine(c.GetText()), 4)+"”") + "\n")
		out.WriteString(Data(style, c.GetDomainData(), "  "))
	}
	if p := r.GetProgress(); p != nil {
		what := p.GetNodeId()
		if p.GetBlocks() > 1 { // an evening's work is not all of it
			what = p.GetBlockId()
		}
		done := "weft roadmaps done " + p.GetRoadmapId() + " " + what
		out.WriteString(style.Wrap(fmt.Sprintf("“%s” of %s, done?  %s", shown(p.GetTitle()), shown(p.GetGoal()), style.Dim(done)), "  ", "  ") + "\n")
	}
	for _, note := range r.GetParseNotes() {
		out.WriteString(style.Wrap(note, "  ! ", "    ") + "\n")
	}
	return out.String()
}

// Questions returns what the user is asked, numbered, with the numbers that
// choose an option.
func Questions(style screen.Style, why string, questions []*commonv1.Question) string {
	var out strings.Builder
	if why != "" {
		out.WriteString(style.Wrap(why, "", "") + "\n")
	}
	for i, q := range questions {
		mark := fmt.Sprintf("  %d. ", i+1)
		text := q.GetText()
		if !q.GetRequired() {
			text += " (optional)"
		}
		out.WriteString(style.Wrap(text, mark, "     ") + "\n")
		for n, option := range q.GetOptions() {
			mark := fmt.Sprintf("     %d) ", n+1)
			out.WriteString(style.Wrap(option, mark, "        ") + "\n")
		}
	}
	return out.String()
}

// Remarks returns what the user should know about how a result came about: its
// warnings, which tell where rules stood in for a model, and which agents had to
// do with a part of what they were to have.
func Remarks(r *orchestratorv1.RunReport) []string {
	var out []string
	for _, w := range r.GetWarnings() {
		if !strings.Contains(r.GetAnswer(), w) { // else it is told there
			out = append(out, oneLine(w))
		}
	}
	for _, agent := range sortedKeys(r.GetProvenance()) {
		p := r.GetProvenance()[agent]
		if p.GetDegraded() && (p.GetMind() == commonv1.Mind_MIND_MODEL || p.GetTier() == commonv1.Tier_TIER_UNSPECIFIED) {
			out = append(out, fmt.Sprintf("the %s fell back to less than you configured: %s", agent, oneLine(p.GetDegradedReason())))
		}
	}
	return out
}
