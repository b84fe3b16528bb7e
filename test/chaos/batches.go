package chaos

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/payments"
)

// Batches starts runs of a graph that Weft does not ship, answers what they ask, and
// tells what they did that they should not have.
type Batches struct {
	APIs     []weftapi.Client // which take turns
	Receiver *payments.Receiver
	N        int
	AtOnce   int // how many callers there are

	crowd
	mu   sync.Mutex
	runs map[int]string // by number
	said Findings
}

// pause is how long a caller waits before it tries again.
const pause = 200 * time.Millisecond

// input is what a batch begins with. One in five is rejected, and one in twenty is wider
// than a graph goes at once.
func (b *Batches) input(i int) (in payments.Input, approve bool) {
	n := 1 + i%4
	if i%20 == 7 {
		n = 2 * payments.Width
	}
	return payments.Input{
		Payments: n, Approver: "tester", Receiver: b.Receiver.URL, Cooling: time.Duration(i%5) * 300 * time.Millisecond,
	}, i%5 != 3
}

// Start has callers begin.
func (b *Batches) Start(ctx context.Context) {
	b.runs, b.said = map[int]string{}, Findings{}
	b.start(ctx, b.N, b.AtOnce, func(i int) {
		if err := b.one(ctx, i); err != nil {
			b.find(Stuck, "batch %d: %v", i, err)
		}
	})
}

func (b *Batches) find(what Finding, format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said.add(what, format, args...)
}

// one starts a batch and answers it until it ends. Every call is tried until it succeeds.
func (b *Batches) one(ctx context.Context, i int) error {
	in, approve := b.input(i)
	input, err := anypb.New(in.Message())
	if err != nil {
		return err
	}
	var run *orchestratorv1.Run
	err = b.insist(ctx, i, func(api weftapi.Client) error {
		res, err := api.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: payments.Batch, Input: input, RequestId: fmt.Sprint("batch-", i)})
		run = res.GetRun()
		return err
	})
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	id := run.GetId()
	b.mu.Lock()
	b.runs[i] = id
	b.mu.Unlock()
	for !ended(run) {
		for _, p := range run.GetPauses() {
			if err := b.answer(ctx, i, p, approve); err != nil {
				return fmt.Errorf("answer %s of run %s: %w", p.GetState(), id, err)
			}
		}
		err := b.insist(ctx, i, func(api weftapi.Client) error {
			res, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
			run = res.GetRun()
			return err
		})
		if err == nil && !ended(run) {
			err = wait(ctx, pause)
		}
		if err != nil {
			return fmt.Errorf("run %s is %v: %w", id, run.GetStatus(), err)
		}
	}
	paid := 0
	want := map[string]any{"approved": approve, "note": "", "paid": paid}
	if approve {
		want["paid"], want["note"] = in.Payments, note(i)
	}
	expected, err := structpb.NewStruct(want)
	if err != nil {
		return err
	}
	got := &structpb.Struct{}
	if err := run.GetResult().UnmarshalTo(got); run.GetStatus() != orchestratorv1.RunReport_COMPLETED || err != nil || !proto.Equal(got, expected) {
		b.find(Failed, "run %s is %v with %v, want %v (%s)", id, run.GetStatus(), got, expected, run.GetReport().GetFailure())
	}
	return nil
}

func note(i int) string { return fmt.Sprint("thanks for batch ", i) }

func ended(r *orchestratorv1.Run) bool {
	return !slices.Contains([]orchestratorv1.RunReport_Status{orchestratorv1.RunReport_RUNNING, orchestratorv1.RunReport_WAITING}, r.GetStatus())
}

// answer answers a pause. It may be over by the time that a repeated answer comes.
func (b *Batches) answer(ctx context.Context, i int, p *orchestratorv1.Pause, approve bool) error {
	req := &orchestratorv1.AnswerRunRequest{RunId: p.GetRunId(), InterruptId: p.GetId(), OptionId: payments.Reject}
	switch {
	case p.GetKind() != commonv1.PauseKind_PAUSE_KIND_APPROVAL:
		payload, err := anypb.New(wrapperspb.String(note(i)))
		if err != nil {
			return err
		}
		req.OptionId, req.Payload = "", payload
	case approve:
		req.OptionId = payments.Approve
	}
	return b.insist(ctx, i, func(api weftapi.Client) error {
		_, err := api.AnswerRun(ctx, req)
		return err
	})
}

// insist makes a call until it succeeds, of one server after the other.
func (b *Batches) insist(ctx context.Context, i int, call func(weftapi.Client) error) error {
	for n := i; ; n++ {
		err := call(b.APIs[n%len(b.APIs)])
		if err == nil || ctx.Err() != nil {
			return err
		}
		if wait(ctx, pause) != nil {
			return err
		}
	}
}

// Check tells what the receiver has seen that the runs don't account for.
func (b *Batches) Check() Findings {
	b.mu.Lock()
	defer b.mu.Unlock()
	done, want := b.Receiver.Done(), map[string]int{}
	for i, id := range b.runs {
		in, approve := b.input(i)
		maps.Copy(want, payments.Want(id, in.Payments, approve))
	}
	for key, n := range done {
		switch {
		case want[key] == 0:
			b.said.add(Doubled, "%s was done, and no run was to do it", key)
		case n > 1:
			b.said.add(Doubled, "%s was done %d times", key, n)
		}
	}
	for key := range want {
		if done[key] == 0 {
			b.said.add(Lost, "%s was not done", key)
		}
	}
	return b.said
}
