package reasontools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/reasontools"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/store/vault"
)

var timelines roadmaps.Store

func TestMain(m *testing.M) {
	os.Exit(roadmapstest.OnBus(m, func(s roadmaps.Store) { timelines = s }))
}

// tools are those on a folder of notes.
func tools(t *testing.T, files map[string]string) func(user, name, args string) reason.Result {
	t.Helper()
	return toolsThat(t, files, func(r finder) finder { return r })
}

// A finder finds notes.
type finder interface {
	Retrieve(ctx context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error)
}

// toolsThat are tools that search in another way.
func toolsThat(t *testing.T, files map[string]string, search func(finder) finder) func(user, name, args string) reason.Result {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	notes, err := vault.Open(dir, vault.Options{Tenant: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = notes.Close() })
	set, err := domains.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	finds, err := retriever.New(retriever.Deps{Store: notes})
	if err != nil {
		t.Fatal(err)
	}
	all := reasontools.All(reasontools.Deps{
		Notes: notes, Retriever: search(finds), Timelines: timelines, WeekStart: time.Monday,
		Domains: func() *commonv1.DomainContext { return set.Context(set.Names()) }, Schemas: set.Schemas,
	})
	return func(user, name, args string) reason.Result {
		for _, tool := range all {
			if tool.Name == name {
				c := &commonv1.CallContext{Tenant: t.Name(), User: user, TimeZone: "Europe/Berlin", Now: timestamppb.New(time.Date(2027, 1, 13, 9, 0, 0, 0, time.UTC))}
				return tool.Call(t.Context(), c, json.RawMessage(args))
			}
		}
		t.Fatalf("there is no tool %s", name)
		return reason.Result{}
	}
}

func TestAModelCanChooseAmongTheTools(t *testing.T) {
	t.Parallel()
	var list []reason.Tool
	for _, tool := range reasontools.All(reasontools.Deps{}) {
		list = append(list, tool.Tool)
		if len(tool.Text) > 330 {
			t.Errorf("%s is told in %d bytes", tool.Name, len(tool.Text))
		}
	}
	if _, err := reason.NewCatalogue(list); err != nil {
		t.Error(err)
	}
}

func TestTasksAreListedByWhenTheyAreDue(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"2027-01-05.md": "- [ ] paint the fence\n- [x] pay the rent\n- [ ] call the dentist by Friday\n- [-] buy a boat\n",
		"House.md":      "# Boiler\n- [ ] ask for a date 📅 2027-01-07\n",
	}
	ask := tools(t, files)
	for args, want := range map[string]string{
		`{}`:                         `3 open tasks.|ask for a date 📅 2027-01-07|call the dentist by Friday|paint the fence`,
		`{"due_by":"2027-01-07"}`:    `1 open task.|ask for a date 📅 2027-01-07`,
		`{"about":"the dentists"}`:   `1 open task.|call the dentist by Friday`,
		`{"about":"boiler"}`:         `1 open task.|ask for a date 📅 2027-01-07`,
		`{"about":"dentist boiler"}`: `0 open tasks.`,
		`{"done":true}`:              `2 closed tasks.|buy a boat|pay the rent`,
	} {
		r := ask("ann", "list_tasks", args)
		var data struct {
			Tasks []struct{ Text, Note string }
		}
		if err := json.Unmarshal(r.Data, &data); err != nil || !r.OK {
			t.Fatalf("%s: %v, %+v", args, err, r)
		}
		got := r.Explanations
		for _, task := range data.Tasks {
			got = append(got, task.Text)
			if task.Note == "" {
				t.Errorf("%s tells no note", task.Text)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
	if r := ask("ann", "list_tasks", `{"due_by":"2027-02-31"}`); r.OK || r.Error.Code != "bad_arguments" {
		t.Errorf("a day that is none: %+v", r)
	}
	files["2027-01-06.md"] = strings.Repeat("- [ ] one more thing to think of\n", 160)
	if r := tools(t, files)("ann", "list_tasks", `{}`); r.Explanations[0] != "1 to 48 of 163 open tasks; cursor 48 tells the next." {
		t.Errorf("of many it tells %v", r.Explanations)
	}
}

func TestWhatIsRememberedIsListed(t *testing.T) {
	t.Parallel()
	ask := tools(t, map[string]string{"global-context.md": "# Global Context\n\n## Facts\n\n- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)\n- dog: is called Rex\n\n## Preferences\n\n- units: kg (likely)\n"})
	r := ask("ann", "list_facts", `{}`)
	if want := `{"facts":[{"kind":"fact","about":"bench_press_record","value":"87.5 kg","certainty":"certain","from":"2026-02-03_18-04-11"}`; !r.OK || r.Explanations[0] != "3 remembered things." || !strings.HasPrefix(string(r.Data), want) {
		t.Errorf("%v %s", r.Explanations, r.Data)
	}
	if r := ask("ann", "list_facts", `{"about":"bench record"}`); r.Explanations[0] != "1 remembered thing." {
		t.Errorf("%v %s", r.Explanations, r.Data)
	}
}

func TestARoadmapIsReadByItsIDOrItsName(t *testing.T) {
	t.Parallel()
	ask := tools(t, nil)
	ann := roadmaps.Person{Tenant: t.Name(), User: "ann"}
	run, swim := roadmapstest.Roadmap("RM-1", 1), roadmapstest.Roadmap("RM-2", 1)
	swim.Outline.Nodes[0].Title = "Half a mile in open water"
	next := run.GetBlocks()[0].GetStartTime().AsTime().AddDate(0, 0, 7)
	run.Blocks = append(run.Blocks, &planningv1.Block{Id: "2", NodeId: "run", StartTime: timestamppb.New(next), EndTime: timestamppb.New(next.Add(time.Hour))})
	if _, err := timelines.Keep(t.Context(), ann, 0, run, swim); err != nil {
		t.Fatal(err)
	}
	for _, by := range []string{"RM-1", "the half marathon"} {
		r := ask("ann", "read_roadmap", fmt.Sprintf(`{"roadmap":%q}`, by))
		if !r.OK || r.Explanations[0] != "“Half marathon”: 2 parts." {
			t.Fatalf("by %s: %+v", by, r)
		}
		for _, want := range []string{`"parts":["goal: Half marathon, by 2027-04-25","  task: Long run, 60 min"]`, `"next":[{"from":"2027-01-19 18:00","to":"2027-01-19 19:00","title":"Long run"}]`, `"missed":1`, `"state":"active"`} {
			if !strings.Contains(string(r.Data), want) {
				t.Errorf("by %s it tells %s, without %s", by, r.Data, want)
			}
		}
	}
	for by, code := range map[string]string{"half": "ambiguous", "chess": "not_found", "the": "not_found"} {
		if r := ask("ann", "read_roadmap", fmt.Sprintf(`{"roadmap":%q}`, by)); r.OK || r.Error.Code != code {
			t.Errorf("by %s: %+v", by, r)
		}
	}
	if r := ask("bob", "read_roadmap", `{"roadmap":"RM-1"}`); r.OK || r.Error.Code != "not_found" {
		t.Errorf("another reads %+v", r)
	}
}

func TestAnAgendaIsOfDaysAndSaysWhereItIsCut(t *testing.T) {
	t.Parallel()
	ask := tools(t, nil)
	cat := roadmaps.Person{Tenant: t.Name(), User: "cat"}
	if _, err := timelines.Keep(t.Context(), cat, 0, roadmapstest.Roadmap("RM-1", 1)); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"from":"2027-01-12"}`:                   `1 thing.|2027-01-12|2027-01-12`,
		`{"from":"2027-01-13"}`:                   `0 things.|2027-01-13|2027-01-13`,
		`{"from":"2027-01-05","days":8}`:          `1 thing.|2027-01-05|2027-01-12`,
		`{"from":"2027-01-05","to":"2027-01-11"}`: `0 things.|2027-01-05|2027-01-11`,
		`{"from":"2027-01-01","to":"2027-12-31"}`: `1 thing. These are 31 days, the most that are told at once: ask again from 2027-02-01.|2027-01-01|2027-01-31`,
		`{"from":"2027-01-13","to":"2027-01-12"}`: `bad_arguments`,
		`{"from":"2027-02-30"}`:                   `bad_arguments`,
	} {
		r := ask("cat", "agenda", args)
		var data struct{ From, To string }
		_ = json.Unmarshal(r.Data, &data)
		got := strings.Join(r.Explanations, " ") + "|" + data.From + "|" + data.To
		if r.Error != nil {
			got = r.Error.Code
		}
		if got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
}
