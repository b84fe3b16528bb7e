package planvault

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/plans/progress"
)

// recent is how many plans that have ended are known for the dashboard.
const recent = 10

// known are the plans as the API has told them last.
type known struct {
	mu      sync.Mutex
	plans   map[string]*orchestratorv1.Plan
	gone    map[string]bool
	whole   bool          // all plans that have not ended are there
	changed chan struct{} // has one item if something has
}

func newKnown() *known {
	return &known{plans: map[string]*orchestratorv1.Plan{}, gone: map[string]bool{}, changed: make(chan struct{}, 1)}
}

func (n *known) tell() {
	select {
	case n.changed <- struct{}{}:
	default:
	}
}

// put takes a plan, unless it is known as it was later.
func (n *known) put(p *orchestratorv1.Plan) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if was := n.plans[p.GetId()]; was.GetUpdateTime().AsTime().After(p.GetUpdateTime().AsTime()) {
		return
	}
	n.plans[p.GetId()] = p
	delete(n.gone, p.GetId())
	n.tell()
}

func (n *known) lost(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.plans, id)
	n.gone[id] = true
	n.tell()
}

// get returns what is known, once that is all plans that have not ended.
func (n *known) get() (plans map[string]*orchestratorv1.Plan, gone map[string]bool, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.plans), maps.Clone(n.gone), n.whole
}

// forget lets go of plans that have ended, but the last and those that are needed.
func (n *known) forget(needed map[string]bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var over []*orchestratorv1.Plan
	for _, p := range n.plans {
		if progress.Ended(p.GetState()) {
			over = append(over, p)
		}
	}
	slices.SortFunc(over, func(a, b *orchestratorv1.Plan) int {
		return b.GetUpdateTime().AsTime().Compare(a.GetUpdateTime().AsTime())
	})
	for _, p := range over[min(len(over), recent):] {
		if !needed[p.GetId()] {
			delete(n.plans, p.GetId())
		}
	}
}

// watch keeps what is known until ctx ends.
func (k *keeper) watch(ctx context.Context) error {
	wait := firstWait
	for {
		began := k.Now()
		err := k.follow(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if k.Now().Sub(began) > lastWait {
			wait = firstWait
		}
		if err != nil && !errors.Is(err, io.EOF) && status.Code(err) != codes.Unavailable {
			k.Log.WarnContext(ctx, "plans can't be watched; trying again", "error", err)
		}
		if !lifecycle.Sleep(ctx, wait) {
			return context.Cause(ctx)
		}
		wait = min(2*wait, lastWait)
	}
}

const (
	firstWait = 100 * time.Millisecond
	lastWait  = 10 * time.Second
)

// follow takes what the API tells, from how things stand on.
func (k *keeper) follow(ctx context.Context) error {
	list, err := k.API.ListPlans(ctx, &orchestratorv1.ListPlansRequest{States: progress.Ends(), PageSize: recent})
	if err != nil {
		return err
	}
	for _, p := range list.GetPlans() {
		k.known.put(p)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := k.API.WatchPlans(ctx, &orchestratorv1.WatchPlansRequest{})
	if err != nil {
		return err
	}
	told := map[string]bool{}
	for {
		res, err := stream.Recv()
		if err != nil {
			return err
		}
		if p := res.GetEvent().GetPlan(); p != nil {
			told[p.GetId()] = true
			k.known.put(p)
			continue
		}
		plans, _, _ := k.known.get()
		for id, p := range plans { // what has ended between two watches
			if !told[id] && !progress.Ended(p.GetState()) {
				if err := k.lookUp(ctx, id); err != nil {
					return err
				}
			}
		}
		k.known.mu.Lock()
		k.known.whole = true
		k.known.tell()
		k.known.mu.Unlock()
	}
}

// lookUp asks for one plan.
func (k *keeper) lookUp(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	res, err := k.API.GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
	switch status.Code(err) {
	case codes.OK:
		k.known.put(res.GetPlan())
		return nil
	case codes.NotFound, codes.InvalidArgument:
		k.known.lost(id)
		return nil
	}
	return err
}
