package parser

import (
	"fmt"
	"regexp"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// notation is what holds several values at once: "3x6", "5 sets of 6". No
// number of it is a value by itself.
var notation = regexp.MustCompile(`(?i)\b\d+(?:\.\d+)?\s?(?:kg|lbs?)?\s?[x×]\s?\d+(?:\.\d+)?(?:\s?[x×]\s?\d+)?|\b\d+\s+sets?\s+(?:of|x)\s+\d+`)

// readNotation corrects several values of one object: "bench was 3x6 not 3x5".
// The domains' own patterns read both sides, each with the names that stand in
// the text. It returns nil where the right side holds no such thing.
func readNotation(in *input, ex *extract.Extractor) (found []hit, changed map[string][]*pb.FieldChange) {
	text := in.req.GetText()
	right, stood := text, ""
	for _, t := range turns {
		if m := t.form.FindStringSubmatch(text); m != nil {
			right, stood = m[t.form.SubexpIndex("a")], m[t.form.SubexpIndex("b")]
			break
		}
	}
	if !notation.MatchString(right) {
		return nil, nil
	}
	var names []string
	for _, n := range ex.Names(notation.ReplaceAllString(text, " ")) {
		names = append(names, n.Name)
	}
	prefix := strings.Join(names[:min(len(names), 1)], "") + " "
	schemas := in.req.GetDomainContext().GetSchemas()
	want := objectOf(extract.Fields(ex.Extract(prefix+notation.FindString(right)).Data, schemas))
	was := objectOf(extract.Fields(ex.Extract(prefix+notation.FindString(stood)).Data, schemas))
	if len(want) < 2 {
		return nil, nil
	}
	h := newHunt(in, ex, claim{rest: notation.ReplaceAllString(text, " ")})
	changed = map[string][]*pb.FieldChange{}
	chosen := in.req.GetChosenEntryId()
	for _, e := range in.req.GetRecent() {
		if e.GetCorrection() || chosen != "" && e.GetId() != chosen || chosen == "" && !h.onDay(e) {
			continue
		}
		all := extract.Fields(h.data(e), schemas)
		for _, have := range objects(all) {
			if have[0].Subject != want[0].Subject || have[0].Domain != want[0].Domain || !agrees(have, was) {
				continue
			}
			key := e.GetId() + "\x00" + have[0].Object
			if changed[key] = difference(have, want); len(changed[key]) == 0 {
				delete(changed, key)
				continue
			}
			found = append(found, hit{entry: e, field: have[0], score: h.score(have[0], all)})
		}
	}
	return found, changed
}

// objectOf returns the numeric fields of the first object.
func objectOf(fields []extract.Field) []extract.Field {
	if o := objects(fields); len(o) > 0 {
		return o[0]
	}
	return nil
}

// objects groups the numeric fields by the object that holds them.
func objects(fields []extract.Field) [][]extract.Field {
	var out [][]extract.Field
	for _, f := range fields {
		if !f.Numeric {
			continue
		}
		if n := len(out); n > 0 && out[n-1][0].Object == f.Object {
			out[n-1] = append(out[n-1], f)
			continue
		}
		out = append(out, []extract.Field{f})
	}
	return out
}

// agrees reports whether an object holds all values of another.
func agrees(have, was []extract.Field) bool {
	for _, w := range was {
		f, ok := named(have, w)
		if !ok || !same(f.Value, w.Value) {
			return false
		}
	}
	return true
}

// named returns the field of the same name within its object.
func named(fields []extract.Field, like extract.Field) (extract.Field, bool) {
	for _, f := range fields {
		if strings.TrimPrefix(f.Path, f.Object) == strings.TrimPrefix(like.Path, like.Object) {
			return f, true
		}
	}
	return extract.Field{}, false
}

// difference returns what must change in an object so that it holds what is
// right. Values that the right side doesn't tell stay.
func difference(have, want []extract.Field) []*pb.FieldChange {
	var out []*pb.FieldChange
	for _, w := range want {
		f, ok := named(have, w)
		switch {
		case !ok && w.Quantity:
			// A quantity that is new has no place of its own yet; the note says it.
			continue
		case !ok:
			path := have[0].Object + strings.TrimPrefix(w.Path, w.Object)
			out = append(out, &pb.FieldChange{Path: path, Before: structpb.NewNullValue(), After: structpb.NewNumberValue(w.Value)})
		case !same(f.Value, w.Value):
			out = append(out, changes(f, &term{number: w.Value, unit: w.Unit})...)
		}
	}
	return out
}

// summarize says what changes in a sentence.
func summarize(h hit, cs []*pb.FieldChange) string {
	var parts []string
	for _, c := range cs {
		name := strings.TrimPrefix(strings.TrimPrefix(c.GetPath(), h.field.Object), ".")
		before := "nothing"
		if v := c.GetBefore().AsInterface(); v != nil {
			before = fmt.Sprint(v)
		}
		parts = append(parts, fmt.Sprintf("%s from %s to %v", strings.TrimSuffix(name, ".value"), before, c.GetAfter().AsInterface()))
	}
	return fmt.Sprintf("Corrects the entry of %s: %s, %s.", h.entry.GetDate(), h.field.Subject, strings.Join(parts, ", "))
}
