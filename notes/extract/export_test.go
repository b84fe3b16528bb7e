package extract

// Work returns how much work an extraction does: the instructions that its
// machines run, and the marks of what is no event.
func (ex *Extractor) Work(text string) int {
	s := scan(text)
	s.judge()
	work := 0
	for i := range s.tokens {
		work += 1 + len(s.tokens[i].unreal)
	}
	for _, d := range ex.domains {
		m := newMachine(d, s)
		m.find()
		work += m.work
	}
	return work
}
