package extract_test

import (
	"encoding/json"
	"testing"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// slotReadings is a table a type of slot: what stands behind "log" in a note, and the value that is read
// there, as JSON; nothing where it is no such value.
var slotReadings = map[string][]struct{ text, want string }{
	"number":     {{"5", "5"}, {"2.5", "2.5"}, {"2,5", "2.5"}, {"three", "3"}, {"5 kg", ""}, {"-5", ""}, {"no. 7", ""}, {"7:30", ""}},
	"int":        {{"5", "5"}, {"2.5", ""}, {"twelve", "12"}},
	"int(1..12)": {{"12", "12"}, {"13", ""}},
	"int(100..)": {{"7400", "7400"}, {"7.4k", "7400"}, {"99", ""}},
	"decimal":    {{"2.5", "2.5"}, {"3", ""}},
	"rating":     {{"6/10", "6"}, {"6 out of 10", "6"}, {"4/5", "8"}, {"70/100", "7"}, {"7", "7"}, {"7 emails", ""}, {"11", ""}, {"6/7", ""}},
	"score":      {{"6/10", "6"}, {"7", ""}},
	"price":      {{"9.80", "9.8"}, {"62,30", "62.3"}, {"9", ""}, {"9.8", ""}},
	"clock": {
		{"6:30", `"06:30"`}, {"6.30", `"06:30"`}, {"0630", ""}, {"6am", `"06:00"`}, {"6 p.m.", `"18:00"`}, {"23:15", `"23:15"`}, {"noon", `"12:00"`},
		{"midnight", `"00:00"`}, {"half past six", `"06:30"`}, {"quarter to six", `"05:45"`}, {"ten past six", `"06:10"`}, {"six thirty", `"06:30"`},
		{"6 o'clock", `"06:00"`}, {"25:00", ""}, {"13 pm", ""}, {"6:75", ""},
	},
	"bedtime": {{"11", `"23:00"`}, {"12:30", `"00:30"`}, {"1", `"01:00"`}, {"10:45", `"22:45"`}, {"10 am", `"10:00"`}},
	"word":    {{"mossy green", `"mossy"`}, {"5", ""}},
	"phrase":  {{"on the shelf and dusted", `"on the shelf"`}, {"in the hall today", `"in the hall"`}},
	"text":    {{"looks pale, leaf by leaf.", `"looks pale, leaf by leaf"`}},
	"plant":   {{"ferns", `"fern"`}, {"Swiss-cheese plant", `"monstera"`}, {"cactus", ""}},
	"=wet|bone dry": {
		{"bone dry", `"bone dry"`}, {"wet", `"wet"`}, {"damp", ""},
	},
}

func TestEachSlotReadsItsNotations(t *testing.T) {
	t.Parallel()
	for kind, cases := range slotReadings {
		field := "score"
		switch kind {
		case "clock", "bedtime", "word", "phrase", "text", "plant", "=wet|bone dry":
			field = "at"
		}
		ex, err := extract.Compile([]*commonv1.DomainSchema{plants(t, pattern("log {x:"+kind+"}", "", field+"={x}"))})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		for _, c := range cases {
			t.Run(kind+": "+c.text, func(t *testing.T) {
				t.Parallel()
				if got := readField(ex, "log "+c.text, field); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
			})
		}
	}
}

// Quantities with the unit that their field wants, hours.
var spans = map[string][]struct{ text, want string }{
	"duration":    {{"90 min", "1.5"}, {"1h 30m", "1.5"}, {"1.5 hours", "1.5"}, {"an hour", "1"}, {"3 km", ""}, {"2 days", ""}, {"2 h ago", ""}},
	"min":         {{"90 min", "1.5"}, {"2 h", ""}},
	"elapsed":     {{"1:30:00", "1.5"}, {"45:00", "0.75"}, {"1:30", "1.5"}, {"1:30 h", "1.5"}, {"50'", "0.8333"}, {"90 min", "1.5"}, {"2 days", ""}, {"5:75", ""}},
	"number":      {{"2", "2"}},
	"clock..span": {{"9 to 5", "8"}, {"22:00 to 6:30", "8.5"}, {"2 to 5 pm", "3"}, {"9:00 to 10:15", "1.25"}},
}

func TestSpansOfTimeComeInTheUnitOfTheirField(t *testing.T) {
	t.Parallel()
	for kind, cases := range spans {
		p := pattern("log {x:"+kind+"}", "", "light={x}")
		if kind == "clock..span" {
			p = pattern("log {x:clock} to {y:clock}", "", "light={x}..{y}")
		}
		ex, err := extract.Compile([]*commonv1.DomainSchema{plants(t, p)})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		for _, c := range cases {
			t.Run(kind+": "+c.text, func(t *testing.T) {
				t.Parallel()
				want := c.want
				if want != "" {
					want = `{"unit":"h","value":` + want + `}`
				}
				if got := readField(ex, "log "+c.text, "light"); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
	}
}

// Lists, as the field that they fill.
var lists = []struct{ name, kind, text, want string }{
	{"commas and a last and", "items", "log: moss, bark and for sand", `["moss","bark","sand"]`},
	{"plus signs", "items", "log: moss + bark + sand", `["moss","bark","sand"]`},
	{"an and within an item", "items", "log: salt and pepper", `["salt and pepper"]`},
	{"lines below", "items", "log:\n- moss\n- bark", `["moss","bark"]`},
	{"numbered lines below", "items", "log:\n1. moss\n2. bark", `["moss","bark"]`},
}

func TestListsAreReadItemByItem(t *testing.T) {
	t.Parallel()
	for _, c := range lists {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ex, err := extract.Compile([]*commonv1.DomainSchema{plants(t, pattern("log {x:"+c.kind+"}", "tags", ".={x}"))})
			if err != nil {
				t.Fatal(err)
			}
			if got := readField(ex, c.text, "tags"); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// readField returns a field of what is read of a note, as JSON, nothing if there is none.
func readField(ex *extract.Extractor, text, field string) string {
	plants, _ := ex.Extract(text).Data.AsMap()["plants"].(map[string]any)
	if plants[field] == nil {
		return ""
	}
	out, err := json.Marshal(plants[field])
	if err != nil {
		return err.Error()
	}
	return string(out)
}
