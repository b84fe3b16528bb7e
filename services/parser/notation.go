package parser

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// notation is what holds several values at once: "3x6", "5 sets of 6". No
// number of it is a value by itself.
var notation = regexp.MustCompile(`(?i)\b\d+(?:\.\d+)?\s?(?:kg|lbs?)?\s?[x×]\s?\d+(?:\.\d+)?(?:\s?[x×]\s?\d+)?|\b\d+\s+sets?\s+(?:of|x)\s+\d+`)

// byNotation corrects several values of one object: "bench was 3x6 not 3x5".
// The domains' own patterns read both sides, each with the names that stand in
// the text. It finds nothing where the right side holds no such thing.
func byNotation(h *hunt, text string) []candidate {
	right, stood := text, ""
	for _, t := range turns {
		if m := t.form.FindStringSubmatch(text); m != nil {
			right, stood = m[t.form.SubexpIndex("a")], m[t.form.SubexpIndex("b")]
			break
		}
	}
	if !notation.MatchString(right) {
		return nil
	}
	around := notation.ReplaceAllString(text, " ")
	prefix := ""
	if names := h.ex.Names(around); len(names) > 0 {
		prefix = names[0].Name
	}
	read := func(side string) []extract.Field {
		return objectOf(extract.Fields(h.ex.Extract(prefix+" "+notation.FindString(side)).Data, h.schemas))
	}
	want, was := read(right), read(stood)
	if len(want) < 2 {
		return nil
	}
	h = newHunt(h.in, h.ex, claim{rest: around, deictic: h.claim.deictic})
	var found []candidate
	for _, e := range h.entries() {
		found = append(found, h.notationIn(e, want, was)...)
	}
	return found
}

// notationIn returns a candidate for each object of an entry that was what stood
// there and is not yet what is right.
func (h *hunt) notationIn(e *commonv1.Entry, want, was []extract.Field) []candidate {
	all := h.fields(e)
	var found []candidate
	for _, have := range objects(all) {
		if have[0].Subject != want[0].Subject || have[0].Domain != want[0].Domain || !agrees(have, was) {
			continue
		}
		if cs := difference(have, want); len(cs) > 0 {
			c := h.object(e, have[0], all)
			c.changes, c.says = cs, summarize(e, have[0].Subject, have, cs)
			found = append(found, c)
		}
	}
	return found
}

// object returns a candidate for the object that holds a field.
func (h *hunt) object(e *commonv1.Entry, f extract.Field, all []extract.Field) candidate {
	at := wordsOf(around(f, all)...)
	text := wordsOf(e.GetText())
	lacking, _ := h.lacks(text, at)
	return candidate{entry: e, fit: fit{words: h.count(text, at), near: h.near(f, text, at, all), lacking: lacking && !h.chosen()}}
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
