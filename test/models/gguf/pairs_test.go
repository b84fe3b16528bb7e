package gguf_test

import (
	"slices"
	"testing"

	"github.com/weft-mesh/weft/test/models/gguf"
)

func TestWhatStandsTogetherMostOftenIsMergedFirst(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                     nil,
		"abc":                  nil, // nothing stands there twice
		"abab ab":              {"a b"},
		"the then the":         {"h e", "t he", "Ġ the"},
		`"a": "b": `:           {`" :`},
		"no merge over blanks": {"e r"},
	} {
		if got := gguf.Pairs(text, 3); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := gguf.Pairs("abab cdcd", 1); len(got) != 1 {
		t.Errorf("%q are more than one", got)
	}
}
