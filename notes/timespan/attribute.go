package timespan

// determiners stand before what a day tells apart: "the 2024-01-01 contract".
var determiners = map[string]bool{"the": true, "my": true, "our": true, "der": true, "die": true, "das": true, "mein": true, "meine": true}

// attribute reports whether a day only tells which of some things is meant: "the 2024-01-01
// contract says rent 900 €" happened on no day that it names.
func (e *entry) attribute(s *Span) bool {
	first, after := e.tokenAt(s.Offset), e.tokenAt(s.Offset+len(s.Text))
	return e.at(after).kind == word && (determiners[e.low(first)] || determiners[e.low(first-1)])
}
