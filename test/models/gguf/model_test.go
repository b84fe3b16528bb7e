package gguf_test

import (
	"bytes"
	"testing"

	"github.com/weft-mesh/weft/test/models/gguf"
)

func TestTheSameModelHasTheSameBytes(t *testing.T) {
	t.Parallel()
	m := gguf.Model{Arch: gguf.Llama, Script: map[string][]string{"hello": {"Hello", " you"}, "bye": {"Good", " bye"}}}
	first, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Encode()
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("%d and %d bytes, error %v", len(first), len(again), err)
	}
	if !bytes.HasPrefix(first, []byte("GGUF\x03\x00\x00\x00")) {
		t.Errorf("begins with %q", first[:8])
	}
}

func TestTokensThatCanNotBeToldApartAreRefused(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"twice", "twice"}, {"x"}} {
		if _, err := (gguf.Model{Arch: gguf.Llama, Script: map[string][]string{"s": words}}).Encode(); err == nil {
			t.Errorf("%q is a script", words)
		}
	}
}
