package main

import (
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/wish"
)

// A goalResult is a draft for programs.
type goalResult struct {
	Title       string               `json:"title"`
	Template    string               `json:"template"`
	Confidence  float64              `json:"confidence"`
	Start       string               `json:"start"`
	End         string               `json:"end"`
	Read        []wish.Reading       `json:"read"`
	Unread      []string             `json:"unread"`
	Questions   []pattern.Question   `json:"questions"`
	Assumptions []pattern.Assumption `json:"assumptions"`
	Parts       []goalPart           `json:"parts"`
	Verdict     problem.Verdict      `json:"verdict"`
	Why         string               `json:"why,omitempty"`
	Certificate *problem.Certificate `json:"certificate,omitempty"`
	Ways        []string             `json:"ways_out,omitempty"`
	Hours       []string             `json:"hours"`
	Schedules   int                  `json:"schedules"`
	Blocks      []goalBlock          `json:"blocks"`
}

type goalPart struct {
	ID      string `json:"id"`
	Parent  string `json:"parent"`
	Level   string `json:"level"`
	Title   string `json:"title"`
	Minutes int    `json:"minutes"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Notes   string `json:"notes,omitempty"`
}

type goalBlock struct {
	Part  string    `json:"part"`
	Title string    `json:"title"`
	From  time.Time `json:"from"`
	To    time.Time `json:"to"`
}

func goalJSON(d *draft.Draft, ways []string) goalResult {
	rows := d.Goal.Rows(d.Frame, d.Result.Schedule)
	out := goalResult{
		Title: rows[0].Title, Template: d.Selection.Template.Name, Confidence: d.Selection.Spec.Confidence,
		Start: d.Start.String(), End: d.End.String(), Read: d.Wish.Readings, Unread: d.Unread, Ways: ways, Hours: d.Hours(),
		Questions: d.Questions, Assumptions: d.Assumptions,
		Verdict: d.Result.Verdict, Certificate: d.Result.Certificate, Schedules: d.Result.Generated,
	}
	for _, r := range rows {
		out.Parts = append(out.Parts, goalPart{
			ID: r.ID, Parent: r.Parent, Level: string(r.Level), Title: r.Title, Minutes: r.Work, First: dated(r.First), Last: dated(r.Last), Notes: r.Notes,
		})
	}
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		out.Blocks = append(out.Blocks, goalBlock{Part: b.Node, Title: b.Title, From: b.From, To: b.To})
	}
	if c := d.Result.Certificate; c != nil {
		out.Why = roadmap.Explain(c, d.Frame, d.Titles())
	}
	return out
}

func dated(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return d.String()
}
