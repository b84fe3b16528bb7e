// Package reasontools are the tools by which something is found out about a person's notes and
// plans. They only read, and return what the person may see: the people of a tenant share its
// notes, and have plans and roadmaps of their own.
package reasontools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/store"
)

// Deps are what the tools ask.
type Deps struct {
	Retriever interface {
		Retrieve(ctx context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error)
	}
	// Domains returns all domains of notes, which say how tasks are written, which words stand
	// for each other, and what is measured. Schemas returns what they declare, as retrievers
	// take it, those of one domain first.
	Domains func() *commonv1.DomainContext
	Schemas func(first ...string) []*commonv1.DomainSchema
	Notes   interface {
		store.Reader
		Context(ctx context.Context, s store.Scope) (store.Context, error)
	}
	Timelines roadmaps.Store
	Plans     Plans
	// Calendars returns what a person's calendars hold; nil where there are none.
	Calendars func(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, []string, error)
	WeekStart time.Weekday
}

// All are the tools.
func All(d Deps) []reasongraph.Tool { return append(Readers(d), Computers(d)...) }

// Readers are those that look things up. Lists and long texts are told in pages: next_cursor or
// next_offset is what the next call takes.
func Readers(d Deps) []reasongraph.Tool {
	return []reasongraph.Tool{
		tool("search_notes", "Finds the person's notes for words or a question, the best first, each with its id, its day and the passage that fits best. from, to: only those of these days. Without query: all notes of these days, the oldest first. cursor: next_cursor of the page before.",
			`"query":{"type":"string","maxLength":500},`+fromTo+`,"limit":{"type":"integer","minimum":1,"maximum":20},`+cursorArg, d.search),
		tool("read_note", "Reads a note by its id, with what was read from it. offset: next_offset of the part before, of a long one.",
			`"id":{"type":"string","minLength":1,"maxLength":64},"offset":{"type":"integer","minimum":0}`, d.read, "id"),
		tool("list_tasks", "Lists the open tasks (check boxes) in the person's notes, the soonest due first. about: only those with all of these words; due_by: only those due by this day; from, to: only those in notes of these days; done: the done and cancelled ones in place of the open ones.",
			`"about":{"type":"string","maxLength":200},"due_by":`+dayPattern+`,`+fromTo+`,"done":{"type":"boolean"},`+cursorArg, d.tasks),
		tool("list_facts", "Lists what is remembered of the person: preferences, habits, facts (records, routines), insights, each with how certain it is and the note that it is from. about: only those with all of these words.",
			`"about":{"type":"string","maxLength":200},`+cursorArg, d.facts),
		tool("list_roadmaps", "Lists the person's roadmaps (goals on their time): state, last day, how much is done, and what comes next.",
			cursorArg, d.roadmaps),
		tool("read_roadmap", "Reads one roadmap by its id or words of its title: its parts (phases, tasks, how long, what is done) and its next blocks of time.",
			`"roadmap":{"type":"string","minLength":1,"maxLength":200},`+cursorArg, d.roadmap, "roadmap"),
		tool("agenda", "Tells what the person's time is for from a day on: work of roadmaps, and what calendars hold. to, or days: how far, at most 31 days; without them that day alone.",
			fromTo+`,"days":{"type":"integer","minimum":1,"maximum":31},`+cursorArg, d.agenda, "from"),
		tool("list_plans", "Lists the plans that the person has proposed (steps that Weft carries out by tools once approved), newest first: objective, state, how many steps are done. ended: those that have ended, too.",
			`"ended":{"type":"boolean"},`+cursorArg, d.plans),
		tool("read_plan", "Reads one plan by its id: its steps, how each stands and what came of it, and what it waits for.",
			`"id":{"type":"string","minLength":1,"maxLength":64},`+cursorArg, d.plan, "id"),
	}
}

// Computers are those that work something out, so that no model has to.
func Computers(d Deps) []reasongraph.Tool {
	return []reasongraph.Tool{
		tool("series", "Tells the values of a measure that notes give, such as running.distance, or what they come to (compute, for each of by), on days from, to. about: only of this, such as squat. versus_from, versus_to: compared with these days. A wrong measure tells which there are.",
			seriesArgs, d.series, "measure"),
		tool("compute", "Works out a number from words of notes, where series has no measure for it: op over items, each with the note's id and its words that hold the number, copied. number: which, of several. difference is the first minus the others. Take it in place of working anything out yourself.",
			computeArgs, d.compute, "op", "items"),
	}
}

// tool makes a tool of the properties of its arguments, with those that it has to have.
func tool(name, text, properties string, call func(context.Context, *commonv1.CallContext, json.RawMessage) reason.Result, required ...string) reasongraph.Tool {
	input := `{"type":"object","properties":{` + properties + `}`
	if len(required) > 0 {
		input += `,"required":["` + strings.Join(required, `","`) + `"]`
	}
	input += `,"additionalProperties":false}`
	return reasongraph.Tool{Tool: reason.Tool{Name: name, Text: text, Input: json.RawMessage(input)}, Call: call}
}

// found is the result of what was found.
func found(confidence float64, data any, explanation string, args ...any) reason.Result {
	out, err := json.Marshal(data)
	if err != nil {
		return reason.Failed("bad_result", err.Error())
	}
	return reason.Result{OK: true, Confidence: confidence, Data: out, Explanations: []string{fmt.Sprintf(explanation, args...)}}
}

// failed is the result of what went wrong elsewhere.
func failed(code string, err error) reason.Result { return reason.Failed(code, err.Error()) }

// count tells how many there are of a thing.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func scope(c *commonv1.CallContext) store.Scope {
	return store.Scope{Tenant: c.GetTenant(), User: c.GetUser()}
}
