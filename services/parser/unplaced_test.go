package parser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestANumberIsUnplacedWhereAFieldCouldHoldItAndNoneDoes(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	schemas := set.Reading([]string{"strength", "running", "money"}, "").GetSchemas() // with packed patterns
	ex, errs := extract.NewCache(8).Extractor(schemas)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for text, want := range map[string]string{
		"Then I hoisted 30 kilos over my head on the landmine press": "30 kilos: strength.sets[].load",
		"Bench press day, stayed at 90 kg":                           "90 kg: strength.sets[].load",
		"Ran 10 km (Tom), 5 km (me)":                                 "5 km: running.runs[].distance",
		"Invoice to Kranz £1,200, still unpaid":                      "£1,200: money.income[].amount",
		"Tom ran 10 km, no deadlifts at 200 kg":                      "",
		"Bench press 3x5 @ 80 kg, ran 5 km":                          "",
		"Bench press at home. Room 12, bus 42, call 030 1234567":     "",
		"The parcel weighs 30 kilos":                                 "",
		"Weight 82.3 this morning":                                   "",
	} {
		e := &commonv1.Entry{Id: "note", Date: "2026-01-14", Text: text, DomainData: ex.Extract(text).Data}
		got := observation.NewReader(schemas).Unplaced(e, ex.Declared(), ex.Names(text))
		words, field, _ := strings.Cut(want, ": ")
		if want == "" {
			if len(got) > 0 {
				t.Errorf("%q: %v is unplaced", text, got)
			}
			continue
		}
		if len(got) != 1 || text[got[0].Start:got[0].End] != words || !slices.ContainsFunc(got[0].Fields, func(f extract.Declaration) bool { return f.Path == field }) {
			t.Errorf("%q: unplaced is %v, want %s", text, got, want)
		}
	}
}
