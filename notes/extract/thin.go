package extract

// A match is thin that stands on nothing but words of everyday language and a bare
// number: "2 dates", "12 rows". Beside another of its kind it tells the same as that
// one, by itself it may tell anything.

// evidence returns how much a value says for its domain: a name says what is told of,
// but for a word that means something else as often.
func (v *value) evidence() int {
	if v.everyday {
		return 0
	}
	return v.names
}

// thin reports whether nothing in a match speaks for its domain: no word of its own,
// no unit, time or scale, no two numbers that only its notation puts together, and no
// full stop behind it: "Tired."
func (s *scanned) thin(m *match) bool {
	if m.named > 0 || len(m.pattern.templates) == 0 || s.clauseStart(m.from) && s.clauseEnd(m.to) && m.to == m.from+1 {
		return false
	}
	numbers, everyday := 0, false
	for _, v := range m.captured {
		everyday = everyday || v.everyday
		switch v.form {
		case formNumber:
			if v.scaled || v.numbers != nil {
				return false
			}
			numbers++
		case formText:
		default:
			return false
		}
	}
	return everyday && numbers < 2
}

// leans reports whether a match takes its bare number for what the one before it told:
// the "eggs 3.10" of "flour 1.20, eggs 3.10".
func (m *match) leans() bool {
	if len(m.pattern.templates) == 0 || !m.pattern.prog.follows {
		return false
	}
	bare := false
	for _, v := range m.captured {
		if v.form == formQuantity {
			return false
		}
		bare = bare || v.form == formNumber
	}
	return bare
}

// dropThin takes what they tell from the thin matches of a domain that no other of
// their paragraph bears out.
func (s *scanned) dropThin(matches []match) {
	type place struct {
		paragraph int
		of        string
	}
	sound := map[place]bool{}
	thin := make([]bool, len(matches))
	at := func(m *match) place { return place{s.tokens[m.from].paragraph, m.pattern.append} }
	for i := range matches {
		m := &matches[i]
		thin[i] = s.thin(m) || i > 0 && thin[i-1] && m.leans()
		if len(m.pattern.templates) > 0 && !thin[i] {
			sound[at(m)] = true
		}
	}
	for i := range matches {
		if m := &matches[i]; thin[i] && !sound[at(m)] {
			m.pattern = &pattern{name: m.pattern.name}
		}
	}
}
