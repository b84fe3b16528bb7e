package main

import (
	"context"
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

// An answer is what came of a question.
type answer struct {
	question
	Status       string     `json:"status"` // of the run; WAITING if it asks back
	Answer       string     `json:"answer"`
	Citations    []citation `json:"citations"`
	Gaps         []string   `json:"gaps"`
	Warnings     []string   `json:"warnings"`
	Asked        []string   `json:"asked"` // what the run asks the user
	Failure      string     `json:"failure,omitempty"`
	Milliseconds int64      `json:"ms"`
}

// A citation is a note that an answer shows.
type citation struct {
	ID    string `json:"id"`
	Day   string `json:"day,omitempty"`
	File  string `json:"file"`
	Quote string `json:"quote"`
}

// take fills the answer from a run's report.
func (a *answer) take(r *orchestratorv1.RunReport) {
	a.Status, a.Answer, a.Failure = r.GetStatus().String(), r.GetAnswer(), r.GetFailure()
	a.Warnings = append(a.Warnings, r.GetWarnings()...)
	for _, c := range r.GetCitations() {
		a.Citations = append(a.Citations, citation{ID: c.GetId(), Day: c.GetDate(), Quote: c.GetQuote()})
	}
	for _, g := range r.GetGaps() {
		a.Gaps = append(a.Gaps, g.GetDescription())
	}
	for _, q := range r.GetQuestions() {
		asked := q.GetText()
		if len(q.GetOptions()) > 0 {
			asked += " (" + strings.Join(q.GetOptions(), " / ") + ")"
		}
		a.Asked = append(a.Asked, asked)
	}
}

// locate finds the files of the citations.
func (a *answer) locate(ctx context.Context, api weftapi.Client) error {
	for i, c := range a.Citations {
		res, err := api.GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: c.ID})
		if err != nil {
			return fmt.Errorf("citation %s: %w", c.ID, err)
		}
		a.Citations[i].File = res.GetEntry().GetSource().GetPath()
	}
	return nil
}

// markdown is the answer under the true one, for a person to read.
func (a *answer) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n## %s  %s\n\n", a.ID, oneLine(a.Question))
	if a.Before != "" {
		fmt.Fprintf(&out, "After “%s”.\n\n", oneLine(a.Before))
	}
	truth := oneLine(a.Truth)
	if !*a.Answerable {
		truth = "(not in the notes) " + truth
	}
	fmt.Fprintf(&out, "**Truth** (%s): %s\n", a.Kind, truth)
	list(&out, "Trap", a.Trap)
	list(&out, "Notes", strings.Join(a.Notes, ", "))
	fmt.Fprintf(&out, "\n**Answer** (%s, %d ms):\n\n", a.Status, a.Milliseconds)
	for line := range strings.SplitSeq(strings.TrimSpace(a.Answer), "\n") {
		out.WriteString(strings.TrimRight("> "+line, " ") + "\n")
	}
	out.WriteByte('\n')
	list(&out, "Failure", a.Failure)
	list(&out, "Asks", a.Asked...)
	for _, c := range a.Citations {
		list(&out, "Cites", strings.TrimSpace(c.Day+" "+c.File)+": “"+oneLine(c.Quote)+"”")
	}
	list(&out, "Gap", a.Gaps...)
	list(&out, "Warning", a.Warnings...)
	return out.String()
}

// list writes items that are not empty, one a line, each with what it is.
func list(out *strings.Builder, name string, items ...string) {
	for _, item := range items {
		if item != "" {
			fmt.Fprintf(out, "- %s: %s\n", name, oneLine(item))
		}
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
