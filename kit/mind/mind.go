// Package mind names the minds that an agent can have, and has one answer where
// another can't.
package mind

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Kind says which mind an agent uses. It is what configuration holds.
type Kind string

const (
	// Rules is deterministic code. It needs nothing and is the default.
	Rules Kind = "rules"
	// Model is a language model, checked by code.
	Model Kind = "model"
	// ModelThenRules is a model, and rules where it has no answer.
	ModelThenRules Kind = "model-then-rules"
)

// At returns the mind of an agent for a call of some depth: rules, if its model is
// only asked at a greater one.
func At(k Kind, depth, least commonv1.Depth) Kind {
	if depth == commonv1.Depth_DEPTH_UNSPECIFIED {
		depth = commonv1.Depth_DEPTH_QUICK
	}
	if depth < least {
		return Rules
	}
	return k
}

// ErrNoModel is returned when an agent is told to use a model and has none to
// ask.
var ErrNoModel = errors.New("no model is configured for this agent")

// Check returns nil if an agent can be built with a mind of this kind. The
// empty kind means Rules. model tells whether the agent has one to ask.
func Check(k Kind, model bool) error {
	switch k {
	case "", Rules:
		return nil
	case Model, ModelThenRules:
		if !model {
			return fmt.Errorf("the mind %q: %w", k, ErrNoModel)
		}
		return nil
	}
	return fmt.Errorf("unknown mind %q: want %q, %q or %q", k, Rules, Model, ModelThenRules)
}

// ByRules is the provenance of an answer that rules gave at the first attempt.
func ByRules() *commonv1.Provenance {
	return &commonv1.Provenance{
		Mind:     commonv1.Mind_MIND_RULES,
		Provider: "rules",
		Attempts: 1,
	}
}

// An Answer tells where it came from.
type Answer interface{ GetProvenance() *commonv1.Provenance }

// Think has a model answer and, if the kind is ModelThenRules, rules where the
// model has none. What the rules then say is marked as degraded, with the reason
// and with what the attempt has cost. model returns what it spent also with an
// error.
func Think[Q any, A Answer](ctx context.Context, k Kind, req Q, model func(context.Context, Q) (A, *commonv1.Provenance, error), rules func(context.Context, Q) (A, error)) (A, error) {
	var none A
	if k == Rules || k == "" {
		return rules(ctx, req)
	}
	answer, spent, failed := model(ctx, req)
	if failed == nil {
		return answer, nil
	}
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if _, refused := errors.AsType[*fault.Error](failed); refused || k == Model {
		return none, Unanswered(failed, spent, "%v, and the configuration doesn't allow rules", failed)
	}
	answer, err := rules(ctx, req)
	if err != nil {
		return none, err
	}
	degrade(answer.GetProvenance(), spent, failed)
	return answer, nil
}

// Unanswered is the error of a call for which no model had an answer, with what was spent: the
// fault among the reasons, if the request is wrong or models have too much to do, else
// MODEL_UNAVAILABLE with a message.
func Unanswered(failed error, spent *commonv1.Provenance, format string, args ...any) error {
	f, ok := errors.AsType[*fault.Error](failed)
	if !ok {
		f = fault.Wrap(failed, codes.FailedPrecondition, fault.ModelUnavailable, format, args...)
	}
	return usage.Onto(f, spent)
}

// Together is where an answer came from that is made of several. It takes the mind
// from the first that asked a model, and is degraded if any of them is.
func Together(answers ...*commonv1.Provenance) *commonv1.Provenance {
	var out *commonv1.Provenance
	for _, p := range answers {
		switch {
		case p == nil:
		case out == nil:
			out = proto.CloneOf(p)
		default:
			if out.GetMind() != commonv1.Mind_MIND_MODEL && p.GetMind() == commonv1.Mind_MIND_MODEL {
				out.Mind, out.Provider, out.Model, out.Tier = p.GetMind(), p.GetProvider(), p.GetModel(), p.GetTier()
			}
			out.Attempts += p.GetAttempts()
			out.ModelCalls += p.GetModelCalls()
			out.InputTokens += p.GetInputTokens()
			out.OutputTokens += p.GetOutputTokens()
			out.CostMicroUsd += p.GetCostMicroUsd()
			out.BudgetLimit = cmp.Or(out.GetBudgetLimit(), p.GetBudgetLimit())
			out.SilentProviders = union(out.GetSilentProviders(), p.GetSilentProviders())
			out.Degraded = out.GetDegraded() || p.GetDegraded()
			if why := p.GetDegradedReason(); !strings.Contains(out.GetDegradedReason(), why) {
				out.DegradedReason = strings.TrimPrefix(out.GetDegradedReason()+"; "+why, "; ")
			}
		}
	}
	return out
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func degrade(p, spent *commonv1.Provenance, why error) {
	p.Degraded = true
	p.DegradedReason = why.Error()
	p.Tier = spent.GetTier()
	p.Attempts = spent.GetAttempts() + 1
	p.ModelCalls = spent.GetModelCalls()
	p.BudgetLimit = spent.GetBudgetLimit()
	p.SilentProviders = spent.GetSilentProviders()
	p.InputTokens, p.OutputTokens, p.CostMicroUsd = spent.GetInputTokens(), spent.GetOutputTokens(), spent.GetCostMicroUsd()
}
