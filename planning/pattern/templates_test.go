package pattern_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	. "github.com/weft-mesh/weft/planning/pattern"
)

var start = civil.NewDate(2027, 1, 4)

var once = sync.OnceValues(Shipped)

func shipped(t interface{ Fatal(...any) }) *Set {
	s, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func weeksOn(n int) civil.Date { return start + civil.Date(7*n-1) }

// sound fails unless an outline is valid and its network has times.
func sound(t interface{ Fatalf(string, ...any) }, name string, o outline.Outline) {
	if v := outline.Check(o); v != nil {
		t.Fatalf("%s: %v", name, v)
	}
	for _, o := range []outline.Outline{o, outline.Expand(o, start)} {
		activities, links := outline.Network(o)
		if _, err := network.Analyse(activities, links, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// hours are what the work of each template with its defaults may plausibly be.
var hours = map[string][2]int{
	"race_training": {20, 60}, "exam": {50, 90}, "thesis": {300, 500}, "moving_house": {35, 70},
	"language": {160, 220}, "product_launch": {120, 260}, "habit": {12, 25}, "renovation": {40, 80},
	"job_search": {80, 160}, "wedding": {60, 130}, "generic_project": {20, 50},
}

func TestEachTemplateWithItsDefaultsIsWhatAnExpertWouldTake(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	if len(s.Templates) != len(hours) {
		t.Errorf("%d templates, %d of them have plausible hours", len(s.Templates), len(hours))
	}
	for _, template := range s.Templates {
		o, log, err := Build(template, nil, start, 0)
		if err != nil {
			t.Fatal(err)
		}
		sound(t, template.Name, o)
		work := outline.Work(o)["goal"] / 60
		if h := hours[template.Name]; work < h[0] || work > h[1] {
			t.Errorf("%s is %d hours of work, from %d to %d are plausible", template.Name, work, h[0], h[1])
		}
		for _, a := range log {
			if a.Kind == Warning {
				t.Errorf("%s with all defaults: %s", template.Name, a.Text)
			}
		}
	}
}

func TestTemplatesBuildForAllParametersAndWeeks(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	rapid.Check(t, func(t *rapid.T) {
		template := rapid.SampledFrom(s.Templates).Draw(t, "template")
		v := Values{}
		for _, p := range template.Params {
			if p.Choices != nil {
				v[p.Name] = Text(rapid.SampledFrom(p.Choices).Draw(t, p.Name).Value)
			} else {
				v[p.Name] = Number(rapid.IntRange(p.Min, p.Max).Draw(t, p.Name))
			}
		}
		least := 7
		if template.Arc != nil {
			least = 21
		}
		days := rapid.IntRange(least, 500).Draw(t, "days")
		o, log, err := Build(template, v, start, start+civil.Date(days-1))
		if err != nil {
			t.Fatal(err)
		}
		sound(t, fmt.Sprint(template.Name, v, days), o)
		again, log2, _ := Build(template, v, start, start+civil.Date(days-1))
		if fmt.Sprint(o, log) != fmt.Sprint(again, log2) {
			t.Fatal("twice the same gives two outlines")
		}
		for _, n := range o.Nodes {
			if n.NotBefore != 0 && n.NotBefore < start || n.Deadline > start+civil.Date(days-1) || strings.ContainsAny(n.Title, "{}") {
				t.Fatalf("%+v is not within %d days", n, days)
			}
		}
	})
}

// minutes are those of a session by week; 0: it isn't there.
func minutes(o outline.Outline, session string) (out []int) {
	for _, n := range o.Nodes {
		if n.Level == outline.SubGoal && strings.HasPrefix(n.Title, "Week ") {
			out = append(out, 0)
		}
		if n.ID == fmt.Sprintf("w%02d-%s", len(out), session) {
			out[len(out)-1] = n.Estimate
		}
	}
	return out
}

func race(t *testing.T, distance, level string, weeks int) (outline.Outline, []string) {
	t.Helper()
	o, log, err := Build(shipped(t).Get("race_training"), Values{"distance": Text(distance), "level": Text(level), "days": Number(4)}, start, weeksOn(weeks))
	if err != nil {
		t.Fatal(err)
	}
	var warnings []string
	for _, a := range log {
		if a.Kind == Warning {
			warnings = append(warnings, a.Text)
		}
	}
	return o, warnings
}

func TestAHalfMarathonInTenAndInTwentyWeeks(t *testing.T) {
	t.Parallel()
	for weeks, peak := range map[int][2]int{10: {85, 110}, 14: {105, 135}, 20: {135, 135}} {
		o, _ := race(t, "half", "regular", weeks)
		long := minutes(o, "long")
		if len(long) != weeks || long[0] != 60 || long[weeks-1] != 0 {
			t.Errorf("%d weeks have long runs of %v", weeks, long)
		}
		if most := slices.Max(long); most < peak[0] || most > peak[1] || long[weeks-3] != most {
			t.Errorf("in %d weeks the long run grows to %d, want %v before the taper: %v", weeks, most, peak, long)
		}
	}
}

func TestTheLongRunGrowsByATenthAWeekAtMostAndHasLighterWeeks(t *testing.T) {
	t.Parallel()
	for _, distance := range []string{"5k", "10k", "half", "marathon"} {
		for _, level := range []string{"new", "regular", "experienced"} {
			for weeks := 4; weeks <= 24; weeks++ {
				o, _ := race(t, distance, level, weeks)
				long := minutes(o, "long")
				hardest, heavy := long[0], 0
				for w, m := range long {
					if m*10 > hardest*11 {
						t.Errorf("%s %s in %d weeks: %v grows too fast in week %d", distance, level, weeks, long, w+1)
					}
					if heavy++; m < hardest*9/10 {
						heavy = 0
					}
					if heavy > 4 {
						t.Errorf("%s %s in %d weeks: %v has no lighter week by week %d", distance, level, weeks, long, w+1)
					}
					hardest = max(hardest, m)
				}
				if hardest > 180 {
					t.Errorf("%s %s: a long run of %d minutes", distance, level, hardest)
				}
			}
		}
	}
}

func TestTooFewWeeksAreToldAndNotSqueezed(t *testing.T) {
	t.Parallel()
	o, warnings := race(t, "marathon", "new", 6)
	if told := strings.Join(warnings, "\n"); !strings.Contains(told, "6 weeks, and this plan takes at least 16") || !strings.Contains(told, "Long run only grows to") {
		t.Errorf("%v", warnings)
	}
	if long := minutes(o, "long"); slices.Max(long) > 70 {
		t.Errorf("squeezed: %v", long)
	}
	_, warnings = race(t, "marathon", "experienced", 18)
	if warnings != nil {
		t.Errorf("%v", warnings)
	}
}

func TestWhatTheWorldSetsIsNotDrawnTogether(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	_, log, err := Build(s.Get("wedding"), nil, start, weeksOn(4))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(log, func(a Assumption) bool {
		return a.Kind == Warning && strings.Contains(a.Text, "Give notice of marriage") && strings.Contains(a.Text, "too late")
	}) {
		t.Errorf("%v", log)
	}
	if !slices.ContainsFunc(log, func(a Assumption) bool { return a.Kind == Derived && strings.Contains(a.Text, "closer together") }) {
		t.Errorf("%v", log)
	}
}

func TestWhatIsLeftOutHandsItsDependenciesOn(t *testing.T) {
	t.Parallel()
	o, _, err := Build(shipped(t).Get("renovation"), Values{"extent": Text("surface"), "rooms": Number(2)}, start, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range o.Nodes {
		if n.ID == "plaster-2" && fmt.Sprint(n.Depends) != "[{strip-2  0 } {scope  0 }]" {
			t.Errorf("plaster in a home without new wires waits for %v", n.Depends)
		}
		if n.ID == "coat_two-1" && n.Depends[0] != (outline.Dependency{On: "coat_one-1", Lag: 720}) {
			t.Errorf("paint dries for %v", n.Depends)
		}
	}
}
