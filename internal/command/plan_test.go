package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
)

func TestWhatIsNoPlanIsNotProposed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string // of the file, if there is one
		args []string
		want string
	}{
		"a wish, dry":              {"", []string{"send the invoice to bob", "--dry-run"}, "--dry-run is for a plan that is written"},
		"a wish that is filled in": {"", []string{"send", "the", "invoice", "--fill", "a=1"}, `"send the invoice"`},
		"a file that is not there": {"", []string{filepath.Join(dir, "none")}, "there is no file"},
		"nor by its name":          {"", []string{"none.md"}, "there is no file none.md"},
		"a folder":                 {"", []string{dir}, "can't read the plan"},
		"nothing":                  {"", nil, "needs the FILE of a plan"},
		"an empty file":            {"\n", nil, `# Objective`},
		"no steps":                 {"# Objective\nx\n", nil, `## Roadmap`},
		"arguments that are none":  {"# Objective\nx\n## Roadmap\n- [ ] a (s/o)\n  ```json\n  {\"a\":1,\"a\":2}\n  ```\n", nil, "line 6: the arguments"},
		"a step twice":             {"# Objective\nx\n## Roadmap\n- [ ] a ^a\n- [ ] b ^a\n", nil, "line 5: the step a already exists, in line 4"},
		"what is not UTF-8":        {"# Objective\n\xff\n", nil, "what-is-not-UTF-8: line 2: it is not UTF-8"},
		"UTF-16":                   {"#\x00 \x00O\x00", nil, "UTF-16: the file is UTF-16; save it as UTF-8"},
		"UTF-16 with its mark":     {"\xff\xfe#\x00 \x00O\x00", nil, "UTF-16-with-its-mark: the file is UTF-16; save it as UTF-8"},
		"a template with no value": {"# Objective\nCall {{who}}\n## Roadmap\n- [ ] a\n", nil, `no value for it; it needs who`},
		"a value with no place":    {looksLikeAPlan, []string{"--fill", "who=Ann"}, `no place for "who"`},
		"a value with no name":     {looksLikeAPlan, []string{"--fill", "who"}, "takes name=value"},
		"a value twice":            {looksLikeAPlan, []string{"--fill", "a=1", "--fill", "a=2"}, `two values for "a"`},
		"too few approvals":        {looksLikeAPlan, []string{"--approvals", "-1"}, "--approvals -1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"plan"}, c.args...)
			if c.text != "" {
				path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
				if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
					t.Fatal(err)
				}
				args = append(args, path)
			}
			got := play(t, &played{script: &script{}}, "", args...)
			got.mustExit(t, exitUsage)
			mustContain(t, got.errOut, c.want)
		})
	}
}

func TestValuesAreFilledIntoATemplate(t *testing.T) {
	t.Parallel()
	c := &planv1.Content{Objective: "Call {{who}}", Steps: []*planv1.Step{{Id: "1", Description: "Call at {{when}}"}}}
	got, err := fillIn(c, []string{"who=Ann", "when=9:30 = early"})
	if err != nil || got.GetObjective() != "Call Ann" || got.GetSteps()[0].GetDescription() != "Call at 9:30 = early" {
		t.Errorf("%v, %v", got, err)
	}
}

const looksLikeAPlan = "# Objective\nx\n## Roadmap\n- [ ] a\n"
