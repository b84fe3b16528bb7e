package render

import (
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// Webhook returns a webhook, and on a line below it how its deliveries fare.
func Webhook(style screen.Style, w *orchestratorv1.Webhook, zone *time.Location) string {
	at := func(t *timestamppb.Timestamp) string { return t.AsTime().In(zone).Format("2006-01-02 15:04:05") }
	words := []string{style.Bold(w.GetId()), w.GetUrl(), "events: " + allOr(w.GetEvents())}
	if len(w.GetGraphs()) > 0 {
		words = append(words, "graphs: "+strings.Join(w.GetGraphs(), ","))
	}
	if w.GetDescription() != "" {
		words = append(words, oneLine(w.GetDescription()))
	}
	var fares []string
	if w.GetDisableTime() != nil {
		disabled := "disabled " + at(w.GetDisableTime())
		if by := w.GetDisableUser(); by != "" {
			disabled += " by " + oneLine(by)
		}
		fares = append(fares, style.Bad(disabled))
	}
	if w.GetLastSuccessTime() != nil {
		fares = append(fares, "delivered "+at(w.GetLastSuccessTime()))
	}
	if f := w.GetLastFailure(); f != nil {
		fares = append(fares, "failed "+at(f.GetTime())+": "+oneLine(f.GetReason()))
	}
	if w.GetPending() > 0 {
		fares = append(fares, fmt.Sprintf("%d pending", w.GetPending()))
	}
	if w.GetGivenUp() > 0 {
		fares = append(fares, style.Bad(fmt.Sprintf("%d given up", w.GetGivenUp())))
	}
	if len(fares) == 0 {
		fares = []string{"nothing sent yet"}
	}
	return strings.Join(words, "  ") + "\n    " + strings.Join(fares, "; ") + "\n"
}

func allOr(words []string) string {
	if len(words) == 0 {
		return "all"
	}
	return strings.Join(words, ",")
}

// WebhookTest returns what came of a test event.
func WebhookTest(style screen.Style, t *orchestratorv1.TestWebhookResponse) string {
	return attempted(style, t.GetStatusCode(), t.GetDuration().AsDuration(), t.GetError()) + "\n"
}

func attempted(style screen.Style, status int32, took time.Duration, failed string) string {
	if took = took.Round(time.Millisecond); failed == "" {
		return fmt.Sprintf("delivered: it answered %d after %s", status, took)
	}
	return style.Bad("not delivered") + fmt.Sprintf(": %s (after %s)", oneLine(failed), took)
}

// WebhookDelivery returns an attempt to deliver an event, and on a line below it what the
// receiver said.
func WebhookDelivery(style screen.Style, d *orchestratorv1.WebhookDelivery, zone *time.Location) string {
	at := func(t *timestamppb.Timestamp) string { return t.AsTime().In(zone).Format("2006-01-02 15:04:05") }
	number := fmt.Sprintf("attempt %d", d.GetAttempt())
	if d.GetAttempt() == 0 {
		number = "sent again by " + oneLine(d.GetUser())
	}
	became := attempted(style, d.GetStatusCode(), d.GetDuration().AsDuration(), d.GetError())
	switch d.GetOutcome() {
	case orchestratorv1.WebhookDelivery_OUTCOME_RETRY:
		became += "; to be tried again " + at(d.GetRetryTime())
	case orchestratorv1.WebhookDelivery_OUTCOME_GIVEN_UP:
		became += "; given up"
	case orchestratorv1.WebhookDelivery_OUTCOME_DROPPED:
		became += "; dropped, since the webhook was disabled"
	}
	out := strings.Join([]string{at(d.GetTime()), style.Bold(d.GetEventId()), d.GetType(), "run " + d.GetRunId(), number, became}, "  ") + "\n"
	switch {
	case d.GetResponseBinary():
		out += "    answer: not text\n"
	case d.GetResponseTruncated():
		out += "    answer: " + oneLine(d.GetResponse()) + "…\n"
	case d.GetResponse() != "":
		out += "    answer: " + oneLine(d.GetResponse()) + "\n"
	}
	return out
}
