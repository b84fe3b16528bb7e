package api

import (
	"context"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// shownWithoutRead are the fields that a caller without the scope read gets of the
// messages that tell of notes: ids, states, times and numbers. Of other messages there are
// only those in them.
var shownWithoutRead = map[protoreflect.FullName][]protoreflect.Name{
	"weft.orchestrator.v1.Run": {
		"id", "status", "create_time", "update_time", "graph", "graph_version", "sequence", "parent_run_id",
		"forked_run_id", "forked_sequence", "graph_unknown", "thread_id", "pauses", "outage",
	},
	"weft.orchestrator.v1.Outage": {"state", "waits_for", "since_time", "attempts", "retry_time"},
	"weft.orchestrator.v1.Pause":  {"id", "run_id", "graph", "state", "branch", "kind", "create_time", "expire_time"},
	"weft.orchestrator.v1.RunEvent": {
		"run_id", "sequence", "time", "started", "entered", "completed", "interrupted", "answered", "ended", "delayed",
		"retried", "called", "returned", "queued", "signalled",
	},
	"weft.orchestrator.v1.RunStarted":     {"thread_id"},
	"weft.orchestrator.v1.StepEntered":    {"state", "branch"},
	"weft.orchestrator.v1.StepCompleted":  {"timing", "degraded"},
	"weft.orchestrator.v1.StepTiming":     {"state", "outcome", "start_time", "duration", "attempts", "branch", "sequence"},
	"weft.orchestrator.v1.RunInterrupted": {"interrupt_id", "expire_time", "pause"},
	"weft.orchestrator.v1.RunAnswered":    {"interrupt_id", "outcome"},
	"weft.orchestrator.v1.RunSignalled":   {},
	"weft.orchestrator.v1.RunEnded":       {"report"},
	"weft.orchestrator.v1.RunReport":      {"run_id", "status"},
	"weft.orchestrator.v1.RunDelayed":     {"state", "retry_time"},
	"weft.orchestrator.v1.RunRetried":     {},
	"weft.orchestrator.v1.RunCalled":      {"state", "run_id", "graph"},
	"weft.orchestrator.v1.RunReturned":    {"state", "run_id", "status"},
	"weft.orchestrator.v1.RunQueued":      {"ahead"},
	"weft.orchestrator.v1.TrashedEntry":   {"id", "content_hash", "trash_time", "replaced"},
	"weft.orchestrator.v1.Plan":           {"id", "state", "version", "etag"},
	"weft.orchestrator.v1.Roadmap":        {"id", "state", "version", "etag", "run_id"},
	"weft.orchestrator.v1.Schedule": {
		"id", "overlap", "missed", "create_time", "pause_time", "next_times", "waiting", "last_run_id", "built_in",
	},
	"weft.common.v1.Entry": {"id", "content_hash"},

	"weft.orchestrator.v1.RunScheduleResponse": {"run_id"},

	"weft.orchestrator.v1.SendSignalResponse":    {"sequence"},
	"weft.orchestrator.v1.RetryRunsResponse":     {"run_ids", "more", "refused_run_ids"},
	"weft.orchestrator.v1.ImportEntriesResponse": {"outcome", "entry_id"},
	"weft.orchestrator.v1.ReflectResponse":       {"notes_read", "notes_left_out"},
}

// Shown returns what the caller of a method of the API gets of a response: all of it, or,
// where a method that changes something is called without the scope read, what tells of no
// note. A response is never changed in place, because others may have it too.
func Shown(ctx context.Context, method string, response proto.Message) proto.Message {
	by, known := auth.From(ctx)
	called, _ := weftapi.FindMethod(method)
	scope := ScopeNamed(called.Rules.GetScope())
	if !known || by.May(auth.Read) || scope != auth.Write && scope != auth.Approve {
		return response
	}
	shown := proto.Clone(response)
	hide(shown.ProtoReflect())
	return shown
}

// hide clears what a caller without the scope read does not get of a message.
func hide(m protoreflect.Message) {
	name := m.Descriptor().FullName()
	fields, listed := shownWithoutRead[name]
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if listed && !slices.Contains(fields, f.Name()) || !listed && !holdsShown(f) {
			m.Clear(f)
			return true
		}
		switch {
		case f.Message() == nil || strings.HasPrefix(string(f.Message().FullName()), "google.protobuf."):
		case f.IsList():
			for i := range v.List().Len() {
				hide(v.List().Get(i).Message())
			}
		default:
			hide(v.Message())
		}
		return true
	})
}

// holdsShown reports whether a field holds messages of which something is shown.
func holdsShown(f protoreflect.FieldDescriptor) bool {
	if f.Message() == nil || f.IsMap() {
		return false
	}
	_, listed := shownWithoutRead[f.Message().FullName()]
	return listed
}
