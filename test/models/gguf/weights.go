package gguf

import (
	"math"
	"math/rand/v2"
)

// weights are the tensors of a model in the making.
type weights struct {
	rng     *rand.Rand
	size    int // tokens
	written int // of them that a model of letters may write; they come first
	width   int // of an embedding
	tensors []tensor
}

func (w *weights) add(name string, data []float32, dims ...int) {
	t := tensor{name: name, data: data}
	for _, d := range dims {
		t.dims = append(t.dims, uint64(d))
	}
	w.tensors = append(w.tensors, t)
}

func (w *weights) normal(n int, deviation float64) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(w.rng.NormFloat64() * deviation)
	}
	return out
}

func ones(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// identity puts each token that may be written on an axis of its own, and all
// others on the next one.
func (w *weights) identity() []float32 {
	out := make([]float32, w.width*w.size)
	for t := range w.size {
		out[t*w.width+min(t, w.written)] = 1
	}
	return out
}

// block adds one transformer block, whose output is scaled by mix.
func (w *weights) block(name, arch string, mix float64) {
	usual := 1 / math.Sqrt(float64(w.width))
	w.add(name+"attn_norm.weight", ones(w.width), w.width)
	for _, part := range []string{"q", "k", "v"} {
		w.add(name+"attn_"+part+".weight", w.normal(w.width*heads*head, usual), w.width, heads*head)
	}
	if arch == Qwen3 {
		w.add(name+"attn_q_norm.weight", ones(head), head)
		w.add(name+"attn_k_norm.weight", ones(head), head)
	}
	w.add(name+"attn_output.weight", w.normal(w.width*heads*head, mix), heads*head, w.width)
	w.add(name+"ffn_norm.weight", ones(w.width), w.width)
	w.add(name+"ffn_gate.weight", w.normal(w.width*hidden, usual), w.width, hidden)
	w.add(name+"ffn_up.weight", w.normal(w.width*hidden, usual), w.width, hidden)
	w.add(name+"ffn_down.weight", w.normal(w.width*hidden, mix), hidden, w.width)
}

// Logits of the table.
const (
	surely = 30.0
	never  = -30.0
)

// table is how likely each token follows each other one, as an output matrix.
func (w *weights) table(taste []float64, follows map[int]int) []float32 {
	out := make([]float32, w.width*w.size)
	scale := math.Sqrt(float64(w.width)) // of the last hidden state
	for before := range w.written + 1 {
		next, scripted := follows[before]
		for after := range w.size {
			logit := taste[after] + w.rng.NormFloat64()
			if after == before {
				logit = never // a server stops who stammers
			}
			if scripted {
				logit = min(logit/4, 0)
				if after == next {
					logit = surely
				}
			}
			out[after*w.width+before] = float32(logit / scale)
		}
	}
	return out
}

// taste is how much a model of letters likes to write each token: letters,
// blanks, and above all what closes quotes and brackets, so that it comes to an
// end. Control tokens and words of scripts it does not write by itself.
func (m Model) taste(v *vocabulary) []float64 {
	out := make([]float64, len(v.tokens))
	for t := range out {
		switch {
		case m.Endless && (t == v.ids[end] || t == '"'):
			out[t] = never
		case t == v.ids[end]:
			out[t] = 1
		case t > 255:
			out[t] = never
		default:
			out[t] = tasteOf(byte(t))
		}
	}
	return out
}

func tasteOf(b byte) float64 {
	switch {
	case b == '"':
		return 5
	case b == '}' || b == ']':
		return 4
	case b == ' ' || b == ',' || b == ':' || b >= 'a' && b <= 'z':
		return 1.5
	case b >= '0' && b <= '9':
		return 0.5
	case b == '\\' || b == '`' || b == '<':
		return -6
	case b > ' ' && b < 0x7f:
		return -1
	}
	return -12
}
