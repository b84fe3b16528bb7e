package wish

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestStepsWithHowLongEachTakesAreReadAsAList(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"build a boat by 30 April: forms 5 h, hull 16 h, varnish 4 h":                          "build a boat; until 2027-04-30; forms 300; hull 960; varnish 240",
		"build a boat by 30 April: forms: 5 h, hull: 16 h":                                     "build a boat; until 2027-04-30; forms 300; hull 960",
		"build a boat by 30 April, Forms: 5 h, the Hull: 16 h":                                 "build a boat; until 2027-04-30; Forms 300; the Hull 960",
		"build a boat by 30 April. Steps: forms (5 h), hull (1 h 30 min) and varnish (45 min)": "build a boat; until 2027-04-30; forms 300; hull 90; varnish 45",
		"build a boat: forms 5 h, hull 16 h, at most 6 hours a week, evenings and weekends":    "build a boat; ≤ 360 a week; Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun; forms 300; hull 960",
		"build a boat. Steps:\n- forms 5 h\n- hull 16 h\n":                                     "build a boat; forms 300; hull 960",
		"build a boat: forms 5 h, hull 16 h, varnish":                                          "build a boat; ? varnish; forms 300; hull 960",
		"build a boat: forms 5 h":                                                              "build a boat; ? forms 5 h",
		"build a boat: forms 5 h, hull if it rains 16 h":                                       "build a boat; ? forms 5 h, hull if it rains 16 h",
		"learn piano: 30 minutes a day, 5 times a week":                                        "learn piano; 5×; 30 min",
	} {
		w, err := Read(text, now, nil)
		got := brief(w)
		for _, s := range w.Steps {
			got += fmt.Sprintf("; %s %d", s.Title, s.Minutes)
		}
		if err != nil || got != want {
			t.Errorf("%q:\n got %s\nwant %s (%v)", text, got, want, err)
		}
	}
}

// However steps are written, each has its title and its length, in their order, or the list is quoted as a whole.
func TestEachStepOfAListHasItsOwnLength(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		titles := rapid.Permutation([]string{"forms", "fit the seat", "hull and deck", "varnish", "Launch", "sand"}).Draw(t, "titles")[:rapid.IntRange(2, 6).Draw(t, "n")]
		form := rapid.SampledFrom([]string{"%s %d h", "%s: %d h", "%s (%d hours)", "%s: %d min"}).Draw(t, "form")
		sep := rapid.SampledFrom([]string{", ", "; ", "\n- "}).Draw(t, "separator")
		var list, want []string
		for _, title := range titles {
			n := rapid.IntRange(1, 40).Draw(t, "length")
			list = append(list, fmt.Sprintf(form, title, n))
			if !strings.Contains(form, "min") {
				n *= 60
			}
			want = append(want, fmt.Sprintf("%s %d", title, n))
		}
		lead := rapid.SampledFrom([]string{"build a boat by 30 April: ", "build a boat by 30 April. Steps: ", "build a boat by 30 April, the steps are: "}).Draw(t, "lead")
		end := rapid.SampledFrom([]string{"", ".", ". Not on Mondays", "; at most 6 hours a week"}).Draw(t, "end")
		w, err := Read(lead+strings.Join(list, sep)+end, now, nil)
		var got []string
		for _, s := range w.Steps {
			got = append(got, fmt.Sprintf("%s %d", s.Title, s.Minutes))
		}
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || w.Title != "build a boat" || w.By == 0 || len(w.Unread) > 0 {
			t.Fatalf("%q: %q, want %q; %s, %v", lead+strings.Join(list, sep)+end, got, want, brief(w), err)
		}
	})
}
