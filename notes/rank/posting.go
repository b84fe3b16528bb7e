package rank

import "encoding/binary"

// A posting list says in which documents a stem stands and where. It is a
// sequence of
//
//	document (difference to the one before), number of positions, positions
//	(each the difference to the one before)
//
// all as varints, in the order of documents. Documents are only ever appended;
// those that were removed are skipped by whoever reads.
type postings struct {
	data   []byte
	last   uint32 // the last document
	docs   uint32 // that are live
	number uint32 // of the list, in the order of making
}

func (p *postings) append(doc uint32, positions []uint32) {
	p.data = binary.AppendUvarint(p.data, uint64(doc-p.last))
	p.data = binary.AppendUvarint(p.data, uint64(len(positions)))
	before := uint32(0)
	for _, pos := range positions {
		p.data = binary.AppendUvarint(p.data, uint64(pos-before))
		before = pos
	}
	p.last = doc
	p.docs++
}

// drop says that one of the documents is live no more.
func (p *postings) drop() {
	if p.docs--; p.docs == 0 {
		p.data, p.last = nil, 0
	}
}

// A cursor reads a posting list.
type cursor struct {
	data      []byte
	doc       uint32
	positions []uint32 // valid until the next call of next
}

func (p *postings) cursor() *cursor { return &cursor{data: p.data} }

// next moves on to the next document and reports whether there is one.
func (c *cursor) next() bool {
	if len(c.data) == 0 {
		return false
	}
	c.doc += c.uvarint()
	n := c.uvarint()
	c.positions = c.positions[:0]
	pos := uint32(0)
	for range n {
		pos += c.uvarint()
		c.positions = append(c.positions, pos)
	}
	return true
}

// seek moves on to the first document that is not before doc.
func (c *cursor) seek(doc uint32) bool {
	for c.doc < doc || c.positions == nil {
		if !c.next() {
			return false
		}
	}
	return true
}

func (c *cursor) uvarint() uint32 {
	if b := c.data[0]; b < 0x80 {
		c.data = c.data[1:]
		return uint32(b)
	}
	v, n := binary.Uvarint(c.data)
	c.data = c.data[n:]
	return uint32(v)
}
