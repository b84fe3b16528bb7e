package command

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
	KeepsAll    bool                 `json:"keeps_all"` // that was said
	Unread      []string             `json:"unread"`    // clauses, which are not kept
	Unkept      []string             `json:"unkept"`    // what was read and is not kept as it was said
	Template    string               `json:"template"`
	Confidence  float64              `json:"confidence"`
	Start       string               `json:"start"`
	End         string               `json:"end"`
	Read        []wish.Reading       `json:"read"`
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
	Weeks       []goalWeek           `json:"weeks"`    // what it takes of the hours of each
	Warnings    []string             `json:"warnings"` // what of the calendars could not be taken as it is
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

// goalWeek is what a goal takes of the hours that there are for it in a week.
type goalWeek struct {
	Monday  string `json:"monday"`
	Minutes int    `json:"minutes"`
	Room    int    `json:"room"`
}

type goalBlock struct {
	Part  string    `json:"part"`
	Title string    `json:"title"`
	From  time.Time `json:"from"`
	To    time.Time `json:"to"`
}

func (p *program) goalJSON(d *draft.Draft, ways []string) goalResult {
	out := goalResult{
		Title: d.Title(), KeepsAll: d.Keeps(), Unread: d.Unread, Unkept: d.Unkept, Template: d.Selection.Template.Name, Confidence: d.Selection.Spec.Confidence,
		Start: dated(d.Start), End: dated(d.End), Read: d.Wish.Readings, Ways: ways, Hours: d.Hours(),
		Questions: d.Questions, Assumptions: d.Assumptions,
		Verdict: d.Result.Verdict, Certificate: d.Result.Certificate, Schedules: d.Result.Generated,
		Warnings: p.calendarWarnings,
	}
	if len(d.Goal.Outline.Nodes) == 0 {
		return out // it waits for its steps
	}
	for _, r := range d.Goal.Rows(d.Frame, d.Result.Schedule) {
		out.Parts = append(out.Parts, goalPart{
			ID: r.ID, Parent: r.Parent, Level: string(r.Level), Title: r.Title, Minutes: r.Work, First: dated(r.First), Last: dated(r.Last), Notes: r.Notes,
		})
	}
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		out.Blocks = append(out.Blocks, goalBlock{Part: b.Node, Title: b.Title, From: b.From, To: b.To})
	}
	for _, w := range d.Weeks() {
		out.Weeks = append(out.Weeks, goalWeek{Monday: w.Monday.String(), Minutes: w.Shares[0].Minutes, Room: w.Room})
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
