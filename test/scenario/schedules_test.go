package scenario

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

func daily(text string) *orchestratorv1.CreateScheduleRequest {
	return &orchestratorv1.CreateScheduleRequest{
		Cron: "@daily", Starts: &orchestratorv1.CreateScheduleRequest_Input{Input: &orchestratorv1.Input{Text: text}},
	}
}

// wantCode fails the test unless an error has a code.
func wantCode(t *testing.T, what string, err error, want codes.Code) {
	t.Helper()
	if got := status.Code(err); got != want {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

func TestAScheduleIsMadeListedChangedAndRemoved(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	ctx := t.Context()
	made := func(req *orchestratorv1.CreateScheduleRequest) *orchestratorv1.Schedule {
		t.Helper()
		got, err := m.API.CreateSchedule(ctx, req)
		if err != nil {
			t.Fatal(err)
		}
		return got.GetSchedule()
	}
	req := daily("How long did I sleep?")
	req.Labels, req.RequestId, req.TimeZone = map[string]string{"team": "desk"}, "one", "Asia/Tokyo"
	first := made(req)
	if again := made(req); again.GetId() != first.GetId() {
		t.Errorf("a repeated request made %s besides %s", again.GetId(), first.GetId())
	}
	if next := first.GetNextTimes(); len(next) != 5 || next[0].AsTime().Hour() != 15 {
		t.Errorf("midnight in Tokyo is %v", next)
	}
	other := proto.CloneOf(req)
	other.Cron = "@weekly"
	_, err := m.API.CreateSchedule(ctx, other)
	wantCode(t, "a request id used for another", err, codes.AlreadyExists)
	paused := &orchestratorv1.CreateScheduleRequest{Cron: "0 6 * * *", Paused: true, Starts: &orchestratorv1.CreateScheduleRequest_Run{
		Run: &orchestratorv1.ScheduledRun{Graph: "replan", Input: packed(t, &planningv1.Replanning{})},
	}}
	second := made(paused)
	if len(second.GetNextTimes()) > 0 || second.GetPauseTime() == nil {
		t.Errorf("a paused one: %v", second)
	}
	third := made(daily("What did I do?"))

	yes := true
	for name, c := range map[string]struct {
		req  *orchestratorv1.ListSchedulesRequest
		want []string
	}{
		"all":             {&orchestratorv1.ListSchedulesRequest{}, []string{first.GetId(), second.GetId(), third.GetId()}},
		"all, by pages":   {&orchestratorv1.ListSchedulesRequest{PageSize: 1}, []string{first.GetId(), second.GetId(), third.GetId()}},
		"a label":         {&orchestratorv1.ListSchedulesRequest{Labels: []string{"team=desk"}}, []string{first.GetId()}},
		"paused ones":     {&orchestratorv1.ListSchedulesRequest{Paused: &yes}, []string{second.GetId()}},
		"a graph, paged":  {&orchestratorv1.ListSchedulesRequest{Graph: "notes", PageSize: 1}, []string{first.GetId(), third.GetId()}},
		"another's":       {&orchestratorv1.ListSchedulesRequest{User: "nobody"}, nil},
		"two that differ": {&orchestratorv1.ListSchedulesRequest{Graph: "notes", Paused: &yes}, nil},
	} {
		c.req.WithTotal = true
		var got []string
		for {
			page, err := m.API.ListSchedules(ctx, c.req)
			if err != nil {
				t.Fatal(name, err)
			}
			if int(page.GetTotalSize()) != len(c.want) {
				t.Errorf("%s: a total of %d, want %d", name, page.GetTotalSize(), len(c.want))
			}
			for _, k := range page.GetSchedules() {
				got = append(got, k.GetId())
			}
			if c.req.PageToken = page.GetNextPageToken(); c.req.GetPageToken() == "" {
				break
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}

	ran, err := m.API.RunSchedule(ctx, &orchestratorv1.RunScheduleRequest{ScheduleId: first.GetId(), RequestId: "now"})
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.API.RunSchedule(ctx, &orchestratorv1.RunScheduleRequest{ScheduleId: first.GetId(), RequestId: "now"})
	if err != nil || again.GetRunId() != ran.GetRunId() {
		t.Errorf("a repeated request started %s besides %s: %v", again.GetRunId(), ran.GetRunId(), err)
	}
	labels := mustGet(t, m, ran.GetRunId()).GetLabels()
	if labels["team"] != "desk" || labels["weft/schedule"] != first.GetId() || labels["weft/time"] == "" {
		t.Errorf("its run has the labels %v", labels)
	}
	now, no := "@hourly", false
	changed, err := m.API.UpdateSchedule(ctx, &orchestratorv1.UpdateScheduleRequest{ScheduleId: second.GetId(), Cron: &now, Paused: &no})
	if err != nil || changed.GetSchedule().GetCron() != now || len(changed.GetSchedule().GetNextTimes()) != 5 {
		t.Errorf("changed: %v, %v", changed, err)
	}
	got, err := m.API.GetSchedule(ctx, &orchestratorv1.GetScheduleRequest{ScheduleId: first.GetId()})
	if told := got.GetSchedule().GetOccurrences(); err != nil || len(told) != 1 || told[0].GetRunId() != ran.GetRunId() || told[0].GetUser() == "" {
		t.Errorf("it tells %v, %v", told, err)
	}
	if _, err := m.API.DeleteSchedule(ctx, &orchestratorv1.DeleteScheduleRequest{ScheduleId: first.GetId()}); err != nil {
		t.Fatal(err)
	}
	_, err = m.API.GetSchedule(ctx, &orchestratorv1.GetScheduleRequest{ScheduleId: first.GetId()})
	wantCode(t, "one that was deleted", err, codes.NotFound)
}

func TestAScheduleThatCouldStartNothingIsRefused(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	replanning := packed(t, &planningv1.Replanning{})
	for name, c := range map[string]struct {
		change func(*orchestratorv1.CreateScheduleRequest)
		want   codes.Code
	}{
		"no expression":             {func(r *orchestratorv1.CreateScheduleRequest) { r.Cron = " " }, codes.InvalidArgument},
		"a day that never comes":    {func(r *orchestratorv1.CreateScheduleRequest) { r.Cron = "0 0 30 2 *" }, codes.InvalidArgument},
		"seconds":                   {func(r *orchestratorv1.CreateScheduleRequest) { r.Cron = "* * * * * *" }, codes.InvalidArgument},
		"no time zone":              {func(r *orchestratorv1.CreateScheduleRequest) { r.TimeZone = "Mars/Olympus" }, codes.InvalidArgument},
		"the machine's time zone":   {func(r *orchestratorv1.CreateScheduleRequest) { r.TimeZone = "Local" }, codes.InvalidArgument},
		"a label of two lines":      {func(r *orchestratorv1.CreateScheduleRequest) { r.Labels = map[string]string{"a": "b\nc"} }, codes.InvalidArgument},
		"a label of the server":     {func(r *orchestratorv1.CreateScheduleRequest) { r.Labels = map[string]string{"weft/time": "now"} }, codes.InvalidArgument},
		"nothing to start":          {func(r *orchestratorv1.CreateScheduleRequest) { r.Starts = nil }, codes.InvalidArgument},
		"an empty text":             {func(r *orchestratorv1.CreateScheduleRequest) { r.GetInput().Text = " " }, codes.InvalidArgument},
		"a time of its own":         {func(r *orchestratorv1.CreateScheduleRequest) { r.GetInput().Now = timestamppb.Now() }, codes.InvalidArgument},
		"a session":                 {func(r *orchestratorv1.CreateScheduleRequest) { r.GetInput().Session = []string{"a"} }, codes.InvalidArgument},
		"an unknown overlap":        {func(r *orchestratorv1.CreateScheduleRequest) { r.Overlap = 9 }, codes.InvalidArgument},
		"a graph that is not there": {func(r *orchestratorv1.CreateScheduleRequest) { setRun(r, "nograph", replanning) }, codes.NotFound},
		"a graph of other calls":    {func(r *orchestratorv1.CreateScheduleRequest) { setRun(r, "notes", packed(t, &notegraphv1.Input{})) }, codes.InvalidArgument},
		"an input of another type":  {func(r *orchestratorv1.CreateScheduleRequest) { setRun(r, "replan", packed(t, &commonv1.CallContext{})) }, codes.InvalidArgument},
	} {
		req := daily("How long did I sleep?")
		c.change(req)
		_, err := m.API.CreateSchedule(t.Context(), req)
		wantCode(t, name, err, c.want)
	}
	all, err := m.API.ListSchedules(t.Context(), &orchestratorv1.ListSchedulesRequest{})
	if err != nil || len(all.GetSchedules()) > 0 {
		t.Errorf("there are %v, %v", all, err)
	}
}

func setRun(r *orchestratorv1.CreateScheduleRequest, graph string, input *anypb.Any) {
	r.Starts = &orchestratorv1.CreateScheduleRequest_Run{Run: &orchestratorv1.ScheduledRun{Graph: graph, Input: input}}
}

func TestAScheduleIsItsOwners(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys.json")
	issue := func(tenant, user, scopes string) string { return issueScoped(t, keys, tenant, user, scopes) }
	ann, bob, eve, root, stranger := issue("acme", "ann", "read,write"), issue("acme", "bob", "read,write"), issue("acme", "eve", "read"),
		issue("acme", "root", "write,operate"), issue("other", "ann", "read,write,operate")
	p := mesh.Spawn(t, mesh.EmptyVault(t), "up", "--set", "store=postgres", "--set", "postgres.url="+database.Database(t), "--set", "auth.keys_file="+keys)
	as := func(key string) weftapi.Client { return weftapi.NewClient(mesh.Conn(t, p.Addresses["api"], key)) }
	ctx := t.Context()
	made, err := as(ann).CreateSchedule(ctx, daily("How long did I sleep?"))
	if err != nil {
		t.Fatal(err)
	}
	id, text, yes := made.GetSchedule().GetId(), "theirs", true
	get := &orchestratorv1.GetScheduleRequest{ScheduleId: id}
	if got, err := as(eve).GetSchedule(ctx, get); err != nil || got.GetSchedule().GetUser() != "ann" {
		t.Errorf("a reader of its tenant sees %v, %v", got, err)
	}
	_, err = as(stranger).GetSchedule(ctx, get)
	wantCode(t, "another tenant", err, codes.NotFound)
	_, err = as(stranger).DeleteSchedule(ctx, &orchestratorv1.DeleteScheduleRequest{ScheduleId: id})
	wantCode(t, "another tenant deletes it", err, codes.NotFound)
	_, err = as(eve).CreateSchedule(ctx, daily("How long?"))
	wantCode(t, "a reader makes one", err, codes.PermissionDenied)
	for name, key := range map[string]string{"another user": bob, "an operator": root} {
		_, err = as(key).UpdateSchedule(ctx, &orchestratorv1.UpdateScheduleRequest{ScheduleId: id, Description: &text})
		wantCode(t, name+" changes it", err, codes.PermissionDenied)
	}
	_, err = as(bob).RunSchedule(ctx, &orchestratorv1.RunScheduleRequest{ScheduleId: id})
	wantCode(t, "another user runs it", err, codes.PermissionDenied)
	_, err = as(bob).DeleteSchedule(ctx, &orchestratorv1.DeleteScheduleRequest{ScheduleId: id})
	wantCode(t, "another user deletes it", err, codes.PermissionDenied)
	if got, err := as(root).UpdateSchedule(ctx, &orchestratorv1.UpdateScheduleRequest{ScheduleId: id, Paused: &yes}); err != nil || got.GetSchedule().GetPauseTime() == nil {
		t.Errorf("an operator pauses it: %v, %v", got, err)
	}
	ran, err := as(root).RunSchedule(ctx, &orchestratorv1.RunScheduleRequest{ScheduleId: id})
	if err != nil {
		t.Fatal(err)
	}
	run, err := as(ann).GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: ran.GetRunId()})
	if err != nil || run.GetRun().GetUser() != "ann" {
		t.Errorf("the run is %s's: %v", run.GetRun().GetUser(), err)
	}
}

// A server is killed as soon as a schedule has had a run start: the run goes on, and there is
// one.
func TestAServerThatIsKilledAtATimeStartsItsRunOnce(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	p := mesh.Spawn(t, vault, "up")
	api := mesh.Dial(t, p.Addresses["api"])
	req := daily("How long did I sleep?")
	req.Cron, req.Overlap = "* * * * *", orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_QUEUE
	made, err := api.CreateSchedule(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	id := made.GetSchedule().GetId()
	began, err := api.WatchRuns(t.Context(), &orchestratorv1.WatchRunsRequest{Graphs: []string{"notes"}})
	if err != nil {
		t.Fatal(err)
	}
	for seen := ""; seen == ""; { // the next minute
		event, err := began.Recv()
		if err != nil {
			t.Fatal(err)
		}
		seen = event.GetEvent().GetChanged().GetRunId()
	}
	p.Kill()
	p = mesh.Spawn(t, vault, "up")
	api = mesh.Dial(t, p.Addresses["api"])
	var told []*orchestratorv1.ScheduleOccurrence
	for deadline := time.Now().Add(2 * time.Minute); len(told) == 0 && time.Now().Before(deadline); {
		got, err := api.GetSchedule(t.Context(), &orchestratorv1.GetScheduleRequest{ScheduleId: id})
		if err != nil {
			t.Fatal(err)
		}
		told = got.GetSchedule().GetOccurrences()
	}
	runs, err := api.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{Labels: []string{"weft/schedule=" + id}})
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]string{}
	for _, r := range runs.GetRuns() {
		at := r.GetLabels()["weft/time"]
		if times[at] != "" {
			t.Errorf("%s and %s are runs of %s", times[at], r.GetId(), at)
		}
		times[at] = r.GetId()
	}
	for _, o := range told {
		if at := o.GetTime().AsTime().Format(time.RFC3339); o.GetOutcome() != orchestratorv1.ScheduleOccurrence_OUTCOME_STARTED || times[at] != o.GetRunId() {
			t.Errorf("of %s it tells %v, and its run is %q", at, o, times[at])
		}
	}
}
