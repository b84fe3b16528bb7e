package rank

// Compact is what many removals lead to.
func (x *Index) Compact() { x.compact() }

// Words returns how many words are remembered.
func (x *Index) Words() int { return len(x.words) }
