package app

import (
	"context"
	"sync"
	"time"
)

// tenantEvery is how often the runs of a tenant are counted. The count takes longer
// the more there are; what is started in between is added.
const tenantEvery = time.Second

// tenants bounds how many runs of one tenant have something to do.
type tenants struct {
	queued func(ctx context.Context, tenant string) (int, error)
	most   int

	mu   sync.Mutex
	seen map[string]tenantRuns
}

// tenantRuns is what is known of one tenant.
type tenantRuns struct {
	counted time.Time
	runs    int
	err     error // why they could not be counted
}

// count counts the runs of a tenant, if that was not done just now.
func (t *tenants) count(ctx context.Context, tenant string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seen := t.seen[tenant]; time.Since(seen.counted) < tenantEvery {
		return seen.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), countWithin)
	defer cancel()
	n, err := t.queued(ctx, tenant)
	for name, old := range t.seen {
		if time.Since(old.counted) >= tenantEvery {
			delete(t.seen, name)
		}
	}
	if t.seen == nil {
		t.seen = map[string]tenantRuns{}
	}
	t.seen[tenant] = tenantRuns{time.Now(), n, err}
	return err
}

// take returns how many runs a tenant has, and adds one if it may have one more.
func (t *tenants) take(tenant string) (before int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := t.seen[tenant]
	if before = seen.runs; before < t.most {
		seen.runs++
		t.seen[tenant] = seen
	}
	return before
}
