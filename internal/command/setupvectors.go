package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
)

// noVectors is the model of vectors for whoever wants none.
const noVectors = "none"

// chooseVectors offers to find notes by their meaning, too, where the provider has a model
// for it. Nobody who is not asked gets it without the flag: it costs calls for all notes.
func (s *setup) chooseVectors(ctx context.Context, o offer) error {
	makes := o.as == "ollama" || o.as == "openai"
	switch {
	case s.vectors == noVectors:
		return nil
	case s.vectors != "" && !makes:
		return usage("--embeddings: Weft takes vectors from ollama, openai or openai-compatible, not from %s", o.name)
	case s.vectors != "" || !makes || !s.asks() || s.current.LLM.Embeddings.Provider != "":
		return nil
	}
	c, err := s.trialConfig(o)
	if err != nil {
		return err
	}
	found, err := app.EmbeddingModels(ctx, c, o.as)
	if err != nil || len(found) == 0 {
		return nil //nolint:nilerr // one that can't tell has none to offer
	}
	s.say("It can also make vectors of your notes, so that they are found by meaning where you ask in other words.")
	if o.as == "openai" && o.name != "openai-compatible" {
		s.say("Each note is then sent to it once.")
	}
	model := found[max(slices.Index(found, llm.Model{Name: smallOfOpenAI}), 0)].Name
	if s.agree(ctx, "Use "+model+" for it?", o.name != "openai") {
		s.vectors = model
	}
	return nil
}

// smallOfOpenAI is the one of OpenAI's models that costs least.
const smallOfOpenAI = "text-embedding-3-small"

// prefixes are what well-known models want before questions and passages, by their cards.
var prefixes = map[string]struct{ query, passage string }{
	"nomic-embed-text":  {"search_query: ", "search_document: "},
	"mxbai-embed-large": {"Represent this sentence for searching relevant passages: ", ""},
}

// vectorItems are the settings of vectors that are to change.
func (s *setup) vectorItems(o offer) []config.Item {
	if s.vectors == "" {
		return nil
	}
	now := s.current.LLM.Embeddings
	want := now
	if s.vectors == noVectors {
		want.Provider = ""
	} else {
		name, _, _ := strings.Cut(s.vectors, ":")
		p := prefixes[name]
		want.Provider, want.Model, want.QueryPrefix, want.PassagePrefix = o.as, s.vectors, p.query, p.passage
		if now.Model != want.Model || now.Provider != want.Provider {
			want.Dimensions = 0
		}
	}
	var items []config.Item
	for _, i := range []struct{ name, before, value string }{
		{"provider", now.Provider, want.Provider}, {"model", now.Model, want.Model},
		{"dimensions", strconv.Itoa(now.Dimensions), strconv.Itoa(want.Dimensions)},
		{"query_prefix", now.QueryPrefix, want.QueryPrefix}, {"passage_prefix", now.PassagePrefix, want.PassagePrefix},
	} {
		if i.before != i.value {
			items = append(items, config.Item{Path: "llm.embeddings." + i.name, Value: i.value})
		}
	}
	return items
}

// testVectors has the chosen model make one vector, and returns why it made none.
func (s *setup) testVectors(ctx context.Context, c *config.Config) (failed, err error) {
	if s.vectors == "" || s.vectors == noVectors {
		return nil, nil
	}
	began := time.Now()
	numbers, failed := app.TryEmbedding(ctx, c)
	took := seconds(time.Since(began))
	if s.flags.json() {
		return failed, nil
	}
	word := s.outStyle.Good(fmt.Sprintf("works; a vector of %d numbers in %s", numbers, took))
	if failed != nil {
		word = s.outStyle.Bad("no vector after " + took + ": " + trouble(failed))
	}
	return failed, s.print(s.outStyle.Bold(s.vectors) + " (vectors): " + word + "\n")
}
