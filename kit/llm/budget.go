package llm

import (
	"fmt"
	"sync"
)

// A Budget is what may still be spent. The nil budget has no end. It is safe for
// concurrent use.
type Budget struct {
	mu     sync.Mutex
	tokens *int64
	money  *int64
}

// NewBudget returns a budget of so many tokens and millionths of a US dollar; nil
// is no limit, 0 allows nothing.
func NewBudget(tokens, microUSD *int64) *Budget {
	b := &Budget{}
	if tokens != nil {
		left := *tokens
		b.tokens = &left
	}
	if microUSD != nil {
		left := *microUSD
		b.money = &left
	}
	return b
}

// allows returns an error that wraps ErrBudget if there is not enough left for
// what a call is estimated to cost.
func (b *Budget) allows(u Usage) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tokens != nil && *b.tokens < u.Tokens() {
		return fmt.Errorf("%w: %d tokens are left, and this needs about %d", ErrBudget, max(*b.tokens, 0), u.Tokens())
	}
	if b.money != nil && (*b.money <= 0 || *b.money < u.MicroUSD) {
		return fmt.Errorf("%w: $%s is left, and this costs about $%s", ErrBudget, dollars(max(*b.money, 0)), dollars(u.MicroUSD))
	}
	return nil
}

// settle takes off what a call has cost.
func (b *Budget) settle(u Usage) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tokens != nil {
		*b.tokens -= u.Tokens()
	}
	if b.money != nil {
		*b.money -= u.MicroUSD
	}
}

func dollars(microUSD int64) string { return fmt.Sprintf("%.4f", float64(microUSD)/1e6) }
