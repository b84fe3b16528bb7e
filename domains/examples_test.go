package domains_test

import (
	"testing"

	"github.com/weft-mesh/weft/domains"
)

func TestTheExamplesOfTheShippedDomainsHold(t *testing.T) {
	t.Parallel()
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if err := set.CheckExamples(); err != nil {
		t.Error(err)
	}
}
