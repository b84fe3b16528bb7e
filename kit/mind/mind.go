// Package mind names the two minds that an agent can have, and says where an
// answer came from.
package mind

import (
	"errors"
	"fmt"

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

// ErrNoModel is returned when an agent is told to use a model and none can be
// reached through this build.
var ErrNoModel = errors.New("this build has no model provider; set the agent's mind to \"rules\"")

// Check returns nil if an agent can be built with a mind of this kind. The
// empty kind means Rules.
func Check(k Kind) error {
	switch k {
	case "", Rules:
		return nil
	case Model:
		return ErrNoModel
	}
	return fmt.Errorf("unknown mind %q: want %q or %q", k, Rules, Model)
}

// ByRules is the provenance of an answer that rules gave at the first attempt.
func ByRules() *commonv1.Provenance {
	return &commonv1.Provenance{
		Mind:     commonv1.Mind_MIND_RULES,
		Provider: "rules",
		Attempts: 1,
	}
}
