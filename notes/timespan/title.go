package timespan

// Titles and words that are spoken about have times in them that no note is from.

// maxTitle is the length of the longest title in quotes, in words and marks.
const maxTitle = 12

// title returns the index after a title in quotes at token i, or i. What
// somebody said is none, nor a time that is all there is between the quotes.
func (s *scanner) title(i int) int {
	closing := quotes[s.low(i)]
	if closing == "" || speech[s.low(i-1)] {
		return i
	}
	for end := i + 1; end < min(i+maxTitle, len(s.toks)); end++ {
		if s.low(end) != closing {
			continue
		}
		if _, all, ok := s.expression(i + 1); ok && all == end || i == 0 && end == len(s.toks)-1 {
			return i
		}
		return end + 1
	}
	return i
}

var (
	quotes = map[string]string{`"`: `"`, "“": "”", "„": "“", "«": "»"}
)

// mentioned reports whether v, the tokens from i to end, is no time but spoken
// about ("how do you spell Wednesday") or part of a name ("Independence Day the
// movie", "Monday quote").
func (s *scanner) mentioned(v value, i, end int) bool {
	the := s.skip(end, "the")
	switch recurring := v.again != nil || v.weekly || v.Range.IsZero(); {
	case spelled[s.low(i-1)], the > end && works[s.low(the)] && s.clauseEnds(the+1):
		return true
	case recurring && !v.weekly: // "weekday lunch ideas"
		return ideas[s.low(end)] || ideas[s.low(end+1)] && s.at(end).kind == word && !s.function(end)
	}
	return false
}
