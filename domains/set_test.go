package domains_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var shipped = sync.OnceValues(domains.Builtin)

func builtin(t testing.TB) *domains.Set {
	t.Helper()
	set, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func names(set *domains.Set) []string {
	var out []string
	for _, i := range set.Infos() {
		out = append(out, i.GetName())
	}
	return out
}

func TestTheShippedDomains(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	want := []string{"general", "cooking", "money", "mood", "nutrition", "running", "sleep", "strength", "swimming", "work"}
	if got := names(set); !slices.Equal(got, want) {
		t.Errorf("domains = %v, want %v", got, want)
	}
	if set.Base() != "general" {
		t.Errorf("base = %q", set.Base())
	}
	for _, i := range set.Infos() {
		if i.GetDescription() == "" || len(i.GetTerms()) < 10 {
			t.Errorf("%s has description %q and %d terms", i.GetName(), i.GetDescription(), len(i.GetTerms()))
		}
		for _, everyday := range []string{"good", "great", "bad", "heavy", "easy", "press", "fine"} {
			if slices.Contains(i.GetTerms(), everyday) {
				t.Errorf("%q would choose %s for almost any note", everyday, i.GetName())
			}
		}
	}
}

func TestANoteIsReadByTheChosenDomainsAndThoseThatFindSomethingInIt(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	for _, c := range []struct {
		selected []string
		note     string
		domains  int
	}{
		{nil, "4 mi, 41:30", 2},
		{[]string{"general"}, "4 mi, 41:30", 2},
		{[]string{"work"}, "4 mi, 41:30", 3},
		{nil, "a quiet day", 1},
	} {
		if got := set.Reading(c.selected, c.note).GetLoaded(); len(got) != c.domains {
			t.Errorf("%q with %v is read by %v, want %d domains", c.note, c.selected, got, c.domains)
		}
	}
}

func TestContextCombinesTheBaseAndTheSelected(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	c := set.Context([]string{"strength", "sleep", "strength", "nonsense"})
	if want := []string{"general", "strength", "sleep"}; !slices.Equal(c.GetLoaded(), want) {
		t.Errorf("loaded = %v, want %v", c.GetLoaded(), want)
	}
	for _, heading := range []string{"## General\n", "## Strength\n", "## Sleep\n"} {
		if !strings.Contains(c.GetExpertise(), heading) || !strings.Contains(c.GetContextGuidance(), heading) {
			t.Errorf("expertise or guidance lacks %q", heading)
		}
	}
	if c.GetVocabulary()["bp"] != "bench press" || c.GetVocabulary()["slept"] != "sleep" || c.GetVocabulary()["lbs"] != "pound" {
		t.Errorf("the vocabularies are not merged: bp=%q slept=%q lbs=%q", c.GetVocabulary()["bp"], c.GetVocabulary()["slept"], c.GetVocabulary()["lbs"])
	}
	if len(c.GetSchemas()) != 3 || len(c.GetAvailable()) != len(names(set))-3 {
		t.Errorf("%d schemas, %d available", len(c.GetSchemas()), len(c.GetAvailable()))
	}
	for _, r := range c.GetEvaluationRules() {
		if !slices.Contains(c.GetLoaded(), r.GetDomain()) {
			t.Errorf("a rule of %s, which is not loaded", r.GetDomain())
		}
	}
	c.Vocabulary["bp"] = "changed"
	if again := set.Context([]string{"strength"}); again.GetVocabulary()["bp"] != "bench press" {
		t.Error("a word that a caller adds to a context reaches the set")
	}
}

func TestCheckNamesTheNearest(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	if err := set.Check([]string{"strength", "general"}); err != nil {
		t.Error(err)
	}
	err := set.Check([]string{"srength"})
	if !errors.Is(err, domains.ErrUnknown) || !strings.Contains(err.Error(), `did you mean "strength"?`) {
		t.Errorf("error = %v", err)
	}
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAUsersDomainReplacesTheShippedOne(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"mine.yaml":          "name: strength\ndescription: My way of lifting.\n",
		"garden/garden.yml":  "name: garden\ndescription: Plants.\n",
		".hidden.yaml":       "nonsense: true\n",
		"README.md":          "not a domain",
		"general/base.yaml":  "name: general\ndescription: My base.\n",
		"deep/er/still.yaml": "nonsense: true\n",
	})
	set, err := domains.Load(builtin(t), dir)
	if err != nil {
		t.Fatal(err)
	}
	if set.Base() != "general" || !slices.Contains(names(set), "garden") || len(names(set)) != 11 {
		t.Errorf("base %q, domains %v", set.Base(), names(set))
	}
	c := set.Context([]string{"strength"})
	if len(c.GetSchemas()[1].GetPatterns()) != 0 || c.GetVocabulary()["bp"] != "" {
		t.Error("the shipped strength domain shines through")
	}
	if len(builtin(t).Context([]string{"strength"}).GetSchemas()[1].GetPatterns()) == 0 {
		t.Error("loading changed the shipped domains")
	}
}

func TestAGeneralWordCoversTheNamesOfAKind(t *testing.T) {
	t.Parallel()
	set, err := domains.Load(nil, write(t, map[string]string{"a.yaml": "name: garden\ndescription: Plants.\n" +
		"names: {plant: {fern: [], moss: [sphagnum]}}\ncovers: {garden: [plant, fern, soil], pot: clay}\n"}))
	if err != nil {
		t.Fatal(err)
	}
	covers := set.Context([]string{"garden"}).GetSchemas()[0].GetCovers()
	if got := covers["garden"].GetWords(); !slices.Equal(got, []string{"fern", "moss", "soil"}) {
		t.Errorf("garden covers %q", got)
	}
	if got := covers["pot"].GetWords(); !slices.Equal(got, []string{"clay"}) {
		t.Errorf("pot covers %q", got)
	}
}

func TestMistakesAreNamedWithFileAndLine(t *testing.T) {
	t.Parallel()
	head := "name: x\ndescription: Something.\n"
	schema := "schema:\n  type: object\n  properties:\n    n: {type: number}\n"
	tests := []struct{ name, text, want string }{
		{"broken YAML", "name: x\ndescription: [a\n", "a.yaml:2: "},
		{"a misspelt key", head + "vocabulry: {a: b}\n", `a.yaml:3: unknown key "vocabulry"; did you mean "vocabulary"?`},
		{"a misspelt key of a pattern", head + schema + "patterns:\n  - name: p\n    mach: a\n", `a.yaml:9: unknown key "mach"; did you mean "match"?`},
		{"a key twice", "name: x\nname: y\n", "a.yaml:2: "},
		{"no name", "description: Something.\n", "name: \"\" is no domain name"},
		{"a bad name", "name: Über\ndescription: Something.\n", "a.yaml:1: name: \"Über\" is no domain name"},
		{"no description", "name: x\n", "description: a domain is chosen by it"},
		{"a wrong type", "name: x\ndescription: Something.\npatterns: 7\n", "a.yaml:3: "},
		{"a bad schema", head + "schema:\n  type: object\n  properties:\n    a: {type: objekt}\n", "a.yaml:6: schema: \"objekt\" is no type"},
		{"tasks without a list", head + "schema:\n  type: object\n  properties:\n    a: {type: array, x-weft-tasks: due}\n", "a.yaml:6: schema: it is a list of words"},
		{"tasks in a text", head + "schema:\n  type: object\n  properties:\n    a: {type: string, x-weft-tasks: [due]}\n", "a.yaml:6: schema: it is a list of words"},
		{"restrictions without a list", head + "schema:\n  type: object\n  x-weft-restricted-by: injury\n  properties: {}\n", "a.yaml:5: schema: it is a list of words"},
		{"words that say it without a list", head + "schema:\n  type: object\n  properties:\n    a: {type: number, x-weft-said: paid}\n", "a.yaml:6: schema: it is a list of words"},
		{"words that lower it without a list", head + "schema:\n  type: object\n  properties:\n    a: {type: number, x-weft-lowered: refund}\n", "a.yaml:6: schema: it is a list of words"},
		{"a bad kind", head + "schema:\n  type: object\n  properties:\n    a: {type: number, x-weft-kind: sum}\n", "a.yaml:6: schema: \"sum\" is no kind; there are reading, amount, rating"},
		{"a kind of a text", head + "schema:\n  type: object\n  properties:\n    a: {type: string, x-weft-kind: amount}\n", "a.yaml:6: schema: a string has no kind"},
		{"a reference to nowhere", head + "schema:\n  type: object\n  properties: {a: {$ref: '#/$defs/nowhere'}}\n", "schema: "},
		{"a bad pattern", head + schema + "patterns:\n  - name: p\n    match: 'a {n:nmber}'\n", `a.yaml:9: pattern "p": at character 3: "nmber" is neither`},
		{"a bad pattern in a list", head + schema + "patterns:\n  - name: p\n    match:\n      - 'a {n:number}'\n      - 'b ('\n", "a.yaml:11: pattern \"p\""},
		{"a field that the schema lacks", head + schema + "patterns:\n  - name: p\n    match: 'a {m:number}'\n", `a.yaml:9: pattern "p": set m: the schema has no such field`},
		{"two patterns of one name", head + schema + "patterns:\n  - {name: p, match: 'a {n:number}'}\n  - {name: p, match: 'b {n:number}'}\n", `a.yaml:9: two patterns are named "p"`},
		{"a template that nothing fills", head + schema + "patterns:\n  - name: p\n    match: 'a {n:number}'\n    set: {n: '{nn}'}\n", "no notation has all slots of n"},
		{"a bad expression", head + "evaluation_rules:\n  - rule: No.\n    forbids: ['(']\n", "a.yaml:5: forbids: "},
		{"a kind that is a type", head + "names: {mass: {a: [b]}}\n", `"mass" is a slot type`},
		{"an alias of two names", head + "names:\n  plant:\n    fern: [green]\n    moss: [Green]\n", `"Green" stands for both "fern" and "moss"`},
		{"a word that covers nothing", head + "covers: {gym: []}\n", "\"gym\" covers nothing"},
		{"a fragment that isn't there", head + schema + "fragments: {much: 'a lot'}\npatterns:\n  - name: p\n    match: '<mch> {n:number}'\n", `a.yaml:10: pattern "p": there is no fragment <mch>; did you mean <much>?`},
		{"a bad fragment", head + "fragments:\n  much: '{n:nmber}'\n", `a.yaml:4: fragment "much": "nmber" is neither`},
		{"fragments without end", head + "fragments: {a: 'x <b>', b: 'y <a>'}\n", `fragment "a": its fragments refer to each other without end`},
		{"fragments that grow", head + "fragments: {a: 'x <b> <b> <b>', b: 'y <a> <a> <a>'}\n", "with its fragments it is longer than"},
		{"aliases of aliases", head + "schema:\n  a: &a [1, 1]\n  b: &b [*a, *a]\n  c: [*b, *b]\n", "a.yaml:4: anchors and aliases are not read"},
		{"brackets without end", head + strings.Repeat("[", 1000), "a.yaml:3: it is nested deeper than 64"},
		{"lines without end", head + "vocabulary:\n" + strings.Repeat("  a: b\n", 6000), "it holds more than 16384 tokens"},
		{"a file without end", head + strings.Repeat("#", 1<<20), "more than the 131072 that are read"},
		{"a dash in a dash", head + "schema: " + strings.Repeat("- ", 50000), "a.yaml"},
		{"a schema in a schema", head + "schema: " + strings.Repeat("{items: ", 101) + "{}" + strings.Repeat("}", 101), "nested deeper"},
		{"nothing that bears", head + "bears_on: {x: []}\n", "a.yaml:3: bears_on: 0 things bear on \"x\"; there are 1 to 8"},
		{"something without a name", head + "bears_on: {y: [{domain: x}]}\n", "a.yaml:3: bears_on: \"what\" says for people what it is"},
		{"something without a domain", head + "bears_on: {y: [{what: sleep}]}\n", "a.yaml:3: bears_on: \"sleep\" needs the domain that its values are of"},
		{"a domain that bears on itself", head + "bears_on: {x: [{what: sleep, domain: x}]}\n", "a.yaml:3: bears_on: \"sleep\" is of the domain \"x\" itself"},
		{"a misspelt key of what bears", head + "bears_on: {y: [{what: sleep, domian: x}]}\n", `unknown key "domian"; did you mean "domain"?`},
		{"a domain that isn't there", head + "bears_on: {y: [{what: sleep, domain: x}]}\n", `a.yaml:3: bears_on: unknown domain "y"`},
		{"two documents", head + "---\nname: y\n", "the file holds 2 documents"},
		{"an empty file", "", "a.yaml"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := domains.Load(nil, write(t, map[string]string{"a.yaml": tt.text}))
			var fe *domains.FileError
			if !errors.As(err, &fe) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v, want a FileError with %q", err, tt.want)
			}
		})
	}
}

func TestAllMistakesAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.yaml": "name: x\n", "b.yaml": "nam: y\n", "c.yaml": "name: ok\ndescription: Fine.\n"})
	_, err := domains.Load(nil, dir, filepath.Join(dir, "missing"))
	for _, want := range []string{"a.yaml", "b.yaml", "missing"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one that names %s", err, want)
		}
	}
}

func TestTwoDomainsOfOneNameInAFolderAreAMistake(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.yaml": "name: x\ndescription: A.\n", "b.yaml": "name: x\ndescription: B.\n"})
	if _, err := domains.Load(nil, dir); err == nil || !strings.Contains(err.Error(), "b.yaml:1: the domain \"x\" is already defined") {
		t.Errorf("error = %v", err)
	}
}

func TestTwoBasesAreAMistake(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.yaml": "name: x\ndescription: A.\nbase: true\n"})
	if _, err := domains.Load(builtin(t), dir); err == nil || !strings.Contains(err.Error(), "there is one") {
		t.Errorf("error = %v", err)
	}
}

func TestAWrongExampleIsReportedWithItsLine(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.yaml": `name: x
description: Something.
schema: {type: object, properties: {n: {type: number}}}
patterns: [{name: p, match: "n {n:number}"}]
examples:
  - text: "n 5"
    data: {n: 5}
  - text: "n 6"
    data: {n: 7}
  - text: "nothing"
`})
	set, err := domains.Load(nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	err = set.CheckExamples()
	if err == nil || !strings.Contains(err.Error(), `a.yaml:8: example "n 6"`) || strings.Contains(err.Error(), "n 5") {
		t.Errorf("error = %v", err)
	}
}

// TestTheDocumentedExampleWorks keeps docs/domains.md true.
func TestTheDocumentedExampleWorks(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../docs/domains.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(doc), "```yaml\n# plants.yaml")
	if !ok {
		t.Fatal("the documentation has no plants.yaml")
	}
	text, _, _ := strings.Cut(rest, "```")
	set, err := domains.Load(builtin(t), write(t, map[string]string{"plants.yaml": "#" + text}))
	if err != nil {
		t.Fatal(err)
	}
	if err := set.CheckExamples(); err != nil {
		t.Error(err)
	}
	c := set.Context([]string{"plants"})
	data := extract.Extract("Watered the monstera with 0.5 l", c.GetSchemas()).Data
	want := extract.Number{Domain: "plants", Path: "plants.care[0].water", Subject: "monstera", Measure: "water", Kind: extract.Amount, Unit: "l", Value: 0.5}
	if got := extract.Numbers(data, c.GetSchemas()); len(got) != 1 || got[0] != want {
		t.Errorf("numbers = %+v, want %+v", got, want)
	}
}

func TestEveryNumberOfAShippedSchemaHasASubject(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	c := set.Context(names(set))
	note := "Bench 3x5 @ 80kg. Ran 5k in 25:30. Slept 7h. 2 beers. 20 eur for lunch. Energy 5/10. Weight 80 kg. Swam 500m. Worked 3 hours. Meditated 5 min. 9000 steps"
	for _, n := range extract.Numbers(extract.Extract(note, c.GetSchemas()).Data, c.GetSchemas()) {
		if n.Subject == "" || n.Measure == "" || n.Subject == n.Domain && !slices.Contains([]string{"sleep", "work"}, n.Subject) {
			t.Errorf("%+v has no subject of its own", n)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, file := range []string{"strength", "general"} {
		text, err := os.ReadFile("data/" + file + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, s := range []string{"", "a: &a [*a]", "name: x\n<<: 5", "- - -", "{", "name: !!binary x", "\xff", "name: x\ndescription: d\nschema: {$ref: '#'}\n", "name: x\ndescription: d\nfragments: {a: '<b>', b: '<a>'}\n", "a: &a [1]\nb: [*a]", strings.Repeat("[", 200), strings.Repeat("- ", 2000)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := domains.Parse("fuzz.yaml", text)
		if err != nil {
			return
		}
		var schemas []*commonv1.DomainSchema
		for _, n := range names(set) {
			schemas = set.Context([]string{n}).GetSchemas()
		}
		extract.Extract("Bench 5x5 @ 80kg", schemas)
	})
}
