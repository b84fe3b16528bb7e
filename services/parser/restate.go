package parser

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// readRestated handles corrections that only say what is right, as a note would
// say it: "saturday's bp was 128/88", "breakfast yesterday was 3 eggs". The
// domains' patterns read the text, and the values of the object of the same
// subject give way to it. It is false if no entry has such an object.
func (r *reading) readRestated(in *input, ex *extract.Extractor, c claim) bool {
	schemas := in.req.GetDomainContext().GetSchemas()
	said := objects(extract.Fields(ex.Extract(in.req.GetText()).Data, schemas))
	h := newHunt(in, ex, c)
	changed := map[string][]*pb.FieldChange{}
	var found []hit
	var several []string // entries with more than one object that fits
	chosen := in.req.GetChosenEntryId()
	for i, e := range in.req.GetRecent() {
		if e.GetCorrection() || chosen != "" && e.GetId() != chosen || chosen == "" && !h.onDay(e) {
			continue
		}
		all := extract.Fields(h.data(e), schemas)
		for _, want := range said {
			same := slices.DeleteFunc(objects(all), func(have []extract.Field) bool { return !restates(have, want) })
			if len(same) == 0 {
				continue
			}
			score := h.score(same[0][0], all)
			if chosen == "" && (!h.speaksOf(e, score) || score == 0 && len(h.days) == 0 && (!c.deictic || i != 0)) {
				continue
			}
			// Of several of a kind in one entry none is said to be meant.
			if cs := difference(same[0], want); len(same) > 1 || len(cs) > 0 {
				found = append(found, hit{entry: e, field: same[0][0], score: score})
				changed[e.GetId()] = append(changed[e.GetId()], cs...)
			}
			if len(same) > 1 {
				several = append(several, e.GetId())
			}
		}
	}
	if len(found) == 0 {
		return false
	}
	id, rivals := chooseEntry(in, c, h.within(found))
	if id == "" || slices.Contains(several, id) {
		r.ask(append(rivals, several...))
		return true
	}
	at := slices.IndexFunc(found, func(x hit) bool { return x.entry.GetId() == id })
	r.correction.TargetEntryId, r.correction.Changes = id, changed[id]
	r.notes = append(r.notes, summarize(found[at], changed[id]))
	r.confidence = 0.8
	return true
}

// restates reports whether an object has the subject and all the values of
// another, so that the other can say it anew.
func restates(have, want []extract.Field) bool {
	return have[0].Subject == want[0].Subject && have[0].Domain == want[0].Domain &&
		anyIndex.ReplaceAllString(have[0].Object, "") == anyIndex.ReplaceAllString(want[0].Object, "") &&
		!slices.ContainsFunc(want, func(w extract.Field) bool {
			_, ok := named(have, w)
			return !ok
		})
}

// readMentioned finds the entry whose text, rather than its data, holds what is
// corrected: "the Kessler call is at 4, not 3". Nothing of its data changes. It
// is false if no entry has the subject and the old value.
func (r *reading) readMentioned(in *input, ex *extract.Extractor, c claim) bool {
	if c.before == nil {
		return false
	}
	h := newHunt(in, ex, c)
	best, ids := 0, []string(nil)
	for _, e := range in.req.GetRecent() {
		if e.GetCorrection() || !h.onDay(e) {
			continue
		}
		n := h.mentions(e)
		switch {
		case n == 0 || n < best:
		case n > best:
			best, ids = n, []string{e.GetId()}
		default:
			ids = append(ids, e.GetId())
		}
	}
	switch len(ids) {
	case 0:
		return false
	case 1:
		r.correction.TargetEntryId = ids[0]
		r.notes = append(r.notes, "The correction means this entry; none of its data changes.")
		r.confidence = 0.7
	default:
		r.ask(ids)
	}
	return true
}

// mentions counts the words of the subject in an entry's text, 0 if the old
// value does not stand there.
func (h *hunt) mentions(e *commonv1.Entry) int {
	was := search.Tokens(h.claim.before.written)
	tokens := search.Tokens(e.GetText())
	if !search.Contains(tokens, was) {
		return 0
	}
	seen := map[string]bool{}
	for _, t := range tokens {
		if h.subject[t.Stem] {
			seen[t.Stem] = true
		}
	}
	return len(seen)
}

// ask leaves it to the user which entry is meant.
func (r *reading) ask(ids []string) {
	r.correction.CandidateEntryIds = ids
	r.notes = append(r.notes, ambiguous)
	r.confidence = 0.5
}

// firstNumber returns the number that a value begins with, as it is written.
func firstNumber(value string) string {
	return strings.TrimRight(value[:len(value)-len(strings.TrimLeft(value, "0123456789.,:"))], ".,:")
}
