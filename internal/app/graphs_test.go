package app

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
)

func TestSettingsForStepsAndGraphsThatNobodyHasAreRefused(t *testing.T) {
	t.Parallel()
	for override, want := range map[string]string{
		"runs.steps.notes.PARSE.attempts=4":     "",
		"runs.steps.note.PARSE.attempts=4":      "did you mean notes?",
		"runs.steps.notes.PARS.attempts=4":      "did you mean PARSE?",
		"runs.steps.notes.WAIT_USER.timeout=4s": `graph notes has no step "WAIT_USER"`,
		"runs.graphs=notes":                     "",
		"runs.graphs=notes@2":                   "",
		"runs.graphs=notes@9":                   `no graph "notes@9"`,
		"runs.graphs=notes,other":               `no graph "other"; choose from execute, execute@1, notes, notes@2, plan, plan@1, planning, planning@1`,
	} {
		path, value, _ := strings.Cut(override, "=")
		c := config.Default()
		if err := c.Set(path, value); err != nil {
			t.Fatal(err)
		}
		_, err := Additions{}.AllGraphs(c)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", override, err)
		case want != "" && (!errors.Is(err, fault.ConfigInvalid) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--set "+path[:11])):
			t.Errorf("%s: %v, want %s and where it was set", override, err, want)
		}
	}
}
