package parser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestACorrectionThatMayMeanSomethingElseChangesNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		notes      []string
	}{
		{"nothing was spent on what another entry is of", "Correction: I spent nothing on books", []string{"2026-01-02 18:00 Spent 40 € on shoes", "2026-01-03 18:00 Spent 50 € on books"}},
		{"it names what no entry is of", "Correction: I spent 45 € on lamps", []string{"2026-01-12 18:00 Spent 40 € on shoes"}},
		{"its companion was at a value that is not read", "Correction: with Ann it was 4 km", []string{"2026-01-14 18:00 Ran 5 km, then 3 km with Ann"}},
		{"its companion was at another value than it says", "Correction: the run with Ann was 4 km, not 3", []string{"2026-01-05 18:00 Ran 3 km, then 4 km with Ann"}},
		{"values of two notes, one of them beside the right one", "Correction: the run was 4 km", []string{"2026-01-11 18:00 Ran 8 km with Ann", "2026-01-12 18:00 Ran 4 km, then 3 km"}},
		{"its companion was at no value", "Correction: with Bob it was 4 km", []string{"2026-01-14 18:00 Ran 5 km"}},
		{"two values of one kind, none named", "sorry, 4 km", []string{"2026-01-14 18:00 Ran 5 km, then 3 km with Ann"}},
		{"two days", "Yesterday's run was 5 km, today's 7 km", []string{"2026-01-14 18:00 Ran 6 km"}},
		{"two days, the other first", "today's run was 7 km, yesterday's was 5 km", []string{"2026-01-14 18:00 Ran 6 km"}},
		{"an old entry that nothing points at", "Ran 6 km, not 5, what a day", []string{"2026-01-01 18:00 Ran 5 km"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if c := correct(t, tt.text, tt.notes...).GetCorrection(); len(c.GetChanges()) > 0 {
				t.Errorf("%q changes %s: %v", tt.text, c.GetTargetEntryId(), changesOf(c))
			}
		})
	}
}

// A noted value is one of those that the notes of a property have.
type noted struct {
	entry, day int
	value      int
	measure    string
	about      string // what it is of, or whom it was with; often nothing
}

// noteOf writes a note of one or two values of a measure.
func noteOf(values []noted) string {
	var parts []string
	for i, v := range values {
		part := map[string]string{"run": "ran %d km", "spend": "spent %d €", "sleep": "slept %d h"}[v.measure]
		if i > 0 {
			part = map[string]string{"run": "then %d km", "spend": "then %d €"}[v.measure]
		}
		part = fmt.Sprintf(part, v.value)
		if v.about != "" {
			part += map[string]string{"run": " with ", "spend": " on "}[v.measure] + v.about
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

func TestACorrectionChangesOnlyTheOneValueThatItNames(t *testing.T) {
	t.Parallel()
	abouts := map[string][]string{"run": {"", "", "Ann", "Bob"}, "spend": {"books", "shoes", "food", "tools"}, "sleep": {""}}
	days := map[int]string{14: "today", 13: "yesterday", 12: "on Monday", 11: "on Sunday", 5: "on 5 January", 2: "on 2 January"}
	changed := 0
	rapid.Check(t, func(r *rapid.T) {
		measure := rapid.SampledFrom([]string{"run", "spend", "sleep"})
		var all []noted
		var texts []string
		for i, day := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.SampledFrom([]int{2, 5, 11, 12, 13, 14}), 1, 4, rapid.ID).Draw(r, "days"))) {
			m := measure.Draw(r, "measure")
			var here []noted
			for range rapid.IntRange(1, map[bool]int{true: 1, false: 2}[m == "sleep"]).Draw(r, "values") {
				here = append(here, noted{i + 1, day, rapid.IntRange(3, 12).Draw(r, "value"), m, rapid.SampledFrom(abouts[m]).Draw(r, "about")})
			}
			all = append(all, here...)
			texts = append(texts, fmt.Sprintf("2026-01-%02d 18:00 %s", day, noteOf(here)))
		}
		named := noted{measure: measure.Draw(r, "corrected")}
		named.about = rapid.SampledFrom(abouts[named.measure]).Draw(r, "named")
		named.day = rapid.SampledFrom([]int{0, 0, 2, 5, 11, 12, 13, 14}).Draw(r, "day")
		right := rapid.IntRange(3, 12).Draw(r, "right")
		text := rapid.SampledFrom([]string{"Correction: ", "sorry, ", "actually ", ""}).Draw(r, "announced") +
			map[string]string{"run": "the run", "spend": "I spent", "sleep": "I slept"}[named.measure]
		if named.measure == "run" {
			text += map[bool]string{true: " with " + named.about}[named.about != ""] + " was"
		}
		text += fmt.Sprintf(" %d %s", right, map[string]string{"run": "km", "spend": "€", "sleep": "h"}[named.measure])
		if named.measure == "spend" {
			text += " on " + named.about
		}
		if named.day > 0 {
			text += " " + days[named.day]
		}
		if named.value = rapid.SampledFrom([]int{0, 0, 3, 5, 7}).Draw(r, "not"); named.value > 0 && named.value != right {
			text += fmt.Sprintf(", not %d", named.value)
		}
		fits := slices.DeleteFunc(slices.Clone(all), func(v noted) bool {
			return v.measure != named.measure || v.value == right || // nothing would change
				named.about != "" && v.about != named.about || named.day > 0 && v.day != named.day || named.value > 0 && named.value != right && v.value != named.value
		})
		// Where no day is named, a text means what was noted today, if that is one value.
		today := slices.DeleteFunc(slices.Clone(fits), func(v noted) bool { return v.day != 14 })
		if named.day == 0 && len(today) == 1 {
			fits = today
		}
		c := correct(t, text, texts...).GetCorrection()
		if len(c.GetChanges()) == 0 {
			return
		}
		changed++
		was := int(c.GetChanges()[0].GetBefore().GetNumberValue())
		if len(fits) != 1 || c.GetTargetEntryId() != fmt.Sprint(fits[0].entry) || was != fits[0].value || len(c.GetChanges()) > 1 {
			r.Fatalf("%q of %q changes entry %s: %v, and fits %v", text, texts, c.GetTargetEntryId(), changesOf(c), fits)
		}
	})
	if changed == 0 {
		t.Error("no correction of any kind changed anything")
	}
}
