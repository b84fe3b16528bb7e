package gguf

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Types of values in a GGUF file.
const (
	typeUint32  uint32 = 4
	typeInt32   uint32 = 5
	typeFloat32 uint32 = 6
	typeBool    uint32 = 7
	typeString  uint32 = 8
	typeArray   uint32 = 9
)

// alignment is what tensors are aligned to, in bytes.
const alignment = 32

// A pair is one entry of a file's metadata.
type pair struct {
	key   string
	value any
}

// A tensor is a matrix of weights. The first dimension is the contiguous one.
type tensor struct {
	name string
	dims []uint64
	data []float32
}

// A file is a GGUF file of version 3 in the making.
type file struct{ bytes.Buffer }

func (f *file) put(v any) {
	if err := binary.Write(f, binary.LittleEndian, v); err != nil {
		panic(err) // a buffer takes everything of a fixed size
	}
}

func (f *file) text(s string) {
	f.put(uint64(len(s)))
	f.WriteString(s)
}

func (f *file) value(v any) {
	switch v := v.(type) {
	case uint32:
		f.put(typeUint32)
		f.put(v)
	case float32:
		f.put(typeFloat32)
		f.put(v)
	case bool:
		f.put(typeBool)
		f.put(v)
	case string:
		f.put(typeString)
		f.text(v)
	case []string:
		f.put(typeArray)
		f.put(typeString)
		f.put(uint64(len(v)))
		for _, s := range v {
			f.text(s)
		}
	case []int32:
		f.put(typeArray)
		f.put(typeInt32)
		f.put(uint64(len(v)))
		f.put(v)
	default:
		panic(fmt.Sprintf("gguf: no type for a %T", v))
	}
}

// align fills up to the next multiple of the alignment, counted from start.
func (f *file) align(start int) {
	if over := (f.Len() - start) % alignment; over > 0 {
		f.Write(make([]byte, alignment-over))
	}
}

func aligned(n uint64) uint64 { return (n + alignment - 1) / alignment * alignment }

// encode returns the bytes of a model.
func encode(meta []pair, tensors []tensor) []byte {
	f := &file{}
	f.WriteString("GGUF")
	f.put(uint32(3))
	f.put(uint64(len(tensors)))
	f.put(uint64(len(meta)))
	for _, p := range meta {
		f.text(p.key)
		f.value(p.value)
	}
	offset := uint64(0)
	for _, t := range tensors {
		f.text(t.name)
		f.put(uint32(len(t.dims)))
		f.put(t.dims)
		f.put(uint32(0)) // 32-bit floats
		f.put(offset)
		offset = aligned(offset + 4*uint64(len(t.data)))
	}
	f.align(0)
	start := f.Len()
	for _, t := range tensors {
		f.put(t.data)
		f.align(start)
	}
	return f.Bytes()
}
