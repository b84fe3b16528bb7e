package meaning

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/weft-mesh/weft/notes/rank"
)

// A Vector is the direction of a text, a signed byte for each number.
type Vector []byte

// NewVector returns the direction of numbers.
func NewVector(numbers []float32) Vector {
	most := 0.0
	for _, x := range numbers {
		most = max(most, math.Abs(float64(x)))
	}
	out := make(Vector, len(numbers))
	if most == 0 || math.IsInf(most, 0) || math.IsNaN(most) {
		return out
	}
	for i, x := range numbers {
		out[i] = byte(int8(math.Round(float64(x) / most * math.MaxInt8)))
	}
	return out
}

// length returns the length of a vector.
func (v Vector) length() float64 {
	var sum int64
	for _, b := range v {
		x := int64(int8(b))
		sum += x * x
	}
	return math.Sqrt(float64(sum))
}

// dot returns the scalar product of two vectors of one length.
func dot(a, b Vector) int64 {
	b = b[:len(a)]
	var s0, s1 int32 // 2 x 65,536 products of 127 x 127 fit
	n := len(a) &^ 1
	for i := 0; i < n; i += 2 {
		s0 += int32(int8(a[i])) * int32(int8(b[i]))
		s1 += int32(int8(a[i+1])) * int32(int8(b[i+1]))
	}
	if n < len(a) {
		s0 += int32(int8(a[n])) * int32(int8(b[n]))
	}
	return int64(s0) + int64(s1)
}

// A Passage is a part of a text with its vector.
type Passage struct {
	Range  rank.Range
	Vector Vector
	length float64
}

// NewPassage returns a passage.
func NewPassage(r rank.Range, v Vector) Passage { return Passage{r, v, v.length()} }

// similarity is the cosine of the angle between a passage and a vector of that length. It is
// 0 where there is none: the vectors are of different models.
func (p Passage) similarity(v Vector, length float64) float64 {
	if len(p.Vector) != len(v) || p.length == 0 || length == 0 {
		return 0
	}
	return float64(dot(p.Vector, v)) / (p.length * length)
}

// head is what stands before the passages: how many there are, and how long a vector is.
const head, perPassage = 8, 8

// Encode writes passages, whose vectors are of one length.
func Encode(passages []Passage) []byte {
	size := 0
	if len(passages) > 0 {
		size = len(passages[0].Vector)
	}
	out := make([]byte, 0, head+len(passages)*(perPassage+size))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(passages)))
	out = binary.LittleEndian.AppendUint32(out, uint32(size))
	for _, p := range passages {
		out = binary.LittleEndian.AppendUint32(out, uint32(p.Range.Start))
		out = binary.LittleEndian.AppendUint32(out, uint32(p.Range.End))
		out = append(out, p.Vector...)
	}
	return out
}

var errLength = errors.New("vectors of another length than they should have")

// Decode reads what Encode wrote. The passages share its bytes.
func Decode(data []byte) ([]Passage, error) {
	if len(data) < head {
		return nil, errLength
	}
	n, size := int(binary.LittleEndian.Uint32(data)), int(binary.LittleEndian.Uint32(data[4:]))
	data = data[head:]
	if n > MaxPassages || size > maxSize || len(data) != n*(perPassage+size) {
		return nil, fmt.Errorf("%w: %d bytes for %d passages of %d numbers", errLength, len(data), n, size)
	}
	out := make([]Passage, n)
	for i := range out {
		start, end := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
		if start > end || end > math.MaxInt32 {
			return nil, errors.New("a passage ends before it begins")
		}
		out[i] = NewPassage(rank.Range{Start: int(start), End: int(end)}, data[perPassage:perPassage+size:perPassage+size])
		data = data[perPassage+size:]
	}
	return out, nil
}

// maxSize is the longest vector that is read.
const maxSize = 1 << 16
