package config_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
)

func TestStepsOfAStateHaveSettingsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s, path := source(t, "runs:\n  steps:\n    notes:\n      RETRIEVE: {attempts: 5, timeout: 20s}\n      PARSE:\n        attempts: 4\n")
	s.Env = append(s.Env, "WEFT_RUNS_STEPS_NOTES_BUILD_CONTEXT_TIMEOUT=3m", "WEFT_RUNS_STEPS_NOTES_PARSE_ATTEMPTS=7")
	s.Overrides = []config.Override{{Path: "runs.steps.notes.PARSE.outage_limit", Value: "1h"}, {Path: "runs.steps.other.PARSE.attempts", Value: "2"}}
	c := load(t, s)
	want := map[string]config.Step{
		"RETRIEVE":      {Attempts: 5, Timeout: 20 * time.Second},
		"PARSE":         {Attempts: 7, OutageLimit: time.Hour},
		"BUILD_CONTEXT": {Timeout: 3 * time.Minute},
	}
	for state, w := range want {
		if got := c.Runs.Steps["notes"][state]; got == nil || *got != w {
			t.Errorf("%s: %+v, want %+v", state, got, w)
		}
	}
	if len(c.Runs.Steps["notes"]) != len(want) || len(c.Runs.Steps) != 2 || c.Runs.Steps["other"]["PARSE"].Attempts != 2 {
		t.Errorf("steps of %v", c.Runs.Steps)
	}
	if got := c.Origin("runs.steps.notes.RETRIEVE").String(); got != path+":4" {
		t.Errorf("the section comes from %s", got)
	}
	text := printed(t, c, false)
	if strings.Contains(text, "outage_limit: 0s") {
		t.Errorf("what nobody has set is printed:\n%s", text)
	}
	again, _ := source(t, text)
	if second := load(t, again); printed(t, second, false) != text {
		t.Errorf("it changed on the way:\n%s\n%s", text, printed(t, second, false))
	}
}

func TestAMistakeInTheSettingsOfAStateIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"runs: {steps: {notes: {PARSE: {attempts: 0}}}}":      "runs.steps.notes.PARSE.attempts: 0 is too low",
		"runs: {steps: {notes: {PARSE: {tries: 3}}}}":         `there is no setting "runs.steps.notes.PARSE.tries"; a step has attempts, timeout, outage_limit`,
		"runs: {steps: {notes: {PARSE: 3}}}":                  "expected settings",
		"runs: {steps: 3}":                                    "expected settings",
		"runs: {steps: {notes: 3}}":                           "expected settings",
		"runs: {steps: {PARSE: {attempts: 3}}}":               `there is no setting "runs.steps.PARSE"; steps are set by graph, as in runs.steps.notes.PARSE`,
		"runs: {steps: {notes: {PARSE: {timeout: 3}}}}":       "is not a duration",
		"runs: {steps: {notes: {PARSE: {a: {timeout: 3s}}}}}": `there is no setting "runs.steps.notes.PARSE.a"`,
		"runs: {steps: {notes: {\"PA RSE\": {timeout: 3s}}}}": `there is no setting "runs.steps.notes.PA RSE"`,
		"runs: {steps: {notes: {PARSE: {timeout: 1ms}}}}":     "too low",
		"runs: {steps: {timeout: 3s}}":                        "expected settings",
	} {
		s, _ := source(t, text)
		_, err := config.Load(s)
		if invalid, ok := errors.AsType[*config.InvalidError](err); !ok || !strings.Contains(invalid.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	_, err := config.Load(config.Source{Env: []string{"HOME=/home/ann", "USER=ann", "WEFT_RUNS_STEPS_NOTES_PARSE_TRIES=3"}})
	if err == nil || !strings.Contains(err.Error(), "use WEFT_RUNS_STEPS_GRAPH_STATE_ and one of ATTEMPTS, TIMEOUT, OUTAGE_LIMIT") {
		t.Errorf("a variable of no setting: %v", err)
	}
}
