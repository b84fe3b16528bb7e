package domains_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/background"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestModelsAreToldOfTheNamedDomainsAndTheBaseLast(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	var told []string
	for _, b := range set.Knowledge([]string{"sleep", "strength", "nonsense"}, "why did my bp feel heavy?") {
		told = append(told, b.GetKind().String()[len("BACKGROUND_KIND_"):]+" "+b.GetDomain())
		if b.GetText() == "" || b.GetOmittedBytes() > 0 && b.GetKind() == commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE {
			t.Errorf("%v", b)
		}
	}
	want := []string{"EXPERTISE sleep", "EXPERTISE strength", "EXPERTISE general", "VOCABULARY sleep", "VOCABULARY strength"}
	if !slices.Equal(told, want) {
		t.Errorf("told of %v, want %v", told, want)
	}
}

func TestWordsOfTheTextComeFirst(t *testing.T) {
	t.Parallel()
	for _, b := range builtin(t).Knowledge([]string{"strength"}, "why did my bp feel heavy?") {
		if b.GetKind() != commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY || b.GetDomain() != "strength" {
			continue
		}
		if first, _, _ := strings.Cut(b.GetText(), "\n"); first != "bench press: bp" {
			t.Errorf("the first line is %q", first)
		}
		if strings.Contains(b.GetText(), "deadlift") {
			t.Errorf("aliases of names that nobody asked for: %s", b.GetText())
		}
	}
}

func TestOfAllDomainsModelsAreToldNoMoreThanTheBounds(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	sum := map[commonv1.BackgroundKind]int{}
	for _, b := range background.Bound(set.Knowledge(set.Names(), "how am I doing?")) {
		sum[b.GetKind()] += len(b.GetText())
	}
	for kind, most := range map[commonv1.BackgroundKind]int{
		commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE:  background.MaxExpertise,
		commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY: background.MaxVocabulary,
	} {
		if sum[kind] > most || sum[kind] < most/2 {
			t.Errorf("%v: %d bytes of %d", kind, sum[kind], most)
		}
	}
}

func TestTheDomainsOfAWishAreThoseOfWhichItHasAWord(t *testing.T) {
	t.Parallel()
	set := builtin(t)
	for wish, want := range map[string][]string{
		"Book a squat rack and a 10 km race": {"running", "strength"},
		"Send Ann the minutes":               nil,
		"":                                   nil,
	} {
		if got := set.NamedIn(wish); !slices.Equal(got, want) {
			t.Errorf("%q bears on %v, want %v", wish, got, want)
		}
	}
}

const measured = "\nschema: {type: object, properties: {n: {type: number, x-weft-measure: number, x-weft-subject: thing}}}\n"

// Each declares the other: a "why" about one shows the other, and goes no further.
func TestDomainsThatBearOnEachOtherAreTakenOneStep(t *testing.T) {
	t.Parallel()
	set, err := domains.Load(nil, write(t, map[string]string{
		"a.yaml": "name: a\ndescription: A.\nbears_on:\n  a: [{what: bees, domain: b}]\n  b: [{what: ants, domain: a, subjects: [thing], measures: [number]}]" + measured,
		"b.yaml": "name: b\ndescription: B.\nbears_on:\n  b: [{what: ants, domain: a}, {what: cats, domain: c}]" + measured,
		"c.yaml": "name: c\ndescription: C." + measured,
	}))
	if err != nil {
		t.Fatal(err)
	}
	for loaded, want := range map[string]string{"a": "bees", "b": "ants, cats", "c": "", "a b": "bees, ants, cats"} {
		var got []string
		for _, b := range set.Context(strings.Fields(loaded)).GetBearings() {
			got = append(got, b.GetWhat())
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q bear on %s, want %q", got, loaded, want)
		}
	}
}

// The shipped domains are not checked when they are loaded: what a user's domain in the place
// of one lacks is no mistake of theirs.
func TestWhatShippedDomainsDeclareIsThere(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	all, err := filepath.Glob("data/*.yaml")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(file)] = string(text)
	}
	if _, err := domains.Load(nil, write(t, files)); err != nil {
		t.Error(err)
	}
	if got := len(builtin(t).Context([]string{"strength"}).GetBearings()); got != 3 {
		t.Errorf("%d things bear on strength", got)
	}
	if _, err := domains.Load(builtin(t), write(t, map[string]string{"sleep.yaml": "name: sleep\ndescription: Sleep.\n"})); err != nil {
		t.Errorf("a domain in the place of a shipped one: %v", err)
	}
}

func TestWhatBearsHasToBeThere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ bears, want string }{
		{"{what: ants, domain: b, measures: [number], subjects: [thing]}", ""},
		{"{what: ants, domain: b, measures: [numbr]}", `a.yaml:4: bears_on: the domain "b" has no measure "numbr"; did you mean "number"?`},
		{"{what: ants, domain: b, subjects: [cat]}", `a.yaml:4: bears_on: the domain "b" has no subject "cat"; there are thing`},
		{"{what: ants, domain: bb}", `a.yaml:4: bears_on: unknown domain "bb"`},
	} {
		_, err := domains.Load(nil, write(t, map[string]string{
			"a.yaml": "name: a\ndescription: A.\nbears_on:\n  a: [" + c.bears + "]\n",
			"b.yaml": "name: b\ndescription: B." + measured,
		}))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.bears, err)
		}
	}
}
