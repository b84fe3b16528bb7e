package notegraph

import (
	"context"
	"errors"
	"fmt"
	"time"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

// ErrNotKept says that a note that was accepted could not be written. It is tried
// again until it can: there is no other copy of it.
var ErrNotKept = errors.New("the note can't be kept yet")

// keep puts the text on disk: no parser that fails can lose a note.
func (h handlers) keep(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	at, err := noteTime(s.Input.GetContext(), s.note(), s.correction())
	if err != nil {
		return graph.Result{}, err
	}
	entry, err := h.Store.Keep(ctx, s.Scope(), store.NewEntry{
		Key:        s.RunID,
		Time:       at,
		Text:       s.note(),
		Correction: s.correction(),
	})
	switch {
	case errors.Is(err, store.ErrReadOnly), errors.Is(err, store.ErrInvalid):
		return graph.Result{}, fmt.Errorf("keep the note: %w", err)
	case err != nil:
		return graph.Result{}, fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	return graph.Result{Outcome: KeptOK, Output: &notegraphv1.Kept{Entry: refOf(entry, 0), Progress: h.progress(ctx, s, at)}}, nil
}

// progressWithin is how long it takes at most to look whether a note tells of a task.
const progressWithin = time.Second

// progress is the task that a note may tell of as done. It is an offer, for which nothing waits
// long.
func (h handlers) progress(ctx context.Context, s State, about time.Time) *planningv1.Progress {
	if h.Plans == nil || s.correction() || s.Route.GetKeepAs() != "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, progressWithin)
	defer cancel()
	return h.Plans.Progress(ctx, s.Scope().Tenant, s.Scope().User, s.note(), about, s.Input.GetContext().GetNow().AsTime())
}

func (h handlers) parse(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	out := &notegraphv1.Parsed{Entry: s.Kept, Domains: h.Domains.Version()}
	req, err := h.parseRequest(ctx, s)
	if err == nil {
		out.Parse, err = h.Parser.Parse(ctx, req)
	}
	if err != nil {
		return graph.Result{}, fmt.Errorf("parse the note: %w", err)
	}
	outcome := ParsedOK
	if c := out.GetParse().GetCorrection(); c != nil && c.GetTargetEntryId() == "" && len(c.GetCandidateEntryIds()) > 0 {
		outcome = Unclear
	}
	return graph.Result{Outcome: outcome, Output: out, Degraded: out.GetParse().GetProvenance().GetDegraded()}, nil
}

// noteTime is the moment that a note is about, by the words in it. A correction
// is about the moment it was made; what it corrects keeps its own.
func noteTime(c *commonv1.CallContext, text string, correction bool) (time.Time, error) {
	loc, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return time.Time{}, fmt.Errorf("time zone %q: %w", c.GetTimeZone(), err)
	}
	now := c.GetNow().AsTime().In(loc)
	if correction {
		return now, nil
	}
	at, _ := timespan.EntryTime(text, now, timespan.WeekStart(c.GetWeekStart()))
	return at, nil
}

// parseRequest asks for a note, or for a correction together with the entries
// that it may mean. The entry that holds the correction itself is not one.
func (h handlers) parseRequest(ctx context.Context, s State) (*parserv1.ParseRequest, error) {
	domains := h.Domains.Reading(s.Domains, s.note())
	if s.correction() {
		// What is corrected may lie in a domain that the correction does not name.
		all := h.Domains.Names()
		domains = h.Domains.Context(all)
		domains.Schemas = h.Domains.Reading(all, s.note()).GetSchemas()
	}
	req := &parserv1.ParseRequest{
		Context:          s.call(ctx),
		Text:             s.note(),
		WrittenAt:        s.Input.GetContext().GetNow(),
		DomainContext:    domains,
		Correction:       s.correction(),
		CorrectionTarget: s.Route.GetCorrectionTarget(),
		ChosenEntryId:    s.Chosen,
	}
	var err error
	if s.correction() {
		req.Recent, err = h.recent(ctx, s, s.Kept.GetId(), h.c.RecentDays)
	}
	return req, err
}

// recent returns the latest entries, at most as many as given, newest first,
// without corrections and without the given one.
func (h handlers) recent(ctx context.Context, s State, but string, most int) ([]*commonv1.Entry, error) {
	all, err := h.Store.List(ctx, s.Scope(), notes.Range{}, "", most, true)
	if err != nil {
		return nil, fmt.Errorf("read recent notes: %w", err)
	}
	now := s.Input.GetContext().GetNow().AsTime()
	var out []*commonv1.Entry
	room := h.c.MaxBytes / 2 // of a message to an agent, beside what else is in it
	for _, e := range all {
		if room -= proto.Size(e); h.c.MaxBytes > 0 && room < 0 {
			break
		}
		if e.GetId() != but && e.GetDate() != "" && !e.GetCorrection() && !e.GetTime().AsTime().After(now) {
			out = append(out, e)
		}
	}
	return out, nil
}

// clarifyTarget asks which of the entries that fit a correction means.
func (h handlers) clarifyTarget(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	candidates := s.Parsed.GetParse().GetCorrection().GetCandidateEntryIds()
	options := &clarifierv1.Options{}
	read, err := h.Store.Entries(ctx, s.Scope(), candidates)
	if err != nil {
		return graph.Result{}, fmt.Errorf("read the notes that it may mean: %w", err)
	}
	for _, e := range read {
		options.Values = append(options.Values, e.GetId()+": "+firstWords(e.GetText(), 80))
	}
	gap := &commonv1.Gap{
		Id:       "correction:target",
		Reason:   commonv1.GapReason_GAP_REASON_AMBIGUOUS,
		Severity: commonv1.Severity_SEVERITY_CRITICAL,
		Searched: true,
	}
	res, err := h.Clarifier.Clarify(ctx, &clarifierv1.ClarifyRequest{
		Context:  s.call(ctx),
		Query:    s.Input.GetText(),
		Gaps:     []*commonv1.Gap{gap},
		Previous: s.Clarifications,
		Options:  map[string]*clarifierv1.Options{gap.GetId(): options},
	})
	if err != nil {
		return graph.Result{}, fmt.Errorf("clarify: %w", err)
	}
	return asking(res), nil
}

// firstWords returns the beginning of a text as one line of at most n runes.
func firstWords(text string, n int) string {
	line := make([]rune, 0, n)
	for _, r := range text {
		if r == '\n' || r == '\r' {
			r = ' '
		}
		if len(line) == n {
			return string(line[:n-1]) + "…"
		}
		line = append(line, r)
	}
	return string(line)
}

// store puts what the parser made of the text beside it.
func (h handlers) store(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	out := &notegraphv1.Stored{Entry: s.Kept}
	p := s.Parsed.GetParse()
	var err error
	switch {
	case p == nil: // kept, not parsed
	case s.correction() && (p.GetCorrection().GetTargetEntryId() != "" || len(p.GetDomainData().GetFields()) == 0):
		err = h.correct(ctx, s, out)
		if errors.Is(err, errPath) || isNotFound(err) {
			// Nor is a correction lost whose note was changed or removed meanwhile.
			out.Warnings = append(out.Warnings, "The note you corrected changed in the meantime, so its data was left as it is; your correction is kept as a note. Check that note, and correct it again if it is still wrong.")
			err = nil
		}
	case !s.correction() || len(p.GetDomainData().GetFields()) > 0:
		var entry *commonv1.Entry
		entry, err = h.fill(ctx, s)
		if errors.Is(err, store.ErrConflict) || isNotFound(err) {
			// A person edited or removed it meanwhile. Theirs is the last word.
			out.Warnings = append(out.Warnings, "The note changed while it was being parsed; its new text counts.")
			err = nil
		} else if err == nil {
			s.bodies.put(entry.GetId(), entry, h.c.MaxBytes)
		}
	}
	var corrupt *store.CorruptError
	if errors.As(err, &corrupt) {
		// Trying again would not help, and failing would invite the user to write
		// the note a second time.
		out.Warnings = append(out.Warnings, fmt.Sprintf(
			"The note is kept, but its data isn't: %v. That file was not changed; repair it or move it away.", corrupt))
		return graph.Result{Outcome: Stored, Output: out, Degraded: true}, nil
	}
	if err != nil {
		return graph.Result{}, fmt.Errorf("store the note: %w", err)
	}
	return graph.Result{Outcome: Stored, Output: out}, nil
}

// fill stores what the parser made of a note's text.
func (h handlers) fill(ctx context.Context, s State) (*commonv1.Entry, error) {
	p := s.Parsed.GetParse()
	return h.Store.SetParsed(ctx, s.Scope(), s.Kept.GetId(), s.Kept.GetContentHash(),
		store.Parsed{Data: p.GetDomainData(), Tags: p.GetTags(), Domains: s.Parsed.GetDomains()})
}

func (h handlers) correct(ctx context.Context, s State, out *notegraphv1.Stored) error {
	c := s.Parsed.GetParse().GetCorrection()
	if c.GetTargetEntryId() == "" || len(c.GetChanges()) == 0 {
		out.Warnings = append(out.Warnings, "Your correction is kept as a note; no other note's data was changed.")
		return nil
	}
	target, err := h.Store.Get(ctx, s.Scope(), c.GetTargetEntryId())
	if err != nil {
		return fmt.Errorf("read note %s: %w", c.GetTargetEntryId(), err)
	}
	data, err := changed(dataOf(target, h.Domains.Context(h.Domains.Names())), c.GetChanges())
	if err != nil {
		return err
	}
	target, err = h.Store.Correct(ctx, s.Scope(), target.GetId(), s.RunID, store.Parsed{Data: data, Tags: target.GetTags()})
	if err != nil {
		return err
	}
	s.bodies.put(target.GetId(), target, h.c.MaxBytes)
	out.Corrected = refOf(target, 0)
	return nil
}

// stamp is a protobuf timestamp, nil for the zero time.
func stamp(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }
