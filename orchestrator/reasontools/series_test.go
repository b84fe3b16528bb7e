package reasontools_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// examples are the notes of the example vault.
func examples(t *testing.T) map[string]string {
	t.Helper()
	files, root := map[string]string{}, filepath.Join("..", "..", "examples", "vault")
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		files[name] = string(data)
		return err
	})
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	return files
}

func TestAMeasureIsWorkedOutByCode(t *testing.T) {
	t.Parallel()
	ask := tools(t, examples(t))
	for _, tt := range []struct{ what, args, told, data string }{
		{"all values", `{"measure":"strength.load","about":"squat","from":"2026-02-01","to":"2026-02-06"}`, "2 values.", `{"day":"2026-02-02","value":105,"unit":"kg","of":"squat","note":"2026-02-02_18-30-00"}`},
		{"a sum of days", `{"measure":"running.distance","compute":"sum","from":"2026-01-19","to":"2026-01-25"}`, "1 result.", `"what":"sum","value":21,"unit":"km","of":"run","of_values":3`},
		{"each week", `{"measure":"distance run","compute":"sum","by":"week","from":"2026-01-12","to":"2026-01-25"}`, "2 results.", `{"group":"2026-01-19","from":"2026-01-12","to":"2026-01-25","what":"sum","value":21,`},
		{"a mean", `{"measure":"running_distance","compute":"mean","from":"2026-01-19","to":"2026-01-25"}`, "1 result.", `"what":"mean","value":7,"unit":"km"`},
		{"the most, by another word", `{"measure":"load","about":"bench","compute":"max","from":"2026-02-01"}`, "1 result.", `"what":"max","value":82.5,"unit":"kg","of":"bench press"`},
		{"how often", `{"measure":"running.distance","compute":"count_days","from":"2026-01-19","to":"2026-01-25"}`, "1 result.", `"what":"count_days","value":3,`},
		{"by how much more", `{"measure":"running.distance","compute":"sum","from":"2026-01-19","to":"2026-01-25","versus_from":"2026-01-12","versus_to":"2026-01-18"}`, "3 results.", `"what":"change of sum","value":21,"unit":"km","versus":19,`},
		{"what is never added up", `{"measure":"strength.load","compute":"sum","about":"squat"}`, "1 result. strength.load is a reading and never added up, so values are told. Of many values the first and the last are told; without compute and by, series tells all.", `"what":"values","of":"squat","of_values":17`},
		{"none on these days", `{"measure":"running.distance","compute":"sum","from":"2020-01-01","to":"2020-01-02"}`, "No value of running.distance on these days. All notes have", `"results":[]`},
		{"none of this", `{"measure":"strength.load","about":"kayak","compute":"max"}`, "No value of strength.load of “kayak” on these days. All notes have 52 values, of bench press, squat", `"results":[]`},
	} {
		r := ask("ann", "series", tt.args)
		shownWhole(t, tt.what, r)
		if told := strings.Join(r.Explanations, " "); !r.OK || !strings.HasPrefix(told, tt.told) || !strings.Contains(string(r.Data), tt.data) {
			t.Errorf("%s: %q %s %v", tt.what, told, r.Data, r.Error)
		}
	}
	for measure, want := range map[string]string{"vibes": "not_found: there is no such measure. There are: general.", "duration": "ambiguous: name one of these measures: "} {
		if r := ask("ann", "series", `{"measure":"`+measure+`"}`); r.OK || !strings.HasPrefix(r.Error.Code+": "+r.Error.Message, want) {
			t.Errorf("%s: %+v", measure, r)
		}
	}
}

// What a note has that no value was read from is no part of a total, and that is said.
func TestATotalWithoutANoteIsNone(t *testing.T) {
	t.Parallel()
	ask := tools(t, map[string]string{"2026-01-05.md": "## 07:00\nRan 5 km.\n", "2026-01-06.md": "## 07:00\nRan 6 km or so, and then maybe another 3, 4 more.\n"})
	r := ask("ann", "series", `{"measure":"running.distance","compute":"sum"}`)
	if !r.OK || r.Confidence > .5 || len(r.Explanations) < 2 || !strings.Contains(r.Explanations[1], "2026-01-06_07-00-00") || !strings.Contains(r.Explanations[1], "nothing was worked out") || strings.Contains(string(r.Data), `"what":"sum"`) {
		t.Errorf("%q %s", r.Explanations, r.Data)
	}
}

func TestANumberIsWorkedOutOfWordsOfNotes(t *testing.T) {
	t.Parallel()
	ask := tools(t, map[string]string{
		"2026-01-05.md": "## 07:00\nBoiler serviced, £84.20, and a valve for £12.50.\n",
		"2026-01-06.md": "## 07:00\nPaid the plumber £100. Tea with Ann.\n",
	})
	const a, b = `"note":"2026-01-05_07-00-00"`, `"note":"2026-01-06_07-00-00"`
	for _, tt := range []struct{ what, args, told string }{
		{"a sum", `{"op":"sum","items":[{` + a + `,"words":"£84.20"},{` + a + `,"words":"£12.50"},{` + b + `,"words":"£100"}]}`, "The sum of 3 items is 196.7 GBP."},
		{"a mean", `{"op":"mean","items":[{` + a + `,"words":"£84.20"},{` + b + `,"words":"£100"}]}`, "The mean of 2 items is 92.1 GBP."},
		{"a difference", `{"op":"difference","items":[{` + b + `,"words":"£100"},{` + a + `,"words":"£84.20"}]}`, "The difference of 2 items is 15.8 GBP."},
		{"a count", `{"op":"count","items":[{` + a + `,"words":"Boiler serviced"},{` + b + `,"words":"Paid the plumber"}]}`, "The count of 2 items is 2."},
		{"the same words twice", `{"op":"sum","items":[{` + b + `,"words":"£100"},{` + b + `,"words":"£100"}]}`, "The sum of 1 item is 100 GBP (1 named twice)."},
		{"words that no note has", `{"op":"sum","items":[{` + b + `,"words":"£200"}]}`, `not_computed: "£200" does not stand in the note`},
		{"words without a number", `{"op":"sum","items":[{` + b + `,"words":"Tea with Ann"}]}`, `not_computed: "Tea with Ann" holds no number`},
		{"a note that is not there", `{"op":"count","items":[{"note":"2020-01-01_07-00-00","words":"Tea"}]}`, "not_computed: there is no note"},
	} {
		r := ask("ann", "compute", tt.args)
		told := strings.Join(r.Explanations, " ")
		if r.Error != nil {
			told = r.Error.Code + ": " + r.Error.Message
		}
		if !strings.HasPrefix(told, tt.told) || r.OK && !json.Valid(r.Data) {
			t.Errorf("%s: %s %s", tt.what, told, r.Data)
		}
	}
}

// A crowded search has more values than it has room for, but for those of a few days.
type crowded struct{ finder }

func (c crowded) Retrieve(ctx context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error) {
	res, err := c.finder.Retrieve(ctx, req)
	if on := req.GetInstructions()[0].GetDateRange(); err == nil && (on.GetStart() == "" || on.GetEnd() == "") {
		res.TotalObservations += 100
	}
	return res, err
}

func TestOfTooManyValuesThoseOfFewerDaysAreTold(t *testing.T) {
	t.Parallel()
	ask := toolsThat(t, examples(t), func(r finder) finder { return crowded{r} })
	if r := ask("ann", "series", `{"measure":"running.distance","compute":"sum"}`); r.OK || !strings.Contains(r.Error.Message, "name fewer days by from and to") {
		t.Errorf("all days: %+v", r)
	}
	for args, want := range map[string]string{
		`{"measure":"running.distance","compute":"sum","from":"2026-01-19","to":"2026-01-25"}`:                                                     `"value":21`,
		`{"measure":"running.distance","compute":"sum","from":"2026-01-19","to":"2026-01-25","versus_from":"2026-01-12","versus_to":"2026-01-18"}`: `"versus":19`,
	} {
		if r := ask("ann", "series", args); !r.OK || !strings.Contains(string(r.Data), want) {
			t.Errorf("%s: %+v", args, r)
		}
	}
}
