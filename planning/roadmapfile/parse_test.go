package roadmapfile

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/outline"
)

const frontText = "---\nweft: roadmap\nid: RM-1\nstate: active\nversion: 1\ndeadline: 2027-10-17\nzone: Europe/Berlin\n---\n"

func TestFilesOfPeopleAreRead(t *testing.T) {
	t.Parallel()
	const task = "- [ ] Run (45 min) <!-- n:run -->"
	for name, c := range map[string]struct {
		text  string
		works func(d Document) bool
	}{
		"a task":                    {task, func(d Document) bool { return d.Nodes[1].Estimate == 45 && d.Nodes[1].Status == Open }},
		"other bullets and a big X": {"* [X] Run <!-- n:run -->", func(d Document) bool { return d.Nodes[1].Status == Done }},
		"a number":                  {"3) [-] Run <!-- n:run --> ❌ 2027-01-02", func(d Document) bool { return d.Nodes[1].Status == Dropped && d.Nodes[1].On == day("2027-01-02") }},
		"another mark":              {"+ [/] Run <!-- n:run -->", func(d Document) bool { return d.Nodes[1].Status == Open }},
		"days in another order": {"- [ ] Run <!-- n:run --> 📅 2027-01-05 🛫 2027-01-02", func(d Document) bool {
			return d.Nodes[1].Deadline == day("2027-01-05") && d.Nodes[1].NotBefore == day("2027-01-02")
		}},
		"days before the comment": {"- [ ] Run 📅 2027-01-05 <!-- n:run -->", func(d Document) bool { return d.Nodes[1].Deadline == day("2027-01-05") && d.Nodes[1].Title == "Run" }},
		"a sign with a variant":   {"- [ ] Run <!-- n:run --> 🗓\ufe0f 2027-01-05", func(d Document) bool { return d.Nodes[1].Deadline == day("2027-01-05") }},
		"tabs":                    {task + "\n\t- [ ]\tSun 2027-01-17\t9:00-10:30 <!-- b:1 -->", func(d Document) bool { return d.Blocks[0].From.Equal(at("2027-01-17T08:00:00Z")) }},
		"a block up to midnight": {task + "\n  - [ ] 2027-01-17 23:00–24:00", func(d Document) bool {
			return IsNew(d.Blocks[0].ID) && d.Blocks[0].To.Equal(at("2027-01-17T23:00:00Z"))
		}},
		"a block over midnight":    {task + "\n  - [ ] 2027-01-17 23:00 to 2027-01-18 00:30", func(d Document) bool { return d.Blocks[0].To.Equal(at("2027-01-17T23:30:00Z")) }},
		"a lost id":                {"- [ ] Run (1.5 h)", func(d Document) bool { return IsNew(d.Nodes[1].ID) && d.Nodes[1].Estimate == 90 }},
		"a sub-task":               {task + "\n    - [ ] Warm up (5 min)", func(d Document) bool { return d.Nodes[2].Level == outline.SubTask && d.Nodes[2].Parent == "run" }},
		"text, lists and headings": {"Mine.\n\n- one\n  - [ ] two\n\n## Shopping\n\n- [ ] Gels\n\n## Base <!-- n:base phase -->\n" + task, func(d Document) bool { return len(d.Nodes) == 3 && d.Nodes[2].Parent == "base" }},
		"a task in a code fence":   {"```\n- [ ] Run (45 min)\n```\n~~~md\n" + task + "\n~~~\n", func(d Document) bool { return len(d.Nodes) == 1 }},
		"a task in a comment":      {"<!-- later:\n- [ ] Run\n-->\n%%\n- [ ] Run\n%%\n", func(d Document) bool { return len(d.Nodes) == 1 }},
		"a comment in a title": {"- [ ] Read <!-- milk --> \\<!-- n:x --> more <!-- n:run -->", func(d Document) bool {
			return d.Nodes[1].Title == "Read <!-- milk --> <!-- n:x --> more" && d.Nodes[1].ID == "run"
		}},
		"a section without comment":       {"## Assumptions\n\n- one\nmine\n\n## Adaptations\n- mine\n- [2027-01-01T00:00:00Z] you: moved\n", func(d Document) bool { return len(d.Assumptions) == 1 && len(d.Log) == 1 && d.Log[0].What == "moved" }},
		"line ends of Windows":            {strings.ReplaceAll(task+"\n  > a\n  > b\n", "\n", "\r\n"), func(d Document) bool { return d.Nodes[1].Notes == "a\nb" }},
		"an empty box":                    {"- [ ] \n- [ ]", func(d Document) bool { return len(d.Nodes) == 1 }},
		"a quote that belongs to nothing": {task + "\nmine\n  > a\n", func(d Document) bool { return d.Nodes[1].Notes == "" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, problems := Parse([]byte(frontText + "# Race <!-- n:goal goal -->\n" + c.text))
			if len(problems) > 0 || !c.works(d) {
				t.Errorf("read as %+v, %v", d, problems)
			}
		})
	}
}

func TestWhatMakesNoSenseIsToldWithItsLine(t *testing.T) {
	t.Parallel()
	const goal, task = "# Race <!-- n:goal goal -->\n", "- [ ] Run <!-- n:run -->\n"
	for name, c := range map[string]struct{ text, want string }{
		"a day that isn't there":       {frontText + goal + "- [ ] Run <!-- n:run --> 📅 2027-02-30\n", "line 10: 📅 \"2027-02-30\" is not a day"},
		"a sign without a day":         {frontText + goal + "- [ ] Run <!-- n:run --> 📅 tomorrow\n", "line 10: 📅 has no day after it"},
		"an end before the start":      {frontText + goal + task + "  - [ ] 2027-01-17 10:00–9:00 <!-- b:1 -->\n", "line 11: it ends before it begins"},
		"a block without a time":       {frontText + goal + task + "  - [ ] tomorrow <!-- b:1 -->\n", "line 11: \"tomorrow\" can't be read as the time of a block"},
		"a time that isn't there":      {frontText + goal + task + "  - [ ] 2027-01-17 10:00–10:75 <!-- b:1 -->\n", "line 11: 10:75 is not a time of day"},
		"an id twice":                  {frontText + goal + task + task, "line 11: the id run is also in line 10"},
		"an estimate out of bounds":    {frontText + goal + "- [ ] Run (9000 h) <!-- n:run -->\n", "line 10: (9000 h) is not a possible estimate"},
		"no title":                     {frontText + goal + "- [ ] <!-- n:run -->\n", "line 10: the title is gone"},
		"no goal":                      {frontText + task, "the heading of the goal is missing"},
		"another word in the comment":  {frontText + goal + "- [ ] Run <!-- n:run after -->\n", "line 10: \"after\" in the comment is unknown"},
		"a state that is none":         {strings.Replace(frontText, "active", "maybe", 1) + goal, "line 4: \"maybe\" is not a state"},
		"a zone that is none":          {strings.Replace(frontText, "Europe/Berlin", "Mars", 1) + goal, "line 7: \"Mars\" is not a time zone"},
		"a deadline that isn't there":  {strings.Replace(frontText, "2027-10-17", "2027-02-30", 1) + goal, "line 6: the deadline \"2027-02-30\" is not a day"},
		"front matter without an end":  {"---\nid: x\n", "line 1: the front matter has no end"},
		"front matter that is no YAML": {"---\nid: [\n---\n", "line "},
		"a fence without an end":       {frontText + goal + "```\n" + task, "line 10: the code block or comment that begins here has no end; close it with ```"},
		"a NUL byte":                   {frontText + goal + "a\x00b\n", "line 10: it has a NUL byte"},
		"no UTF-8":                     {frontText + goal + "a\xffb\n", "line 10: it is not UTF-8"},
		"five megabytes":               {frontText + strings.Repeat("word \n", 5<<20/6), "the file has 5"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems := Parse([]byte(c.text))
			for _, p := range problems {
				if strings.HasPrefix(p.String(), c.want) {
					return
				}
			}
			t.Errorf("%q isn't told, but %v", c.want, problems)
		})
	}
}

func FuzzParse(f *testing.F) {
	text := render(f, race())
	f.Add([]byte(text))
	f.Add([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
	f.Add([]byte(frontText + "# A\n- [ ] b (1 h)\n\t- [ ] 2027-01-17 9:00-24:00\n## c <!-- n:c phase every=1/week/2 -->\n> d"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, problems := Parse(data)
		if again := Form(d); len(again.Nodes) != len(d.Nodes) {
			t.Errorf("the form of %q has %d nodes of %d", data, len(again.Nodes), len(d.Nodes))
		}
		for _, p := range problems {
			if p.Text == "" || p.Line < 0 {
				t.Errorf("%+v tells nothing", p)
			}
		}
		if out, err := Render(d); err == nil {
			if again, problems := Parse(out); len(problems) > 0 || len(again.Nodes) != len(d.Nodes) {
				t.Errorf("%q is written as %q", data, out)
			}
		}
	})
}
