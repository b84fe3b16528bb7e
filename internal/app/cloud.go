//go:build !nocloud

package app

import (
	"fmt"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/anthropic"
	"github.com/weft-mesh/weft/kit/llm/openai"
)

// cloud returns the named provider in a cloud.
func cloud(at config.Providers, name string) (llm.Provider, error) {
	switch name {
	case "anthropic":
		return anthropic.New(at.Anthropic)
	case "openai":
		return openai.New(at.OpenAI)
	case "azure":
		return openai.NewAzure(at.Azure)
	case "openrouter":
		return openai.NewOpenRouter(at.OpenRouter)
	}
	return nil, fmt.Errorf("there is no provider %q", name)
}
