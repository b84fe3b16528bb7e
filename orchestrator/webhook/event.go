package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/document"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// The types of events.
const (
	Started = "run.started"
	Waiting = "run.waiting"
	Ended   = "run.ended"
	Test    = "webhook.test"
)

// mostBody is the size up to which a body has the pauses of its run.
const mostBody = 64 << 10

// An event is what is sent.
type event struct {
	id   string
	kind string
	body []byte
}

// wants reports whether a record may be an event for a webhook, without a look at what was
// before it.
func (w *Webhook) wants(r runlog.Record) bool {
	if len(w.Graphs) > 0 && !slices.Contains(w.Graphs, r.Pool.Graph) {
		return false
	}
	return r.Began && w.on(Started) || r.Paused() && w.on(Waiting) || r.Ended() && w.on(Ended)
}

// on reports whether a webhook is told of a type of events.
func (w *Webhook) on(kind string) bool { return len(w.Events) == 0 || slices.Contains(w.Events, kind) }

// kinds returns the events that a record is for a webhook.
func (w *Webhook) kinds(ctx context.Context, log *runlog.Log, r runlog.Record) (out []string, err error) {
	if r.Began && w.on(Started) {
		out = append(out, Started)
	}
	if !r.Paused() && !r.Ended() {
		return out, nil
	}
	paused, ended, err := log.Anew(ctx, r)
	if paused && w.on(Waiting) {
		out = append(out, Waiting)
	}
	if ended && w.on(Ended) {
		out = append(out, Ended)
	}
	return out, err
}

// Runs is what events are told by.
type Runs interface {
	// Status tells how a run stands as the API does.
	Status(c runlog.Change) orchestratorv1.RunReport_Status
	// PausesAt returns the pauses of a run that were open after one of its events, none if
	// the run can't be read any more.
	PausesAt(ctx context.Context, k runlog.Key, sequence int64) ([]*orchestratorv1.Pause, error)
}

// event returns an event of a run. It is the same whenever it is asked for.
func (w *Webhook) event(ctx context.Context, runs Runs, kind string, c runlog.Change) (event, error) {
	e := event{kind: kind, id: eventID(w, kind, c.Run, c.Last)}
	data := &orchestratorv1.WebhookEventData{
		WebhookId: w.ID, RunId: c.Run, Graph: c.Pool.Graph, GraphVersion: c.Pool.Version,
		Status: runs.Status(c), RunSequence: c.Last, Sequence: int64(c.Sequence),
	}
	var err error
	if kind == Waiting {
		if data.Pauses, err = runs.PausesAt(ctx, runlog.Key{Tenant: w.Tenant, Run: c.Run}, c.Last); err != nil {
			return event{}, err
		}
	}
	if e.body, err = body(kind, c.Time, data); err == nil && len(e.body) <= mostBody {
		return e, nil
	}
	data.Pauses, data.PausesOmitted = nil, true
	e.body, err = body(kind, c.Time, data)
	return e, err
}

func body(kind string, at time.Time, data *orchestratorv1.WebhookEventData) ([]byte, error) {
	return marshal(&orchestratorv1.WebhookEvent{Type: kind, Timestamp: timestamppb.New(at), Data: data})
}

// marshal returns a message as the API's JSON, without the spaces that protojson strews in.
func marshal(m proto.Message) ([]byte, error) {
	data, err := protojson.MarshalOptions{Resolver: document.Types{}}.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("write an event as JSON: %w", err)
	}
	var out bytes.Buffer
	err = json.Compact(&out, data)
	return out.Bytes(), err
}
