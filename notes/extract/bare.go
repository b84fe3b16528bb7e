package extract

// A bare number says little: words beside it tell what it measures, and what
// stands behind it may tell that it counts that instead.

// counted reports whether the number before token i counts what stands there, as in
// "2x ibuprofen" and "3 deadlines", or is a part of something longer: "400/2".
func (s *scanned) counted(i int) bool {
	if !s.goesOn(i - 1) {
		return false
	}
	t := &s.tokens[i]
	switch {
	case t.text == "x":
		return true
	case t.glued && (t.text == "/" || t.text == "-"):
		return i+1 < len(s.tokens) && s.tokens[i+1].glued && s.tokens[i+1].kind == number
	}
	return t.thing()
}

// names reports whether at token k a word names something, behind an article if need be.
func (s *scanned) names(k int) bool {
	for s.determiner(k) {
		k++
	}
	return k < len(s.tokens) && (s.tokens[k].kind == number || s.tokens[k].kind == word && s.tokens[k].roles == 0 && s.tokens[k].passable == 0)
}

// determiner reports whether token k leads what is named behind it, or is named for
// what did not happen: "the tent", "nobody calling".
func (s *scanned) determiner(k int) bool {
	return k < len(s.tokens) && (s.tokens[k].roles&hedge != 0 || s.word(k) == "my" || s.word(k) == "our" || s.word(k) == "nobody")
}

// thing reports whether a word is written like a noun in the plural.
func (t *token) thing() bool {
	return t.kind == word && t.stem != t.text && t.roles == 0 && t.passable == 0 && t.turns == 0
}

// describes reports whether what the match that ends before token i read last only
// describes the thing behind it: the number counts it, as in "stress 3 deadlines", or
// the name tells its kind, as in "squat racks".
func (m *machine) describes(i int) bool {
	last, bare := m.lastRead(i)
	if last == nil {
		return false
	}
	goesOn := m.s.goesOn(i - 1)
	if m.s.word(i) == "of" && goesOn && (last.form != formText || !bare) && m.s.names(i+1) {
		return true // "6 lengths of timber", "40 m of pipe"
	}
	if last.names > 0 {
		return m.s.tokens[i-1].stem == m.s.tokens[i-1].text && goesOn && m.s.tokens[i].thing()
	}
	if !bare || !m.s.counted(i) {
		return false
	}
	return last.form == formNumber && !last.scaled && last.numbers == nil ||
		last.form == formClock && last.to == last.from+1 // "up 4-2 at half time"
}

// lastRead returns what the match that ends before token i captured last, and whether
// nothing else that it captured is clear by itself, as in "3x8 legs tired".
func (m *machine) lastRead(i int) (last *value, bare bool) {
	bare = true
	for _, v := range m.captured {
		if v == nil {
			continue
		}
		if v.to == i || v.to == i-1 && v.form == formNumber && last == nil && m.s.word(i) == "of" && m.s.tokens[i-1].kind == word {
			last = v
		} else if v.form != formText {
			bare = false
		}
	}
	return last, bare
}

// partBegin reports whether a part of its clause begins with token i: behind a sign or
// a conjunction, or behind the writer, who has done or been what it tells. "Dog weight
// 31 kg" has no part that begins with the weight, "the sea was calm" none with "was".
func (s *scanned) partBegin(i int) bool {
	for k := i - 1; k >= 0 && s.tokens[k].clause == s.tokens[i].clause; k-- {
		t := &s.tokens[k]
		switch {
		case t.kind == opaque, t.kind == punct && (t.text != "-" || !t.glued), t.roles&(joins|persons) != 0, t.text == "my", t.text == "our":
			return true
		case t.roles&(filler|dates|is) != 0 || t.passable > 0:
		case t.roles&leads != 0:
			return true
		default:
			return false
		}
	}
	return true
}

// partEnd reports whether a part of the clause ends before token i: something
// else begins behind a comma, a sign, or a word such as "and" or "with".
func (s *scanned) partEnd(i int) bool {
	for ; i > 0 && s.goesOn(i-1); i++ {
		t := &s.tokens[i]
		switch {
		case t.kind == opaque, t.kind == punct && !t.skippable(), t.text == "-" && !t.glued, t.text == "(", t.text == ")":
			return true
		case t.skippable():
		case t.roles&(joins|leads) != 0:
			return true
		case t.passable > 0:
			i += t.passable - 1
		default:
			return false
		}
	}
	return true
}

// alone reports whether the number before token i counts nothing behind it: its part
// is over, or the next number follows with its own word, as in "stress 8 energy 2".
func (s *scanned) alone(i int) bool {
	return s.partEnd(i) || s.tokens[i].kind == word && s.goesOn(i) && s.tokens[i+1].kind == number
}
