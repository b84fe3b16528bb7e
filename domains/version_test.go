package domains_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/domains"
)

func TestAVersionTellsWhetherNotesAreReadAlike(t *testing.T) {
	t.Parallel()
	const plants = "name: plants\ndescription: House plants.\nschema: {type: object, properties: {water: {$ref: '#/$defs/quantity'}}}\n" +
		"patterns:\n  - {name: watering, match: 'watered with {water:volume}'}\nexpertise: Water them.\n"
	version := func(text string) string {
		set, err := domains.Parse("plants.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return set.Version()
	}
	was := version(plants)
	if was == "" || was != version(plants) || was != version("# a comment\n"+strings.Replace(plants, "Water them.", "Never water them.", 1)) {
		t.Error("the version changes although notes are read as before")
	}
	for _, change := range []string{"House|Garden", "watered with|gave", "{$ref: '#/$defs/quantity'}|{type: number}", "name: plants|name: trees"} {
		before, after, _ := strings.Cut(change, "|")
		if changed := strings.Replace(plants, before, after, 1); version(changed) == was {
			t.Errorf("the version is the same with %q", after)
		}
	}
	builtin, err := domains.Builtin()
	if err != nil || builtin.Version() == was {
		t.Errorf("the shipped domains have the version %s, %v", builtin.Version(), err)
	}
}
