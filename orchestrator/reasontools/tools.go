// Package reasontools are the tools by which something is found out about a person's notes and
// plans. They only read, and return what the person may see: the people of a tenant share its
// notes, and have plans and roadmaps of their own.
package reasontools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/store"
)

// Deps are what the tools ask.
type Deps struct {
	Retriever interface {
		Retrieve(ctx context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error)
	}
	// Domains returns the domains of notes, which say how tasks are written and which words
	// stand for each other.
	Domains func() *commonv1.DomainContext
	Notes   interface {
		store.Reader
		Context(ctx context.Context, s store.Scope) (store.Context, error)
	}
	Timelines roadmaps.Store
	Plans     Plans
	// Calendars returns what a person's calendars hold; nil where there are none.
	Calendars func(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, error)
	WeekStart time.Weekday
}

// All are the tools.
func All(d Deps) []reasongraph.Tool {
	return []reasongraph.Tool{
		tool("search_notes", "Finds the person's notes for words or a question, the best first, each with its id, its day and the passage that fits best.",
			`"query":{"type":"string","minLength":1,"maxLength":500},"limit":{"type":"integer","minimum":1,"maximum":20}`, d.search, "query"),
		tool("read_note", "Reads a whole note by its id, with what was read from it.",
			`"id":{"type":"string","minLength":1,"maxLength":64}`, d.read, "id"),
		tool("list_tasks", "Lists the open tasks (check boxes) in the person's notes, the soonest due first. about: only those with all of these words; due_by: only those due by this day, such as 2027-04-25; done: the done and cancelled ones in place of the open ones.",
			`"about":{"type":"string","maxLength":200},"due_by":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"done":{"type":"boolean"}`, d.tasks),
		tool("list_facts", "Lists what is remembered of the person: preferences, habits, facts (records, routines), insights, each with how certain it is and the note that it is from. about: only those with all of these words.",
			`"about":{"type":"string","maxLength":200}`, d.facts),
		tool("list_roadmaps", "Lists the person's roadmaps (goals on their time): state, last day, how much is done, and what comes next.",
			``, d.roadmaps),
		tool("read_roadmap", "Reads one roadmap by its id or words of its title: its parts (phases, tasks, how long, what is done) and its next blocks of time.",
			`"roadmap":{"type":"string","minLength":1,"maxLength":200}`, d.roadmap, "roadmap"),
		tool("agenda", "Tells what the person's time is for on some days: work of roadmaps, and what calendars hold. Days are written 2027-04-25.",
			`"from":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"days":{"type":"integer","minimum":1,"maximum":31}`, d.agenda, "from"),
		tool("list_plans", "Lists the plans that the person has proposed (steps that Weft carries out by tools once approved), newest first: objective, state, how many steps are done. ended: those that have ended, too.",
			`"ended":{"type":"boolean"}`, d.plans),
		tool("read_plan", "Reads one plan by its id: its steps, how each stands and what came of it, and what it waits for.",
			`"id":{"type":"string","minLength":1,"maxLength":64}`, d.plan, "id"),
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

// part tells how many of a thing are told of all that there are.
func part(told, all int, thing string) string {
	if told == all {
		return count(all, thing)
	}
	return fmt.Sprintf("%d of %s", told, count(all, thing))
}

func scope(c *commonv1.CallContext) store.Scope {
	return store.Scope{Tenant: c.GetTenant(), User: c.GetUser()}
}

const usualNotes = 8

// A note is what is told of one.
type note struct {
	ID   string `json:"id"`
	Day  string `json:"day,omitempty"`
	Text string `json:"text"`
}

func (d Deps) search(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		Query string
		Limit int
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	if in.Limit == 0 {
		in.Limit = usualNotes
	}
	req := &retrieverv1.RetrieveRequest{
		Context: c, MaxEntries: int32(in.Limit),
		Instructions: []*commonv1.RetrievalInstruction{{
			Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: in.Query, Purpose: "What bears on it.",
		}},
	}
	if d.Domains != nil {
		req.Vocabulary = d.Domains().GetVocabulary()
	}
	res, err := d.Retriever.Retrieve(ctx, req)
	if err != nil {
		return failed("search_failed", err)
	}
	out := make([]note, 0, len(res.GetEntries()))
	sure := 0.0
	for _, e := range res.GetEntries() {
		shown := excerpt.Passage(&commonv1.EvidenceNote{Entry: e.GetEntry(), Best: e.GetBest()})
		out = append(out, note{ID: e.GetEntry().GetId(), Day: e.GetEntry().GetDate(), Text: shown.GetEntry().GetText()})
		if e.GetCovers() {
			sure = 1
		} else {
			sure = max(sure, .5)
		}
	}
	return found(sure, map[string]any{"notes": out, "more": res.GetTruncated()}, "%s for “%s”.", count(len(out), "note"), in.Query)
}

func (d Deps) read(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct{ ID string }
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	e, err := d.Notes.Get(ctx, scope(c), in.ID)
	switch {
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrInvalid):
		return reason.Failed("not_found", "there is no note with this id; search_notes tells ids")
	case err != nil:
		return failed("read_failed", err)
	}
	out := map[string]any{"id": e.GetId(), "day": e.GetDate(), "text": e.GetText()}
	if data := e.GetDomainData(); data != nil {
		out["data"] = data.AsMap()
	}
	return found(1, out, "The note of %s.", e.GetDate())
}
