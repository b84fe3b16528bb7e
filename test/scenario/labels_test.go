package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/test/mesh"
)

func TestRunsAndThreadsAreFoundByWhatTheirCallerLabelledThemWith(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	var runs []string
	for i, labels := range []map[string]string{{"customer": "acme", "channel": "mail"}, {"customer": "bolt"}, {"customer": "acme", "note": ""}, nil} {
		in := mesh.Input([]string{"Slept 7 h", "Ran 5 km to the café", "Paid 12 € at the CAFÉ", "Read 20 pages"}[i])
		in.Labels, in.ThreadId = labels, []string{"one", "two", "one", ""}[i]
		r, _ := m.Process(t, in)
		runs = append(runs, r.GetRunId())
	}
	fork, err := m.API.ForkRun(t.Context(), &orchestratorv1.ForkRunRequest{RunId: runs[1], Sequence: 1})
	if err != nil || fork.GetRun().GetLabels()["customer"] != "bolt" {
		t.Fatalf("a fork has the labels %v, %v", fork.GetRun().GetLabels(), err)
	}
	m.Settled(t, fork.GetRun().GetId())
	hour := timestamppb.New(time.Now().Add(time.Hour))
	for name, c := range map[string]struct {
		req  *orchestratorv1.ListRunsRequest
		want []string // without the fork, oldest first
	}{
		"a label with its value":     {&orchestratorv1.ListRunsRequest{Labels: []string{"customer=acme"}}, []string{runs[0], runs[2]}},
		"two labels":                 {&orchestratorv1.ListRunsRequest{Labels: []string{"customer=acme", "channel=mail"}}, runs[:1]},
		"a label of any value":       {&orchestratorv1.ListRunsRequest{Labels: []string{"note"}}, runs[2:3]},
		"a label of no value":        {&orchestratorv1.ListRunsRequest{Labels: []string{"note="}}, runs[2:3]},
		"a label that nothing has":   {&orchestratorv1.ListRunsRequest{Labels: []string{"customer=nobody"}}, nil},
		"words, however written":     {&orchestratorv1.ListRunsRequest{Words: "cafe RAN"}, runs[1:2]},
		"a word and a label":         {&orchestratorv1.ListRunsRequest{Words: "cafe", Labels: []string{"customer=acme"}}, runs[2:3]},
		"the caller":                 {&orchestratorv1.ListRunsRequest{User: mustGet(t, m, runs[0]).GetUser()}, runs},
		"another user":               {&orchestratorv1.ListRunsRequest{User: "nobody"}, nil},
		"a time to come":             {&orchestratorv1.ListRunsRequest{Since: hour}, nil},
		"before it":                  {&orchestratorv1.ListRunsRequest{Until: hour}, runs},
		"a thread and a status":      {&orchestratorv1.ListRunsRequest{ThreadId: "one", Status: orchestratorv1.RunReport_COMPLETED}, []string{runs[0], runs[2]}},
		"a graph and a label, paged": {&orchestratorv1.ListRunsRequest{Graph: "notes", Labels: []string{"customer"}, PageSize: 1}, runs[:3]},
	} {
		c.req.WithTotal = true
		var got []string
		for {
			page, err := m.API.ListRuns(t.Context(), c.req)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			forks := 0
			for _, r := range page.GetRuns() {
				if r.GetForkedRunId() == "" {
					got = append(got, r.GetId())
				} else {
					forks++
				}
			}
			if n := int(page.GetTotalSize()); c.req.PageSize == 0 && n != len(c.want)+forks || c.req.PageSize == 1 && n != len(c.want)+1 {
				t.Errorf("%s: there are %d", name, n)
			}
			if c.req.PageToken = page.GetNextPageToken(); c.req.PageToken == "" {
				break
			}
		}
		if slices.Reverse(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q are listed, want %q", name, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		req  *orchestratorv1.ListThreadsRequest
		want string
	}{
		"all":                         {&orchestratorv1.ListThreadsRequest{}, "one two"},
		"by a label of an early turn": {&orchestratorv1.ListThreadsRequest{Labels: []string{"channel=mail", "note"}}, "one"},
		"by words of an early turn":   {&orchestratorv1.ListThreadsRequest{Words: "slept"}, "one"},
		"by time":                     {&orchestratorv1.ListThreadsRequest{Since: hour}, ""},
		"by graph and status":         {&orchestratorv1.ListThreadsRequest{Graph: "notes", Status: orchestratorv1.RunReport_COMPLETED}, "one two"},
		"by another status":           {&orchestratorv1.ListThreadsRequest{Status: orchestratorv1.RunReport_FAILED}, ""},
		"by another user":             {&orchestratorv1.ListThreadsRequest{User: "nobody"}, ""},
	} {
		c.req.WithTotal = true
		page, err := m.API.ListThreads(t.Context(), c.req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, th := range page.GetThreads() {
			got = append(got, th.GetId())
		}
		if strings.Join(got, " ") != c.want || int(page.GetTotalSize()) != len(got) {
			t.Errorf("%s: %q are listed of %d, want %s", name, got, page.GetTotalSize(), c.want)
		}
	}
	if th := theThread(t, m, "one").GetThread(); !maps.Equal(th.GetLabels(), map[string]string{"customer": "acme", "channel": "mail", "note": ""}) {
		t.Errorf("the thread has the labels %v", th.GetLabels())
	}
}

func mustGet(t *testing.T, m *mesh.Mesh, run string) *orchestratorv1.Run {
	t.Helper()
	got, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: run})
	if err != nil {
		t.Fatal(err)
	}
	return got.GetRun()
}

func TestLabelsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	many := map[string]string{}
	for i := range 17 {
		many[fmt.Sprint("k", i)] = ""
	}
	for name, labels := range map[string]map[string]string{
		"a newline in a key": {"a\nb": "1"}, "a newline in a value": {"a": "1\n2"}, "an escape in a value": {"a": "\x1b[2J"},
		"an empty key": {"": "1"}, "capitals in a key": {"Customer": "1"}, "a long key": {strings.Repeat("k", 64): "1"},
		"a long value": {"a": strings.Repeat("v", 129)}, "too many": many,
	} {
		in := mesh.Input("Slept 7 h")
		in.Labels = labels
		_, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: in})
		if status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "labels") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, req := range map[string]*orchestratorv1.ListRunsRequest{
		"a label with a newline": {Labels: []string{"a=1\n"}}, "no key": {Labels: []string{"=1"}}, "too many": {Labels: slices.Repeat([]string{"a"}, 17)},
		"a span that ends before it begins": {Since: timestamppb.New(time.Unix(2, 0)), Until: timestamppb.New(time.Unix(1, 0))},
		"a time that is none":               {Since: &timestamppb.Timestamp{Seconds: 1 << 50}},
	} {
		if _, err := m.API.ListRuns(t.Context(), req); status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{WithTotal: true}); err != nil || list.GetTotalSize() != 0 {
		t.Errorf("after them there are %d runs, %v", list.GetTotalSize(), err)
	}
}

func TestOverHTTPRunsAreLabelledAndFound(t *testing.T) {
	t.Parallel()
	s := serveHTTP(t)
	for _, body := range []string{
		`{"input":{"text":"Slept 7 h.","labels":{"customer":"acme","ticket":"a/b=c"}}}`, `{"input":{"text":"Ran 5 km."}}`,
	} {
		events(t, s.send(t, http.MethodPost, "/v1/input/events", body), "")
	}
	since := url.QueryEscape(time.Now().Add(-time.Hour).Format(time.RFC3339))
	got := s.json(t, http.MethodGet, "/v1/runs?labels=customer&labels="+url.QueryEscape("ticket=a/b=c")+"&with_total=true&since="+since, "")
	data, err := json.Marshal(got["runs"])
	if list, _ := got["runs"].([]any); err != nil || len(list) != 1 || got["totalSize"] != 1.0 || !strings.Contains(string(data), `"labels":{"customer":"acme","ticket":"a/b=c"}`) {
		t.Errorf("found is %v", got)
	}
	if all := s.json(t, http.MethodGet, "/v1/runs?with_total=true", ""); all["totalSize"] != 2.0 {
		t.Errorf("all are %v", all)
	}
}
