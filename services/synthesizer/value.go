package synthesizer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/computed"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// place is where a model wants a number that is to be worked out: {v1}. What stands
// around it may be its unit once more.
var (
	place       = regexp.MustCompile(`\{v\d{1,2}\}`)
	placeAround = regexp.MustCompile(`([€£$¥]\s?)?\{(v\d{1,2})\}(?:(\s?)(\pL+|[€£$¥%]))?`)
)

// workOut puts the numbers of the values that a model named into its answer, and below
// it what each is made of. What can't be worked out stays as it is, and void says why.
func (t *transcript) workOut(got *mindv1.Writing) (answer string, void []string) {
	values, failed := computed.Values(valuesOf(got), t.texts())
	t.named = nil
	var made []string
	shown := map[string]string{}
	for _, v := range got.GetValues() {
		name := v.GetName()
		r, ok := values[name]
		if !ok {
			void = append(void, fmt.Sprintf("%s: %v", name, failed[name]))
			continue
		}
		if shown[name] != "" {
			continue
		}
		sign, money := currencyAround(got.GetAnswer(), name)
		if money && (r.Unit == "" || r.Unit == "lb" && inPounds(r)) {
			r.Unit = sign.unit
			values[name] = r
		}
		f := t.fact(name, r)
		t.named = append(t.named, f)
		a := t.amountOf(f)
		if money && a.front+a.after == "" && r.Unit == sign.unit {
			a.front, a.after = sign.front, sign.after
		}
		shown[name] = a.String()
		if strings.Contains(got.GetAnswer(), "{"+name+"}") && len(r.Items) > 1 {
			made = append(made, t.made(v, shown[name], r))
		}
	}
	answer = placeAround.ReplaceAllStringFunc(got.GetAnswer(), func(p string) string {
		part := placeAround.FindStringSubmatch(p)
		name := part[2]
		if s := shown[name]; s != "" {
			return once(part, s, values[name].Unit)
		}
		if failed[name] == nil {
			void = append(void, fmt.Sprintf("the answer has {%s}, and values have no %s", name, name))
		}
		return p
	})
	return strings.Join(append([]string{t.inert(answer)}, made...), "\n\n"), void
}

// currencyAround is the currency that a model writes around the place of a value.
func currencyAround(answer, name string) (amount, bool) {
	for _, part := range placeAround.FindAllStringSubmatch(answer, -1) {
		before, after := part[1], part[3]+part[4]
		for _, sign := range []string{before, after} {
			if unit, ok := quantity.Canonical(strings.TrimSpace(sign)); ok && part[2] == name && quantity.Dimension(unit) == quantity.Money {
				a := amount{unit: unit}
				if sign == before {
					a.front = sign
				} else {
					a.after = sign
				}
				return a, true
			}
		}
	}
	return amount{}, false
}

// inPounds reports whether the words of a value say pounds, which may be sterling.
func inPounds(r computed.Result) bool {
	return slices.ContainsFunc(r.Items, func(it computed.Item) bool { return strings.Contains(strings.ToLower(it.Words), "pound") })
}

// once puts an amount in its place and leaves out its unit where the model wrote that
// too.
func once(part []string, amount, unit string) string {
	before, space, after := part[1], part[3], part[4]
	is := func(word string) bool {
		named, ok := quantity.Canonical(word)
		return ok && named == unit
	}
	if is(strings.TrimSpace(before)) {
		before = ""
	}
	if is(after) {
		space, after = "", ""
	}
	return before + amount + space + after
}

// placeless passes on an answer as it comes, with "…" where a number will
// stand. What may become a place is held back until it is one or is none.
type placeless struct {
	drafts
	held string
	last rune // that was passed on
}

var opening = regexp.MustCompile(`\{(?:v\d{0,2})?$`)

func (p *placeless) say(words string) {
	words = place.ReplaceAllString(p.held+words, "…")
	p.held = opening.FindString(words)
	p.drafts.say(p.unlinked(strings.TrimSuffix(words, p.held)))
}

// unlinked parts what would be a link, an image or a tag: a draft is not checked yet, and
// nothing in it must be loaded.
func (p *placeless) unlinked(words string) string {
	var out strings.Builder
	for _, r := range words {
		if p.last == ']' && r == '(' || p.last == '<' && (unicode.IsLetter(r) || r == '!' || r == '/') {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		p.last = r
	}
	return out.String()
}

func (p *placeless) void() {
	p.held, p.last = "", 0
	p.drafts.void()
}

// withoutVoid leaves out the sentences with a number that could not be worked out.
func withoutVoid(text string) string {
	for _, s := range sentencesplit.Sentences(text, sentencesplit.Composed) {
		if place.MatchString(s) {
			text = strings.Replace(text, s, "", 1)
		}
	}
	return place.ReplaceAllString(text, "")
}

func valuesOf(got *mindv1.Writing) []computed.Value {
	var out []computed.Value
	for _, v := range got.GetValues() {
		value := computed.Value{Name: v.GetName(), Op: computed.Op(v.GetOp()), Of: v.GetOf()}
		for _, it := range v.GetItems() {
			value.Items = append(value.Items, itemOf(it))
		}
		out = append(out, value)
	}
	return out
}

func itemOf(it *mindv1.ValueItem) computed.Item {
	return computed.Item{Note: it.GetEntry(), Words: it.GetExactWords(), Number: it.GetNumber(), Unit: it.GetUnit()}
}

// texts are those of the notes by their labels.
func (t *transcript) texts() map[string]string {
	out := map[string]string{}
	for label, n := range t.byLabel {
		out[label] = n.GetEntry().GetText()
	}
	return out
}

// fact is what was worked out, as other agents read it.
func (t *transcript) fact(name string, r computed.Result) *commonv1.Fact {
	f := &commonv1.Fact{
		Id: name, Kind: commonv1.FactKind_FACT_KIND_NAMED, Value: r.Number, Unit: r.Unit, SampleSize: int32(len(r.Items)),
	}
	for _, it := range r.Items {
		e := t.byLabel[it.Note].GetEntry()
		f.Observations = append(f.Observations, &commonv1.Observation{
			EntryId: e.GetId(), Date: e.GetDate(), Value: it.Number, Unit: it.Unit, Text: it.Words,
		})
		if !slices.Contains(f.EntryIds, e.GetId()) {
			f.EntryIds = append(f.EntryIds, e.GetId())
		}
	}
	return f
}

// amountOf is the amount of a fact, a currency as its notes write it.
func (t *transcript) amountOf(f *commonv1.Fact) amount {
	a := amount{value: f.GetValue(), unit: f.GetUnit(), language: t.req.GetForm().GetLanguage()}
	for _, id := range f.GetEntryIds() {
		a = a.written(t.byID[id].GetEntry().GetText())
	}
	return a
}

// signs stand between the things that a number is made of.
var signs = map[computed.Op]string{
	computed.Sum: " + ", computed.Difference: " − ", computed.Product: " × ", computed.Ratio: " ÷ ",
}

// made tells what a number is made of, in any language: the words of each note, with its
// label. A number that is made of others than items alone is told as a list of them.
func (t *transcript) made(v *mindv1.NamedValue, shown string, r computed.Result) string {
	parts := make([]string, len(r.Items))
	for i, it := range r.Items {
		parts[i] = fmt.Sprintf("“%s” [%s]", clean(it.Words), it.Note)
	}
	if sign := signs[computed.Op(v.GetOp())]; sign != "" && len(v.GetOf()) == 0 {
		return shown + " = " + strings.Join(parts, sign)
	}
	return fmt.Sprintf("%s = %s(%s)", shown, v.GetOp(), strings.Join(parts, "; "))
}
