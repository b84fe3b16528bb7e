package parser

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// readCorrection finds what a correction changes. It stays where it was written
// and holds no data of its own: "185 not 85" is no new event.
func readCorrection(in *input, ex *extract.Extractor) *reading {
	text := in.req.GetText()
	r := &reading{at: in.writtenAt, data: empty(), tags: ex.Extract(text).Tags, correction: &pb.Correction{}}
	if r.readNotation(in, ex) {
		return r
	}
	c, ok := readClaim(text, ex)
	if c.before == nil && r.readRestated(in, ex, c) {
		return r
	}
	var found []hit
	if ok {
		found = newHunt(in, ex, c).hits()
		if len(found) == 0 && c.before != nil && in.req.GetChosenEntryId() != "" {
			// The user named the entry, so what is right may say enough.
			c.before = nil
			found = newHunt(in, ex, c).hits()
		}
	}
	chosen := in.req.GetChosenEntryId()
	hits, rivals := choose(in, c, found)
	switch {
	case len(hits) > 0:
		r.correction.TargetEntryId = hits[0].entry.GetId()
		for _, h := range hits {
			r.correction.Changes = append(r.correction.Changes, changes(h.field, c.after)...)
		}
		r.correction.Changes = append(r.correction.Changes, lasting(in, ex, hits[0], r.correction.Changes)...)
		r.notes = append(r.notes, describe(hits, c.after))
		r.confidence = 0.9
	case chosen != "":
		r.correction.TargetEntryId = chosen
		r.notes = append(r.notes, "The entry holds no value that the correction could change.")
		r.confidence = 0.5
	case len(rivals) > 0:
		r.correction.CandidateEntryIds = rivals
		r.notes = append(r.notes, ambiguous)
		r.confidence = 0.5
	case r.readMentioned(in, ex, c):
	default:
		r.notes = append(r.notes, "No recent entry holds what the correction is about.")
		r.confidence = 0.3
	}
	return r
}

// readNotation handles corrections of several values at once. It is false if
// the text is none.
func (r *reading) readNotation(in *input, ex *extract.Extractor) bool {
	found, changed := readNotation(in, ex)
	if len(found) == 0 {
		return false
	}
	c := claim{deictic: deictic.MatchString(in.req.GetText())}
	hits, rivals := choose(in, c, found)
	if len(hits) == 0 {
		r.correction.CandidateEntryIds = rivals
		r.notes = append(r.notes, ambiguous)
		r.confidence = 0.5
		return true
	}
	r.correction.TargetEntryId = hits[0].entry.GetId()
	r.correction.Changes = changed[hits[0].entry.GetId()+"\x00"+hits[0].field.Object]
	r.notes = append(r.notes, summarize(hits[0], r.correction.Changes))
	r.confidence = 0.9
	return true
}

const ambiguous = "Several entries fit equally well, or several values of one do."

// choose returns the hits of the one entry that a correction means or, where
// several fit equally well, the ids of these.
//
// Words decide first. Then the note just written is meant by "that", and so is
// the only one that fits on the day of writing or the day before; beyond that
// the user is asked.
func choose(in *input, c claim, found []hit) (hits []hit, rivals []string) {
	id, rivals := chooseEntry(in, c, found)
	if id == "" {
		return nil, rivals
	}
	top := best(found)
	for _, h := range found {
		if h.entry.GetId() == id && h.score == top {
			hits = append(hits, h)
		}
	}
	if hits = narrow(hits); hits == nil {
		return nil, []string{id}
	}
	return hits, nil
}

func best(found []hit) int {
	return slices.MaxFunc(found, func(a, b hit) int { return a.score - b.score }).score
}

// chooseEntry returns the entry that a correction means, or those that fit
// equally well.
func chooseEntry(in *input, c claim, found []hit) (id string, rivals []string) {
	if len(found) == 0 {
		return "", nil
	}
	top := best(found)
	found = slices.DeleteFunc(slices.Clone(found), func(h hit) bool { return h.score < top })
	var ids []string
	for _, h := range found {
		if id := h.entry.GetId(); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) > 1 && !clear(in, c, found, ids) {
		return "", ids
	}
	return ids[0], nil
}

// clear reports whether the newest of several entries that fit is meant.
func clear(in *input, c claim, found []hit, ids []string) bool {
	newest := found[0].entry
	if c.deictic && newest.GetId() == latest(in.req.GetRecent()) {
		return true
	}
	date := newest.GetDate()
	for _, h := range found {
		if h.entry.GetId() != ids[0] && h.entry.GetDate() == date {
			return false
		}
	}
	day, err := notes.ParseDay(date)
	return err == nil && notes.DayOf(in.writtenAt).Sub(day) <= 1
}

// latest returns the id of the newest entry that is no correction itself.
func latest(recent []*commonv1.Entry) string {
	for _, e := range recent {
		if !e.GetCorrection() {
			return e.GetId()
		}
	}
	return ""
}

var anyIndex = regexp.MustCompile(`\[\d+\]`)

// narrow keeps the hits that are one thing: the same field of the same subject
// in every set. Quantities go before bare numbers, so that 5 of "5 kg" is meant
// rather than 5 of "5 sets". It returns nil if several things remain.
func narrow(hits []hit) []hit {
	if slices.ContainsFunc(hits, func(h hit) bool { return h.field.Quantity }) {
		hits = slices.DeleteFunc(hits, func(h hit) bool { return !h.field.Quantity })
	}
	key := func(h hit) string { return anyIndex.ReplaceAllString(h.field.Path, "[]") + "\x00" + h.field.Subject }
	for _, h := range hits[1:] {
		if key(h) != key(hits[0]) || h.field.Value != hits[0].field.Value || h.field.Unit != hits[0].field.Unit {
			return nil
		}
	}
	return hits
}

// changes returns what becomes of a field. A quantity keeps its unit, unless the
// correction names another or is the first to name one.
func changes(f extract.Field, after *term) []*pb.FieldChange {
	if !f.Numeric {
		right := after.text
		if after.form == isNumber {
			right = after.at(f.Text)
		}
		return []*pb.FieldChange{{Path: f.Path, Before: structpb.NewStringValue(f.Text), After: structpb.NewStringValue(right)}}
	}
	path := f.Path
	if f.Quantity {
		path += ".value"
	}
	v, unit := right(f, after)
	out := []*pb.FieldChange{{Path: path, Before: structpb.NewNumberValue(f.Value), After: structpb.NewNumberValue(v)}}
	if f.Quantity && unit != f.Unit {
		was := structpb.NewNullValue()
		if f.Unit != "" {
			was = structpb.NewStringValue(f.Unit)
		}
		out = append(out, &pb.FieldChange{Path: f.Path + ".unit", Before: was, After: structpb.NewStringValue(unit)})
	}
	return out
}

// right returns the value and unit that a numeric field gets.
func right(f extract.Field, after *term) (float64, string) {
	if after.unit != "" && f.Quantity && f.Kept == "" && after.clock == "" {
		return after.number, after.unit
	}
	v, ok := after.in(f)
	if !ok {
		return after.number, after.unit
	}
	return math.Round(v*1e4) / 1e4, f.Unit
}

// describe says in a sentence what changes, for the user to check.
func describe(hits []hit, after *term) string {
	f := hits[0].field
	what := f.Subject
	if !strings.EqualFold(f.Measure, f.Subject) {
		what = strings.TrimSpace(f.Subject + ", " + f.Measure)
	}
	was, is := f.Text, after.text
	if f.Numeric {
		v, unit := right(f, after)
		was = strings.TrimSpace(fmt.Sprintf("%g %s", f.Value, f.Unit))
		is = strings.TrimSpace(fmt.Sprintf("%g %s", v, unit))
	} else if after.form == isNumber {
		is = after.at(f.Text)
	}
	s := fmt.Sprintf("Corrects the entry of %s: %s from %s to %s.", hits[0].entry.GetDate(), what, was, is)
	if len(hits) > 1 {
		s = strings.TrimSuffix(s, ".") + fmt.Sprintf(", %d times.", len(hits))
	}
	return s
}
