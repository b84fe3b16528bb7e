package gguf

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Architectures that model servers know, each run by another engine of Ollama.
const (
	Llama = "llama" // llama.cpp
	Qwen3 = "qwen3" // Ollama's own
)

// A Model says what a tiny model is like.
type Model struct {
	Arch    string // Llama or Qwen3
	Noise   bool   // writes any bytes; else letters
	Endless bool   // closes no quote and comes to no end: it writes until it is stopped
	Script  map[string][]string
	Pairs   []string // merges of its tokenizer; see Pairs
	Context int      // tokens it can hold; 0 means 32768
	Seed    uint64
}

// Sizes of the transformer, as small as an engine takes them.
const (
	layers = 1
	heads  = 1
	head   = 16 // width of an attention head
	hidden = 32 // width of the feed-forward block
)

// Marker is the token that begins the named script. It stands at the end of a
// prompt.
func Marker(name string) string { return "<|say:" + name + "|>" }

// Encode returns the model as the bytes of a GGUF file. The same model always has
// the same bytes. It is an error if two tokens of a script are the same, or one is
// a single byte: the tokenizer could not tell them apart.
func (m Model) Encode() ([]byte, error) {
	v := newVocabulary()
	follows, err := v.script(m.Script)
	if err != nil {
		return nil, err
	}
	written := len(v.tokens)
	v.merge(m.Pairs)
	w := &weights{
		rng:  rand.New(rand.NewPCG(m.Seed, 1)), //nolint:gosec // the same bytes each time are wanted
		size: len(v.tokens), written: written, width: 64,
	}
	if !m.Noise {
		w.width = written/32*32 + 32 // an axis for each, and at least one more
	}
	if m.Noise {
		w.add("token_embd.weight", w.normal(w.width*w.size, 1), w.width, w.size)
	} else {
		w.add("token_embd.weight", w.identity(), w.width, w.size)
	}
	for i := range layers {
		w.block(fmt.Sprintf("blk.%d.", i), m.Arch, m.mix(w.width))
	}
	w.add("output_norm.weight", ones(w.width), w.width)
	if m.Noise {
		w.add("output.weight", w.normal(w.width*w.size, 2/math.Sqrt(float64(w.width))), w.width, w.size)
	} else {
		w.add("output.weight", w.table(m.taste(v), follows), w.width, w.size)
	}
	return encode(m.meta(v, w.width), w.tensors), nil
}

// mix is how much the transformer's blocks add to what the last token says by
// itself: all for noise, next to nothing where a script is to be kept, and
// between them enough to answer each prompt otherwise.
func (m Model) mix(width int) float64 {
	switch {
	case m.Noise:
		return 1 / math.Sqrt(float64(width))
	case len(m.Script) > 0:
		return 0.001
	}
	return 0.01
}

func (m Model) meta(v *vocabulary, width int) []pair {
	window := m.Context
	if window == 0 {
		window = 32768
	}
	a := m.Arch + "."
	return []pair{
		{"general.architecture", m.Arch},
		{"general.name", "tiny"},
		{"general.file_type", uint32(0)},
		{a + "block_count", uint32(layers)},
		{a + "context_length", uint32(window)},
		{a + "embedding_length", uint32(width)},
		{a + "feed_forward_length", uint32(hidden)},
		{a + "attention.head_count", uint32(heads)},
		{a + "attention.head_count_kv", uint32(heads)},
		{a + "attention.key_length", uint32(head)},
		{a + "attention.value_length", uint32(head)},
		{a + "attention.layer_norm_rms_epsilon", float32(1e-6)},
		{a + "rope.dimension_count", uint32(head)},
		{a + "rope.freq_base", float32(10000)},
		{a + "vocab_size", uint32(len(v.tokens))},
		{"tokenizer.ggml.model", "gpt2"},
		{"tokenizer.ggml.pre", "default"},
		{"tokenizer.ggml.tokens", v.tokens},
		{"tokenizer.ggml.token_type", v.types},
		{"tokenizer.ggml.merges", v.merges},
		{"tokenizer.ggml.bos_token_id", uint32(v.ids[begin])},
		{"tokenizer.ggml.eos_token_id", uint32(v.ids[end])},
		{"tokenizer.ggml.add_bos_token", true},
		{"tokenizer.ggml.add_eos_token", false},
	}
}

// A vocabulary has a token for each byte, then those with a meaning, then the
// words of scripts, and then those that merges make, which are only read.
type vocabulary struct {
	tokens []string
	types  []int32
	ids    map[string]int
	merges []string
}

const (
	begin = "<|begin|>"
	end   = "<|end|>"

	typeWord    = 1
	typeControl = 3
)

func newVocabulary() *vocabulary {
	v := &vocabulary{ids: map[string]int{}}
	for b := range 256 {
		v.add(byteToken(byte(b)), typeWord)
	}
	for _, t := range []string{begin, end, "<|system|>", "<|user|>", "<|assistant|>"} {
		v.add(t, typeControl)
	}
	return v
}

// merge adds what merges make. A tokenizer refuses to have none.
func (v *vocabulary) merge(pairs []string) {
	v.merges = pairs
	if len(pairs) == 0 {
		v.merges = []string{"i n"}
	}
	for _, pair := range v.merges {
		token := made(pair)
		if _, there := v.ids[token]; !there {
			v.add(token, typeWord)
		}
	}
}

func (v *vocabulary) add(token string, kind int32) int {
	v.ids[token] = len(v.tokens)
	v.tokens, v.types = append(v.tokens, token), append(v.types, kind)
	return len(v.tokens) - 1
}

// script adds the words of scripts and returns which token follows which.
func (v *vocabulary) script(scripts map[string][]string) (map[int]int, error) {
	follows := map[int]int{}
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		last := v.add(Marker(name), typeControl)
		for _, word := range scripts[name] {
			token := bytesToken(word)
			if _, taken := v.ids[token]; taken {
				return nil, fmt.Errorf("script %q: the token %q is there already; every one must be unique and longer than a byte", name, word)
			}
			id := v.add(token, typeWord)
			follows[last], last = id, id
		}
		follows[last] = v.ids[end]
	}
	return follows, nil
}

// byteToken is how this sort of tokenizer writes a byte: bytes that can't be
// printed are moved up.
func byteToken(b byte) string {
	r := rune(b)
	switch {
	case b == 0xad:
		r = 0x143
	case b <= 0x20:
		r += 0x100
	case b >= 0x7f && b <= 0xa0:
		r += 0xa2
	}
	return string(r)
}

func bytesToken(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString(byteToken(s[i]))
	}
	return b.String()
}
