package pattern_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	. "github.com/weft-mesh/weft/planning/pattern"
)

func TestWishesSelectTheirTemplate(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	for wish, want := range map[string]string{
		"Get me ready for a half marathon by October":                        "race_training distance=half",
		"I want to run a marathon next spring, I have never run before":      "race_training distance=marathon level=new",
		"run my first 10k in June":                                           "race_training distance=10k",
		"couch to 5k":                                                        "race_training distance=5k level=new",
		"I have a chemistry exam on 12 June":                                 "exam",
		"pass my driving test by August":                                     "exam",
		"Finish my master's thesis by the end of September":                  "thesis",
		"write my PhD dissertation":                                          "thesis",
		"We're moving house on 1 March":                                      "moving_house",
		"help me plan moving into our new flat":                              "moving_house",
		"Learn Spanish to B1 before our trip":                                "language distance=near target=b1",
		"I'd like to speak Japanese":                                         "language distance=far",
		"Launch my app in May":                                               "product_launch",
		"build a habit of meditating every day":                              "habit",
		"stretch every morning":                                              "habit",
		"Renovate the bathroom before Christmas":                             "renovation",
		"paint the living room":                                              "renovation",
		"find a new job by summer":                                           "job_search",
		"Our wedding is on 14 August with 80 guests":                         "wedding",
		"we're getting married next year":                                    "wedding",
		"organise a movie marathon":                                          "",
		"buy a wedding gift for Anna":                                        "",
		"get a blood test":                                                   "",
		"move on from my ex":                                                 "",
		"watch the rocket launch":                                            "",
		"take my kid to his exam":                                            "",
		"My job is stressful, I want to sleep better":                        "",
		"quit my job":                                                        "",
		"paint the fence":                                                    "",
		"run errands every day":                                              "",
		"learn to cook Italian food":                                         "",
		"move my website to another host":                                    "",
		"run a marathon and learn Spanish":                                   "",
		"write a novel":                                                      "",
		"I want to get back into running":                                    "race_training",
		"be able to run 5 kilometers without stopping":                       "race_training distance=5k",
		"learn some basic Greek for the holidays":                            "language distance=middle",
		"we bought a house and move in April":                                "moving_house",
		"open an online shop for my pottery":                                 "product_launch",
		"sort my photos":                                                     "",
		"":                                                                   "",
		"do a good job at the presentation":                                  "",
		"learn python":                                                       "",
		"paint a portrait of my cat":                                         "",
		"find a Spanish restaurant for Friday":                               "",
		"plan a launch party for the wedding of a runner who moved house":    "",
		"grow tomatoes on the balcony":                                       "",
		strings.Repeat("marathon of words ", 5_000) + "in the wedding house": "race_training distance=marathon",
	} {
		got := s.Select(wish)
		said := got.Template.Name
		for _, p := range []string{"distance", "level", "target"} {
			if v, ok := got.Params[p]; ok {
				said += " " + p + "=" + v.String()
			}
		}
		switch {
		case len(got.Reasons) == 0:
			t.Errorf("%.60q: no reasons", wish)
		case want == "" && (got.Template.Name != Generic || got.Spec.Confidence > .35 || got.Question == ""):
			t.Errorf("%.60q is %s with confidence %.2f", wish, said, got.Spec.Confidence)
		case want != "" && (said != want || got.Spec.Confidence < .6 || got.Question != ""):
			t.Errorf("%.60q is %s with confidence %.2f (%s), want %s", wish, said, got.Spec.Confidence, got.Question, want)
		}
	}
}

func TestQuestionsComeInTheOrderOfTheirWorth(t *testing.T) {
	t.Parallel()
	var asked []string
	for _, q := range shipped(t).Get("race_training").Questions(Values{"level": Text("new")}) {
		asked = append(asked, q.Param+" "+q.Default.String())
	}
	if got := strings.Join(asked, ", "); got != "distance 10k, days 3" {
		t.Error(got)
	}
}

func TestValuesThatAParameterCannotHaveAreRefused(t *testing.T) {
	t.Parallel()
	race := shipped(t).Get("race_training")
	for _, v := range []Values{{"days": Number(9)}, {"days": Text("many")}, {"distance": Text("50k")}, {"distance": Number(5)}, {"shoes": Number(1)}} {
		if _, _, err := Build(race, v, start, 0); err == nil {
			t.Errorf("%v is taken", v)
		}
	}
	for _, weeks := range []int{0, -3, 2_000} {
		if _, _, err := Build(race, nil, start, weeksOn(weeks)); err == nil {
			t.Errorf("%d weeks are taken", weeks)
		}
	}
}

const small = `name: generic_project
title: "To the {end}"
pattern: milestone_project
subtype: generic
params:
  - {name: end, question: Where?, choices: [{value: a}, {value: b}], default: a, worth: 1}
weeks: {least: 1, usual: 2}
parts:
  - {id: one, level: task, title: One, estimate: [{by: end, values: {a: 10, b: 20}}]}
  - {id: two, level: task, title: Two, estimate: 5, milestone: true, depends: [{on: one}]}
`

func TestMistakesInATemplateNameTheirLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, to, want string
	}{
		"a key that there is not":        {"subtype:", "subtyp:", "x.yaml:4: unknown field"},
		"a pattern that there is not":    {"milestone_project", "chaos", "x.yaml:3: there is no pattern"},
		"a default that is no choice":    {"default: a", "default: c", "x.yaml:6: end is \"c\""},
		"a title without its parameter":  {"{end}", "{start}", "x.yaml:2: {start} is no parameter"},
		"a choice without a value":       {", b: 20", "", "x.yaml:9: by end has no value for \"b\""},
		"a dependency on nothing":        {"on: one", "on: zero", "x.yaml:10: \"zero\" is no other part"},
		"a level that can't stand there": {"level: task, title: Two", "level: sub_task, title: Two", "x.yaml:10: a \"sub_task\" can't stand below a goal"},
		"an id twice":                    {"id: two", "id: one", "x.yaml:10: \"one\" is no id, or is there twice"},
		"a text for a number":            {"least: 1", "least: soon", "x.yaml:7"},
	} {
		text := strings.Replace(small, c.from, c.to, 1)
		_, err := Load(fstest.MapFS{"x.yaml": {Data: []byte(text)}}, "*.yaml")
		if _, ok := errors.AsType[*FileError](err); !ok || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := Load(fstest.MapFS{"x.yaml": {Data: []byte(small)}}, "*.yaml"); err != nil {
		t.Error(err)
	}
	if _, err := Load(fstest.MapFS{}, "*.yaml"); err == nil {
		t.Error("no template at all is taken")
	}
}

// A template that is taken builds, whatever was written.
func FuzzParse(f *testing.F) {
	f.Add(small)
	for _, name := range []string{"race_training", "habit"} {
		text, err := os.ReadFile("templates/" + name + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		template, err := Parse("x.yaml", []byte(text))
		if err != nil {
			if _, ok := errors.AsType[*FileError](err); !ok {
				t.Errorf("%T", err)
			}
			return
		}
		_, _, _ = Build(template, nil, start, weeksOn(9))
		_, _, _ = Build(template, nil, start, 0)
	})
}
