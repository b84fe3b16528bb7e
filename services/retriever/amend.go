package retriever

import (
	"context"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

const (
	// A note is mended on its day or soon after. What is mended later names its
	// subject, and a search finds it like any other note.
	mendDays = 2
	// Who finds more than this has found their corrections by their words.
	mostMended = 200
	// Of so many notes it is looked up whether a later one says that they are overtaken, the best.
	mostPlans = 16
)

// amend adds to what was found the corrections that mend it: "yesterday's was
// 115, not 120" belongs to yesterday's note, whatever range and words were
// looked for.
func (l *lookup) amend(ctx context.Context, r store.Reader, s store.Scope) error {
	if len(l.found) == 0 || len(l.found) > mostMended {
		return nil
	}
	score := make(map[string]float64, len(l.found))
	var days []notes.Day
	for _, f := range l.found {
		score[f.ID] = f.Score
		if id, err := notes.ParseID(f.ID); err == nil && !id.Undated() {
			days = append(days, id.Day())
		}
	}
	for _, near := range around(days) {
		entries, err := r.List(ctx, s, near, "", 0, false)
		if err != nil {
			return err
		}
		for i, c := range entries {
			if _, known := score[c.GetId()]; known || !c.GetCorrection() || !l.mayHold(c) {
				continue
			}
			if target := mended(c, entries[:i], score); target != "" {
				l.found = append(l.found, search.Ranked{ID: c.GetId(), Score: score[target]})
				l.total++
			}
		}
	}
	if err := l.overtake(ctx, r, s, score); err != nil {
		return err
	}
	slices.SortFunc(l.found, search.CompareRanked)
	return nil
}

// overtake adds to the notes that plan something for days to come that are asked about the
// later ones that say that it is otherwise: "the dentist is off" names no day, and may be of any.
func (l *lookup) overtake(ctx context.Context, r store.Reader, s store.Scope, score map[string]float64) error {
	within := l.named
	if l.instruction.GetAnswerType() == commonv1.AnswerType_ANSWER_TYPE_DAY && len(within) == 0 {
		within = []notes.Range{{Start: l.today}}
	}
	asked := func(d notes.Day) bool {
		return !d.Before(l.today) && slices.ContainsFunc(within, func(r notes.Range) bool { return r.Contains(d) })
	}
	if !slices.ContainsFunc(within, func(r notes.Range) bool { return r.End.IsZero() || !r.End.Before(l.today) }) {
		return nil
	}
	var ids []string
	for _, f := range l.found[:min(len(l.found), mostPlans)] {
		ids = append(ids, f.ID)
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return err
	}
	for _, e := range entries {
		n, ok := planned(e)
		if !ok {
			continue
		}
		for _, p := range eventtime.FindPlans(n, time.Monday, l.today, asked) {
			words := p.TellingWords()
			if len(words) == 0 {
				continue
			}
			found, err := r.Find(ctx, s, store.Query{
				Range: notes.Range{Start: notes.DayOf(n.At)}, Terms: []store.Term{{Forms: words}, {Forms: eventtime.SettlingWords}},
				All: true, Limit: mostMended, Near: p.Day(),
			})
			if err != nil {
				return err
			}
			if err := l.addSettling(ctx, r, s, p, found.Hits, score, e.GetId()); err != nil {
				return err
			}
		}
	}
	return nil
}

// addSettling adds those of some notes that settle a plan.
func (l *lookup) addSettling(ctx context.Context, r store.Reader, s store.Scope, p eventtime.Plan, hits []store.Hit, score map[string]float64, plan string) error {
	var ids []string
	for _, h := range hits {
		if _, known := score[h.ID]; !known {
			ids = append(ids, h.ID)
		}
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if n, ok := planned(e); ok && eventtime.SettlesPlan(n, p, time.Monday) {
			score[e.GetId()] = score[plan]
			l.found = append(l.found, search.Ranked{ID: e.GetId(), Score: score[plan]})
			l.total++
		}
	}
	return nil
}

// planned is a note as its days are read; an undated one has none.
func planned(e *commonv1.Entry) (eventtime.Note, bool) {
	id, err := notes.ParseID(e.GetId())
	if err != nil || id.Undated() {
		return eventtime.Note{}, false
	}
	return eventtime.Note{At: id.Local, Text: e.GetText()}, true
}

// mayHold reports whether a correction is this lookup's to add. What lies in the
// instruction's range but in another shard is found there.
func (l *lookup) mayHold(c *commonv1.Entry) bool {
	day, err := notes.ParseDay(c.GetDate())
	return err == nil && (!l.own.Contains(day) || l.within.Contains(day))
}

// around returns the days and those in which they may be mended, joined.
func around(days []notes.Day) []notes.Range {
	slices.SortFunc(days, notes.Day.Compare)
	var out []notes.Range
	for _, d := range days {
		if n := len(out); n > 0 && !d.After(out[n-1].End) {
			out[n-1].End = d.AddDays(mendDays)
			continue
		}
		out = append(out, notes.Range{Start: d, End: d.AddDays(mendDays)})
	}
	return out
}

// mended returns which of the entries found before it a correction mends: the
// latest that shares a telling word or a number with it, or the one right before
// it. "" if it mends none of them.
func mended(c *commonv1.Entry, before []*commonv1.Entry, found map[string]float64) string {
	words := search.Meaning(c.GetText())
	for i := len(before) - 1; i >= 0; i-- {
		e := before[i]
		if _, ok := found[e.GetId()]; !ok {
			continue
		}
		if i == len(before)-1 && e.GetDate() == c.GetDate() {
			return e.GetId()
		}
		for stem := range search.Meaning(e.GetText()) {
			if words[stem] {
				return e.GetId()
			}
		}
	}
	return ""
}
