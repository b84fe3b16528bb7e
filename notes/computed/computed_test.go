package computed_test

import (
	"math"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/computed"
)

var notes = map[string]string{
	"n1": "Ran **7.2 km** in 41:07, then 800 m easy",
	"n2": "ran 12 and  14 km\non two days",
	"n3": "Slept 6.5h. Paid €12.50 and 20 USD.",
	"n4": "bp was 153 not 135; 40 bricks, 12 pallets",
	"n5": "slept 7h30, long run 1:05:30",
	"n6": "chain oil, brake pads",
	"n7": "85 francs cash, then CHF 95",
}

func item(note, words string, number float64) computed.Item {
	return computed.Item{Note: note, Words: words, Number: number}
}

func TestValuesAreWorkedOutFromTheWordsOfNotes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		op    computed.Op
		items []computed.Item
		want  float64
		unit  string
	}{
		"a sum over units":              {computed.Sum, []computed.Item{item("n1", "7.2 km", 7.2), item("n1", "800 m", 800)}, 8, "km"},
		"several numbers of one text":   {computed.Sum, []computed.Item{item("n2", "12 and 14 km", 12), item("n2", "12 and 14 km", 14)}, 26, "km"},
		"one thing named twice":         {computed.Sum, []computed.Item{item("n1", "7.2 km", 7.2), item("n1", "7.2 km", 7.2)}, 7.2, "km"},
		"the words hold, not the model": {computed.Max, []computed.Item{item("n1", "ran 7.2 km", 72)}, 7.2, "km"},
		"minutes and hours":             {computed.Mean, []computed.Item{item("n3", "slept 6.5h", 6.5), item("n5", "7h30", 7.5)}, 7, "h"},
		"times with colons":             {computed.Sum, []computed.Item{item("n1", "41:07", 0), item("n5", "1:05:30", 0)}, 41 + 7.0/60 + 65.5, "min"},
		"a correction's right value":    {computed.Min, []computed.Item{item("n4", "was 153 not 135", 153)}, 153, ""},
		"francs, and whose":             {computed.Sum, []computed.Item{item("n7", "85 francs cash", 85), item("n7", "CHF 95", 95)}, 180, "CHF"},
		"a count of things":             {computed.Count, []computed.Item{item("n6", "chain oil", 0), item("n6", "brake pads", 0)}, 2, ""},
		"the first minus the rest":      {computed.Difference, []computed.Item{item("n4", "40 bricks", 40), item("n4", "12 pallets", 12), item("n2", "14 km", 14)}, 14, "km"},
		"a product":                     {computed.Product, []computed.Item{item("n4", "40 bricks", 40), item("n4", "12 pallets", 12)}, 480, ""},
		"a ratio of one kind":           {computed.Ratio, []computed.Item{item("n1", "800 m", 800), item("n1", "7.2 km", 7.2)}, 1.0 / 9, ""},
		"a ratio of two kinds":          {computed.Ratio, []computed.Item{item("n1", "7.2 km", 7.2), item("n3", "6.5h", 6.5)}, 7.2 / 6.5, "km/h"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, failed := computed.Values([]computed.Value{{Name: "v1", Op: c.op, Items: c.items}}, notes)
			if r := got["v1"]; math.Abs(r.Number-c.want) > 1e-9 || r.Unit != c.unit || len(failed) > 0 {
				t.Errorf("%v %q, %v; want %v %q", r.Number, r.Unit, failed, c.want, c.unit)
			}
		})
	}
}

func TestAValueIsMadeOfValues(t *testing.T) {
	t.Parallel()
	got, failed := computed.Values([]computed.Value{
		{Name: "more", Op: computed.Difference, Of: []string{"ran", "walked"}},
		{Name: "ran", Op: computed.Sum, Items: []computed.Item{item("n1", "7.2 km", 7.2), item("n2", "14 km", 14)}},
		{Name: "walked", Op: computed.Sum, Items: []computed.Item{item("n1", "800 m", 800)}},
	}, notes)
	if r := got["more"]; math.Abs(r.Number-20.4) > 1e-9 || r.Unit != "km" || len(r.Items) != 3 || len(failed) > 0 {
		t.Errorf("%+v, %v", got, failed)
	}
}

func TestAValueWithAFaultIsVoid(t *testing.T) {
	t.Parallel()
	one := item("n1", "7.2 km", 7.2)
	for name, c := range map[string]struct {
		value computed.Value
		says  string
	}{
		"words that are nowhere":          {computed.Value{Op: computed.Sum, Items: []computed.Item{one, item("n1", "9 km", 9)}}, "does not stand in the note n1"},
		"words of another note":           {computed.Value{Op: computed.Sum, Items: []computed.Item{item("n2", "7.2 km", 7.2)}}, "does not stand in the note n2"},
		"no such note":                    {computed.Value{Op: computed.Sum, Items: []computed.Item{item("n9", "7.2 km", 7.2)}}, "no note n9"},
		"no words":                        {computed.Value{Op: computed.Count, Items: []computed.Item{item("n1", " ", 0)}}, "does not stand"},
		"no number in them":               {computed.Value{Op: computed.Sum, Items: []computed.Item{item("n6", "chain oil", 5)}}, "holds no number"},
		"several, and another is meant":   {computed.Value{Op: computed.Sum, Items: []computed.Item{item("n4", "153 not 135", 7)}}, "none of them is 7"},
		"two currencies":                  {computed.Value{Op: computed.Sum, Items: []computed.Item{item("n3", "€12.50", 12.5), item("n3", "20 USD", 20)}}, "can't be put together"},
		"lengths of way and of time":      {computed.Value{Op: computed.Sum, Items: []computed.Item{one, item("n3", "6.5h", 6.5)}}, "can't be put together"},
		"nothing to add":                  {computed.Value{Op: computed.Sum}, "no items"},
		"no operation":                    {computed.Value{Op: "median", Items: []computed.Item{one}}, "no operation"},
		"a difference of one":             {computed.Value{Op: computed.Difference, Items: []computed.Item{one}}, "two items"},
		"made of itself":                  {computed.Value{Op: computed.Sum, Of: []string{"v1"}}, "made of itself"},
		"made of what is not there":       {computed.Value{Op: computed.Sum, Of: []string{"v7"}}, `no value "v7"`},
		"two units by one another":        {computed.Value{Op: computed.Product, Items: []computed.Item{one, item("n3", "6.5h", 6.5)}}, "nothing that is known"},
		"divided by nothing that it says": {computed.Value{Op: computed.Ratio, Items: []computed.Item{one}}, "two items"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.value.Name = "v1"
			got, failed := computed.Values([]computed.Value{c.value}, notes)
			if err := failed["v1"]; len(got) > 0 || err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, %v; want that it says %q", got, failed, c.says)
			}
		})
	}
}
