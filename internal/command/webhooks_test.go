package command

import (
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func TestWebhooksAreAddedTestedListedAndRemoved(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{}, inside: true}
	weft := func(code int, args ...string) result {
		t.Helper()
		r := play(t, m, "", append([]string{"webhooks"}, args...)...)
		r.mustExit(t, code)
		return r
	}
	mustContain(t, weft(exitDone, "ls").errOut, "no webhooks")
	r := weft(exitDone, "add", "https://example.org/hooks", "--on", "waiting,run.ended", "--graph", "payments", "--description", "desk of the bank")
	if r.out != "whsec_c2VjcmV0\n" || !strings.Contains(r.errOut, "webhook hook1. Copy its secret now") || !strings.Contains(r.errOut, "weft up") {
		t.Errorf("it printed %q and said %q", r.out, r.errOut)
	}
	mustContain(t, weft(exitDone, "ls").out, "hook1  https://example.org/hooks  events: run.waiting,run.ended  graphs: payments  desk of the bank\n    nothing sent yet\n")

	at := timestamppb.New(time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC))
	w := m.script.hooks[0]
	w.LastSuccessTime, w.Pending, w.GivenUp = at, 3, 2
	w.LastFailure = &orchestratorv1.WebhookFailure{Time: at, StatusCode: 500, Reason: "it answered 500\x1b[2J"}
	mustContain(t, weft(exitDone, "ls").out, "delivered 2026-02-20 10:00:00; failed 2026-02-20 10:00:00: it answered 500", "3 pending; 2 given up")
	if out := weft(exitDone, "ls").out; strings.Contains(out, "\x1b[2J") {
		t.Errorf("what a receiver said reaches the terminal: %q", out)
	}
	w.DisableTime = at
	mustContain(t, weft(exitDone, "ls").out, "disabled 2026-02-20 10:00:00")
	mustContain(t, weft(exitDone, "ls", "-o", "json").out, `"lastFailure"`)

	m.script.tested = &orchestratorv1.TestWebhookResponse{StatusCode: 204, Duration: durationpb.New(31 * time.Millisecond)}
	mustContain(t, weft(exitDone, "test", "hook1").out, "delivered: it answered 204 after 31ms")
	m.script.tested.StatusCode, m.script.tested.Error = 500, "it answered 500 Internal Server Error"
	mustContain(t, weft(exitFailed, "test", "hook1").out, "not delivered: it answered 500 Internal Server Error (after 31ms)")

	mustContain(t, weft(exitNotFound, "rm", "hook2").errOut, "there is no webhook")
	mustContain(t, weft(exitDone, "rm", "hook1").errOut, "hook1 is removed")
	mustContain(t, weft(exitDone, "add", "https://example.org/", "-o", "json").out, `"secret": "whsec_c2VjcmV0"`)
	weft(exitUsage, "add")
	weft(exitUsage, "rm")
}

func TestWebhooksAreChangedDisabledAndEnabled(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{hooks: []*orchestratorv1.Webhook{{Id: "hook1", Url: "https://example.org/hooks"}}}}
	for _, c := range []struct {
		args []string
		want string // request, as JSON
	}{
		{[]string{"update", "hook1", "--url", "https://example.org/new"}, `{"webhookId":"hook1","url":"https://example.org/new"}`},
		{[]string{"update", "hook1", "--on", "waiting,run.ended", "--graph", "a", "--graph", "b"}, `{"webhookId":"hook1","events":["run.waiting","run.ended"],"graphs":["a","b"]}`},
		{[]string{"update", "hook1", "--on", "all", "--all-graphs", "--description", ""}, `{"webhookId":"hook1","allEvents":true,"allGraphs":true,"description":""}`},
		{[]string{"enable", "hook1"}, `{"webhookId":"hook1","enabled":true}`},
		{[]string{"disable", "hook1"}, `{"webhookId":"hook1","enabled":false}`},
	} {
		r := play(t, m, "", append([]string{"webhooks"}, c.args...)...)
		r.mustExit(t, exitDone)
		mustContain(t, r.out, "hook1  https://example.org/hooks")
		want := &orchestratorv1.UpdateWebhookRequest{}
		if err := protojson.Unmarshal([]byte(c.want), want); err != nil {
			t.Fatal(err)
		}
		if !proto.Equal(m.script.updated, want) {
			t.Errorf("weft webhooks %q asks for %v, not %v", c.args, m.script.updated, want)
		}
		mustContain(t, play(t, m, "", append([]string{"webhooks", "-o", "json"}, c.args...)...).out, `{"webhook":{"id":"hook1"`)
	}
	m.script.hooks[0].DisableTime, m.script.hooks[0].DisableUser = timestamppb.New(time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)), "ann"
	mustContain(t, play(t, m, "", "webhooks", "disable", "hook1").out, "disabled 2026-02-20 10:00:00 by ann")
	play(t, m, "", "webhooks", "enable", "hook2").mustExit(t, exitNotFound)
	mustContain(t, play(t, m, "", "webhooks", "update", "hook1", "--graph", "a", "--all-graphs").errOut, "none of the others can be")
	r := play(t, m, "", "webhooks", "update", "hook1")
	r.mustExit(t, exitUsage)
	mustContain(t, r.errOut, "nothing to change")
	play(t, m, "", "webhooks", "disable").mustExit(t, exitUsage)
}

func TestDeliveriesAreListedAndSentAgain(t *testing.T) {
	t.Parallel()
	at := timestamppb.New(time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC))
	failed := &orchestratorv1.WebhookDelivery{
		EventId: "msg_1", Type: "run.ended", RunId: "run1", Time: at, Attempt: 2, Outcome: orchestratorv1.WebhookDelivery_OUTCOME_RETRY, RetryTime: at,
		StatusCode: 500, Duration: durationpb.New(31 * time.Millisecond), Error: "it answered 500", Response: "no\nroom\x1b[2J", ResponseTruncated: true,
	}
	done := &orchestratorv1.WebhookDelivery{
		EventId: "msg_2", Type: "run.started", RunId: "run2", Time: at, Attempt: 1, Outcome: orchestratorv1.WebhookDelivery_OUTCOME_DELIVERED,
		StatusCode: 200, Duration: durationpb.New(time.Millisecond), ResponseBinary: true,
	}
	again := proto.CloneOf(done)
	again.Attempt, again.User = 0, "ann"
	m := &played{script: &script{hooks: []*orchestratorv1.Webhook{{Id: "hook1"}}, deliveries: []*orchestratorv1.WebhookDelivery{failed, done, again}}}
	weft := func(code int, args ...string) result {
		t.Helper()
		r := play(t, m, "", append([]string{"webhooks"}, args...)...)
		r.mustExit(t, code)
		return r
	}
	all := weft(exitDone, "deliveries", "hook1").out
	mustContain(t, all,
		"2026-02-20 10:00:00  msg_1  run.ended  run run1  attempt 2  not delivered: it answered 500 (after 31ms); to be tried again 2026-02-20 10:00:00",
		"    answer: no", "…",
		"msg_2  run.started  run run2  attempt 1  delivered: it answered 200 after 1ms\n    answer: not text\n",
		"sent again by ann")
	if strings.Contains(all, "\x1b[2J") {
		t.Errorf("what a receiver said reaches the terminal: %q", all)
	}
	if out := weft(exitDone, "deliveries", "hook1", "--failed", "-n", "1").out; strings.Contains(out, "msg_2") {
		t.Errorf("failed ones are %s", out)
	}
	mustContain(t, weft(exitDone, "deliveries", "hook1", "-o", "json").out, `{"eventId":"msg_1"`)
	mustContain(t, weft(exitFailed, "redeliver", "hook1", "msg_1").out, "not delivered: it answered 500")
	failed.Error, failed.Outcome = "", orchestratorv1.WebhookDelivery_OUTCOME_DELIVERED
	mustContain(t, weft(exitDone, "redeliver", "hook1", "msg_1").out, "delivered: it answered 500 after 31ms")
	mustContain(t, weft(exitDone, "redeliver", "hook1", "msg_1", "-o", "json").out, `{"delivery":{"eventId":"msg_1"`)
	m.script.hooks[0].DisableTime = at
	mustContain(t, weft(exitFailed, "redeliver", "hook1", "msg_1").errOut, "is disabled")
	m.script.deliveries = nil
	mustContain(t, weft(exitDone, "deliveries", "hook1").errOut, "no deliveries")
	weft(exitUsage, "redeliver", "hook1")
	weft(exitUsage, "deliveries", "hook1", "-n", "0")
}
