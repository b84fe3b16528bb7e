package chaos

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	callWithin  = 5 * time.Second // for one attempt of a submit
	retryAfter  = 50 * time.Millisecond
	retryAtMost = time.Second // between two attempts
	hastyWithin = 30 * time.Millisecond
	callerRests = 3 * time.Second
)

// A Load sends inputs as a good client does: each is repeated with the same
// request id until it is acknowledged.
type Load struct {
	APIs   []weftapi.Client // one after the other
	Inputs []Input
	Hasty  bool // the first attempts have a deadline of some milliseconds, and each input is sent twice

	busy     sync.WaitGroup
	mu       sync.Mutex
	acks     map[string]string // run by request id
	refusals map[string]int    // attempts that failed, by code and reason
}

// Send sends inputs side by side until ctx ends, and does not wait for them.
func (l *Load) Send(ctx context.Context, inputs ...Input) {
	for _, in := range inputs {
		l.busy.Go(func() { l.send(ctx, in) })
	}
}

// Wait returns when every input that was sent is acknowledged, or when ctx ends.
func (l *Load) Wait(ctx context.Context) {
	done := make(chan struct{})
	go func() { defer close(done); l.busy.Wait() }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// SendBy has so many callers send all inputs, with short pauses, and does not wait for
// them.
func (l *Load) SendBy(ctx context.Context, callers int) {
	inputs := make(chan Input, len(l.Inputs))
	for _, in := range l.Inputs {
		inputs <- in
	}
	close(inputs)
	for range callers {
		l.busy.Go(func() {
			for in := range inputs {
				l.send(ctx, in)
				if wait(ctx, rand.N(callerRests)) != nil {
					return
				}
			}
		})
	}
}

// send submits one input until it is acknowledged.
func (l *Load) send(ctx context.Context, in Input) {
	api := func(n int) weftapi.Client { return l.APIs[(in.minute+n)%len(l.APIs)] }
	if l.Hasty {
		var hasty sync.WaitGroup
		for n := range l.APIs {
			hasty.Go(func() { _ = l.try(ctx, api(n), in, time.Millisecond+rand.N(hastyWithin)) })
		}
		hasty.Wait()
	}
	for n, pause := 0, retryAfter; ; n, pause = n+1, min(2*pause, retryAtMost) {
		if l.try(ctx, api(n), in, callWithin) == nil || wait(ctx, pause) != nil {
			return
		}
	}
}

// try submits an input once.
func (l *Load) try(ctx context.Context, api weftapi.Client, in Input, within time.Duration) error {
	call, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	res, err := api.SubmitInput(call, in.Request())
	l.note(in, res.GetRun().GetId(), err)
	return err
}

func (l *Load) note(in Input, run string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.acks == nil {
		l.acks, l.refusals = map[string]string{}, map[string]int{}
	}
	if err != nil {
		f := fault.FromStatus(status.Convert(err))
		l.refusals[fmt.Sprintf("%v %v", f.Code, f.Reason)]++
		return
	}
	l.acks[in.RequestID] = run
}

// Acks returns the runs of the inputs that are acknowledged, by request id.
func (l *Load) Acks() map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.acks)
}

// Refusals returns how often attempts failed, by code and reason.
func (l *Load) Refusals() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.refusals)
}

// wait returns after d, or when ctx ends with its error. Faults and inputs come
// at random moments: nothing tells when.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
