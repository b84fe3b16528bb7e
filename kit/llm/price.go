package llm

import (
	_ "embed"
	"fmt"
	"maps"
	"math"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/weft-mesh/weft/kit/document"
)

// A Price is what a model costs, in US dollars for a million tokens.
type Price struct {
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"`
	Above  Above   `yaml:"above"` // nothing if long prompts cost no more
}

// Above is what a whole call costs whose prompt has more tokens than Tokens.
type Above struct {
	Tokens int64   `yaml:"tokens"`
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"`
}

// forWriting is what Anthropic and OpenAI take for a token that they put into their
// cache, in addition to its price, as a part of that.
const forWriting = 0.25

// cost returns u with its price, in whole millionths of a dollar, rounded up. What was
// read from a cache counts as all else that was read, though it costs less.
func (p Price) cost(u Usage) Usage {
	input, output := p.Input, p.Output
	if p.Above.Tokens > 0 && u.InputTokens > p.Above.Tokens {
		input, output = p.Above.Input, p.Above.Output
	}
	u.MicroUSD = int64(math.Ceil((float64(u.InputTokens)+forWriting*float64(u.CacheWrites))*input + float64(u.OutputTokens)*output))
	return u
}

// below reports whether a token costs less than by another price.
func (p Price) below(q Price) bool {
	return p.Input <= q.Input && p.Output <= q.Output && p.Input+p.Output < q.Input+q.Output
}

func (p Price) valid() bool {
	return p.Input >= 0 && p.Output >= 0 && (p.Above == Above{} || p.Above.Tokens > 0 && p.Above.Input >= 0 && p.Above.Output >= 0)
}

// Prices are prices by provider and model.
type Prices map[string]map[string]Price

// PricesMax is the longest file of prices that is read, in bytes.
const PricesMax = 64 << 10

//go:embed prices.yaml
var builtIn []byte

// ListPrices returns the built-in list prices and their day: "2026-11-25".
func ListPrices() (Prices, string, error) {
	var list struct {
		AsOf   string `yaml:"as_of"`
		Prices Prices `yaml:"prices"`
	}
	if err := document.UnmarshalYAML(builtIn, PricesMax, &list, yaml.Strict()); err != nil {
		return nil, "", fmt.Errorf("built-in prices: %w", err)
	}
	return list.Prices, list.AsOf, nil
}

// ReadPrices returns the built-in prices with those of a YAML file, if any, over
// them: provider, model, and its input and output price. The model "*" stands for
// every other one that the file doesn't name, the built-in ones of the provider too.
func ReadPrices(file []byte) (Prices, error) {
	all, _, err := ListPrices()
	if err != nil {
		return nil, err
	}
	var own Prices
	if err := document.UnmarshalYAML(file, PricesMax, &own, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	for provider, models := range own {
		for model, price := range models {
			if !price.valid() {
				return nil, fmt.Errorf("prices: %s %s: a price is less than nothing, or for prompts above no length", provider, model)
			}
		}
		if _, every := models["*"]; every || all[provider] == nil {
			all[provider] = map[string]Price{}
		}
		maps.Copy(all[provider], models)
	}
	return all, nil
}

// Of returns the price of a model, nothing if it is not known.
func (p Prices) Of(provider, model string) Price {
	price, _ := p.Find(provider, model)
	return price
}

// dated is the end of a model's name that says only of which day it is.
var dated = regexp.MustCompile(`-(\d{8}|\d{4}-\d{2}-\d{2})$`)

// Find returns the price of a model and whether it is known. A dated name
// ("gpt-6-luna-2026-09-22") has the price of the name without its date.
func (p Prices) Find(provider, model string) (Price, bool) {
	models := p[provider]
	for _, name := range []string{model, strings.TrimSuffix(model, dated.FindString(model)), "*"} {
		if price, ok := models[name]; ok {
			return price, true
		}
	}
	return Price{}, false
}
