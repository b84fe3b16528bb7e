package scenario

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// noText stands in a request where the bytes on the wire are to be no UTF-8.
const noText = "<<no UTF-8>>"

// A brokenCodec sends requests as no client of Go can: with texts that are none.
type brokenCodec struct{ encoding.CodecV2 }

func (brokenCodec) Name() string { return "proto" }

func (brokenCodec) Marshal(v any) ([]byte, error) {
	data, err := proto.Marshal(v.(proto.Message))
	return bytes.ReplaceAll(data, []byte(noText), bytes.Repeat([]byte{0xff}, len(noText))), err
}

func (brokenCodec) Unmarshal(data []byte, v any) error {
	return proto.Unmarshal(data, v.(proto.Message))
}

var hostileTexts = []string{
	noText, "", " \n", "a\x00b", strings.Repeat("a", 1<<20), strings.Repeat("é ", 1<<18), "../../etc/passwd", "*", ">",
	"local.01HZZZZZZZZZZZZZZZZZZZZZZZ", "\x1b[2J\u202e\u0085\u2028\ufeff",
	"0000-01-01", "0001-01-01", "9999-12-31", "9999-99-99", "9999-99-99_99-99-99", "0000-01-01_00-00-00", "9999-12-31_23-59-59-9223372036854775807",
	"Local", "Pacific/Kiritimati", "zone.tab", "1000 years ago, last week, next year, in 1000 years, 9000 BC, 31 December 9999, 1 January 1, the year 0",
	strings.Repeat("yesterday, ", 1000), strings.Repeat("(", 5000),
	token("entries:"), token("entries:9999-99-99_00-00-00"), token("runs:"), token("runs:>"), token("entries:\xff"),
}

func token(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

var hostileTimes = []*timestamppb.Timestamp{
	{}, {Seconds: math.MinInt64}, {Seconds: math.MaxInt64}, {Nanos: -1}, {Nanos: math.MaxInt32}, {Seconds: 1, Nanos: math.MinInt32},
	{Seconds: -62135596800}, {Seconds: -62135596801}, {Seconds: 253402300799}, {Seconds: 253402300800},
	at(1, 1, 1), at(1, 1, 8), at(999, 12, 31), at(1000, 1, 1), at(1000, 1, 2), at(8999, 12, 31), at(9000, 6, 1), at(9001, 1, 1), at(9999, 12, 25), at(9999, 12, 31),
}

func at(year int, month time.Month, day int) *timestamppb.Timestamp {
	return timestamppb.New(time.Date(year, month, day, 23, 30, 0, 0, time.UTC))
}

// hostileValues returns what a field of a message may be set to by someone who
// means harm.
func hostileValues(f protoreflect.FieldDescriptor, of protoreflect.Message) []protoreflect.Value {
	var out []protoreflect.Value
	list := func(n int, v protoreflect.Value) protoreflect.Value {
		l := of.NewField(f).List()
		for range n {
			l.Append(v)
		}
		return protoreflect.ValueOfList(l)
	}
	if f.IsMap() {
		return hostileMaps(f, of)
	}
	scalars := hostileScalars(f)
	if !f.IsList() {
		return scalars
	}
	for _, v := range scalars[:min(len(scalars), 6)] {
		out = append(out, list(1, v))
	}
	if f.Kind() == protoreflect.StringKind {
		return append(out, list(10_000, protoreflect.ValueOfString("a")), list(50, protoreflect.ValueOfString(strings.Repeat("a", 8192))))
	}
	empty := of.NewField(f).List().NewElement()
	return append(out, list(10_000, empty), list(1, empty))
}

// hostileMaps are maps with a hostile key, and with a hostile value.
func hostileMaps(f protoreflect.FieldDescriptor, of protoreflect.Message) (out []protoreflect.Value) {
	put := func(key, value protoreflect.Value) {
		m := of.NewField(f)
		m.Map().Set(key.MapKey(), value)
		out = append(out, m)
	}
	plain := protoreflect.ValueOfString("a")
	for _, v := range hostileScalars(f.MapValue()) {
		put(plain, v)
	}
	for _, k := range hostileScalars(f.MapKey()) {
		put(k, plain)
	}
	return out
}

func hostileScalars(f protoreflect.FieldDescriptor) (out []protoreflect.Value) {
	add := func(v any) { out = append(out, protoreflect.ValueOf(v)) }
	switch f.Kind() {
	case protoreflect.StringKind:
		for _, text := range hostileTexts {
			add(text)
		}
	case protoreflect.Int32Kind:
		for _, n := range []int32{math.MinInt32, -1, 0, 1, 1000, 1001, math.MaxInt32} {
			add(n)
		}
	case protoreflect.Int64Kind:
		for _, n := range []int64{math.MinInt64, -1, 0, 1, 1 << 40, math.MaxInt64} {
			add(n)
		}
	case protoreflect.BoolKind:
		add(true)
		add(false)
	case protoreflect.EnumKind:
		for n := range protoreflect.EnumNumber(12) {
			add(n)
		}
		add(protoreflect.EnumNumber(math.MinInt32))
		add(protoreflect.EnumNumber(math.MaxInt32))
	case protoreflect.MessageKind:
		if f.Message().FullName() == "google.protobuf.Timestamp" {
			for _, t := range hostileTimes {
				add(t.ProtoReflect())
			}
		}
	}
	return out
}

// variants calls do with a copy of a request for each hostile value of each of
// its fields, and with each field left out.
func variants(req proto.Message, do func(what string, variant proto.Message)) {
	var walk func(m protoreflect.Message, path string, whole func() proto.Message)
	walk = func(m protoreflect.Message, path string, whole func() proto.Message) {
		fields := m.Descriptor().Fields()
		for i := range fields.Len() {
			f := fields.Get(i)
			was, had := proto.Clone(m.Interface()).ProtoReflect().Get(f), m.Has(f)
			here := path + "." + string(f.Name())
			m.Clear(f)
			do(here+" left out", whole())
			for n, v := range hostileValues(f, m) {
				m.Set(f, v)
				do(fmt.Sprintf("%s with value %d, %.40q", here, n, fmt.Sprint(v.Interface())), whole())
			}
			m.Clear(f)
			if !had {
				continue
			}
			m.Set(f, was)
			switch {
			case f.IsMap():
			case f.IsList() && f.Message() != nil:
				walk(m.Get(f).List().Get(0).Message(), here+"[0]", whole)
			case !f.IsList() && f.Message() != nil && f.Message().FullName() != "google.protobuf.Timestamp":
				walk(m.Get(f).Message(), here, whole)
			}
		}
	}
	root := proto.Clone(req)
	walk(root.ProtoReflect(), string(root.ProtoReflect().Descriptor().Name()), func() proto.Message { return proto.Clone(root) })
}

// call makes a call by its name and reads what comes to the end. It returns the
// events of a run, if it has started or watched one.
func call(ctx context.Context, api weftapi.Client, method string, req proto.Message) ([]*orchestratorv1.RunEvent, error) {
	f := reflect.ValueOf(api).MethodByName(method)
	with := reflect.ValueOf(grpc.ForceCodec(brokenCodec{}))
	bidi := f.Type().NumIn() == 2
	in := []reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(req), with}
	if bidi {
		in = []reflect.Value{in[0], with}
	}
	out := f.Call(in)
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, err
	}
	stream, ok := out[0].Interface().(grpc.ClientStream)
	if !ok {
		return nil, nil
	}
	if bidi {
		_ = stream.SendMsg(req) // the answer tells
		_ = stream.CloseSend()
	}
	var events []*orchestratorv1.RunEvent
	for {
		got := out[0].MethodByName("Recv").Call(nil)
		if err, _ := got[1].Interface().(error); errors.Is(err, io.EOF) {
			return events, nil
		} else if err != nil {
			return events, err
		}
		if w, ok := got[0].Interface().(*orchestratorv1.WatchRunsResponse); ok && w.GetEvent().GetCaughtUp() != nil {
			return events, nil // it goes on without an end
		}
		if w, ok := got[0].Interface().(*orchestratorv1.WatchPausesResponse); ok && w.GetEvent().GetCaughtUp() != nil {
			return events, nil // and so does this
		}
		if e, ok := got[0].Interface().(interface {
			GetEvent() *orchestratorv1.RunEvent
		}); ok {
			events = append(events, e.GetEvent())
		}
	}
}

func TestNothingThatACallerSendsIsAMistakeOfWeft(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	waiting, _, _ := unclear(t, m)
	ended := m.Ask(t, "how did I sleep last week?")
	input := func(text string) *orchestratorv1.Input {
		in := mesh.Input(text)
		in.Session = []string{"user: how did I sleep?"}
		return in
	}
	days := &commonv1.DateRange{Start: "2026-02-01", End: "2026-02-23"}
	content := &planv1.Content{
		Objective: "Call Ann", Context: "She has asked for it.", Risks: []string{"She is away."},
		Steps: []*planv1.Step{
			{Id: "call", Description: "Call her", Target: "Ann", Optional: true},
			{Id: "send", Description: "Write to her", Server: "mail", Operation: "send", Arguments: `{"to":"ann"}`, Approve: true},
		},
	}
	plan := "PLAN-" + waiting.GetRunId() // which is a run of another graph
	roadmap := "RM-" + waiting.GetRunId()
	requests := map[string]proto.Message{
		"SubmitInput":  &orchestratorv1.SubmitInputRequest{Input: input("slept 7 h")},
		"ProcessInput": &orchestratorv1.ProcessInputRequest{Input: input("Ran 5k yesterday. How much did I bench last week?")},
		"GetRun":       &orchestratorv1.GetRunRequest{RunId: ended.GetRunId()},
		"ListRuns":     &orchestratorv1.ListRunsRequest{PageSize: 5, User: "ann", Since: at(2026, 1, 5), Until: at(2026, 2, 5), Labels: []string{"a=1"}, Words: "knee", WithTotal: true},
		"WatchRun":     &orchestratorv1.WatchRunRequest{RunId: ended.GetRunId(), UntilPause: true},
		"StartRun":     &orchestratorv1.StartRunRequest{Graph: "notes", Input: &anypb.Any{TypeUrl: "type.googleapis.com/weft.notegraph.v1.Input", Value: []byte{0x80}}, RequestId: "start-1"},
		"GetMesh":      &orchestratorv1.GetMeshRequest{},
		"GetBudget":    &orchestratorv1.GetBudgetRequest{},
		"ListDomains":  &orchestratorv1.ListDomainsRequest{},
		"ListGraphs":   &orchestratorv1.ListGraphsRequest{Name: "notes"},
		"ListPauses":   &orchestratorv1.ListPausesRequest{PageSize: 5, Graph: "notes", Mine: true, RunId: waiting.GetRunId(), Order: orchestratorv1.ListPausesRequest_ORDER_EXPIRY},
		"WatchPauses":  &orchestratorv1.WatchPausesRequest{Graph: "notes", Mine: true, UntilCaughtUp: true},
		"WatchRuns":    &orchestratorv1.WatchRunsRequest{Graphs: []string{"notes"}, UntilCaughtUp: true},
		"ListAuditEvents": &orchestratorv1.ListAuditEventsRequest{
			PageSize: 5, Since: at(2026, 1, 5), User: "me", Methods: []string{"AnswerRun"}, RunId: ended.GetRunId(), EntryId: "2026-02-18_07-00-00",
		},
		"CreateKey": &orchestratorv1.CreateKeyRequest{
			Name: "reports", User: "reports", Kind: orchestratorv1.Key_KIND_SERVICE, Scopes: []orchestratorv1.Scope{orchestratorv1.Scope_SCOPE_READ},
			Lifetime: durationpb.New(time.Hour), RequestId: "key-1",
		},
		"ListKeys":  &orchestratorv1.ListKeysRequest{PageSize: 5},
		"RotateKey": &orchestratorv1.RotateKeyRequest{KeyId: "5f0c21a9be74", Grace: durationpb.New(time.Hour), RequestId: "key-2"},
		"RevokeKey": &orchestratorv1.RevokeKeyRequest{KeyId: "5f0c21a9be74"},
		"CreateWebhook": &orchestratorv1.CreateWebhookRequest{
			Url: "https://receiver.invalid/hook", Events: []string{"run.ended"}, Graphs: []string{"notes"}, Description: "a desk", RequestId: "hook-1",
		},
		"ListWebhooks": &orchestratorv1.ListWebhooksRequest{},
		"UpdateWebhook": &orchestratorv1.UpdateWebhookRequest{
			WebhookId: "01M83T9E6VY4AJ3PGTP1677Z84", Url: proto.String("https://receiver.invalid/hook"), Events: []string{"run.ended"},
			Graphs: []string{"notes"}, Description: proto.String("a desk"), Enabled: proto.Bool(true),
		},
		"ListWebhookDeliveries": &orchestratorv1.ListWebhookDeliveriesRequest{WebhookId: "01M83T9E6VY4AJ3PGTP1677Z84", PageSize: 5, Failed: true},
		"RedeliverWebhookEvent": &orchestratorv1.RedeliverWebhookEventRequest{WebhookId: "01M83T9E6VY4AJ3PGTP1677Z84", EventId: "msg_0"},
		"DeleteWebhook":         &orchestratorv1.DeleteWebhookRequest{WebhookId: "01M83T9E6VY4AJ3PGTP1677Z84"},
		"TestWebhook":           &orchestratorv1.TestWebhookRequest{WebhookId: "01M83T9E6VY4AJ3PGTP1677Z84"},
		"CreateSchedule": &orchestratorv1.CreateScheduleRequest{
			Cron: "30 7 * * mon-fri", TimeZone: "Europe/Berlin", Description: "a desk", Labels: map[string]string{"team": "desk"}, RequestId: "schedule-1",
			Starts:  &orchestratorv1.CreateScheduleRequest_Input{Input: &orchestratorv1.Input{Text: "What is due today?", ThreadId: "mornings"}},
			Overlap: orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_QUEUE, Missed: orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_SKIP, Paused: true,
		},
		"GetSchedule":   &orchestratorv1.GetScheduleRequest{ScheduleId: "01M83T9E6VY4AJ3PGTP1677Z84"},
		"ListSchedules": &orchestratorv1.ListSchedulesRequest{PageSize: 5, Labels: []string{"team=desk"}, User: "me", Paused: proto.Bool(true), Graph: "notes", WithTotal: true},
		"UpdateSchedule": &orchestratorv1.UpdateScheduleRequest{
			ScheduleId: "01M83T9E6VY4AJ3PGTP1677Z84", Cron: proto.String("@daily"), TimeZone: proto.String("UTC"), Description: proto.String("a desk"),
			Starts: &orchestratorv1.UpdateScheduleRequest_Run{Run: &orchestratorv1.ScheduledRun{Graph: "notes", Input: &anypb.Any{TypeUrl: "type.googleapis.com/weft.notegraph.v1.Input"}, ThreadId: "a"}},
			Labels: map[string]string{"team": "desk"}, Paused: proto.Bool(false),
		},
		"DeleteSchedule":  &orchestratorv1.DeleteScheduleRequest{ScheduleId: "01M83T9E6VY4AJ3PGTP1677Z84"},
		"RunSchedule":     &orchestratorv1.RunScheduleRequest{ScheduleId: "01M83T9E6VY4AJ3PGTP1677Z84", RequestId: "now-1"},
		"PreviewSchedule": &orchestratorv1.PreviewScheduleRequest{Cron: "*/5 * * * *", TimeZone: "UTC", Count: 3, After: at(2026, 1, 5)},
		"ListTools":       &orchestratorv1.ListToolsRequest{Servers: []string{"mail"}, Refresh: true},
		"TrustTool":       &orchestratorv1.TrustToolRequest{Server: "mail", Operation: "send", DefinitionHash: strings.Repeat("0", 64)},
		"UntrustTool":     &orchestratorv1.UntrustToolRequest{Server: "mail", Operation: "send"},
		"DryRunTool":      &orchestratorv1.DryRunToolRequest{Server: "mail", Operation: "send", Arguments: `{"to":"bob"}`},
		"ProposePlan": &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{
			Content: content, Source: "Inbox/1.md", Approvers: []string{"ann"}, Approvals: 1,
		}, RequestId: "plan-1"},
		"GetPlanStats":      &orchestratorv1.GetPlanStatsRequest{Since: at(2026, 1, 5)},
		"GetPlan":           &orchestratorv1.GetPlanRequest{PlanId: plan},
		"ListPlanTemplates": &orchestratorv1.ListPlanTemplatesRequest{},
		"ListPlans":         &orchestratorv1.ListPlansRequest{States: []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_PROPOSED}, PageSize: 5},
		"WatchPlans":        &orchestratorv1.WatchPlansRequest{PlanId: plan, UntilCaughtUp: true},
		"RevisePlan":        &orchestratorv1.RevisePlanRequest{PlanId: plan, Version: 1, Content: content, PauseId: "i3"},
		"ApprovePlan":       &orchestratorv1.ApprovePlanRequest{PlanId: plan, Version: 1, Hash: strings.Repeat("0", 64), PauseId: "i3"},
		"RejectPlan":        &orchestratorv1.RejectPlanRequest{PlanId: plan, Version: 1, Feedback: "no", PauseId: "i3"},
		"ReopenPlan":        &orchestratorv1.ReopenPlanRequest{PlanId: plan, Version: 1, PauseId: "i3"},
		"CancelPlan":        &orchestratorv1.CancelPlanRequest{PlanId: plan, Reason: "no"},
		"AbandonPlan":       &orchestratorv1.AbandonPlanRequest{PlanId: plan, Version: 1, PauseId: "i3"},
		"ApproveStep":       &orchestratorv1.ApproveStepRequest{PlanId: plan, Version: 1, StepId: "call", ArgumentsHash: strings.Repeat("0", 64), PauseId: "i3"},
		"RetryStep":         &orchestratorv1.RetryStepRequest{PlanId: plan, Version: 1, StepId: "call", ArgumentsHash: strings.Repeat("0", 64), PauseId: "i3"},
		"SkipStep":          &orchestratorv1.SkipStepRequest{PlanId: plan, Version: 1, StepId: "call", PauseId: "i3"},
		"MarkDone":          &orchestratorv1.MarkDoneRequest{PlanId: plan, Version: 1, StepId: "call", Structured: `{"to":"ann"}`, PauseId: "i3"},
		"ProposeRoadmap": &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
			Wish: "Run a half marathon in six months, three times a week", Terms: &planningv1.Terms{Answers: map[string]string{"level": "new"}}, Schedules: 5,
		}, RequestId: "goal-1"},
		"ExportRoadmap":  &orchestratorv1.ExportRoadmapRequest{RoadmapId: roadmap, Format: orchestratorv1.ExportRoadmapRequest_FORMAT_CALENDAR},
		"GetRoadmap":     &orchestratorv1.GetRoadmapRequest{RoadmapId: roadmap},
		"ListRoadmaps":   &orchestratorv1.ListRoadmapsRequest{States: []orchestratorv1.Roadmap_State{orchestratorv1.Roadmap_STATE_ACTIVE}},
		"WatchRoadmap":   &orchestratorv1.WatchRoadmapRequest{RoadmapId: roadmap},
		"ApproveRoadmap": &orchestratorv1.ApproveRoadmapRequest{RoadmapId: roadmap, Hash: strings.Repeat("0", 64), PauseId: "i3"},
		"AnswerRoadmap": &orchestratorv1.AnswerRoadmapRequest{RoadmapId: roadmap, PauseId: "i3", OptionId: "reject", Amendment: &planningv1.Amendment{
			Words: "not on Mondays", Terms: &planningv1.Terms{By: "2027-01-01"},
		}},
		"ChangeRoadmap": &orchestratorv1.ChangeRoadmapRequest{RoadmapId: roadmap, Version: 1, Reason: "ill", Changes: []*orchestratorv1.RoadmapChange{
			{Kind: orchestratorv1.RoadmapChange_KIND_MOVED, BlockId: "1", StartTime: at(2026, 1, 5), EndTime: at(2026, 1, 6)},
		}},
		"ListAgenda":    &orchestratorv1.ListAgendaRequest{StartTime: at(2026, 1, 5), EndTime: at(2026, 1, 12)},
		"ListCalendars": &orchestratorv1.ListCalendarsRequest{},

		"GetCalendarFeed": &orchestratorv1.GetCalendarFeedRequest{RoadmapId: "RM-1"},

		"GetPreferences": &orchestratorv1.GetPreferencesRequest{},
		"SetPreferences": &orchestratorv1.SetPreferencesRequest{Preferences: &reasonv1.Preferences{Depth: commonv1.Depth_DEPTH_QUICK, Steps: 3}},

		"ListApprovals": &orchestratorv1.ListApprovalsRequest{Mine: true, PageSize: 5},
		"AnswerRun": &orchestratorv1.AnswerRunRequest{
			RunId: waiting.GetRunId(), InterruptId: waiting.GetInterruptId(),
			Answers: []*orchestratorv1.QuestionAnswer{{QuestionId: waiting.GetQuestions()[0].GetId(), Text: "neither"}},
		},
		"SendSignal":     &orchestratorv1.SendSignalRequest{RunId: waiting.GetRunId(), Name: "none", RequestId: "signal-1"},
		"QueryRun":       &orchestratorv1.QueryRunRequest{RunId: ended.GetRunId(), Name: "none"},
		"CancelRun":      &orchestratorv1.CancelRunRequest{RunId: ended.GetRunId(), Reason: "no"},
		"RetryRun":       &orchestratorv1.RetryRunRequest{RunId: ended.GetRunId()},
		"RetryRuns":      &orchestratorv1.RetryRunsRequest{Since: at(2026, 1, 5), Graph: "notes", Limit: 5},
		"ForkRun":        &orchestratorv1.ForkRunRequest{RunId: ended.GetRunId(), Sequence: 1, Changes: []*orchestratorv1.RunChange{{Name: "input.text", Value: "how did I sleep?"}}, RequestId: "fork-1"},
		"ListThreads":    &orchestratorv1.ListThreadsRequest{PageSize: 5, User: "ann", Since: at(2026, 1, 5), Until: at(2026, 2, 5), Labels: []string{"a=1"}, Words: "knee", Graph: "notes", WithTotal: true},
		"GetThread":      &orchestratorv1.GetThreadRequest{ThreadId: "knee", PageSize: 5},
		"DeleteThread":   &orchestratorv1.DeleteThreadRequest{ThreadId: "knee"},
		"VerifyRuns":     &orchestratorv1.VerifyRunsRequest{},
		"ListEntries":    &orchestratorv1.ListEntriesRequest{DateRange: days, PageSize: 5},
		"GetEntry":       &orchestratorv1.GetEntryRequest{Id: "2026-02-18_07-00-00"},
		"RemoveEntry":    &orchestratorv1.RemoveEntryRequest{Id: "2026-02-18_07-00-00", ContentHash: "0123"},
		"EditEntry":      &orchestratorv1.EditEntryRequest{Id: "2026-02-18_07-00-00", ContentHash: "0123", Text: "slept 6 h", TimeZone: mesh.Zone},
		"RestoreEntry":   &orchestratorv1.RestoreEntryRequest{Id: "2026-02-18_07-00-00", ContentHash: "0123"},
		"ListTrash":      &orchestratorv1.ListTrashRequest{EntryId: "2026-02-18_07-00-00", PageSize: 5},
		"ListTasks":      &orchestratorv1.ListTasksRequest{DateRange: days, IncludeClosed: true, DueBy: "2026-02-20", PageSize: 5},
		"ReindexEntries": &orchestratorv1.ReindexEntriesRequest{DryRun: true},
		"SearchEntries":  &orchestratorv1.SearchEntriesRequest{Text: "bench", DateRange: days, Now: mesh.Input("").GetNow(), TimeZone: mesh.Zone},
		"ExplainInput":   &orchestratorv1.ExplainInputRequest{Input: input("how did I sleep last week?")},
		"GetContext":     &orchestratorv1.GetContextRequest{},
		"Reflect":        &orchestratorv1.ReflectRequest{Since: "2026-01-05", Now: mesh.Input("").GetNow(), TimeZone: mesh.Zone},
		"ImportEntries":  &orchestratorv1.ImportEntriesRequest{Text: "slept 6 h yesterday", Time: at(2026, 1, 5), TimeZone: mesh.Zone, Source: "a.md:1", Tags: []string{"a"}},
	}
	for _, method := range methods() {
		req, ok := requests[method]
		if !ok {
			t.Errorf("%s is not tried", method)
			continue
		}
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			variants(req, func(what string, variant proto.Message) { wantJudged(t, m, method, what, variant) })
		})
	}
}

func methods() []string {
	var out []string
	for _, m := range weftapi.Methods() {
		out = append(out, string(m.Name()))
	}
	return out
}

// wantJudged fails unless a request is done, or refused as what its caller sent.
func wantJudged(t *testing.T, m *mesh.Mesh, method, what string, req proto.Message) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	events, err := call(ctx, m.API, method, req)
	switch status.Code(err) {
	case codes.OK, codes.InvalidArgument, codes.NotFound, codes.FailedPrecondition, codes.AlreadyExists, codes.Aborted, codes.ResourceExhausted:
	default:
		t.Errorf("%s: %s: %v", method, what, err)
	}
	for _, e := range events {
		if r := e.GetEnded().GetReport(); r.GetStatus() == orchestratorv1.RunReport_FAILED {
			t.Errorf("%s: %s: the run was taken and then failed: %s", method, what, r.GetFailure())
		}
	}
	if bytes.Contains([]byte(fmt.Sprint(req)), []byte(noText)) && status.Code(err) != codes.InvalidArgument {
		t.Errorf("%s: %s: a text that is none is not refused: %v", method, what, err)
	}
}
