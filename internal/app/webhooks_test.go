package app

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// told is what a receiver has been sent.
type told struct {
	header http.Header
	body   []byte
}

// A server tells a receiver of a run that asks something, from its start to its end.
func TestAReceiverIsToldOfARun(t *testing.T) {
	t.Parallel()
	came := make(chan told, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		came <- told{r.Header, body}
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(receiver.Close)
	vault := t.TempDir()
	c, err := config.Load(config.Source{
		Env: []string{"HOME=" + vault, "USER=ann"},
		Overrides: []config.Override{
			{Path: "vault", Value: vault}, {Path: "time_zone", Value: "UTC"}, {Path: "api.listen", Value: "127.0.0.1:0"},
			{Path: "webhooks.allow_http", Value: "true"}, {Path: "webhooks.allow", Value: "127.0.0.0/8"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ready, done := make(chan Served, 1), make(chan error, 1)
	go func() {
		done <- Up(ctx, UpOptions{Options: Options{Config: c, Log: slog.New(slog.DiscardHandler)}, Ready: func(s Served) { ready <- s }})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	served := <-ready
	token, err := credential.Read(served.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(served.Addresses["api"], rpc.Options{Credential: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	api := apptest.Patient(weftapi.NewClient(conn))
	made, err := api.CreateWebhook(t.Context(), &orchestratorv1.CreateWebhookRequest{Url: receiver.URL + "/hook"})
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := standardwebhooks.NewWebhook(made.GetSecret())
	if err != nil {
		t.Fatal(err)
	}
	next := func() *orchestratorv1.WebhookEvent {
		t.Helper()
		select {
		case got := <-came:
			if err := verifier.Verify(got.body, got.header); err != nil {
				t.Errorf("%s: %v", got.body, err)
			}
			e := &orchestratorv1.WebhookEvent{}
			if err := protojson.Unmarshal(got.body, e); err != nil || !json.Valid(got.body) {
				t.Fatalf("%s: %v", got.body, err)
			}
			return e
		case <-time.After(time.Minute):
			t.Fatal("no event comes")
		}
		return nil
	}
	tested, err := api.TestWebhook(t.Context(), &orchestratorv1.TestWebhookRequest{WebhookId: made.GetWebhook().GetId()})
	if err != nil || tested.GetStatusCode() != http.StatusAccepted || tested.GetError() != "" {
		t.Fatalf("the test came to %v: %v", tested, err)
	}
	if e := next(); e.GetType() != "webhook.test" || e.GetData().GetWebhookId() != made.GetWebhook().GetId() {
		t.Errorf("it was told %v", e)
	}

	// Two notes that a correction may be meant for.
	at := time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)
	events := map[string][]*orchestratorv1.WebhookEvent{}
	say := func(text string, day int) string {
		t.Helper()
		run, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{
			Text: text, Now: timestamppb.New(at.AddDate(0, 0, day)), TimeZone: "UTC",
		}})
		if err != nil {
			t.Fatal(err)
		}
		return run.GetRun().GetId()
	}
	awaited := func(run string, n int) []*orchestratorv1.WebhookEvent {
		t.Helper()
		for len(events[run]) < n {
			e := next()
			events[e.GetData().GetRunId()] = append(events[e.GetData().GetRunId()], e)
		}
		slices.SortFunc(events[run], func(a, b *orchestratorv1.WebhookEvent) int {
			return int(a.GetData().GetSequence() - b.GetData().GetSequence())
		})
		return events[run]
	}
	for day := range 2 {
		awaited(say("Bench press 5x5 @ 80kg", day), 2)
	}
	run := say("Correction: the bench press was 85 kg, not 80", 5)
	asked := awaited(run, 2)[1]
	data := asked.GetData()
	if asked.GetType() != "run.waiting" || data.GetStatus() != orchestratorv1.RunReport_WAITING || data.GetGraph() != "notes" || len(data.GetPauses()) != 1 {
		t.Fatalf("it was told %v", asked)
	}
	if pause := data.GetPauses()[0]; len(pause.GetQuestions()) != 1 || pause.GetMine() {
		t.Errorf("it was asked %v", pause)
	}
	_, err = api.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, InterruptId: data.GetPauses()[0].GetId(), Decline: true})
	if err != nil {
		t.Fatal(err)
	}
	all := awaited(run, 3)
	if all[0].GetType() != "run.started" || all[2].GetType() != "run.ended" || all[2].GetData().GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("it was told %v", all)
	}
	kept, err := api.ListAuditEvents(t.Context(), &orchestratorv1.ListAuditEventsRequest{Methods: []string{"CreateWebhook", "TestWebhook", "ListWebhooks"}})
	if err != nil || len(kept.GetEvents()) != 2 || kept.GetEvents()[0].GetWebhookId() != made.GetWebhook().GetId() {
		t.Errorf("the audit has %v: %v", kept.GetEvents(), err)
	}
	changesOfAWebhook(t, api, made.GetWebhook().GetId())
	listed, err := api.ListWebhooks(t.Context(), &orchestratorv1.ListWebhooksRequest{})
	if err != nil || len(listed.GetWebhooks()) != 1 || listed.GetWebhooks()[0].GetLastSuccessTime() == nil {
		t.Errorf("listed are %v: %v", listed, err)
	}
}

// changesOfAWebhook tries what a call may change, and what it may not.
func changesOfAWebhook(t *testing.T, api weftapi.Client, id string) {
	t.Helper()
	update := func(body string) (*orchestratorv1.Webhook, error) {
		t.Helper()
		req := &orchestratorv1.UpdateWebhookRequest{WebhookId: id}
		if err := protojson.Unmarshal([]byte(body), req); err != nil {
			t.Fatal(err)
		}
		if req.WebhookId == "" {
			req.WebhookId = id
		}
		out, err := api.UpdateWebhook(t.Context(), req)
		return out.GetWebhook(), err
	}
	for body, want := range map[string]codes.Code{
		`{}`: codes.InvalidArgument,
		`{"allEvents":true,"events":["run.ended"]}`: codes.InvalidArgument,
		`{"allGraphs":true,"graphs":["notes"]}`:     codes.InvalidArgument,
		`{"events":["webhook.test"]}`:               codes.InvalidArgument,
		`{"url":""}`:                                codes.InvalidArgument,
		`{"url":"https://10.0.0.1/"}`:               codes.InvalidArgument,
		`{"webhookId":"none","enabled":true}`:       codes.NotFound,
	} {
		if _, err := update(body); status.Code(err) != want {
			t.Errorf("%s: %v, want %v", body, err, want)
		}
	}
	w, err := update(`{"events":["run.ended"],"graphs":["notes"],"description":"a desk","enabled":false}`)
	if err != nil || len(w.GetEvents()) != 1 || len(w.GetGraphs()) != 1 || w.GetDescription() != "a desk" || w.GetDisableTime() == nil || w.GetDisableUser() != "ann" {
		t.Errorf("it is %v: %v", w, err)
	}
	w, err = update(`{"allEvents":true,"allGraphs":true,"description":"","enabled":true}`)
	if err != nil || len(w.GetEvents())+len(w.GetGraphs()) > 0 || w.GetDescription() != "" || w.GetDisableTime() != nil || w.GetDisableUser() != "" {
		t.Errorf("it is %v: %v", w, err)
	}
}
