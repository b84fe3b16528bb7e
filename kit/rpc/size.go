package rpc

import (
	"strings"
	"sync"

	"buf.build/go/protovalidate"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/fault"
)

// A message is larger in memory than it was on the way: two bytes make an empty item
// of a hundred and more. So it is counted before it is built. It may take a number of
// times its own size, which nothing that means something comes near, and lists are held
// to the rules of their contract.
const (
	growth    = 16
	growthMin = 64 << 10 // bytes that any message may take

	mostWithin = 1000 // messages within each other
)

// checkSize refuses an encoded message that would be built of too much. What is no
// message it leaves to the decoder.
func checkSize(data []byte, d protoreflect.MessageDescriptor) error {
	c := &counter{left: growthMin + growth*len(data)}
	c.message(data, d, &tally{})
	return c.refused
}

// A counter counts what a message would be built of.
type counter struct {
	left    int      // bytes of memory
	path    []string // of the message that is counted
	refused error
}

// A tally is how many items each list of one message has, and the tallies of its
// messages: what comes in several parts is one message all the same.
type tally struct {
	items  map[protowire.Number]int
	within map[protowire.Number]*tally
}

func (t *tally) at(n protowire.Number) *tally {
	if t.within == nil {
		t.within = map[protowire.Number]*tally{}
	}
	if t.within[n] == nil {
		t.within[n] = &tally{}
	}
	return t.within[n]
}

func (t *tally) add(n protowire.Number, items int) int {
	if t.items == nil {
		t.items = map[protowire.Number]int{}
	}
	t.items[n] += items
	return t.items[n]
}

// message counts the fields of one. It ends at the first that is too much.
func (c *counter) message(data []byte, d protoreflect.MessageDescriptor, t *tally) {
	if len(c.path) > mostWithin {
		c.refused = fault.New(codes.InvalidArgument, fault.FieldInvalid, "the request is nested more than %d levels deep", mostWithin)
		return
	}
	fields := d.Fields()
	for len(data) > 0 && c.refused == nil {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return
		}
		size := protowire.ConsumeFieldValue(number, kind, data[n:])
		if size < 0 {
			return
		}
		value := data[n : n+size]
		data = data[n+size:]
		if f := fields.ByNumber(number); f != nil {
			c.field(f, kind, value, t)
		} else {
			c.take(n + size) // is kept as it is
		}
	}
}

func (c *counter) field(f protoreflect.FieldDescriptor, kind protowire.Type, value []byte, t *tally) {
	if kind == protowire.BytesType {
		value, _ = protowire.ConsumeBytes(value)
	}
	many := f.IsList() || f.IsMap()
	if most := mostItems(f); many && most >= 0 && t.add(f.Number(), items(f, kind, value)) > most {
		c.refused = fault.Invalid(strings.Join(append(c.path, string(f.Name())), "."), "there are more than %d", most)
		return
	}
	switch m := f.Message(); {
	case m != nil && kind == protowire.BytesType:
		next := &tally{}
		if many {
			c.take(messageBytes(m))
		} else {
			next = t.at(f.Number())
		}
		c.path = append(c.path, string(f.Name()))
		c.message(value, m, next)
		c.path = c.path[:len(c.path)-1]
	case kind == protowire.BytesType && f.IsList() && packable(f.Kind()):
		c.take(scalarBytes * items(f, kind, value))
	case kind == protowire.BytesType:
		c.take(textBytes + len(value))
	default:
		c.take(scalarBytes)
	}
}

func (c *counter) take(n int) {
	if c.left -= n; c.left < 0 && c.refused == nil {
		c.refused = fault.New(codes.ResourceExhausted, fault.LimitExceeded,
			"the request has too many items for its size; send fewer of them at once")
	}
}

// What parts of a message take in memory, about.
const (
	scalarBytes = 8
	textBytes   = 16
	headBytes   = 48 // of a message, before its fields
	fieldBytes  = 16
)

func messageBytes(m protoreflect.MessageDescriptor) int {
	fields := m.Fields().Len()
	for i := range m.Oneofs().Len() { // of which one is there at most
		fields -= m.Oneofs().Get(i).Fields().Len() - 1
	}
	return headBytes + fieldBytes*fields
}

// items returns how many items a field on the wire adds to its list.
func items(f protoreflect.FieldDescriptor, kind protowire.Type, value []byte) int {
	if kind != protowire.BytesType || !packable(f.Kind()) {
		return 1
	}
	switch f.Kind() {
	case protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind, protoreflect.FloatKind:
		return len(value) / 4
	case protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind, protoreflect.DoubleKind:
		return len(value) / 8
	}
	n := 0
	for _, b := range value {
		if b < 0x80 { // the last byte of a number
			n++
		}
	}
	return n
}

// packable reports whether the items of a list come in one piece.
func packable(k protoreflect.Kind) bool {
	switch k {
	case protoreflect.StringKind, protoreflect.BytesKind, protoreflect.MessageKind, protoreflect.GroupKind:
		return false
	}
	return true
}

// limits are the most items of fields, by protoreflect.FieldDescriptor.
var limits sync.Map

// mostItems returns how many items the contract allows a list or map, -1 for any number.
func mostItems(f protoreflect.FieldDescriptor) int {
	if known, ok := limits.Load(f); ok {
		return known.(int)
	}
	most := -1
	if rules, err := protovalidate.ResolveFieldRules(f); err == nil {
		if list := rules.GetRepeated(); list != nil && list.MaxItems != nil {
			most = int(list.GetMaxItems())
		}
		if pairs := rules.GetMap(); pairs != nil && pairs.MaxPairs != nil {
			most = int(pairs.GetMaxPairs())
		}
	}
	limits.Store(f, most)
	return most
}
