package llm

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/weft-mesh/weft/kit/document"
)

// A Price is what a model costs, in US dollars for a million tokens.
type Price struct {
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"`
}

// cost returns u with its price, in whole millionths of a dollar, rounded up.
func (p Price) cost(u Usage) Usage {
	u.MicroUSD = int64(math.Ceil(float64(u.InputTokens)*p.Input + float64(u.OutputTokens)*p.Output))
	return u
}

// Prices are prices by provider and model.
type Prices map[string]map[string]Price

// PricesMax is the longest file of prices that is read, in bytes.
const PricesMax = 64 << 10

//go:embed prices.yaml
var usual []byte

// ReadPrices returns the built-in prices with those of a YAML file, if any, over
// them: provider, model, and its input and output price. The model "*" stands
// for every other one of the provider.
func ReadPrices(file []byte) (Prices, error) {
	all := Prices{}
	for _, text := range [][]byte{usual, file} {
		var some Prices
		if err := document.UnmarshalYAML(text, PricesMax, &some, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("prices: %w", err)
		}
		for provider, models := range some {
			if all[provider] == nil {
				all[provider] = map[string]Price{}
			}
			for model, price := range models {
				if !(price.Input >= 0 && price.Output >= 0) {
					return nil, fmt.Errorf("prices: %s %s: a price is less than nothing", provider, model)
				}
				all[provider][model] = price
			}
		}
	}
	return all, nil
}

// Of returns the price of a model, nothing if it is not known.
func (p Prices) Of(provider, model string) Price {
	price, _ := p.Find(provider, model)
	return price
}

// Find returns the price of a model and whether it is known. A dated or tagged
// name ("gpt-5-2025-08-07") has the price of the longest name that it begins with.
func (p Prices) Find(provider, model string) (Price, bool) {
	models := p[provider]
	if price, ok := models[model]; ok {
		return price, true
	}
	best, found := "", false
	for name := range models {
		if len(name) > len(best) && strings.HasPrefix(model, name+"-") {
			best, found = name, true
		}
	}
	if found {
		return models[best], true
	}
	price, ok := models["*"]
	return price, ok
}
