package reasontools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
)

const pageOfNotes = 1000 // that are looked through at a time

// A boxed is what is told of a task.
type boxed struct {
	Text      string `json:"text"`
	Due       string `json:"due,omitempty"`
	DueNote   string `json:"due_note,omitempty"`
	Scheduled string `json:"scheduled,omitempty"`
	Completed string `json:"completed,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"`
	Note      string `json:"note"`
}

func (d Deps) tasks(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		About  string
		DueBy  string `json:"due_by"`
		Done   bool
		Cursor int
		days
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	due, err := notes.ParseDay(in.DueBy)
	if err != nil {
		return reason.Failed("bad_arguments", "due_by is not a day such as 2027-04-25")
	}
	of, err := in.days.read()
	if err != nil {
		return failed("bad_arguments", err)
	}
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return failed("bad_zone", err)
	}
	reader, ok := task.NewReader(d.Domains().GetSchemas())
	if !ok {
		return found(1, map[string]any{"tasks": []boxed{}}, "No domain has tasks.")
	}
	if err := d.Notes.Fresh(ctx, scope(c), nil); err != nil {
		return failed("read_failed", err)
	}
	about := search.Meaning(in.About)
	out := []boxed{}
	for after := ""; ; {
		page, err := d.Notes.List(ctx, scope(c), of, after, pageOfNotes, false)
		if err != nil {
			return failed("read_failed", err)
		}
		if len(page) == 0 {
			break
		}
		after = page[len(page)-1].GetId()
		for _, e := range page {
			ref := timespan.Ref{Now: time.Time{}.In(zone), WeekStart: d.WeekStart}
			if e.GetTime() != nil {
				ref.Now = e.GetTime().AsTime().In(zone)
			}
			for _, t := range reader.ReadEntry(e, ref) {
				if t.Open() == in.Done || !due.IsZero() && (t.Due.IsZero() || t.Due.After(due)) || !hasWords(about, t.Text+" "+strings.Join(e.GetHeadings(), " ")) {
					continue
				}
				out = append(out, boxed{
					Text: t.Text, Due: t.Due.String(), DueNote: t.DueNote, Scheduled: t.Scheduled.String(), Completed: t.Completed.String(), Cancelled: t.Cancelled, Note: e.GetId(),
				})
			}
		}
	}
	kind := "open task"
	if in.Done {
		kind = "closed task"
		slices.Reverse(out) // the latest notes first
	} else {
		stable.Sort(out, func(a, b boxed) int { return strings.Compare(last(a.Due), last(b.Due)) })
	}
	return list[boxed]{name: "tasks", thing: kind, items: out}.page(in.Cursor, 1, nil)
}

// last orders what tells no day after what does.
func last(day string) string {
	if day == "" {
		return "~"
	}
	return day
}

// hasWords says that a text has all of some words.
func hasWords(words map[string]bool, text string) bool {
	if len(words) == 0 {
		return true
	}
	own := search.Meaning(text)
	for w := range words {
		if !own[w] {
			return false
		}
	}
	return true
}

// A fact is what is told of something that is remembered.
type fact struct {
	Kind      string `json:"kind"`
	About     string `json:"about"`
	Value     string `json:"value"`
	Certainty string `json:"certainty,omitempty"`
	From      string `json:"from,omitempty"`
}

func (d Deps) facts(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		About  string
		Cursor int
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	page, err := d.Notes.Context(ctx, scope(c))
	if err != nil {
		return failed("read_failed", err)
	}
	about := search.Meaning(in.About)
	out := []fact{}
	for _, it := range contextpage.Parse(page.Text).Items() {
		if hasWords(about, strings.ReplaceAll(it.Key, "_", " ")+" "+it.Value) {
			out = append(out, fact{
				Kind: word(it.Category, "CATEGORY_"), About: it.Key, Value: it.Value, Certainty: word(it.Certainty, "CERTAINTY_"), From: it.Source,
			})
		}
	}
	r := list[fact]{name: "facts", thing: "remembered thing", items: out}.page(in.Cursor, 1, nil)
	if r.OK && page.Beyond > 0 {
		r.Explanations = append(r.Explanations, fmt.Sprintf("%d more bytes of the page are not read: it is too long.", page.Beyond))
	}
	return r
}
