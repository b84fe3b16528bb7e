package extract

// A number tells one thing. Where several domains read it, those count that stand
// on most words: "1.2 km swim, 31 min" has a word of swimming and none of running.

// settleClaims takes from the matches of each domain what another reads with
// better reason.
func settleClaims(found [][]match) {
	best := map[int]int{} // by the number's token
	each := func(f func(m *match, token int)) {
		for _, matches := range found {
			for i := range matches {
				for _, token := range matches[i].claims() {
					f(&matches[i], token)
				}
			}
		}
	}
	each(func(m *match, token int) { best[token] = max(best[token], m.named) })
	lost := map[*match]bool{}
	each(func(m *match, token int) {
		if m.named < best[token] {
			lost[m] = true
		}
	})
	for m := range lost {
		m.pattern = &pattern{name: m.pattern.name}
	}
}

// claims returns the tokens of the numbers that a match stores.
func (m *match) claims() []int {
	var out []int
	for _, t := range m.pattern.templates {
		for _, part := range t.parts {
			if v, ok := m.captured[part.slot]; ok && v.form != formText {
				out = append(out, v.from)
			}
		}
	}
	return out
}
