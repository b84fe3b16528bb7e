package llm

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An Allowance is what a run leaves to the calls of a step: what they may still
// cost, and whom they may wait for. The nil allowance has no limit. It is safe for
// concurrent use.
type Allowance struct {
	silent []string // providers that have kept the run waiting
	left   *commonv1.ModelBudget

	mu    sync.Mutex
	spent Usage
}

// AllowanceOf is what a call to an agent allows, nil without a limit.
func AllowanceOf(c *commonv1.CallContext) *Allowance {
	if c.GetModelBudget() == nil && len(c.GetSilentProviders()) == 0 {
		return nil
	}
	return &Allowance{silent: c.GetSilentProviders(), left: c.GetModelBudget()}
}

var errSilent = errors.New("gave another agent of this run no answer in time")

// hears returns an error if a provider is not to be waited for.
func (a *Allowance) hears(provider string) error {
	if a != nil && slices.Contains(a.silent, provider) {
		return fmt.Errorf("%s %w", provider, errSilent)
	}
	return nil
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

// covers returns an error that wraps ErrBudget if there is not enough left for what a call is
// estimated to cost. What a person would be asked about counts only where there is a cheaper model.
func (a *Allowance) covers(u Usage, thrifty bool) error {
	if a == nil || a.left == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left.Tokens != nil {
		if left := a.left.GetTokens() - a.spent.Tokens(); left < u.Tokens() {
			return &limitError{a.left.GetTokensLimit(), fmt.Sprintf("%d tokens are left, but this needs about %d", max(left, 0), u.Tokens())}
		}
	}
	if a.left.MicroUsd != nil {
		if left := a.left.GetMicroUsd() - a.spent.MicroUSD; left <= 0 || left < u.MicroUSD {
			return &limitError{a.left.GetMicroUsdLimit(), fmt.Sprintf("$%s is left, but this costs about $%s", dollars(max(left, 0)), dollars(u.MicroUSD))}
		}
	}
	if thrifty && a.left.SoftMicroUsd != nil {
		if left := a.left.GetSoftMicroUsd() - a.spent.MicroUSD; left < u.MicroUSD {
			return &limitError{a.left.GetSoftMicroUsdLimit(), fmt.Sprintf("$%s is left before a person is asked, but this costs about $%s", dollars(max(left, 0)), dollars(u.MicroUSD))}
		}
	}
	return nil
}

// settle takes off what a call has cost.
func (a *Allowance) settle(u Usage) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent = a.spent.Add(u)
}

func dollars(microUSD int64) string { return fmt.Sprintf("%.4f", float64(microUSD)/1e6) }
