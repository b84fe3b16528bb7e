package reasontools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/store"
)

const usualNotes = 8 // that a search tells at a time

// A note is what is told of one.
type note struct {
	ID   string `json:"id"`
	Day  string `json:"day,omitempty"`
	Text string `json:"text"`
	// Bytes is how long the whole text is, where a part of it is told.
	Bytes int `json:"bytes,omitempty"`
}

// passageOf is a note with what of its text answers best.
func passageOf(e *commonv1.Entry, best *commonv1.TextRange) note {
	shown := excerpt.Passage(&commonv1.EvidenceNote{Entry: e, Best: best}).GetEntry().GetText()
	out := note{ID: e.GetId(), Day: e.GetDate(), Text: shown}
	if shown != e.GetText() {
		out.Bytes = len(e.GetText())
	}
	return out
}

func (d Deps) search(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		Query         string
		Limit, Cursor int
		days
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return failed("bad_arguments", err)
	}
	if _, err := in.days.read(); err != nil {
		return failed("bad_arguments", err)
	}
	if in.Limit == 0 {
		in.Limit = usualNotes
	}
	if in.Query == "" {
		if in.days == (days{}) {
			return reason.Failed("bad_arguments", "give query, or from and to, or all of them")
		}
		return d.notesOf(ctx, c, in.days, in.Limit, in.Cursor)
	}
	req := &retrieverv1.RetrieveRequest{
		Context: c, MaxEntries: int32(min(in.Cursor, maxListed) + in.Limit),
		Instructions: []*commonv1.RetrievalInstruction{{
			Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: in.Query, Purpose: "What bears on it.", DateRange: in.days.dateRange(),
		}},
	}
	if d.Domains != nil {
		req.Vocabulary = d.Domains().GetVocabulary()
	}
	res, err := d.Retriever.Retrieve(ctx, req)
	if err != nil {
		return failed("search_failed", err)
	}
	l := list[note]{name: "notes", thing: "note", total: int(res.GetTotal())}
	sure := 0.0
	for _, e := range res.GetEntries() {
		l.items = append(l.items, passageOf(e.GetEntry(), e.GetBest()))
		if e.GetCovers() {
			sure = 1
		} else {
			sure = max(sure, .5)
		}
	}
	r := l.page(in.Cursor, sure, nil)
	if r.OK {
		r.Explanations[0] = fmt.Sprintf("For “%s”: %s", in.Query, r.Explanations[0])
	}
	return degraded(r, res)
}

// degraded is a result with what a search did not come to: files that can't be read, a part of
// the notes that nobody has looked through.
func degraded(r reason.Result, res *retrieverv1.RetrieveResponse) reason.Result {
	if !r.OK {
		return r
	}
	r = withWarnings(r, res.GetWarnings())
	if res.GetProvenance().GetDegraded() {
		r.Confidence = min(r.Confidence, .5)
		r.Explanations = append(r.Explanations, "Not all notes could be looked through, so there may be more.")
	}
	return r
}

const mostWarnings = 3

func withWarnings(r reason.Result, warnings []string) reason.Result {
	r.Explanations = append(r.Explanations, warnings[:min(len(warnings), mostWarnings)]...)
	if n := len(warnings) - mostWarnings; n > 0 {
		r.Explanations = append(r.Explanations, fmt.Sprintf("There are %s more.", count(n, "warning")))
	}
	return r
}

// notesOf are all notes of some days, the oldest first.
func (d Deps) notesOf(ctx context.Context, c *commonv1.CallContext, on days, limit, cursor int) reason.Result {
	r, err := on.read()
	if err != nil {
		return failed("bad_arguments", err)
	}
	if err := d.Notes.Fresh(ctx, scope(c), nil); err != nil {
		return failed("read_failed", err)
	}
	all, err := d.Notes.Find(ctx, scope(c), store.Query{Range: r, Limit: 1})
	if err != nil {
		return failed("read_failed", err)
	}
	entries, err := d.Notes.List(ctx, scope(c), r, "", cursor+limit, false)
	if err != nil {
		return failed("read_failed", err)
	}
	l := list[note]{name: "notes", thing: "note", total: all.Total}
	for _, e := range entries {
		l.items = append(l.items, passageOf(e, nil))
	}
	return withWarnings(l.page(cursor, 1, nil), all.Warnings)
}

func (d Deps) read(ctx context.Context, c *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		ID     string
		Offset int
	}
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
	words, begin, next := partFrom(e.GetText(), in.Offset)
	out := map[string]any{"id": e.GetId(), "day": e.GetDate(), "text": words}
	told := fmt.Sprintf("The note of %s.", e.GetDate())
	if e.GetDate() == "" {
		told = "A note without a day."
	}
	if begin > 0 || next > 0 {
		out["offset"], out["bytes"] = begin, len(e.GetText())
		told = fmt.Sprintf("%s Bytes %d to %d of %d", told, begin, begin+len(words), len(e.GetText()))
		if next > 0 {
			out["next_offset"] = next
			told += fmt.Sprintf("; offset %d tells the next.", next)
		} else {
			told += ", the last ones."
		}
	}
	if data := e.GetDomainData().AsMap(); len(data) > 0 && begin == 0 {
		out["data"] = data
		if all, err := json.Marshal(out); err == nil && len(all) > pageBytes {
			delete(out, "data")
			told += " What was read from it is left out: it is too long."
		}
	}
	return found(1, out, "%s", told)
}
