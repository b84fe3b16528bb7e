//go:build nocloud

package app

import (
	"fmt"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
)

// cloud has no provider in a build without them. Their client libraries take
// longer to compile than all the rest, so the demo does without.
func cloud(_ config.Providers, name string) (llm.Provider, error) {
	return nil, fmt.Errorf("%s is left out of this build; build without the tag nocloud", name)
}
