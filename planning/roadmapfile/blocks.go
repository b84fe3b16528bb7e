package roadmapfile

import "time"

// span is the time of a block.
type span struct{ from, to time.Time }

func (m *merger) value(b *Block) Value {
	return Value{From: b.From.In(m.zone), To: b.To.In(m.zone)}
}

// mergeBlocks returns the blocks that are left, of the nodes that are left.
func (m *merger) mergeBlocks(nodes map[string]*Node) []Block {
	merged := map[string]*Block{}
	for _, t := range m.t.doc.Blocks {
		b, o := m.blocks.base[t.ID], m.blocks.ours[t.ID]
		at := m.line(blockKey + t.ID)
		switch {
		case o != nil:
			merged[t.ID] = m.mergeBlock(b, &t, o)
		case b == nil:
			merged[t.ID] = &t
			m.tell(theirs, Change{Kind: BlockAdded, Line: at, Node: t.Node, Block: t.ID, Is: m.value(&t)}, Value{})
		case *b != t || m.t.copied[blockKey+t.ID]:
			merged[t.ID] = m.mergeBlock(b, &t, b)
			m.conflict(Change{Kind: BlockMoved, Line: at, Node: t.Node, Block: t.ID, Is: m.value(&t)}, Value{}, "Weft took out the block of "+when(m.value(b))+", which you changed; it is kept")
		}
	}
	for _, o := range m.o.Blocks {
		b := m.blocks.base[o.ID]
		switch {
		case m.blocks.theirs[o.ID] != nil:
		case b == nil:
			merged[o.ID] = &o
		case m.gone[b.Node]: // told with the task
		default:
			h := theirs
			if *b != o {
				h = both
			}
			m.tell(h, Change{Kind: BlockRemoved, Node: b.Node, Block: b.ID, Was: m.value(b)}, m.value(&o))
		}
	}
	left := map[string]bool{}
	for id, b := range merged {
		left[id] = nodes[b.Node] != nil && nodes[b.Node].item()
	}
	var out []Block
	for _, id := range pickOrder(blockIDs(m.b.doc.Blocks), blockIDs(m.t.doc.Blocks), blockIDs(m.o.Blocks), left) {
		out = append(out, *merged[id])
	}
	return out
}

func blockIDs(list []Block) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = b.ID
	}
	return out
}

func (m *merger) mergeBlock(b, t, o *Block) *Block {
	if b == nil { // it was added, and has been locked as it was taken up
		was := *o
		was.Locked, b = t.Locked, &was
	}
	out := *o
	c := Change{Line: m.line(blockKey + t.ID), Node: t.Node, Block: t.ID}
	time, h := pick(span{b.From, b.To}, span{t.From, t.To}, span{o.From, o.To})
	out.From, out.To = time.from, time.to
	c.Kind, c.Was, c.Is = BlockMoved, m.value(b), m.value(&out)
	m.tell(h, c, m.value(o))
	c.Was = c.Is
	if out.Done, h = pick(b.Done, t.Done, o.Done); out.Done {
		c.Kind = BlockDone
	} else {
		c.Kind = BlockReopened
	}
	m.tell(h, c, m.value(o))
	if out.Locked, h = pick(b.Locked, t.Locked, o.Locked); out.Locked {
		c.Kind = BlockLocked
	} else {
		c.Kind = BlockUnlocked
	}
	m.tell(h, c, m.value(o))
	out.Node, h = pick(b.Node, t.Node, o.Node)
	c.Kind, c.Was.Text, c.Is.Text = BlockGiven, b.Node, t.Node
	m.tell(h, c, Value{Text: o.Node})
	return &out
}
