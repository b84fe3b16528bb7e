package webhook

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"
)

// A Change says what of a webhook is changed; what is nil stays.
type Change struct {
	URL         *string
	Events      *[]string // empty is all
	Graphs      *[]string // empty is all
	Description *string
	Enabled     *bool
	User        string // who changes it
}

// Update changes a webhook, and returns it as it is then. One that is enabled again is told
// of what happens from then on.
func (h *Webhooks) Update(ctx context.Context, tenant, id string, c Change) (Listed, error) {
	if c.URL != nil {
		if why := checkURL(*c.URL, h.o.AllowHTTP, h.reach); why != "" {
			return Listed{}, &URLError{why}
		}
	}
	from := uint64(0)
	if c.Enabled != nil && *c.Enabled {
		var err error
		if from, err = h.beginAnew(ctx, tenant, id); err != nil {
			return Listed{}, err
		}
	}
	now := time.Now().UTC()
	w, err := h.store.update(ctx, tenant, id, func(w *Webhook) bool { return c.apply(w, from, now) })
	if err != nil {
		return Listed{}, err
	}
	if !w.Disabled.IsZero() {
		// Also if it was so before: an earlier call may have got no further.
		if err := h.log.RemoveFeed(ctx, w.feed()); err != nil {
			return Listed{}, err
		}
	}
	pending, err := h.log.FeedPending(ctx, w.feed())
	return Listed{w, pending}, err
}

// beginAnew removes what a webhook that is disabled may have left to be sent, and returns
// the place in the log of runs where it would go on. It looks for that place whether or not
// the webhook is disabled: somebody may disable it before the change is kept.
func (h *Webhooks) beginAnew(ctx context.Context, tenant, id string) (uint64, error) {
	w, _, err := h.store.get(ctx, tenant, id)
	if err == nil && !w.Disabled.IsZero() {
		err = h.log.RemoveFeed(ctx, w.feed())
	}
	if err != nil {
		return 0, err
	}
	end, err := h.log.LastPlace(ctx)
	return end + 1, err
}

// apply changes a webhook, and reports whether that makes a difference. from is where one
// goes on that is enabled again.
func (c *Change) apply(w *Webhook, from uint64, now time.Time) bool {
	before := *w
	setIfGiven(&w.URL, c.URL)
	setIfGiven(&w.Events, c.Events)
	setIfGiven(&w.Graphs, c.Graphs)
	setIfGiven(&w.Description, c.Description)
	switched := c.Enabled != nil && *c.Enabled == !w.Disabled.IsZero()
	switch {
	case switched && *c.Enabled:
		w.Disabled, w.DisabledBy, w.Enabled = time.Time{}, "", now
		w.Times, w.From = w.Times+1, from
	case switched:
		w.Disabled, w.DisabledBy = now, c.User
	}
	if !switched && sameWords(&before, w) {
		return false
	}
	if len(w.Request) > 0 && len(w.Asked) == 0 {
		w.Asked = before.digest()
	}
	return true
}

func setIfGiven[T any](to, given *T) {
	if given != nil {
		*to = *given
	}
}

// sameWords reports whether two webhooks say the same of what can be changed.
func sameWords(a, b *Webhook) bool {
	return a.URL == b.URL && a.Description == b.Description && slices.Equal(a.Events, b.Events) && slices.Equal(a.Graphs, b.Graphs)
}

// digest tells webhooks apart by the words that they were asked for in.
func (w *Webhook) digest() []byte {
	if len(w.Asked) > 0 {
		return w.Asked
	}
	words, _ := json.Marshal([]any{w.URL, w.Description, slices.Concat(w.Events), slices.Concat(w.Graphs)}) // texts can always be written
	sum := sha256.Sum256(words)
	return sum[:]
}
