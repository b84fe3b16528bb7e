package llm

import (
	"fmt"
	"sync"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Budget is what may still be spent. The nil budget has no end. It is safe for
// concurrent use.
type Budget struct {
	mu    sync.Mutex
	left  *commonv1.ModelBudget
	spent Usage
}

// NewBudget returns a budget of what is left; nil is no limit.
func NewBudget(left *commonv1.ModelBudget) *Budget {
	if left == nil {
		return nil
	}
	return &Budget{left: left}
}

// A limitError says which limit a call would exceed. It wraps ErrBudget.
type limitError struct {
	limit string // as configuration calls it, "" if that is not known
	why   string
}

func (e *limitError) Error() string {
	if e.limit == "" {
		return ErrBudget.Error() + ": " + e.why
	}
	return ErrBudget.Error() + " (" + e.limit + "): " + e.why
}

func (e *limitError) Unwrap() error { return ErrBudget }

// allows returns an error that wraps ErrBudget if there is not enough left for
// what a call is estimated to cost.
func (b *Budget) allows(u Usage) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left.Tokens != nil {
		if left := b.left.GetTokens() - b.spent.Tokens(); left < u.Tokens() {
			return &limitError{b.left.GetTokensLimit(), fmt.Sprintf("%d tokens are left, and this needs about %d", max(left, 0), u.Tokens())}
		}
	}
	if b.left.MicroUsd != nil {
		if left := b.left.GetMicroUsd() - b.spent.MicroUSD; left <= 0 || left < u.MicroUSD {
			return &limitError{b.left.GetMicroUsdLimit(), fmt.Sprintf("$%s is left, and this costs about $%s", dollars(max(left, 0)), dollars(u.MicroUSD))}
		}
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
	b.spent = b.spent.Add(u)
}

func dollars(microUSD int64) string { return fmt.Sprintf("%.4f", float64(microUSD)/1e6) }
