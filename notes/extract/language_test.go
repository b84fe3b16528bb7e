package extract_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// plants is a small domain that no shipped file knows.
func plants(t testing.TB, patterns ...*commonv1.ExtractionPattern) *commonv1.DomainSchema {
	t.Helper()
	quantity := map[string]any{
		"type": "object", "required": []any{"value"}, "additionalProperties": false,
		"properties": map[string]any{"value": map[string]any{"type": "number"}, "unit": map[string]any{"type": "string"}},
	}
	schema, err := structpb.NewStruct(map[string]any{
		"type":  "object",
		"$defs": map[string]any{"quantity": quantity},
		"properties": map[string]any{
			"events": map[string]any{"type": "array", "items": map[string]any{
				"type": "object", "required": []any{"plant"}, "additionalProperties": false,
				"properties": map[string]any{
					"plant":  map[string]any{"type": "string", "x-weft-subject": true},
					"water":  map[string]any{"$ref": "#/$defs/quantity", "x-weft-measure": "watering", "x-weft-kind": "amount"},
					"height": map[string]any{"$ref": "#/$defs/quantity", "x-weft-unit": "cm"},
					"leaves": map[string]any{"type": "integer", "maximum": 50},
					"note":   map[string]any{"type": "string"},
				},
			}},
			"tags":  map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
			"light": map[string]any{"$ref": "#/$defs/quantity", "x-weft-subject": "lamp", "x-weft-unit": "h"},
			"at":    map[string]any{"type": "string"},
			"score": map[string]any{"type": "number"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &commonv1.DomainSchema{
		Domain: "plants", JsonSchema: schema, Patterns: patterns,
		Names: []*commonv1.NameList{{Kind: "plant", Names: []*commonv1.Name{
			{Name: "monstera", Aliases: []string{"swiss cheese plant", "delicious monster"}}, {Name: "fern"},
		}}},
		Vocabulary: map[string]string{"monsti": "monstera"},
	}
}

func pattern(match, appendTo string, set ...string) *commonv1.ExtractionPattern {
	p := &commonv1.ExtractionPattern{Name: match, Match: match, Append: appendTo, Set: map[string]string{}}
	for _, s := range set {
		path, template, _ := strings.Cut(s, "=")
		p.Set[path] = template
	}
	return p
}

func join(p *commonv1.ExtractionPattern) *commonv1.ExtractionPattern {
	p.Join = true
	return p
}

func dependent(p *commonv1.ExtractionPattern) *commonv1.ExtractionPattern {
	p.Dependent = true
	return p
}

func TestThePatternLanguage(t *testing.T) {
	t.Parallel()
	water := pattern("[water|watered] {plant} [with] {water:volume}", "events", "plant={plant}", "water={water}")
	tests := []struct {
		name, text, want string
		patterns         []*commonv1.ExtractionPattern
	}{
		{"optional words", "watered monstera with 0.5 l", `{"events":[{"plant":"monstera","water":{"unit":"l","value":0.5}}]}`, list(water)},
		{"an alias of several words", "Swiss cheese plant: 300ml", `{"events":[{"plant":"monstera","water":{"unit":"ml","value":300}}]}`, list(water)},
		{"a plural", "ferns 200 ml", `{"events":[{"plant":"fern","water":{"unit":"ml","value":200}}]}`, list(water)},
		{"a term of the vocabulary is an alias", "monsti 1 l", `{"events":[{"plant":"monstera","water":{"unit":"l","value":1}}]}`, list(water)},
		{"nothing where a part is missing", "monstera with love", `{}`, list(water)},
		{"a sentence ends a match", "monstera. 300 ml", `{}`, list(water)},
		{
			"the name told last", "Fern 100 ml. 200 ml more", `{"events":[{"plant":"fern","water":{"unit":"ml","value":100}},{"plant":"fern","water":{"unit":"ml","value":200}}]}`,
			list(water, pattern("{water:volume} more", "events", "plant={^plant}", "water={water}")),
		},
		{
			"a mention gives the name and no event", "About the fern\n100 ml today", `{"events":[{"plant":"fern","water":{"unit":"ml","value":100}}]}`,
			list(pattern("{plant}", ""), pattern("{water:volume} today", "events", "plant={^plant}", "water={water}")),
		},
		{
			"nothing to inherit drops the match", "100 ml today", `{}`,
			list(pattern("{water:volume} today", "events", "plant={^plant}", "water={water}")),
		},
		{
			"what is told of in the paragraph", "100 ml feed. Fern looks pale. 100 ml feed\n\n100 ml feed", `{"events":[{"note":"feed","plant":"fern"}]}`,
			list(pattern("{plant} looks", ""), pattern("{<plant} {water:volume} {note:=feed}", "events", "plant={^plant}", "note={note}")),
		},
		{
			"what somebody else had names what follows", "Tom gave the fern 100 ml, I gave 200 ml", `{"events":[{"plant":"fern","water":{"unit":"ml","value":200}}]}`,
			list(pattern("gave the {plant} {water:volume}", "events"), pattern("gave {water:volume}", "events", "plant={^plant}", "water={water}")),
		},
		{
			"a number that is a name", "fern no. 7, 12 leaves", `{"events":[{"leaves":12,"plant":"fern"}]}`,
			list(pattern("{plant} ... [,] {leaves:int} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a bare number that counts what stands behind it", "fern 3 visitors, fern 2x feed, fern 4/5, fern 6",
			`{"events":[{"leaves":6,"plant":"fern"}]}`,
			list(pattern("{plant} {leaves:int}", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a name that only tells what kind of thing is meant", "bought 2 fern pots", `{}`,
			list(pattern("bought {_n:int} {plant}", "events", "plant={plant}")),
		},
		{
			"an hour that counts what is behind it", "up to 14 emails, up at 7", `{"at":"07:00"}`,
			list(pattern("up (to|at) {at:clock}", "", "at={at}")),
		},
		{
			"a list doesn't go on behind any mention", "saw the fern, 12 leaves", `{}`,
			list(pattern("saw the {_seen:plant}", ""), pattern("& , {leaves:int} leaves", "events", "plant=fern", "leaves={leaves}")),
		},
		{
			"spans of a list follow each other", "lamp 1-5, 7-9",
			`{"events":[{"plant":"13:00","water":{"unit":"min","value":240}},{"plant":"19:00","water":{"unit":"min","value":120}}]}`,
			list(pattern("lamp {a:clock} - {b:clock}", "events", "plant={a}", "water={a}..{b}"), pattern("& , {a:clock} - {b:clock}", "events", "plant={a}", "water={a}..{b}")),
		},
		{
			"a join completes the object before it", "fern 100 ml, 12 leaves", `{"events":[{"leaves":12,"plant":"fern","water":{"unit":"ml","value":100}}]}`,
			list(water, join(pattern("{leaves:int} leaves", "events", "leaves={leaves}"))),
		},
		{
			"a join without an object that breaks the schema is nothing", "12 leaves", `{}`,
			list(join(pattern("{leaves:int} leaves", "events", "leaves={leaves}"))),
		},
		{
			"the bounds of a slot", "fern 12 leaves, fern 3 leaves", `{"events":[{"leaves":3,"plant":"fern"}]}`,
			list(pattern("{plant} {leaves:int(1..10)} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a unit as a type", "fern 300 ml, fern 30 cl", `{"events":[{"plant":"fern","water":{"unit":"cl","value":30}}]}`,
			list(pattern("{plant} {water:cl}", "events", "plant={plant}", "water={water}")),
		},
		{
			"the reading of a time that its bounds allow", "lamp 4:45", `{"light":{"unit":"h","value":0.0792}}`,
			list(pattern("lamp {light:elapsed(2..20)}", "", "light={light}")),
		},
		{
			"a time with its unit", "lamp 1:20 h", `{"light":{"unit":"h","value":1.3333}}`,
			list(pattern("lamp {light:elapsed}", "", "light={light}")),
		},
		{
			"a pace is no time", "lamp 4:45/km", `{}`,
			list(pattern("lamp {light:elapsed}", "", "light={light}")),
		},
		{
			"a split beside miles is a pace per mile", "fern 3 miles at 7:30", `{"events":[{"plant":"fern","water":{"unit":"min/mi","value":7.5}}]}`,
			list(pattern("{plant} {_d:mi} at {water:split}", "events", "plant={plant}", "water={water}")),
		},
		{
			"what breaks the schema is left out", "fern 99 leaves", `{}`,
			list(pattern("{plant} {leaves:int} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a unit is kept as the schema says", "fern is 0.3 m tall", `{"events":[{"height":{"unit":"cm","value":30},"plant":"fern"}]}`,
			list(pattern("{plant} is {height:length} tall", "events", "plant={plant}", "height={height}")),
		},
		{
			"a gap passes over words, not over another name", "fern in the fern corner got 12 leaves", `{"events":[{"leaves":12,"plant":"fern"}]}`,
			list(pattern("{plant} ... {leaves:int} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"the longest match counts", "fern 12 leaves 3 new", `{"events":[{"leaves":3,"plant":"fern"}]}`,
			list(
				pattern("{plant} {leaves:int} leaves", "events", "plant={plant}", "leaves={leaves}"),
				pattern("{plant} {_all:int} leaves {leaves:int} new", "events", "plant={plant}", "leaves={leaves}"),
			),
		},
		{"the start of a sentence", "my fern. fern", `{"events":[{"plant":"fern"}]}`, list(pattern("^ {plant}", "events", "plant={plant}"))},
		{"the end of a sentence", "fern is here, fern.", `{"events":[{"plant":"fern"}]}`, list(pattern("{plant} $", "events", "plant={plant}"))},
		{
			"directly behind the match before", "watered fern and monstera, not the monstera", `{"events":[{"plant":"fern"},{"plant":"monstera"}]}`,
			list(pattern("watered {plant}", "events", "plant={plant}"), pattern("& and {plant}", "events", "plant={plant}")),
		},
		{
			"directly behind a match of another list", "tall fern, 12 leaves", `{"events":[{"leaves":12,"plant":"fern"}],"tags":["tall"]}`,
			list(
				pattern("{t:=tall} {plant}", "tags", ".={t}"),
				pattern("& , {leaves:int} leaves", "events", "plant=moss", "leaves={leaves}"),
				pattern("&& , {leaves:int} leaves", "events", "plant={^plant}", "leaves={leaves}"),
			),
		},
		{"a word list", "repotted fern in spring", `{"events":[{"note":"repotted","plant":"fern"}]}`, list(pattern("{note:=repotted|cut back} {plant}", "events", "plant={plant}", "note={note}"))},
		{"the rest of the sentence", "fern note: likes shade, not sun. Really", `{"events":[{"note":"likes shade","plant":"fern"}]}`, list(pattern("{plant} note {note:phrase}", "events", "plant={plant}", "note={note}"))},
		{"plain values of an array, each once", "#x green, green and tall", `{"tags":["green","tall"]}`, list(pattern("{t:=green|tall}", "tags", ".={t}"))},
		{"the time between two times of day", "lamp from 8 to 6", `{"light":{"unit":"h","value":10}}`, list(pattern("lamp from {a:clock} to {b:clock}", "", "light={a}..{b}"))},
		{"a time of day", "lamp on at 6:15 pm", `{"at":"18:15"}`, list(pattern("on at {at:clock}", "", "at={at}"))},
		{"a time of day in words", "on at half past six, on at quarter to nine", `{"at":"06:30"}`, list(pattern("on at {at:clock}", "", "at={at}"))},
		{"minutes behind a blank", "on at 6 15 and on at 7 30 today", `{"at":"06:15"}`, list(pattern("on at {at:clock}", "", "at={at}"))},
		{"what is measured is no minute", "on at 6 20 ml", `{"at":"06:00"}`, list(pattern("on at {at:clock}", "", "at={at}"))},
		{"an hour in words", "lamp from eight to five o'clock", `{"light":{"unit":"h","value":9}}`, list(pattern("lamp from {a:clock} to {b:clock}", "", "light={a}..{b}"))},
		{"a rating of five is scaled to ten", "looks 4/5", `{"score":8}`, list(pattern("looks {score:rating}", "", "score={score}"))},
		{"number words", "fern got three leaves", `{"events":[{"leaves":3,"plant":"fern"}]}`, list(pattern("{plant} got {leaves:int} leaves", "events", "plant={plant}", "leaves={leaves}"))},
		{
			"an object for each number of a list", "fern 3/4/5 leaves", `{"events":[{"leaves":3,"plant":"fern"},{"leaves":4,"plant":"fern"},{"leaves":5,"plant":"fern"}]}`,
			list(pattern("{plant} {leaves:numbers} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"numbers without blanks", "fern 3,4,5 leaves", `{"events":[{"leaves":3,"plant":"fern"},{"leaves":4,"plant":"fern"},{"leaves":5,"plant":"fern"}]}`,
			list(pattern("{plant} {leaves:numbers} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a range is no list", "fern 3-4 leaves", `{}`,
			list(pattern("{plant} {leaves:numbers} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a label is no number", "fern A2 leaves", `{}`,
			list(pattern("{plant} ... {leaves:int} leaves", "events", "plant={plant}", "leaves={leaves}")),
		},
		{
			"a match that lacks what it inherits leaves the text to others", "got 300 ml fern", `{"events":[{"plant":"fern","water":{"unit":"ml","value":300}}]}`,
			list(
				pattern("got {water:volume}", "events", "plant={^plant}", "water={water}"),
				pattern("{water:volume} {plant}", "events", "plant={plant}", "water={water}"),
			),
		},
		{
			"a pattern may begin with a sign that others pass over", "fern is fine (12 leaves)", `{"events":[{"leaves":12,"plant":"fern"}]}`,
			list(
				pattern("{plant}", ""), pattern("{_n:int} leaves", ""),
				pattern(`\( {leaves:int} leaves \)`, "events", "plant={^plant}", "leaves={leaves}"),
			),
		},
		{"fillers between two parts", "watered fern again this morning with only about 100 ml", `{"events":[{"plant":"fern","water":{"unit":"ml","value":100}}]}`, list(water)},
		{"fillers before what a sentence begins with", "today again fern", `{"events":[{"plant":"fern"}]}`, list(pattern("^ {plant}", "events", "plant={plant}"))},
		{"a filler that the pattern names", "fern only", `{"events":[{"plant":"fern"}]}`, list(pattern("{plant} only", "events", "plant={plant}"))},
		{"no hedge where no number follows", "light about right 7", `{}`, list(pattern("light {score:word} {_n:int}", "", "score={_n}"), pattern("light right {score:int}", "", "score={score}"))},
		{"a word and its 's", "light's 7", `{"score":7}`, list(pattern("light {score:int}", "", "score={score}"))},
		{"the end of a part", "fern leaf 7, then 8", `{"score":7}`, list(pattern("leaf {score:int} ;", "", "score={score}"))},
		{"more behind it in its part", "fern leaf 7 times", `{}`, list(pattern("leaf {score:int} ;", "", "score={score}"))},
		{"some names of a kind", "tall fern, tall monstera", `{"events":[{"plant":"monstera"}]}`, list(pattern("tall {plant:plant(monstera)}", "events", "plant={plant}"))},
		{"a phrase ends with a word that names something", "note shade for the winter", `{"tags":["shade"]}`, list(pattern("note {t:phrase(1..3)}", "tags", ".={t}"))},
		{"a list in its sentence", "seen: two slugs, a bee and moss", `{"tags":["two slugs","a bee","moss"]}`, list(pattern("seen {t:items}", "tags", ".={t}"))},
		{"a list of lines", "Seen:\n- two slugs\n- a bee\n\nThen rain", `{"tags":["two slugs","a bee"]}`, list(pattern("seen {t:items}", "tags", ".={t}"))},
		{"a price has cents", "paid 62,30 and 17", `{"score":62.3}`, list(pattern("(paid|and) {score:price}", "", "score={score}"))},
		{"thousands where no less is meant", "leaves 7.4k", `{"score":7400}`, list(pattern("leaves {score:number(100..)}", "", "score={score}"))},
		{"a number within a quantity is none by itself", "€8 fern", `{}`, list(pattern("{leaves:int} {plant}", "events", "plant={plant}", "leaves={leaves}"))},
		{"bounds of elapsed are minutes", "lamp 1.5 h, lamp 20 h", `{"light":{"unit":"h","value":1.5}}`, list(pattern("lamp {light:elapsed(5..600)}", "", "light={light}"))},
		{"bounds of a clock are hours", "on at 9, on at 4", `{"at":"04:00"}`, list(pattern("on at {at:clock(3..5)}", "", "at={at}"))},
		{"how long ago is no duration", "lamp 2 h ago, lamp 3 h late", `{}`, list(pattern("lamp {light:duration}", "", "light={light}"))},
		{
			"who completes nothing says nothing if it depends on it", "12 leaves", `{}`,
			list(dependent(join(pattern("{leaves:int} leaves", "events", "plant=fern", "leaves={leaves}")))),
		},
		{
			"what depends on a thing stands near it", "fern 100 ml. Rain. Tea. Post. 12 leaves", `{"events":[{"plant":"fern","water":{"unit":"ml","value":100}}]}`,
			list(water, dependent(join(pattern("{leaves:int} leaves", "events", "leaves={leaves}")))),
		},
		{"a time behind emphasis", "lamp on all day!! 45:10", `{"light":{"unit":"h","value":0.7528}}`, list(pattern("lamp ... {light:elapsed(5..600)}", "", "light={light}"))},
		{"what the rest of the clause lacks is not looked for, what it has is", "fern or 5 ferns with 200 ml", `{"events":[{"plant":"fern","water":{"unit":"ml","value":200}}]}`, list(water)},
		{"dates that open a line", "2/20 fern", `{}`, list(pattern("{leaves:int} {plant}", "events", "plant={plant}", "leaves={leaves}"))},
		{"an escaped sign", "fern & monstera", `{"events":[{"plant":"fern"}]}`, list(pattern(`{plant} \& {_b:plant}`, "events", "plant={plant}"))},
		{"markdown signs are passed over", "- **Fern**: 100 ml", `{"events":[{"plant":"fern","water":{"unit":"ml","value":100}}]}`, list(water)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := "{}"
			if d, ok := extract.Extract(tt.text, []*commonv1.DomainSchema{plants(t, tt.patterns...)}).Data.AsMap()["plants"]; ok {
				got = show(t, d)
			}
			if got != tt.want {
				t.Errorf("%q gives\n%s, want\n%s", tt.text, got, tt.want)
			}
		})
	}
}

func show(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func list(p ...*commonv1.ExtractionPattern) []*commonv1.ExtractionPattern { return p }

func TestDenials(t *testing.T) {
	t.Parallel()
	schema := plants(t, pattern("{plant} [got|with] {water:volume}", "events", "plant={plant}", "water={water}"), pattern("watered ... {plant}", "events", "plant={plant}"))
	ex, err := extract.Compile([]*commonv1.DomainSchema{schema})
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{
		"watered the fern":                             true,
		"never watered the fern":                       false,
		"didn't get to it, watered the fern":           true,
		"watered nothing, not even the fern":           false,
		"fern 100 ml":                                  true,
		"no fern 100 ml":                               false,
		"skipped fern 100 ml":                          false,
		"fern 100 ml: skipped":                         false,
		"want to give the fern 100 ml":                 false,
		"tomorrow fern 100 ml":                         false,
		"fern 100 ml tomorrow":                         false,
		"did the fern 100 ml?":                         false,
		"- [ ] fern 100 ml":                            false,
		"- [x] fern 100 ml":                            true,
		"not only fern 100 ml":                         true,
		"no sun, fern 100 ml":                          true,
		"didn't want to but fern 100 ml":               true,
		"if it dries out, give the fern 100 ml":        false,
		"Fern 100 ml. No more today":                   true,
		"I won't say it's great. Fern 100 ml is right": true,
	}
	for text, want := range tests {
		r := ex.Extract(text)
		if got := len(r.Data.GetFields()) > 0; got != want {
			t.Errorf("%q: found %v, want %v (%v)", text, got, want, r.Data)
		}
		if !want && !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "left out") }) && strings.Contains(text, "100") {
			t.Errorf("%q: the notes don't say what was left out: %v", text, r.Notes)
		}
	}
}

func TestAMissingUnitIsTakenFromTheNoteOrSaid(t *testing.T) {
	t.Parallel()
	schema := plants(t, pattern("{plant} {water:volume|number}", "events", "plant={plant}", "water={water}"))
	both := extract.Extract("fern 100 ml\nmonstera 200", []*commonv1.DomainSchema{schema})
	if want := `{"plants":{"events":[{"plant":"fern","water":{"unit":"ml","value":100}},{"plant":"monstera","water":{"unit":"ml","value":200}}]}}`; show(t, both.Data.AsMap()) != want {
		t.Errorf("got %s", show(t, both.Data.AsMap()))
	}
	if !slices.Equal(both.Uncertain, []string{"plants.events[1].water"}) {
		t.Errorf("uncertain = %v", both.Uncertain)
	}
	one := extract.Extract("monstera 200", []*commonv1.DomainSchema{schema})
	if want := `{"plants":{"events":[{"plant":"monstera","water":{"value":200}}]}}`; show(t, one.Data.AsMap()) != want {
		t.Errorf("got %s", show(t, one.Data.AsMap()))
	}
	if one.Confidence >= 0.95 || len(one.Notes) != 1 {
		t.Errorf("confidence %v, notes %v", one.Confidence, one.Notes)
	}
}

func TestNumbersHaveSubjectsAndMeasures(t *testing.T) {
	t.Parallel()
	schema := plants(t)
	data, err := structpb.NewStruct(map[string]any{
		"plants": map[string]any{
			"events": []any{map[string]any{"plant": "fern", "leaves": 12, "water": map[string]any{"value": 100, "unit": "ml"}}},
			"light":  map[string]any{"value": 10, "unit": "h"},
			"score":  8,
		},
		"unknown": map[string]any{"n": 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []extract.Number{
		{Domain: "plants", Path: "plants.events[0].leaves", Subject: "fern", Measure: "leaves", Kind: extract.Reading, Value: 12},
		{Domain: "plants", Path: "plants.events[0].water", Subject: "fern", Measure: "watering", Kind: extract.Amount, Unit: "ml", Value: 100},
		{Domain: "plants", Path: "plants.light", Subject: "lamp", Measure: "light", Kind: extract.Reading, Unit: "h", Value: 10},
		{Domain: "plants", Path: "plants.score", Subject: "plants", Measure: "score", Kind: extract.Reading, Value: 8},
	}
	if got := extract.Numbers(data, []*commonv1.DomainSchema{schema}); !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		p    *commonv1.ExtractionPattern
		want string
	}{
		{"an open group", pattern("(a|b", ""), `")" is missing`},
		{"an open slot", pattern("{plant", ""), `"}" is missing`},
		{"a closing sign too much", pattern("a ]", ""), "closes nothing"},
		{"an unknown type", pattern("{x:colour}", ""), `"colour" is neither a slot type nor a kind`},
		{"bad bounds", pattern("{x:int(1-5)}", ""), "bounds look like"},
		{"an empty alternative", pattern("(a|)", ""), "alternative is empty"},
		{"a pattern that matches nothing", pattern("[a] ...", ""), "matches the empty text"},
		{"groups in groups in groups", pattern(strings.Repeat("(", 50)+"a"+strings.Repeat(")", 50), ""), "at character 9: groups are nested deeper than 8"},
		{"a pattern without end", pattern(strings.Repeat("[a|b] ", 900)+"c", ""), "the pattern is longer than"},
		{"a name that its kind lacks", pattern("{plant:plant(oak)}", ""), `"oak" is no name of the kind "plant"`},
		{"the place of a mistake", pattern("a {plant} [b|c", ""), "at character 15: "},
		{"an unknown field", pattern("{plant}", "events", "colour={plant}"), "no such field"},
		{"an unknown array", pattern("{plant}", "things", "plant={plant}"), "no array of the schema"},
		{"a slot that the pattern lacks", pattern("{plant}", "events", "water={water}"), `no slot "water"`},
		{"what no pattern tells", pattern("{<soil} {plant}", ""), "{<soil}: no pattern has that slot"},
		{"a join that joins nothing", join(pattern("{plant}", "", "score={plant}")), "join needs append"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := extract.Compile([]*commonv1.DomainSchema{plants(t, tt.p)})
			var pe *extract.PatternError
			if !errors.As(err, &pe) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v, want one with %q", err, tt.want)
			}
		})
	}
}

// Patterns that would take a backtracking matcher for ever end after a bounded
// number of steps, and the text is read on.
func TestAHostilePatternTakesBoundedTime(t *testing.T) {
	t.Parallel()
	hostile := []*commonv1.ExtractionPattern{
		pattern(strings.Repeat("[a|a|a] ", 100)+"z", ""),
		pattern(strings.Repeat("... ", 60)+"z", ""),
		pattern(strings.Repeat("([a] [a] [a]|a) ", 60)+"z", ""),
		pattern("{p:phrase} {q:phrase} {r:phrase} {s:phrase} {t:phrase} z", ""),
	}
	ex, err := extract.Compile([]*commonv1.DomainSchema{plants(t, append(hostile, pattern("looks {score:rating}", "", "score={score}"))...)})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	r := ex.Extract(strings.Repeat("a ", 500) + "b z. looks 4/5")
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("a note of 1 KiB took %v", took)
	}
	if got := show(t, r.Data.AsMap()); got != `{"plants":{"score":8}}` {
		t.Errorf("data = %s", got)
	}
}

func TestABrokenDomainLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	broken := plants(t, pattern("(", ""))
	broken.Domain = "broken"
	r := extract.Extract("looks 4/5", []*commonv1.DomainSchema{broken, plants(t, pattern("looks {score:rating}", "", "score={score}"))})
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "Left out: domain broken") {
		t.Errorf("notes = %v", r.Notes)
	}
	if show(t, r.Data.AsMap()) != `{"plants":{"score":8}}` {
		t.Errorf("data = %v", r.Data)
	}
}

func TestACacheCompilesOnceAndStaysBounded(t *testing.T) {
	t.Parallel()
	c := extract.NewCache(2)
	for i := range 5 {
		s := plants(t, pattern("looks {score:rating}", "", "score={score}"))
		s.Domain = "d" + strconv.Itoa(i%3)
		ex, errs := c.Extractor([]*commonv1.DomainSchema{s})
		if len(errs) != 0 || show(t, ex.Extract("looks 4/5").Data.AsMap()) != `{"`+s.Domain+`":{"score":8}}` {
			t.Errorf("%s: %v, %v", s.Domain, errs, ex.Extract("looks 4/5").Data)
		}
	}
	if _, errs := c.Extractor([]*commonv1.DomainSchema{plants(t, pattern("(", ""))}); len(errs) != 1 {
		t.Errorf("errors = %v", errs)
	}
}

func TestANumberBelongsToTheDomainThatNamesMoreAroundIt(t *testing.T) {
	t.Parallel()
	flora := plants(t, pattern("{plant} {height:length}", "events", "plant={plant}", "height={height}"))
	roads := plants(t, pattern("{score:length} ;", "", "score={score}"))
	roads.Domain = "roads"
	for text, want := range map[string]string{
		"fern 12 cm":        `{"plants":{"events":[{"height":{"unit":"cm","value":12},"plant":"fern"}]}}`,
		"fern 12 cm, 30 cm": `{"plants":{"events":[{"height":{"unit":"cm","value":12},"plant":"fern"}]},"roads":{"score":30}}`,
	} {
		got := extract.Extract(text, []*commonv1.DomainSchema{flora, roads})
		if text, _ := json.Marshal(got.Data.AsMap()); string(text) != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	r := extract.Extract("# Heading\n#gym today (#leg-day), again #gym, issue#5 #123 #work/deep.", nil)
	if want := []string{"gym", "leg-day", "work/deep"}; !slices.Equal(r.Tags, want) {
		t.Errorf("tags = %v, want %v", r.Tags, want)
	}
}

func FuzzExtract(f *testing.F) {
	for _, t := range []string{"watered fern with 0.5 l, looks 4/5", "5x5", "\xff", "```", "[[", "- [ ]", "#", "1:2:3", "fern \n\n\n 5l", "today only about fern", "seen: a, b\n- c", "lamp 12st 6lb", "8.40€ fern 2/20", strings.Repeat("(", 100)} {
		f.Add(t)
	}
	ex, err := extract.Compile([]*commonv1.DomainSchema{plants(f,
		pattern("[water|watered] {plant} ... {water:volume|number}", "events", "plant={plant}", "water={water}"),
		pattern("& ... {note:phrase} {plant}", "events", "plant={plant}", "note={note}"),
		join(pattern("{leaves:int} leaves", "events", "leaves={leaves}")),
		pattern("looks {score:rating}", "", "score={score}"),
		pattern("{a:clock} to {b:bedtime}", "", "light={a}..{b}"),
		pattern("{_e:elapsed} {_t:text}", "", "at={_t}"),
	)})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := ex.Extract(text)
		if r.Confidence < 0 || r.Confidence > 1 {
			t.Fatalf("confidence %v", r.Confidence)
		}
		for _, u := range r.Uncertain {
			if !strings.HasPrefix(u, "plants.") {
				t.Fatalf("path %q", u)
			}
		}
	})
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"{plant} [a|b] (c|d) ... {n:int(1..5)}", "^ & $", `\&`, "((((((((((", "{a:=x|y z}", "{}", "[]"} {
		f.Add(s, "fern a c 3")
	}
	f.Fuzz(func(t *testing.T, match, text string) {
		ex, err := extract.Compile([]*commonv1.DomainSchema{plants(t, pattern(match, ""))})
		if err == nil {
			ex.Extract(text)
		}
	})
}
