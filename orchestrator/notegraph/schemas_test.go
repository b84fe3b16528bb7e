package notegraph

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/domains"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestValuesAreReadByTheSchemasOfAllDomains(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	h := handlers{Deps: Deps{Domains: set}}
	if got := h.schemas([]*commonv1.RetrievalInstruction{{Keywords: []string{"dentist"}}}); len(got) > 0 {
		t.Errorf("a search for words is sent %d schemas", len(got))
	}
	var got []string
	for _, s := range h.schemas([]*commonv1.RetrievalInstruction{{Selection: &commonv1.Selection{Domain: "sleep"}}}) {
		got = append(got, s.GetDomain())
	}
	if len(got) != len(set.Infos()) || !slices.Contains(got[:2], "sleep") {
		t.Errorf("the schemas are those of %q", got)
	}
}
